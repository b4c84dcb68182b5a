//! The tables of one game, behind a trait that is the same for all games.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};

use super::browser::ServerLinks;
use super::computer::{self, opponent_at};
use super::kept_time::kept_time;
use super::known::known_as;
use super::master::{self, GameMaster};
use super::notice::{self, NoticeText, Settlement};
use super::presence::{self, LastOrder};
use super::reader::Reader;
use super::replayed::{self, Repeated};
use super::seat_view::TableFacts;
use super::standing_orders::{self, CallOutcome, Called, StandingNotice};
use super::thought::{self, ComputerKey};
use super::visitor::Visitor;
use super::{
    ClubError, GameInfo, GameWords, NewTable, OneFile, PlayerTable, TableOption, TableReader, leaving,
    one_file,
};
use crate::audit::{Evidence, Logbook, Verdict};
use crate::bots::{Strength, Thought};
use crate::game::{Refusal, Seat, Viewer};
use crate::games::{self, Playable, SetupOption};
use crate::log::export::{Exported, export};
use crate::log::outbox::PendingNotice;
use crate::log::players::Player;
use crate::log::stored::StoredLine;
use crate::log::{SeatEvent, Store, StoredPack, TableEvent};
use crate::pace::Terms;
use crate::report::GameReport;
use crate::table::Vacancy;
use crate::table::open::Opened;
use crate::table::time::TableTime;
use crate::table::{
    Caller, OpenTable, OpeningSeat, Platform, Reply, SeatHolding, Table, TableCommand, Tables, notices,
};
use crate::view::{self, log_viewer};
use crate::words::Lang;

/// Most cached word sets of other data packs: one for each pack and language in use.
const OTHER_PACKS: usize = 32;

