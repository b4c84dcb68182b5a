//! Random play: everything that comes up can be told and typed.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use wardroom::book::Parsed;
use wardroom::game::{Chance, Events, Fact, Game, Node, Options, OrderForm, Roll, RollForm, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::ids::{Phase, ShipId, SpaceId, Track};
use wardroom::games::goeben::report::{GoebenReport, points};
use wardroom::games::goeben::state::{Setup, SpaceContents, State};
use wardroom::games::goeben::victory;
use wardroom::games::goeben::view::View;
use wardroom::report::{GameReport, Phrases};
use wardroom::words::Lang;

use super::{Campaign, Desk, names_only_open};
use crate::common::optional::{perhaps_a_fleet, some_rules};
use crate::common::{Luck, few_and_many};

const ORDERS: usize = 2000;

/// In so many games the rarest of what is wanted comes up.
const MANY: u64 = 60;

few_and_many!(whatever_happens_can_be_told_and_whatever_is_legal_can_be_typed: 6, super::MANY;);

fn whatever_happens_can_be_told_and_whatever_is_legal_can_be_typed(games: u64) {
    let desk = Desk::new();
    let mut told = BTreeSet::new();
    for seed in 0..games {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = move |n: u32| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ((state >> 32) % u64::from(n.max(1))) as u32
        };
        let mut luck = Luck::of(seed);
        let optional = if seed % 4 == 0 { BTreeSet::new() } else { some_rules(&mut luck) };
        let (mut campaign, mut all) = Campaign::begin(
            &desk,
            &Setup { optional, campaign: seed % 3 == 1, ..Setup::default() },
            seed << 32,
        );
        perhaps_a_fleet(&desk.game, &mut campaign.state, &mut luck);
        tell(&desk, &all, &mut told);
        for number in 0..ORDERS {
            if desk.game.is_over(&campaign.state) {
                break;
            }
            let moving = campaign.state.phase == Phase::Movement && campaign.state.task().is_none();
            if seed % 3 == 1 && moving && number % 4 == 0 {
                favour(&desk, &mut campaign.state);
            }
            let options = desk.game.options(&campaign.state, Goeben::commander());
            look(&desk, &campaign, &options, number % 25 == 0);
            let Some(form) = options.sample(&mut below) else { panic!("nothing to order") };
            type_it(&desk, &options, &form);
            let before = campaign.state.clone();
            let facts = campaign.order(&form).unwrap();
            tell(&desk, &facts, &mut told);
            warned_rightly(&desk, (&before, &campaign.state), &form, &mut told);
            all.extend(facts);
            sum_up(&desk, &campaign.state, &all, &mut told);
        }
        let points = points::by_cause(&all).iter().map(|(_, by)| by).sum::<i32>();
        let by_day = points::by_day(&all);
        assert_eq!(by_day.iter().map(|(_, facts)| facts.len()).sum::<usize>(), all.len());
        if seed % 3 != 1 {
            assert_eq!(points, campaign.state.victory_points, "seed {seed}");
            assert_eq!(by_day.last().unwrap().0, campaign.state.turn, "seed {seed}");
        }
    }
    // Enough came up for the test to mean something.
    for kind in [
        "a day summed up",
        "ShipMoved",
        "MarkersDrawn",
        "ContactMade",
        "EnemyHit",
        "TrackChanged",
        "ScenarioEnded",
    ] {
        assert!(told.contains(kind), "{kind} never happened");
    }
    if games < MANY {
        return;
    }
    for kind in ["move", "coal"] {
        assert!(told.contains(&format!("warned of the last {kind}")), "no last {kind}");
    }
    assert!(told.contains("warned of leaving"), "no neutral harbour was left");
    for kind in ["MissionRecorded", "MissionBegan", "PatrolsWithdrawn", "OrdersRemoved", "CampaignEnded"] {
        assert!(told.contains(kind), "{kind} never happened");
    }
    for kind in ["DeploymentRolled", "NightFell", "SeaplaneFlew", "MinesLaid", "AustrianHit", "AustrianLost"]
    {
        assert!(told.contains(kind), "{kind} never happened");
    }
}

