//! The page of a published table, as its listener serves it to a browser: while play goes on, and when it is over.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::chromium::{Browser, SIZES};
use crate::common::Luck;
use crate::common::commands::{Commands, SeatCommands};
use crate::common::laws::Lawful;
use crate::one_file::checked;
use crate::toy::{Clock, caller};
use wardroom::app::registry::GAMES;
use wardroom::club::page::PageLinks;
use wardroom::door::web::answer::{PageHandler, Patience};
use wardroom::door::web::listener::{self, PageListener};
use wardroom::game::Viewer;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::{self, Playable};
use wardroom::keys::Keys;
use wardroom::log::MemoryStore;
use wardroom::table::open::Opened;
use wardroom::table::{OpenTable, OpeningSeat, Order, Reply, SeatSession, Tables};
use wardroom::words::{Lang, Words};

/// Who holds every seat.
const ANN: &str = "ann";
/// The patience of tests with a real server.
const LONG: Duration = Duration::from_secs(120);
/// The day in which there is one to look back at.
const DAY: u32 = 2;

/// A published table of a game that goes on, behind a listener.
struct House<G: Playable> {
    tables: Arc<Tables<G, MemoryStore>>,
    table: String,
    url: String,
    // The listener closes when this is dropped.
    _open: watch::Sender<bool>,
}

impl<G: Playable> House<G> {
    async fn new(game: G, seed: u64) -> House<G> {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let tables: Arc<Tables<G, MemoryStore>> =
            Arc::new(Tables::new(Arc::new(store.clone()), clock.clone()));
        let (game, setup) = (Arc::new(game), games::setup::<G>(&[]).unwrap());
        let seats = game.seats(&setup);
        let taken = seats.into_iter().map(|seat| OpeningSeat { seat, player: ANN.to_owned() }).collect();
        let opening = OpenTable {
            game,
            setup,
            practice: false,
            ready: false,
            entropy: false,
            witness: false,
            seats: taken,
        };
        let Opened::Table { id: table, .. } = tables.open(&opening, &caller(ANN)).unwrap() else { panic!() };
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let public = format!("http://{}", socket.local_addr().unwrap());
        let links = PageLinks::new(&public, Keys::new([3; 32], None));
        let club = GAMES.club(Arc::new(store), clock, None, None).unwrap().with_pages(links);
        let club = Arc::new(club);
        let (open, closing) = watch::channel(false);
        // A busy machine may take long over a page.
        let patience = Patience { turn: LONG, answer: LONG };
        let pages = PageListener::new(PageHandler::new(club.clone()).unwrap().waiting(patience), false);
        tokio::spawn(listener::run(pages, socket, closing));
        let mut house = House { tables, table, url: String::new(), _open: open };
        house.play(&mut Luck::of(seed));
        assert!(matches!(house.session().publish(0).unwrap(), Reply::Accepted { .. }));
        let status = club.watch(&house.table, Lang::En).unwrap().status().unwrap();
        house.url = status.page.unwrap().link.unwrap();
        house
    }

    /// Random orders, of whichever seat is asked first, until there is a day to look back at.
    fn play(&self, luck: &mut Luck) {
        while self.tables.history(&self.table, Viewer::All).unwrap().moment().0 < DAY {
            let (seat, prompt, options) = self
                .tables
                .look(&self.table, |table| {
                    let asked = table.asked().first().expect("the game goes on");
                    (asked.prompt.seat, asked.number, table.options(asked.prompt.seat))
                })
                .unwrap();
            let form = options.sample(&mut |n| luck.below(n)).expect("an order");
            let reply = self.tables.submit(&self.table, &caller(ANN), &Order { seat, prompt, form }).unwrap();
            assert!(reply.is_accepted(), "{reply:?}");
        }
    }

    fn session(&self) -> SeatSession<G, MemoryStore> {
        let seat = self.tables.look(&self.table, |table| table.asked().first().unwrap().prompt.seat).unwrap();
        SeatSession::new(self.tables.clone(), &self.table, seat, caller(ANN))
    }

    fn page(&self, lang: Lang) -> String {
        format!("{}?lang={}", self.url, lang.code())
    }
}

/// Pictures that are there, and those that are not.
const PICTURES: &str = "
    const there = (image) => image.complete && image.naturalWidth > 0;
    return Array.from(document.images, (image) => [there(image), image.alt !== '']);";

/// Opens a page in all sizes and schemes and looks at it; what it has of pictures is there, and nothing strange is asked.
async fn is_shown(browser: &Browser, house: &str, page: &str, pictures: usize) {
    for size in SIZES {
        for scheme in ["light", "dark"] {
            println!("{size:?}, {scheme}");
            browser.visit(page, size, scheme).await;
            browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; });").await;
            browser.fits().await;
            assert_eq!(
                browser.run(PICTURES).await,
                json!(vec![[true, true]; pictures]),
                "{size:?}, {scheme}"
            );
            browser.is_open_to_all().await;
            browser.was_quiet(&[house]).await;
        }
    }
}

async fn is_open_to_all_before_and_after_its_end<G: Playable>(game: G, lang: Lang, seed: u64) {
    let house = House::new(game, seed).await;
    let (words, browser) = (Words::read().unwrap(), Browser::start(&[]).await);
    let text = async || browser.run("return document.body.innerText;").await.as_str().unwrap().to_owned();
    let (page, file) = (house.page(lang), "a[href^='game.html']");
    let files = format!("return document.querySelectorAll(\"{file}\").length;");
    is_shown(&browser, &house.url, &page, 2).await;
    assert!(text().await.contains(&words.say(lang, "spectators-reload", &[])));
    assert_eq!(browser.run(&files).await, 0, "the file of a game is there when it is over");
    // The first day, by the keyboard and by a click.
    browser.press(".days a", crate::chromium::key::ENTER).await;
    let day = browser.run("return new URLSearchParams(location.search).get('day');").await;
    assert_eq!(day, "1");
    assert!(text().await.contains(&words.say(lang, "spectators-latest", &[])));
    is_shown(&browser, &house.url, &format!("{page}&day=1"), 2).await;

    house.session().resign().unwrap();
    is_shown(&browser, &house.url, &page, 2).await;
    assert_eq!(browser.run(&files).await, 1);
    browser.click(file).await;
    let at: Value = browser.run("return location.href;").await;
    let at = at.as_str().unwrap();
    assert_eq!(at, format!("{}game.html?lang={}", house.url, lang.code()));
    is_shown(&browser, &house.url, at, 0).await;
    let found = checked(&browser, None).await;
    assert!(found.is_sound(), "{found:?}");
    browser.is_open_to_all().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and axe-core"]
async fn a_spectators_page_is_open_to_all_while_play_goes_on_and_when_it_is_over() {
    is_open_to_all_before_and_after_its_end(Goeben::new(SeaChart::builtin()), Lang::En, 1).await;
    is_open_to_all_before_and_after_its_end(GrandFleet::built_in(), Lang::Ja, 2).await;
}
