//! Moving everything from one store to another, so that never more than one of them is played on.
//!
//! | step | here | there |
//! |---|---|---|
//! | [`Migration`] of the target is set | played on | arriving |
//! | that of the source is set; whoever has a lease there loses it | leaving | arriving |
//! | the rows are brought, chunk by chunk; both logs are checked | leaving | arriving |
//! | the source is left | moved | arriving |
//! | the target is opened | moved | played on |
//!
//! Each line is one transaction, which changes nothing where the store is not as the line before left it: another move may have
//! begun meanwhile, or this one been given up. A store is played on only where it has no [`Migration`]. Whatever interrupts
//! it, the same move goes on where it was; before the source is left it can be given up.

use super::chain::Head;
use super::fault::Fault;
use super::limits::{MOVED_AT_ONCE, MOVED_LINES_AT_ONCE};
use super::sql_value::SqlValue;
use super::store::Store;

/// A move that a store takes part in, for which it is not played on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// Its state.
    pub state: MigrationState,
    /// Its number, the same in both stores.
    pub number: String,
    /// The address of the other store, fit to be shown.
    pub other: String,
}

/// The state of a move, for one of its two stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MigrationState {
    /// It is being made a copy of the other.
    Arriving,
    /// The other is being made a copy of it.
    Leaving,
    /// The other is played on in its place.
    Moved,
}

impl MigrationState {
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            MigrationState::Arriving => "arriving",
            MigrationState::Leaving => "leaving",
            MigrationState::Moved => "moved",
        }
    }

    pub(super) fn of_stored(text: &str) -> Result<MigrationState, Fault> {
        let all = [MigrationState::Arriving, MigrationState::Leaving, MigrationState::Moved];
        all.into_iter().find(|state| state.as_str() == text).ok_or_else(|| {
            Fault::Io(format!("the database says that it is {text}, which no program says of it"))
        })
    }
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Number,
    Flag,
    Text,
    Bytes,
}

/// A row, in the order of its part's columns.
pub type ExportedRow = Vec<SqlValue<'static>>;

/// The rows of one table of the schema, which is the same in all stores.
#[derive(Debug)]
pub struct ExportedPart {
    /// Its name.
    pub name: &'static str,
    pub(super) columns: &'static [(&'static str, ColumnKind)],
    /// So many of the first columns are its key.
    pub(super) key: usize,
    /// True if the store numbers its rows, without ever reusing a number.
    pub(super) numbered: bool,
}

use ColumnKind::{Bytes, Flag, Number, Text};

const fn part(
    name: &'static str,
    key: usize,
    columns: &'static [(&'static str, ColumnKind)],
) -> ExportedPart {
    ExportedPart { name, columns, key, numbered: false }
}

