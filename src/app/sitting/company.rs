//! The others at a player's table: what they ask of each other, and who sits where.

use super::super::quoted;
use super::super::seats::{is_plain, local_player_named};
use super::{Offered, Sitting};
use crate::book::fold;
use crate::door::seat::{Answer, Broken, Company};
use crate::game::Seat;
use crate::log::Store;
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::table::{Ask, Desk, Place, Reply, Step, TableFault};
use crate::words::Value;

impl<G: Offered, S: Store> Sitting<G, S> {
    fn me(&self) -> &str {
        &self.place.caller.player
    }

    fn mine(&self, seat: Seat) -> bool {
        let held = |place: &Place| place.seat == seat && place.player.as_deref() == Some(self.me());
        self.around.seats.iter().any(held)
    }

    /// The orders of this player's seats that the others may be asked to go back to before, the latest first.
    fn own_orders(&self) -> Vec<Step> {
        let steps = self.standing.takebacks.by_consent.iter().copied();
        steps.filter(|step| self.mine(step.seat)).collect()
    }

    /// A refused `undo` with what else could be done, if anything.
    pub(super) fn undo_hint(&self, count: usize, why: String) -> String {
        if count == 0 || self.own_orders().len() < count {
            return why;
        }
        let phrases = self.phrases();
        let hint = match count {
            1 => phrases.say("terminal-ask-undo-last", &[]),
            _ => phrases.say("terminal-ask-undo", &[("count", count.into())]),
        };
        phrases.after(&why, &hint)
    }

