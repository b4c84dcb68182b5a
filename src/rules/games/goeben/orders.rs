//! Orders: what may be ordered now, how an order is carried out, and why one is refused. Each line leads to the
//! chapter that holds the rule.

use super::board::Board;
use super::campaign::{self, rewards};
use super::cargo;
use super::ids::{Cargo, Nation, Phase, ShipId, SpaceId, Speed};
use super::incidents::{self, chart};
use super::naval_combat::{self, break_off, contact, gunnery};
use super::pack::Boon;
use super::phases;
use super::play::{Done, Play, Transition};
use super::readings;
use super::state::battle::BattleStep;
use super::state::{Outcome, Source, State, Task};
use super::{bombardment, intelligence, movement, outfitting, ports, repairs, set_up, victory};
use super::{deployment, mines, seaplanes};
use crate::game::{Defect, Mismatch, Options, OrderForm, Refusal, Stop, Word};

/// The questions of [`asked`] that a few words answer: for them a table may give less time.
pub const SMALL: &[&str] =
    &["share", "choose", "examine", "evade", "ram", "contact", "break-off", "lead", "retreat", "attend"];

/// What may be ordered now.
pub fn options(board: &Board, state: &State) -> Options {
    let mut options = match state.task() {
        Some(task @ Task::Share { .. }) => outfitting::share_options(board, state, task),
        Some(Task::Choose {}) => intelligence::choose_options(),
        Some(Task::Examine { .. }) => intelligence::examine_options(board, state),
        Some(Task::Evade { .. }) => chart::evade_options(),
        Some(Task::Ram { ships }) => chart::ram_options(ships),
        Some(Task::Battle(battle)) => naval_combat::options(board, state, battle),
        Some(Task::Incidents { .. }) => Options::default(),
        Some(Task::Reward { among }) => rewards::options(among),
        None => phases::options(board, state),
    };
    if state.battle().is_none() && !options.verbs.is_empty() && state.phase != Phase::SetUp {
        options.push("reload", outfitting::reload_options(state));
    }
    options
}

/// What the player is asked: a name, the rule, and whom it concerns.
pub fn asked(state: &State) -> Option<(&'static str, &'static str, Vec<Word>)> {
    let asked = match (state.task(), state.phase) {
        (Some(Task::Share { space, source, ships, .. }), _) => {
            let mut about = vec![space.0];
            about.extend(ships.iter().map(|ship| ship.0));
            ("share", outfitting::rule_of(*source), about)
        }
        (Some(Task::Choose {}), _) => ("choose", "11.2", vec![]),
        (Some(Task::Examine { .. }), _) => ("examine", "11.2", vec![]),
        (Some(Task::Evade { ships }), _) => {
            ("evade", "13.1", ships.first().map(|ship| ship.0).into_iter().collect())
        }
        (Some(Task::Ram { .. }), _) => ("ram", "13.1", vec![]),
        (Some(Task::Battle(battle)), _) => {
            let about = vec![battle.space.0];
            match battle.step {
                BattleStep::Contact {} => ("contact", "14.3", about),
                BattleStep::BreakOff {} => ("break-off", "14.4", about),
                BattleStep::Lead {} => ("lead", "20.0", about),
                BattleStep::Retreat {} => ("retreat", "14.4", about),
                BattleStep::Fire { .. } if battle.coast => ("bombard-fire", "16.0", about),
                BattleStep::Fire { .. } => ("fire", "14.5", about),
                BattleStep::Finished {} => return None,
            }
        }
        (Some(Task::Incidents { .. }), _) => return None,
        (None, Phase::SetUp) => ("set-up", "3.0", vec![]),
        (None, Phase::Outfitting) => ("outfitting", "7.0", vec![]),
        (None, Phase::Intelligence) => ("intelligence", "11.0", vec![]),
        (None, Phase::Movement) => ("movement", "12.0", vec![]),
        (None, Phase::Incidents) => ("attend", "13.0", vec![]),
        (None, Phase::NavalCombat) => ("attend", "14.0", vec![]),
        (None, Phase::Bombardment) => ("bombardment", "16.0", vec![]),
        (Some(Task::Reward { .. }), _) => ("reward", "24.1", vec![]),
        (None, Phase::Objective) if state.campaign.is_some() => ("objective", "17.0", vec![]),
        (None, Phase::Raiding | Phase::Objective | Phase::Over) => return None,
    };
    Some(asked)
}

