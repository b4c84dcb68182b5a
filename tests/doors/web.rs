//! The pages of published tables, without a network: what is answered to whom, and what never is.

mod calendar;
mod papers;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::to_bytes;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use chrono::{DateTime, Duration, Utc};
use wardroom::app::registry::{GAMES, Games, registered};
use wardroom::club::Club;
use wardroom::club::page::PageLinks;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::door::web::answer::PageHandler;
use wardroom::game::{Arg, OrderForm};
use wardroom::games;
use wardroom::games::goeben::Goeben;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, Platform, Reply, SeatSession, Tables};
use wardroom::words::Lang;

use crate::common::commands::{Commands, SeatCommands};
use crate::common::store;
use crate::toy::{Clock, Setup, TestPlatform, Toy, caller, seat, word};

static TOY: Games = Games::new(&[registered::<Toy>()]);
const PUBLIC: &str = "https://tables.example/club";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const KEY: [u8; 32] = [3; 32];
/// As the board has it.
const RED_CHOSE: &str = "red chose 7";

/// A table of the toy with pages.
struct House {
    store: Arc<dyn Store>,
    clock: Arc<Clock>,
    tables: Arc<Tables<Toy>>,
    table: String,
    club: Arc<Club>,
    desk: Arc<PageHandler>,
}

/// What was answered.
#[derive(Debug, PartialEq)]
struct Got {
    status: u16,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl Got {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// A club that shows pages, over a store.
fn club(games: Games, store: &Arc<dyn Store>, clock: &Arc<Clock>, keys: Keys) -> Arc<Club> {
    let club = games.club(store.clone(), clock.clone(), None, None).unwrap();
    Arc::new(club.with_pages(PageLinks::new(PUBLIC, keys)))
}

async fn ask(desk: &Arc<PageHandler>, from: IpAddr, method: Method, target: &str, language: &str) -> Got {
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(language).unwrap());
    ask_with(desk, from, method, target, &headers).await
}

async fn ask_with(
    desk: &Arc<PageHandler>,
    from: IpAddr,
    method: Method,
    target: &str,
    headers: &HeaderMap,
) -> Got {
    let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
    let response = desk.clone().answer(from, &method, (path, query), headers).await;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Got { status: parts.status.as_u16(), headers: parts.headers, bytes }
}

impl House {
    /// Red and blue have begun a game in which they can talk.
    fn new() -> House {
        let (store, clock) = (store::new(), Clock::new());
        let tables = Arc::new(Tables::new(store.clone(), TestPlatform::new(1)));
        let taken = ["red", "blue"].map(|at| OpeningSeat { seat: seat(at), player: at.to_owned() });
        let opening = OpenTable {
            game: Arc::new(Toy::default()),
            setup: Setup { seats: 2, talk: true },
            practice: false,
            ready: false,
            entropy: false,
            witness: false,
            seats: taken.to_vec(),
        };
        let Opened::Table { id: table, .. } = tables.open(&opening, &caller("red")).unwrap() else {
            panic!()
        };
        let club = club(TOY, &store, &clock, Keys::new(KEY, None));
        let desk = Arc::new(PageHandler::new(club.clone()).unwrap());
        House { store, clock, tables, table, club, desk }
    }

    fn session(&self, at: &'static str) -> SeatSession<Toy> {
        SeatSession::new(self.tables.clone(), &self.table, seat(at), caller(at))
    }

    fn order(&self, at: &'static str, form: OrderForm) {
        let asked =
            self.tables.look(&self.table, |table| table.asked_of(seat(at)).cloned()).unwrap().unwrap();
        let order = Order { seat: seat(at), prompt: asked.number, form };
        let reply = self.tables.submit(&self.table, &caller(at), &order).unwrap();
        assert!(matches!(reply, Reply::Accepted { .. }), "{reply:?}");
    }

    /// Both agree to publish; the path of the link.
    fn publish(&self, delay: u32) -> String {
        let Reply::Accepted { first, .. } = self.session("red").publish(delay).unwrap() else { panic!() };
        self.session("blue").answer(first, true).unwrap();
        self.path()
    }

    fn path(&self) -> String {
        let page = self.club.watch(&self.table, Lang::En).unwrap().status().unwrap().page.unwrap();
        page.link.unwrap().strip_prefix(PUBLIC).unwrap().to_owned()
    }