/// 14.8, 14.9 Goeben alone meets Dublin with so much ammunition: what fires the last of it away is warned of, and nothing
/// else.
#[test]
fn the_last_ammunition_is_warned_of_before_it_is_fired() {
    let desk = Desk::new();
    let word = |text: &str| text.parse::<Word>().unwrap();
    let (goeben, sea) = (ShipId(word("goeben")), SpaceId(word("WIO")));
    for (ammunition, rate, warning) in [
        (1, "normal", Some("firing uses the last ammunition of Goeben")),
        (2, "normal", Some("at the maximum rate Goeben uses up her last ammunition")),
        (2, "maximum", Some("at the maximum rate Goeben uses up her last ammunition")),
        (3, "maximum", None),
    ] {
        let (mut campaign, _) = Campaign::begin(&desk, &Setup::default(), 1);
        let state = &mut campaign.state;
        state.phase = Phase::Movement;
        state.places.insert(sea, SpaceContents { shown: vec![ShipId(word("dublin"))], ..Default::default() });
        for (id, ship) in state.ships.iter_mut() {
            ship.at = Some(sea).filter(|_| *id == goeben);
            ship.tracks.extend([(Track::Coal, 0), (Track::Ammunition, ammunition)]);
        }
        let order = |campaign: &Campaign<'_>, typed: &str| {
            let options = desk.game.options(&campaign.state, Goeben::commander());
            match desk.book.one(typed, &options, &desk.lexicon) {
                Ok(Parsed::Order { form, .. }) => form,
                other => panic!("{typed}: {other:?}"),
            }
        };
        let done = order(&campaign, "done");
        campaign.with(&done, &mut Chance::scripted([6; 4])).unwrap();
        let fight = order(&campaign, "fight");
        campaign.order(&fight).unwrap();
        let (view, prompts) = (
            desk.game.view(&campaign.state, Viewer::Seat(Goeben::commander())),
            desk.game.prompts(&campaign.state),
        );
        let options = desk.game.options(&campaign.state, Goeben::commander());
        let cautions = desk.game.cautions(&view, &prompts[0], &options, None);
        let said: Vec<String> =
            cautions.iter().map(|caution| desk.teller(Lang::En).caution(caution)).collect();
        let said: Vec<&String> = said.iter().filter(|line| line.contains("last ammunition")).collect();
        assert_eq!(said.len(), usize::from(warning.is_some()), "{ammunition}: {said:?}");
        assert!(warning.is_none_or(|warning| said[0].contains(warning)), "{ammunition}: {said:?}");
        let fire = order(&campaign, &format!("fire goeben dublin {rate}"));
        campaign.order(&fire).unwrap();
        let left = campaign.state.ship(goeben).unwrap().track(Track::Ammunition);
        assert_eq!(left, ammunition - if rate == "normal" { 1 } else { 2 }, "{rate}");
    }
}

/// Puts a ship on its objective with the points it needs, so that campaigns come to rewards.
fn favour(desk: &Desk, state: &mut State) {
    let Some(progress) = victory::progress(desk.game.board(), state) else { return };
    let objective = progress.objectives.first().copied();
    state.victory_points = state.victory_points.max(progress.points_needed);
    for space in &progress.coast_left {
        state.places.entry(*space).or_default().coast.clear();
    }
    if let Some(ship) = state.ships.values_mut().find(|ship| ship.at.is_some()) {
        ship.at = objective.or(ship.at);
    }
}

pub fn clean(text: &str) {
    assert!(!text.contains('{') && !text.contains("  ") && !text.is_empty(), "{text:?}");
    let raw = ["gf-", "event-", "order-", "refusal-", "prompt-", "why-", "roll-"];
    assert!(!raw.iter().any(|raw| text.contains(raw)), "{text:?}");
}

fn tell(desk: &Desk, facts: &[Fact<wardroom::games::goeben::event::Event>], kinds: &mut BTreeSet<String>) {
    for lang in Lang::ALL {
        let teller = desk.teller(*lang);
        for told in teller.report_lines(facts, &[]) {
            clean(&told.to_string());
        }
        for fact in facts {
            match fact {
                Fact::Roll(roll) => told_roll(desk, &teller, roll),
                Fact::Event(event) => {
                    if let Some(why) = event.body().unwrap()["why"].as_str() {
                        let key = format!("why-{why}");
                        assert!(desk.words.has(*lang, &key), "no message {key}");
                    }
                    kinds.insert(event.kind().to_owned());
                }
            }
        }
    }
}

/// A day that has just ended is summed up.
fn sum_up(desk: &Desk, state: &State, all: &[Fact<Event>], kinds: &mut BTreeSet<String>) {
    let ended =
        |fact: &Fact<Event>| matches!(fact, Fact::Event(event) if desk.teller(Lang::En).ends_day(event));
    let Some(at) = all.iter().rposition(ended).filter(|at| at + 1 == all.len()) else { return };
    let view = desk.game.view(state, Viewer::Seat(Goeben::commander()));
    for lang in Lang::ALL {
        let lines = desk.teller(*lang).day_over(&all[..at], &view);
        assert_eq!(lines.len(), if view.mission.is_some() { 5 } else { 0 }, "{lines:?}");
        lines.iter().for_each(|line| clean(&line.text));
    }
    kinds.insert("a day summed up".to_owned());
}

