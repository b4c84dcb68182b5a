//! Random play of *Grand Fleet 1.2*: everything that comes up can be told and typed, and nothing hidden is told.

use std::collections::BTreeSet;

use wardroom::book::{Book, Lexicon, Parsed};
use wardroom::game::{
    Chance, Events, Fact, Game, Node, Options, OrderForm, Prompt, Roll, RollForm, Seat, Viewer,
};
use wardroom::games::Playable;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::combat::situation;
use wardroom::games::grand_fleet::event::Event;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::report::GrandFleetReport;
use wardroom::games::grand_fleet::state::{Setup, State};
use wardroom::games::grand_fleet::view::View;
use wardroom::report::{COLUMNS, GameReport, Phrases};
use wardroom::words::{Lang, Words};

use super::play::clean;
use crate::common::{Luck, few_and_many, roll_key};

/// Games played; raise it to look for rarer events.
const ORDERS: usize = 3000;

pub struct Desk {
    pub game: GrandFleet,
    pub book: Book,
    pub words: Words,
    pub lexicon: Lexicon,
}

impl Desk {
    pub fn new() -> Desk {
        let (words, chart) = (Words::of_game("grand_fleet").unwrap(), Chart::builtin());
        let lexicon = wardroom::names::grand_fleet::lexicon(&words, chart.pack());
        Desk { game: GrandFleet::new(chart), book: Book::of("grand_fleet").unwrap(), words, lexicon }
    }

    pub fn teller(&self, lang: Lang) -> GrandFleetReport<'_> {
        let phrases =
            Phrases { words: &self.words, lang, book: &self.book, lexicon: &self.lexicon, columns: COLUMNS };
        GrandFleetReport { phrases, chart: self.game.chart() }
    }

    pub fn fold(&self, state: &mut State, facts: &[Fact<Event>]) {
        for fact in facts {
            if let Fact::Event(event) = fact {
                event.apply(state).unwrap();
            }
        }
    }
}

fn chance(luck: &mut Luck) -> Chance<'static> {
    let key = luck.key();
    Chance::seeded(move |number| roll_key(key, number))
}

/// In so many games the rarest of what is wanted comes up.
const MANY: u64 = 12;

few_and_many!(whatever_happens_in_grand_fleet_can_be_told_and_whatever_is_legal_can_be_typed: 4, super::MANY;);

fn whatever_happens_in_grand_fleet_can_be_told_and_whatever_is_legal_can_be_typed(games: u64) {
    let desk = Desk::new();
    let mut told = BTreeSet::new();
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let setup = Setup { historical: seed % 3 == 0, audacious: seed % 2 == 0, ..Setup::default() };
        let mut state = desk.game.blank();
        let facts = desk.game.start(&setup, &mut chance(&mut luck)).unwrap();
        tell(&desk, &facts, &mut told);
        desk.fold(&mut state, &facts);
        for number in 0..ORDERS {
            if desk.game.is_over(&state) {
                break;
            }
            let prompts = desk.game.prompts(&state);
            let prompt = &prompts[luck.below(prompts.len() as u32) as usize];
            let options = desk.game.options(&state, prompt.seat);
            look(&desk, &state, prompt, &options, number % 20 == 0);
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            type_it(&desk, &options, &form);
            let facts = desk.game.resolve(&state, prompt.seat, &form, &mut chance(&mut luck)).unwrap().facts;
            tell(&desk, &facts, &mut told);
            desk.fold(&mut state, &facts);
        }
    }
    if games < MANY {
        return;
    }
    for kind in
        ["FleetsFormed", "HexIntercepted", "ShotFell", "HexesControlled", "ShipsCommitted", "GameEnded"]
    {
        assert!(told.contains(kind), "{kind} never happened");
    }
}

fn tell(desk: &Desk, facts: &[Fact<Event>], kinds: &mut BTreeSet<String>) {
    for lang in Lang::ALL {
        let teller = desk.teller(*lang);
        teller.report_lines(facts, &[]).iter().for_each(|told| clean(&told.to_string()));
        for fact in facts {
            match fact {
                Fact::Roll(roll) => {
                    clean(&teller.roll(roll));
                    let key = format!("gf-roll-{}", roll.purpose);
                    assert!(desk.words.has(*lang, &key), "no message {key}");
                    let key = format!("purpose-{}", roll.purpose);
                    let tallied = roll.form == RollForm::Dice && roll.of == 6;
                    assert!(!tallied || desk.words.has(*lang, &key), "no message {key}");
                }
                Fact::Event(event) => drop(kinds.insert(event.kind().to_owned())),
            }
        }
    }
}

