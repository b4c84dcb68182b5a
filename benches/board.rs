//! Orders in the browser while many boards are open: from the form to the page that it leads to.
//!
//! `cargo bench --bench board [-- --short]` prints one line a figure. Every player has a table of *Goeben, 1914* of their own in one
//! SQLite file, from its first order to its sixtieth, and a board that follows it by a stream of events. Orders come at random, as often as [`ARRIVALS`] says: a form
//! that is sent, the commit, the redirect, and the page behind it in gzip, over a connection each, as behind a proxy. The time of an
//! order runs from its moment on. The clients run on the same cores, and so does what chooses the orders. `--short` takes a fifth.

mod processor;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use wardroom::app::registry::GAMES;
use wardroom::club::browser::BrowserLinks;
use wardroom::club::session::PlayerSession;
use wardroom::club::{Club, MAIL, NewTable, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::door::play::answer::BoardHandler;
use wardroom::door::play::listener::{BoardListener, run};
use wardroom::game::{Dice, Options, OrderForm, Seat};
use wardroom::keys::Keys;
use wardroom::log::SqliteStore;
use wardroom::table::System;
use wardroom::words::Lang;

const BOARDS: usize = 500;
/// Tables have as many orders as their number, up to this one and then from 0 again.
const PLAYED: usize = 60;
/// Orders a second.
const ARRIVALS: f64 = 15.0;
const ORDERS: usize = 1500;
/// So long before its moment an order is chosen, and the page loaded that its form stands in.
const AHEAD: Duration = Duration::from_secs(1);
/// `--short` takes one of so many orders.
const SHORT: usize = 5;
const AIM_P99: Duration = Duration::from_millis(60);
const AIM_BYTES: usize = 80_000;

/// Somebody with a board.
#[derive(Clone)]
struct Player {
    id: String,
    table: String,
    seat: Seat,
    /// The cookie of the session.
    cookie: String,
    /// Their address, as the proxy names it.
    from: String,
}

#[tokio::main]
async fn main() {
    let orders = if std::env::args().any(|arg| arg == "--short") { ORDERS / SHORT } else { ORDERS };
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let store = Arc::new(SqliteStore::open(&folder.path().join("wardroom.db")).expect("a database"));
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = socket.local_addr().expect("an address");
    let links = BrowserLinks::new(&format!("http://{address}"), Keys::new([7; 32], None));
    let club = GAMES.club(store, Arc::new(System), None, None).expect("a club").with_browser(links);
    let club = Arc::new(club);
    let handler = BoardHandler::new(club.clone(), MAIL).expect("words");
    let (open, closing) = watch::channel(false);
    let served = tokio::spawn(run(BoardListener::new(handler, socket, true), closing));

    let mut players = Vec::new();
    for number in 0..BOARDS {
        players.push(enter(&club, address, number).await);
    }
    let first = get(address, &players[0], "").await;
    println!("first page on the wire: {} bytes (aim: {AIM_BYTES})", first.len());
    for player in &players {
        follow(address, player).await;
    }
    let (mut luck, mut times) = (Dice::from_key([7; 32]), Vec::new());
    let used = processor::used();
    let begun = Instant::now();
    let mut moment = begun + AHEAD;
    for number in 0..orders {
        let share = f64::from(luck.below(u32::MAX) + 1) / f64::from(u32::MAX);
        moment += Duration::from_secs_f64(-share.ln() / ARRIVALS);
        // One after the other, so that nobody is asked for two orders at once.
        let player = players[number % BOARDS].clone();
        let mut theirs = [7; 32];
        theirs[..8].copy_from_slice(&number.to_le_bytes());
        let club = club.clone();
        times.push(tokio::spawn(async move {
            sleep_until(moment - AHEAD).await;
            let form = form_to_send(club, address, &player, Dice::from_key(theirs)).await?;
            sleep_until(moment).await;
            order(address, &player, &form).await;
            Some(moment.elapsed())
        }));
    }
    let mut took = Histogram::<u64>::new(3).expect("a histogram");
    for time in times {
        let Some(time) = time.await.expect("an order") else { continue };
        took.record(time.as_micros() as u64).expect("a time");
    }
    let at = |share: f64| took.value_at_quantile(share) as f64 / 1000.0;
    println!("orders to boards: {} in {:.0?}", took.len(), begun.elapsed());
    println!("p50 of orders with {BOARDS} boards open: {:.1} ms", at(0.5));
    println!("p99 of orders with {BOARDS} boards open: {:.1} ms (aim: {AIM_P99:?})", at(0.99));
    println!("longest: {:.1} ms", took.max() as f64 / 1000.0);
    let each = (processor::used() - used).as_secs_f64() * 1000.0 / took.len().max(1) as f64;
    println!("processor of an order, with its choice and two pages: {each:.1} ms");
    open.send_replace(true);
    drop(served);
}

/// A player with a table and a session.
async fn enter(club: &Club, address: SocketAddr, number: usize) -> Player {
    let mail = format!("p{number}@home.example");
    let id = club.people().meet(MAIL, &mail, &format!("P{number}"), Lang::En).expect("a player").id;
    let new = NewTable { game: "goeben".to_owned(), ..NewTable::default() };
    let table = club.open(&visitor(&id, &format!("open-{number}")), &new, Lang::En).expect("a table");
    let session =
        club.watch(&table, Lang::En).expect("the table").sit(visitor(&id, "look"), None).expect("a seat");
    let seat = session.held()[0].0;
    let link = club.people().browsers().link(&id).expect("a code").expect("a board");
    let path = link.split_once(&address.to_string()).expect("a link").1.to_owned();
    let from = format!("2001:db8:{number:x}::1");
    let mut player = Player { id, table, seat, cookie: String::new(), from };
    let entered = send(address, &player, ("POST", &path), Some("")).await;
    let head = String::from_utf8_lossy(&entered).into_owned();
    let cookie = head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
    cookie.expect("a session").clone_into(&mut player.cookie);
    play(club, &player, number % PLAYED);
    player
}

/// A stream of the player's board, read as long as it goes on.
async fn follow(address: SocketAddr, player: &Player) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let path = format!("/t/{}/{}/live?at=x", player.table, player.seat);
    stream.write_all(&request(address, player, ("GET", &path), None)).await.expect("a request");
    let mut read = [0; 2048];
    let count = stream.read(&mut read).await.expect("an answer");
    assert!(read[..count].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&read));
    tokio::spawn(async move { while stream.read(&mut read).await.is_ok_and(|count| count > 0) {} });
}

