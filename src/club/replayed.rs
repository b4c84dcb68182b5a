//! The audit of a game with computer players: once the seed is revealed, each thinks again from what it saw, with the same dice. Where
//! one ordered otherwise, the log has somebody else's order in its name.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::thought::think;
use super::{ClubError, GameWords};
use crate::audit::{Evidence, Logbook, Verdict, rules};
use crate::bots::{ComputerId, PLAYER_VERSION, Strength};
use crate::game::{OrderForm, Seat, Viewer};
use crate::games::Playable;
use crate::log::import::import;
use crate::log::{EndEvent, Entry, MemoryStore, PlayEvent, TableEvent, canonical};
use crate::reason::Reason;
use crate::seal::Seed;
use crate::table::{Platform, System, Tables};
use crate::words::Lang;

/// Most playouts of a sample. An order of a player who plays nothing out counts as one.
const MOST_PLAYOUTS: u64 = 4000;
/// Most orders of others after its question, before one of which a player may have thought.
const MOST_ORDERS_BACK: usize = 8;

/// The thoughts of computer players that an audit repeats.
#[derive(Clone, Copy)]
pub enum Repeated<'a> {
    /// All of them.
    All,
    /// A part in even steps, where all would play out more than `most`. It begins at a place from the randomness of `platform`, which nobody
    /// who forges an order can know.
    Sample {
        /// Most playouts. An order of a player who plays nothing out counts as one.
        most: u64,
        /// The source of the randomness.
        platform: &'a dyn Platform,
    },
}

impl<'a> Repeated<'a> {
    /// As many as take a reasonable time.
    pub fn sample(platform: &'a dyn Platform) -> Repeated<'a> {
        Repeated::Sample { most: MOST_PLAYOUTS, platform }
    }

    /// The step of the sample from these orders, and the place of its first; step 1 for all of them.
    fn step(self, orders: &[&ComputerOrder]) -> (usize, usize) {
        let Repeated::Sample { most, platform } = self else { return (1, 0) };
        let playouts: u64 = orders.iter().map(|order| order.playouts()).sum();
        let step = usize::try_from(playouts.div_ceil(most.max(1))).unwrap_or(usize::MAX);
        // At least one order is thought again.
        let step = step.clamp(1, orders.len().max(1));
        let mut bytes = [0; 8];
        match platform.fill(&mut bytes) {
            Ok(()) => (step, usize::try_from(u64::from_le_bytes(bytes) % step as u64).unwrap_or_default()),
            // Without randomness a sample could be foreseen.
            Err(_) => (1, 0),
        }
    }
}

/// Checks every order by the rules, and computer players by the thoughts that `repeated` names.
pub fn check<G: Playable>(evidence: &Evidence, book: &Logbook, repeated: Repeated<'_>) -> Verdict {
    let verdict = rules::check::<G>(evidence, book);
    let Verdict::Ok { checked, except: None, .. } = verdict else { return verdict };
    let Some(thoughts) = Thoughts::of(evidence, book) else { return verdict };
    match thoughts.again::<G>(repeated) {
        Ok(Replay { other: Some(seq), .. }) => Verdict::failed(seq, Reason::of("found-thought")),
        Ok(Replay { again, skipped: 0, foreign: 0, .. }) => {
            let also = Reason::of("found-thoughts-all").with("again", again);
            Verdict::Ok { checked, except: None, also: Some(also) }
        }
        Ok(Replay { again, skipped, foreign, .. }) => {
            let key = if skipped > 0 { "found-thoughts-sample" } else { "found-thoughts-foreign" };
            let except = Reason::of(key).with("again", again).with("orders", again + skipped + foreign);
            Verdict::Ok { checked, except: Some(except), also: None }
        }
        Err(trouble) => Verdict::failed(None, Reason::of("found-form").quoting("what", trouble)),
    }
}

/// The orders of computer players in a whole log whose seed is revealed.
struct Thoughts {
    orders: Vec<ComputerOrder>,
    /// The entries of all orders.
    given: Vec<u64>,
    table: String,
    seed: Seed,
    /// The log, as a full export.
    export: String,
}

/// An order in the name of a computer player.
struct ComputerOrder {
    seq: u64,
    seat: Seat,
    prompt: u64,
    form: OrderForm,
    player: ComputerId,
}

/// The outcome of thinking again.
#[derive(Default)]
struct Replay {
    /// The orders that were thought again.
    again: u64,
    /// Those outside the sample.
    skipped: u64,
    /// Those of another version of the player, which this program cannot think again.
    foreign: u64,
    /// The first order that its player would not have given.
    other: Option<u64>,
}

impl Thoughts {
    /// `None` without any such order, in a view or an open game, and in a log of format 1.
    fn of(evidence: &Evidence, book: &Logbook) -> Option<Thoughts> {
        let opened = book.opened().filter(|opened| opened.format > 1 && book.sealed() == 0)?;
        let revealed = |entry: &Entry| {
            let Ok(Some(TableEvent::End(EndEvent::SeedRevealed { seed }))) = entry.table_event() else {
                return None;
            };
            Seed::from_hex(&seed).ok()
        };
        let seed = book.entries().find_map(revealed)?;
        let orders: Vec<ComputerOrder> = book.entries().filter_map(ComputerOrder::of).collect();
        if orders.is_empty() {
            return None;
        }
        let (hash, pack) = evidence.pack.as_ref()?;
        let head = book.head();
        let header = json!({
            "audience": "full", "format": opened.format, "table": evidence.table, "wardroom": "export",
            "head": { "chain": hex::encode(head.chain), "seq": head.seq },
        });
        let mut export = canonical::to_text(&header).ok()? + "\n";
        export +=
            &format!("{{\"hash\":\"{hash}\",\"pack\":{pack}}}\n{{\"seed\":\"{}\"}}\n", seed.expose_hex());
        evidence.lines.iter().for_each(|line| export.extend([line.text.as_str(), "\n"]));
        let given =
            book.entries().filter(|entry| entry.kind == "OrderGiven").map(|entry| entry.seq).collect();
        Some(Thoughts { orders, given, table: evidence.table.clone(), seed, export })
    }

