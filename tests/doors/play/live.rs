//! Pages that change by themselves: what their streams tell, when, and to whom.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{BodyDataStream, Bytes};
use axum::http::{HeaderMap, Request};
use futures::{FutureExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};
use tokio::task::unconstrained;
use wardroom::club::MAIL;
use wardroom::club::browser::BrowserLinks;
use wardroom::door::listener::Lasting;
use wardroom::door::play::answer::BoardHandler;
use wardroom::door::play::listener::{BoardListener, run};
use wardroom::door::play::live::{BEAT, PULSE, STREAMS, STREAMS_OF_SESSION};
use wardroom::game::Seat;
use wardroom::keys::Keys;
use wardroom::log::Fault;
use wardroom::waits::Waits;
use wardroom::words::Lang;

use super::client::{Browser, Got};
use super::games::order;
use super::{HERE, KEY, Parlour, TOY};
use crate::common::Luck;
use crate::common::interposed::{Between, Interposed};
use crate::toy::{drawn, seat};

/// Waits that end when the test says that time has passed.
#[derive(Default)]
struct ByHand {
    now: AtomicI64,
    waiting: Mutex<Vec<(i64, oneshot::Sender<()>)>>,
}

impl ByHand {
    fn waits(self: &Arc<Self>, parlour: &Parlour) -> Waits {
        let (clock, hand) = (parlour.clock.clone(), self.clone());
        let now = move || wardroom::table::Platform::now(&*clock).timestamp();
        let pause = move |pause: Duration| {
            let (tell, told) = oneshot::channel();
            let due = hand.now.load(Ordering::SeqCst) + i64::try_from(pause.as_secs()).unwrap();
            hand.waiting.lock().unwrap().push((due, tell));
            async move { told.await.unwrap_or_default() }.boxed()
        };
        Waits::with(Arc::new(now), Arc::new(Duration::default), Arc::new(pause))
    }

    fn pass(&self, seconds: i64) {
        let now = self.now.fetch_add(seconds, Ordering::SeqCst) + seconds;
        let mut waiting = self.waiting.lock().unwrap();
        let due = waiting.extract_if(.., |(due, _)| *due <= now);
        due.for_each(|(_, tell)| tell.send(()).unwrap_or_default());
    }

    fn count(&self) -> usize {
        self.waiting.lock().unwrap().len()
    }
}

/// A stream, as a browser reads it.
struct Stream {
    status: u16,
    headers: HeaderMap,
    lasts: bool,
    body: BodyDataStream,
    /// What it told at once.
    first: String,
}

impl Stream {
    /// What has come since; `None` if the stream has ended.
    fn read(&mut self) -> Option<String> {
        let mut text = String::new();
        while let Some(part) = unconstrained(self.body.next()).now_or_never() {
            match part {
                Some(part) => text += std::str::from_utf8(&part.unwrap()).unwrap(),
                None if text.is_empty() => return None,
                None => break,
            }
        }
        Some(text)
    }
}

/// A parlour whose seconds the test counts.
struct Watched {
    parlour: Parlour,
    hand: Arc<ByHand>,
}

impl Watched {
    fn new(parlour: Parlour) -> Watched {
        let hand = Arc::new(ByHand::default());
        let handler = BoardHandler::new(parlour.club.clone(), MAIL).unwrap().waiting(hand.waits(&parlour));
        Watched { parlour: Parlour { handler: Arc::new(handler), ..parlour }, hand }
    }

    /// A second later, with a look at the tables.
    fn second(&self) {
        self.parlour.clock.pass(1);
        self.hand.pass(1);
        self.parlour.handler.live().look(None).unwrap();
    }

