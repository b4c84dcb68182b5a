//! The statements that both stores share, in PostgreSQL; `unit/log/sql.rs` has them in SQLite.

use wardroom::log::sql::statements;

use crate::common::postgres::{OWNER, database};

#[test]
#[ignore = "needs PostgreSQL"]
fn every_statement_is_one_that_postgres_takes() {
    let database = database();
    for (name, _, postgres) in statements() {
        let Some(text) = postgres else { continue };
        database
            .sql(OWNER, &format!("PREPARE tried AS {text}"))
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    }
}