/// Carries out an order that the options accept.
///
/// # Errors
/// Chance that cannot answer, or an order that no option could have accepted.
pub fn carry_out(play: &mut Play<'_, '_>, order: &OrderForm) -> Result<Transition, Stop> {
    match order.verb.as_str() {
        "attend" => attend(play, Words(order).space("space")?),
        "done" => done(play),
        "conclude" => victory::end(play, Outcome::Won),
        "sail-on" => Ok(Transition::NextTurn),
        _ => handle(play, order).map(|()| Transition::GoOn),
    }
}

fn handle(play: &mut Play<'_, '_>, order: &OrderForm) -> Done {
    let words = Words(order);
    match order.verb.as_str() {
        "load" => cargo::load(play, words.ship("ship")?, words.cargo("item")?, words.hull_box("box")?),
        "discard" => {
            let (item, hull_box) = words.aboard("cargo")?;
            cargo::discard(play, words.ship("ship")?, item, hull_box)
        }
        "trade" => {
            let (from, to) = (words.ship("ship")?, words.ship("to")?);
            cargo::trade(play, from, words.aboard("cargo")?, to, words.hull_box("box")?)
        }
        "swap" => {
            let (given, taken) = (words.aboard("cargo")?, words.aboard("other")?);
            cargo::swap(play, words.ship("ship")?, given, order.word("to").map(ShipId), taken)
        }
        "collier" => set_up::place_collier(play, words.space("space")?),
        "rearm" => {
            outfitting::draw_supply(play, words.space("space")?, Source::Arsenal, words.ships("ships")?)
        }
        "coal" => {
            let source = Source::named(words.word("source")?.as_str()).ok_or_else(unfit)?;
            outfitting::draw_supply(play, words.space("space")?, source, words.ships("ships")?)
        }
        "share" => outfitting::share(play, order.shares("points").ok_or_else(unfit)?),
        "repair" => repairs::repair(play, words.ship("ship")?, order.shares("dice").ok_or_else(unfit)?),
        "reload" => outfitting::reload(play, words.ship("ship")?),
        "intelligence" => intelligence::attempt(play, words.ship("ship")?),
        "choose" => intelligence::choose(play, words.word("result")?),
        "examine" => intelligence::examine(play, words.space("space")?),
        "move" => {
            let path = order.words("path").ok_or_else(unfit)?;
            movement::go(play, words.ship("ship")?, words.speed("speed")?, path)
        }
        "embark" => ports::embark(play, words.ship("ship")?, words.hull_box("box")?),
        "evade" => chart::evade(play, words.word("by")?),
        "ram" => chart::ram(play, words.ship("ship")?),
        "contact" => contact::make(play, order.word("ship").map(ShipId)),
        "fight" => naval_combat::open_fire(play),
        "break-off" => break_off::begin(play),
        "retreat" => break_off::retreat(play, words.ship("ship")?, words.space("space")?),
        "fire" => {
            let maximum = words.word("rate")?.as_str() == "maximum";
            gunnery::fire(play, words.ship("ship")?, words.word("target")?, maximum)
        }
        "torpedo" => {
            let count = order.number("count").and_then(|n| u8::try_from(n).ok()).ok_or_else(unfit)?;
            gunnery::torpedo(play, words.ship("ship")?, words.word("target")?, count)
        }
        "hold" => gunnery::hold(play),
        "bombard" => bombardment::begin(play, words.space("space")?),
        "land" => ports::land(play, words.ship("ship")?),
        "deploy" => deployment::deploy(play, words.space("space")?),
        "lead" => {
            let nation = Nation::named(words.word("nation")?.as_str()).ok_or_else(unfit)?;
            naval_combat::austrians::lead(play, nation)
        }
        "scout" => seaplanes::scout(play, words.ship("ship")?, words.space("space")?),
        "lay" => {
            let ship = words.ship("ship")?;
            let space = match play.state.reads(&readings::MINES_ON_THE_WAY) {
                true => words.space("space")?,
                false => play.ship(ship)?.at.ok_or_else(unfit)?,
            };
            mines::lay(play, ship, space)
        }
        "station" => campaign::station(play, words.ship("ship")?, words.space("space")?),
        "reward" => rewards::choose(play, Boon::named(words.word("reward")?.as_str()).ok_or_else(unfit)?),
        _ => Err(unfit().into()),
    }
}