    async fn stream(&self, browser: &Browser, target: &str) -> Stream {
        let cookies: Vec<String> =
            browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request =
            Request::get(target).header("host", "play.example").header("cookie", cookies.join("; "));
        let (head, ()) = request.body(()).unwrap().into_parts();
        let from = IpAddr::V4(Ipv4Addr::new(198, 51, 100, u8::try_from(self.hand.count() % 250).unwrap()));
        let response = self.parlour.handler.clone().answer(from, head, Bytes::new()).await;
        let lasts = response.extensions().get::<Lasting>().is_some();
        let (parts, body) = response.into_parts();
        let (status, headers) = (parts.status.as_u16(), parts.headers);
        let body = body.into_data_stream();
        let mut stream = Stream { status, headers, lasts, body, first: String::new() };
        // Its heartbeats are counted from here.
        stream.first = stream.read().filter(|_| lasts).unwrap_or_default();
        stream
    }
}

fn mark(page: &Got) -> String {
    let rest = page.text.split_once("data-mark=\"").unwrap_or_else(|| panic!("{}", page.text)).1;
    rest.split('"').next().unwrap().to_owned()
}

/// Types a line on the page of a seat.
async fn typed(browser: &mut Browser, here: &str, line: &str) {
    let form = browser.get(here).await.form("/line");
    let done = browser.post(&form.action, &form.with(&[("line", line)])).await;
    assert!(done.status == 303 || !done.text.contains("class=\"refused\""), "{line}: {}", done.text);
}

/// A toy table of Ann and Bob, with a browser of each.
async fn toy(watched: &Watched) -> (String, Browser, Browser) {
    let parlour = &watched.parlour;
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::Ja));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    (table, parlour.browser(&ann).await, parlour.browser(&bob).await)
}