#[test]
fn the_tables_are_those_of_the_data_pack() {
    let mut pack = Chart::builtin().pack().clone();
    (pack.damage[0].most, pack.damage[1].least) = (5, 6);
    let desk = Desk { game: GrandFleet::new(Chart::new(pack).unwrap()), ..Desk::new() };
    let view = desk.game.view(&desk.game.blank(), Viewer::Spectator);
    for (lang, wanted) in [
        (
            Lang::En,
            [
                "1 to 5: no damage.",
                "6 to 9: to a DD box.",
                "Turn 6: 1 none, 2 none, 3 Germany chooses, 4 Germany chooses, 5 Germany chooses, 6 war.",
                "0 or less: Britain 1.",
                "1 to 2: nothing.",
                "6 or more: Germany 2.",
                "Britain: 21 ships or more in the fleet box.",
            ],
        ),
        (
            Lang::Ja,
            [
                "1〜5：損害なし。",
                "6〜9：DDboxへ。",
                "第6ターン：1 なし、2 なし、3 ドイツが選択、4 ドイツが選択、5 ドイツが選択、6 発生。",
                "0以下：イギリス 1。",
                "1〜2：なし。",
                "6以上：ドイツ 2。",
                "イギリス：艦隊ボックスに21隻以上。",
            ],
        ),
    ] {
        let lines = desk.teller(lang).section(&view, "tables".parse().unwrap()).unwrap();
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        for line in wanted {
            assert!(lines.iter().any(|it| it == line), "{line}: {lines:#?}");
        }
        let types = desk.game.chart().pack().types.len();
        assert_eq!(
            lines.iter().filter(|line| line.contains("defence ") || line.contains("防御値")).count(),
            types
        );
    }
}

fn look(desk: &Desk, state: &State, prompt: &Prompt, options: &Options, closely: bool) {
    let view = desk.game.view(state, Viewer::Seat(prompt.seat));
    for lang in Lang::ALL {
        let teller = desk.teller(*lang);
        let question = teller.prompt(prompt, options);
        clean(&question);
        super::names_only_open(&desk.book, *lang, &question, options);
        let key = format!("gf-prompt-{}", prompt.ask);
        assert!(desk.words.has(*lang, &key), "no message {key}");
        assert!(desk.words.has(*lang, &format!("gf-ask-{}", prompt.ask)), "no word for {}", prompt.ask);
        map_is_plain(&teller, &view);
        let brief = GameReport::brief(&teller, &view, prompt);
        brief.iter().for_each(|line| clean(line));
        let fills_boxes = ["stow", "commitment", "send", "overflow"].contains(&prompt.ask.as_str());
        assert!(!fills_boxes || brief[0].starts_with("DD"), "{}: {brief:?}", prompt.ask);
        let combat = view.battle.as_ref().and_then(|battle| battle.combat.as_ref());
        if let ("gunnery", Lang::En, Some(combat)) = (prompt.ask.as_str(), lang, combat) {
            let of = |side: Side| (side, combat.handling[side].unwrap());
            let chose = situation::winner([of(Side::British), of(Side::German)]);
            let nobody = brief.iter().any(|line| line.ends_with("nobody chooses the situation."));
            assert_eq!(nobody, chose.is_none(), "{:?}: {brief:?}", combat.handling);
        }
        let cautions = desk.game.cautions(&view, prompt, options, None);
        cautions.iter().for_each(|caution| clean(&teller.caution(caution)));
        if !closely {
            continue;
        }
        for (_, line) in teller.board(&view) {
            clean_line(&line);
        }
        for name in ["map", "hexes", "score", "battle", "british", "german", "tables"] {
            for (_, line) in teller.section(&view, name.parse().unwrap()).unwrap() {
                clean_line(&line);
            }
        }
        let pack = desk.game.chart().pack();
        let parts = pack.ships.keys().map(|ship| ship.0).chain(pack.hexes.keys().map(|hex| hex.0));
        for part in parts {
            teller.part(&view, part).unwrap().iter().for_each(|line| clean(line));
        }
        let menu = teller.menu(options, 6);
        assert_eq!(teller.numbered(options, 6), menu.choices);
        menu.outlines.iter().for_each(|line| clean(line));
        for choice in menu.choices.into_iter().chain(teller.choices(options, 3)) {
            clean(&choice.sentence);
            let typed = desk.book.type_short_in(teller.phrases().lang, &choice.form, options, &desk.lexicon);
            means(desk, options, &typed, &choice.form);
        }
    }
    for (verb, node) in &options.verbs {
        let spec = desk.book.verb(verb.as_str()).unwrap_or_else(|| panic!("the book lacks {verb}"));
        assert!(spec.phases.contains(&prompt.ask), "{verb} at {}", prompt.ask);
        arguments(node, &mut |arg| assert!(spec.arg(arg).is_some(), "the book lacks {arg} of {verb}"));
        assert!(desk.words.has(Lang::Ja, &format!("gf-order-{verb}")), "no sentence for {verb}");
    }
}

