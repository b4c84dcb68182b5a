//! A table's past as one file: what is in it and what is not, and how large it is. `tests/browser` has what a browser makes of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::common::commands::SeatCommands;
use crate::officers_table::{Ship, seat};
use crate::pages::{golden, page_of, page_of_log};
use wardroom::game::Viewer;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::state::Officers;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::page::read::{as_of_build, read};
use wardroom::view::log_viewer;
use wardroom::words::Lang;

/// The most bytes of the page of a campaign of six missions.
const MOST: usize = 3_000_000;

/// What stands in the element with this id, or begins so, up to its end.
fn block<'a>(html: &'a str, begins: &str, ends: &str) -> &'a str {
    let rest = &html[html.find(begins).unwrap_or_else(|| panic!("no {begins}")) + begins.len()..];
    &rest[..rest.find(ends).unwrap()]
}

/// The log of a page as the page's script reads it.
fn log_of(html: &str) -> String {
    let text = block(html, "<script type=\"text/plain\" id=\"log\">", "</script>");
    let mut log = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        log.push_str(&rest[..at]);
        rest = &rest[at..];
        let escapes = [("\\u003c", "<"), ("\\u2028", "\u{2028}"), ("\\u2029", "\u{2029}")];
        let known = escapes.into_iter().find(|(escape, _)| rest.starts_with(escape));
        let (escape, sign) = known.unwrap_or((&rest[..2], &rest[..2]));
        log.push_str(sign);
        rest = &rest[escape.len()..];
    }
    log + rest
}

#[test]
fn a_campaign_of_six_missions_is_a_small_file() {
    for (name, lang) in [("goeben-campaign-rules-1", Lang::En), ("goeben-campaign-rules-2", Lang::Ja)] {
        let (log, html) = golden::<Goeben>(name, lang);
        assert_eq!(log.matches("\"kind\":\"MissionDrawn\"").count(), 6);
        let [frames, setting] =
            ["frames", "setting"].map(|id| block(&html, &format!("id=\"{id}\">"), "</script>").len());
        println!("{name}: {} bytes, log {}, frames {frames}, setting {setting}", html.len(), log.len());
        assert!(html.len() < MOST, "{name}: {} bytes", html.len());
        assert_eq!(log_of(&html), log, "the page has the export to the byte");
        shows_battles(&html);
    }
    let (log, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::En);
    println!("grand_fleet: {} bytes, log {}", html.len(), log.len());
    assert!(html.len() < MOST, "{} bytes", html.len());
    assert_eq!(log_of(&html), log);
    shows_battles(&html);
}

/// While there is a battle its card stands in place of the map, which comes back afterwards.
fn shows_battles(html: &str) {
    let frames: serde_json::Value = serde_json::from_str(block(html, "id=\"frames\">", "</script>")).unwrap();
    let sizes: Vec<String> =
        frames["steps"].as_array().unwrap().iter().map(|s| format!("{} {}", s[4], s[5])).collect();
    let mut changes = sizes.clone();
    changes.dedup();
    let kinds: std::collections::BTreeSet<&String> = sizes.iter().collect();
    assert!(kinds.len() >= 2 && changes.len() >= 3, "{changes:?}");
}

/// Nothing is loaded and no script is run but those the policy names by their hash.
#[test]
fn a_page_loads_nothing_and_names_its_scripts() {
    let (_, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::Ja);
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    let policy = block(&html, "Content-Security-Policy\" content=\"", "\"").replace("&#39;", "'");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    let scripts: Vec<&str> =
        html.split("<script>").skip(1).map(|rest| &rest[..rest.find("</script>").unwrap()]).collect();
    assert_eq!(scripts.len(), 4);
    for script in &scripts {
        assert!(policy.contains(&hash(script)), "a script is not named");
    }
    assert!(policy.contains(&format!("style-src {}", hash(block(&html, "<style>", "</style>")))));
    assert_eq!(policy.matches("sha256-").count(), 5);
    let without_data = html.split("<script type=\"text/plain\"").next().unwrap();
    for loads in [" src=", "url(", "@import", "http:", "https:", " style=", " onclick=", "javascript:"] {
        assert!(!without_data.contains(loads), "the page has {loads}");
    }
    for calls in ["fetch(", "XMLHttpRequest", "eval(", "import(", "WebSocket", "sendBeacon", "localStorage"] {
        assert!(scripts.iter().all(|script| !script.contains(calls)), "a script has {calls}");
    }
}