#[tokio::test]
async fn an_event_comes_when_the_page_has_changed_and_names_its_mark() {
    let watched = Watched::new(Parlour::new(TOY));
    let (table, mut red, mut blue) = toy(&watched).await;
    let (red_page, here) = (format!("/t/{table}/red"), format!("/t/{table}/blue"));
    let shown = mark(&blue.get(&here).await);
    let mut stream = watched.stream(&blue, &format!("{here}/live?at={shown}")).await;
    assert_eq!((stream.status, stream.lasts), (200, true));
    for (name, value) in
        [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
    {
        assert_eq!(stream.headers[name], value);
    }
    watched.second();
    assert_eq!(stream.read().as_deref(), Some(""));
    typed(&mut red, &red_page, "choose 7").await;
    // Nothing is told between two looks.
    assert_eq!(stream.read().as_deref(), Some(""));
    watched.second();
    let told = stream.read().unwrap();
    let now = mark(&blue.get(&here).await);
    assert_ne!(now, shown);
    assert_eq!(told, format!("data: {now}\n\n"));
    watched.second();
    assert_eq!(stream.read().as_deref(), Some(""));
    // Whoever opens a stream with an old page learns of the newer one at once.
    let late = watched.stream(&blue, &format!("{here}/live?at={shown}")).await;
    assert_eq!(late.first, format!("data: {now}\n\n"));
}

#[tokio::test]
async fn heartbeats_come_at_fixed_times_whatever_happens() {
    let watched = Watched::new(Parlour::new(TOY));
    let (table, mut red, mut blue) = toy(&watched).await;
    let here = format!("/t/{table}/blue");
    let shown = mark(&blue.get(&here).await);
    let mut stream = watched.stream(&blue, &format!("{here}/live?at={shown}")).await;
    let mut beats = Vec::new();
    for second in 1..=61 {
        if second == 33 {
            typed(&mut red, &format!("/t/{table}/red"), "choose 7").await;
        }
        watched.second();
        let read = stream.read().unwrap();
        assert_eq!(read.contains("data:"), second == 33, "{second}: {read}");
        if read.contains(": \n") {
            beats.push(second);
        }
    }
    let every = i64::try_from(BEAT.as_secs()).unwrap();
    assert_eq!(beats, [every, 2 * every, 3 * every]);
}

/// What the stream of a seat that may not know it tells in a minute, second by second; with what its page shows at the end.
async fn minute_of_an_engineer(message: Option<&str>) -> (Vec<(i64, String)>, String) {
    let watched = Watched::new(Parlour::real());
    let parlour = &watched.parlour;
    let players: Vec<String> =
        ["Ann", "Rin", "Cy"].iter().map(|name| parlour.player(name, Lang::En)).collect();
    let table = parlour.table("goeben", &[("officers", "task-force")], &[&players[0]]);
    let seats = ["commander", "first-officer", "engineer"];
    for (player, seat) in players.iter().zip(seats).skip(1) {
        parlour.club.join(&table, &parlour.visitor(player, seat), seat.parse().ok(), Lang::En).unwrap();
    }
    let mut browsers = Vec::new();
    for player in &players {
        browsers.push(parlour.browser(player).await);
    }
    let pages = seats.map(|seat| format!("/t/{table}/{seat}"));
    let [ann, rin, cy] = &mut browsers[..] else { panic!() };
    let shown = mark(&cy.get(&pages[2]).await);
    let mut stream = watched.stream(cy, &format!("{}/live?at={shown}", pages[2])).await;
    let (mut told, before) = (Vec::new(), parlour.last(&table));
    for second in 1..60 {
        if second == 5
            && let Some(message) = message
        {
            typed(rin, &pages[1], message).await;
            assert!(parlour.last(&table) > before, "the message is in the log");
        }
        if second == 30 {
            order(parlour, (ann, &pages[0]), &table, &mut Luck::of(3)).await;
        }
        watched.second();
        let read = stream.read().unwrap();
        if !read.is_empty() {
            told.push((second, read));
        }
    }
    (told, mark(&cy.get(&pages[2]).await))
}

#[tokio::test]
async fn a_message_between_two_officers_moves_no_stream_of_a_third() {
    let without = minute_of_an_engineer(None).await;
    assert!(
        without.0.iter().any(|(second, told)| *second == 30 && told.starts_with("data: ")),
        "{without:?}"
    );
    let with = minute_of_an_engineer(Some("message commander Coal at Messina, then west.")).await;
    assert_eq!(with, without);
}

#[tokio::test]
async fn what_another_chose_in_secret_is_told_by_no_byte() {
    let mut told = Vec::new();
    for secret in ["7", "8"] {
        let watched = Watched::new(Parlour::new(TOY));
        let (table, mut red, mut blue) = toy(&watched).await;
        let here = format!("/t/{table}/blue");
        let shown = mark(&blue.get(&here).await);
        let mut stream = watched.stream(&blue, &format!("{here}/live?at={shown}")).await;
        typed(&mut red, &format!("/t/{table}/red"), &format!("choose {secret}")).await;
        watched.second();
        told.push((shown, stream.read().unwrap()));
    }
    assert!(told[0].1.starts_with("data: ") && told[0] == told[1], "{told:?}");
}

/// Whenever a page is another, its mark is, so that no change goes untold.
#[tokio::test]
async fn a_mark_changes_with_its_page() {
    for (game, names) in [("goeben", &["Ann"][..]), ("grand_fleet", &["Ann", "Bob"])] {
        let watched = Watched::new(Parlour::real());
        let parlour = &watched.parlour;
        let players: Vec<String> = names.iter().map(|name| parlour.player(name, Lang::En)).collect();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let table = parlour.table(game, &[], &players);
        let mut browsers = Vec::new();
        for player in &players {
            let session = parlour.club.watch(&table, Lang::En).unwrap();
            let seat = session.sit(parlour.visitor(player, "look"), None).unwrap().held()[0].0;
            browsers.push((
                parlour.browser(player).await,
                format!("/t/{table}/{seat}"),
                None::<(String, String)>,
            ));
        }
        let (mut luck, mut changes) = (Luck::of(11), 0);
        for _ in 0..25 {
            for (browser, here, before) in &mut browsers {
                let page = browser.get(here).await;
                let now = mark(&page);
                let text = super::secrets::without_tickets(&page.text).replace(&now, "");
                if let Some(before) = before.replace((now.clone(), text.clone()))
                    && before.1 != text
                {
                    assert_ne!(before.0, now, "{game}: {}\n\n{text}", before.1);
                    changes += 1;
                }
            }
            let asked = players.iter().position(|player| parlour.asked(&table, player).is_some());
            let Some(at) = asked else { break };
            parlour.clock.pass(30);
            let (browser, here, _) = &mut browsers[at];
            order(parlour, (browser, here), &table, &mut luck).await;
        }
        assert!(changes > 3, "{game}: {changes}");
    }
}

#[tokio::test]
async fn a_session_that_ends_ends_its_streams() {
    let watched = Watched::new(Parlour::new(TOY));
    let (table, mut red, blue) = toy(&watched).await;
    let mut again = watched.parlour.browser(&watched.parlour.player("Ann", Lang::En)).await;
    let (here, there) = (format!("/t/{table}/red/live"), format!("/t/{table}/blue/live"));
    let shown = mark(&again.get(&format!("/t/{table}/red")).await);
    let mut streams = vec![
        watched.stream(&red, &format!("{here}?at={shown}")).await,
        watched.stream(&again, &format!("{here}?at={shown}")).await,
    ];
    let mut other = watched.stream(&blue, &there).await;
    red.post("/leave", &[]).await;
    // Nothing is written at the table; sessions are looked at again all the same.
    for _ in 0..=BEAT.as_secs() {
        watched.second();
    }
    for stream in &mut streams {
        assert!(stream.read().is_none_or(|rest| rest == ": \n\n" && stream.read().is_none()));
    }
    assert!(other.read().is_some());
    let forgotten = watched.stream(&blue, &there).await;
    assert_eq!(forgotten.status, 200);
    watched.parlour.club.people().forget(&watched.parlour.player("Bob", Lang::En), "mail").unwrap();
    for _ in 0..=BEAT.as_secs() {
        watched.second();
    }
    let mut forgotten = forgotten;
    while let Some(rest) = forgotten.read() {
        assert_eq!(rest, ": \n\n");
    }
    // No stream for whom no page is.
    for (browser, target) in [(&red, &here), (&again, &here), (&blue, &there), (&blue, &here)] {
        let refused = watched.stream(browser, target).await;
        assert_eq!((refused.status, refused.lasts), (404, false), "{target}");
    }
}

#[tokio::test]
async fn streams_are_limited_and_give_back_their_room() {
    let watched = Watched::new(Parlour::new(TOY));
    let (table, red, _) = toy(&watched).await;
    let target = format!("/t/{table}/red/live?at=x");
    let live = watched.parlour.handler.live();
    for round in 0..4 {
        let mut open = Vec::new();
        for _ in 0..STREAMS_OF_SESSION {
            let stream = watched.stream(&red, &target).await;
            assert_eq!(stream.status, 200, "{round}");
            open.push(stream);
        }
        let refused = watched.stream(&red, &target).await;
        assert_eq!((refused.status, refused.headers["retry-after"].as_bytes()), (429, &b"60"[..]));
        assert_eq!(live.room(), STREAMS - STREAMS_OF_SESSION);
        drop(open);
        assert_eq!(live.room(), STREAMS);
        watched.second();
        assert!(live.is_idle());
    }
}

#[tokio::test]
async fn a_thousand_streams_are_opened_and_dropped() {
    let watched = Watched::new(Parlour::new(TOY));
    let parlour = &watched.parlour;
    let (table, mut red, _) = toy(&watched).await;
    let live = parlour.handler.live();
    let ann = parlour.player("Ann", Lang::En);
    let (target, mut open) = (format!("/t/{table}/red/live?at=x"), Vec::new());
    while open.len() < STREAMS {
        let browser = parlour.browser(&ann).await;
        for _ in 0..STREAMS_OF_SESSION.min(STREAMS - open.len()) {
            let stream = watched.stream(&browser, &target).await;
            assert_eq!(stream.status, 200, "{}", open.len());
            open.push(stream);
        }
        parlour.clock.pass(1);
    }
    assert_eq!(live.room(), 0);
    let late = parlour.browser(&ann).await;
    let full = watched.stream(&late, &target).await;
    assert_eq!((full.status, full.lasts), (503, false));
    typed(&mut red, &format!("/t/{table}/red"), "choose 7").await;
    watched.second();
    let told = open.iter_mut().filter_map(Stream::read).filter(|text| text.starts_with("data: ")).count();
    assert_eq!(told, STREAMS);
    drop(open);
    watched.second();
    assert!(live.is_idle() && live.room() == STREAMS);
}

#[tokio::test]
async fn while_nobody_follows_nothing_is_looked_at_and_closing_ends_all() {
    let watched = Watched::new(Parlour::new(TOY));
    let (table, mut red, _) = toy(&watched).await;
    let live = watched.parlour.handler.live();
    let (close, closing) = watch::channel(false);
    let watching = tokio::spawn(live.clone().watch(closing));
    tokio::task::yield_now().await;
    assert_eq!(watched.hand.count(), 0, "no pulse");
    let here = format!("/t/{table}/red");
    let shown = mark(&red.get(&here).await);
    let mut stream = watched.stream(&red, &format!("{here}/live?at={shown}")).await;
    while watched.hand.count() < 2 {
        tokio::task::yield_now().await;
    }
    typed(&mut red, &here, "choose 7").await;
    watched.hand.pass(i64::try_from(PULSE.as_secs()).unwrap());
    let told = stream.body.next().await.unwrap().unwrap();
    assert!(told.starts_with(b"data: "));
    close.send_replace(true);
    watching.await.unwrap();
    assert_eq!(stream.read(), None);
    let refused = watched.stream(&red, &format!("{here}/live")).await;
    assert_eq!((refused.status, refused.lasts), (503, false));
}

/// A store whose reads are counted.
struct Counted(AtomicUsize);

impl Between for Counted {
    fn reads(&self) -> Result<(), Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn wrote(&self, _: &'static str, _: bool) {}
}

/// However often a view is looked at until the next order: by its player, at another step, by the stream of its page.
#[tokio::test]
async fn after_an_order_each_view_is_drawn_once() {
    let parlour = Parlour::new(TOY);
    let counted = Arc::new(Interposed::over(parlour.store.clone(), Counted(AtomicUsize::new(0))));
    let club = TOY.club(counted.clone(), parlour.clock.clone(), None, None).unwrap();
    let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new(KEY, None))));
    let watched = Watched::new(Parlour { club, ..parlour });
    let (table, mut red, mut blue) = toy(&watched).await;
    let (red_page, blue_page) = (format!("/t/{table}/red"), format!("/t/{table}/blue"));
    let _streams = [
        watched.stream(&red, &format!("{red_page}/live?at=x")).await,
        watched.stream(&blue, &format!("{blue_page}/live?at=x")).await,
    ];
    typed(&mut red, &red_page, "choose 3").await;
    typed(&mut blue, &blue_page, "choose 1").await;
    typed(&mut red, &red_page, "pass").await;
    typed(&mut blue, &blue_page, "pass").await;
    let reads = async |browser: &mut Browser, page: &str| {
        let before = counted.between.0.load(Ordering::SeqCst);
        let got = browser.get(page).await;
        assert_eq!(got.status, 200, "{}", got.text);
        counted.between.0.load(Ordering::SeqCst) - before
    };
    let (first, again) = (reads(&mut red, &red_page).await, reads(&mut red, &red_page).await);
    println!("reads of a page: {first} after an order, then {again}");
    assert!(again < first, "{first}, {again}");
    for _ in 0..3 {
        watched.second();
        let page = red.get(&red_page).await;
        for link in page.links() {
            assert_eq!(red.follow(&red_page, &link).await.status, 200);
        }
        assert_eq!(blue.get(&blue_page).await.status, 200);
    }
    let chosen = BTreeMap::from([(seat("red"), 3_i64), (seat("blue"), 1)]);
    let position = format!("{chosen:?} {:?} 2", BTreeMap::<Seat, u32>::new());
    let once = BTreeMap::from([(Some(seat("red")), 1), (Some(seat("blue")), 1)]);
    assert_eq!(drawn(&position), once, "{position}");
}

