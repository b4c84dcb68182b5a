//! Faults of the log, in sentences that name the fault and the place.

use std::path::Path;

use super::chain::Head;
use crate::reason::one_line;

/// A fault on our side. A retry will not help, unless the variant says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The disk, or the size the database is allowed, is used up. The next append works once there is room.
    #[error("the disk is full: {what}. Nothing was stored; try again when there is room.")]
    NoRoom {
        /// The database's error.
        what: String,
    },
    /// Another process kept the database locked for too long. A retry may help.
    #[error("another process has the database locked: {what}")]
    Busy {
        /// The database's error.
        what: String,
    },
    /// Stored bytes have changed since they were written.
    #[error("table {table} is damaged at {place}: {what}")]
    Damaged {
        /// The table.
        table: String,
        /// The damaged part: `entry 7`, `the seed`, …
        place: String,
        /// The fault.
        what: String,
    },
    /// A data pack is missing, or has changed since it was stored.
    #[error("data pack {hash}: {what}")]
    BadPack {
        /// The requested hash.
        hash: String,
        /// The fault.
        what: String,
    },
    /// The stored log is shorter than, or other than, what the head file noted after an earlier commit.
    #[error(
        "table {table} lost its last entries: the head file notes {noted}, the database has {found}. \
         Restore a backup, or remove the table's line from the head file to go on without what is lost"
    )]
    LostTail {
        /// The table.
        table: String,
        /// The head in the head file.
        noted: Head,
        /// The head in the database.
        found: Head,
    },
    /// The entries are not a valid continuation of a log.
    #[error("table {table}, entry {seq}: {what}")]
    Invalid {
        /// The table.
        table: String,
        /// The entry.
        seq: u64,
        /// The fault.
        what: String,
    },
    /// An entry has a kind or version this program does not know.
    #[error("table {table}, entry {seq}: this program does not know {kind} version {v}")]
    UnknownKind {
        /// The table.
        table: String,
        /// The entry.
        seq: u64,
        /// Its kind.
        kind: String,
        /// Its version.
        v: u32,
    },
    /// The table came from a partial export: it can be read, not played.
    #[error(
        "table {table} came from a partial export, so it has no position; `log`, `dice` and `audit` can read it"
    )]
    ReadOnly {
        /// The table.
        table: String,
    },
    /// The table is finished and its log was taken out to a file.
    #[error(
        "table {table} was archived to {file}: `replay`, `show`, `log`, `dice`, `picture` and `audit` read that file in place of \
         the table, and `import` puts it back"
    )]
    Archived {
        /// The table.
        table: String,
        /// The file, under its name at the time.
        file: String,
    },
    /// A file holds another log of a table than was archived.
    #[error(
        "table {table} was archived to {file} up to {noted}, and this file leads to {found}: it is not the log that was archived, \
         but another, a changed or an earlier one"
    )]
    OtherThanArchived {
        /// The table.
        table: String,
        /// The file of the archive, under its name at the time.
        file: String,
        /// The head that was archived.
        noted: String,
        /// The head of the file.
        found: String,
    },
    /// A file holds a view of a part of a table that was archived.
    #[error(
        "table {table} was archived to {file}, and this file is a view of a part of its log: only the whole log puts it back"
    )]
    PartOfArchived {
        /// The table.
        table: String,
        /// The file of the archive, under its name at the time.
        file: String,
    },
    /// No such table here.
    #[error("there is no table {table} here")]
    NoTable {
        /// The requested table.
        table: String,
    },
    /// A table of that id is here already.
    #[error("a table {table} exists here already")]
    TableExists {
        /// The table.
        table: String,
    },
    /// A file is not a Wardroom database.
    #[error("{path} is not a Wardroom database: {what}")]
    NotOurs {
        /// The file.
        path: String,
        /// Its real content.
        what: String,
    },
    /// A database was written by a newer Wardroom.
    #[error("a newer Wardroom wrote {path} (its schema is {found}; this program knows up to {known})")]
    NewerSchema {
        /// The file.
        path: String,
        /// The schema it has.
        found: i64,
        /// The newest schema this program knows.
        known: i64,
    },
    /// A database in a file has the schema of an earlier Wardroom, and is not to be changed by this command.
    #[error(
        "{path} is of an earlier Wardroom (its schema is {found}, this program writes {known}): bring it up to date with \
         `wardroom migrate`, which makes a copy of it first"
    )]
    OlderSchema {
        /// The file.
        path: String,
        /// The schema it has.
        found: i64,
        /// The schema this program writes.
        known: i64,
    },
    /// A database says it has a schema that it has not: no Wardroom left it so.
    #[error(
        "{path} says that its schema is {found}, and what is in it is not that (this program knows 1 to {known}): it is damaged, \
         or something else has changed it. It is left as it is; go back to a backup"
    )]
    StrangeSchema {
        /// The file.
        path: String,
        /// The schema it names.
        found: i64,
        /// The newest schema this program knows.
        known: i64,
    },
    /// Nothing can be written where a database lies.
    #[error(
        "nothing can be stored in {path}: {what}. What is in it is read all the same by `tables`, `show`, `log`, `dice`, \
         `replay`, `audit`, `export` and `backup`, but not with `--all` and `--full`, which leave a note in its log"
    )]
    CannotWrite {
        /// The file.
        path: String,
        /// The reason.
        what: String,
    },
    /// A database server does not answer, or not us. Trying again may help.
    #[error("{database} cannot be reached: {what}")]
    Unreachable {
        /// The database's address, without a password.
        database: String,
        /// The reason.
        what: String,
    },
    /// The database was lost while it stored this: nobody knows whether it did.
    #[error(
        "the connection to the database was lost while storing this; it may or may not be stored: {what}"
    )]
    Unknown {
        /// The error.
        what: String,
    },
    /// A database has no schema yet, or one from before this program.
    #[error(
        "{database} has schema {found}, but this program needs {known}: run `wardroom migrate` as the role that owns it"
    )]
    NotMigrated {
        /// The database's address, without a password.
        database: String,
        /// The schema it has; 0 for none.
        found: i64,
        /// The schema this program needs.
        known: i64,
    },
    /// The role that plays could change the log.
    #[error(
        "the role {role} owns the log in {database} or may change it: play as a role that `wardroom migrate --serving ROLE` \
         gave its rights, or say `single_role = true`"
    )]
    Powerful {
        /// The database's address, without a password.
        database: String,
        /// The role.
        role: String,
    },
    /// Nothing is stored in a database that was moved, or is being moved.
    #[error("{}", not_played_on(state, other))]
    NotPlayedOn {
        /// The state of the move: `arriving`, `leaving` or `moved`.
        state: String,
        /// The address of the other database.
        other: String,
    },
    /// Something given was too long, too many, or of the wrong form.
    #[error("{0}")]
    Unfit(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(String),
    /// Our own code panicked while handling this command; nothing of it was stored, other commands are not affected.
    #[error("storing this stopped with a defect in the program: {0}. Nothing of it was stored")]
    Defect(String),
}