fn attend(play: &mut Play<'_, '_>, space: SpaceId) -> Result<Transition, Stop> {
    match play.state.phase {
        Phase::Incidents => incidents::begin(play, space),
        _ => naval_combat::begin(play, space),
    }
}

/// Ends the phase in which the player is asked.
fn done(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    match play.state.phase {
        Phase::SetUp => Ok(Transition::NextTurn),
        Phase::Outfitting => outfitting::finish(play),
        Phase::Intelligence => Ok(Transition::Enter(Phase::Movement)),
        Phase::Movement => movement::finish(play),
        Phase::Bombardment => Ok(Transition::Enter(Phase::Objective)),
        _ => Err(unfit().into()),
    }
}

/// Why the options do not accept an order: the rule that forbids it, or else what would be legal there.
pub fn refuse(board: &Board, state: &State, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
    if state.is_over() {
        return Refusal::new("scenario-over", "17.0");
    }
    let legal: Vec<String> = mismatch.legal.iter().map(Word::to_string).collect();
    let refusal = match mismatch.arg.as_str() {
        "verb" => refuse_verb(board, state, order),
        _ => None,
    }
    .or_else(|| by_chapter(board, state, order))
    .unwrap_or_else(|| match (mismatch.arg.as_str(), &mismatch.given) {
        ("verb", _) => Refusal::new("not-now", rule_now(state)).about("verb", order.verb),
        (arg, None) => Refusal::new("missing", rule_now(state)).about("argument", arg),
        (arg, Some(_)) => Refusal::new("not-legal", rule_now(state)).about("argument", arg),
    });
    if refusal.legal.is_empty() { refusal.legal(legal) } else { refusal }
}

fn rule_now(state: &State) -> &'static str {
    asked(state).map_or("4.1", |(_, rule, _)| rule)
}

/// A verb that another moment would allow.
fn refuse_verb(board: &Board, state: &State, order: &OrderForm) -> Option<Refusal> {
    match (order.verb.as_str(), state.phase, state.task()) {
        (verb, Phase::SetUp, None) => set_up::refuse(state, verb),
        ("done", Phase::Movement, None) => movement::overstaying(board, state)
            .map(|ship| Refusal::new("visit-is-over", "9.1").about("ship", ship)),
        ("intelligence", Phase::Intelligence | Phase::Movement, _) if state.today.intelligence => {
            Some(Refusal::new("intelligence-spent", "11.1"))
        }
        _ => None,
    }
}

/// 20.0 What only German ships do: outfit, repair, listen, land, fly, lay mines.
const NOT_FOR_AUSTRIANS: [&str; 12] = [
    "load",
    "discard",
    "trade",
    "swap",
    "rearm",
    "coal",
    "repair",
    "reload",
    "intelligence",
    "land",
    "scout",
    "lay",
];