const fn numbered(name: &'static str, columns: &'static [(&'static str, ColumnKind)]) -> ExportedPart {
    ExportedPart { name, columns, key: 1, numbered: true }
}

/// All parts except leases, in an order in which each refers only to earlier ones.
pub static PARTS: [ExportedPart; 17] = [
    part("packs", 1, &[("hash", Text), ("text", Text)]),
    numbered("tables", &[("id", Number), ("name", Text), ("pack", Text), ("seed", Bytes), ("partial", Text)]),
    part(
        "entries",
        2,
        &[
            ("table_id", Number),
            ("seq", Number),
            ("text", Text),
            ("kind", Text),
            ("at", Text),
            ("cause", Number),
            ("digest", Bytes),
            ("chain", Bytes),
        ],
    ),
    part("tables_of_players", 2, &[("player_id", Text), ("table_id", Number)]),
    part(
        "answers",
        1,
        &[("key", Text), ("content_hash", Text), ("answer_json", Text), ("at", Text), ("stored", Flag)],
    ),
    part(
        "players",
        1,
        &[
            ("id", Text),
            ("name", Text),
            ("lang", Text),
            ("zone", Text),
            ("channels", Text),
            ("quiet_from", Number),
            ("quiet_to", Number),
            ("direct", Flag),
            ("ladder", Text),
        ],
    ),
    part("aliases", 1, &[("id", Text), ("player_id", Text), ("at", Text)]),
    numbered("addresses", &[("id", Number), ("player_id", Text), ("kind", Text), ("value", Text)]),
    numbered(
        "notices",
        &[
            ("id", Number),
            ("table_id", Number),
            ("seq", Number),
            ("seat", Text),
            ("why", Text),
            ("planned_at", Text),
        ],
    ),
    numbered(
        "deliveries",
        &[
            ("id", Number),
            ("notice_id", Number),
            ("channel", Text),
            ("address_id", Number),
            ("attempts", Number),
            ("due_at", Text),
            ("ended_at", Text),
            ("outcome", Text),
            ("delivered", Flag),
        ],
    ),
    part("notes", 2, &[("door", Text), ("key", Text), ("body", Text)]),
    part("settings", 1, &[("table_id", Number), ("lang", Text), ("opened_by", Text), ("begun", Flag)]),
    part("alarms", 1, &[("table_id", Number), ("seq", Number), ("at", Text)]),
    part("club_log", 1, &[("place", Number), ("table_id", Number), ("seq", Number), ("text", Text)]),
    part("checkpoints", 1, &[("size", Number), ("at", Text), ("note", Text)]),
    part("receipts", 2, &[("table_id", Number), ("digest", Text), ("player_id", Text), ("sealed", Text)]),
    part("unlogged", 1, &[("table_id", Number), ("seq", Number)]),
];

/// A store that everything can be moved from and to.
pub trait Portable: Store {
    /// Its place, as it may be shown.
    fn place(&self) -> String;

    /// Why it is not played on; nothing, where it is.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    fn migration(&self) -> Result<Option<Migration>, Fault>;

    /// Changes the state, if it is still `from`. Returns whether it was. When it returns, no order, and nothing else, is being
    /// stored, unless the store is then in play.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be written.
    fn change_migration(&self, from: Option<&Migration>, to: Option<&Migration>) -> Result<bool, Fault>;

    /// The end of its last lease; `None` without leases.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    fn leased_until(&self) -> Result<Option<String>, Fault>;

    /// The obstacles to leaving it, such as a log that lost its end.
    ///
    /// # Errors
    /// That, or a [`Fault`] when it cannot be read.
    fn check_to_leave(&self) -> Result<(), Fault>;

    /// The number of rows of a part.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    fn count(&self, part: &ExportedPart) -> Result<u64, Fault>;

    /// The rows of a part after this key, by key, at most `limit`.
    ///
    /// # Errors
    /// [`Fault`] when they cannot be read.
    fn rows_after(
        &self,
        part: &ExportedPart,
        key: &[SqlValue<'_>],
        limit: usize,
    ) -> Result<Vec<ExportedRow>, Fault>;

    /// The greatest key of a part; empty where it has no rows.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    fn last_key(&self, part: &ExportedPart) -> Result<ExportedRow, Fault>;

    /// Adds rows to a part of a store, all or none; says whether it was `arriving`, without which none is added.
    ///
    /// # Errors
    /// [`Fault`] when they cannot be written.
    fn bring(
        &self,
        arriving: &Migration,
        part: &'static ExportedPart,
        rows: Vec<ExportedRow>,
    ) -> Result<bool, Fault>;

    /// The greatest number that a numbered part ever gave.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    fn numbered_to(&self, part: &ExportedPart) -> Result<i64, Fault>;

    /// Raises the next number of a numbered part to above this at least. Returns whether the store was `arriving`; otherwise
    /// nothing changes.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be written.
    fn number_on(&self, arriving: &Migration, part: &'static ExportedPart, after: i64)
    -> Result<bool, Fault>;
}

/// The progress of a move, for its observer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveProgress<'a> {
    /// A lease lasts until then, in the form of [`Entry::at`](super::Entry::at), and is waited for.
    Leased(&'a str),
    /// The new state of the store in this place; `None` if it is in play.
    Is(&'a str, Option<MigrationState>),
    /// So many rows of this part are there.
    Brought(&'static str, u64),
    /// The log of this table is the same in both.
    Checked(&'a str),
}

/// Called with the progress; an error of its own interrupts the move, which can be continued later.
pub type Told<'a> = dyn FnMut(MoveProgress<'_>) -> Result<(), Fault> + 'a;

/// Why a move does not begin or go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotMoved {
    /// The source was or is being moved elsewhere, or is arriving itself: where the other is.
    NotHere(Migration),
    /// The store in this place is not as this move left it: another one began meanwhile, or this one was given up.
    Overtaken(String),
    /// The target has tables or people of its own, or arrives from another source.
    Occupied,
    /// The copy differs from the source: the part or the table.
    Differs(String),
    /// It cannot be given up: the source has been left, and the target may be played on.
    TooLate,
    /// A store failed.
    Fault(Fault),
}

impl From<Fault> for NotMoved {
    fn from(fault: Fault) -> NotMoved {
        NotMoved::Fault(fault)
    }
}

/// Moves everything from one store to another, continuing an interrupted try of the same move. `number` is a new number, used
/// if the move begins; `wait` waits until a moment, in the form of [`Entry::at`](super::Entry::at), and returns the time.
///
/// # Errors
/// [`NotMoved`].
pub fn move_all(
    from: &dyn Portable,
    to: &dyn Portable,
    number: &str,
    wait: &mut dyn FnMut(&str) -> String,
    told: &mut Told<'_>,
) -> Result<(), NotMoved> {
    let (here, there) = (from.migration()?, to.migration()?);
    let of = |number: &str, state, other: &dyn Portable| Migration {
        state,
        number: number.to_owned(),
        other: other.place(),
    };
    let number = match (&here, &there) {
        (Some(here), there) if here.state != MigrationState::Leaving => {
            // Only the store that it was moved to may be opened in its place.
            let arriving = there.as_ref().filter(|there| arrives_from(there, here));
            let Some(arriving) = arriving.filter(|_| here.state == MigrationState::Moved) else {
                return Err(NotMoved::NotHere(here.clone()));
            };
            check(from, to, told)?;
            return open(to, arriving, told);
        }
        (Some(here), Some(there)) if arrives_from(there, here) => there.number.clone(),
        // The move to another target must be given up first.
        (Some(here), _) => return Err(NotMoved::NotHere(here.clone())),
        // An earlier try was given up and the source played on since, so anything it copied may be out of date.
        (None, Some(there))
            if there.state == MigrationState::Arriving && there.other == from.place() && is_empty(to)? =>
        {
            there.number.clone()
        }
        (None, None) if is_empty(to)? => number.to_owned(),
        (None, _) => return Err(NotMoved::Occupied),
    };
    from.check_to_leave()?;
    // A damaged log is found here, before either store is marked.
    check_logs(from, from, &mut |_| Ok(()))?;
    let arriving = of(&number, MigrationState::Arriving, from);
    set(to, there.as_ref(), Some(&arriving), told)?;
    // Until it was marked, a player may have opened a table there.
    if there.is_none() && !is_empty(to)? {
        to.change_migration(Some(&arriving), None)?;
        return Err(NotMoved::Occupied);
    }
    let leaving = of(&number, MigrationState::Leaving, to);
    let left = set(from, here.as_ref(), Some(&leaving), told);
    // The source is in another move, or this one was given up: the target becomes what it was.
    if matches!(left, Err(NotMoved::Overtaken(_))) {
        to.change_migration(Some(&arriving), there.as_ref())?;
    }
    left?;
    // The empty text is no moment to wait for, so this only asks for the time.
    let mut now = wait("");
    while let Some(until) = from.leased_until()?.filter(|until| *until > now) {
        told(MoveProgress::Leased(&until))?;
        now = wait(&until);
    }
    for part in &PARTS {
        bring(from, (to, &arriving), part, told)?;
    }
    // Numbers of rows that are gone must not come again: retries are recognised by them.
    for part in PARTS.iter().filter(|part| part.numbered) {
        let arrives = to.number_on(&arriving, part, from.numbered_to(part)?)?;
        arrives.then_some(()).ok_or_else(|| NotMoved::Overtaken(to.place()))?;
    }
    check(from, to, told)?;
    // The source first: of a move killed between the two, neither store is played on.
    set(from, Some(&leaving), Some(&of(&number, MigrationState::Moved, to)), told)?;
    open(to, &arriving, told)
}

/// Returns whether a store arrives by the move that the other leaves, or left, by.
fn arrives_from(there: &Migration, here: &Migration) -> bool {
    there.state == MigrationState::Arriving && there.number == here.number
}

/// Takes a store from one step to the next, which an equal try that was interrupted may have taken already.
fn set(
    store: &dyn Portable,
    from: Option<&Migration>,
    to: Option<&Migration>,
    told: &mut Told<'_>,
) -> Result<(), NotMoved> {
    if !store.change_migration(from, to)? && store.migration()?.as_ref() != to {
        return Err(NotMoved::Overtaken(store.place()));
    }
    Ok(told(MoveProgress::Is(&store.place(), to.map(|to| to.state)))?)
}

/// From here on a store is played on.
fn open(store: &dyn Portable, arriving: &Migration, told: &mut Told<'_>) -> Result<(), NotMoved> {
    set(store, Some(arriving), None, told)
}

/// Gives up a move to the store in the place `to` before its source was left: it is played on again. The target stays as far as it
/// came, and is not.
///
/// # Errors
/// [`NotMoved`].
pub fn give_up(from: &dyn Portable, to: &str) -> Result<(), NotMoved> {
    match from.migration()? {
        Some(here) if here.state == MigrationState::Moved => Err(NotMoved::TooLate),
        Some(here) if here.state == MigrationState::Leaving && here.other == to => {
            set(from, Some(&here), None, &mut |_| Ok(()))
        }
        Some(here) => Err(NotMoved::NotHere(here)),
        // No move, or one that an interrupted try has given up already.
        None => Ok(()),
    }
}

/// Returns whether a store has nothing that a move copies.
///
/// # Errors
/// [`Fault`] when it cannot be read.
pub fn is_empty(store: &dyn Portable) -> Result<bool, Fault> {
    for part in &PARTS {
        if store.count(part)? > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Copies the missing rows of a part. The source does not change meanwhile, and each chunk is copied completely or not at all.
fn bring(
    from: &dyn Portable,
    (to, arriving): (&dyn Portable, &Migration),
    part: &'static ExportedPart,
    told: &mut Told<'_>,
) -> Result<(), NotMoved> {
    let mut key = to.last_key(part)?;
    loop {
        let rows = from.rows_after(part, &key, MOVED_AT_ONCE)?;
        let Some(last) = rows.last() else { break };
        key = last[..part.key].to_vec();
        if !to.bring(arriving, part, rows)? {
            return Err(NotMoved::Overtaken(to.place()));
        }
        told(MoveProgress::Brought(part.name, to.count(part)?))?;
    }
    Ok(())
}

/// Checks that both stores hold the same, and every log in both.
fn check(from: &dyn Portable, to: &dyn Portable, told: &mut Told<'_>) -> Result<(), NotMoved> {
    for part in &PARTS {
        let mut key = ExportedRow::new();
        loop {
            let rows = from.rows_after(part, &key, MOVED_AT_ONCE)?;
            if rows != to.rows_after(part, &key, MOVED_AT_ONCE)? {
                return Err(NotMoved::Differs(part.name.to_owned()));
            }
            let Some(last) = rows.last() else { break };
            key = last[..part.key].to_vec();
        }
    }
    check_logs(from, to, told)
}

/// Checks every log in both stores: each entry's digest and chain value, and that both have the same head, seed and pack.
fn check_logs(from: &dyn Portable, to: &dyn Portable, told: &mut Told<'_>) -> Result<(), NotMoved> {
    for summary in from.tables()? {
        let table = &summary.table;
        let same = checked_head(from, table)? == checked_head(to, table)?
            && to.table(table)?.as_ref() == Some(&summary)
            && from.seed(table)? == to.seed(table)?
            && from.pack(&summary.pack)? == to.pack(&summary.pack)?;
        if !same {
            return Err(NotMoved::Differs(table.clone()));
        }
        told(MoveProgress::Checked(table))?;
    }
    Ok(())
}

/// The head of a table all of whose lines were checked.
fn checked_head(store: &dyn Portable, table: &str) -> Result<Head, Fault> {
    let head = store.stored_head(table)?;
    let mut from = 1;
    while from <= head.seq {
        let to = head.seq.min(from + MOVED_LINES_AT_ONCE - 1);
        if store.read_line_range(table, from..=to)?.len() as u64 != to - from + 1 {
            let place = format!("entries {from} to {to}");
            return Err(Fault::Damaged {
                table: table.to_owned(),
                place,
                what: "some are missing".to_owned(),
            });
        }
        from = to + 1;
    }
    Ok(head)
}