    async fn get(&self, target: &str) -> Got {
        ask(&self.desk, HERE, Method::GET, target, "").await
    }

    /// The same for somebody who has answers of these tags.
    async fn get_unless(&self, target: &str, tags: &str) -> Got {
        let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(tags).unwrap())]);
        ask_with(&self.desk, HERE, Method::GET, target, &headers).await
    }
}

fn choose(number: i64) -> OrderForm {
    OrderForm::new(word("choose")).with("number", number)
}

#[tokio::test]
async fn a_page_shows_what_a_spectator_sees_and_lets_nothing_else_in() {
    let house = House::new();
    house.order("red", choose(7));
    let path = house.publish(0);
    assert!(path.starts_with(&format!("/{}/", house.table)) && path.ends_with('/'), "{path}");
    let got = house.get(&path).await;
    let text = got.text();
    assert_eq!(got.status, 200, "{text}");
    for part in ["<html lang=\"en\">", "<h1>", "<main>", "<li>red: ", "Head of the log"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains(RED_CHOSE), "what red chose is sealed: {text}");
    assert!(
        !text.contains("<script") && !text.contains("style=\"") && !text.contains("http-equiv"),
        "{text}"
    );
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex, nofollow"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(got.headers[name], value, "{name}");
    }
    let policy = got.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy
            .starts_with("default-src 'none'; img-src 'self' data:; form-action 'none'; style-src 'sha256-"),
        "{policy}"
    );
    let style = text.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
    let digest = {
        use base64::Engine;
        use sha2::{Digest, Sha256};
        base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style))
    };
    assert!(policy.contains(&format!("'sha256-{digest}'")), "the browser takes the style: {policy}");
    house.order("blue", choose(9));
    assert!(house.get(&path).await.text().contains(RED_CHOSE), "now it is opened");
}

