//! Several players of *Goeben, 1914* (25): the laws of the engine where the command is shared, and that nothing a
//! player is shown depends on what others say to each other.

use crate::common::laws::{self, Lawful, Moment};
use crate::common::{Luck, few_and_many};
use wardroom::game::{
    Audience, Chance, Fact, FactPolicy, Game, Mismatch, Options, OrderForm, OrderPolicy, OwnNotice, Prompt,
    Refusal, Resolved, Seat, Stop, Viewer,
};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::{Event, OfficerEvent};
use wardroom::games::goeben::optional::{self};
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::{Officers, Optional, Setup, State};
use wardroom::games::goeben::view::View;

/// The game with officers: the same rules under another name, so that the laws can be asked of it as well.
struct Shared(Goeben);

impl Game for Shared {
    type Setup = Setup;
    type State = State;
    type Event = Event;
    type View = View;
    const NAME: &'static str = Goeben::NAME;
    const RULES_VERSION: u32 = Goeben::RULES_VERSION;
    const NOTICES: &'static [OwnNotice] = Goeben::NOTICES;

    fn seats(&self, setup: &Setup) -> Vec<Seat> {
        self.0.seats(setup)
    }
    fn blank(&self) -> State {
        self.0.blank()
    }
    fn start(&self, setup: &Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Event>>, Stop> {
        self.0.start(setup, chance)
    }
    /// Those whom nothing waits for are asked only now and then, so that random games get on.
    fn prompts(&self, state: &State) -> Vec<Prompt> {
        let (awaited, idle): (Vec<_>, Vec<_>) =
            self.0.prompts(state).into_iter().partition(|prompt| prompt.awaited);
        let often = awaited.iter().cycle().take(awaited.len() * 4).cloned();
        often.chain(idle).collect()
    }
    fn options(&self, state: &State, seat: Seat) -> Options {
        self.0.options(state, seat)
    }
    fn carry_out(
        &self,
        state: &State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<State, Event>, Stop> {
        self.0.carry_out(state, seat, order, chance)
    }
    fn refuse(&self, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
        self.0.refuse(state, seat, order, mismatch)
    }
    fn check(&self, state: &State) -> Result<(), wardroom::game::Defect> {
        self.0.check(state)
    }
    fn fact_policy(fact: &Fact<Event>) -> FactPolicy {
        Goeben::fact_policy(fact)
    }
    fn order_policy(state: &State, seat: Seat, order: &OrderForm) -> OrderPolicy {
        Goeben::order_policy(state, seat, order)
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.0.view(state, viewer)
    }
    fn is_over(&self, state: &State) -> bool {
        self.0.is_over(state)
    }
}

impl Lawful for Shared {
    const SLIPS: &'static [&'static str] = &[
        "load",
        "fire",
        "done",
        "move",
        "goeben",
        "breslau",
        "commander",
        "gunnery",
        "message",
        "away",
        "MES",
        "approve",
        "support",
        "nonsense",
    ];
    const MISPRINTS: &'static [&'static str] =
        &["MES", "goeben", "gunnery", "austria", "nobody", "movement", "task-force", "nonsense"];
    const ORDERS_LIMIT: usize = 40_000;

    fn built_in() -> Shared {
        Shared(Goeben::new(SeaChart::builtin()))
    }

    fn setup(luck: &mut Luck) -> Setup {
        loop {
            let mut setup = Setup { officers: luck.one_of(Officers::ALL).copied(), ..Setup::default() };
            setup.optional = Optional::ALL.iter().copied().filter(|_| luck.below(3) == 0).collect();
            setup.austrian_commander = setup.has(Optional::AustriaHungary) && luck.below(2) == 0;
            setup.campaign = luck.below(4) == 0;
            if luck.below(6) == 0 {
                setup.officers = None;
            }
            if optional::check(&setup.optional).is_ok() && setup.is_shared() {
                return setup;
            }
        }
    }

