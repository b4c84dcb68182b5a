//! The board in the browser with its script: two windows that see each other, and what a page keeps while it changes.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::chromium::{Browser, SIZES, key};
use crate::toy::{Clock, Toy};
use wardroom::app::registry::{GAMES, Games, registered};
use wardroom::club::browser::BrowserLinks;
use wardroom::club::{Club, MAIL, NewTable, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::door::play::answer::BoardHandler;
use wardroom::door::play::listener::{BoardListener, run};
use wardroom::keys::Keys;
use wardroom::log::MemoryStore;
use wardroom::words::Lang;

/// A phone, upright.
const PHONE: (u32, u32) = (390, 844);
/// The longest wait for a page, and the pause between two looks at it.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);
static TOY: Games = Games::new(&[registered::<Toy>()]);

/// The board of a club at a port of this machine.
pub struct Board {
    pub club: Arc<Club>,
    pub clock: Arc<Clock>,
    address: SocketAddr,
    open: watch::Sender<bool>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Board {
    fn new() -> Board {
        Board::of(TOY)
    }

    /// The board of a club that plays these games.
    pub fn of(games: Games) -> Board {
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let url = format!("http://{}", socket.local_addr().unwrap());
        let clock = Clock::new();
        let club = games.club(Arc::new(MemoryStore::new()), clock.clone(), None, None).unwrap();
        let club = Arc::new(club.with_browser(BrowserLinks::new(&url, Keys::new([9; 32], None))));
        Board::serve((club, clock), socket)
    }

    fn serve((club, clock): (Arc<Club>, Arc<Clock>), socket: TcpListener) -> Board {
        let address = socket.local_addr().unwrap();
        let listener = BoardListener::new(BoardHandler::new(club.clone(), MAIL).unwrap(), socket, false);
        let (open, closing) = watch::channel(false);
        Board { club, clock, address, open, served: tokio::spawn(run(listener, closing)) }
    }

    /// Ends every connection and leaves the port.
    async fn close(self) -> ((Arc<Club>, Arc<Clock>), SocketAddr) {
        self.open.send_replace(true);
        self.served.await.unwrap().unwrap();
        ((self.club, self.clock), self.address)
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn visitor(player: &str, key: &str) -> Visitor {
        Visitor { player: player.to_owned(), door: Arc::new(AtMail), key: key.to_owned(), receipts: None }
    }

    /// A table of two players, each with a browser that shows their seat.
    async fn table(&self, size: (u32, u32)) -> [(Browser, String); 2] {
        let player = |name: &str| self.club.people().meet(MAIL, &format!("{name}@x.example"), name, Lang::En);
        let [ann, bob] = ["ann", "bob"].map(|name| player(name).unwrap().id);
        let new = NewTable { game: "toy".to_owned(), ..NewTable::default() };
        let table = self.club.open(&Board::visitor(&ann, "open"), &new, Lang::En).unwrap();
        self.club.join(&table, &Board::visitor(&bob, "join"), None, Lang::En).unwrap();
        let sit = async |player: &str, seat: &str| {
            let browser = Browser::start(&[]).await;
            let link = self.club.people().browsers().link(player).unwrap().unwrap();
            enter(&browser, &link, size).await;
            let page = format!("{}/t/{table}/{seat}", self.url());
            browser.visit(&page, size, "light").await;
            // A page that is loaded anew forgets this.
            browser.run("window.kept = true;").await;
            until(&browser, "'live' in document.documentElement.dataset").await;
            (browser, page)
        };
        [sit(&ann, "red").await, sit(&bob, "blue").await]
    }
}

/// Enters by a link, on a screen of this size.
pub async fn enter(browser: &Browser, link: &str, size: (u32, u32)) {
    browser.visit(link, size, "light").await;
    browser.click("main button").await;
    // A click may be over before its form is sent, and who goes elsewhere then has not entered.
    until(browser, "location.pathname === '/'").await;
}

/// Waits until a page says so.
pub async fn until(browser: &Browser, what: &str) {
    // Asked anew each time, for a page that is loaded anew takes its scripts with it.
    let look = format!("try {{ return Boolean({what}); }} catch {{ return false; }}");
    let end = Instant::now() + PATIENCE;
    while browser.run(&look).await != true {
        if Instant::now() > end {
            let shown = browser
                .run("return [location.href, document.documentElement.dataset, document.body.innerText];")
                .await;
            panic!("still waiting for {what}: {shown:#}");
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Types a line, and waits for the page that answers.
pub async fn types(browser: &Browser, line: &str) {
    let question = browser.run("return document.querySelector('.question h2').textContent;").await;
    browser.press("#line", &format!("{line}{}", key::ENTER)).await;
    until(browser, &format!("document.querySelector('.question h2').textContent !== {question}")).await;
}

const STATE: &str =
    "return [window.kept === true, document.activeElement.id, document.querySelector('#line').value,
    document.querySelector('#news').textContent !== ''];";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn two_windows_of_a_board_see_each_other_and_keep_what_is_typed() {
    let board = Board::new();
    let [(ann, _), (bob, _)] = board.table(SIZES[1]).await;
    // What Bob has half typed stays while Ann's choice changes his page, and so does his focus.
    bob.press("#line", "cho").await;
    types(&ann, "choose 7").await;
    until(&bob, "document.querySelector('#news').textContent !== ''").await;
    assert_eq!(bob.run(STATE).await, json!([true, "line", "cho", true]));
    assert_eq!(ann.run(STATE).await, json!([true, "line", "", false]), "Ann's own page says nothing twice");
    types(&bob, "ose 8").await;
    until(&ann, "document.querySelector('#orders button[name=c]')").await;
    let title: Value = ann.run("return document.title;").await;
    assert!(title.as_str().unwrap().starts_with("● "), "{title}");
    // An order by a click is an order, and the other window shows it.
    let rows = "document.querySelectorAll('.log li').length";
    let before = bob.run(&format!("return {rows};")).await;
    ann.click("#orders button[name=c]").await;
    until(&bob, &format!("{rows} > {before}")).await;
    assert_eq!(ann.run("return window.kept === true;").await, true);
    // The news have a line for each thing, without the numbers of entries, and nothing twice.
    let news = "const news = document.querySelector('#news'), lines = news.textContent.split('\\n');
        const rows = [...document.querySelectorAll('.log li')].map((row) => row.textContent.replace(/^\\d+ /, ''));
        return [lines.filter((line) => rows.includes(line)).length > 1, new Set(lines).size === lines.length,
            lines.some((line) => /^\\d/.test(line)), getComputedStyle(news).whiteSpace];";
    until(&bob, "document.querySelector('#news').textContent !== ''").await;
    assert_eq!(bob.run(news).await, json!([true, true, false, "pre-line"]));
    for browser in [&ann, &bob] {
        browser.fits().await;
        // The policy refuses nothing that the script does.
        browser.was_quiet(&[&board.url()]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn a_page_finds_its_server_again_and_shows_what_it_missed() {
    let board = Board::new();
    let [(ann, _), (bob, _)] = board.table(SIZES[0]).await;
    types(&ann, "choose 7").await;
    until(&bob, "document.querySelector('#news').textContent !== ''").await;
    let (club, address) = board.close().await;
    until(
        &bob,
        "document.querySelector('#news').textContent === document.querySelector('#news').dataset.lost",
    )
    .await;
    // What Bob gives meanwhile waits for the server.
    bob.press("#line", &format!("choose 8{}", key::ENTER)).await;
    let _board = Board::serve(club, TcpListener::bind(address).unwrap());
    // The network is back: both try at once, however long their pauses are by now.
    let tries = |what: &str| format!("(window.dispatchEvent(new Event('online')), {what})");
    let found =
        "document.querySelector('#news').textContent !== document.querySelector('#news').dataset.lost";
    until(&bob, &tries(found)).await;
    until(&ann, &tries("document.querySelector('#orders button[name=c]')")).await;
    assert_eq!(bob.run("return window.kept === true;").await, true);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn back_and_the_zoom_of_the_board_survive_the_script() {
    let board = Board::new();
    let [(ann, page), _] = board.table(SIZES[0]).await;
    let wheel = "document.querySelector('.board svg').dispatchEvent(new WheelEvent('wheel',
        { ctrlKey: true, deltaY: -200, bubbles: true, cancelable: true }));
        return document.querySelector('.board svg').style.width;";
    let width = ann.run(wheel).await;
    assert!(width.as_str().unwrap().ends_with('%'), "{width}");
    ann.click("#orders a").await;
    until(&ann, "location.search !== ''").await;
    let kept = "return [window.kept === true, document.querySelector('.board svg').style.width];";
    assert_eq!(ann.run(kept).await, json!([true, width]));
    ann.run("history.back();").await;
    until(&ann, "location.search === ''").await;
    assert_eq!(ann.run("return location.href;").await, json!(page));
    assert_eq!(ann.run(kept).await, json!([true, width]));
    // Another language is another page, whose stream has its marks.
    ann.click("footer [hreflang=ja]").await;
    until(&ann, "document.documentElement.lang === 'ja' && 'live' in document.documentElement.dataset").await;
    assert_eq!(ann.run("return window.kept === true;").await, false);
    ann.was_quiet(&[&board.url()]).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn the_time_of_a_decision_is_in_the_readers_zone_with_what_is_left() {
    let board = Board::new();
    let [(ann, _), (bob, _)] = board.table(SIZES[1]).await;
    ann.cdp("Emulation.setTimezoneOverride", json!({ "timezoneId": "Asia/Tokyo" })).await;
    ann.press("#line", &format!("pace 2d{}", key::ENTER)).await;
    until(&bob, "document.querySelector('button[value=agree]')").await;
    bob.click("button[value=agree]").await;
    until(&ann, "document.querySelector('.question time')").await;
    let shown = "const time = document.querySelector('.question time');
        const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' };
        return [time.textContent === new Date(time.dateTime).toLocaleString('en', style),
            /^in \\d+ days$/.test(time.nextElementSibling.textContent)];";
    assert_eq!(ann.run(shown).await, json!([true, true]));
}

/// The board of a phone, at a table of *Goeben, 1914* whose player may load cargo and send the collier.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn on_a_phone_the_map_opens_where_something_is_lit_and_a_click_there_gives_what_undo_takes_back() {
    let board = Board::of(GAMES);
    let ann = board.club.people().meet(MAIL, "ann@x.example", "Ann", Lang::En).unwrap().id;
    let new = NewTable { game: "goeben".to_owned(), ..NewTable::default() };
    let table = board.club.open(&Board::visitor(&ann, "open"), &new, Lang::En).unwrap();
    let session = board.club.watch(&table, Lang::En).unwrap().sit(Board::visitor(&ann, "look"), None);
    let seat = session.unwrap().held()[0].0;
    let browser = Browser::start(&[]).await;
    let link = board.club.people().browsers().link(&ann).unwrap().unwrap();
    enter(&browser, &link, PHONE).await;
    browser.visit(&format!("{}/t/{table}/{seat}", board.url()), PHONE, "light").await;
    browser.run("window.kept = true;").await;
    until(&browser, "'live' in document.documentElement.dataset").await;
    let opened = "const box = document.querySelector('.board');
        const [a, b] = [box, box.querySelector('.lit')].map((one) => one.getBoundingClientRect());
        return [box.scrollWidth > box.clientWidth, a.left <= b.left && b.right <= a.right, scrollY];";
    assert_eq!(browser.run(opened).await, json!([true, true, 0]));
    let entries = "document.querySelectorAll('.log li').length";
    let before = browser.run(&format!("return {entries};")).await;
    browser
        .run(
            "const areas = [...document.querySelectorAll('.lit')];
            const ionian = areas.find((area) => area.textContent.startsWith('collier: Central Ionian'));
            ionian.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));",
        )
        .await;
    until(&browser, &format!("{entries} > {before}")).await;
    let after = browser.run("return [window.kept === true, !document.querySelector('.given')];").await;
    assert_eq!(after, json!([true, true]), "in place, and nothing is left to confirm");
    browser.fits().await;
    browser.was_quiet(&[&board.url()]).await;
}

/// A list of fleets is read from its left, though it is wider than a phone.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn on_a_phone_the_fleets_open_at_their_beginning() {
    let board = Board::of(GAMES);
    let [ann, bob] = ["ann", "bob"]
        .map(|name| board.club.people().meet(MAIL, &format!("{name}@x.example"), name, Lang::En).unwrap().id);
    let new = NewTable { game: "grand_fleet".to_owned(), ..NewTable::default() };
    let table = board.club.open(&Board::visitor(&ann, "open"), &new, Lang::En).unwrap();
    board.club.join(&table, &Board::visitor(&bob, "join"), None, Lang::En).unwrap();
    let session = board.club.watch(&table, Lang::En).unwrap().sit(Board::visitor(&ann, "look"), None);
    let seat = session.unwrap().held()[0].0;
    let browser = Browser::start(&[]).await;
    let link = board.club.people().browsers().link(&ann).unwrap().unwrap();
    enter(&browser, &link, PHONE).await;
    for (kind, opens_left) in [("fleets", true), ("map", false)] {
        browser.visit(&format!("{}/t/{table}/{seat}?v={kind}", board.url()), PHONE, "light").await;
        let opened = "const box = document.querySelector('.board');
            return [box.scrollWidth > box.clientWidth, box.scrollLeft === 0, box.scrollTop];";
        assert_eq!(browser.run(opened).await, json!([true, opens_left, 0]), "{kind}");
    }
}