/// A store that is there or away.
struct Away(AtomicBool);

impl Between for Away {
    fn reads(&self) -> Result<(), Fault> {
        match self.0.load(Ordering::SeqCst) {
            true => Err(Fault::Io("away".to_owned())),
            false => Ok(()),
        }
    }

    fn wrote(&self, _: &'static str, _: bool) {}
}

#[tokio::test]
async fn a_store_that_is_away_ends_no_stream_and_its_news_come_when_it_is_back() {
    let parlour = Parlour::new(TOY);
    let away = Arc::new(Interposed::over(parlour.store.clone(), Away(AtomicBool::new(false))));
    let club = TOY.club(away.clone(), parlour.clock.clone(), None, None).unwrap();
    let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new(KEY, None))));
    let watched = Watched::new(Parlour { club, ..parlour });
    let (table, mut red, blue) = toy(&watched).await;
    let mut stream = watched.stream(&blue, &format!("/t/{table}/blue/live?at=x")).await;
    assert!(stream.first.starts_with("data: "));
    typed(&mut red, &format!("/t/{table}/red"), "choose 7").await;
    away.between.0.store(true, Ordering::SeqCst);
    for _ in 0..30 {
        watched.parlour.clock.pass(1);
        assert!(watched.parlour.handler.live().look(None).is_err());
    }
    assert_eq!(stream.read().as_deref(), Some(""));
    away.between.0.store(false, Ordering::SeqCst);
    watched.second();
    assert!(stream.read().unwrap().starts_with("data: "));
}

