//! The main positions of both games on the board, on a phone and on a desk, light and dark, in both languages. Every page is open to all
//! and no wider than its screen. Behind `UPDATE=1` the soak takes the pictures in `docs/tour` anew; their bytes depend on the fonts and the
//! browser of the machine, so they are not compared.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wardroom::app::registry::GAMES;
use wardroom::club::{MAIL, NewTable};
use wardroom::picture::palette;
use wardroom::words::Lang;

use crate::board::{Board, enter};
use crate::chromium::Browser;
use crate::common::Luck;
use crate::common::steered::{TO_BATTLE, until};

/// A phone and a desk.
const PHONE: (u32, u32) = (390, 844);
const DESK: (u32, u32) = (1280, 900);
/// A look at a position: the language, the colours, the screen, and what stands behind the name of its picture.
type Look = (Lang, &'static str, (u32, u32), &'static str);
/// Every language is seen light and dark, on both screens.
const LOOKS: [Look; 4] = [
    (Lang::En, "light", DESK, ""),
    (Lang::En, "dark", PHONE, "-phone"),
    (Lang::Ja, "dark", DESK, ".ja"),
    (Lang::Ja, "light", PHONE, "-phone.ja"),
];
/// Most bytes of all pictures.
const BYTES: usize = 2_000_000;
/// The step between two shades of a kept picture: fewer colours make smaller files.
const STEP: u16 = 17;
/// The most of a picture that may have one colour, and the fewest colours: else it is taken to be blank.
const BLANK: (f64, usize) = (0.97, 16);
/// Games that are tried until one comes to a position.
const SEEDS: std::ops::Range<u64> = 1..40;

/// A position of the tour.
struct Stop {
    /// The name of its files.
    name: &'static str,
    game: &'static str,
    /// The verb that somebody is asked for, and those that come before it.
    verb: &'static str,
    first: &'static [&'static str],
    /// The links that are followed, by how their words begin in English.
    links: &'static [&'static str],
}

const STOPS: [Stop; 6] = [
    Stop { name: "board-goeben-set-up", game: "goeben", verb: "load", first: &[], links: &[] },
    Stop {
        name: "board-goeben-move",
        game: "goeben",
        verb: "move",
        first: &["done", "collier"],
        links: &["move: Goeben"],
    },
    Stop { name: "board-goeben-battle", game: "goeben", verb: "hold", first: &["intelligence"], links: &[] },
    Stop {
        name: "board-grand-fleet-form",
        game: "grand_fleet",
        verb: "form",
        first: &TO_BATTLE,
        links: &["form"],
    },
    Stop {
        name: "board-grand-fleet-place",
        game: "grand_fleet",
        verb: "place",
        first: &TO_BATTLE,
        links: &[],
    },
    Stop { name: "board-grand-fleet-fire", game: "grand_fleet", verb: "fire", first: &TO_BATTLE, links: &[] },
];

/// The code of the link whose words begin so; a link of the board has a title.
const CODE_OF: &str = "
    const [words, done] = arguments;
    const said = (link) => (link.querySelector('title') ?? link).textContent.trim();
    const links = Array.from(document.querySelectorAll('main a[href*=\"&c=\"]'));
    const found = links.find((link) => said(link).startsWith(words));
    done(found ? new URLSearchParams(found.getAttribute('href').slice(1)).get('c') : links.map(said).join(' | '));";
/// The address of the link with a code. A link of the board is one of SVG, which has no address as a text.
const LINK_OF: &str = "
    const [code, done] = arguments;
    const links = Array.from(document.querySelectorAll('main a[href*=\"&c=\"]'));
    const of = (link) => new URLSearchParams(link.getAttribute('href').slice(1)).get('c');
    const found = links.find((link) => of(link) === code);
    done(found ? new URL(found.getAttribute('href'), location.href).href : null);";

/// A board with the tables of the tour, and a browser of the player who is asked at each.
struct Tour {
    board: Board,
    browser: Browser,
    entered: String,
    taken: usize,
}

impl Tour {
    async fn enter(&mut self, player: &str) {
        if self.entered != player {
            let link = self.board.club.people().browsers().link(player).unwrap().unwrap();
            enter(&self.browser, &link, DESK).await;
            player.clone_into(&mut self.entered);
        }
    }

    /// The page of whoever is asked for the order of a stop.
    fn page(&self, stop: &Stop) -> (String, String) {
        let (club, mut opened) = (&self.board.club, 0);
        for seed in SEEDS {
            let names = if stop.game == "goeben" { &["Ann"][..] } else { &["Ann", "Bob"] };
            let meet = |name: &&str| {
                let address = format!("{}@home.example", name.to_lowercase());
                club.people().meet(MAIL, &address, name, Lang::En).unwrap().id
            };
            let players: Vec<String> = names.iter().map(meet).collect();
            let new = NewTable { game: stop.game.to_owned(), ..NewTable::default() };
            opened += 1;
            let key = format!("{}-{opened}", stop.name);
            let table = club.open(&Board::visitor(&players[0], &key), &new, Lang::En).unwrap();
            if let Some(other) = players.get(1) {
                let join = Board::visitor(other, &format!("{key}-join"));
                club.join(&table, &join, None, Lang::En).unwrap();
            }
            let (at, wanted) = ((&*table, &*players), (stop.verb, stop.first));
            if let Some((at, seat)) = until(club, at, wanted, &mut Luck::of(seed)) {
                return (players[at].clone(), format!("{}/t/{table}/{seat}", self.board.url()));
            }
        }
        panic!("{}: no game comes to it", stop.name);
    }

