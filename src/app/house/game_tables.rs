//! The tables of one game, whichever it is, spoken of in every language.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::data;
use super::super::story::Story;
use super::super::trouble::Trouble;
use super::watch::{Watching, public_eyes};
use super::{seconds, told};
use crate::door::discord::house::{Done, Mine, NewTable, Offer, Speech, TableOption, Watched};
use crate::door::seat::Broken;
use crate::game::{Eyes, Refusal, Seat};
use crate::games::{self, Playable, SetupOption};
use crate::log::outbox::PendingNotice;
use crate::log::store::Line;
use crate::log::{Frame, Store};
use crate::report::GameReport;
use crate::table::open::Opened;
use crate::table::{Caller, Opening, Place as Chair, Reply, Sitting as Taken, Table, Tables, World, notices};
use crate::view;
use crate::words::Lang;

/// Stories kept: one for each data pack and language in use.
const STORIES: usize = 32;

/// The tables of one game in a store, whichever game it is.
pub trait GameTables: Send + Sync {
    /// The game as it is offered to whoever opens a table.
    fn offer(&self) -> Offer;
    fn speech(&self, lang: Lang) -> Arc<dyn Speech>;
    fn open(&self, caller: Caller, new: &NewTable, lang: Lang) -> Result<Done<String>, Broken>;
    fn join(&self, table: &str, caller: Caller, seat: Option<Seat>, lang: Lang)
    -> Result<Done<Seat>, Broken>;
    fn decline(
        &self,
        table: &str,
        caller: Caller,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken>;
    fn close_as_manager(&self, table: &str, caller: Caller, lang: Lang) -> Result<Done, Broken>;
    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn Watched>, Broken>;
    /// The table as one of the player's; `None` when they neither sit there nor are invited.
    fn mine(&self, table: &str, player: &str) -> Result<Option<Mine>, Broken>;
    /// The seats the player holds or that are kept for them, each with the entry since which it is so.
    fn seats_of(&self, table: &str, player: &str) -> Result<Vec<(Seat, u64)>, Broken>;
    /// The eyes of everybody at the table.
    fn eyes_of_all(&self, table: &str) -> Result<Eyes, Broken>;
    /// The eyes the player takes the table away with: those of their first seat, else everybody's.
    fn eyes(&self, table: &str, player: &str) -> Result<Eyes, Broken>;
    /// Whom a notice is for, and whether it still matters.
    fn addressee(&self, notice: &PendingNotice) -> Result<(Option<String>, bool), Broken>;
    /// What the entry of a notice says to the seat it is for.
    fn told_of(&self, notice: &PendingNotice, lang: Lang) -> Result<String, Broken>;
}

/// The tables of game `G`.
pub(in crate::app) struct TablesOf<G: Playable> {
    tables: Arc<Tables<G>>,
    world: Arc<dyn World>,
    /// The game that new tables are opened with.
    game: Arc<G>,
    /// The hash of its data pack.
    pack: String,
    /// Stories of that game, by the order of [`Lang::ALL`].
    spoken: Vec<Arc<Story>>,
    /// Stories of other data packs, by the pack's hash and the language's code.
    others: Mutex<BTreeMap<(String, &'static str), Arc<Story>>>,
}

impl<G: Playable> TablesOf<G> {
    pub(in crate::app) fn new(
        store: Arc<dyn Store>,
        world: Arc<dyn World>,
        data: Option<&Path>,
    ) -> Result<Self, Trouble> {
        let game: Arc<G> = Arc::new(data::game(data)?);
        let story = |lang: &Lang| Story::of(&*game, *lang).map(Arc::new);
        let spoken = Lang::ALL.iter().map(story).collect::<Result<_, _>>()?;
        let pack = data::pack_hash(&*game)?;
        let tables = Arc::new(Tables::new(store, world.clone()));
        Ok(TablesOf { tables, world, game, pack, spoken, others: Mutex::default() })
    }

    fn spoken(&self, lang: Lang) -> &Arc<Story> {
        let at = Lang::ALL.iter().position(|known| *known == lang).unwrap_or_default();
        &self.spoken[at]
    }

    fn now(&self, table: &str) -> Result<Arc<Table<G>>, Broken> {
        self.tables.now(table).map_err(told)
    }