    /// Thinks these orders again.
    fn again<G: Playable>(&self, repeated: Repeated<'_>) -> Result<Replay, ClubError> {
        let (known, others): (Vec<_>, Vec<_>) =
            self.orders.iter().partition(|order| order.player.version == PLAYER_VERSION);
        let (step, first) = repeated.step(&known);
        let mut replay = Replay { foreign: others.len() as u64, ..Replay::default() };
        let store = Arc::new(MemoryStore::new());
        import(&mut self.export.as_bytes(), &*store).map_err(ClubError::failed)?;
        let tables: Tables<G> = Tables::new(store, Arc::new(System));
        let mut history = tables.history(&self.table, Viewer::All)?;
        let game_words = GameWords::of(history.game(), Lang::En)?;
        for (at, order) in known.into_iter().enumerate() {
            if at % step != first {
                replay.skipped += 1;
                continue;
            }
            replay.again += 1;
            let mut is_same = false;
            // It may have thought just before an order that another player gave meanwhile.
            let between = self.given.iter().rev().filter(|seq| (order.prompt + 1..order.seq).contains(*seq));
            for before in [&order.seq].into_iter().chain(between.take(MOST_ORDERS_BACK)) {
                history.go(before - 1)?;
                let then = history.then();
                let Some(key) = then.thought_key(&self.seed, order.seat) else { break };
                let asked = (order.seat, order.prompt);
                let thought = think(&tables, then, &game_words, asked, (order.player.strength, key))?;
                is_same = thought.is_some_and(|thought| thought.order == order.form);
                if is_same {
                    break;
                }
            }
            if !is_same {
                replay.other = Some(order.seq);
                break;
            }
        }
        Ok(replay)
    }
}

impl ComputerOrder {
    fn of(entry: &Entry) -> Option<ComputerOrder> {
        let by = entry.by.as_ref()?;
        let player = ComputerId::of(&by.player)?;
        let Ok(Some(TableEvent::Play(PlayEvent::OrderGiven { prompt, order }))) = entry.table_event() else {
            return None;
        };
        let (seat, form) = (Seat(by.seat.parse().ok()?), OrderForm::deserialize(&order).ok()?);
        Some(ComputerOrder { seq: entry.seq, seat, prompt, form, player })
    }

    fn playouts(&self) -> u64 {
        match self.player.strength {
            Strength::Captain { playouts } => u64::from(playouts.get()),
            Strength::Random | Strength::Midshipman | Strength::Lieutenant => 1,
        }
    }
}
