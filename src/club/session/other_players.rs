//! The others at a player's table: requests between them, and their seats.

use chrono::TimeDelta;

use super::PlayerSession;
use crate::book::{fold, is_no};
use crate::club::ClubError;
use crate::club::known::{computer_name, computers_at, known_among, name_of};
use crate::club::master::{MasterDeed, player_called};
use crate::club::page::{self, PageStatus};
use crate::club::ready;
use crate::club::session::OrderOutcome;
use crate::club::side::masked;
use crate::club::sought;
use crate::club::table_records::note_rematch;
use crate::club::wording::{RequestReader, Undone};
use crate::game::Seat;
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::players::MAIL;
use crate::log::{RequestEvent, TimeChange};
use crate::table::seats::OFFERED_ALREADY;
use crate::table::{Rematch, Reply, SeatHolding, TableCommand, UndoStep};
use crate::words::Value;

impl PlayerSession {
    pub(super) fn me(&self) -> &str {
        &self.context.caller.player
    }

    pub(super) fn mine(&self, seat: Seat) -> bool {
        self.around().held_by(self.me()).any(|held| held == seat)
    }

    /// The orders of this player's seats up to which the others may be asked to go back, the latest first.
    fn own_orders(&self) -> Vec<UndoStep> {
        let steps = self.facts().takebacks.by_consent.iter().copied();
        steps.filter(|step| self.mine(step.seat)).collect()
    }

    /// The last `count` orders that this player may take back, in words, the first of them first.
    pub(super) fn orders_in_words(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let steps = &self.facts().takebacks.steps;
        let taken = steps.iter().take(count).rev();
        taken.map(|step| self.view.before(step.to)).collect()
    }

    /// A refused `undo` with alternatives, if there are any.
    pub(super) fn undo_hint(&self, count: usize, why: String) -> String {
        if count == 0 || self.own_orders().len() < count {
            return why;
        }
        let phrases = self.phrases();
        let hint = match count {
            1 => self.say_by_door("ask-undo-last", &[]),
            _ => self.say_by_door("ask-undo", &[("count", count.into())]),
        };
        phrases.after(&why, &hint)
    }

    /// The open request, as this player reads it, with what to type.
    pub(super) fn request(&self) -> Result<Option<String>, ClubError> {
        let Some(pending) = &self.facts().pending else { return Ok(None) };
        let answers = self.facts().has_to_answer;
        let mut undone = None;
        if let RequestEvent::TakeBackAsked { to } = &pending.ask {
            let mut steps = self.facts().takebacks.by_consent.iter();
            let orders = steps.position(|step| step.to == *to).map(|last| last + 1);
            undone = Some(Undone { before: self.before(*to)?, orders: orders.filter(|_| answers) });
        }
        let phrases = self.phrases();
        let name = |id: &str| name_of(self.view.store(), &phrases, id).unwrap_or_default();
        let reader = RequestReader { phrases, moment: &|at| self.moment_of(at), name: &name };
        if !answers {
            let told = reader.awaited(pending, undone.as_ref());
            return Ok(Some(phrases.after(&told, &self.say_by_door("object-ends", &[]))));
        }
        let more = if let RequestEvent::TimeProposed { change: TimeChange::Terms(terms) } = &pending.ask {
            self.first_due(terms)
        } else {
            let publishes = matches!(pending.ask, RequestEvent::PublishProposed { .. });
            publishes.then(|| phrases.say("request-publish-means", &[]))
        };
        let answer = if pending.ask == RequestEvent::TimeStopped { "answer-stop" } else { "answer" };
        let told = reader.asked(pending, undone.as_ref());
        let more = more.into_iter().chain([self.say_by_door(answer, &[])]);
        Ok(Some(more.fold(told, |told, more| phrases.after(&told, &more))))
    }