#[tokio::test]
async fn what_players_tell_each_other_is_never_shown_even_when_the_table_has_closed() {
    let house = House::new();
    let whisper = OrderForm::new(word("whisper")).with("text", Arg::Text("the parrot is green".to_owned()));
    let path = house.publish(0);
    house.order("red", choose(1));
    house.order("blue", choose(2));
    house.order("red", whisper);
    house.session("red").resign().unwrap();
    let day = |day: usize| format!("{path}?day={day}");
    for target in [path.clone(), day(1), day(2), day(99)] {
        let text = house.get(&target).await.text();
        assert!(text.contains("The table is closed: resigned.") || target != path, "{text}");
        assert!(!text.contains("parrot"), "{target}: {text}");
    }
    let file = house.get(&format!("{path}game.html")).await;
    let text = file.text();
    assert!(file.status == 200 && text.contains("<script"), "{text}");
    assert_eq!(
        file.headers["content-security-policy"],
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert!(text.contains("http-equiv=\"Content-Security-Policy\""), "it has a policy of its own");
}

/// Every answer to a link that is none.
#[tokio::test]
async fn dead_wrong_and_malformed_links_are_answered_alike() {
    let house = House::new();
    let path = house.publish(0);
    assert_eq!(house.get(&path).await.status, 200);
    house.session("blue").unpublish().unwrap();
    let dead = house.get(&path).await;
    assert_eq!((dead.status, dead.text().contains("There is no page here")), (404, true));
    let again = house.publish(0);
    assert_ne!(again, path);
    assert_eq!(house.get(&again).await.status, 200);
    let flipped = |at: usize| {
        let mut wrong = again.clone().into_bytes();
        wrong[at] = if wrong[at] == b'a' { b'b' } else { b'a' };
        String::from_utf8(wrong).unwrap()
    };
    let table = &house.table;
    let (since, signature) = again.trim_end_matches('/').rsplit_once('/').unwrap().1.split_once('-').unwrap();
    let signature_at = again.len() - 1 - signature.len();
    for target in [
        path.clone(),
        flipped(signature_at),
        flipped(again.len() - 2),
        again.trim_end_matches('/').to_owned(),
        again.to_uppercase(),
        format!("{again}other.png"),
        format!("{again}map.png/"),
        format!("{again}game.html"),
        format!("{again}../{table}/"),
        format!("/{table}/0{since}-{signature}/"),
        format!("/{table}/+{since}-{signature}/"),
        format!("/toy-none/{since}-{signature}/"),
        format!("/{table}/{since}-/"),
        format!("/{table}/-{signature}/"),
        format!("/{table}/{signature}/"),
        format!("/{table}/99999999999999999999-{signature}/"),
        format!("{again}?{}", "a".repeat(600)),
        format!("/{}/", "a".repeat(5000)),
        "/".to_owned(),
        "//".to_owned(),
        "///".to_owned(),
        "*".to_owned(),
        "/../../etc/passwd".to_owned(),
        "/%2e%2e/%2e%2e/".to_owned(),
        "/%ff%fe/%00/".to_owned(),
        "/metrics".to_owned(),
        "/healthz".to_owned(),
        "/interactions".to_owned(),
        "/favicon.ico".to_owned(),
        "/robots.txt".to_owned(),
    ] {
        assert_eq!(house.get(&target).await, dead, "{target}");
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::TRACE] {
        let live = ask(&house.desk, HERE, method.clone(), &again, "").await;
        assert_eq!(live, ask(&house.desk, HERE, method, &path, "").await, "not a word of whether it is one");
        assert_eq!((live.status, live.headers["allow"].to_str().unwrap()), (405, "GET, HEAD"));
    }
    let head = ask(&house.desk, HERE, Method::HEAD, &again, "").await;
    assert_eq!(head, house.get(&again).await, "what a listener sends without its body");
}

#[tokio::test]
async fn any_player_ends_it_after_the_end_too() {
    let house = House::new();
    let path = house.publish(0);
    house.session("red").resign().unwrap();
    assert_eq!(house.get(&path).await.status, 200);
    let sit = |player: &str| {
        let door = Arc::new(AtTerminal { play: String::new() });
        let visitor =
            wardroom::club::Visitor { player: player.to_owned(), door, key: "k".to_owned(), receipts: None };
        house.club.watch(&house.table, Lang::En).unwrap().sit(visitor, None)
    };
    assert!(sit("eve").is_err(), "only who sits there");
    sit("blue").unwrap().unpublish().unwrap();
    assert_eq!(house.get(&path).await.status, 404);
    // It stays so for every process.
    let elsewhere = club(TOY, &house.store, &house.clock, Keys::new(KEY, None));
    let desk = Arc::new(PageHandler::new(elsewhere).unwrap());
    assert_eq!(ask(&desk, HERE, Method::GET, &path, "").await.status, 404);
}

#[tokio::test]
async fn a_page_stays_as_many_entries_behind_as_was_agreed_until_the_end() {
    let house = House::new();
    let path = house.publish(6);
    let head = |text: &str| {
        let at = text.split_once("<code>").unwrap().1.split_once(':').unwrap().0;
        at.parse::<u64>().unwrap()
    };
    let last = || house.club.watch(&house.table, Lang::En).unwrap().around().last;
    house.order("red", choose(7));
    house.order("blue", choose(9));
    let text = house.get(&path).await.text();
    assert!(text.contains("6 entries of the log behind") && !text.contains(RED_CHOSE), "{text}");
    assert_eq!(head(&text), last() - 6);
    for at in ["red", "blue", "red"] {
        house.order(at, OrderForm::new(word("pass")));
    }
    let text = house.get(&path).await.text();
    assert_eq!(head(&text), last() - 6);
    assert!(text.contains(RED_CHOSE), "{text}");
    house.session("red").resign().unwrap();
    let text = house.get(&path).await.text();
    assert!(head(&text) == last() && !text.contains("behind"), "{text}");
}

#[tokio::test]
async fn the_reader_chooses_the_language() {
    let house = House::new();
    let path = house.publish(0);
    for (target, wanted, lang) in [
        (path.clone(), "", "en"),
        (path.clone(), "ja-JP, en;q=0.5", "ja"),
        (format!("{path}?lang=ja"), "en", "ja"),
        (format!("{path}?lang=en"), "ja", "en"),
        (format!("{path}?lang=fr"), "ja", "ja"),
    ] {
        let text = ask(&house.desk, HERE, Method::GET, &target, wanted).await.text();
        assert!(text.contains(&format!("<html lang=\"{lang}\">")), "{target} {wanted}: {text}");
    }
}

#[tokio::test]
async fn ten_thousand_wrong_links_are_turned_away() {
    let house = House::new();
    let path = house.publish(0);
    let mut by_status = std::collections::BTreeMap::new();
    for guess in 0..10_000 {
        let got = house.get(&format!("/{}/9-{guess:032}/", house.table)).await;
        *by_status.entry(got.status).or_insert(0) += 1;
    }
    assert_eq!(by_status, [(404, 120), (429, 9_880)].into());
    let turned_away = house.get(&path).await;
    assert_eq!(
        (turned_away.status, &turned_away.headers["retry-after"]),
        (429, &HeaderValue::from_static("60"))
    );
    let elsewhere = IpAddr::from([192, 0, 2, 2]);
    assert_eq!(ask(&house.desk, elsewhere, Method::GET, &path, "").await.status, 200, "others are not");
    // One network of IPv6 is one asker.
    for n in 0..120 {
        let from = IpAddr::from([0x2001, 0xdb8, 1, 2, 0, 0, 0, n]);
        assert_eq!(ask(&house.desk, from, Method::GET, "/", "").await.status, 404);
    }
    let other = IpAddr::from([0x2001, 0xdb8, 1, 2, 9, 9, 9, 9]);
    let unmade = format!("{path}?day=1");
    assert_eq!(ask(&house.desk, other, Method::GET, &unmade, "").await.status, 429);
    let mapped = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)).to_string();
    let mapped: IpAddr = format!("::ffff:{mapped}").parse().unwrap();
    assert_eq!(ask(&house.desk, mapped, Method::GET, &unmade, "").await.status, 429, "the same address");
    house.clock.pass(60);
    assert_eq!(house.get(&path).await.status, 200, "a minute later");
    // And everybody together; the page was there already, and does not count.
    let mut answered = 0;
    for n in 0..4_000_u16 {
        let [high, low] = n.to_be_bytes();
        let got = ask(&house.desk, IpAddr::from([10, 0, high, low]), Method::GET, "/", "").await;
        answered += u32::from(got.status == 404);
    }
    assert_eq!(answered, 3000);
}