    /// What the players are asked to agree to, as this player reads it.
    pub(super) fn request(&self) -> Option<String> {
        let pending = self.standing.pending.as_ref()?;
        let seat = self.seat_name(pending.seat);
        if !self.standing.has_to_answer {
            let awaited = self.seat_names(pending.awaited.iter().copied());
            let args = [("awaited", awaited.into()), ("seat", seat.into()), ("entry", pending.number.into())];
            return Some(self.phrases().say("terminal-request-open", &args));
        }
        let mut args: Vec<(&str, Value<'_>)> = vec![("seat", seat.into())];
        let Ask::TakeBack { to } = pending.ask else {
            return Some(self.phrases().say("terminal-request-close", &args));
        };
        args.push(("to", to.into()));
        let undone = self.standing.takebacks.by_consent.iter().position(|step| step.to == to);
        let Some(before) = undone else {
            return Some(self.phrases().say("terminal-request-take-back", &args));
        };
        args.push(("orders", (before + 1).into()));
        Some(self.phrases().say("terminal-request-take-back-orders", &args))
    }

    /// What to type for each seat that is offered to this player.
    pub(super) fn offers_to_me(&self) -> Vec<String> {
        let offered = self.around.seats.iter().filter(|place| place.offered_to.as_deref() == Some(self.me()));
        let line = |place: &Place| {
            let command = format!("{} {} --as {}", self.place.join, self.place.table, place.seat);
            let args = [
                ("seat", self.seat_name(place.seat).into()),
                ("command", command.into()),
                ("typed", place.seat.as_str().into()),
            ];
            self.phrases().say("terminal-offered-you", &args)
        };
        offered.map(line).collect()
    }

    fn refused(&self, key: &str, args: &[(&str, Value<'_>)]) -> Answer {
        Answer::Refused(self.phrases().say(key, args))
    }

    fn given(&mut self, reply: Result<Reply, TableFault>) -> Result<Answer, Broken> {
        let reply = reply.map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }

    /// The seat of that name, in the book's word or the reader's; otherwise why not.
    fn seat_called(&self, typed: &str) -> Result<Seat, Answer> {
        let key = fold(typed);
        let mut seats = self.around.seats.iter().map(|place| place.seat);
        let called = |seat: &Seat| fold(seat.as_str()) == key || fold(&self.seat_name(*seat)) == key;
        seats.find(called).ok_or_else(|| {
            let all = self.seat_names(self.around.seats.iter().map(|place| place.seat));
            self.refused("terminal-no-seat-called", &[("what", typed.into()), ("seats", all.into())])
        })
    }

    /// Offers a seat to a local player, who is remembered when nobody has played by that name.
    fn offer(&mut self, seat: Seat, name: &str) -> Result<Answer, Broken> {
        let name = name.trim();
        if !(1..=MAX_ADDRESS_BYTES).contains(&name.len()) || !is_plain(name) {
            return Ok(self.refused("terminal-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]));
        }
        let found = local_player_named(self.place.tables.store(), &*self.place.world, name);
        let (player, added) = found.map_err(|trouble| trouble.to_string())?;
        let reply = self.desk().invite(seat, &player);
        let answer = self.given(reply)?;
        if !matches!(answer, Answer::Accepted { .. }) {
            return Ok(answer);
        }
        let phrases = self.phrases();
        let command =
            format!("{} {} --as {seat} --player {}", self.place.join, self.place.table, quoted(name));
        let mut notes = Vec::new();
        if added {
            notes.push(phrases.say("terminal-player-added", &[("player", name.into())]));
        }
        let args = [("player", name.into()), ("command", command.into())];
        notes.push(phrases.say("terminal-player-takes", &args));
        Ok(Answer::Noted(notes))
    }

    fn player_name(&self, id: &str) -> Result<String, Broken> {
        let player = self.place.tables.store().player(id).map_err(|fault| fault.to_string())?;
        let unknown = || self.phrases().say("terminal-who-unknown", &[]);
        Ok(player.map_or_else(unknown, |player| player.name))
    }

    /// A seat in a line: its player, whether it is asked, for whom it is kept.
    fn place_line(&self, place: &Place) -> Result<String, Broken> {
        let phrases = self.phrases();
        let of_player = |id: &str, key: &str| -> Result<String, Broken> {
            match id == self.me() {
                true => Ok(phrases.say(&format!("{key}-you"), &[])),
                false => {
                    let key = if key == "terminal-who" { "terminal-who-player" } else { key };
                    Ok(phrases.say(key, &[("player", self.player_name(id)?.into())]))
                }
            }
        };
        let mut parts = vec![match &place.player {
            Some(player) => of_player(player, "terminal-who")?,
            None => phrases.say("terminal-who-free", &[]),
        }];
        if self.around.asked.iter().any(|(seat, _)| *seat == place.seat) {
            parts.push(phrases.say("terminal-who-asked", &[]));
        }
        if let Some(player) = &place.offered_to {
            parts.push(of_player(player, "terminal-who-offered")?);
        }
        let what = parts.join(&phrases.say("list-separator", &[]));
        Ok(phrases.say("terminal-who", &[("seat", self.seat_name(place.seat).into()), ("what", what.into())]))
    }

    /// The offers this player may end: of a free seat, of their own, and those made to them.
    fn offers_to_end(&self) -> Vec<Seat> {
        let seats = self.around.seats.iter();
        let offered = seats.filter(|place| place.offered_to.is_some());
        let may = |place: &&Place| {
            place.player.is_none() || self.mine(place.seat) || place.offered_to.as_deref() == Some(self.me())
        };
        offered.filter(may).map(|place| place.seat).collect()
    }
}

impl<G: Offered, S: Store> Company for Sitting<G, S> {
    fn accompanied(&self) -> bool {
        self.around.seats.iter().filter_map(|place| place.player.as_deref()).any(|player| player != self.me())
    }

    fn who(&self) -> Result<Vec<String>, Broken> {
        let mut lines: Vec<String> =
            self.around.seats.iter().map(|place| self.place_line(place)).collect::<Result<_, _>>()?;
        if self.standing.closed.is_some() || self.standing.over {
            lines.insert(0, self.question());
        }
        lines.extend(self.offers_to_me());
        lines.extend(self.free_lines());
        lines.extend(self.request());
        Ok(lines)
    }

    fn ask_undo(&mut self, count: usize) -> Result<Answer, Broken> {
        if self.standing.closed.is_some() {
            return Ok(Answer::Refused(self.question()));
        }
        if !self.accompanied() {
            return Ok(self.refused("refusal-nobody-to-ask", &[]));
        }
        let own = self.own_orders();
        let Some(step) = count.checked_sub(1).and_then(|at| own.get(at)) else {
            return Ok(self.refused("terminal-ask-undo-none", &[("orders", own.len().into())]));
        };
        if self.standing.takebacks.steps.contains(step) {
            return Ok(self.refused("terminal-ask-undo-alone", &[("count", count.into())]));
        }
        let reply = self.desk().ask_undo(step.order);
        self.given(reply)
    }

    fn answer_request(&mut self, agrees: bool) -> Result<Answer, Broken> {
        let seen = self.own[self.at].seen;
        match self.standing.pending.as_ref().map(|pending| pending.number) {
            None => Ok(self.refused("terminal-nothing-to-answer", &[])),
            // Nobody agrees to what they have not read.
            Some(number) if number > seen => Ok(Answer::Stale),
            Some(number) => {
                let reply = self.desk().answer(number, agrees);
                self.given(reply)
            }
        }
    }

    fn propose_close(&mut self) -> Result<Answer, Broken> {
        let reply = self.desk().propose_close();
        self.given(reply)
    }

    fn resign(&mut self) -> Result<Answer, Broken> {
        let reply = self.desk().resign();
        self.given(reply)
    }

    fn invite(&mut self, words: &[String]) -> Result<Answer, Broken> {
        let Some((name, seat)) = words.split_first() else {
            return Ok(self.refused("terminal-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]));
        };
        let seat = match seat.first() {
            Some(typed) => match self.seat_called(typed) {
                Ok(seat) => seat,
                Err(answer) => return Ok(answer),
            },
            None => {
                let places = self.around.seats.iter();
                let free = places.filter(|place| place.player.is_none() && place.offered_to.is_none());
                match free.map(|place| place.seat).collect::<Vec<_>>()[..] {
                    [seat] => seat,
                    [] => return Ok(self.refused("terminal-invite-none", &[])),
                    ref seats => {
                        let seats = self.seat_names(seats.iter().copied());
                        return Ok(self.refused("terminal-invite-which", &[("seats", seats.into())]));
                    }
                }
            }
        };
        let taken = self.around.seats.iter().any(|place| place.seat == seat && place.player.is_some());
        if taken {
            return Ok(self.refused("refusal-seat-taken", &[("seat", self.seat_name(seat).into())]));
        }
        self.offer(seat, name)
    }

    fn pass_seat(&mut self, name: &str) -> Result<Answer, Broken> {
        self.offer(self.own[self.at].seat, name)
    }

    fn withdraw_offer(&mut self, seat: Option<&str>) -> Result<Answer, Broken> {
        let seat = match (seat.map(|typed| self.seat_called(typed)), &self.offers_to_end()[..]) {
            (Some(Err(answer)), _) => return Ok(answer),
            (Some(Ok(seat)), _) => seat,
            (None, [seat]) => *seat,
            (None, []) => return Ok(self.refused("terminal-withdraw-none", &[])),
            (None, seats) => {
                let seats = self.seat_names(seats.iter().copied());
                return Ok(self.refused("terminal-withdraw-which", &[("seats", seats.into())]));
            }
        };
        let place = &self.place;
        let to_me = |held: &Place| held.seat == seat && held.offered_to.as_deref() == Some(self.me());
        let reply = if self.around.seats.iter().any(to_me) {
            Desk::new(place.tables.clone(), &place.table, seat, place.caller.clone()).decline_seat()
        } else {
            let own = self.own.iter().find(|own| own.seat == seat);
            own.map_or_else(|| self.desk(), |own| &own.desk).withdraw_offer(seat)
        };
        self.given(reply)
    }
}