/// The variable of a process that runs one test alone.
const ALONE: &str = "WARDROOM_TEST_ALONE";

/// The memory that this process holds, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// The figure of `docs/scale.md`.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_takes_at_most_twenty_kilobytes() {
    // Other tests of this process use memory too, so it is measured in a process of its own.
    if std::env::var_os(ALONE).is_none() {
        let test = "play::live::a_stream_takes_at_most_twenty_kilobytes";
        let mut alone = Command::new(std::env::current_exe().unwrap());
        let ended = alone.args(["--exact", "--nocapture", test]).env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(
            ended.status.success() && said.contains("1 passed"),
            "{said}{}",
            String::from_utf8_lossy(&ended.stderr)
        );
        return;
    }
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let socket = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = socket.local_addr().unwrap();
    let handler = BoardHandler::new(parlour.club.clone(), MAIL).unwrap();
    let (_open, closing) = watch::channel(false);
    tokio::spawn(run(BoardListener::new(handler, socket, true), closing));
    let (mut open, mut before) = (Vec::new(), 0);
    for session in 0..200_u8 {
        let browser = parlour.browser(&ann).await;
        let cookie: Vec<String> =
            browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = format!(
            "GET /t/{table}/red/live?at=x HTTP/1.1\r\nhost: play.example\r\nx-forwarded-for: 192.0.2.{session}\r\n\
             cookie: {}\r\n\r\n",
            cookie.join("; ")
        );
        for _ in 0..STREAMS_OF_SESSION {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut read = [0; 1024];
            let count = stream.read(&mut read).await.unwrap();
            assert!(read[..count].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&read));
            open.push(stream);
        }
        // What is allocated once is there by now.
        if session == 19 {
            before = resident();
        }
    }
    let streams = open.len() - 20 * STREAMS_OF_SESSION;
    let each = (resident() - before) / streams;
    println!("{each} bytes for each of {streams} streams");
    assert!(each <= 20 * 1024, "{each} bytes");
}