/// How wide the map is read: on a phone, in a narrow window, in a usual one.
const WIDTHS: [usize; 3] = [40, 60, COLUMNS];

/// Columns of the map never touch, what lies in a hex stands behind its number, and every hex is there once, whatever the
/// width.
fn map_is_plain(teller: &GrandFleetReport<'_>, view: &View) {
    WIDTHS.iter().for_each(|columns| map_is_plain_at(teller, view, *columns));
}

fn map_is_plain_at(teller: &GrandFleetReport<'_>, view: &View, columns: usize) {
    let teller = GrandFleetReport { phrases: Phrases { columns, ..teller.phrases }, ..*teller };
    let map = teller.section(view, "map".parse().unwrap()).unwrap();
    let picture =
        || map.iter().map(|(_, line)| line).take_while(|line| !line.contains('：') && !line.contains(':'));
    assert!(picture().all(|line| line.chars().count() <= columns), "{map:#?}");
    let is_hex = |text: &str| text.len() == 3 && text.parse::<u32>().is_ok();
    for text in picture().flat_map(|line| line.split_whitespace()) {
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        assert!(digits < 3 || is_hex(text), "{text} touches another: {map:#?}");
    }
    let shown = picture().flat_map(|line| line.split_whitespace()).filter(|text| is_hex(text)).count();
    assert_eq!(shown, teller.chart.pack().hexes.len(), "{map:#?}");
    let Some(battle) = &view.battle else { return };
    let there =
        battle.markers.iter().map(|marker| marker.hex).chain(battle.fleets.iter().map(|fleet| fleet.hex));
    for hex in there {
        let cell = picture().find_map(|line| line.split_once(&hex.to_string())).unwrap().1;
        let own = cell.split_whitespace().take_while(|text| !is_hex(text));
        let marks = own.filter(|text| text.starts_with(['B', 'G']) && text.len() > 1).count();
        assert!(marks > 0, "nothing at {hex}: {map:#?}");
        // What it is worth is shown where it is fought over.
        let halves = teller.chart.pack().hexes[&hex].vp_halves;
        let points = (f64::from(halves) / 2.0).to_string();
        let points = points.strip_prefix('0').unwrap_or(&points).to_owned();
        let mut own = cell.split_whitespace().take_while(|text| !is_hex(text));
        let is_worth =
            |text: &str| text.trim_start_matches(['b', 'g', 'B', 'G', '0']).trim_end_matches("VP") == points;
        assert!(halves == 0 || own.any(is_worth), "{hex} is worth {points}: {map:#?}");
    }
}

/// A line of the map has spaces in it.
fn clean_line(line: &str) {
    assert!(!line.contains('{') && !line.contains("gf-"), "{line:?}");
}

fn arguments(node: &Node, check: &mut impl FnMut(&str)) {
    if let Some(arg) = node.arg() {
        check(arg);
    }
    if let Node::OneOf { of, .. } = node {
        of.iter().take(3).for_each(|(_, below)| arguments(below, check));
    }
}

fn type_it(desk: &Desk, options: &Options, form: &OrderForm) {
    means(desk, options, &desk.book.type_out(form), form);
    means(desk, options, &desk.book.type_short(form, options, &desk.lexicon), form);
    for lang in Lang::ALL {
        means(desk, options, &desk.book.type_short_in(*lang, form, options, &desk.lexicon), form);
        clean(&desk.teller(*lang).order(form));
    }
}

fn means(desk: &Desk, options: &Options, text: &str, form: &OrderForm) {
    match desk.book.one(text, options, &desk.lexicon) {
        Ok(Parsed::Order { form: meant, .. }) if meant == *form => {}
        other => panic!("`{text}` should mean {form}, not {other:?}"),
    }
}

