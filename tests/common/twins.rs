//! Non-interference: two positions that differ only in what a viewer may not see, played alike with the same dice, show
//! that viewer the same, byte for byte, until the rules open the difference.

use std::collections::BTreeMap;

use wardroom::game::{Audience, Fact, Game, Options, OrderForm, Prompt, Seat, Stop, Viewer};
use wardroom::games::Playable;

use super::laws::{Lawful, asked, fold, resolve};
use super::{Luck, slips};

/// Orders of an open tree that are compared, of each verb.
const PROPOSALS: usize = 12;
/// Orders of each verb of which it is looked what they warn of.
const WARNED: usize = 2;
/// Spoilt orders tried at each position by each viewer that has a seat.
const PROBES: u32 = 2;

/// Two positions, and the viewer that may not tell them apart.
pub struct Twins<'a, G: Lawful> {
    pub game: &'a G,
    pub one: G::State,
    pub other: G::State,
    pub viewer: Vec<Viewer>,
    /// What differs, and where the pair comes from: for messages.
    pub what: String,
}

/// Whether a fact of one, with the fact of the other in its place, opens the difference to everyone.
pub trait Opens<G: Game>: Fn(&Fact<G::Event>, &Fact<G::Event>) -> bool {}
impl<G: Game, F: Fn(&Fact<G::Event>, &Fact<G::Event>) -> bool> Opens<G> for F {}

/// How many positions were compared, by what was asked.
pub type Tally = BTreeMap<String, usize>;

/// A fact as a viewer sees it: whole, or that there is a sealed one, and for whom.
#[derive(Debug, PartialEq)]
enum Seen<'a, E> {
    Open(&'a Fact<E>),
    Sealed(Audience),
}

fn seen<G: Game>(fact: &Fact<G::Event>, viewer: Viewer) -> Seen<'_, G::Event> {
    match (G::fact_policy(fact).audience, viewer) {
        (Audience::Everyone, _) => Seen::Open(fact),
        (Audience::Seats(seats), Viewer::Seat(seat)) if seats.contains(&seat) => Seen::Open(fact),
        (audience, _) => Seen::Sealed(audience),
    }
}