#[tokio::test]
async fn what_somebody_has_already_is_not_sent_again() {
    let house = House::new();
    let path = house.publish(0);
    let first = house.get(&path).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    for tags in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
        let known = house.get_unless(&path, &tags).await;
        assert_eq!((known.status, known.bytes.len()), (304, 0), "{tags}");
        assert_eq!(
            (&known.headers["etag"], &known.headers["cache-control"]),
            (&first.headers["etag"], &first.headers["cache-control"])
        );
        assert!(!known.headers.contains_key("content-type"));
    }
    assert_eq!(house.get_unless(&path, "\"other\"").await, first);
    house.order("red", choose(7));
    assert_eq!(house.get_unless(&path, &tag).await.status, 200, "the table went on");
    let never = house.get_unless("/", "*").await;
    assert_eq!((never.status, never.headers.contains_key("etag")), (404, false));
}

/// Who reads is not counted, who has something made is.
#[tokio::test]
async fn what_is_there_may_be_asked_for_as_often_as_anybody_reads() {
    let house = House::new();
    let path = house.publish(0);
    for _ in 0..500 {
        assert_eq!(house.get(&path).await.status, 200);
    }
    let mut made = 1;
    for day in 1..=200 {
        made += u32::from(house.get(&format!("{path}?day={day}")).await.status == 200);
    }
    assert_eq!(made, 120, "each of these is made");
    assert_eq!(house.get(&path).await.status, 200, "what is there is given all the same");
    house.clock.pass(60);
    for _ in 0..1200 {
        assert_eq!(house.get(&path).await.status, 200);
    }
    assert_eq!(house.get(&path).await.status, 429, "that is no reader");
}