#[test]
fn the_map_fits_a_phone_as_it_fits_a_hundred_columns() {
    let desk = Desk::new();
    let mut state = desk.game.blank();
    let facts = desk.game.start(&Setup::default(), &mut Chance::scripted([])).unwrap();
    desk.fold(&mut state, &facts);
    let view = desk.game.view(&state, Viewer::Seat(Side::British.seat()));
    map_is_plain(&desk.teller(Lang::En), &view);
}

#[test]
fn what_the_other_side_has_sealed_is_told_as_decided() {
    let desk = Desk::new();
    let mut state = desk.game.blank();
    let facts = desk.game.start(&Setup::default(), &mut Chance::scripted([])).unwrap();
    desk.fold(&mut state, &facts);
    let seat = |side: Side| -> Seat { side.seat() };
    for order in ["stow-by", "decline", "decline", "decline", "decline"] {
        let prompt = &desk.game.prompts(&state)[0];
        give(&desk, &mut state, prompt.seat, order);
    }
    give(&desk, &mut state, seat(Side::German), "throw 2");
    let board = |side| desk.teller(Lang::En).board_text(&desk.game.view(&state, Viewer::Seat(seat(side))));
    assert!(board(Side::British).contains("Initiative dice of Germany: decided, sealed."));
    assert!(board(Side::German).contains("Initiative dice of Germany: 2."));
    assert!(board(Side::German).contains("Initiative dice of Britain: not decided yet."));
}

#[test]
fn what_help_gives_as_an_example_of_spreading_anew_is_legal_for_both_sides() {
    let desk = Desk::new();
    let mut state = desk.game.blank();
    let facts = desk.game.start(&Setup::default(), &mut Chance::scripted([])).unwrap();
    desk.fold(&mut state, &facts);
    give(&desk, &mut state, Side::British.seat(), "stow-by");
    for side in [Side::German, Side::British] {
        let options = desk.game.options(&state, side.seat());
        for example in &desk.book.verb("respread").unwrap().examples {
            for lang in Lang::ALL {
                match desk.book.one(example.typed(*lang), &options, &desk.lexicon) {
                    Ok(Parsed::Order { form, .. }) => assert_eq!(options.accept(&form), Ok(()), "{form}"),
                    other => panic!("{side}: {}: {other:?}", example.typed(*lang)),
                }
            }
        }
        give(&desk, &mut state, side.seat(), "decline");
    }
}

fn give(desk: &Desk, state: &mut State, seat: Seat, typed: &str) {
    let options = desk.game.options(state, seat);
    let Ok(Parsed::Order { form, .. }) = desk.book.one(typed, &options, &desk.lexicon) else {
        panic!("{typed}")
    };
    let facts = desk.game.resolve(state, seat, &form, &mut Chance::scripted([])).unwrap().facts;
    desk.fold(state, &facts);
}

/// A die that the rules change is told with what changes it and the sum, here and wherever the log is told.
#[test]
fn the_die_of_submarine_war_is_told_with_its_modifier() {
    let roll: Roll = serde_json::from_value(serde_json::json!({
        "about": [], "form": "dice", "number": 0, "of": 6, "purpose": "submarine-war", "rule": "9",
        "side": "german", "take": 1, "values": [6],
    }))
    .unwrap();
    let event = |kind: &str, body| Fact::Event(Event::read(kind, &body).unwrap());
    let turn = |turn: u32| event("TurnBegan", serde_json::json!({ "turn": turn }));
    let broke = serde_json::json!({ "turn": 5, "fleet": [], "ashore": [], "cancelled": [] });
    let before = |now: u32| vec![turn(5), event("SubmarineWarBroke", broke.clone()), turn(now)];
    let points = serde_json::json!({ "side": "german", "points": 1, "why": "submarine-war", "lead": -3 });
    let facts = [Fact::Roll(roll.clone()), event("VictoryPointsScored", points)];
    let desk = Desk::new();
    for (lang, plain, changed) in
        [(Lang::En, "war: 6.", "war: 6 − 1 = 5."), (Lang::Ja, "戦表：6。", "戦表：6 − 1 = 5。")]
    {
        let report = desk.teller(lang);
        assert!(report.hangs_on_past(&roll));
        let told = |before: &[Fact<Event>]| {
            let lines = report.report_lines_after(before, &facts, &[]);
            lines.iter().map(ToString::to_string).collect::<String>()
        };
        assert!(told(&before(6)).contains(plain), "the first turn after the outbreak");
        assert!(told(&before(7)).contains(changed), "{}", told(&before(7)));
        assert!(told(&[]).contains(plain), "where nothing is known of before");
    }
}
