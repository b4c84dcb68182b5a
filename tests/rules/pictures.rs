//! Pictures of random positions of both games: nothing leaves one, no word is covered, nothing hidden shows, every sign is
//! there; and some fixed ones, `tests/pictures/*.svg`, which `UPDATE=1` writes anew, with those that the README shows.

use std::collections::BTreeSet;

use crate::common::few_and_many;
use crate::common::grand_fleet::otherwise;
use crate::common::laws::{self, Lawful};
use wardroom::book::{Book, Lexicon};
use wardroom::game::{Fact, Game, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::ids::Phase;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::view::View;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::state::Step;
use wardroom::games::{AskedSeat, Playable, Subject};
use wardroom::picture::{self, END, Form, Scene, Theme, font};
use wardroom::report::{COLUMNS, GameReport, Phrases};
use wardroom::words::{Lang, Words};

/// Pictures that the README and `docs/playing.md` show, as files in `docs/pictures`.
const OF_THE_README: [&str; 3] = ["goeben-whole.en", "goeben-card.en", "grand-fleet-map.en"];

/// A game with the words of its pictures.
pub struct Studio<G: Playable> {
    game: G,
    words: Words,
    book: Book,
    lexicon: Lexicon,
}

impl<G: Playable> Studio<G> {
    pub fn of(game: G) -> Studio<G> {
        let words = G::words().unwrap();
        Studio { lexicon: game.lexicon(&words), book: G::book().unwrap(), words, game }
    }

    fn phrases(&self, lang: Lang) -> Phrases<'_> {
        Phrases { words: &self.words, lang, book: &self.book, lexicon: &self.lexicon, columns: COLUMNS }
    }

    fn draw(
        &self,
        kind: &str,
        (viewer, view): (Viewer, &G::View),
        facts: &[Fact<G::Event>],
        awaited: &[AskedSeat],
        lang: Lang,
        theme: &'static Theme,
    ) -> Scene {
        let subject = Subject { reader: viewer.seat(), view, facts, awaited };
        self.game
            .picture(kind, &subject, self.phrases(lang), theme)
            .unwrap_or_else(|| panic!("no picture {kind}"))
    }
}

impl<G: Playable> Studio<G> {
    fn pose(&self, kind: &str, posed: &Posed<G>, lang: Lang, theme: &'static Theme) -> Scene {
        self.draw(kind, (posed.viewer, &posed.view), &posed.facts, &posed.awaited, lang, theme)
    }
}

/// One of so many positions of random games is drawn.
const ONE_OF: u32 = 50;

few_and_many!(
    no_picture_of_goeben_covers_a_word: 20, 1000;
    no_picture_of_grand_fleet_covers_a_word: 20, 1000;
    pictures_show_nothing_that_lies_face_down: 8, 60;
);

fn no_picture_of_goeben_covers_a_word(positions: usize) {
    drawn_well::<Goeben>(positions);
}

fn no_picture_of_grand_fleet_covers_a_word(positions: usize) {
    drawn_well::<GrandFleet>(positions);
}

/// Counters that lie beyond the edge of the hex in which their middle is.
fn spilling(scene: &Scene) -> Vec<String> {
    let mut found = Vec::new();
    for target in &scene.targets {
        let Form::Polygon(corners) = &target.form else { continue };
        let (left, right) = (corners[0], corners[corners.len() / 2]);
        let ((x, y), half) = (((left.0 + right.0) / 2.0, left.1), (right.0 - left.0) / 2.0);
        // A target is a little smaller than its hex, and the counter behind a stack looks out.
        let room = |at: f64| half + 10.0 - (at - y).abs() / 3.0_f64.sqrt();
        for figure in &scene.shapes {
            let Form::Rect(area, _) = &figure.form else { continue };
            let middle = area.middle();
            let is_counter =
                area.h < 30.0 && (middle.0 - x).abs() < half / 2.0 && (middle.1 - y).abs() < half * 0.8;
            let beyond = |at: f64| (area.x - x).abs().max((area.right() - x).abs()) > room(at);
            if is_counter && (beyond(area.y) || beyond(area.y + area.h)) {
                found.push(format!("{area:?} leaves {}", target.word));
            }
        }
    }
    found
}

