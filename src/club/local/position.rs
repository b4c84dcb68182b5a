//! A table as it stands, for a reader at this machine.

use std::sync::Arc;

use serde::Serialize;

use super::no_such_step::NoSuchStep;
use super::{Awaited, LocalTables};
use crate::club::known::name_of;
use crate::club::picture::since_last_order;
use crate::club::zone::zone_of;
use crate::club::{ClubError, GameWords, ending};
use crate::game::{Seat, Viewer};
use crate::games::{Playable, Subject};
use crate::log::players::Player;
use crate::pace::Zone;
use crate::picture::{END, Scene, Theme};
use crate::report::{GameReport, Weight};
use crate::table::{Caller, History, OpenConsent, OpenPrompt, Readiness, SeatHolding, Table};

/// A seat that the game waits for, as a reader may know of it: another seat's question is hidden, its time is not.
#[derive(Serialize)]
#[serde(untagged)]
pub enum SeenPrompt {
    /// With its question.
    Whole(OpenPrompt),
    /// Without it.
    Hidden {
        /// The seat.
        seat: Seat,
        /// The number of the question.
        number: u64,
    },
}

/// The seats that the game waits for, as `viewer` may see them.
pub(super) fn seen_by<'a>(asked: impl Iterator<Item = &'a OpenPrompt>, viewer: Viewer) -> Vec<SeenPrompt> {
    let sees = |asked: &OpenPrompt| match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => seat == asked.prompt.seat,
        Viewer::Spectator => false,
    };
    let seen = |asked: &OpenPrompt| match sees(asked) {
        true => SeenPrompt::Whole(asked.clone()),
        false => SeenPrompt::Hidden { seat: asked.prompt.seat, number: asked.number },
    };
    asked.map(seen).collect()
}

/// A table as a row.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields are the documented keys of `show --json`")]
pub struct PositionRow<V, S> {
    pub table: String,
    pub game: &'static str,
    pub practice: bool,
    pub peeks: u32,
    pub closed: Option<String>,
    pub over: bool,
    pub head: String,
    pub asked: Vec<SeenPrompt>,
    pub pending: Option<OpenConsent>,
    pub readiness: Option<Readiness>,
    pub seats: Vec<SeatHolding>,
    pub view: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<S>,
}

/// A table as it stands.
pub struct TablePosition<G: Playable> {
    /// It, as a row.
    pub row: PositionRow<G::View, G::State>,
    /// Its game.
    pub game: Arc<G>,
    viewer: Viewer,
    /// The seats and players it waits for; `None` for a player alone at a table without a pace.
    awaited: Option<Awaited>,
}