    fn ending(state: &State) -> String {
        match &state.campaign {
            Some(campaign) => format!("campaign: {}", campaign.verdict.unwrap()),
            None => state.outcome.unwrap().to_string(),
        }
    }

    /// Somebody is always waited for and can do something; who speaks hears no dice and moves no ship.
    fn hold(&self, moment: &Moment<'_, Self>) {
        let acts =
            |prompt: &Prompt| prompt.awaited && !self.0.options(moment.after, prompt.seat).verbs.is_empty();
        let prompts = self.0.prompts(moment.after);
        assert!(
            moment.after.is_over() || prompts.iter().any(acts),
            "seed {}: the game waits for nobody after {}: {:?}",
            moment.seed,
            moment.order,
            moment.after
        );
        if Self::order_policy(moment.state, moment.seat, moment.order).aside {
            let mut after = moment.after.clone();
            after.company.clone_from(&moment.state.company);
            assert_eq!(after, *moment.state, "seed {}: {}", moment.seed, moment.order);
            assert_eq!(self.0.prompts(moment.after), self.0.prompts(moment.state));
        }
    }
}

few_and_many!(
    random_games_of_several_players_reach_an_end: 5, 100;
    nothing_shown_depends_on_what_others_say: 4, 60;
    states_facts_and_orders_survive_json_and_fold: 2, 10;
    an_order_is_accepted_exactly_when_the_tree_accepts_it: 3, 15;
    a_spoilt_position_is_refused_or_played_never_a_panic: 4, 20;
);

fn random_games_of_several_players_reach_an_end(games: u64) {
    let ends = laws::games_reach_an_end::<Shared>(games);
    assert!(ends.len() >= 2, "random play ends in one way only: {ends:?}");
}

#[test]
fn the_same_state_order_and_dice_give_the_same_facts() {
    laws::facts_follow_from_state_order_and_dice::<Shared>(10);
}

fn states_facts_and_orders_survive_json_and_fold(games: u64) {
    laws::all_survives_json::<Shared>(games);
}

fn an_order_is_accepted_exactly_when_the_tree_accepts_it(games: u64) {
    let slips = laws::accepted_exactly_when_the_tree_accepts::<Shared>(games);
    assert!(
        slips.accepted as u64 > 20 * games && slips.refusals() as u64 > 100 * games,
        "too few of either: {slips:?}"
    );
    assert!(slips.refused.contains_key("another-decides"), "{slips:?}");
}

fn a_spoilt_position_is_refused_or_played_never_a_panic(games: u64) {
    let met = laws::spoilt_positions_do_no_harm::<Shared>(games, 1);
    assert!(met.refused as u64 > 5 * games && met.played as u64 > 5 * games, "{met:?}");
}

/// What `seat` is shown of a position: the view, what it may do and what it is asked, and whom the game waits for.
fn shown(game: &Goeben, state: &State, seat: Seat) -> (View, String, Vec<Prompt>) {
    let options = format!("{:?}", game.options(state, seat));
    (game.view(state, Viewer::Seat(seat)), options, game.prompts(state))
}

/// The facts that `seat` may see; of the others only that they are there.
fn heard(facts: &[Fact<Event>], seat: Seat) -> Vec<Option<Fact<Event>>> {
    let hears = |fact: &Fact<Event>| match Goeben::fact_policy(fact).audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
        Audience::Nobody => false,
    };
    facts.iter().map(|fact| hears(fact).then(|| fact.clone())).collect()
}

/// The same text with other words, as long or longer.
fn reworded(order: &OrderForm, luck: &mut Luck) -> OrderForm {
    let text = "something else ".repeat(1 + luck.below(20) as usize);
    order.clone().with("text", wardroom::game::Arg::Text(text))
}

