//! 25 The officers in words: proposals, absence, messages, letters, and their powers.

use std::collections::BTreeSet;

use super::GoebenReport;
use crate::game::{Prompt, Seat, Word};
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::officers::orders::STAND_BY;
use crate::games::goeben::officers::view::{CompanyView, LetterView};
use crate::games::goeben::state::company::Proposal;
use crate::games::goeben::view::View;
use crate::report::{GameReport, Weight};
use crate::words::Value;

impl GoebenReport<'_> {
    /// The events among the officers.
    pub(super) fn of_company(&self, event: &OfficerEvent) -> String {
        let seat = |name: &'static str, seat: &Seat| (name, Value::from(self.seat(*seat)));
        match event {
            OfficerEvent::OrderProposed { seat: by, order, .. } => {
                self.say("event-order-proposed", &[seat("seat", by), ("order", self.order(order).into())])
            }
            OfficerEvent::ProposalAgreed { seat: by, of } => {
                self.say("event-proposal-agreed", &[seat("seat", by), seat("of", of)])
            }
            OfficerEvent::ProposalOpposed { seat: by, of } => {
                self.say("event-proposal-opposed", &[seat("seat", by), seat("of", of)])
            }
            OfficerEvent::ProposalApproved { seat: of, by } => self.say(
                "event-proposal-approved",
                &[seat("seat", of), ("by", self.seats(by.iter().copied()).into())],
            ),
            OfficerEvent::ProposalDeclined { seat: of, by } => {
                self.say("event-proposal-declined", &[seat("seat", of), seat("by", by)])
            }
            OfficerEvent::ProposalWithdrawn { seat: by } => {
                self.say("event-proposal-withdrawn", &[seat("seat", by)])
            }
            OfficerEvent::ProposalLapsed { seat: of, order } => {
                self.say("event-proposal-lapsed", &[seat("seat", of), ("order", self.order(order).into())])
            }
            OfficerEvent::RateSet { ship, rate } => self
                .say("event-rate-set", &[("ship", self.ship(*ship).into()), ("rate", rate.as_str().into())]),
            OfficerEvent::SpeedProposed { ship, speed } => self.say(
                "event-speed-proposed",
                &[("ship", self.ship(*ship).into()), ("speed", speed.as_str().into())],
            ),
            OfficerEvent::OfficerLeft { seat: of, by } if of == by => {
                self.say("event-officer-left", &[seat("seat", of)])
            }
            OfficerEvent::OfficerLeft { seat: of, by } => {
                self.say("event-officer-excused", &[seat("seat", of), seat("by", by)])
            }
            OfficerEvent::OfficerReturned { seat: of } => {
                self.say("event-officer-returned", &[seat("seat", of)])
            }
            OfficerEvent::PhaseLeft { seat: of } => self.say("event-phase-left", &[seat("seat", of)]),
            OfficerEvent::MessageSent { from, to, text } => self.say(
                "event-message-sent",
                &[seat("from", from), seat("to", to), ("text", text.as_str().into())],
            ),
            OfficerEvent::LetterLeft { by, space } => {
                self.say("event-letter-left", &[seat("by", by), ("space", self.space(*space).into())])
            }
            OfficerEvent::LetterWritten { by, space, text } => self.say(
                "event-letter-written",
                &[seat("by", by), ("space", self.space(*space).into()), ("text", text.as_str().into())],
            ),
            OfficerEvent::LetterRead { space, by, reader, text } => self.say(
                "event-letter-read",
                &[
                    seat("reader", reader),
                    ("space", self.space(*space).into()),
                    seat("by", by),
                    ("text", text.as_str().into()),
                ],
            ),
        }
    }

    fn seats(&self, seats: impl Iterator<Item = Seat>) -> String {
        self.list(seats.map(|seat| self.seat(seat)))
    }

    /// The state of the game; for an officer with a prompt also their powers and the open proposals.
    pub fn brief(&self, view: &View, prompt: &Prompt) -> Vec<String> {
        let mut lines = self.status(view);
        let Some(company) = &view.company else { return lines };
        let own = lines.len();
        lines.extend(
            company
                .mine
                .iter()
                .flat_map(|mine| {
                    let told = |key: &str, verbs: &[Word]| {
                        let verbs: Vec<String> = verbs.iter().map(|verb| self.verb(*verb)).collect();
                        (!verbs.is_empty()).then(|| self.say(key, &[("verbs", self.list(verbs).into())]))
                    };
                    [told("officers-decides", &mine.decides), told("officers-proposes", &mine.proposes)]
                })
                .flatten(),
        );
        // An officer who may neither decide nor propose is told so, and that messages are still open.
        if lines.len() == own && prompt.ask.as_str() == STAND_BY {
            lines.push(self.say("officers-stand-by", &[]));
        }
        lines.extend(self.proposals(company));
        lines
    }

    fn verb(&self, verb: Word) -> String {
        let spec = self.book.verb(verb.as_str());
        spec.map_or_else(|| verb.to_string(), |spec| spec.label(self.lang).to_owned())
    }

    fn proposals(&self, company: &CompanyView) -> Vec<String> {
        let of = |(seat, proposal): (&Seat, &Proposal)| {
            let awaited = company.awaited.get(seat).filter(|awaited| !awaited.is_empty());
            let awaited = awaited.map(|awaited| self.seats(awaited.iter().copied()));
            let waits = awaited.map(|seats| self.say("officers-proposal-waits", &[("seats", seats.into())]));
            [Some(self.proposal(*seat, proposal)), waits]
        };
        company.proposals.iter().flat_map(of).flatten().collect()
    }

    fn proposal(&self, seat: Seat, proposal: &Proposal) -> String {
        let key = match (proposal.agreed.is_empty(), proposal.opposed.is_empty()) {
            (true, true) => "officers-proposal",
            (false, true) => "officers-proposal-agreed",
            (true, false) => "officers-proposal-opposed",
            (false, false) => "officers-proposal-split",
        };
        let list = |seats: &BTreeSet<Seat>| self.seats(seats.iter().copied());
        let args = [
            ("seat", self.seat(seat).into()),
            ("order", self.order(&proposal.order).into()),
            ("agreed", list(&proposal.agreed).into()),
            ("opposed", list(&proposal.opposed).into()),
        ];
        self.say(key, &args)
    }

    /// The officers: decisions, absences, proposals, letters, and the reader's messages.
    pub(super) fn officers_section(&self, view: &View) -> Vec<(Weight, String)> {
        let Some(company) = &view.company else { return vec![] };
        let mut lines = vec![(Weight::Subheading, self.say("officers-heading", &[]))];
        let mut plain = |text: String| lines.push((Weight::Plain, text));
        match company.acting {
            Some(acting) => plain(self.say("officers-acting", &[("seat", self.seat(acting).into())])),
            None => {
                plain(self.say(
                    "officers-precedence",
                    &[("seats", self.seats(company.heads.iter().copied()).into())],
                ))
            }
        }
        for (key, seats) in [("officers-away", &company.away), ("officers-done", &company.done)] {
            if !seats.is_empty() {
                plain(self.say(key, &[("seats", self.seats(seats.iter().copied()).into())]));
            }
        }
        self.proposals(company).into_iter().for_each(&mut plain);
        company.letters.iter().map(|letter| self.letter(letter)).for_each(&mut plain);
        if !company.messages.is_empty() {
            lines.push((Weight::Subheading, self.say("officers-messages", &[])));
        }
        lines.extend(company.messages.iter().map(|message| {
            let args = [
                ("day", message.turn.into()),
                ("from", self.seat(message.from).into()),
                ("text", message.text.as_str().into()),
            ];
            (Weight::Plain, self.say("officers-message", &args))
        }));
        lines
    }

    fn letter(&self, letter: &LetterView) -> String {
        let mut args: Vec<(&str, Value<'_>)> =
            vec![("space", self.space(letter.space).into()), ("by", self.seat(letter.by).into())];
        match &letter.text {
            Some(text) => {
                args.push(("text", text.as_str().into()));
                self.say("officers-letter", &args)
            }
            None => self.say("officers-letter-sealed", &args),
        }
    }
}
