//! Two logs of *Grand Fleet* that differ only in what a seat may not know, and all that can be shown of them.

use std::sync::Arc;

use serde_json::{Value, json};
use wardroom::club::GameWords;
use wardroom::club::delivery::PendingNotice;
use wardroom::club::game_tables::{GameTables, TablesOf};
use wardroom::club::session::{PlayerSession, Recap, SessionContext};
use wardroom::club::words::IN_SHORT;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::{Seat, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::log::export::export;
use wardroom::log::{Outbox, Store};
use wardroom::table::Tables;
use wardroom::table::notices::PROMPT;
use wardroom::view::log_viewer;
use wardroom::words::Lang;

use super::table::{Playing, player};
use crate::pages::page_of;
use crate::toy::TestPlatform;

/// The shortest run of hexadecimal digits that is taken for a digest, a chain value or a salt.
const HASH_DIGITS: usize = 32;

/// Turns that are told again.
const TURNS: usize = 3;

/// One table in so many is shown as a page too.
const PAGED: u64 = 8;

/// The text with placeholders of equal length for digests, chain values, salts and the head.
pub fn without_hashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let end = |run: &mut String, out: &mut String| {
        if run.len() >= HASH_DIGITS {
            out.extend(std::iter::repeat_n('#', run.len()));
        } else {
            out.push_str(run);
        }
        run.clear();
    };
    for letter in text.chars() {
        if matches!(letter, '0'..='9' | 'a'..='f') {
            run.push(letter);
        } else {
            end(&mut run, &mut out);
            out.push(letter);
        }
    }
    end(&mut run, &mut out);
    out
}

/// Everything a log can show this viewer, as it would be written: the export, the lines, the dice, every position the
/// history can be stepped to from entry `from` on, what is asked, the notices of the seat and how it stands.
pub fn shown(playing: &Playing, viewer: Viewer, from: u64) -> Vec<(&'static str, String)> {
    let mut file = Vec::new();
    export(&playing.store, &playing.id, &log_viewer(viewer), |_| false, &mut file).unwrap();
    let mut history = playing.tables.history(&playing.id, viewer).unwrap();
    let lines: Vec<Value> = history.lines(0).unwrap().iter().map(|line| line.to_value()).collect();
    let dice = wardroom::dice_page::page(&history.lines(0).unwrap()).unwrap();
    let mut past = Vec::new();
    for seq in from..=history.last() {
        history.go(seq).unwrap();
        past.push(json!({ "asked": history.asked(), "moment": history.moment(), "seq": seq, "view": history.view() }));
    }
    let mut all = vec![
        ("export", String::from_utf8(file).unwrap()),
        ("log", json!(lines).to_string()),
        ("dice", serde_json::to_string(&dice).unwrap()),
        ("history", json!(past).to_string()),
        ("notices", notices(playing, viewer)),
        ("head", playing.store.head(&playing.id).unwrap().to_string()),
    ];
    // Every step of it is drawn, so not at every table.
    if playing.store.head(&playing.id).unwrap().seq.is_multiple_of(PAGED) {
        all.push(("page", page(playing, viewer)));
    }
    if let Viewer::Seat(seat) = viewer {
        all.push(("snapshot", snapshot(playing, seat)));
        for &lang in Lang::ALL {
            all.push(("recap and ending", told(playing, seat, lang)));
            all.push(("since the last order", since_last_order(playing, seat, lang)));
        }
    }
    all.into_iter().map(|(what, text)| (what, without_hashes(&text))).collect()
}

/// What a player who comes back is told: since their last order, of each turn, and of the end.
fn told(playing: &Playing, seat: Seat, lang: Lang) -> String {
    let store: Arc<dyn Store> = Arc::new(playing.store.clone());
    let platform = TestPlatform::new(0);
    let tables = Arc::new(Tables::<GrandFleet>::new(store, platform.clone()));
    let context = SessionContext {
        caller: player(Side::of(seat).unwrap()),
        platform,
        links: None,
        browser: None,
        computers: None,
        door: Arc::new(AtTerminal { play: "wardroom play".to_owned() }),
        key: None,
    };
    let words = |game: &GrandFleet| Ok(Arc::new(GameWords::of(game, lang)?));
    let session = PlayerSession::at(&tables, &playing.id, (context, &[seat]), words).unwrap().remove(0);
    let recaps = std::iter::once(None).chain((1..=TURNS).map(Some)).map(|turn| session.recap(turn));
    let told = |recap: Recap| {
        let lines = recap.lines.iter().map(ToString::to_string);
        recap.heading.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    };
    let recaps = recaps.map(|recap| told(recap.unwrap())).collect::<Vec<_>>().join("\n\n");
    format!("{recaps}\n\n{:?}\n{:?}", session.board(&["ending".to_owned()]).unwrap(), session.pictures())
}

/// What a message tells whoever is asked, in a few lines.
fn since_last_order(playing: &Playing, seat: Seat, lang: Lang) -> String {
    let store: Arc<dyn Store> = Arc::new(playing.store.clone());
    let game = GrandFleet::new(Chart::builtin());
    let tables = TablesOf::new(store, TestPlatform::new(0), game).unwrap();
    let (table, seat, why) = (playing.id.clone(), seat.to_string(), PROMPT.to_owned());
    let seq = playing.store.head(&playing.id).unwrap().seq;
    let notice = PendingNotice { id: 0, table, seq, seat, why };
    let told = tables.message_of(&notice, Some(lang)).unwrap().recap;
    assert!(told.len() <= IN_SHORT, "{told:?}");
    told.join("\n")
}

/// The file that is made for the viewer, its head as long as everywhere.
fn page(playing: &Playing, viewer: Viewer) -> String {
    let head = playing.store.head(&playing.id).unwrap();
    let page = page_of::<GrandFleet>(&playing.store, &playing.id, viewer, Lang::En, true);
    page.html.replace(&head.short(), &head.to_string())
}

fn notices(playing: &Playing, viewer: Viewer) -> String {
    let Viewer::Seat(seat) = viewer else { return String::new() };
    let pending = playing.store.unplanned_notices(usize::MAX >> 1).unwrap();
    let mine = pending.into_iter().filter(|notice| notice.seat == seat.as_str());
    mine.map(|notice| format!("{notice:?}\n")).collect()
}

fn snapshot(playing: &Playing, seat: Seat) -> String {
    let snapshot = playing.session(seat).snapshot().unwrap();
    let by_player = playing.tables.look(&playing.id, |table| {
        let side = Side::of(seat).unwrap();
        (table.has_to_answer(&player(side).player), table.is_over())
    });
    format!(
        "{:?} {:?} {:?} {:?} {:?} {} {:?} {} {:?} {:?} {} {}",
        snapshot.facts.asked,
        snapshot.seats,
        snapshot.facts.pending,
        snapshot.facts.waiting_for,
        snapshot.facts.options,
        serde_json::to_string(&*snapshot.view).unwrap(),
        snapshot.facts.takebacks,
        snapshot.facts.peeks,
        snapshot.facts.closed,
        by_player.unwrap(),
        snapshot.facts.head,
        snapshot.facts.head.seq,
    )
}
