mod aside;
mod canonical;
mod schema;
mod table_event;
mod writer;
