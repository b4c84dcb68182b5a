//! Orders by mail, from the stored message to the answer that is queued, against parsing the same messages and nothing else.
//!
//! `cargo bench --bench mail` prints one line a figure. Every player has a table of *Goeben, 1914* of their own in one SQLite
//! file. In each round every player answers the last mail they got with one legal order, quoting all of it; the mail is laid
//! into a maildir, the door reads it, carries the order out, and writes its answer into another, on the disk with all that
//! was decided. Mails come one after another here. What a parser alone takes for the same bytes is measured beside it.
//!
//! Then as many mails as [`WAITING`] lie in the mailbox at once, of as many players, and their answers go to a relay on this
//! machine that takes 0 or 50 ms for each reply, as one far away does: how many go out in a second, and how long each took from
//! the start to the relay's last word.
//!
//! And one mail of a player lies beside [`HOSTILE`] of strangers whose signatures name a server that never answers: how long the
//! player waits.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mail_parser::MessageParser;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use wardroom::app::registry::GAMES;
use wardroom::book::Book;
use wardroom::club::Club;
use wardroom::config::Config;
use wardroom::config::mail::{MAILDIR_FOLDERS, Mail, MailServer, Security};
use wardroom::door::mail::courier::MailCourier;
use wardroom::door::mail::intake::{Intake, Vouch};
use wardroom::door::mail::mail_door::{MailDoor, MailSettings};
use wardroom::door::mail::token::Tokens;
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::keys::Keys;
use wardroom::log::SqliteStore;
use wardroom::mail::reading::authentic::Signature;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::mail::transport::{Mailbox, Outgoing};
use wardroom::table::{Platform, System, Tables};
use wardroom::waits::Waits;

const PLAYERS: usize = 48;
/// Rounds before those that are measured.
const WARM: usize = 2;
const ROUNDS: usize = 20;
/// How often each message is parsed: once takes too little time to be told from none.
const PARSED: u32 = 20;
const ADDRESS: &str = "wardroom@club.example";

/// Mails that wait at once, of as many players.
const WAITING: usize = 200;
/// Hostile mails beside that of one player.
const HOSTILE: usize = 10;
/// The host of their addresses.
const EVIL: &str = "evil.example";
/// The time that the relay takes for each reply.
const DISTANCES: [Duration; 2] = [Duration::ZERO, Duration::from_millis(50)];

#[tokio::main]
async fn main() {
    for pictures in [false, true] {
        for distance in DISTANCES {
            let with = if pictures { "with pictures" } else { "without pictures" };
            println!("{WAITING} mails at once, {with}, over a relay {distance:?} away:");
            measure_together(pictures, distance).await;
        }
    }
    for distance in DISTANCES {
        println!("a mail beside {HOSTILE} hostile ones, over a relay {distance:?} away:");
        measure_beside_hostile(distance).await;
    }
    for pictures in [false, true] {
        println!(
            "{}",
            if pictures { "with a picture in every answer, the usual:" } else { "without pictures:" }
        );
        measure(pictures).await;
    }
}

async fn measure(pictures: bool) {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let store = SqliteStore::open(&folder.path().join("wardroom.db")).expect("a database");
    let mut post = Post::open(folder.path(), &store, pictures);
    let mut game = Play {
        tables: Tables::new(Arc::new(store), Arc::new(System)),
        luck: Dice::from_key([7; 32]),
        book: Book::of(Goeben::NAME).expect("the book"),
    };
    let mut players: Vec<Player> = (0..PLAYERS).map(Player::new).collect();
    for player in &mut players {
        post.club
            .people()
            .meet("mail", &player.address, "Captain", wardroom::words::Lang::En)
            .expect("a player");
        let hello = player.message("hello");
        post.answer(player, &hello).await;
        game.open(player, &mut post).await;
    }
    let (mut answered, mut parsed) = (Measured::default(), Measured::default());
    for round in 0..WARM + ROUNDS {
        for player in &mut players {
            let line = game.order(player, &mut post).await;
            let message = player.message(&line);
            let took = post.answer(player, &message).await;
            if round >= WARM {
                answered.0.push(took);
                parsed.0.push(parse(&message));
            }
        }
    }
    answered.print("mails answered");
    parsed.print("the same parsed, and nothing else");
    println!("share of the parser's speed: {:.2} %", 100.0 * answered.a_second() / parsed.a_second());
    println!("p99 of a mail: {:?}, of parsing it: {:?}", answered.at(0.99), parsed.at(0.99));
}

