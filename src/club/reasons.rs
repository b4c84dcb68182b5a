//! The reasons for a computer player's order. They are not stored: it thinks again, from what it saw then and with the same
//! dice. They are shown only once everybody may see everything it saw.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::known::name_of;
use super::strength::{COMPUTER, strength_of};
use super::thought::{self, ComputerKey, dice_key};
use super::{ClubError, GameWords};
use crate::bots::{ComputerId, PLAYER_VERSION, Strength, Thought, WeighedOrder};
use crate::game::{Options, OrderForm, Seat, Viewer};
use crate::games::Playable;
use crate::log::{Entry, PlayEvent, TableEvent};
use crate::report::GameReport;
use crate::table::{Table, Tables};
use crate::view::{self, VisibleEntry};

/// Why a computer player gave the order of entry `entry`, or the last one that may be explained, a line each.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn reasons_in_words<G: Playable>(
    tables: &Tables<G>,
    now: &Table<G>,
    game_words: &GameWords,
    key: Option<&ComputerKey>,
    entry: Option<u64>,
) -> Result<Vec<String>, ClubError> {
    let asked = Question { tables, now, game_words, key };
    let seen = asked.seen_by(now.closed().map_or(now.public_viewer(), |_| Viewer::All))?;
    let say = |key: &str| Ok(vec![game_words.phrases().say(key, &[])]);
    let Some(seq) = entry else {
        let mut orders = seen.iter().filter_map(order_of).rev().peekable();
        if orders.peek().is_none() {
            return say("reasons-no-computer");
        }
        for order in orders {
            if asked.is_open(&seen, &order)? {
                return asked.explained(&order);
            }
        }
        return say("reasons-none-yet");
    };
    let line = seq.checked_sub(1).and_then(|at| seen.get(usize::try_from(at).ok()?));
    let say = |key: &str| Ok(vec![game_words.phrases().say(key, &[("entry", seq.into())])]);
    match line.map(|line| (line, order_of(line))) {
        Some((_, Some(order))) if asked.is_open(&seen, &order)? => asked.explained(&order),
        // For a sealed order, do not even say whether a computer gave it.
        Some((_, Some(_)) | (VisibleEntry::Sealed { .. }, None)) => say("reasons-not-yet"),
        _ => say("reasons-not-of-computer"),
    }
}

/// An order that came through the door of computer players.
struct ComputerOrder<'a> {
    entry: &'a Entry,
    seat: Seat,
    player: &'a str,
    prompt: u64,
    form: OrderForm,
}

/// The order in a line, where it is a computer player's.
fn order_of(line: &VisibleEntry) -> Option<ComputerOrder<'_>> {
    let entry = line.entry().filter(|entry| entry.door.as_deref() == Some(COMPUTER))?;
    let by = entry.by.as_ref()?;
    let Ok(Some(TableEvent::Play(PlayEvent::OrderGiven { prompt, order }))) = entry.table_event() else {
        return None;
    };
    let (seat, form) = (Seat(by.seat.parse().ok()?), OrderForm::deserialize(&order).ok()?);
    Some(ComputerOrder { entry, seat, player: &by.player, prompt, form })
}

/// The computer players' orders at a table about which somebody asks.
struct Question<'a, G: Playable> {
    tables: &'a Tables<G>,
    now: &'a Table<G>,
    game_words: &'a GameWords,
    key: Option<&'a ComputerKey>,
}

impl<G: Playable> Question<'_, G> {
    fn seen_by(&self, viewer: Viewer) -> Result<Vec<VisibleEntry>, ClubError> {
        let (store, table) = (self.tables.store(), self.now.id());
        Ok(view::of_span::<G>(store, table, 0, self.now.head().seq, viewer)?)
    }

    /// Returns whether everybody, with these lines, sees everything that the player saw when they decided on an order.
    fn is_open(&self, seen: &[VisibleEntry], order: &ComputerOrder<'_>) -> Result<bool, ClubError> {
        let sealed: BTreeSet<u64> =
            seen.iter().filter(|line| line.entry().is_none()).map(VisibleEntry::seq).collect();
        if sealed.is_empty() {
            return Ok(true);
        }
        let theirs = self.seen_by(Viewer::Seat(order.seat))?;
        let mut before = theirs.iter().take_while(|line| line.seq() <= order.entry.seq);
        Ok(before.all(|line| line.entry().is_none() || !sealed.contains(&line.seq())))
    }

    /// The order, its player, and the orders they weighed.
    fn explained(&self, order: &ComputerOrder<'_>) -> Result<Vec<String>, ClubError> {
        let (store, phrases) = (self.tables.store(), self.game_words.phrases());
        let line = VisibleEntry::Open(order.entry.clone());
        let sentence = self.game_words.before(&**self.now.game(), Some(&line), Some(order.seat))?;
        let args = [
            ("entry", order.entry.seq.into()),
            ("order", sentence.into()),
            ("player", name_of(store, &phrases, order.player)?.into()),
        ];
        let mut lines = vec![phrases.say("reasons-of", &args)];
        let strength = store.player(order.player)?.as_ref().and_then(strength_of);
        match strength.map(|strength| self.thought(order, strength)).transpose()?.flatten() {
            Some((thought, _)) if thought.weighed.is_empty() => lines.push(phrases.say("reasons-any", &[])),
            Some((thought, options)) => {
                let given = thought.weighed.iter().filter(|it| it.share > 0 || it.chance.is_some());
                lines.extend(given.map(|weighed| self.weighed(weighed, &options)));
            }
            None => lines.push(phrases.say("reasons-lost", &[])),
        }
        Ok(lines)
    }

    /// The player's reasoning over the legal orders; `None` where they would think otherwise today, by another key or
    /// another version of the program.
    fn thought(
        &self,
        order: &ComputerOrder<'_>,
        strength: Strength,
    ) -> Result<Option<(Thought, Options)>, ClubError> {
        let (table, asked) = (self.now.id(), (order.seat, order.prompt));
        let key = match ComputerId::of(order.player) {
            Some(id) if id.version != PLAYER_VERSION => None,
            Some(_) => self.tables.thought_key_of(table, (order.seat, order.entry.seq))?,
            None => None,
        };
        let of_server = || self.key.map(|key| dice_key(key, table, order.seat, order.prompt));
        let Some(key) = key.or_else(of_server) else { return Ok(None) };
        let mut history = self.tables.history(self.now.id(), Viewer::Seat(order.seat))?;
        history.go(order.entry.seq - 1)?;
        let then = history.then();
        let thought = thought::think(self.tables, then, self.game_words, asked, (strength, key))?;
        let same = thought.filter(|thought| thought.order == order.form);
        Ok(same.map(|thought| (thought, Options::clone(&then.options(order.seat)))))
    }

    fn weighed(&self, weighed: &WeighedOrder, options: &Options) -> String {
        let phrases = self.game_words.phrases();
        let typed = phrases.book.type_short_in(phrases.lang, &weighed.order, options, phrases.lexicon);
        let why = phrases.say(&format!("{}{}", <G::Report<'_> as GameReport>::PREFIX, weighed.why), &[]);
        let percent = |thousandths: u32| ((thousandths + 5) / 10).into();
        let mut args = vec![("typed", typed.into()), ("why", why.into()), ("share", percent(weighed.share))];
        match weighed.chance {
            None => phrases.say("reasons-weighed", &args),
            Some(chance) => {
                args.push(("chance", percent(chance)));
                phrases.say("reasons-played-out", &args)
            }
        }
    }
}