fn not_played_on(state: &str, other: &str) -> String {
    match state {
        "moved" => format!("this database was moved to {other}, which is played on in its place"),
        "leaving" => format!("this database is being moved to {other}: nothing is stored in it meanwhile"),
        // `arriving`: there is no fourth state.
        _ => format!(
            "this database is being made a copy of {other}: nothing is stored in it before that is done"
        ),
    }
}

impl Fault {
    /// The fault of an entry that does not fit its kind, and why.
    pub(crate) fn in_entry(table: &str, seq: u64, what: impl ToString) -> Fault {
        Fault::Damaged { table: table.to_owned(), place: format!("entry {seq}"), what: one_line(what) }
    }

    /// The table it is about, when it is of stored bytes.
    pub fn table(&self) -> Option<&str> {
        match self {
            Fault::Damaged { table, .. } | Fault::LostTail { table, .. } => Some(table),
            _ => None,
        }
    }

    /// The same fault with `path` instead of the copy's path.
    pub(super) fn about_file(mut self, file: &Path) -> Fault {
        // The copy lies in a temporary folder, whose name tells nobody anything.
        if let Fault::NotOurs { path, .. }
        | Fault::NewerSchema { path, .. }
        | Fault::OlderSchema { path, .. }
        | Fault::StrangeSchema { path, .. }
        | Fault::CannotWrite { path, .. } = &mut self
        {
            *path = file.display().to_string();
        }
        self
    }
}

/// Why an append did not happen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody appended first: read on from your head and try again.
    #[error("the log has moved on to {head}: read on and try again")]
    Conflict {
        /// The head now.
        head: Head,
    },
    /// This idempotency key was used before, for another command.
    #[error("the key {key} was used before for another content")]
    KeyReused {
        /// The key.
        key: String,
    },
    /// It cannot be stored.
    #[error(transparent)]
    Fault(#[from] Fault),
}
