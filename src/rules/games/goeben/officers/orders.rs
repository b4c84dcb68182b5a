//! Who is asked what at a table where the command is shared, what each may order, and what an order does.

use super::precedence::{acting_commander, concerned, head_of_seat, spokesman};
use super::task_force::{self, RATE, SPEED, Say};
use super::{absence, commander, commands, consent, messages, proposals, seats, ships};
use crate::game::limits::TEXT_CHARS;
use crate::game::{
    Audience, Defect, Mismatch, Options, OrderForm, OrderPolicy, Prompt, Refusal, Seat, Stop, Word,
};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};
use crate::games::goeben::naval_combat::gunnery;
use crate::games::goeben::orders;
use crate::games::goeben::play::{Done, Play, Transition};
use crate::games::goeben::sequence;
use crate::games::goeben::state::State;

/// The orders by which officers write to each other.
pub const WRITES: &[&str] = &["message", "letter"];

/// What a seat is asked while nothing waits for it.
pub const STAND_BY: &str = "stand-by";

/// Who is asked what: everybody who may speak; those for whom nothing waits are asked to stand by.
pub fn prompts(board: &Board, state: &State) -> Vec<Prompt> {
    if state.is_over() {
        return vec![];
    }
    let all = orders::options(board, state);
    let asked = orders::asked(state);
    let prompt = |seat: Seat| {
        let (ask, rule, about) = match &asked {
            Some((ask, rule, about)) if is_awaited(board, state, seat, &all) => (*ask, *rule, about.clone()),
            // Who has no ship and nobody to speak to is asked nothing.
            _ if options_of(board, state, seat, &all).verbs.is_empty() => return None,
            _ => (STAND_BY, "25.0", vec![]),
        };
        let awaited = ask != STAND_BY;
        Some(Prompt { seat, ask: Word::literal(ask), rule: Word::literal(rule), about, awaited })
    };
    seats(board, &state.setup).into_iter().filter_map(prompt).collect()
}

/// Whether the game waits for what this seat decides, proposes or says to a proposal.
fn is_awaited(board: &Board, state: &State, seat: Seat, all: &Options) -> bool {
    let head = head_of_seat(state, seat);
    let own = ships::options(board, state, head, all);
    let waits = ships::is_awaited(board, state, head, &own);
    let may_speak = || {
        let may = task_force::options(state, seat, &task_force::extended(state, &own));
        seat == acting_commander(state) || task_force::is_awaited(&may)
    };
    // Whoever has proposed something waits for the answer.
    let proposes = state.company.as_ref().is_some_and(|company| company.proposals.contains_key(&seat));
    waits && !proposes && (!commands::is_staffed(state, head) || may_speak())
        || proposals::is_awaited(board, state, seat)
}

/// What `seat` may order now.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    if state.is_over() || !seats(board, &state.setup).contains(&seat) {
        return Options::default();
    }
    options_of(board, state, seat, &orders::options(board, state))
}

/// The same, of what the chapters offer.
fn options_of(board: &Board, state: &State, seat: Seat, all: &Options) -> Options {
    let mut options = commands::of(board, state, seat, all);
    for more in [
        proposals::options(board, state, seat),
        messages::options(board, state, seat),
        absence::options(board, state, seat),
    ] {
        options.verbs.extend(more.verbs);
    }
    options
}

/// Carries out an order of `seat` that the options accept, and what follows from it.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, seat: Seat, order: &OrderForm) -> Done {
    let mut way = Transition::GoOn;
    match order.verb.as_str() {
        "message" => {
            return messages::send(play, seat, seat_in(order, "to")?, order.text("text").unwrap_or_default());
        }
        "letter" => {
            let space = order.word("space").map(SpaceId).ok_or_else(unfit)?;
            messages::write(play, seat, space, order.text("text").unwrap_or_default())?;
        }
        "away" => absence::leave(play, seat, seat_in(order, "officer")?)?,
        "back" => absence::come_back(play, seat)?,
        "approve" | "decline" | "support" | "oppose" | "drop" => {
            if let Some((head, approved)) = proposals::answer(play, seat, order)? {
                way = command(play, head, &approved)?;
            }
        }
        verb => {
            let head = head_of_seat(&play.state, seat);
            let say =
                task_force::say(&play.state, seat, verb).filter(|_| commands::is_staffed(&play.state, head));
            let to = match say {
                Some(Say::Proposes | Say::Course) => Some(acting_commander(&play.state)),
                _ => {
                    let heads = consent::grantors(play.board, &play.state, head, order);
                    heads.first().map(|head| spokesman(&play.state, *head))
                }
            };
            match to {
                Some(to) => proposals::propose(play, seat, to, order)?,
                None => way = command(play, head, order)?,
            }
        }
    }
    settle(play, way)?;
    while let Some(course) = proposals::next_course(play)? {
        let way = command(play, commander(), &course)?;
        settle(play, way)?;
    }
    Ok(())
}