/// An order of the player, as it is typed: never a package of several.
fn line(club: &Club, player: &Player, luck: &mut Dice) -> Option<String> {
    let session = sitting(club, player, "look");
    let asked = session.asked().ok()?;
    asked.prompt?;
    let form = single(&asked.options, luck)?;
    Some(format!("{} anyway", session.book().type_short(&form, &asked.options, session.lexicon())))
}

/// An order that is no package.
fn single(options: &Options, luck: &mut Dice) -> Option<OrderForm> {
    (0..20).find_map(|_| options.sample(&mut |n| luck.below(n)).filter(|form| form.verb.as_str() != "outfit"))
}

fn sitting(club: &Club, player: &Player, key: &str) -> PlayerSession {
    let visitor = visitor(&player.id, key);
    club.watch(&player.table, Lang::En).expect("the table").sit(visitor, Some(player.seat)).expect("a seat")
}

fn visitor(id: &str, key: &str) -> Visitor {
    Visitor { player: id.to_owned(), door: Arc::new(AtMail), key: key.to_owned(), receipts: None }
}

/// Plays so many orders at the player's table; fewer if the game is over before.
fn play(club: &Club, player: &Player, orders: usize) {
    let mut luck = Dice::from_key([orders as u8; 32]);
    for number in 0..orders {
        let mut session = sitting(club, player, &format!("play-{number}"));
        let asked = session.asked().expect("a question");
        let Some((prompt, form)) = asked.prompt.zip(single(&asked.options, &mut luck)) else { return };
        session.order(prompt, form, true).expect("an order");
    }
}

/// The form of an order that the player may give, with the ticket of the page as it is now; `None` once the game is over.
async fn form_to_send(
    club: Arc<Club>,
    address: SocketAddr,
    player: &Player,
    mut luck: Dice,
) -> Option<String> {
    let chooser = player.clone();
    let line =
        tokio::task::spawn_blocking(move || line(&club, &chooser, &mut luck)).await.expect("an order")?;
    let page = text(&get(address, player, "").await);
    let ticket = page.split("name=\"o\" value=\"").nth(1)?.split('"').next()?;
    Some(format!("o={ticket}&line={}", encoded(&line)))
}

/// Sends an order, and loads the page that it leads to.
async fn order(address: SocketAddr, player: &Player, form: &str) {
    let path = format!("/t/{}/{}/line", player.table, player.seat);
    let given = send(address, player, ("POST", &path), Some(form)).await;
    if given.starts_with(b"HTTP/1.1 303") {
        get(address, player, "").await;
    }
}

/// The page of the player's seat.
async fn get(address: SocketAddr, player: &Player, end: &str) -> Vec<u8> {
    let path = format!("/t/{}/{}{end}", player.table, player.seat);
    send(address, player, ("GET", &path), None).await
}

async fn send(address: SocketAddr, player: &Player, what: (&str, &str), form: Option<&str>) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(&request(address, player, what, form)).await.expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    answer
}

fn request(
    address: SocketAddr,
    player: &Player,
    (method, path): (&str, &str),
    form: Option<&str>,
) -> Vec<u8> {
    let form = form.unwrap_or_default();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nx-forwarded-for: {}\r\ncookie: {}\r\naccept-encoding: gzip\r\n\
         origin: http://{address}\r\ncontent-length: {}\r\n\r\n{form}",
        player.from,
        player.cookie,
        form.len()
    )
    .into_bytes()
}

/// The text of an answer, unpacked.
fn text(answer: &[u8]) -> String {
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| at + 4);
    let mut text = String::new();
    let mut unpacked = flate2::read::GzDecoder::new(&answer[body..]);
    // A page of one sentence is not packed.
    if std::io::Read::read_to_string(&mut unpacked, &mut text).is_err() {
        return String::from_utf8_lossy(answer).into_owned();
    }
    text
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