impl<G: Lawful + Playable> Twins<'_, G> {
    /// Plays both on, alike, until the difference is opened, is gone, or the game is over. Gives whether it was opened.
    pub fn play(&mut self, luck: &mut Luck, opens: impl Opens<G>, tally: &mut Tally) -> bool {
        while !self.game.is_over(&self.one) && self.one != self.other {
            self.compare(luck, &opens, tally);
            let seat = asked(self.game, &self.one, luck);
            let options = self.game.options(&self.one, seat);
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            if self.order(seat, [&order, &order], luck.key(), &opens) {
                return true;
            }
        }
        false
    }

    /// Gives an order to each, with the same dice. Both are accepted, and whatever happens before the difference is
    /// opened looks alike, entry by entry. Gives whether it was opened.
    pub fn order(
        &mut self,
        seat: Seat,
        orders: [&OrderForm; 2],
        key: [u8; 32],
        opens: impl Opens<G>,
    ) -> bool {
        let facts = resolve(self.game, &self.one, seat, orders[0], key)
            .unwrap_or_else(|stop| panic!("{}: {}: {stop}", self.what, orders[0]));
        let others = resolve(self.game, &self.other, seat, orders[1], key)
            .unwrap_or_else(|stop| panic!("{}: {} tells them apart: {stop}", self.what, orders[1]));
        self.happen(&facts, &others, &orders[0].to_string(), opens)
    }

    /// Folds the facts of one and of the other, entry by entry.
    pub fn happen(
        &mut self,
        facts: &[Fact<G::Event>],
        others: &[Fact<G::Event>],
        order: &str,
        opens: impl Opens<G>,
    ) -> bool {
        let at = facts.iter().zip(others).position(|(fact, other)| opens(fact, other));
        if at.is_none() {
            assert_eq!(facts.len(), others.len(), "{}: {order} adds another number of entries", self.what);
        }
        for (fact, other) in facts.iter().zip(others).take(at.unwrap_or(facts.len())) {
            for viewer in &self.viewer {
                let (one, other) = (seen::<G>(fact, *viewer), seen::<G>(other, *viewer));
                assert_eq!(one, other, "{}: {order} shows {viewer:?} different facts", self.what);
            }
            fold(&mut self.one, std::slice::from_ref(fact));
            fold(&mut self.other, std::slice::from_ref(other));
            for viewer in &self.viewer {
                let (one, other) = (self.game.view(&self.one, *viewer), self.game.view(&self.other, *viewer));
                assert_eq!(one, other, "{}: {viewer:?} sees a difference amid {order}", self.what);
            }
        }
        at.is_some()
    }

    /// Everything either position can show the viewer: view, prompts, options, proposals, answers to spoilt orders.
    fn compare(&self, luck: &mut Luck, opens: &impl Opens<G>, tally: &mut Tally) {
        for prompt in self.game.prompts(&self.one) {
            *tally.entry(prompt.ask.to_string()).or_insert(0) += 1;
        }
        for viewer in &self.viewer {
            let (one, other) = (self.shown(&self.one, *viewer), self.shown(&self.other, *viewer));
            assert_eq!(one, other, "{}: {viewer:?} is shown something else", self.what);
            if let Viewer::Seat(seat) = viewer {
                (0..PROBES).for_each(|_| self.probe(*seat, luck, opens));
            }
        }
    }

    fn shown(&self, state: &G::State, viewer: Viewer) -> String {
        let view = serde_json::to_string(&self.game.view(state, viewer)).expect("json");
        let prompts = self.game.prompts(state);
        let Viewer::Seat(seat) = viewer else { return format!("{view} {prompts:?}") };
        let options = self.game.options(state, seat);
        let advice = self.advice(state, seat, &prompts, &options);
        format!("{view} {prompts:?} {options:?} {:?} {advice}", options.propose(PROPOSALS))
    }

    /// What a seat is warned of and advised to.
    fn advice(&self, state: &G::State, seat: Seat, prompts: &[Prompt], options: &Options) -> String {
        let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == seat) else { return String::new() };
        let view = self.game.view(state, Viewer::Seat(seat));
        let orders = options.propose(WARNED);
        let orders = orders.iter().map(Some).chain([None]);
        let cautions: Vec<_> =
            orders.map(|order| self.game.cautions(&view, prompt, options, order)).collect();
        format!("{cautions:?} {:?}", self.game.hints(&view, prompt, options))
    }

    /// A spoilt order of a seat is answered alike: refused in the same words, or accepted with facts that look alike.
    fn probe(&self, seat: Seat, luck: &mut Luck, opens: &impl Opens<G>) {
        let asked = asked(self.game, &self.one, luck);
        let options = self.game.options(&self.one, asked);
        let order = options.sample(&mut |n| luck.below(n)).expect("an order");
        let order = slips::slip(&order, &options, G::SLIPS, luck);
        let key = luck.key();
        let answer = |state: &G::State| resolve(self.game, state, seat, &order, key);
        match (answer(&self.one), answer(&self.other)) {
            (Ok(facts), Ok(others)) => {
                let mut twins = Twins {
                    game: self.game,
                    one: self.one.clone(),
                    other: self.other.clone(),
                    viewer: self.viewer.clone(),
                    what: self.what.clone(),
                };
                twins.happen(&facts, &others, &order.to_string(), opens);
            }
            (Err(Stop::Refused(one)), Err(Stop::Refused(other))) => {
                assert_eq!(one, other, "{}: {order} is refused in other words", self.what);
            }
            (one, other) => panic!("{}: {order} of {seat}: {one:?} and {other:?}", self.what),
        }
    }
}
