//! Worlds that could be: positions that fit all that a seat has seen.
//!
//! What lies open is taken from the view as it is. What the view no longer shows though it was shown once is in the
//! facts that the seat has seen ([`memory`]), and what lies face down is dealt anew from what is left ([`face_down`]).

mod face_down;
mod memory;

use super::board::Board;
use super::event::Event;
use super::officers;
use super::officers::view::{CompanyView, LetterView};
use super::readings;
use super::state::campaign::Campaign;
use super::state::company::{Company, Letter};
use super::state::{CoastalUnit, Outcome, SpaceContents, State};
use super::view::{CampaignView, PlaceView, View};
use crate::game::{Dice, Fact, Seat, Shared};
use memory::Memory;

/// A position that shows `seat` this view, by the facts that it has seen since the table was opened, in their order.
///
/// Every position that these allow can come of it: markers and coastal units are dealt by the rules of the set-up from
/// those that have not been seen elsewhere, and no place that the rules leave open to one is closed to it. Where markers
/// of a scenario lie is as likely as the set-up and the draws since make it; only in a campaign that has dealt incidents to
/// the zones (24.3) is it near that. What others write to each other is not made up: their letters are blank.
pub fn imagine(board: &Board, view: &View, seat: Seat, past: &[Fact<Event>], dice: &mut Dice) -> State {
    let memory = Memory::of(view.pool, past);
    let mut state = open(view, &memory);
    state.company = view.company.as_ref().map(|company| Company {
        lapsed: memory.lapsed.clone(),
        letters: letters(board, view, company, seat, dice),
        ..told(company, seat)
    });
    face_down::deal(board, &mut state, view, &memory, dice);
    state
}

/// The open information, and what can be remembered.
fn open(view: &View, memory: &Memory) -> State {
    State {
        setup: view.setup.clone(),
        mission: view.mission,
        days: view.days,
        turn: view.turn,
        phase: view.phase,
        alert: view.alert,
        victory_points: view.victory_points,
        ships: view.ships.iter().map(|(id, ship)| (*id, ship.ship.clone())).collect(),
        standings: view.standings.clone(),
        colliers: view.colliers.clone(),
        colliers_to_place: view.colliers_to_place,
        places: view.places.iter().map(|(space, place)| (*space, contents(place))).collect(),
        pool: Shared::default(),
        out_of_play: view.out_of_play.clone(),
        damaged: view.damaged.clone(),
        sunk: view.sunk.clone(),
        visited: view.visited.clone(),
        won: view.campaign.iter().flat_map(won).collect(),
        french_sortie: view.french_sortie,
        today: view.today.clone(),
        todo: view.todo.clone(),
        tasks: view.tasks.clone(),
        outcome: view.outcome,
        austrians: view.austrians.iter().map(|(id, austrian)| (*id, austrian.ship)).collect(),
        deployment: view.deployment,
        campaign: view.campaign.as_ref().map(|campaign| Campaign {
            orders: campaign.orders.clone(),
            ledger: campaign.ledger.clone(),
            open_seas: campaign.open_seas.clone(),
            removed: campaign.removed.clone(),
            reinforced: memory.reinforced,
            kept: memory.kept.clone(),
            verdict: campaign.verdict,
        }),
        company: None,
        // Views are of games in play, which follow the present rules; only audits follow older ones.
        rules: readings::VERSION,
    }
}

fn won(campaign: &CampaignView) -> impl Iterator<Item = super::ids::Mission> {
    campaign.ledger.iter().filter(|deed| deed.outcome == Outcome::Won).map(|deed| deed.mission)
}

/// The open contents of a space; a coastal unit face down is one of no value for now.
fn contents(place: &PlaceView) -> SpaceContents {
    let unit = |value: &Option<u8>| CoastalUnit { value: value.unwrap_or(0), shown: value.is_some() };
    SpaceContents {
        hidden: vec![],
        shown: place.shown.clone(),
        coast: place.coast.iter().map(unit).collect(),
        landed: place.landed,
        friends: place.friends,
        mines: place.mines,
    }
}

fn told(company: &CompanyView, seat: Seat) -> Company {
    Company {
        away: company.away.clone(),
        done: company.done.clone(),
        proposals: company.proposals.clone(),
        rates: company.rates.clone(),
        speeds: company.speeds.clone(),
        messages: [(seat, company.messages.clone())]
            .into_iter()
            .filter(|(_, kept)| !kept.is_empty())
            .collect(),
        ..Company::default()
    }
}

/// Letters: nobody can tell whether another player has read one, nor can a seat that no longer knows the text.
fn letters(board: &Board, view: &View, company: &CompanyView, seat: Seat, dice: &mut Dice) -> Vec<Letter> {
    let seats = officers::seats(board, &view.setup);
    let mut letter = |LetterView { space, by, text }: &LetterView| {
        let mut readers = seats.clone();
        readers.retain(|reader| {
            let known = text.is_some() && *reader == seat;
            *reader != *by && (known || dice.below(2) == 0)
        });
        let read_by = readers.into_iter().collect();
        let letter = Letter { space: *space, by: *by, text: None, read_by, kept_from: Default::default() };
        // Written here, or read here by the dice, and yet hidden: a former player of the seat knew the text.
        let kept_from =
            if text.is_none() && letter.is_known_at(seat) { [seat].into() } else { letter.kept_from };
        Letter { text: Some(text.clone().unwrap_or_default()), kept_from, ..letter }
    };
    company.letters.iter().map(&mut letter).collect()
}