/// What ends a block of data, or a line in older scripts, stands in no page as it is, wherever a player wrote it.
#[test]
fn no_text_of_a_player_ends_a_block_of_data() {
    let wicked = "</script><script>alert(1)</script><!-- \\u003c \\\\u003c ]]> &amp; \"'";
    let ship = Ship::of(Officers::Ships);
    ship.writes("goeben", "MES", wicked);
    let viewer = Viewer::Seat(seat("goeben"));
    let html = page_of::<Goeben>(&ship.store, &ship.table, viewer, Lang::En, true).html;
    let plain = html.matches("<script").count();
    assert_eq!((plain, html.matches("</script>").count()), (7, 7), "a text opens or ends a script");
    assert!(!html.contains("<!--") && !html.contains("alert(1)</"));
    let mut log = Vec::new();
    export(&ship.store, &ship.table, &log_viewer(viewer), |_| false, &mut log).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert!(log.contains("</script><script>alert(1)"), "the log has the text");
    assert_eq!(log_of(&html), log, "the page has the export to the byte");
}

/// What players wrote is in a page only where it is asked for; its entries are held by the chain all the same.
#[test]
fn what_players_wrote_is_left_out_unless_it_is_asked_for() {
    const LETTER: &str = "Meet-me-off-Philippeville";
    const MESSAGE: &str = "hold your fire until the smoke clears";
    let ship = Ship::of(Officers::Ships);
    ship.writes("goeben", "MES", LETTER);
    ship.gives("goeben", &format!("message to=breslau text={}", MESSAGE.replace(' ', "_")));
    let texts = [LETTER, MESSAGE];
    let check = |viewer: Viewer, told: usize, what: &str| {
        let page = |written| page_of::<Goeben>(&ship.store, &ship.table, viewer, Lang::En, written);
        let (without, with) = (page(false), page(true));
        assert!(texts.iter().all(|text| !without.html.contains(text)), "{what}: a text is there");
        assert!(
            texts.iter().filter(|text| with.html.contains(**text)).count() == told,
            "{what}: a text is missing"
        );
        assert_eq!(with.withheld, 0, "{what}");
        assert!(
            without.withheld >= told && without.html.contains("entries appear only as digests"),
            "{what}"
        );
        // Digest by digest the same chain.
        let [log, whole] = [&without, &with].map(|page| log_of(&page.html));
        for (line, other) in log.lines().zip(whole.lines()).skip(2) {
            let digest = hex::encode(Sha256::digest(other));
            assert!(
                line == other || line.contains(&format!("\"digest\":\"{digest}\",\"sealed\":true")),
                "{what}: {line}"
            );
        }
        assert_eq!(log.lines().count(), whole.lines().count());
    };
    check(Viewer::Seat(seat("goeben")), 2, "the writer");
    check(Viewer::Seat(seat("breslau")), 2, "the reader");
    let everybody = page_of::<Goeben>(&ship.store, &ship.table, Viewer::Spectator, Lang::En, true);
    assert!(texts.iter().all(|text| !everybody.html.contains(text)), "an onlooker may not see them");
    assert!(ship.session("goeben").resign().unwrap().is_accepted());
    check(Viewer::Spectator, 2, "the closed table");
    let closed = page_of::<Goeben>(&ship.store, &ship.table, Viewer::Spectator, Lang::En, true);
    assert_eq!(closed.exported.viewer, LogViewer::Full);
}