/// The answer to a player beside strangers on whose domain no name server says anything.
async fn measure_beside_hostile(distance: Duration) {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let store = SqliteStore::open(&folder.path().join("wardroom.db")).expect("a database");
    let mut post = Post::open(folder.path(), &store, true);
    post.intake.vouch = Arc::new(|_, from| match from.domain() == EVIL {
        true => Box::pin(std::future::pending()),
        false => Box::pin(std::future::ready(Signature::None)),
    });
    let mut game = Play {
        tables: Tables::new(Arc::new(store), Arc::new(System)),
        luck: Dice::from_key([7; 32]),
        book: Book::of(Goeben::NAME).expect("the book"),
    };
    let mut player = Player::new(0);
    post.club.people().meet("mail", &player.address, "Captain", wardroom::words::Lang::En).expect("a player");
    let hello = player.message("hello");
    post.answer(&mut player, &hello).await;
    game.open(&mut player, &mut post).await;
    let relay = post.goes_over(distance).await;
    let mut took = Measured::default();
    for round in 0..ROUNDS {
        let line = game.order(&mut player, &mut post).await;
        // What is hostile lies there first.
        for number in 0..HOSTILE {
            let hostile = format!(
                "From: Eve <eve{round}.{number}@{EVIL}>\r\nTo: {ADDRESS}\r\nMessage-ID: <{round}.{number}@{EVIL}>\r\n\
                 DKIM-Signature: v=1; a=rsa-sha256; d={EVIL}; s=a; h=from; bh=; b=\r\nSubject: Hello\r\n\r\nHello!\r\n"
            );
            fs::write(post.inbox.join(format!("{round:03}{number:03}.hostile")), hostile).expect("a file");
        }
        fs::write(post.inbox.join(format!("{round:03}999.{}", player.address)), player.message(&line))
            .expect("a file");
        let (begun, before) = (Instant::now(), relay.count());
        while relay.count() == before {
            post.intake.round().await.expect("a mailbox");
        }
        took.0.push(begun.elapsed());
        for file in fs::read_dir(&post.inbox).expect("the mailbox") {
            fs::remove_file(file.expect("a file").path()).expect("a file");
        }
        player.last = relay.last.lock().expect("the relay's last mail").clone().into_bytes();
    }
    println!("p50 {:?}, p99 {:?}", took.at(0.5), took.at(0.99));
}

/// Answers to many mails that lie there at once, over a relay.
async fn measure_together(pictures: bool, distance: Duration) {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let store = SqliteStore::open(&folder.path().join("wardroom.db")).expect("a database");
    let mut post = Post::open(folder.path(), &store, pictures);
    let mut game = Play {
        tables: Tables::new(Arc::new(store), Arc::new(System)),
        luck: Dice::from_key([7; 32]),
        book: Book::of(Goeben::NAME).expect("the book"),
    };
    let mut mails = Vec::new();
    for number in 0..WAITING {
        let mut player = Player::new(number);
        post.club
            .people()
            .meet("mail", &player.address, "Captain", wardroom::words::Lang::En)
            .expect("a player");
        let hello = player.message("hello");
        post.answer(&mut player, &hello).await;
        game.open(&mut player, &mut post).await;
        let line = game.order(&mut player, &mut post).await;
        mails.push(player.message(&line));
    }
    let relay = post.goes_over(distance).await;
    for (number, mail) in mails.iter().enumerate() {
        fs::write(post.inbox.join(format!("{:06}.together", 900_000 + number)), mail).expect("a file");
    }
    let begun = Instant::now();
    while relay.took(begun).len() < WAITING {
        post.intake.round().await.expect("a mailbox");
    }
    let took = relay.took(begun);
    let all = took.iter().max().expect("answers").as_secs_f64();
    let took = Measured(took);
    println!("{:.0} mails a second, p50 {:?}, p99 {:?}", WAITING as f64 / all, took.at(0.5), took.at(0.99));
}

/// A server that passes nothing on and takes some time for each reply.
struct Relay {
    port: u16,
    /// When it took each mail.
    took: Arc<Mutex<Vec<Instant>>>,
    /// The last of them.
    last: Arc<Mutex<String>>,
}

