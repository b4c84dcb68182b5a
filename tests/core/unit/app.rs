mod inbox;
mod lines;
mod page_audit;
mod secret;
