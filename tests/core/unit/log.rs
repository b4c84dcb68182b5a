mod aside;
mod canonical;
mod head_search;
mod schema;
mod sql;
pub mod table_event;
mod writer;