/// Every space stands once on the map as it is drawn in letters, or at most once on a part of it.
fn draws_each_once(desk: &Desk, teller: &GoebenReport<'_>, view: &View, columns: usize) {
    let phrases = Phrases { columns, ..*teller.phrases() };
    let drawn = GoebenReport { phrases, chart: &desk.chart }.picture(view);
    // Behind it stand two lines of what the marks mean.
    let map = &drawn[..drawn.len() - 2];
    assert!(map.len() <= 26 && map.iter().all(|line| line.len() <= columns), "{}", drawn.join("\n"));
    let words: Vec<&str> = map.iter().flat_map(|line| line.split_whitespace()).collect();
    let is_code = |word: &str, code: &str| {
        let from = word.trim_start_matches(|c: char| !c.is_ascii_uppercase());
        let behind = from.strip_prefix(code).map(|behind| behind.trim_start_matches('.'));
        behind.is_some_and(|behind| behind.chars().all(|c| c.is_ascii_digit()))
    };
    let mut found = 0;
    for space in desk.chart.pack().spaces.keys() {
        let times = words.iter().filter(|word| is_code(word, space.0.as_str())).count();
        found += times;
        assert!(times <= 1 && (columns < 100 || times == 1), "{space}: {times}\n{}", drawn.join("\n"));
    }
    assert_eq!(found, words.len(), "{}", drawn.join("\n"));
    if columns == 100 {
        // Where a code stands does not hang on what lies there.
        let place = |space: &SpaceId| {
            let code = space.0.as_str();
            let at = |line: &String| {
                let mut from = line.match_indices(code).map(|(at, _)| at);
                from.find(|at| line[..*at].chars().next_back().is_none_or(|c| !c.is_ascii_uppercase()))
            };
            map.iter().enumerate().find_map(|(n, line)| Some((n, at(line)?)))
        };
        static PLACES: OnceLock<Vec<Option<(usize, usize)>>> = OnceLock::new();
        let places: Vec<_> = desk.chart.pack().spaces.keys().map(place).collect();
        assert_eq!(&places, PLACES.get_or_init(|| places.clone()), "{}", drawn.join("\n"));
    }
    for ship in view.ships.values().filter_map(|ship| ship.ship.at).filter(|_| columns == 100) {
        assert!(words.iter().any(|word| word.contains('@') && word.contains(ship.0.as_str())), "{ship}");
    }
}

fn told_roll(desk: &Desk, teller: &GoebenReport<'_>, roll: &Roll) {
    clean(&teller.roll(roll));
    let key = format!("roll-{}", roll.purpose);
    assert!(desk.words.has(teller.lang, &key), "no message {key}");
    let key = format!("purpose-{}", roll.purpose);
    let tallied = roll.form == RollForm::Dice && roll.of == 6;
    assert!(!tallied || desk.words.has(teller.lang, &key), "no message {key}");
}

fn look(desk: &Desk, campaign: &Campaign<'_>, options: &Options, closely: bool) {
    let prompts = desk.game.prompts(&campaign.state);
    let view = desk.game.view(&campaign.state, Viewer::Seat(Goeben::commander()));
    for lang in Lang::ALL {
        let teller = desk.teller(*lang);
        for prompt in &prompts {
            let question = teller.prompt(prompt, options);
            clean(&question);
            names_only_open(&desk.book, *lang, &question, options);
            let key = format!("prompt-{}", prompt.ask);
            assert!(desk.words.has(*lang, &key), "no message {key}");
            GameReport::brief(&teller, &view, prompt).iter().for_each(|line| clean(line));
            let cautions = desk.game.cautions(&view, prompt, options, None);
            cautions.iter().for_each(|caution| clean(&teller.caution(caution)));
        }
        outfits(desk, campaign, &teller, &view, options);
        if !closely {
            continue;
        }
        for (_, line) in teller.board(&view).iter().filter(|(_, line)| !line.contains("  ")) {
            clean(line);
        }
        [100, 60].iter().for_each(|columns| draws_each_once(desk, &teller, &view, *columns));
        for space in desk.chart.pack().spaces.keys() {
            teller.show_space(&view, *space).unwrap().iter().for_each(|line| clean(line));
        }
        for choice in teller.choices(options, 3) {
            clean(&choice.sentence);
            let typed = desk.book.type_short_in(teller.phrases().lang, &choice.form, options, &desk.lexicon);
            means(desk, options, &typed, &choice.form);
        }
    }
    for (verb, node) in &options.verbs {
        let spec = desk.book.verb(verb.as_str()).unwrap_or_else(|| panic!("the book lacks {verb}"));
        for prompt in &prompts {
            let phases = &spec.phases;
            assert!(phases.is_empty() || phases.contains(&prompt.ask), "{verb} at {}", prompt.ask);
        }
        arguments(node, &mut |arg| {
            assert!(spec.arg(arg).is_some(), "the book lacks {arg} of {verb}");
        });
        assert!(desk.words.has(Lang::Ja, &format!("order-{verb}")), "no sentence for {verb}");
    }
}