impl<G: Playable> LocalTables<G> {
    /// Checks that a table can be read: one that cannot be folded is not looked at.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn check_readable(&self, table: &str) -> Result<(), ClubError> {
        Ok(self.tables.look(table, |_| ())?)
    }

    /// A table as `viewer` may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn position(&self, table: &str, viewer: Viewer) -> Result<TablePosition<G>, ClubError> {
        self.position_with(table, viewer, None)
    }

    /// A table with all that is hidden; the look of `caller` at it is recorded first.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn peek_position(
        &self,
        table: &str,
        (caller, what): (&Caller, &str),
    ) -> Result<TablePosition<G>, ClubError> {
        let state = self.tables.peek_state(table, caller, what)?;
        self.position_with(table, Viewer::All, Some(state))
    }

    fn position_with(
        &self,
        table: &str,
        viewer: Viewer,
        state: Option<G::State>,
    ) -> Result<TablePosition<G>, ClubError> {
        let now = self.platform.now();
        let position = |table: &Table<G>| {
            // A peek shows everything, even to a spectator.
            let view = match &state {
                Some(state) => table.game().view(state, Viewer::All),
                None => table.view(viewer),
            };
            let reader = table.closed().map_or(viewer, |_| Viewer::All);
            let is_awaited = table.all_seats().nth(1).is_some() || table.terms().has_pace();
            let awaited = is_awaited.then(|| Awaited::at(self.store(), table, now));
            Ok::<_, ClubError>(TablePosition {
                row: PositionRow {
                    table: table.id().to_owned(),
                    game: G::NAME,
                    practice: table.opened().practice,
                    peeks: table.peeks(),
                    closed: table.closed().map(str::to_owned),
                    over: table.is_over(),
                    head: table.head().to_string(),
                    asked: seen_by(table.waited_for(), reader),
                    pending: table.pending(),
                    readiness: table.readiness(),
                    seats: table.places().collect(),
                    view,
                    state: state.clone(),
                },
                game: table.game().clone(),
                viewer: reader,
                awaited: awaited.transpose()?,
            })
        };
        self.tables.look(table, position)?
    }

    /// A position in words, by the clocks of its reader.
    ///
    /// # Errors
    /// A table or people that cannot be read.
    pub fn position_in_words(
        &self,
        position: &TablePosition<G>,
        game_words: &GameWords,
        reader: Option<&Player>,
    ) -> Result<Vec<(Weight, String)>, ClubError> {
        let (row, phrases) = (&position.row, game_words.phrases());
        let key = if row.practice { "read-top-practice" } else { "read-top" };
        let args = [
            ("table", row.table.as_str().into()),
            ("peeks", row.peeks.into()),
            ("head", row.head.as_str().into()),
        ];
        let mut lines = vec![(Weight::Plain, phrases.say(key, &args))];
        if row.over || row.closed.is_some() {
            lines.extend(ending::page(game_words, &self.past(&row.table, position.viewer)?, None)?);
        }
        lines.extend(position.game.report(phrases).board(&row.view));
        let name = |id: &str| name_of(self.store(), &phrases, id).unwrap_or_default();
        let zone = reader.map_or(Zone::UTC, zone_of);
        let waits = position.awaited.iter().flat_map(|awaited| awaited.lines(&phrases, &zone, &name));
        lines.extend(waits.map(|line| (Weight::Plain, line)));
        Ok(lines)
    }

    /// The picture of a table at an entry, or now.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn picture(
        &self,
        (table, viewer): (&str, Viewer),
        at: Option<u64>,
        (kind, theme): (Option<&str>, &'static Theme),
        words: impl FnOnce(&G) -> Result<GameWords, ClubError>,
    ) -> Result<Result<TablePicture, NoSuchStep>, ClubError> {
        let mut history = self.past(table, viewer)?;
        if let Some(seq) = at {
            if !(1..=history.last()).contains(&seq) {
                return Ok(Err(NoSuchStep::Entry { at: seq, of: history.last() }));
            }
            history.go(seq)?;
        }
        let game_words = words(history.game())?;
        picture_of(&history, viewer, (kind, theme), &game_words).map(Ok)
    }
}

/// A picture of a table.
pub struct TablePicture {
    /// The entry after which it shows the table.
    pub at: u64,
    /// The kinds of picture that the position has, the best first.
    pub kinds: Vec<&'static str>,
    /// The kind that was asked for, else the best; empty where there is none.
    pub kind: String,
    /// It; `None` where the position has none of this kind.
    pub scene: Option<Scene>,
}

fn picture_of<G: Playable>(
    history: &History<G>,
    viewer: Viewer,
    (kind, theme): (Option<&str>, &'static Theme),
    game_words: &GameWords,
) -> Result<TablePicture, ClubError> {
    let view = history.view();
    let kinds = history.game().pictures(&view);
    let wanted = kind.or(kinds.first().copied());
    let lines = match wanted {
        Some(END) => history.lines(0)?,
        _ => since_last_order(history.at(), viewer, |after| history.lines(after))?,
    };
    let facts = game_words.facts(&lines)?;
    let awaited = history.seats_awaited();
    let subject = Subject { reader: history.viewer().seat(), view: &view, facts: &facts, awaited: &awaited };
    let scene = wanted
        .filter(|kind| kinds.contains(kind))
        .and_then(|kind| history.game().picture(kind, &subject, game_words.phrases(), theme));
    Ok(TablePicture { at: history.at(), kinds, kind: wanted.unwrap_or_default().to_owned(), scene })
}