/// The rule of the chapter that an order offends.
fn by_chapter(board: &Board, state: &State, order: &OrderForm) -> Option<Refusal> {
    let words = Words(order);
    let ship = words.ship("ship").ok();
    let space = words.space("space").ok();
    let hull_box = words.hull_box("box").ok();
    let ships = words.ships("ships").ok();
    let mut named = ship.iter().chain(ships.iter().flatten());
    if let Some(sunk) = named.find(|id| state.ship(**id).is_some_and(|ship| ship.at.is_none())) {
        return Some(Refusal::new("ship-sunk", "6.3").about("ship", sunk));
    }
    if let Some(id) = ship.filter(|id| state.austrians.contains_key(id) && state.whereabouts(*id).is_none()) {
        return Some(Refusal::new("ship-away", "20.0").about("ship", id));
    }
    let mut named = ship.iter().chain(ships.iter().flatten());
    if let Some(id) = named.find(|id| state.austrians.contains_key(*id))
        && NOT_FOR_AUSTRIANS.contains(&order.verb.as_str())
    {
        return Some(Refusal::new("not-for-austrians", "20.0").about("ship", id));
    }
    match (order.verb.as_str(), state.phase, state.task()) {
        ("collier", Phase::SetUp, None) => set_up::refuse_collier(board, state, space?),
        ("station", Phase::SetUp, None) => campaign::refuse_station(board, state, space?),
        ("load", Phase::SetUp | Phase::Outfitting, None) => {
            cargo::refuse_load(board, state, ship?, words.cargo("item").ok()?, hull_box)
        }
        ("discard", Phase::SetUp | Phase::Outfitting, None) => {
            cargo::refuse_discard(state, ship?, words.aboard("cargo").ok()?)
        }
        ("trade" | "swap", Phase::Outfitting, None) => {
            let (given, to) = (words.aboard("cargo").ok()?, words.ship("to").ok());
            cargo::refuse_trade(board, state, ship?, given, to, hull_box)
        }
        ("rearm", Phase::Outfitting, None) => {
            outfitting::refuse_supply(board, state, space?, Source::Arsenal, ships.as_deref())
        }
        ("coal", Phase::Outfitting, None) => {
            let source = Source::named(words.word("source").ok()?.as_str())?;
            outfitting::refuse_supply(board, state, space?, source, ships.as_deref())
        }
        ("share", _, Some(task)) => outfitting::refuse_share(task),
        ("repair", Phase::Outfitting, None) => repairs::refuse(board, state, ship?, order.shares("dice")),
        ("examine", _, Some(Task::Examine { .. })) => intelligence::refuse_examine(board, state, space?),
        ("move", Phase::Movement, None) => {
            movement::refuse(board, state, ship?, words.speed("speed").ok(), order.words("path"))
        }
        (verb @ ("fire" | "torpedo"), _, Some(Task::Battle(_))) => {
            gunnery::refuse(board, state, verb == "torpedo", ship?, words.word("target").ok())
        }
        ("bombard", Phase::Bombardment, None) => bombardment::refuse(board, state, space?),
        ("land", Phase::Bombardment, None) => ports::refuse_landing(board, state, ship?),
        ("deploy", Phase::SetUp, None) => deployment::refuse(state, &deployment::options(board, state)),
        ("scout", Phase::Intelligence, None) => seaplanes::refuse(board, state, ship?, space),
        ("lay", Phase::Movement, None) => mines::refuse(board, state, ship?, space),
        _ => None,
    }
}

fn unfit() -> Defect {
    Defect("an order was accepted that its rule cannot read".into())
}

/// The arguments of an order, read as what they name.
struct Words<'a>(&'a OrderForm);

impl Words<'_> {
    fn word(&self, name: &str) -> Result<Word, Stop> {
        self.0.word(name).ok_or_else(|| unfit().into())
    }

    fn ship(&self, name: &str) -> Result<ShipId, Stop> {
        self.word(name).map(ShipId)
    }

    fn ships(&self, name: &str) -> Result<Vec<ShipId>, Stop> {
        self.0
            .words(name)
            .map(|words| words.iter().copied().map(ShipId).collect())
            .ok_or_else(|| unfit().into())
    }

    fn space(&self, name: &str) -> Result<SpaceId, Stop> {
        self.word(name).map(SpaceId)
    }

    fn cargo(&self, name: &str) -> Result<Cargo, Stop> {
        Cargo::named(self.word(name)?.as_str()).ok_or_else(|| unfit().into())
    }

    fn aboard(&self, name: &str) -> Result<(Cargo, u8), Stop> {
        cargo::aboard(self.word(name)?).ok_or_else(|| unfit().into())
    }

    fn hull_box(&self, name: &str) -> Result<u8, Stop> {
        self.word(name)?.as_str().parse().map_err(|_| unfit().into())
    }

    fn speed(&self, name: &str) -> Result<Speed, Stop> {
        Speed::named(self.word(name)?.as_str()).ok_or_else(|| unfit().into())
    }
}
