//! Cases of several players (25): who shares the command, who is away, who may see what.

use wardroom_rules::game::{Audience, Events, Fact, Game, Seat, Viewer};
use wardroom_rules::games::goeben::Goeben;
use wardroom_rules::games::goeben::event::Event;
use wardroom_rules::games::goeben::state::austrian::Austrian;
use wardroom_rules::games::goeben::state::company::Company;
use wardroom_rules::games::goeben::state::{Officers, Optional, State};

use super::language::Run;
use crate::casebook::{Amiss, id, number, same};

/// `given officers …`.
pub fn given(game: &Goeben, state: &mut State, words: &[&str]) -> Result<(), String> {
    let company = state.company.get_or_insert_with(Company::default);
    match words {
        ["away", seats @ ..] => {
            for seat in seats {
                company.away.insert(id::<Seat>(seat)?);
            }
        }
        ["austria", rest @ ..] => {
            state.setup.optional.insert(Optional::AustriaHungary);
            state.setup.austrian_commander = true;
            for ship in rest {
                let (ship, at) = ship.split_once('@').ok_or("a ship is written ship@space")?;
                game.board().ship(id(ship)?).map_err(|fault| fault.to_string())?;
                state.austrians.insert(id(ship)?, Austrian::At(id(at)?));
            }
        }
        [how] => state.setup.officers = Some(Officers::named(how).ok_or("task-force or ships")?),
        _ => return Err("which officers?".into()),
    }
    Ok(())
}

/// `then officer …`.
pub fn holds(run: &Run, words: &[&str]) -> Result<(), Amiss> {
    let company = run.state.company.as_ref().ok_or("nobody shares the command")?;
    match words {
        [seat, "asked", ask] => {
            let prompts = run.game.prompts(&run.state);
            let asked = prompts.iter().find(|prompt| prompt.seat.as_str() == *seat);
            same(&asked.map(|prompt| prompt.ask.as_str()), &Some(ask))
        }
        [seat, "proposes", verb] => {
            let proposal = company.proposals.get(&id::<Seat>(seat)?);
            let is = proposal.map(|proposal| proposal.order.verb.to_string());
            same(&is.unwrap_or("nothing".into()), &verb.to_string())
        }
        [seat, "awaits", seats] => {
            let view =
                run.game.view(&run.state, Viewer::Spectator).company.ok_or("nobody shares the command")?;
            let awaited = view.awaited.get(&id::<Seat>(seat)?).cloned().unwrap_or_default();
            let awaited: Vec<&str> = awaited.iter().map(Seat::as_str).collect();
            same(&awaited.join(","), &(*seats).to_owned())
        }
        [seat, "away"] => same(&company.away.contains(&id::<Seat>(seat)?), &true),
        [seat, "present"] => same(&company.away.contains(&id::<Seat>(seat)?), &false),
        [seat, "messages", n] => {
            same(&company.messages.get(&id::<Seat>(seat)?).map_or(0, Vec::len), &number(n)?)
        }
        ["letters", n] => same(&company.letters.len(), &number(n)?),
        ["only", seats, "see", kind] => {
            let wanted: Vec<&str> = seats.split(',').collect();
            let of_kind = |event: &&Event| event.kind() == *kind;
            let events = run.facts.iter().filter_map(|fact| match fact {
                Fact::Event(event) => Some(event),
                Fact::Roll(_) => None,
            });
            let event =
                events.clone().find(of_kind).ok_or_else(|| Amiss::Unmet(format!("there was no {kind}")))?;
            match event.policy().audience {
                Audience::Seats(seats) => same(&seats.iter().map(Seat::as_str).collect::<Vec<_>>(), &wanted),
                other => Err(Amiss::Unmet(format!("{other:?} see it"))),
            }
        }
        _ => Err("what of the officers?".into()),
    }
}