/// Draws random positions, in every kind by turns of language and theme, until there are so many.
fn drawn_well<G: Playable + Lawful>(positions: usize) {
    let studio = Studio::of(G::built_in());
    let (mut drawn, mut kinds, mut faults) = (0, BTreeSet::new(), Vec::new());
    for seed in 0.. {
        let mut whole = Vec::new();
        laws::play::<G>(7000 + seed, |moment, luck| {
            whole.extend_from_slice(moment.facts);
            let over = studio.game.is_over(moment.after);
            if drawn >= positions || (luck.below(ONE_OF) > 0 && !over) {
                return;
            }
            drawn += 1;
            let viewer = [Viewer::Seat(moment.seat), Viewer::Spectator][luck.below(2) as usize];
            let view = studio.game.view(moment.after, viewer);
            let awaited = AskedSeat::of(&studio.game.prompts(moment.after), viewer);
            let lang = [Lang::En, Lang::Ja][luck.below(2) as usize];
            let theme = Theme::ALL[luck.below(2) as usize];
            for kind in studio.game.pictures(&view) {
                kinds.insert(kind);
                let facts = if kind == END { &whole } else { moment.facts };
                let scene = studio.draw(kind, (viewer, &view), facts, &awaited, lang, theme);
                assert!(scene.alternative().chars().count() <= 1024, "{}", scene.alternative());
                let what = format!("{kind}, seed {}, order {}, {lang:?}", moment.seed, moment.order);
                let faulty =
                    scene.faults().into_iter().chain(if kind == "map" { spilling(&scene) } else { vec![] });
                faults.extend(faulty.map(|fault| format!("{what}: {fault}")));
            }
        });
        if drawn >= positions {
            break;
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// Two positions that differ only in what lies face down give every viewer the same picture to the byte; a difference
/// that may be seen shows.
fn pictures_show_nothing_that_lies_face_down(games: u64) {
    let goeben = Studio::of(Goeben::built_in());
    let fleet = Studio::of(GrandFleet::built_in());
    let (mut compared, mut told_apart) = (0, 0);
    for seed in 0..games {
        laws::play::<Goeben>(seed, |moment, luck| {
            if luck.below(60) > 0 && !goeben.game.is_over(moment.after) {
                return;
            }
            let mut other = moment.after.clone();
            luck.shuffle(&mut other.pool);
            let (mut hidden, mut coast) = (Vec::new(), Vec::new());
            for place in other.places.values_mut() {
                hidden.append(&mut place.hidden.clone());
                coast.extend(place.coast.iter().filter(|unit| !unit.shown).map(|unit| unit.value));
            }
            luck.shuffle(&mut hidden);
            luck.shuffle(&mut coast);
            for place in other.places.values_mut() {
                place.hidden.iter_mut().for_each(|marker| *marker = hidden.pop().unwrap());
                let unseen = place.coast.iter_mut().filter(|unit| !unit.shown);
                unseen.for_each(|unit| unit.value = coast.pop().unwrap());
            }
            if other == *moment.after {
                return;
            }
            let svg = |state: &_, viewer| svgs(&goeben, state, viewer, moment.facts);
            for viewer in [Viewer::Seat(moment.seat), Viewer::Spectator] {
                assert_eq!(svg(moment.after, viewer), svg(&other, viewer), "seed {seed}: {}", moment.order);
                compared += 1;
            }
            other.alert = if other.alert > 1 { other.alert - 1 } else { 2 };
            told_apart += usize::from(svg(moment.after, Viewer::Spectator) != svg(&other, Viewer::Spectator));
        });
        laws::play::<GrandFleet>(4000 + seed, |moment, luck| {
            let Some(other) = otherwise::shuffled(moment.after, luck).filter(|_| luck.below(8) == 0) else {
                return;
            };
            for viewer in [Viewer::Seat(moment.seat), Viewer::Spectator] {
                let svg = |state: &_| svgs(&fleet, state, viewer, &shown_to(moment.facts, viewer));
                assert_eq!(svg(moment.after), svg(&other), "seed {seed}: {}", moment.order);
                compared += 1;
            }
        });
    }
    println!("{compared} compared, {told_apart} told apart");
    assert!(compared as u64 > games * 4 && told_apart > 0);
}

/// The facts that a viewer may know.
pub fn shown_to(
    facts: &[Fact<<GrandFleet as Game>::Event>],
    viewer: Viewer,
) -> Vec<Fact<<GrandFleet as Game>::Event>> {
    use wardroom::game::Audience;
    let shown = |fact: &&Fact<_>| match (GrandFleet::fact_policy(fact).audience, viewer) {
        (Audience::Everyone, _) => true,
        (Audience::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
        _ => false,
    };
    facts.iter().filter(shown).cloned().collect()
}

/// Every picture of a position for one viewer.
pub fn svgs<G: Playable>(
    studio: &Studio<G>,
    state: &G::State,
    viewer: Viewer,
    facts: &[Fact<G::Event>],
) -> Vec<String> {
    let view = studio.game.view(state, viewer);
    let awaited = AskedSeat::of(&studio.game.prompts(state), viewer);
    let kinds = studio.game.pictures(&view);
    let draw =
        |kind| picture::svg(&studio.draw(kind, (viewer, &view), facts, &awaited, Lang::En, Theme::light()));
    // What the end says in words hides as much.
    let ending = studio.game.report(studio.phrases(Lang::En)).ending(&view, facts);
    let ending = ending.into_iter().map(|(_, line)| line);
    kinds.into_iter().map(draw).chain(ending).collect()
}

#[test]
fn the_font_has_every_sign_of_names_and_words() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut missing = BTreeSet::new();
    let mut look = |text: &str, what: &str| {
        let signs = text.chars().filter(|sign| !sign.is_control() && !font::has(&sign.to_string()));
        missing.extend(signs.map(|sign| format!("{sign} (U+{:04X}) in {what}", u32::from(sign))));
    };
    for folder in ["locales/en", "locales/ja"] {
        for inner in ["", "/goeben", "/grand_fleet"] {
            for entry in std::fs::read_dir(format!("{root}/{folder}{inner}")).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    look(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
                }
            }
        }
    }
    let pack = SeaChart::builtin().pack().clone();
    let names = pack.spaces.values().map(|spec| &spec.name).chain(pack.ships.values().map(|spec| &spec.name));
    names.for_each(|name| look(&format!("{}{}", name.en, name.ja), "the pack of Goeben"));
    let pack = wardroom::games::grand_fleet::pack::Pack::builtin();
    let names = pack.ships.values().map(|spec| &spec.name);
    let names = names.chain(pack.hexes.values().filter_map(|spec| spec.name.as_ref()));
    names.for_each(|name| look(&format!("{}{}", name.en, name.ja), "the pack of Grand Fleet"));
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_sign_that_the_font_lacks_is_seen_to_be_missing() {
    assert_eq!(font::legible(&["𠮷田", "Yoshida"]), "Yoshida");
    assert_eq!(font::legible(&["𠮷田", "𠮷"]), "□田");
    assert_eq!(font::shown("A𠮷"), "A□");
}

#[test]
fn names_are_escaped() {
    let mut scene = Scene::new(100.0, 40.0, Theme::light().sea);
    scene.title = "<&>\"".to_owned();
    scene.write((50.0, 20.0), 10.0, picture::Anchor::Middle, "a<b & \"c\"\u{1b}", Theme::light().ink);
    let svg = picture::svg(&scene);
    assert!(
        svg.contains("<title>&lt;&amp;&gt;&quot;</title>") && svg.contains("a&lt;b &amp; &quot;c&quot;□"),
        "{svg}"
    );
    assert!(picture::png(&scene).unwrap().starts_with(b"\x89PNG"));
}

/// The law that the others rest on can fail.
#[test]
fn a_covered_word_and_a_mark_beyond_the_edge_are_found() {
    use picture::{Anchor, Area, Paint};
    let ink = Theme::light().ink;
    let mut scene = Scene::new(100.0, 100.0, ink);
    scene.write((50.0, 50.0), 20.0, Anchor::Middle, "MES", ink);
    assert!(scene.faults().is_empty());
    let mut covered = scene.clone();
    covered.rect(Area::new(40.0, 45.0, 8.0, 8.0), 0.0, Paint::fill(ink));
    let mut crossed = scene.clone();
    crossed.line(vec![(0.0, 50.0), (100.0, 50.0)], Paint::stroke(ink, 2.0));
    let mut beyond = scene;
    beyond.disc((98.0, 20.0), 5.0, Paint::fill(ink));
    for scene in [covered, crossed, beyond] {
        assert_eq!(scene.faults().len(), 1, "{:?}", scene.faults());
    }
}

/// A position that is drawn.
struct Posed<G: Game> {
    viewer: Viewer,
    view: G::View,
    facts: Vec<Fact<G::Event>>,
    awaited: Vec<AskedSeat>,
}

/// A fixed position: the first of the random games from this one on that is picked, as the seat sees it that has just
/// ordered.
fn fixed<G: Playable + Lawful>(from: u64, picked: impl Fn(&G::View) -> bool) -> Posed<G> {
    let game = G::built_in();
    let mut found = None;
    for seed in from.. {
        laws::play::<G>(seed, |moment, _| {
            if found.is_none() {
                let viewer = Viewer::Seat(moment.seat);
                let view = game.view(moment.after, viewer);
                if picked(&view) {
                    let awaited = AskedSeat::of(&game.prompts(moment.after), viewer);
                    found = Some(Posed { viewer, view, facts: moment.facts.to_vec(), awaited });
                }
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("a position")
}

/// The end of the first of the random games from this one on that is picked, with everything open.
fn ended<G: Playable + Lawful>(from: u64, picked: impl Fn(&G::View) -> bool) -> Posed<G> {
    let game = G::built_in();
    for seed in from.. {
        let mut facts = Vec::new();
        let (last, _) = laws::play::<G>(seed, |moment, _| facts.extend_from_slice(moment.facts));
        let view = game.view(&last, Viewer::All);
        if picked(&view) {
            return Posed { viewer: Viewer::All, view, facts, awaited: vec![] };
        }
    }
    unreachable!("there is always another game")
}

#[test]
fn some_pictures_stay_as_they_are() {
    let goeben = Studio::of(Goeben::built_in());
    let fleet = Studio::of(GrandFleet::built_in());
    let kind = |wanted: &'static str| move |kinds: Vec<&str>| kinds.first() == Some(&wanted);
    let sea = fixed::<Goeben>(3, |view| view.turn == 2 && !view.today.ways.is_empty());
    let fight = fixed::<Goeben>(3, |view| kind("card")(goeben.game.pictures(view)));
    let markers =
        fixed::<GrandFleet>(3, |view| view.battle.as_ref().is_some_and(|battle| battle.markers.len() > 9));
    let combat = fixed::<GrandFleet>(3, |view| kind("card")(fleet.game.pictures(view)));
    let divided = fixed::<Goeben>(3, |view| {
        let mut reaches = view.ships.values().filter(|ship| !ship.reach.is_empty()).map(|ship| &ship.reach);
        view.turn > 1
            && view.ships.len() == 2
            && reaches.next().zip(reaches.next()).is_some_and(|(a, b)| a != b)
    });
    let mission = ended::<Goeben>(3, |view| {
        let goeben = view.ships.keys().any(|ship| ship.as_str() == "goeben");
        goeben && view.ships.len() == 2 && view.campaign.is_none() && view.turn > 3 && !view.sunk.is_empty()
    });
    let war = ended::<GrandFleet>(3, |view| view.turn > 3);
    let (en, ja, light, dark) = (Lang::En, Lang::Ja, Theme::light(), Theme::dark());
    for (name, scene) in [
        ("goeben-whole.en", goeben.pose("whole", &sea, en, light)),
        ("goeben-close.ja", goeben.pose("close", &sea, ja, dark)),
        ("goeben-card.en", goeben.pose("card", &fight, en, light)),
        ("goeben-card.ja", goeben.pose("card", &fight, ja, dark)),
        ("goeben-divided.en", goeben.pose("close", &divided, en, light)),
        ("goeben-end.en", goeben.pose(END, &mission, en, light)),
        ("goeben-end.ja", goeben.pose(END, &mission, ja, dark)),
        ("grand-fleet-end.en", fleet.pose(END, &war, en, light)),
        ("grand-fleet-end.ja", fleet.pose(END, &war, ja, dark)),
        ("grand-fleet-map.en", fleet.pose("map", &markers, en, light)),
        ("grand-fleet-map.ja", fleet.pose("map", &markers, ja, light)),
        ("grand-fleet-card.en", fleet.pose("card", &combat, en, dark)),
    ] {
        let path = format!("{}/tests/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        assert!(scene.faults().is_empty(), "{name}: {:?}", scene.faults());
        // A shape a line, so that a difference can be read.
        let now = picture::svg(&scene).replace("><", ">\n<");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            if OF_THE_README.contains(&name) {
                let path = format!("{}/docs/pictures/{name}.png", env!("CARGO_MANIFEST_DIR"));
                std::fs::write(path, picture::png(&scene).unwrap()).unwrap();
            }
            continue;
        }
        if OF_THE_README.contains(&name) {
            let path = format!("pictures/{name}.png");
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let shown =
                ["README.md", "docs/playing.md"].map(|it| std::fs::read_to_string(root.join(it)).unwrap());
            assert!(shown.concat().contains(&path) && root.join("docs").join(&path).is_file(), "{path}");
        }
        let then = std::fs::read_to_string(&path).unwrap_or_default();
        let differs = then.lines().zip(now.lines()).position(|(then, now)| then != now);
        assert!(then == now, "{name}.svg differs from line {:?} on", differs.map(|line| line + 1));
    }
}

/// Before both sides are asked to fight on, spent fleets have left the hex with ships whose points were fired.
#[test]
fn after_the_fire_no_points_are_set_against_the_ships_that_are_left() {
    let studio = Studio::of(GrandFleet::built_in());
    let fired = fixed::<GrandFleet>(3, |view| matches!(view.step, Step::Persistence { .. }));
    let svg = picture::svg(&studio.pose("card", &fired, Lang::En, Theme::light()));
    let points = &fired.view.battle.as_ref().and_then(|battle| battle.combat.as_ref()).unwrap().points;
    for points in [points.british, points.german] {
        assert!(svg.contains(&format!(">{points}</text>")), "{points}: {svg}");
        assert!(!svg.contains(&format!(">{points} of ")), "{points}: {svg}");
    }
}

/// A ship that is sunk leaves map, list and picture at once, not when the battle ends; an engine hit shows in the speed.
#[test]
fn what_a_battle_does_to_a_ship_shows_at_once() {
    let studio = Studio::of(Goeben::built_in());
    let phrases = studio.phrases(Lang::En);
    let (mut sunk, mut slowed) = (0, 0);
    for seed in 0..400 {
        if sunk > 2 && slowed > 2 {
            break;
        }
        laws::play::<Goeben>(seed, |moment, _| {
            let view = studio.game.view(moment.after, Viewer::Spectator);
            let Some(battle) = view.battle() else { return };
            let written = studio.game.report(phrases).written(&view);
            let lines: Vec<&str> = written.iter().map(|(_, line)| line.as_str()).collect();
            for enemy in battle.enemies.iter().filter(|enemy| enemy.sunk) {
                sunk += 1;
                let name = studio.lexicon.name(Lang::En, enemy.ship.0);
                let list = lines.iter().find(|line| line.starts_with("Allied ships sunk: "));
                assert!(list.is_some_and(|line| line.contains(&name)), "{name}: {lines:#?}");
                let at = format!("({}): ", battle.space);
                let lies = |line: &&&str| line.contains(&at) && line.contains(&name);
                assert_eq!(lines.iter().find(lies), None, "{lines:#?}");
                let drawn =
                    studio.draw("whole", (Viewer::Spectator, &view), &[], &[], Lang::En, Theme::light());
                let class = studio.game.board().ship(enemy.ship).unwrap().class.as_str();
                let counter = format!("{class} {name}");
                assert!(!drawn.alternative().contains(&counter), "{counter}: {}", drawn.alternative());
            }
            for enemy in battle.enemies.iter().filter(|enemy| enemy.engine_hits > 0 && !enemy.sunk) {
                slowed += 1;
                let name = studio.lexicon.name(Lang::En, enemy.ship.0);
                let speed = if enemy.engine_hits == 1 { "speed 1" } else { "speed 0" };
                let line = lines.iter().find(|line| line.starts_with(&name));
                assert!(
                    line.is_some_and(|line| line.contains(speed) || !enemy.fights()),
                    "{name}: {lines:#?}"
                );
            }
        });
    }
    assert!(sunk > 2 && slowed > 2, "{sunk} sunk, {slowed} slowed");
}

/// Whose decision it is can be read in the card of the day, whichever seat and phase it is.
#[test]
fn whose_decision_it_is_can_be_read_in_the_card_of_the_day() {
    let studio = Studio::of(Goeben::built_in());
    let sea = fixed::<Goeben>(3, |view| view.turn == 2 && !view.today.ways.is_empty());
    let game = &studio.game;
    for phase in Phase::ALL {
        for lang in Lang::ALL {
            let view = View { phase: *phase, ..sea.view.clone() };
            let awaited = [AskedSeat { seat: game.every_seat()[0], ask: None }];
            for kind in ["close", "whole"] {
                let scene = studio.draw(kind, (Viewer::All, &view), &[], &awaited, *lang, Theme::light());
                assert!(scene.faults().is_empty(), "{phase:?}, {kind}: {:?}", scene.faults());
                let svg = picture::svg(&scene);
                let phrases = studio.phrases(*lang);
                let what = phrases.term("phase", phase.as_str());
                let said = phrases.decision(&[awaited[0].seat], false, &what);
                // Both in a line, or where that would be small what it is about.
                let texts = [said, what].map(|text| format!(">{text}</text>"));
                let is_it = |it: &&str| texts.iter().any(|text| it.contains(text.as_str()));
                let size = |it: &str| it.split("font-size=\"").nth(1)?.split('"').next()?.parse::<f64>().ok();
                let sizes = svg.split("<text").filter(is_it).filter_map(size);
                let size = sizes.fold(0.0, f64::max);

                assert!(size >= 20.0, "{phase:?}, {kind}, {lang:?}: {size}");
            }
        }
    }
}
