//! What decided a game that is over, in words: what choices and dice were worth to a seat.

use std::num::NonZeroU32;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use super::{ClubError, GameWords};
use crate::book::count;
use crate::bots::post_mortem::{DecisionMade, PostMortem, Swing, post_mortem};
use crate::game::Seat;
use crate::games::Playable;
use crate::report::{Phrases, Weight};
use crate::table::history::{Course, History};
use crate::table::{Platform, TableFault};

/// The default time limit, in seconds.
const USUAL_SECONDS: u32 = 2;
/// Playouts of the short form, shared among all orders: they take a second or two.
const PLAYOUTS: u32 = 4_000;
/// Most playouts of an order there.
const MOST_AN_ORDER: u32 = 50;

/// Until when it may be worked out.
pub struct Bound<'a> {
    platform: &'a dyn Platform,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    seconds: u32,
    /// The longest time that a player may ask for at this door, in seconds.
    most: u32,
}

impl<'a> Bound<'a> {
    /// A limit that starts now: the number of seconds after the words, at most the door's.
    pub fn of(platform: &'a dyn Platform, longest_seconds: u32, what: &[String]) -> Bound<'a> {
        let most = longest_seconds.max(USUAL_SECONDS);
        let asked = what.last().and_then(|word| count(word)).and_then(|count| u32::try_from(count).ok());
        let seconds = asked.unwrap_or(USUAL_SECONDS).clamp(1, most);
        let from = platform.now();
        Bound { platform, from, until: from + TimeDelta::seconds(seconds.into()), seconds, most }
    }

    /// Progress in percent, by the playouts or by the time.
    fn percent(&self, done: usize, all: usize) -> u32 {
        let passed = (self.platform.now() - self.from).num_milliseconds().max(0);
        // Milliseconds over ten times the seconds are percent.
        let by_time = passed / (10 * i64::from(self.seconds.max(1)));
        let by_playouts = done.saturating_mul(100) / all.max(1);
        by_playouts.max(usize::try_from(by_time).unwrap_or(0)).min(100) as u32
    }

    fn holds(&self) -> bool {
        self.platform.now() < self.until
    }
}

/// What decided a game.
pub struct Decided {
    /// The entry of each order.
    pub entries: Vec<u64>,
    /// The worth of each choice and roll.
    pub found: PostMortem,
}

/// The row that says what decided a game, with chances in thousandths.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields are the documented keys of `replay --post-mortem --json`")]
pub struct DecidedRow {
    pub seat: Seat,
    pub playouts: NonZeroU32,
    pub before: i32,
    pub after: i32,
    pub own: i32,
    pub own_error: i32,
    pub others: i32,
    pub others_error: i32,
    pub dice: i32,
    pub decisions: Vec<DecisionRow>,
}

/// An order there.
#[derive(Serialize)]
#[expect(missing_docs, reason = "as those of the row")]
pub struct DecisionRow {
    pub entry: u64,
    pub seat: Seat,
    pub before: i32,
    pub ordered: i32,
    pub after: i32,
    pub error: i32,
}

impl Decided {
    /// The choices and dice that decided a game, as chances of `seat` or of the first seat to order, by this many playouts of
    /// each order. `None` if no computer plays the game, or if the game does not reach its end.
    pub fn of<G: Playable>(
        game: &G,
        course: Course<G::State>,
        seat: Option<Seat>,
        playouts: NonZeroU32,
        goes_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<Decided> {
        let (entries, decisions): (Vec<u64>, Vec<DecisionMade<G::State>>) = course
            .orders
            .into_iter()
            .map(|it| (it.seq, DecisionMade { state: it.state, seat: it.seat, order: it.order }))
            .unzip();
        let seat = seat.or_else(|| decisions.first().map(|decision| decision.seat))?;
        let found = post_mortem(game, seat, &decisions, &course.end, (playouts, goes_on), course.digest)?;
        Some(Decided { entries, found })
    }

    /// It, as a row.
    pub fn row(&self, playouts: NonZeroU32) -> DecidedRow {
        let found = &self.found;
        let decision = |(entry, swing): (&u64, &Swing)| DecisionRow {
            entry: *entry,
            seat: swing.by,
            before: swing.before,
            ordered: swing.ordered,
            after: swing.after,
            error: swing.error,
        };
        let ((own, own_error), (others, others_error)) = (found.choices(true), found.choices(false));
        DecidedRow {
            seat: found.seat,
            playouts,
            before: found.before(),
            after: found.after(),
            own,
            own_error,
            others,
            others_error,
            dice: found.dice(),
            decisions: self.entries.iter().zip(&found.swings).map(decision).collect(),
        }
    }

    /// The orders that were felt, a line each, between a heading and the sentence of [`Decided::sum`]. `order` words the order
    /// of an entry by a seat.
    ///
    /// # Errors
    /// Those of `order`.
    pub(super) fn lines(
        &self,
        phrases: &Phrases<'_>,
        playouts: NonZeroU32,
        order: impl Fn(u64, Seat) -> Result<String, ClubError>,
    ) -> Result<Vec<String>, ClubError> {
        let head = [("seat", phrases.seat(self.found.seat).into()), ("playouts", playouts.get().into())];
        let mut lines = vec![phrases.say("post-mortem-of", &head)];
        let swings = self.entries.iter().zip(&self.found.swings);
        for (seq, swing) in swings.filter(|(_, swing)| swing.is_felt()) {
            let args = [
                ("order", order(*seq, swing.by)?.into()),
                ("before", whole(swing.before).into()),
                ("after", whole(swing.after).into()),
                ("choice", points(swing.choice()).into()),
                ("dice", points(swing.dice()).into()),
            ];
            let text = phrases.say("post-mortem-swing", &args);
            lines.push(phrases.say("dice-row", &[("seq", (*seq).into()), ("text", text.into())]));
        }
        lines.push(self.sum(phrases));
        Ok(lines)
    }

    /// The value of choices and dice in all, in one sentence.
    pub fn sum(&self, phrases: &Phrases<'_>) -> String {
        let found = &self.found;
        let (own, others) = (found.choices(true), found.choices(false));
        let args = [
            ("seat", phrases.seat(found.seat).into()),
            ("before", whole(found.before()).into()),
            ("after", whole(found.after()).into()),
            ("own", points(own.0).into()),
            ("own-error", whole(own.1).into()),
            ("others", points(others.0).into()),
            ("others-error", whole(others.1).into()),
            ("dice", points(found.dice()).into()),
        ];
        let sum = phrases.say("post-mortem-sum", &args);
        match found.is_whole {
            true => sum,
            false => phrases.after(&sum, &phrases.say("post-mortem-rough", &[])),
        }
    }
}

/// The text of `show decided`: the sentence of [`Decided::sum`] from few playouts, as chances of `seat` or of the first seat to
/// order; or why there is none. If the player asked for more than the usual time, `watch` gets the progress in percent and
/// decides whether to go on.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn shown<G: Playable>(
    game_words: &GameWords,
    seat: Option<Seat>,
    past: impl FnOnce() -> Result<History<G>, TableFault>,
    (bound, watch): (&Bound<'_>, &mut dyn FnMut(u32) -> bool),
) -> Result<Vec<(Weight, String)>, ClubError> {
    let (mut history, phrases) = (past()?, game_words.phrases());
    let plain = |text: String| Ok(vec![(Weight::Plain, text)]);
    let Some(course) = history.course()? else { return plain(phrases.say("post-mortem-not-over", &[])) };
    let orders = u32::try_from(course.orders.len()).unwrap_or(u32::MAX).max(1);
    let playouts = NonZeroU32::MIN.saturating_add((PLAYOUTS / orders).min(MOST_AN_ORDER).saturating_sub(1));
    let table = history.table().to_owned();
    let mut stopped = false;
    let mut goes_on = |done, all| {
        stopped = bound.seconds > USUAL_SECONDS && !watch(bound.percent(done, all));
        !stopped && bound.holds()
    };
    let decided = Decided::of(history.game(), course, seat, playouts, &mut goes_on);
    if decided.is_none() && stopped {
        return plain(phrases.say("post-mortem-stopped-early", &[]));
    }
    if decided.is_none() && !bound.holds() {
        let key =
            if bound.most > bound.seconds { "post-mortem-too-long-here" } else { "post-mortem-too-long" };
        let args = [("seconds", bound.seconds.into()), ("most", bound.most.into()), ("table", table.into())];
        return plain(phrases.say(key, &args));
    }
    plain(decided.map_or_else(|| phrases.say("post-mortem-none", &[]), |decided| decided.sum(&phrases)))
}

/// Thousandths as whole points.
fn whole(thousandths: i32) -> String {
    // Division cuts off, so half a point is added away from zero.
    ((thousandths + 5 * thousandths.signum()) / 10).to_string()
}

/// The same with a sign.
fn points(thousandths: i32) -> String {
    match whole(thousandths) {
        none if none == "0" => none,
        fewer if fewer.starts_with('-') => fewer.replace('-', "−"),
        more => format!("+{more}"),
    }
}
