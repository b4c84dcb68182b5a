//! One statement, written once, and its text for each of the two databases.
//!
//! It is written as PostgreSQL reads it. For SQLite the schema's name goes, and `$1` becomes `?1`. Two forms are this
//! program's own, because the databases say the same thing otherwise:
//!
//! | form | meaning |
//! |---|---|
//! | `server_time($3)` | the moment `$3` of the caller's clock, by the clock that leases expire by |
//! | `IN ids_of($1)` | any id of the player `$1` |

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Seconds within which two clocks count as equal: a statement may be under way that long.
const SAME_CLOCK_SECONDS: u32 = 2;
/// The form that reads the clock.
const SERVER_TIME: &str = "server_time($";
/// The form for a player under any of their ids.
const IDS_OF: &str = "IN ids_of($";

/// A statement. One that only one of the databases needs does nothing in the other.
#[derive(Debug)]
pub(in crate::log) struct Statement {
    source: Source,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
}

#[derive(Debug)]
enum Source {
    Both(Cow<'static, str>),
    Each { sqlite: Cow<'static, str>, postgres: Cow<'static, str> },
    Sqlite(&'static str),
    Postgres(&'static str),
}

impl Statement {
    const fn new(source: Source) -> Statement {
        Statement { source, sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }

    /// One text for both.
    pub(super) const fn both(text: &'static str) -> Statement {
        Statement::new(Source::Both(Cow::Borrowed(text)))
    }

    /// A text for each, where they differ in more than the forms above.
    pub(super) const fn each(sqlite: &'static str, postgres: &'static str) -> Statement {
        Statement::new(Source::Each { sqlite: Cow::Borrowed(sqlite), postgres: Cow::Borrowed(postgres) })
    }

    /// A statement for SQLite alone.
    pub(super) const fn sqlite_only(text: &'static str) -> Statement {
        Statement::new(Source::Sqlite(text))
    }

    /// A statement for PostgreSQL alone.
    pub(super) const fn postgres_only(text: &'static str) -> Statement {
        Statement::new(Source::Postgres(text))
    }

    /// As [`Statement::both`], of a text made as the program runs.
    pub(super) fn made(text: String) -> Statement {
        Statement::new(Source::Both(Cow::Owned(text)))
    }

    /// As [`Statement::each`], of texts made as the program runs.
    pub(super) fn made_each(sqlite: String, postgres: String) -> Statement {
        Statement::new(Source::Each { sqlite: Cow::Owned(sqlite), postgres: Cow::Owned(postgres) })
    }

    /// The text for SQLite; `None` where it does nothing there.
    pub fn sqlite(&self) -> Option<&str> {
        let text = match &self.source {
            Source::Both(text) | Source::Each { sqlite: text, .. } => text,
            Source::Sqlite(text) => *text,
            Source::Postgres(_) => return None,
        };
        Some(self.sqlite.get_or_init(|| for_sqlite(text)).as_str())
    }

    /// The text for PostgreSQL; `None` where it does nothing there.
    pub fn postgres(&self) -> Option<&str> {
        let text = match &self.source {
            Source::Both(text) | Source::Each { postgres: text, .. } => text,
            Source::Postgres(text) => *text,
            Source::Sqlite(_) => return None,
        };
        Some(self.postgres.get_or_init(|| for_postgres(text)).as_str())
    }

    /// True if PostgreSQL gets the caller's clock, as one more value after the others.
    #[cfg(feature = "postgres")]
    pub(in crate::log) fn reads_clock(&self) -> bool {
        match &self.source {
            Source::Both(text) | Source::Each { postgres: text, .. } => text.contains(SERVER_TIME),
            Source::Sqlite(text) | Source::Postgres(text) => text.contains(SERVER_TIME),
        }
    }
}

fn for_sqlite(text: &str) -> String {
    let text = text.replace("wardroom.", "");
    // A file has no clock of its own: its leases expire by the caller's.
    let text = each_form(&text, SERVER_TIME, |number| format!("${number}"));
    let text = each_form(&text, IDS_OF, |number| {
        format!("IN (SELECT ${number} UNION ALL SELECT id FROM aliases WHERE player_id = ${number})")
    });
    let mut numbered = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        let is_place = next == '$' && rest.peek().is_some_and(char::is_ascii_digit);
        numbered.push(if is_place { '?' } else { next });
    }
    numbered
}

fn for_postgres(text: &str) -> String {
    let places = (1..).take_while(|number| text.contains(&format!("${number}"))).count();
    let clock = format!("${}", places + 1);
    let text = each_form(text, SERVER_TIME, |number| by_server(&format!("${number}"), &clock));
    // An array, and not `IN (SELECT …)`, for which the planner reads the whole table.
    each_form(&text, IDS_OF, |number| {
        format!("= ANY (ARRAY(SELECT id FROM wardroom.aliases WHERE player_id = ${number}) || ${number})")
    })
}

/// A moment of the caller's clock by the server's clock. Both are parameters: the moment, and the caller's clock.
///
/// Machines have clocks of their own, and leases expire by the server's. The server shifts a moment by the error of the
/// caller's clock, which it computes from that clock's time when the statement was sent.
fn by_server(moment: &str, clock: &str) -> String {
    let off = format!("(clock_timestamp() - {clock}::text::timestamptz)");
    format!(
        r#"CASE WHEN abs(extract(epoch FROM {off})) < {SAME_CLOCK_SECONDS} THEN {moment}
                ELSE to_char(({moment}::text::timestamptz + {off}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END"#
    )
}

/// The text with each `form`, up to its closing bracket, replaced by what `put` makes of the number in it.
fn each_form(text: &str, form: &str, put: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(form);
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or((part, ""));
        // Writing to a string cannot fail.
        let _ = write!(made, "{}{rest}", put(number));
    }
    made
}

/// Declares statements, and `LIST`, which has them all.
macro_rules! statements {
    ($($(#[$doc:meta])* $vis:vis $name:ident = $make:ident($($text:expr),+ $(,)?);)+) => {
        $($(#[$doc])* $vis static $name: $crate::log::sql::Statement = $crate::log::sql::Statement::$make($($text),+);)+
        /// The statements above, by name.
        pub(super) static LIST: &[(&str, &$crate::log::sql::Statement)] = &[$((stringify!($name), &$name)),+];
    };
}
pub(super) use statements;