/// An order that a head decides.
fn command(play: &mut Play<'_, '_>, head: Seat, order: &OrderForm) -> Result<Transition, Stop> {
    let ship = || order.word("ship").map(ShipId).ok_or_else(unfit);
    match order.verb.as_str() {
        RATE => {
            let rate = order.word("rate").ok_or_else(unfit)?;
            play.emit(OfficerEvent::RateSet { ship: ship()?, rate })?;
        }
        SPEED => {
            let speed = order.word("speed").and_then(|speed| Speed::named(speed.as_str()));
            play.emit(OfficerEvent::SpeedProposed { ship: ship()?, speed: speed.ok_or_else(unfit)? })?;
        }
        ships::DONE => play.emit(OfficerEvent::PhaseLeft { seat: head })?,
        ships::HOLD => {
            let ships = ships::own(play.board, &play.state, head, ships::firers(play.board, &play.state));
            if ships.is_empty() { gunnery::hold(play)? } else { gunnery::hold_ships(play, ships)? }
        }
        _ => return orders::carry_out(play, order),
    }
    Ok(Transition::GoOn)
}

/// What follows from an order: the sequence of play, phases that everybody is done with, proposals that lapse, letters
/// that are read.
fn settle(play: &mut Play<'_, '_>, mut way: Transition) -> Done {
    loop {
        sequence::go(play, way)?;
        let all = orders::options(play.board, &play.state);
        if !ships::is_finished(play.board, &play.state, &all) {
            break;
        }
        way = orders::carry_out(play, &OrderForm::new(Word::literal(ships::DONE)))?;
    }
    if !play.state.is_over() {
        proposals::lapse(play)?;
        messages::read(play)?;
    }
    Ok(())
}

fn seat_in(order: &OrderForm, arg: &str) -> Result<Seat, Stop> {
    order.word(arg).map(Seat).ok_or_else(|| unfit().into())
}

fn unfit() -> Defect {
    Defect("an order was accepted that its rule cannot read".into())
}

/// 25.0 What is said or written, nobody may see but those it is for; a message changes nothing of the position.
pub fn policy(seat: Seat, order: &OrderForm) -> OrderPolicy {
    let audience = match (order.verb.as_str(), order.word("to")) {
        ("message", Some(to)) => Audience::Seats(vec![seat, Seat(to)]),
        ("letter", _) => Audience::Seats(vec![seat]),
        _ => Audience::Everyone,
    };
    OrderPolicy { audience, aside: order.verb.as_str() == "message" }
}

/// Why an order is refused: it is another officer's, it may not pass, or its chapter forbids it.
pub fn refuse(board: &Board, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
    if state.is_over() {
        return Refusal::new("scenario-over", "17.0");
    }
    let verb = order.verb.as_str();
    let own = match verb {
        "message" => messages::refuse(board, state, seat, verb, order.word("to")),
        "letter" => messages::refuse(board, state, seat, verb, order.word("space")),
        "approve" | "decline" | "support" | "oppose" => proposals::refuse(board, state, seat, order),
        "away" => absence::refuse(board, state, seat, order.word("officer").map(Seat)),
        _ => refuse_command(board, state, seat, order),
    };
    own.unwrap_or_else(|| match mismatch.arg.as_str() {
        "text" => Refusal::new("text-unfit", "25.0").about("limit", TEXT_CHARS),
        _ => orders::refuse(board, state, order, mismatch),
    })
}

/// A decision that is another's: who may take it. What is typed where it cannot be given is not written out: it need fit
/// only as far as it goes.
fn refuse_command(board: &Board, state: &State, seat: Seat, order: &OrderForm) -> Option<Refusal> {
    let all = orders::options(board, state);
    let fits = |options: &Options| match options.accept(order) {
        Ok(()) => true,
        Err(mismatch) => mismatch.given.is_none(),
    };
    if fits(&commands::of(board, state, seat, &all)) {
        return None;
    }
    let head = head_of_seat(state, seat);
    if order.verb.as_str() == ships::DONE
        && let Some(ship) = ships::overstaying(board, state, head).filter(|_| !state.is_away(seat))
    {
        return Some(Refusal::new("visit-is-over", "9.1").about("ship", ship));
    }
    let may: Vec<Seat> = seats(board, &state.setup)
        .into_iter()
        .filter(|other| *other != seat && fits(&commands::of(board, state, *other, &all)))
        .collect();
    match may.first() {
        Some(_) if state.is_away(seat) => Some(Refusal::new("you-are-away", "25.0")),
        Some(first) => Some(Refusal::new("another-decides", "25.0").about("officer", first)),
        None if state.is_done(head) => Some(Refusal::new("done-with-phase", "25.0")),
        None if !concerned(board, state).contains(&head) => Some(Refusal::new("no-ship-left", "25.0")),
        // It could be given, by its own commander, once those before him are done.
        None if fits(&all) => {
            let first = ships::next_to_decide(board, state)?;
            Some(Refusal::new("another-decides", "25.0").about("officer", first))
        }
        None => None,
    }
}