#[tokio::test]
async fn a_page_that_is_there_waits_for_none_that_is_made() {
    let house = House::new();
    let path = house.publish(0);
    let ready = house.get(&path).await;
    let turns = house.desk.turns();
    let held = turns.pages.clone().acquire_many_owned(2).await.unwrap();
    let made = tokio::spawn({
        let (desk, target) = (house.desk.clone(), format!("{path}?lang=ja"));
        async move { ask(&desk, HERE, Method::GET, &target, "").await }
    });
    while house.desk.is_idle() {
        tokio::task::yield_now().await;
    }
    assert_eq!(house.get(&path).await, ready);
    assert!(!made.is_finished());
    drop(held);
    assert_eq!(made.await.unwrap().status, 200);
    // And who wants the same waits for one making: it counts once.
    let held = turns.pages.clone().acquire_many_owned(2).await.unwrap();
    let elsewhere = IpAddr::from([192, 0, 2, 9]);
    let target = format!("{path}?day=1&lang=ja");
    let waiting = (0..200).map(|_| ask(&house.desk, elsewhere, Method::GET, &target, ""));
    let (answers, ()) = tokio::join!(futures::future::join_all(waiting), async {
        while house.desk.is_idle() {
            tokio::task::yield_now().await;
        }
        drop(held);
    });
    assert!(answers.iter().all(|got| *got == answers[0] && got.status == 200), "{answers:?}");
}

#[tokio::test]
async fn a_link_holds_over_restarts_and_a_while_over_a_new_secret() {
    let house = House::new();
    let path = house.publish(0);
    let now: DateTime<Utc> = house.clock.now();
    let rotated = |until| {
        let club = club(TOY, &house.store, &house.clock, Keys::new([4; 32], Some((KEY, Some(until)))));
        Arc::new(PageHandler::new(club).unwrap())
    };
    let same =
        Arc::new(PageHandler::new(club(TOY, &house.store, &house.clock, Keys::new(KEY, None))).unwrap());
    assert_eq!(ask(&same, HERE, Method::GET, &path, "").await.status, 200);
    let valid = rotated(now + Duration::days(30));
    assert_eq!(ask(&valid, HERE, Method::GET, &path, "").await.status, 200);
    let over = rotated(now);
    assert_eq!(ask(&over, HERE, Method::GET, &path, "").await.status, 404);
    let new = club(TOY, &house.store, &house.clock, Keys::new([4; 32], None));
    let told = new.watch(&house.table, Lang::En).unwrap().status().unwrap().page.unwrap().link.unwrap();
    let told = told.strip_prefix(PUBLIC).unwrap().to_owned();
    assert_ne!(told, path);
    assert_eq!(ask(&over, HERE, Method::GET, &told, "").await.status, 200);
}

#[tokio::test]
async fn a_game_that_draws_has_its_picture_beside_the_words() {
    let (store, clock) = (store::new(), Clock::new());
    let tables: Tables<Goeben> = Tables::new(store.clone(), clock.clone());
    let opening = OpenTable {
        game: Arc::new(Goeben::new(wardroom::games::goeben::pack::SeaChart::builtin())),
        setup: games::setup::<Goeben>(&[]).unwrap(),
        practice: false,
        ready: false,
        entropy: false,
        witness: false,
        seats: vec![OpeningSeat { seat: Goeben::commander(), player: "ann".to_owned() }],
    };
    let ann = Caller::new("ann", "terminal");
    let Opened::Table { id, .. } = tables.open(&opening, &ann).unwrap() else { panic!() };
    tables.publish(&id, &ann, Goeben::commander(), 0).unwrap();
    let club = club(GAMES, &store, &clock, Keys::new(KEY, None));
    let link = club.watch(&id, Lang::En).unwrap().status().unwrap().page.unwrap().link.unwrap();
    let path = link.strip_prefix(PUBLIC).unwrap();
    let desk = Arc::new(PageHandler::new(club).unwrap());
    let text = ask(&desk, HERE, Method::GET, path, "").await.text();
    let image = text.split_once("<img ").unwrap().1.split_once('>').unwrap().0;
    assert!(image.contains("src=\"map.png?lang=en&amp;theme=light\"") && image.contains("alt=\""), "{image}");
    let mut drawn = Vec::new();
    for theme in ["light", "dark"] {
        let got = ask(&desk, HERE, Method::GET, &format!("{path}map.png?theme={theme}"), "").await;
        assert_eq!((got.status, got.headers["content-type"].to_str().unwrap()), (200, "image/png"));
        assert_eq!(got.headers["cache-control"], "no-store");
        assert!(got.bytes.starts_with(b"\x89PNG"));
        drawn.push(got.bytes);
    }
    assert_ne!(drawn[0], drawn[1]);
}