    /// The ready check before the game begins, with what this player may type.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn readiness(&self) -> Result<Option<String>, ClubError> {
        let Some(readiness) = &self.facts().readiness else { return Ok(None) };
        let begins = self.kept_time()?.begins().map(|at| self.moment(at));
        let said = ready::readiness_line(&self.phrases(), readiness, begins);
        Ok(Some(match self.facts().has_to_get_ready {
            true => self.phrases().after(&said, &self.say_by_door("ready", &[])),
            false => said,
        }))
    }

    /// The line to type for each seat that is offered to this player.
    pub(super) fn offers_to_me(&self) -> Vec<String> {
        let offered =
            self.around().seats.iter().filter(|place| place.offered_to.as_deref() == Some(self.me()));
        let line = |place: &SeatHolding| {
            let args = [
                ("seat", self.seat_name(place.seat).into()),
                ("command", self.join(place.seat).into()),
                ("typed", place.seat.as_str().into()),
            ];
            self.say_by_door("offered-you", &args)
        };
        offered.map(line).collect()
    }

    pub(super) fn refused(&self, key: &str, args: &[(&str, Value<'_>)]) -> OrderOutcome {
        OrderOutcome::Refused(self.phrases().say(key, args))
    }

    fn refused_by_door(&self, key: &str, args: &[(&str, Value<'_>)]) -> OrderOutcome {
        OrderOutcome::Refused(self.say_by_door(key, args))
    }

    /// The seat of that name, in the book's word or the reader's; otherwise why not.
    pub(super) fn seat_called(&self, typed: &str) -> Result<Seat, OrderOutcome> {
        let key = fold(typed);
        let mut seats = self.around().seats.iter().map(|place| place.seat);
        let called = |seat: &Seat| fold(seat.as_str()) == key || fold(&self.seat_name(*seat)) == key;
        seats.find(called).ok_or_else(|| {
            let all = self.seat_names(self.around().seats.iter().map(|place| place.seat));
            self.refused("table-no-seat-called", &[("what", typed.into()), ("seats", all.into())])
        })
    }

    /// The player of this name at this door, and whether they are new; `None` if it is not a name.
    fn called(&self, name: &str) -> Result<Option<(String, bool)>, ClubError> {
        let (store, platform) = (self.view.store(), &*self.context.platform);
        let at_table = (&*self.around().seats, self.around().master.as_deref());
        let Some((player, new)) = player_called(store, platform, &*self.context.door, name)? else {
            return Ok(None);
        };
        Ok(Some((known_among(store, at_table, &player)?, new)))
    }

    /// Offers a seat to a player by the name their door knows; a new name is remembered.
    fn offer(&mut self, seat: Seat, name: &str) -> Result<OrderOutcome, ClubError> {
        let name = name.trim();
        let Some((player, added)) = self.called(name)? else {
            return Ok(self.refused("table-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]));
        };
        let offer = TableCommand::OfferSeat { at: self.seat, seat, player };
        let caller = self.acting();
        let reply = self.view.perform(&caller, &offer)?;
        // A repeated offer, for example by a second click, gets the same answer.
        let kept = matches!(&reply, Reply::Refused(refusal) if refusal.reason.as_str() == OFFERED_ALREADY);
        let answer = self.answer(&reply)?;
        let done = kept || matches!(answer, OrderOutcome::Accepted { .. });
        if !done {
            return Ok(answer);
        }
        Ok(OrderOutcome::Noted(self.how_to_take(seat, name, added)))
    }

    /// The way for the player who was offered a seat to take it.
    fn how_to_take(&self, seat: Seat, name: &str, added: bool) -> Vec<String> {
        let (door, table) = (&self.context.door, &self.around().table);
        let phrases = self.phrases();
        let mut notes = Vec::from_iter(added.then(|| door.added(&phrases, name)).flatten());
        let command = door.join(&phrases, table, seat, Some(name));
        let args = [("player", name.into()), ("command", command.into())];
        notes.push(self.say_by_door("player-takes", &args));
        notes
    }

    /// The player for whom a seat is kept. A person who wrote to an address by mail must not learn from this whether it is a
    /// player's, nor that player's name.
    fn offered_name(&self, id: &str) -> Result<String, ClubError> {
        let known = self.view.store().player(id)?;
        let by_mail = self.context.door.address_kind() == MAIL;
        match known.as_ref().and_then(|player| player.address(MAIL)).filter(|_| by_mail) {
            Some(address) => Ok(masked(address)),
            None => self.player_name(id),
        }
    }

    fn player_name(&self, id: &str) -> Result<String, ClubError> {
        name_of(self.view.store(), &self.phrases(), id)
    }

    /// A seat in a line: its player, its prompt, the player for whom it is kept.
    fn place_line(&self, place: &SeatHolding) -> Result<String, ClubError> {
        let phrases = self.phrases();
        let is_me = |id: &String| id == self.me();
        let mut parts = vec![match &place.player {
            Some(player) if is_me(player) => phrases.say("table-who-you", &[]),
            Some(player) => phrases.say("table-who-player", &[("player", self.player_name(player)?.into())]),
            None => phrases.say("table-who-free", &[]),
        }];
        if self.around().is_asked(place.seat) {
            parts.push(phrases.say("table-who-asked", &[]));
        }
        if let Some(player) = &place.offered_to {
            parts.push(match is_me(player) {
                true => phrases.say("table-who-offered-you", &[]),
                false => phrases.say("table-who-offered", &[("player", self.offered_name(player)?.into())]),
            });
        }
        let what = parts.join(&phrases.say("list-separator", &[]));
        Ok(phrases.say("table-who", &[("seat", self.seat_name(place.seat).into()), ("what", what.into())]))
    }

    /// The offers this player may end: of a free seat, of their own, and those made to them.
    fn offers_to_end(&self) -> Vec<Seat> {
        let seats = self.around().seats.iter();
        let offered = seats.filter(|place| place.offered_to.is_some());
        let may = |place: &&SeatHolding| {
            place.player.is_none() || self.mine(place.seat) || place.offered_to.as_deref() == Some(self.me())
        };
        offered.filter(may).map(|place| place.seat).collect()
    }
}

impl PlayerSession {
    /// Returns whether every seat is the player's.
    pub fn is_alone(&self) -> bool {
        self.around().seats.iter().all(|place| self.mine(place.seat))
    }

    /// Returns whether somebody else sits at the table.
    pub fn accompanied(&self) -> bool {
        self.around()
            .seats
            .iter()
            .filter_map(|place| place.player.as_deref())
            .any(|player| player != self.me())
    }

    /// The computer players that the table waits for: the seat and the player of each by name, and the time it takes to answer.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn computers_at_work(&self) -> Result<Vec<(String, String, TimeDelta)>, ClubError> {
        let computers = computers_at(self.view.store(), &self.around().seats)?.into_iter();
        let at_work = computers.filter(|(seat, ..)| self.around().is_asked(*seat));
        let name = |strength| computer_name(self.words(), self.lang(), strength);
        Ok(at_work.map(|(seat, strength, delay)| (self.seat_name(seat), name(strength), delay)).collect())
    }

    /// Describes the table, a line each: turn, holders, free and offered seats, open requests.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn who(&self) -> Result<Vec<String>, ClubError> {
        let mut lines: Vec<String> =
            self.around().seats.iter().map(|place| self.place_line(place)).collect::<Result<_, _>>()?;
        if self.facts().closed.is_some() || self.facts().over {
            lines.insert(0, self.question()?);
        }
        let around = self.around();
        if around.label != around.table {
            lines.insert(0, around.label.clone());
        }
        lines.extend(self.readiness()?);
        if self.facts().closed.is_none() {
            lines.extend(self.absences()?);
        }
        lines.extend(self.offers_to_me());
        lines.extend(self.free_lines());
        lines.extend(self.around().seeks_players.then(|| self.phrases().say("table-players-sought", &[])));
        lines.extend(self.master_line()?);
        lines.extend(self.page()?);
        lines.push(self.trust()?);
        lines.extend(self.request()?);
        Ok(lines)
    }

    /// Asks the others to take back this player's last `count` orders, and what followed.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn ask_undo(&mut self, count: usize) -> Result<OrderOutcome, ClubError> {
        if self.facts().closed.is_some() {
            return Ok(OrderOutcome::Refused(self.question()?));
        }
        if !self.accompanied() {
            return Ok(self.refused("refusal-nobody-to-ask", &[]));
        }
        let own = self.own_orders();
        let Some(step) = count.checked_sub(1).and_then(|at| own.get(at)) else {
            return Ok(self.refused("table-ask-undo-none", &[("orders", own.len().into())]));
        };
        if self.facts().takebacks.steps.contains(step) {
            return Ok(self.refused_by_door("ask-undo-alone", &[("count", count.into())]));
        }
        let order = step.order;
        self.carry_out(TableCommand::AskTakeBack { seat: self.seat, order })
    }

    /// Answers the request that was last shown to this player.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn answer_request(&mut self, agrees: bool) -> Result<OrderOutcome, ClubError> {
        let Some(pending) = &self.facts().pending else {
            return Ok(self.refused("table-nothing-to-answer", &[]));
        };
        let (number, stops) = (pending.number, pending.ask == RequestEvent::TimeStopped);
        // Nobody can agree to a request they have not read.
        if number > self.seen {
            return Ok(OrderOutcome::Stale);
        }
        let before = self.around().published;
        let answer = self.carry_out(TableCommand::AnswerRequest { seat: self.seat, number, agrees })?;
        // The last agreement to publishing opens the page, and its link is the answer.
        if self.around().published != before {
            return Ok(OrderOutcome::Noted(self.page()?.into_iter().collect()));
        }
        if let OrderOutcome::Accepted { last, .. } = answer
            && stops
            && !agrees
        {
            self.remark = Some((last, self.phrases().say("request-stop-refused", &[])));
        }
        Ok(answer)
    }

    /// Asks the others to close the table.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn propose_close(&mut self) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::ProposeClose { seat: self.seat })
    }

    /// In words, that the table has a page, and its link; `None` while it is not published.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn page(&self) -> Result<Option<String>, ClubError> {
        let link = |link: &str| self.context.door.link(link);
        let status = self.page_status()?;
        Ok(status.map(|status| status.in_words(&|key, args| self.phrases().say(key, args), link)))
    }

    /// The link to the table's page; `None` while it is not published, and where this server shows no pages.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn page_link(&self) -> Result<Option<String>, ClubError> {
        Ok(self.page_status()?.and_then(|status| status.link))
    }

    fn page_status(&self) -> Result<Option<PageStatus>, ClubError> {
        let (around, links) = (self.around(), self.context.links.as_deref());
        let at = (&*around.table, around.published, around.closed);
        Ok(PageStatus::of(self.view.store(), at, links)?)
    }

    /// The link to this seat on the board in the browser, for a mail to its player; `None` where this server has no board.
    pub fn mailed_link(&self) -> Option<String> {
        let links = self.context.browser.as_deref()?;
        Some(links.mailed(&self.context.caller.player, (&self.around().table, self.seat)))
    }

    /// Publishes the table, with a page that is this many entries behind; asks the others to agree if there are any.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn publish(&mut self, delay: Option<usize>) -> Result<OrderOutcome, ClubError> {
        if self.context.links.is_none() {
            return Ok(self.refused("table-no-pages", &[]));
        }
        // A delay that is too long is refused as such.
        let delay = u32::try_from(delay.unwrap_or_default()).unwrap_or(u32::MAX);
        let answer = self.carry_out(TableCommand::Publish { seat: self.seat, delay })?;
        match (&answer, self.page()?) {
            (OrderOutcome::Accepted { .. }, Some(line)) => Ok(OrderOutcome::Noted(vec![line])),
            _ => Ok(answer),
        }
    }

    /// Takes the table's page away.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn unpublish(&mut self) -> Result<OrderOutcome, ClubError> {
        let published = page::published(self.view.store(), &self.around().table, self.around().published)?;
        let Some(published) = published.filter(|_| self.facts().closed.is_some() && self.mine(self.seat))
        else {
            return self.carry_out(TableCommand::Unpublish { seat: self.seat });
        };
        page::withdraw(self.view.store(), &self.around().table, published)?;
        Ok(OrderOutcome::Noted(vec![self.phrases().say("table-unpublished", &[])]))
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn resign(&mut self) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::Resign { seat: self.seat })
    }

    /// Keeps a free seat for a player: the words are the player's address at the door, then perhaps the seat.
    ///
    /// # Errors
    /// A table or the players that cannot be read or written.
    pub fn invite(&mut self, words: &[String]) -> Result<OrderOutcome, ClubError> {
        let Some((name, seat)) = words.split_first() else {
            return Ok(self.refused("table-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]));
        };
        let seat = match seat {
            [_, ..] => match self.seat_called(&seat.join(" ")) {
                Ok(seat) => seat,
                Err(answer) => return Ok(answer),
            },
            [] => {
                let places = self.around().seats.iter();
                let free = places.filter(|place| place.player.is_none() && place.offered_to.is_none());
                match free.map(|place| place.seat).collect::<Vec<_>>()[..] {
                    [seat] => seat,
                    [] => return Ok(self.refused("table-invite-none", &[])),
                    ref seats => {
                        let seats = self.seat_names(seats.iter().copied());
                        return Ok(self.refused_by_door("invite-which", &[("seats", seats.into())]));
                    }
                }
            }
        };
        let taken = self.around().seats.iter().any(|place| place.seat == seat && place.player.is_some());
        if taken {
            return Ok(self.refused("refusal-seat-taken", &[("seat", self.seat_name(seat).into())]));
        }
        self.offer(seat, name)
    }

    /// Offers this seat to the player of this name.
    ///
    /// # Errors
    /// As [`OtherPlayers::invite`].
    pub fn pass_seat(&mut self, name: &str) -> Result<OrderOutcome, ClubError> {
        self.offer(self.seat, name)
    }

    /// Says that the table looks for players for its free seats, or no longer does.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn need_player(&mut self, sought: bool) -> Result<OrderOutcome, ClubError> {
        if sought {
            sought::mark(self.view.store(), &self.around().table)?;
        }
        self.carry_out(TableCommand::SeekPlayers { at: self.seat, sought })
    }

    /// Proposes the player with this name at the door as game master, or nobody for `off`; without a name, says who it is.
    ///
    /// # Errors
    /// As [`OtherPlayers::invite`].
    pub fn master(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        let typed = typed.trim();
        if typed.is_empty() {
            let none = || self.phrases().say("master-none", &[]);
            let said = self.master_line()?;
            return Ok(OrderOutcome::Noted(vec![said.unwrap_or_else(none)]));
        }
        if MasterDeed::of(typed).is_some() {
            return Ok(self.refused("refusal-not-the-master", &[]));
        }
        let player = match is_no(typed) {
            true => None,
            false => match self.called(typed)? {
                Some((player, _)) => Some(player),
                None => {
                    return Ok(self.refused("table-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]));
                }
            },
        };
        self.carry_out(TableCommand::ChangeMaster { seat: self.seat, player })
    }

    /// Says that this player is ready for the game to begin, or no longer.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn say_ready(&mut self, ready: bool) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::SayReady { seat: self.seat, ready })
    }

    /// Opens a rematch of this finished table, with the players' seats exchanged, or joins the one that another player opened.
    /// Returns its id and a text, or a refusal in words.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn rematch(&mut self) -> Result<Result<(String, String), String>, ClubError> {
        match self.view.open_rematch(&self.context.caller)? {
            Ok(new) => {
                note_rematch(self.view.store(), &new, (self.around().table.as_str(), self.lang()))?;
                let Rematch { table, seats, .. } = new;
                let phrases = self.phrases();
                let join = |seat: &Seat| self.context.door.join(&phrases, &table, *seat, None);
                let args = [
                    ("table", table.as_str().into()),
                    ("own", seats.len().into()),
                    ("command", seats.first().map(join).unwrap_or_default().into()),
                    ("seats", self.seat_names(seats.into_iter()).into()),
                ];
                let said = self.say_by_door("rematch", &args);
                Ok(Ok((table, said)))
            }
            Err(refusal) => Ok(Err(self.refusal(&refusal))),
        }
    }

    /// Withdraws the offer of a seat, or declines it if it was made to this player; without a seat, the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn withdraw_offer(&mut self, seat: Option<&str>) -> Result<OrderOutcome, ClubError> {
        let seat = match (seat.map(|typed| self.seat_called(typed)), &self.offers_to_end()[..]) {
            (Some(Err(answer)), _) => return Ok(answer),
            (Some(Ok(seat)), _) => seat,
            (None, [seat]) => *seat,
            (None, []) => return Ok(self.refused("table-withdraw-none", &[])),
            (None, seats) => {
                let seats = self.seat_names(seats.iter().copied());
                return Ok(self.refused_by_door("withdraw-which", &[("seats", seats.into())]));
            }
        };
        let to_me = |held: &SeatHolding| held.seat == seat && held.offered_to.as_deref() == Some(self.me());
        if self.around().seats.iter().any(to_me) {
            let caller = self.context.caller.clone();
            let reply = self.view.perform(&caller, &TableCommand::DeclineSeat { seat })?;
            return self.answer(&reply);
        }
        let at = if self.mine(seat) { seat } else { self.seat };
        self.carry_out(TableCommand::WithdrawOffer { at, seat })
    }
}