/// The tables of one game in a store, whichever game it is.
pub trait GameTables: Send + Sync {
    /// The game as it is shown to players who open a table.
    fn info(&self) -> GameInfo;
    /// The words of the game in a language.
    fn words(&self, lang: Lang) -> Arc<GameWords>;
    /// [`Club::open`](super::Club::open).
    ///
    /// # Errors
    /// [`ClubError`].
    fn open(&self, visitor: &Visitor, new: &NewTable, lang: Lang) -> Result<String, ClubError>;
    /// [`Club::join`](super::Club::join).
    ///
    /// # Errors
    /// [`ClubError`].
    fn join(&self, table: &str, visitor: &Visitor, seat: Option<Seat>, lang: Lang)
    -> Result<Seat, ClubError>;
    /// [`Club::decline`](super::Club::decline).
    ///
    /// # Errors
    /// [`ClubError`].
    fn decline(
        &self,
        table: &str,
        visitor: &Visitor,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Seat, ClubError>;
    /// Has the player of these ids leave a table, by a door; says whether they had any part in it to leave.
    ///
    /// # Errors
    /// [`ClubError`].
    fn leave(&self, table: &str, ids: &[String], door: &str) -> Result<bool, ClubError>;
    /// [`Club::close_as_manager`](super::Club::close_as_manager).
    ///
    /// # Errors
    /// [`ClubError`].
    fn close_as_manager(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<(), ClubError>;
    /// [`Club::act_as_master`](super::Club::act_as_master).
    ///
    /// # Errors
    /// [`ClubError`].
    fn act_as_master(
        &self,
        table: &str,
        visitor: &Visitor,
        typed: &str,
        lang: Lang,
    ) -> Result<Vec<String>, ClubError>;
    /// [`Club::watch`](super::Club::watch).
    ///
    /// # Errors
    /// [`ClubError`].
    fn watch(
        &self,
        table: &str,
        lang: Lang,
        computers: Option<ComputerKey>,
    ) -> Result<Box<dyn TableReader>, ClubError>;
    /// [`Club::one_file`](super::Club::one_file).
    ///
    /// # Errors
    /// [`ClubError`].
    fn one_file(
        &self,
        table: &str,
        viewer: Viewer,
        lang: Lang,
        with_written: bool,
    ) -> Result<OneFile, ClubError>;
    /// From now on this server has these links.
    fn show_links(&mut self, links: ServerLinks);
    /// Audits a log by the rules of the game.
    fn check(&self, evidence: &Evidence, book: &Logbook) -> Verdict;
    /// The table as one of the player's; `None` when they neither sit there nor are invited.
    ///
    /// # Errors
    /// [`ClubError`].
    fn summary(&self, table: &str, player: &str) -> Result<Option<PlayerTable>, ClubError>;
    /// The seats that the player holds or that are kept for them, each with the entry that made it so.
    ///
    /// # Errors
    /// [`ClubError`].
    fn seats_of(&self, table: &str, player: &str) -> Result<Vec<(Seat, u64)>, ClubError>;
    /// Writes an export of the table for the player to `out`: as their first seat sees it, else as a spectator does.
    ///
    /// # Errors
    /// [`ClubError`].
    fn export(&self, table: &str, player: &str, out: &mut Vec<u8>) -> Result<Exported, ClubError>;
    /// The opaque id of the player a notice is for, and the way it was settled; `None` while it is current.
    ///
    /// # Errors
    /// [`ClubError`].
    fn addressee(&self, notice: &PendingNotice) -> Result<(Option<String>, Option<Settlement>), ClubError>;
    /// The text of a message about a notice, in the language of the player who is to read it; without one, no words.
    ///
    /// # Errors
    /// [`ClubError`].
    fn message_of(&self, notice: &PendingNotice, lang: Option<Lang>) -> Result<NoticeText, ClubError>;
    /// The seats for which players are sought, and the terms about time; `None` if the table does not look for players.
    ///
    /// # Errors
    /// [`ClubError`].
    fn vacancy(&self, table: &str) -> Result<Option<(Vacancy, Arc<Terms>)>, ClubError>;
    /// The timekeeper's account of an open table, with its head; `None` once it is closed.
    ///
    /// # Errors
    /// [`ClubError`].
    fn time(&self, table: &str) -> Result<Option<(u64, TableTime)>, ClubError>;
    /// Carries out a command of the table.
    fn perform(&self, table: &str, caller: &Caller, command: &TableCommand) -> Result<Reply, ClubError>;
    /// Lets the standing orders of a seat answer a question, unless they were triggered before. Returns the orders that were
    /// disarmed too, and their owner.
    ///
    /// # Errors
    /// [`ClubError`].
    fn answer_by_standing_order(
        &self,
        table: &str,
        called: Called,
    ) -> Result<(CallOutcome, Vec<StandingNotice>), ClubError>;
    /// Returns whether a standing order of a seat answers a question as soon as it may, and the last order that its player `by` gave there by
    /// hand, if that was after this time.
    fn answer_and_last_order(
        &self,
        table: &str,
        called: Called,
        by: (&Player, DateTime<Utc>),
    ) -> Result<(bool, Option<LastOrder>), ClubError>;
    /// The answer of a computer player of this strength to the question of an entry, by dice of this key.
    ///
    /// # Errors
    /// [`ClubError`].
    fn think(
        &self,
        table: &str,
        asked: (Seat, u64),
        computer: (&str, Strength),
        key: &ComputerKey,
    ) -> Result<Option<Thought>, ClubError>;
    /// Answers a notice to a computer player, apart from orders: agrees, says that it is ready, takes a seat.
    fn answer_for_computer(&self, notice: &PendingNotice, caller: &Caller) -> Result<(), ClubError>;
}

/// The tables of game `G`.
pub struct TablesOf<G: Playable> {
    tables: Arc<Tables<G>>,
    platform: Arc<dyn Platform>,
    /// The links that this server has.
    links: ServerLinks,
    /// The game that new tables are opened with.
    game: Arc<G>,
    /// The hash of its data pack.
    pack: String,
    /// The words of that game, in the order of [`Lang::ALL`].
    spoken: Vec<Arc<GameWords>>,
    /// The words of other data packs, by the pack's hash and the language's code.
    others: Mutex<BTreeMap<(String, &'static str), Arc<GameWords>>>,
}

impl<G: Playable> TablesOf<G> {
    /// The tables of a game in a store; new ones are opened with `game`.
    ///
    /// # Errors
    /// A pack that has no canonical form; words or a book that cannot be read.
    pub fn new(store: Arc<dyn Store>, platform: Arc<dyn Platform>, game: G) -> Result<Self, ClubError> {
        let game = Arc::new(game);
        let words = |lang: &Lang| GameWords::of(&*game, *lang).map(Arc::new);
        let spoken = Lang::ALL.iter().map(words).collect::<Result<_, _>>()?;
        let pack = StoredPack::new(&game.pack()).map_err(ClubError::failed)?.hash().to_owned();
        let (tables, links) = (Arc::new(Tables::new(store, platform.clone())), ServerLinks::default());
        Ok(TablesOf { tables, platform, links, game, pack, spoken, others: Mutex::default() })
    }

    fn spoken(&self, lang: Lang) -> &Arc<GameWords> {
        let at = Lang::ALL.iter().position(|known| *known == lang).unwrap_or_default();
        &self.spoken[at]
    }

    fn now(&self, table: &str) -> Result<Arc<Table<G>>, ClubError> {
        Ok(self.tables.now(table)?)
    }

    /// The words of a table, whose data pack may differ from that of new tables.
    fn game_words_of(&self, table: &Table<G>, lang: Lang) -> Result<Arc<GameWords>, ClubError> {
        let pack = &table.opened().pack;
        if *pack == self.pack {
            return Ok(self.spoken(lang).clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game_words) = others.get(&(pack.clone(), lang.code())) {
            return Ok(game_words.clone());
        }
        if others.len() >= OTHER_PACKS {
            others.clear();
        }
        let game_words = Arc::new(GameWords::of(&**table.game(), lang)?);
        others.insert((pack.clone(), lang.code()), game_words.clone());
        Ok(game_words)
    }

    fn refused(&self, refusal: &Refusal, lang: Lang) -> ClubError {
        let phrases = self.spoken(lang).phrases();
        let text = phrases.table_refusal(refusal);
        ClubError::Refused(text.unwrap_or_else(|| self.game.report(phrases).refusal(refusal)))
    }

    fn say(&self, lang: Lang, key: &str, args: &[(&str, crate::words::Value<'_>)]) -> ClubError {
        ClubError::Refused(self.spoken(lang).phrases().say(key, args))
    }

    fn named(&self, lang: Lang, seats: &[Seat]) -> String {
        let phrases = self.spoken(lang).phrases();
        phrases.list(seats.iter().map(|seat| phrases.seat(*seat)))
    }

    fn places(&self, table: &str) -> Result<Vec<SeatHolding>, ClubError> {
        Ok(self.now(table)?.places().collect())
    }

    /// The visitor under the id by which the table knows them.
    fn at_table(&self, now: &Table<G>, visitor: &Visitor) -> Result<Visitor, ClubError> {
        let player = known_as(self.tables.store(), now, &visitor.player)?;
        Ok(Visitor { player, ..visitor.clone() })
    }

    fn reply<T>(&self, reply: Reply, lang: Lang, done: T) -> Result<T, ClubError> {
        match reply {
            Reply::Accepted { .. } => Ok(done),
            Reply::Refused(refusal) => Err(self.refused(&refusal, lang)),
            Reply::Stale { .. } => Err(self.say(lang, "terminal-stale", &[])),
        }
    }

    /// The seat of the command that was stored under this key, if there is one.
    fn seat_before(&self, table: &str, caller: &Caller) -> Result<Option<Seat>, ClubError> {
        let Some(Reply::Accepted { first, .. }) = self.tables.reply_under_key(caller)? else {
            return Ok(None);
        };
        let lines = self.tables.store().read_line_range(table, first..=first)?;
        let Some(StoredLine::Entry(entry)) = lines.first() else { return Ok(None) };
        let Some(
            TableEvent::Seats(SeatEvent::SeatTaken { seat })
            | TableEvent::Seats(SeatEvent::OfferWithdrawn { seat }),
        ) = entry.table_event().map_err(ClubError::failed)?
        else {
            return Ok(None);
        };
        Ok(seat.parse().ok().map(Seat))
    }

    /// The seat for a player who names none: the one kept for them, else the only free one.
    fn seat_to_take(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<Seat, ClubError> {
        let places = self.places(table)?;
        let kept = places.iter().find(|place| place.offered_to.as_ref() == Some(&visitor.player));
        let free: Vec<Seat> = self.now(table)?.open_seats().collect();
        match (kept, &free[..]) {
            (Some(place), _) => Ok(place.seat),
            (None, [seat]) => Ok(*seat),
            (None, []) => {
                let kept = places.iter().find(|place| place.player.is_none());
                let seat = kept.map(|place| self.named(lang, &[place.seat]));
                let why = if seat.is_some() { "refusal-seat-reserved" } else { "table-invite-none" };
                Err(self.say(lang, why, &[("seat", seat.unwrap_or_default().into())]))
            }
            (None, several) => {
                let key = visitor.door.key("join-which");
                Err(self.say(lang, &key, &[("seats", self.named(lang, several).into())]))
            }
        }
    }
}

impl<G: Playable> GameTables for TablesOf<G> {
    fn info(&self) -> GameInfo {
        let seats = self.game.every_seat();
        let option = |option: &SetupOption| TableOption {
            name: option.name,
            value: option.value,
            help: [option.help.to_owned(), option.help_ja.to_owned()],
        };
        GameInfo {
            game: G::NAME,
            seats,
            options: G::OPTIONS.iter().map(option).collect(),
            usual_seats: G::setup(&[]).map_or(0, |setup| self.game.seats(&setup).len()),
            teaches: G::OPTIONS.iter().any(|option| option.name == games::LEARN.name),
        }
    }

    fn words(&self, lang: Lang) -> Arc<GameWords> {
        self.spoken(lang).clone()
    }

    fn open(&self, visitor: &Visitor, new: &NewTable, lang: Lang) -> Result<String, ClubError> {
        let words = &self.spoken(lang).words;
        let said = |fault: games::SetupFault| fault.in_words(&|key, args| words.say(lang, key, args));
        let setup = games::setup::<G>(&new.options).map_err(|fault| ClubError::Refused(said(fault)))?;
        let seats = self.game.seats(&setup);
        let seat = match new.seat {
            Some(seat) if seats.contains(&seat) => seat,
            None if !seats.is_empty() => seats[0],
            _ => {
                let seats = self.named(lang, &seats);
                return Err(self.say(lang, "table-seats-are", &[("seats", seats.into())]));
            }
        };
        let named = new.master.as_deref().map(|name| {
            let (kept, phrases) = ((self.tables.store(), &*self.platform), self.spoken(lang).phrases());
            master::to_be(kept, &*visitor.door, &phrases, (visitor.player.as_str(), name))
        });
        let named = named.transpose()?;
        let (learns, entropy) = (games::learns(&new.options), games::waits_for_luck(&new.options));
        // A learner plays every side: another player would wait for nothing.
        let (taken, others): (Vec<Seat>, Vec<Seat>) =
            seats.into_iter().partition(|other| learns || *other == seat);
        let mut seats = OpeningSeat::all_of(taken, &visitor.player);
        if let Some(strength) = new.opponent {
            let opponent = opponent_at(others, strength, self.tables.store())?;
            let none_left = || self.say(lang, "table-no-seat-for-computer", &[]);
            seats.extend(opponent.ok_or_else(none_left)?);
        }
        let (game, practice) = (self.game.clone(), new.practice || learns);
        let witness = games::asks_witness(&new.options);
        let opening = OpenTable { game, setup, practice, ready: new.ready, entropy, witness, seats };
        match self.tables.open(&opening, &visitor.caller())? {
            Opened::Table { id, .. } => {
                let caller = visitor.caller().keyed(&visitor.key, 1);
                named.map_or(Ok(()), |named| master::name_at_opening(&self.tables, &id, &caller, &named))?;
                Ok(id)
            }
            Opened::Refused(refusal) => Err(self.refused(&refusal, lang)),
        }
    }

    fn join(
        &self,
        table: &str,
        visitor: &Visitor,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Seat, ClubError> {
        let visitor = self.at_table(&*self.now(table)?, visitor)?;
        let caller = visitor.caller();
        let seat = seat.map_or_else(|| self.seat_before(table, &caller), |seat| Ok(Some(seat)))?;
        let seat = seat.map_or_else(|| self.seat_to_take(table, &visitor, lang), Ok)?;
        let reply = self.tables.perform(table, &caller, &TableCommand::TakeSeat { seat })?;
        self.reply(reply, lang, seat)
    }

    fn decline(
        &self,
        table: &str,
        visitor: &Visitor,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Seat, ClubError> {
        let caller = self.at_table(&*self.now(table)?, visitor)?.caller();
        let seat = seat.map_or_else(|| self.seat_before(table, &caller), |seat| Ok(Some(seat)))?;
        let places = self.places(table)?;
        let kept = |place: &&SeatHolding| place.offered_to.as_ref() == Some(&caller.player);
        let Some(seat) = seat.or_else(|| places.iter().find(kept).map(|place| place.seat)) else {
            return Err(self.say(lang, "table-withdraw-none", &[]));
        };
        let reply = self.tables.perform(table, &caller, &TableCommand::DeclineSeat { seat })?;
        self.reply(reply, lang, seat)
    }

    fn leave(&self, table: &str, ids: &[String], door: &str) -> Result<bool, ClubError> {
        leaving::leave(&self.tables, table, ids, door)
    }

    fn close_as_manager(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<(), ClubError> {
        let reply = self.tables.perform(table, &visitor.caller(), &TableCommand::CloseFromOutside)?;
        self.reply(reply, lang, ())
    }

    fn act_as_master(
        &self,
        table: &str,
        visitor: &Visitor,
        typed: &str,
        lang: Lang,
    ) -> Result<Vec<String>, ClubError> {
        let now = &*self.now(table)?;
        let (visitor, game_words) = (self.at_table(now, visitor)?, &*self.game_words_of(now, lang)?);
        let (tables, platform, caller) = (&*self.tables, &*self.platform, &visitor.caller());
        GameMaster { tables, platform, game_words, now, caller, door: &*visitor.door }.act(typed)
    }

    fn watch(
        &self,
        table: &str,
        lang: Lang,
        computers: Option<ComputerKey>,
    ) -> Result<Box<dyn TableReader>, ClubError> {
        let now = self.now(table)?;
        let game_words = self.game_words_of(&now, lang)?;
        let (tables, platform, links) = (self.tables.clone(), self.platform.clone(), self.links.clone());
        let around = TableFacts::of(&now, None);
        Ok(Box::new(Reader { tables, platform, links, computers, now, around, game_words, door: None }))
    }

    fn show_links(&mut self, links: ServerLinks) {
        self.links = links;
    }

    fn one_file(
        &self,
        table: &str,
        viewer: Viewer,
        lang: Lang,
        with_written: bool,
    ) -> Result<OneFile, ClubError> {
        let game_words = self.game_words_of(&*self.now(table)?, lang)?;
        one_file::one_file(&*self.tables, table, viewer, &game_words, with_written)
    }

    fn check(&self, evidence: &Evidence, book: &Logbook) -> Verdict {
        replayed::check::<G>(evidence, book, Repeated::sample(&*self.platform))
    }

    fn summary(&self, table: &str, player: &str) -> Result<Option<PlayerTable>, ClubError> {
        let now = self.now(table)?;
        let player = &*known_as(self.tables.store(), &now, player)?;
        PlayerTable::of(self.tables.store(), &now, player, self.platform.now())
    }

    fn seats_of(&self, table: &str, player: &str) -> Result<Vec<(Seat, u64)>, ClubError> {
        let now = self.now(table)?;
        let player = known_as(self.tables.store(), &now, player)?;
        let since = |seat: Seat| Some((seat, now.concerns_since(seat, &player)?));
        Ok(now.all_seats().filter_map(since).collect())
    }

    fn export(&self, table: &str, player: &str, out: &mut Vec<u8>) -> Result<Exported, ClubError> {
        let now = self.now(table)?;
        let seat = now.held_by(&known_as(self.tables.store(), &now, player)?).next();
        let viewer = log_viewer(seat.map_or_else(|| now.public_viewer(), Viewer::Seat));
        Ok(export(self.tables.store(), table, &viewer, view::is_written::<G>, out)?)
    }

    fn message_of(&self, notice: &PendingNotice, lang: Option<Lang>) -> Result<NoticeText, ClubError> {
        let mut text = NoticeText { own: notices::own::<G>(&notice.why), ..NoticeText::default() };
        let Some(lang) = lang else { return Ok(text) };
        let now = self.now(&notice.table)?;
        let game_words = || self.game_words_of(&now, lang);
        if text.own.is_some() {
            text.words = Some(notice::entry_in_words(&self.tables, &now, &*game_words()?, notice)?);
        }
        if [notices::PROMPT, notices::REQUEST].contains(&notice.why.as_str()) {
            text.recap = notice::recap(&self.tables, &now, game_words, notice)?;
        }
        Ok(text)
    }

    fn vacancy(&self, table: &str) -> Result<Option<(Vacancy, Arc<Terms>)>, ClubError> {
        let now = self.now(table)?;
        Ok(now.vacancy().map(|vacancy| (vacancy, now.terms())))
    }

    fn addressee(&self, notice: &PendingNotice) -> Result<(Option<String>, Option<Settlement>), ClubError> {
        let (player, current) = notice::addressee(&self.tables, notice)?;
        if current {
            return Ok((player, None));
        }
        let answer = notice::answer_to::<G>(self.tables.store(), notice)?;
        Ok((player, Some(answer.map_or(Settlement::Lapsed, Settlement::Answered))))
    }

    fn time(&self, table: &str) -> Result<Option<(u64, TableTime)>, ClubError> {
        let now = self.now(table)?;
        let kept = || kept_time(self.tables.store(), &now, self.platform.now());
        Ok(if now.closed().is_some() { None } else { Some((now.head().seq, kept()?)) })
    }

    fn perform(&self, table: &str, caller: &Caller, command: &TableCommand) -> Result<Reply, ClubError> {
        Ok(self.tables.perform(table, caller, command)?)
    }

    fn answer_by_standing_order(
        &self,
        table: &str,
        called: Called,
    ) -> Result<(CallOutcome, Vec<StandingNotice>), ClubError> {
        let now = self.now(table)?;
        standing_orders::answer(&self.tables, &now, &*self.game_words_of(&now, Lang::En)?, called)
    }

    fn answer_and_last_order(
        &self,
        table: &str,
        called: Called,
        (player, since): (&Player, DateTime<Utc>),
    ) -> Result<(bool, Option<LastOrder>), ClubError> {
        let (now, store) = (self.now(table)?, self.tables.store());
        let has_answer = standing_orders::has_answer(store, &now, called)?;
        Ok((has_answer, presence::last_order::<G>(store, table, player, since)?))
    }

    fn think(
        &self,
        table: &str,
        asked: (Seat, u64),
        (player, strength): (&str, Strength),
        key: &ComputerKey,
    ) -> Result<Option<Thought>, ClubError> {
        let (now, seed) = (self.now(table)?, self.tables.store().seed(table)?);
        let key = thought::dice_of(&now, seed.as_ref(), (player, asked), key);
        thought::think(&self.tables, &now, &*self.game_words_of(&now, Lang::En)?, asked, (strength, key))
    }

    fn answer_for_computer(&self, notice: &PendingNotice, caller: &Caller) -> Result<(), ClubError> {
        computer::answer_for_computer(&self.tables, notice, caller)
    }
}
