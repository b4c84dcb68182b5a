mod aside;
mod canonical;
mod schema;
mod sql;
mod table_event;
mod writer;
