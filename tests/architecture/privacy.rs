//! The texts on privacy name every column of the database, in both languages and for both kinds of database.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// The texts, each with one table whose first two columns name a table and its columns.
const TEXTS: [&str; 2] = ["docs/privacy.md", "docs/privacy.ja.md"];
/// What SQLite keeps for itself.
const OF_SQLITE: &str = "sqlite_";

#[test]
fn every_column_of_the_database_is_named() {
    let stored: BTreeSet<String> = in_a_file().into_iter().chain(on_a_server()).collect();
    for path in TEXTS {
        let named = named(&std::fs::read_to_string(root().join(path)).unwrap());
        let missing: Vec<&String> = stored.difference(&named).collect();
        let gone: Vec<&String> = named.difference(&stored).collect();
        assert!(missing.is_empty(), "{path} does not say what these hold, and how long: {missing:?}");
        assert!(gone.is_empty(), "{path} names what is not in the database: {gone:?}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The columns of a database in a file, once every migration has run.
fn in_a_file() -> BTreeSet<String> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root().join("migrations")).unwrap().map(|it| it.unwrap().path()).collect();
    folders.sort();
    let conn = Connection::open_in_memory().unwrap();
    for file in folders.iter().map(|folder| folder.join("up.sql")).filter(|file| file.is_file()) {
        conn.execute_batch(&std::fs::read_to_string(&file).unwrap()).unwrap();
    }
    let columns = format!(
        "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT GLOB '{OF_SQLITE}*'"
    );
    let mut columns = conn.prepare(&columns).unwrap();
    columns.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// The columns of a database on a server.
fn on_a_server() -> BTreeSet<String> {
    let folder = std::fs::read_dir(root().join("migrations/postgres")).unwrap();
    let texts = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    texts.flat_map(|text| columns_of(&text)).collect()
}

/// The columns that statements for a server make, a column a line.
fn columns_of(sql: &str) -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    let mut table = None;
    for line in sql.lines() {
        if let Some(rest) = line.strip_prefix("CREATE TABLE wardroom.") {
            table = rest.strip_suffix(" (");
            assert!(table.is_some(), "a table is not made as the others are: {line}");
        } else if let Some(rest) = line.strip_prefix("ALTER TABLE wardroom.") {
            let (table, column) =
                rest.split_once(" ADD COLUMN ").expect("a table is only changed by a new column");
            columns.insert(format!("{table}.{}", first_word(column)));
        } else if line == ");" {
            table = None;
        } else if let Some(table) = table {
            let word = first_word(line.trim_start());
            // The constraints of a whole table are in capitals.
            if word.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                columns.insert(format!("{table}.{word}"));
            }
        }
    }
    columns
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// The columns that a text names: rows of ``| `table` | `column`, `column` | … |``.
fn named(text: &str) -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, table, of_table, ..] = cells[..] else { continue };
        if let Some(table) = table.strip_prefix('`').and_then(|table| table.strip_suffix('`')) {
            columns
                .extend(of_table.split(", ").map(|column| format!("{table}.{}", column.trim_matches('`'))));
        }
    }
    columns
}

mod can_fail {
    use super::*;

    #[test]
    fn columns_are_found_in_statements_and_in_texts() {
        let sql = "CREATE TABLE wardroom.a (\n  id text, -- b\n  UNIQUE (id)\n);\nALTER TABLE wardroom.a ADD COLUMN c text;\n";
        let both = BTreeSet::from(["a.c".to_owned(), "a.id".to_owned()]);
        assert_eq!(columns_of(sql), both);
        assert_eq!(named("| table | columns |\n|---|---|\n| `a` | `id`, `c` | x | y |\n"), both);
        assert!(in_a_file().contains("players.ladder") && on_a_server().contains("leases.number"));
    }
}