/// Two games played alike with the same dice, in which others say other things, of other lengths, and oftener, show the
/// same to everyone for whom it is not.
fn nothing_shown_depends_on_what_others_say(games: u64) {
    let game = Goeben::new(SeaChart::builtin());
    let (mut compared, mut said, mut read) = (0_u64, 0_u64, 0_u64);
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let setup = Shared::setup(&mut luck);
        let seats = game.seats(&setup);
        // The spectator of the secrets: whoever says, hears, writes or reads is left alone with it.
        let Some(apart) = luck.one_of(&seats).copied() else { continue };
        let (_, mut one) = laws::begin(&Shared(game.clone()), &mut Luck::of(seed));
        let mut other = one.clone();
        for _ in 0..600 {
            if one.is_over() {
                break;
            }
            let prompts = Shared(game.clone()).prompts(&one);
            let seat = luck.one_of(&prompts).unwrap().seat;
            let Some(order) = game.options(&one, seat).sample(&mut |n| luck.below(n)) else { continue };
            let policy = Goeben::order_policy(&one, seat, &order);
            let secret = matches!(&policy.audience, Audience::Seats(seats) if !seats.contains(&apart));
            let key = luck.key();
            let otherwise = if secret { reworded(&order, &mut luck) } else { order.clone() };
            let facts = laws::resolve(&game, &one, seat, &order, key).unwrap();
            let twin = laws::resolve(&game, &other, seat, &otherwise, key).unwrap();
            // A letter that `apart` reads is no secret from it any more.
            let reads = |fact: &Fact<Event>| matches!(fact, Fact::Event(Event::Officers(OfficerEvent::LetterRead { reader, .. })) if *reader == apart);
            read += facts
                .iter()
                .filter(|fact| matches!(fact, Fact::Event(Event::Officers(OfficerEvent::LetterRead { .. }))))
                .count() as u64;
            if facts.iter().any(reads) {
                break;
            }
            assert_eq!(heard(&facts, apart), heard(&twin, apart), "seed {seed}: {order}");
            laws::fold(&mut one, &facts);
            laws::fold(&mut other, &twin);
            said += u64::from(secret);
            // In one of the two games more is said.
            if secret && policy.aside && luck.below(2) == 0 {
                let again = laws::resolve(&game, &other, seat, &otherwise, key).unwrap();
                laws::fold(&mut other, &again);
            }
            assert_eq!(shown(&game, &one, apart), shown(&game, &other, apart), "seed {seed}: {order}");
            let public = |state: &State| game.view(state, Viewer::Spectator);
            assert_eq!(public(&one), public(&other), "seed {seed}: {order}");
            compared += 1;
        }
    }
    println!("{compared} positions, {said} secrets, {read} letters read");
    assert!(compared > 50 * games && said > 5 * games && read * 6 > games, "{compared} {said} {read}");
}

/// What is refused names what is public only: the refusal to one who may not know is the same whatever was said.
#[test]
fn a_refusal_says_nothing_of_what_was_said() {
    let game = Goeben::new(SeaChart::builtin());
    let setup = Setup { officers: Some(Officers::TaskForce), ..Setup::default() };
    let seats = game.seats(&setup);
    let facts = game.start(&setup, &mut Chance::seeded(|n| crate::common::roll_key([7; 32], n))).unwrap();
    let mut state = game.blank();
    laws::fold(&mut state, &facts);
    let refusals = |state: &State| -> Vec<Refusal> {
        let verbs = ["done", "approve", "support", "message", "letter", "away", "back", "drop", "rate"];
        let forms = verbs.iter().map(|verb| OrderForm::new(verb.parse().unwrap()));
        forms
            .filter_map(|form| match laws::resolve(&game, state, seats[3], &form, [1; 32]) {
                Err(Stop::Refused(refusal)) => Some(refusal),
                _ => None,
            })
            .collect()
    };
    let before = refusals(&state);
    let say = OrderForm::new("message".parse().unwrap())
        .with("to", seats[1].0)
        .with("text", wardroom::game::Arg::Text("for your ears only".into()));
    let facts = laws::resolve(&game, &state, seats[0], &say, [2; 32]).unwrap();
    laws::fold(&mut state, &facts);
    assert_eq!(refusals(&state), before);
    assert!(before.len() > 4);
}
