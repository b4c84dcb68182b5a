//! Emblems beside names: where a name has one, in both languages and games, and where it has none.

use wardroom::club::GameWords;
use wardroom::door::discord::outbound::emblems::with_emblems;
use wardroom::door::discord::outbound::emoji::{SIGNS, is_mark, mark_beside};
use wardroom::door::discord::outbound::markdown::plain;
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::report::Emblem;
use wardroom::words::Lang;

/// The text as the door marks it, with the first letters of an emblem for its mark.
fn marked<G: Playable>(game: &G, lang: Lang, text: &str) -> String {
    let words = GameWords::of(game, lang).unwrap();
    let once = with_emblems(&plain(text), &words.emblems);
    assert_eq!(with_emblems(&once, &words.emblems), once, "twice is once");
    let bare: String = once.chars().filter(|c| !is_mark(*c)).collect();
    assert_eq!(bare, plain(text), "the words stay as they are");
    let shown = |c: char| {
        let of = [
            (Emblem::Battleship, "«ship»"),
            (Emblem::Cruiser, "«cruiser»"),
            (Emblem::Flotilla, "«flotilla»"),
            (Emblem::Britain, "«british»"),
            (Emblem::Germany, "«german»"),
            (Emblem::Coal, "«coal»"),
        ];
        let found = of.iter().find(|(emblem, _)| mark_beside(*emblem) == Some(c));
        found.map_or(c.to_string(), |(_, name)| (*name).to_owned())
    };
    once.chars().map(shown).collect()
}

#[test]
fn ships_and_coal_of_goeben_have_emblems() {
    let game = Goeben::new(SeaChart::builtin());
    for (lang, text, expected) in [
        (
            Lang::En,
            "Breslau MES · Goeben MES: Coal 3/6",
            "«cruiser»Breslau MES · «ship»Goeben MES: «coal»Coal 3/6",
        ),
        (
            Lang::En,
            "Breslau, Goeben take aim at Goeben.",
            "«cruiser»Breslau, «ship»Goeben take aim at Goeben.",
        ),
        (Lang::En, "The coal of Goeben; Coal, or not", "The coal of Goeben; Coal, or not"),
        (Lang::En, "Goebens: `Goeben 3`", "Goebens: `Goeben 3`"),
        (Lang::En, "  Goeben (battlecruiser)", "  «ship»Goeben (battlecruiser)"),
        // The game is not the ship.
        (Lang::En, "The table is open: Goeben, 1914.", "The table is open: Goeben, 1914."),
        (Lang::En, "Goeben, 1914: Goeben MES", "Goeben, 1914: «ship»Goeben MES"),
        (Lang::Ja, "卓が開きました：ゲーベン 1914。", "卓が開きました：ゲーベン 1914。"),
        (
            Lang::Ja,
            "ブレスラウ、ゲーベンは巡航速度で移動。",
            "«cruiser»ブレスラウ、«ship»ゲーベンは巡航速度で移動。",
        ),
        (Lang::Ja, "船体 3/6、石炭 2/6", "船体 3/6、«coal»石炭 2/6"),
        (Lang::Ja, "石炭庫 1", "石炭庫 1"),
    ] {
        assert_eq!(marked(&game, lang, text), expected);
    }
    let fenced = "```\nGoeben\n```\nGoeben";
    let words = GameWords::of(&game, Lang::En).unwrap();
    let ship = mark_beside(Emblem::Battleship).unwrap();
    assert_eq!(with_emblems(fenced, &words.emblems), format!("```\nGoeben\n```\n{ship}Goeben"));
}

#[test]
fn sides_and_types_of_grand_fleet_have_emblems() {
    let game = GrandFleet::new(Chart::builtin());
    for (lang, text, expected) in [
        (
            Lang::En,
            "Germany is reinforced: BC Derfflinger; B König, Markgraf.",
            "«german»Germany is reinforced: «ship»BC Derfflinger; «ship»B König, Markgraf.",
        ),
        (Lang::En, "Waiting for: Britain.", "Waiting for: «british»Britain."),
        (Lang::En, "BB 12: Iron Duke", "«ship»BB 12: Iron Duke"),
        (Lang::En, "After the number: B G home bases", "After the number: B G home bases"),
        (Lang::En, "2: (B) 1; 3: (BC) 2", "2: «ship»(B) 1; 3: «ship»(BC) 2"),
        (Lang::Ja, "ドイツ側：BC デアフリンガー", "«german»ドイツ側：«ship»BC デアフリンガー"),
    ] {
        assert_eq!(marked(&game, lang, text), expected);
    }
}

#[test]
fn every_emblem_has_a_sign_of_its_own() {
    let all = [
        Emblem::Germany,
        Emblem::Britain,
        Emblem::French,
        Emblem::AustroHungarian,
        Emblem::Italian,
        Emblem::Ottoman,
        Emblem::Greek,
        Emblem::Spanish,
        Emblem::Battleship,
        Emblem::Cruiser,
        Emblem::Flotilla,
        Emblem::Transport,
        Emblem::Coal,
    ];
    let marks: std::collections::BTreeSet<char> = all.iter().filter_map(|it| mark_beside(*it)).collect();
    assert_eq!((marks.len(), SIGNS.len()), (all.len(), all.len() + 8));
}