    /// Looks at a page in these looks, and takes its pictures.
    async fn look(&mut self, name: &str, url: &str, links: &[&str], looks: &[Look]) {
        let mut codes: Vec<String> = Vec::new();
        self.visit(url, (Lang::En, "light", DESK)).await;
        for words in links {
            let code = self.browser.run_to_end(CODE_OF, &[json!(words)]).await;
            let code = code.as_str().unwrap().to_owned();
            assert!(!code.contains(' '), "{name}: no link {words:?} among {code}");
            codes.push(code);
            self.follow(codes.last().unwrap(), DESK, "light").await;
        }
        for (lang, scheme, size, end) in looks.iter().copied() {
            println!("{name}{end}");
            self.board.clock.pass(30);
            self.visit(url, (lang, scheme, size)).await;
            for code in &codes {
                self.follow(code, size, scheme).await;
            }
            self.browser.fits().await;
            self.take(&format!("{name}{end}.png"), size).await;
            self.browser
                .run("document.querySelectorAll('details').forEach((one) => { one.open = true; });")
                .await;
            self.browser.fits().await;
            self.browser.is_open_to_all().await;
        }
        self.browser.was_quiet(&[&self.board.url()]).await;
    }

    async fn visit(&self, url: &str, (lang, scheme, size): (Lang, &str, (u32, u32))) {
        let mark = if url.contains('?') { '&' } else { '?' };
        self.browser.visit(&format!("{url}{mark}lang={}", lang.code()), size, scheme).await;
    }

    async fn follow(&self, code: &str, size: (u32, u32), scheme: &str) {
        let link = self.browser.run_to_end(LINK_OF, &[json!(code)]).await;
        let Value::String(link) = link else { panic!("no link with the code {code}") };
        self.browser.visit(&link, size, scheme).await;
    }

    /// Takes a picture of the screen, which is of this size and shows something.
    async fn take(&mut self, name: &str, size: (u32, u32)) {
        let taken = Picture::read(&self.browser.picture().await);
        assert_eq!(taken.size, size, "{name}");
        let (most, fewest) = BLANK;
        let pixels = taken.numbers.len();
        let of_colour = |at: usize| taken.numbers.iter().filter(|number| usize::from(**number) == at).count();
        let largest = (0..taken.colours.len()).map(of_colour).max().unwrap_or(pixels);
        let share = largest as f64 / pixels as f64;
        assert!(share < most && taken.colours.len() >= fewest, "{name} is blank: {share} of one colour");
        let path = folder().join(name);
        let small = taken.small();
        self.taken += small.len();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, small).unwrap();
        }
        let kept = std::fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error}: run the test once with UPDATE=1", path.display());
        });
        assert_eq!(Picture::read(&kept).size, size, "{name} in docs/tour");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour")
}

/// A picture with 256 colours at most.
struct Picture {
    size: (u32, u32),
    colours: Vec<[u8; 3]>,
    /// The number of the colour of each pixel.
    numbers: Vec<u8>,
}

impl Picture {
    fn read(file: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        let opaque = pixels[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
        let coarse = |part: u8| (u16::from(part) + STEP / 2) / STEP * STEP;
        let coarse = |part: u8| u8::try_from(coarse(part)).unwrap_or(u8::MAX);
        let opaque: Vec<u8> = opaque
            .flat_map(|pixel| [coarse(pixel[0]), coarse(pixel[1]), coarse(pixel[2]), u8::MAX])
            .collect();
        let (colours, numbers) = palette::of(&opaque);
        Picture { size: (frame.width, frame.height), colours, numbers }
    }

    /// As PNG.
    fn small(&self) -> Vec<u8> {
        let (mut small, (width, height)) = (Vec::new(), self.size);
        let mut encoder = png::Encoder::new(&mut small, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header().unwrap().write_image_data(&self.numbers).unwrap();
        small
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and axe-core"]
async fn soak_the_main_positions_are_open_to_all_and_fit_every_screen() {
    tour(|_| &LOOKS).await;
}

/// Each position has one of the looks, in turn.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and axe-core"]
async fn a_main_position_is_open_to_all_and_fits_its_screen() {
    tour(|nth| std::slice::from_ref(&LOOKS[nth % LOOKS.len()])).await;
}

/// Goes through the positions, each in the looks of its number.
async fn tour(looks: fn(usize) -> &'static [Look]) {
    let (board, browser) = (Board::of(GAMES), Browser::start(&[]).await);
    let mut tour = Tour { board, browser, entered: String::new(), taken: 0 };
    let pages: Vec<(String, String)> = STOPS.iter().map(|stop| tour.page(stop)).collect();
    for (nth, (stop, (player, url))) in STOPS.iter().zip(pages).enumerate() {
        tour.enter(&player).await;
        tour.look(stop.name, &url, stop.links, looks(nth)).await;
        if stop.name == "board-grand-fleet-fire" {
            // The past of the same table, at the entry that its log names first.
            let first =
                "return document.querySelector('.log a.at').getAttribute('href').match(/at=(\\d+)/)[1];";
            tour.visit(&url, (Lang::En, "light", DESK)).await;
            let at = tour.browser.run(first).await;
            tour.look("board-past", &format!("{url}?at={}", at.as_str().unwrap()), &[], looks(STOPS.len()))
                .await;
        }
    }
    println!("{} bytes of pictures", tour.taken);
    assert!(tour.taken < BYTES, "{} bytes", tour.taken);
}