    /// The story of a table, whose data pack may be another than new tables have.
    fn story_of(&self, table: &Table<G>, lang: Lang) -> Result<Arc<Story>, Broken> {
        let pack = &table.opened().pack;
        if *pack == self.pack {
            return Ok(self.spoken(lang).clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(story) = others.get(&(pack.clone(), lang.code())) {
            return Ok(story.clone());
        }
        if others.len() >= STORIES {
            others.clear();
        }
        let story = Arc::new(Story::of(&**table.game(), lang).map_err(told)?);
        others.insert((pack.clone(), lang.code()), story.clone());
        Ok(story)
    }

    fn refused<T>(&self, refusal: &Refusal, lang: Lang) -> Done<T> {
        let phrases = self.spoken(lang).phrases();
        let text = phrases.table_refusal(refusal);
        Done::Refused(text.unwrap_or_else(|| self.game.report(phrases).refusal(refusal)))
    }

    fn say<T>(&self, lang: Lang, key: &str, args: &[(&str, crate::words::Value<'_>)]) -> Done<T> {
        Done::Refused(self.spoken(lang).phrases().say(key, args))
    }

    fn named(&self, lang: Lang, seats: &[Seat]) -> String {
        let phrases = self.spoken(lang).phrases();
        phrases.list(seats.iter().map(|seat| phrases.seat(*seat)))
    }

    fn places(&self, table: &str) -> Result<Vec<Chair>, Broken> {
        Ok(self.now(table)?.places().collect())
    }

    fn reply<T>(&self, reply: Reply, lang: Lang, done: T) -> Done<T> {
        match reply {
            Reply::Accepted { .. } => Done::Done(done),
            Reply::Refused(refusal) => self.refused(&refusal, lang),
            Reply::Stale { .. } => self.say(lang, "terminal-stale", &[]),
        }
    }

    /// The seat that what came under this key was about, if it came before.
    fn seat_before(&self, table: &str, caller: &Caller) -> Result<Option<Seat>, Broken> {
        let Some(Reply::Accepted { first, .. }) = self.tables.answer_to(caller).map_err(told)? else {
            return Ok(None);
        };
        let lines = self.tables.store().read_line_range(table, first..=first).map_err(told)?;
        let Some(Line::Entry(entry)) = lines.first() else { return Ok(None) };
        Ok(match entry.frame().map_err(told)? {
            Some(Frame::SeatTaken { seat } | Frame::OfferWithdrawn { seat }) => seat.parse().ok().map(Seat),
            _ => None,
        })
    }

    /// The seat a player takes who names none: the one kept for them, else the only free one.
    fn seat_to_take(
        &self,
        table: &str,
        player: &str,
        wanted: Option<Seat>,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        if let Some(seat) = wanted {
            return Ok(Done::Done(seat));
        }
        let places = self.places(table)?;
        let kept = places.iter().find(|place| place.offered_to.as_deref() == Some(player));
        let free: Vec<Seat> = places
            .iter()
            .filter(|place| place.player.is_none() && place.offered_to.is_none())
            .map(|place| place.seat)
            .collect();
        Ok(match (kept, &free[..]) {
            (Some(place), _) => Done::Done(place.seat),
            (None, [seat]) => Done::Done(*seat),
            (None, []) => self.say(lang, "desk-invite-none", &[]),
            (None, several) => {
                self.say(lang, "at-discord-join-which", &[("seats", self.named(lang, several).into())])
            }
        })
    }
}

impl<G: Playable> GameTables for TablesOf<G> {
    fn offer(&self) -> Offer {
        let seats = self.game.every_seat();
        let option = |option: &SetupOption| TableOption {
            name: option.name,
            value: option.value,
            help: [option.help.to_owned(), option.help_ja.to_owned()],
        };
        Offer { game: G::NAME, seats, options: G::OPTIONS.iter().map(option).collect() }
    }

    fn speech(&self, lang: Lang) -> Arc<dyn Speech> {
        self.spoken(lang).clone()
    }

    fn open(&self, caller: Caller, new: &NewTable, lang: Lang) -> Result<Done<String>, Broken> {
        let setup = match games::setup::<G>(&new.options) {
            Ok(setup) => setup,
            Err(fault) => {
                let words = self.spoken(lang).words();
                return Ok(Done::Refused(fault.said(&|key, args| words.say(lang, key, args))));
            }
        };
        let seats = self.game.seats(&setup);
        let seat = match new.seat {
            Some(seat) if seats.contains(&seat) => seat,
            None if !seats.is_empty() => seats[0],
            _ => {
                let seats = self.named(lang, &seats);
                return Ok(self.say(lang, "at-discord-seats-are", &[("seats", seats.into())]));
            }
        };
        let sittings = vec![Taken { seat, player: caller.player.clone() }];
        let opening = Opening { game: self.game.clone(), setup, practice: new.practice, sittings };
        Ok(match self.tables.open(&opening, &caller).map_err(told)? {
            Opened::Table { id, .. } => Done::Done(id),
            Opened::Refused(refusal) => self.refused(&refusal, lang),
        })
    }

    fn join(
        &self,
        table: &str,
        caller: Caller,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        let seat = seat.map_or_else(|| self.seat_before(table, &caller), |seat| Ok(Some(seat)))?;
        let seat = match self.seat_to_take(table, &caller.player, seat, lang)? {
            Done::Done(seat) => seat,
            refused @ Done::Refused(_) => return Ok(refused),
        };
        let reply = self.tables.take_seat(table, &caller, seat).map_err(told)?;
        Ok(self.reply(reply, lang, seat))
    }

    fn decline(
        &self,
        table: &str,
        caller: Caller,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        let seat = seat.map_or_else(|| self.seat_before(table, &caller), |seat| Ok(Some(seat)))?;
        let places = self.places(table)?;
        let kept = |place: &&Chair| place.offered_to.as_ref() == Some(&caller.player);
        let Some(seat) = seat.or_else(|| places.iter().find(kept).map(|place| place.seat)) else {
            return Ok(self.say(lang, "desk-withdraw-none", &[]));
        };
        let reply = self.tables.decline_seat(table, &caller, seat).map_err(told)?;
        Ok(self.reply(reply, lang, seat))
    }

    fn close_as_manager(&self, table: &str, caller: Caller, lang: Lang) -> Result<Done, Broken> {
        let reply = self.tables.close_as_manager(table, &caller).map_err(told)?;
        Ok(self.reply(reply, lang, ()))
    }

    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn Watched>, Broken> {
        let now = self.now(table)?;
        let story = self.story_of(&now, lang)?;
        Ok(Box::new(Watching { tables: self.tables.clone(), world: self.world.clone(), now, story }))
    }

    fn mine(&self, table: &str, player: &str) -> Result<Option<Mine>, Broken> {
        let now = self.now(table)?;
        let seats: Vec<Seat> = now.held_by(player).collect();
        let offered: Vec<Seat> = now.offers().filter(|(_, to)| *to == player).map(|(seat, _)| seat).collect();
        if seats.is_empty() && offered.is_empty() {
            return Ok(None);
        }
        let asked = seats.iter().any(|seat| now.waited_for_at(*seat).is_some());
        Ok(Some(Mine {
            table: table.to_owned(),
            seats,
            offered,
            waiting_for: now.waited_for().map(|asked| asked.prompt.seat).collect(),
            asked: asked || now.has_to_answer(player),
            since: seconds(now.written_at()).map_err(told)?,
            over: now.is_over() || now.closed().is_some(),
        }))
    }

    fn seats_of(&self, table: &str, player: &str) -> Result<Vec<(Seat, u64)>, Broken> {
        let now = self.now(table)?;
        let since = |seat: Seat| Some((seat, now.concerns_since(seat, player)?));
        Ok(now.all_seats().filter_map(since).collect())
    }

    fn eyes_of_all(&self, table: &str) -> Result<Eyes, Broken> {
        let now = self.now(table)?;
        Ok(public_eyes(&now))
    }

    fn eyes(&self, table: &str, player: &str) -> Result<Eyes, Broken> {
        let now = self.now(table)?;
        let seat = now.held_by(player).next();
        Ok(seat.map_or_else(|| public_eyes(&now), Eyes::Seat))
    }

    fn told_of(&self, notice: &PendingNotice, lang: Lang) -> Result<String, Broken> {
        let seat = notice.seat.parse().map(Seat).map_err(told)?;
        let (table, seq) = (notice.table.as_str(), notice.seq);
        let now = self.now(table)?;
        let story = self.story_of(&now, lang)?;
        let before = seq.saturating_sub(1);
        let lines = view::of_span(self.tables.store(), table, before, seq, Eyes::Seat(seat)).map_err(told)?;
        let pieces: Vec<String> = story.news(&**now.game(), &lines).iter().map(ToString::to_string).collect();
        Ok(pieces.join("\n"))
    }

    fn addressee(&self, notice: &PendingNotice) -> Result<(Option<String>, bool), Broken> {
        let player = self.tables.addressee(notice).map_err(told)?;
        let current = self.tables.look(&notice.table, |table| match notice.why.as_str() {
            notices::PROMPT => table
                .waited_for()
                .any(|asked| asked.number == notice.seq && asked.prompt.seat.as_str() == notice.seat),
            notices::REQUEST => table.pending().is_some_and(|pending| {
                let awaited = pending.awaited.iter().any(|seat| seat.as_str() == notice.seat);
                pending.number == notice.seq && awaited
            }),
            notices::INVITED => player.is_some(),
            _ => true,
        });
        Ok((player, current.map_err(told)?))
    }
}
