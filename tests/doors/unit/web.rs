mod asked;
mod kept;
mod listener;