/// Each outfit is so many legal orders, one after another, within the points of each ship.
fn outfits(desk: &Desk, campaign: &Campaign<'_>, teller: &GoebenReport<'_>, view: &View, options: &Options) {
    for short in teller.shorthands(view, options) {
        clean(&short.sentence);
        assert!(!short.orders.is_empty(), "{}", short.form());
        let mut tried = Campaign { desk, state: campaign.state.clone(), seed: campaign.seed };
        for order in &short.orders {
            let facts = tried.order(order).unwrap_or_else(|stop| panic!("{}: {order}: {stop}", short.form()));
            assert!(!facts.is_empty());
        }
        let options = desk.game.options(&tried.state, Goeben::commander());
        let after = desk.game.view(&tried.state, Viewer::Seat(Goeben::commander()));
        let again = teller.shorthands(&after, &options);
        assert!(again.iter().all(|other| other.name != short.name), "{} stows twice", short.form());
    }
}

/// What was warned of before an order is what the order then does.
fn warned_rightly(
    desk: &Desk,
    (before, after): (&State, &State),
    form: &OrderForm,
    kinds: &mut BTreeSet<String>,
) {
    let prompts = desk.game.prompts(before);
    let view = desk.game.view(before, Viewer::Seat(Goeben::commander()));
    let teller = desk.teller(Lang::En);
    let options = desk.game.options(before, Goeben::commander());
    let cautions = prompts.iter().flat_map(|prompt| desk.game.cautions(&view, prompt, &options, None));
    let said: Vec<String> = cautions.map(|caution| teller.caution(&caution)).collect();
    assert!(said.iter().all(|line| line.starts_with("Careful: ")), "{said:?}");
    let of = |ship: ShipId| teller.phrases().name(ship.0);
    let warned =
        |what: &str, ship: ShipId| said.iter().any(|line| line.contains(what) && line.contains(&of(ship)));
    let Some(ship) = form.word("ship").map(ShipId) else { return };
    let goes_on = after.phase == Phase::Movement && after.turn == before.turn;
    let left = |track: Track| after.ship(ship).map_or(0, |ship| ship.track(track));
    let spent =
        |track: Track| before.ship(ship).is_some_and(|ship| ship.track(track) > 0) && left(track) == 0;
    match form.verb.as_str() {
        "move" => {
            if warned("is the last to move", ship) {
                kinds.insert("warned of the last move".to_owned());
                assert!(!goes_on, "{form}: {said:?}");
            }
            if spent(Track::Coal) && goes_on {
                kinds.insert("warned of the last coal".to_owned());
                assert!(warned("one point of coal", ship), "{form}: {said:?}");
            }
            let at = before.ship(ship).and_then(|ship| ship.at);
            if let Some(at) = at.filter(|at| goes_on && before.visited.contains(at)) {
                kinds.insert("warned of leaving".to_owned());
                let there = |line: &String| line.contains("cannot come back") && line.contains(at.as_str());
                assert!(said.iter().any(there), "{form}: {said:?}");
            }
        }
        // Fire that ends the battle may bring in what changes the track again.
        "fire" if before.battle().is_some() && after.battle().is_some() && spent(Track::Ammunition) => {
            kinds.insert("warned of the last ammunition".to_owned());
            assert!(warned("last ammunition", ship), "{form}: {said:?}");
        }
        _ => {}
    }
}

fn arguments(node: &Node, check: &mut impl FnMut(&str)) {
    if let Some(arg) = node.arg() {
        check(arg);
    }
    if let Node::OneOf { of, .. } = node {
        for (_, below) in of.iter().take(3) {
            arguments(below, check);
        }
    }
}

fn type_it(desk: &Desk, options: &Options, form: &OrderForm) {
    means(desk, options, &desk.book.type_out(form), form);
    means(desk, options, &desk.book.type_short(form, options, &desk.lexicon), form);
    clean(&desk.teller(Lang::En).order(form));
    clean(&desk.teller(Lang::Ja).order(form));
}

fn means(desk: &Desk, options: &Options, text: &str, form: &OrderForm) {
    match desk.book.one(text, options, &desk.lexicon) {
        Ok(Parsed::Order { form: meant, .. }) if meant == *form => {}
        other => panic!("`{text}` should mean {form}, not {other:?}"),
    }
}
