//! The schema: creating it, and the checks before a database is used.

use include_dir::{Dir, File, include_dir};
use tokio_postgres::error::SqlState;

use super::{PostgresStore, column};
use crate::log::fault::Fault;

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations/postgres");

/// The rights of the serving role.
const RIGHTS: &str = "rights.sql";

/// A query for the presence of a schema.
const THERE: &str = "SELECT to_regclass('wardroom.schema') IS NOT NULL";

/// The rights from `rights.sql` that the calling role lacks.
const LACKING: &str = "SELECT may, name FROM unnest(ARRAY['SELECT', 'INSERT']) may,
    unnest(ARRAY['packs', 'tables', 'entries', 'tables_of_players', 'club_log', 'checkpoints']) name
    WHERE NOT has_table_privilege('wardroom.' || name, may)
  UNION ALL SELECT may, name FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) may,
    unnest(ARRAY['answers', 'players', 'aliases', 'addresses', 'notices', 'deliveries', 'leases', 'notes', 'settings', 'alarms', 'receipts', 'unlogged']) name
    WHERE NOT has_table_privilege('wardroom.' || name, may)";

/// Held while the schema is changed: `WRM1`.
const LOCK: i64 = 0x5752_4D31;

/// The steps of the schema, oldest first: all files whose names begin with a number.
fn steps() -> Vec<&'static str> {
    let mut files: Vec<&File<'_>> =
        MIGRATIONS.files().filter(|file| !file.path().ends_with(RIGHTS)).collect();
    files.sort_by_key(|file| file.path());
    files.into_iter().filter_map(File::contents_utf8).collect()
}

pub(super) fn known_version() -> i32 {
    i32::try_from(steps().len()).unwrap_or(i32::MAX)
}

/// The result of a migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The old version of the schema: 0 if there was none.
    pub before: i32,
    /// The version it has.
    pub now: i32,
    /// The oldest version whose programs work on it.
    pub oldest: i32,
}

impl PostgresStore {
    /// Checks that this program works on the present schema.
    pub(super) fn check_schema(&self) -> Result<(), Fault> {
        let (path, known) = (self.shared.shown.clone(), known_version());
        match self.versions()? {
            Some((_, oldest)) if oldest > known => {
                Err(Fault::NewerSchema { path, found: oldest.into(), known: known.into() })
            }
            // The same schema, or a newer one that still admits this program, as during a rollout.
            Some((version, _)) if version >= known => Ok(()),
            older => {
                let found = older.map_or(0, |(version, _)| version);
                Err(Fault::NotMigrated { database: path, found: found.into(), known: known.into() })
            }
        }
    }

    /// The version of the schema, and the oldest version whose programs work on it; `None` without a schema.
    fn versions(&self) -> Result<Option<(i32, i32)>, Fault> {
        let there: Vec<bool> = self.list(THERE, &[], |row| row.try_get(0))?;
        if there != [true] {
            return Ok(None);
        }
        let sql = "SELECT max(version), max(oldest) FROM wardroom.schema HAVING max(version) IS NOT NULL";
        let versions = self.list(sql, &[], |row| Ok((row.try_get(0)?, row.try_get(1)?)))?;
        Ok(versions.into_iter().next())
    }

    /// Checks that the role may add to the log and nothing more.
    pub(super) fn check_role(&self) -> Result<(), Fault> {
        let sql = "SELECT current_user::text FROM pg_class WHERE oid IN
                     ('wardroom.entries'::regclass, 'wardroom.tables'::regclass, 'wardroom.packs'::regclass)
                   AND (pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))";
        match self.list(sql, &[], |row| row.try_get(0))?.into_iter().next() {
            Some(role) => Err(Fault::Powerful { database: self.shared.shown.clone(), role }),
            None => Ok(()),
        }
    }

    /// Checks that the role may do all that orders need.
    pub(super) fn check_rights(&self) -> Result<(), Fault> {
        let lacking = self.list(LACKING, &[], |row| {
            Ok(format!("{} {}", row.try_get::<_, String>(0)?, row.try_get::<_, String>(1)?))
        });
        match lacking?.into_iter().next() {
            Some(what) => Err(Fault::Unfit(format!(
                "the role that plays in {} may not {what}: `wardroom migrate --serving ROLE`, typed as the role that owns the \
                 database, gives it its rights",
                self.shared.shown
            ))),
            None => Ok(()),
        }
    }

    /// Carries out the steps that are missing, in one transaction, one process at a time.
    pub(super) fn bring_up_to_date(&self, serving: Option<&str>) -> Result<Migrated, Fault> {
        let known = known_version();
        let rights = MIGRATIONS.get_file(RIGHTS).and_then(File::contents_utf8).unwrap_or_default();
        self.in_transaction(|tx| {
            // The process that waits for it waits as long as that takes.
            tx.batch("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")?;
            tx.row("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
            let there = tx.row(THERE, &[])?;
            let before: i32 = match column(&there, 0)? {
                true => {
                    let found = tx.row("SELECT coalesce(max(version), 0) FROM wardroom.schema", &[])?;
                    column(&found, 0)?
                }
                false => 0,
            };
            if before > known {
                let path = self.shared.shown.clone();
                return Err(Fault::NewerSchema { path, found: before.into(), known: known.into() });
            }
            for step in steps().into_iter().skip(usize::try_from(before).unwrap_or_default()) {
                tx.batch(step)?;
            }
            if let Some(serving) = serving {
                let found = tx.row("SELECT quote_ident($1), $1::text = current_user::text", &[&serving])?;
                if column(&found, 1)? {
                    return Err(owns(serving));
                }
                // GRANT takes no parameters, so the server has quoted the name above.
                let role: String = column(&found, 0)?;
                tx.batch(&rights.replace("$role", &role)).map_err(|fault| {
                    match tx.answers_for(&SqlState::UNDEFINED_OBJECT) {
                        true => no_role(serving),
                        false => fault,
                    }
                })?;
            }
            let oldest = tx.row("SELECT max(oldest) FROM wardroom.schema", &[])?;
            Ok(Migrated { before, now: known, oldest: column(&oldest, 0)? })
        })
    }
}

fn owns(role: &str) -> Fault {
    Fault::Unfit(format!(
        "{role} is the role that owns the database, and needs no rights: leave --serving out, and say `single_role = true` where it is to \
         play as well"
    ))
}

fn no_role(role: &str) -> Fault {
    Fault::Unfit(format!("there is no role {role}: make it first, with CREATE ROLE and LOGIN"))
}