impl Relay {
    async fn start(distance: Duration) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let (took, last) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(String::new())));
        let kept = (took.clone(), last.clone());
        tokio::spawn(async move {
            while let Ok((line, _)) = listener.accept().await {
                let (taken, last) = kept.clone();
                tokio::spawn(Relay::serve(line, distance, taken, last));
            }
        });
        Relay { port, took, last }
    }

    async fn serve(
        line: TcpStream,
        distance: Duration,
        taken: Arc<Mutex<Vec<Instant>>>,
        last: Arc<Mutex<String>>,
    ) {
        let (heard, mut says) = line.into_split();
        let (mut heard, mut inside) = (BufReader::new(heard).lines(), false);
        let mut reply = "220 here ESMTP";
        loop {
            tokio::time::sleep(distance).await;
            if says.write_all(format!("{reply}\r\n").as_bytes()).await.is_err() {
                return;
            }
            let (mut said, mut mail) = (String::new(), String::new());
            while said.is_empty() || inside && said != "." {
                let Ok(Some(line)) = heard.next_line().await else { return };
                mail += &format!("{}\r\n", line.strip_prefix('.').unwrap_or(&line));
                said = line;
            }
            if inside {
                *last.lock().expect("the relay's last mail") = mail;
                taken.lock().expect("the relay's list").push(Instant::now());
            }
            inside = said == "DATA";
            reply = match &*said {
                "DATA" => "354 go on",
                said if said.starts_with("EHLO") => "250-here\r\n250 8BITMIME",
                _ => "250 2.0.0 well",
            };
        }
    }

    /// The number of mails.
    fn count(&self) -> usize {
        self.took.lock().expect("the relay's list").len()
    }

    /// The time from a moment until it had taken each mail.
    fn took(&self, since: Instant) -> Vec<Duration> {
        let took = self.took.lock().expect("the relay's list");
        took.iter().map(|at| at.saturating_duration_since(since)).collect()
    }
}

/// How long a parser takes for a message.
fn parse(message: &[u8]) -> Duration {
    let (parser, begun) = (MessageParser::default(), Instant::now());
    for _ in 0..PARSED {
        let mail = parser.parse(message).expect("a message");
        assert!(mail.from().is_some() && mail.body_text(0).is_some());
    }
    begun.elapsed() / PARSED
}

/// The mail door over maildirs.
struct Post {
    club: Arc<Club>,
    intake: Intake,
    inbox: PathBuf,
    outbox: PathBuf,
}

impl Post {
    fn open(folder: &Path, store: &SqliteStore, pictures: bool) -> Post {
        let platform: Arc<dyn Platform> = Arc::new(System);
        let club = GAMES.club(Arc::new(store.clone()), platform.clone(), None, None).expect("a club");
        let (club, config) = (Arc::new(club), config(folder, pictures));
        let door =
            MailDoor::new(club.clone(), Tokens::new(Keys::new([7; 32], None)), MailSettings::of(&config));
        let waits = Waits::new(Arc::new(move || platform.now().timestamp()));
        let (door, out) =
            (Arc::new(door.expect("a door")), Arc::new(Outgoing::of(&config).expect("a way out")));
        let courier = MailCourier::new(door, out, waits);
        let vouch: Vouch = Arc::new(|_, _| Box::pin(std::future::ready(Signature::None)));
        let intake = Intake::new(courier, Mailbox::of(&config).remove(0), vouch, config.keep_days);
        let [inbox, outbox] = MAILDIR_FOLDERS.map(|name| folder.join(name).join("new"));
        fs::create_dir_all(&inbox).expect("a maildir");
        Post { club, intake, inbox, outbox }
    }

    /// From here on answers go over a relay.
    async fn goes_over(&mut self, distance: Duration) -> Relay {
        let relay = Relay::start(distance).await;
        let server = MailServer {
            host: "127.0.0.1".to_owned(),
            port: relay.port,
            security: Security::Plain,
            ca_file: None,
            login: None,
        };
        self.intake.courier.out = Arc::new(Outgoing::Smtp(Smtp::new(server, ADDRESS).expect("a relay")));
        relay
    }