/// The pages of `docs/tour`, made of logs that never change: as they would be made now.
#[test]
fn the_pages_of_the_tour_are_as_they_are_made() {
    let pages = [
        ("goeben", page_of_log::<Goeben>("tests/golden/goeben-rules-2.jsonl", Lang::En)),
        ("grand-fleet", page_of_log::<GrandFleet>("docs/log-format-example.jsonl", Lang::En)),
    ];
    for (name, (_, html)) in pages {
        let path = format!("{}/docs/tour/{name}.html", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        // Which build wrote it is of no account here.
        let build = read(&kept).ok().and_then(|page| page.claims?.build);
        let html = as_of_build(&html, build.as_deref());
        if std::env::var_os("UPDATE").is_some() && kept != html {
            std::fs::write(&path, &html).unwrap();
            continue;
        }
        let told = "is out of date: run `UPDATE=1 cargo test --test core one_file`";
        assert!(kept == html, "docs/tour/{name}.html {told}");
    }
}

/// What a page shows of a position belongs to a side: its reader is nobody's.
#[test]
fn no_picture_of_a_page_speaks_to_its_reader() {
    let pages = [
        golden::<Goeben>("goeben-rules-2", Lang::En).1,
        golden::<Goeben>("goeben-rules-2", Lang::Ja).1,
        golden::<GrandFleet>("grand_fleet-rules-2", Lang::En).1,
        golden::<GrandFleet>("grand_fleet-rules-2", Lang::Ja).1,
    ];
    for (html, wanted) in pages.iter().zip(["Commander: ", "司令官：", "British fleets", "イギリスの艦隊"])
    {
        let frames: serde_json::Value =
            serde_json::from_str(block(html, "id=\"frames\">", "</script>")).unwrap();
        let said = frames["pieces"].to_string();
        for you in [">You", ">Your ", "あなた", "自軍"] {
            assert!(!said.contains(you), "a picture says {you}");
        }
        assert!(said.contains(wanted), "no picture says {wanted}");
    }
}

#[test]
fn a_page_is_read_again_with_what_it_says_of_itself() {
    let (log, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::Ja);
    let page = wardroom::page::read::read(&html).unwrap();
    assert_eq!(page.log, log);
    let claims = page.claims.unwrap();
    assert_eq!((&*claims.lang, claims.messages, &*claims.game), ("ja", false, "grand_fleet"));
    let setting: serde_json::Value =
        serde_json::from_str(block(&html, "id=\"setting\">", "</script>")).unwrap();
    let moments: Vec<&str> =
        html.split("data-moment=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let opens = setting["opens"].as_u64().unwrap() as usize;
    let is_set_up = |moment: &&str| moment.contains("準備");
    assert!(opens > 0 && moments[..opens].iter().all(is_set_up) && !is_set_up(&moments[opens]), "{opens}");
    assert_eq!(claims.entries as usize, log.lines().count() - 3);
    assert!(claims.head.starts_with(&format!("{}:", claims.entries)) && log.contains(&claims.head[5..]));
}

/// What is told stands under the picture, before the keys, and all pictures have the room of the tallest.
#[test]
fn a_page_gives_every_picture_the_room_of_the_tallest() {
    let (_, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::En);
    let at = |id: &str| html.find(&format!("id=\"{id}\"")).unwrap();
    let order = ["moment", "picture", "told", "keys", "place", "before", "position", "about", "check"];
    assert!(order.windows(2).all(|two| at(two[0]) < at(two[1])), "{order:?}");
    let frames: serde_json::Value =
        serde_json::from_str(block(&html, "id=\"frames\">", "</script>")).unwrap();
    let shapes = frames["steps"].as_array().unwrap().iter();
    let shapes = shapes.map(|step| step[5].as_f64().unwrap() / step[4].as_f64().unwrap());
    let tallest = shapes.fold(0.0, f64::max);
    assert!(html.contains(&format!("#picture{{aspect-ratio:1/{tallest:.4}}}")), "{tallest}");
}
