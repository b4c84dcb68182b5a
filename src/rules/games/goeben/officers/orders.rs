//! Prompts, options and orders at a table where several players share the command.

use super::commands::HeadOrder;
use super::precedence::{acting_commander, concerned, head_of_seat, spokesman};
use super::task_force::{self, Say};
use super::{absence, commander, commands, consent, messages, proposals, seats, ships};
use crate::game::limits::TEXT_CHARS;
use crate::game::{Audience, Mismatch, Options, OrderForm, OrderPolicy, Prompt, Refusal, Seat, Stop, Word};
use crate::games::goeben::arguments::Arguments;
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::orders;
use crate::games::goeben::phases::{self, EndOf};
use crate::games::goeben::play::{Done, Play, Transition};
use crate::games::goeben::sequence;
use crate::games::goeben::state::State;
use crate::games::orders::orders;

/// The orders by which officers write to each other.
pub const WRITES: &[&str] = &["message", "letter"];

/// The prompt of a seat that nothing waits for.
pub const STAND_BY: &str = "stand-by";

/// The seats with a decision to make, and their questions: everybody who may act. A seat that nothing waits for is told to
/// stand by.
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

/// Returns whether the game waits for this seat's decision, proposal or answer to a proposal.
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

/// The orders that `seat` may give now.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    if state.is_over() || !seats(board, &state.setup).contains(&seat) {
        return Options::default();
    }
    options_of(board, state, seat, &orders::options(board, state))
}

/// The same, among the options of the game.
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

orders! {
    /// The orders by which officers deal with each other (25).
    pub enum OfficerOrder from order: Arguments<'_> {
        /// A message passes to another.
        "message" => Message { to: Seat = order.seat("to")?, text: String = order.text("text")? },
        /// A letter is left in a port.
        "letter" => Letter { space: SpaceId = order.space("space")?, text: String = order.text("text")? },
        /// A seat is left to the others.
        "away" => Away { officer: Seat = order.seat("officer")? },
        /// The player of the seat is back.
        "back" => Back,
        /// A proposal is to be carried out.
        "approve" => Approve { officer: Seat = order.seat("officer")? },
        /// A proposal is not to be carried out.
        "decline" => Decline { officer: Seat = order.seat("officer")? },
        /// An officer agrees to a course.
        "support" => Support { officer: Seat = order.seat("officer")? },
        /// An officer is against a course.
        "oppose" => Oppose { officer: Seat = order.seat("officer")? },
        /// The seat's own proposal is taken back.
        "drop" => Drop,
    }
}

/// Carries out an order of `seat` that the options accept, and what follows from it.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, seat: Seat, form: &OrderForm) -> Done {
    let way = match OfficerOrder::read(&Arguments(form)) {
        // It changes nothing of the position, so nothing follows from it.
        Some(order @ OfficerOrder::Message { .. }) => return speak(play, seat, order).map(drop),
        Some(order) => speak(play, seat, order)?,
        None => give(play, seat, form)?,
    };
    settle(play, way)?;
    // A course carried out may leave another one agreed on, as each officer has a proposal of his own.
    while let Some(course) = proposals::next_course(play)? {
        let way = commands::carry_out(play, commander(), course)?;
        settle(play, way)?;
    }
    Ok(())
}

/// Carries out an officer's dealings with the others, and the order that this releases, if any.
fn speak(play: &mut Play<'_, '_>, seat: Seat, order: OfficerOrder) -> Result<Transition, Stop> {
    let accepted = match order {
        OfficerOrder::Message { to, text } => messages::send(play, seat, to, &text).map(|()| None)?,
        OfficerOrder::Letter { space, text } => messages::write(play, seat, space, &text).map(|()| None)?,
        OfficerOrder::Away { officer } => absence::leave(play, seat, officer).map(|()| None)?,
        OfficerOrder::Back => absence::come_back(play, seat).map(|()| None)?,
        OfficerOrder::Drop => proposals::withdraw(play, seat).map(|()| None)?,
        OfficerOrder::Decline { officer } => proposals::decline(play, seat, officer).map(|()| None)?,
        OfficerOrder::Oppose { officer } => proposals::oppose(play, seat, officer).map(|()| None)?,
        OfficerOrder::Approve { officer } => proposals::approve(play, seat, officer)?,
        OfficerOrder::Support { officer } => proposals::support(play, seat, officer)?,
    };
    match accepted {
        Some((head, order)) => commands::carry_out(play, head, order),
        None => Ok(Transition::GoOn),
    }
}

/// Carries out an order of the game, or proposes it to the officer who must approve it (25.0).
fn give(play: &mut Play<'_, '_>, seat: Seat, form: &OrderForm) -> Result<Transition, Stop> {
    let head = head_of_seat(&play.state, seat);
    let order = HeadOrder::read(&play.state, form).ok_or_else(|| orders::unknown(&play.state, form))?;
    let say = task_force::say(&play.state, seat, form.verb.as_str());
    let to = match say.filter(|_| commands::is_staffed(&play.state, head)) {
        Some(Say::Proposes | Say::Course) => Some(acting_commander(&play.state)),
        _ => {
            let heads = consent::grantors(play.board, &play.state, head, form);
            heads.first().map(|head| spokesman(&play.state, *head))
        }
    };
    match to {
        Some(to) => proposals::propose(play, seat, to, form).map(|()| Transition::GoOn),
        None => commands::carry_out(play, head, order),
    }
}

/// Follows up an order: the sequence of play, phases that everybody is done with, proposals that lapse, letters that are read.
fn settle(play: &mut Play<'_, '_>, mut way: Transition) -> Done {
    loop {
        sequence::go(play, way)?;
        let all = orders::options(play.board, &play.state);
        let end = EndOf::of(play.state.phase).filter(|_| ships::is_finished(play.board, &play.state, &all));
        let Some(end) = end else { break };
        way = phases::finish(play, end)?;
    }
    if !play.state.is_over() {
        proposals::lapse(play)?;
        messages::read(play)?;
    }
    Ok(())
}

/// 25.0 The policy of an order: messages and letters are secret between those they concern, and a message changes nothing of
/// the position.
pub fn policy(seat: Seat, order: &OrderForm) -> OrderPolicy {
    let audience = match (order.verb.as_str(), order.word("to")) {
        ("message", Some(to)) => Audience::Seats(vec![seat, Seat(to)]),
        // Not its readers: each gets the text when he reads it, there already or calling later.
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

/// Refuses a decision that is another's, naming who may take it. A verb that cannot be given now is not completed by the book,
/// so the order must fit only as far as it goes.
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