    /// Stores a message, and waits for its answer, which becomes the player's last mail: how long that took.
    async fn answer(&mut self, player: &mut Player, message: &[u8]) -> Duration {
        fs::write(self.inbox.join(format!("{:06}.{}", player.sent, player.address)), message)
            .expect("a file");
        let begun = Instant::now();
        self.intake.round().await.expect("a mailbox");
        let took = begun.elapsed();
        let mut answers =
            fs::read_dir(&self.outbox).expect("answers").map(|file| file.expect("a file").path());
        let answer = answers.next().expect("an answer");
        assert!(answers.next().is_none(), "one answer to one mail");
        player.last = fs::read(&answer).expect("an answer");
        fs::remove_file(answer).expect("an answer");
        took
    }
}

fn config(folder: &Path, pictures: bool) -> Mail {
    let text = format!(
        "[mail]\naddress = \"{ADDRESS}\"\nplus_addresses = true\nmaildir = {folder:?}\nanswers_an_hour = 1000000\n\
         pictures = {pictures}\n"
    );
    let config = Config::parse(&text).expect("a configuration").serving(&|_| None).expect("a configuration");
    config.mail.expect("a section")
}

/// One player with their table and the last mail that came to them.
struct Player {
    address: String,
    table: String,
    last: Vec<u8>,
    sent: usize,
}

impl Player {
    fn new(number: usize) -> Player {
        let address = format!("captain{number}@home.example");
        Player { address, table: String::new(), last: vec![], sent: 0 }
    }

    /// Their answer to the last mail, as a mail program writes it.
    fn message(&mut self, line: &str) -> Vec<u8> {
        self.sent += 1;
        let (number, address) = (self.sent, &self.address);
        let last = MessageParser::default().parse(&self.last);
        let reply_to = last.as_ref().and_then(|mail| mail.reply_to()?.first()?.address.as_deref());
        let to = reply_to.unwrap_or(ADDRESS);
        let answers = last.as_ref().and_then(|mail| mail.message_id());
        let answers = answers.map_or_else(String::new, |id| format!("In-Reply-To: <{id}>\r\n"));
        let text = last.as_ref().and_then(|mail| mail.body_text(0)).unwrap_or_default();
        let quote: String = text.lines().map(|line| format!("> {line}\r\n")).collect();
        format!(
            "From: Captain <{address}>\r\nTo: {to}\r\nMessage-ID: <{number}.{address}>\r\n{answers}Subject: Re: Wardroom\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
             {line}\r\n\r\nOn Monday, Wardroom <{ADDRESS}> wrote:\r\n{quote}"
        )
        .into_bytes()
    }

    fn was_told(&self) -> String {
        let last = MessageParser::default().parse(&self.last).expect("a mail");
        last.body_text(0).expect("a text").into_owned()
    }
}

/// What the players do next.
struct Play {
    tables: Tables<Goeben, SqliteStore>,
    luck: Dice,
    book: Book,
}

impl Play {
    /// The player opens a table of their own.
    async fn open(&mut self, player: &mut Player, post: &mut Post) {
        let message = player.message("new goeben");
        post.answer(player, &message).await;
        let told = player.was_told();
        let begins = told.find("goeben-").expect("a table");
        player.table =
            told[begins..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    }

    /// An order that is legal now, picked at random; at a new table once the game is over.
    async fn order(&mut self, player: &mut Player, post: &mut Post) -> String {
        loop {
            let looked = self.tables.look(&player.table, |table| {
                let asked = table.asked().first()?;
                Some(table.options(asked.prompt.seat))
            });
            let Some(options) = looked.expect("a table") else {
                self.open(player, post).await;
                continue;
            };
            let luck = &mut self.luck;
            let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
            return self.book.type_out(&form);
        }
    }
}

/// How long each mail took.
#[derive(Default)]
struct Measured(Vec<Duration>);

impl Measured {
    fn a_second(&self) -> f64 {
        self.0.len() as f64 / self.0.iter().sum::<Duration>().as_secs_f64()
    }

    fn at(&self, share: f64) -> Duration {
        let mut each = self.0.clone();
        each.sort_unstable();
        each[((each.len() - 1) as f64 * share) as usize]
    }

    fn print(&self, what: &str) {
        let (p50, p99) = (self.at(0.5), self.at(0.99));
        println!("{what}: {} mails, {:.0}/s, p50 {p50:?}, p99 {p99:?}", self.0.len(), self.a_second());
    }
}
