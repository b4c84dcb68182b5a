//! The mail door over maildirs: who may write, what is done once, whole games by answering mails.

mod at_table;
mod desk;
mod doubts;
mod failing;
mod few;
mod fuse;
pub mod game;
mod history;
mod hostile;
mod invited;
mod killed;
mod last_word;
mod lesson;
mod once;
mod orders;
mod page;
mod process;
mod real;
mod receipts;
mod schedules;
mod secrets;
mod senders;
mod taps;
mod time;
mod tour;
mod two_doors;
mod verdicts;
pub mod whole;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use chrono::{DateTime, Utc};
use mail_parser::{MessageParser, MimeHeaders};
use wardroom::app::registry::{GAMES, Games};
use wardroom::club::browser::BrowserLinks;
use wardroom::club::page::PageLinks;
use wardroom::club::receipts::keeping;
use wardroom::club::{Club, Visitor};
use wardroom::config::Config;
use wardroom::config::mail::{Mail as MailConfig, WhoMayStart};
use wardroom::door::mail::courier::MailCourier;
use wardroom::door::mail::desk::Desk;
use wardroom::door::mail::intake::{Intake, Vouch};
use wardroom::door::mail::mail_door::{MailDoor, MailSettings};
use wardroom::door::mail::token::Tokens;
use wardroom::door::mail::wording::AtMail;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::log::table_event::LOG_FORMAT;
use wardroom::mail::reading::Sender;
use wardroom::mail::reading::authentic::Signature;
use wardroom::mail::transport::{Mailbox, Outgoing};
use wardroom::receipt::{ReceiptKeys, SenderProof, SignedMail};
use wardroom::seal::SealError;
use wardroom::table::Platform;
use wardroom::waits::Waits;
use wardroom::words::Lang;

use crate::common::store;

/// Our own address in these tests.
pub const BOT: &str = "bot@club.example";
/// Most letters of a line that is quoted.
const QUOTED: usize = 72;

/// Time that passes when the test says so, and chance that is always the same.
pub struct Clock {
    now: AtomicI64,
    filled: AtomicI64,
    /// The format of new logs: an older one where a story is of its dice.
    format: AtomicU32,
}

impl Clock {
    fn waits(self: &Arc<Self>) -> Waits {
        let clock = self.clone();
        Waits::new(Arc::new(move || clock.now.load(Ordering::SeqCst)))
    }
}

impl Platform for Clock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.now.load(Ordering::SeqCst), 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        for byte in bytes {
            let number = self.filled.fetch_add(1, Ordering::SeqCst);
            *byte = (number * 97 % 251) as u8;
        }
        Ok(())
    }

    fn log_format(&self) -> u32 {
        self.format.load(Ordering::SeqCst)
    }
}

/// A mail that came to somebody.
#[derive(Clone, Debug)]
pub struct Got {
    /// Name and address, as a program shows them.
    pub from: String,
    pub to: String,
    pub subject: String,
    pub reply_to: Option<String>,
    pub id: String,
    pub references: Vec<String>,
    pub text: String,
    pub html: String,
    pub files: Vec<String>,
    pub raw: String,
}

impl Got {
    pub fn read(raw: &[u8]) -> Got {
        let mail = MessageParser::default().parse(raw).unwrap();
        let address = |header: Option<&mail_parser::Address<'_>>| {
            header.and_then(|it| it.first()?.address.as_ref().map(ToString::to_string))
        };
        let sender = mail.from().and_then(|from| from.first()).unwrap();
        Got {
            from: format!("{} <{}>", sender.name().unwrap_or_default(), sender.address().unwrap()),
            to: address(mail.to()).unwrap(),
            subject: mail.subject().unwrap().to_owned(),
            reply_to: address(mail.reply_to()),
            id: mail.message_id().unwrap().to_owned(),
            references: mail
                .references()
                .as_text_list()
                .unwrap_or_default()
                .iter()
                .map(ToString::to_string)
                .collect(),
            text: mail.body_text(0).unwrap().replace("\r\n", "\n"),
            html: mail.body_html(0).unwrap().replace("\r\n", "\n"),
            files: mail.attachments().map(|it| it.attachment_name().unwrap().to_owned()).collect(),
            raw: String::from_utf8_lossy(raw).into_owned(),
        }
    }

    /// The choices that its question numbers, as they are typed.
    pub fn numbered(&self) -> Vec<String> {
        let choice = |line: &str| {
            let (number, rest) = line.split_once(". ")?;
            number.parse::<usize>().ok()?;
            Some(rest.split(" – ").next()?.trim().to_owned())
        };
        self.text.lines().filter_map(choice).collect()
    }
}

/// A mail as somebody's program sends it.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    pub from: String,
    pub to: String,
    pub id: Option<String>,
    pub answers: Option<String>,
    pub subject: String,
    pub text: String,
    pub more: String,
}

impl Sent {
    /// An answer to a mail, with what it answers quoted below, in lines short enough for any server: one of more than 998
    /// bytes is sent back (RFC 5321, 4.5.3.1.6).
    pub fn answer(from: &str, got: &Got, id: &str, text: &str) -> Sent {
        let mut quoted = String::new();
        for line in got.text.lines() {
            quoted.push_str("> ");
            for (at, letter) in line.chars().enumerate() {
                if at > 0 && at % QUOTED == 0 {
                    quoted.push_str("\n> ");
                }
                quoted.push(letter);
            }
            quoted.push('\n');
        }
        Sent {
            from: from.to_owned(),
            to: got.reply_to.clone().unwrap_or_else(|| BOT.to_owned()),
            id: Some(id.to_owned()),
            answers: Some(got.id.clone()),
            subject: format!("Re: {}", got.subject),
            text: format!("{text}\n\nOn Monday, Wardroom <{BOT}> wrote:\n{quoted}"),
            more: String::new(),
        }
    }

    pub fn raw(&self) -> String {
        let line =
            |name: &str, value: Option<String>| value.map_or(String::new(), |it| format!("{name}: {it}\r\n"));
        [
            line("From", Some(self.from.clone())),
            line("To", Some(self.to.clone())),
            line("Message-ID", self.id.as_ref().map(|id| format!("<{id}>"))),
            line("In-Reply-To", self.answers.as_ref().map(|id| format!("<{id}>"))),
            line("Subject", Some(self.subject.clone())),
            line("Content-Type", Some("text/plain; charset=utf-8".to_owned())),
            self.more.clone(),
            "\r\n".to_owned(),
            self.text.replace('\n', "\r\n"),
        ]
        .concat()
    }
}

/// A mail as it is when it is delivered once more: servers write another head.
pub fn delivered_again(sent: &Sent) -> Sent {
    let more = format!("{}Received: by mx.club.example; Tue, 14 Nov 2023 22:13:20 +0000\r\n", sent.more);
    Sent { more, ..sent.clone() }
}

/// A club that is played by mail.
pub struct MailRoom {
    _folder: tempfile::TempDir,
    root: PathBuf,
    setting: Setting,
    pub clock: Arc<Clock>,
    pub store: Arc<dyn Store>,
    /// The store as a process reaches it.
    reached: Arc<dyn Store>,
    pub club: Arc<Club>,
    pub courier: MailCourier,
    intake: Intake,
    /// The mails that were answered at once, and when.
    pub written: Vec<(i64, Vec<Sent>)>,
    read: usize,
    next: u64,
}

/// What is different from the usual.
#[derive(Clone, Copy)]
pub struct Setting {
    pub games: &'static Games,
    pub plus_addresses: bool,
    pub anyone: bool,
    pub require_dkim: bool,
    pub authentic: bool,
    pub pictures: bool,
    /// True if receipts are kept, of every mail.
    pub receipts: bool,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            games: &GAMES,
            plus_addresses: true,
            anyone: true,
            require_dkim: false,
            authentic: true,
            pictures: false,
            receipts: false,
        }
    }
}

impl MailRoom {
    pub fn new() -> MailRoom {
        MailRoom::with(Setting::default())
    }

    pub fn with(setting: Setting) -> MailRoom {
        let store = store::new();
        MailRoom::on(setting, store.clone(), store)
    }

    /// A club on this store, which its processes reach so.
    pub fn on(setting: Setting, store: Arc<dyn Store>, reached: Arc<dyn Store>) -> MailRoom {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_owned();
        let clock = Arc::new(Clock {
            now: AtomicI64::new(1_700_000_000),
            filled: AtomicI64::new(1),
            format: AtomicU32::new(LOG_FORMAT),
        });
        let (club, intake) = process(&root, setting, &reached, clock.clone(), clock.waits());
        let courier = intake.courier.clone();
        let written = vec![(0, vec![])];
        MailRoom {
            _folder: folder,
            root,
            setting,
            clock,
            store,
            reached,
            club,
            courier,
            intake,
            written,
            read: 0,
            next: 0,
        }
    }

    /// Another process takes over: nothing of the one before is left but what it stored and sent.
    pub fn start_again(&mut self) {
        (self.club, self.intake) =
            process(&self.root, self.setting, &self.reached, self.clock.clone(), self.clock.waits());
        self.courier = self.intake.courier.clone();
    }

    /// A mail is delivered, answered, and what is due is sent: the mails that went out for it, answers first.
    pub async fn deliver(&mut self, sent: &Sent) -> Vec<Got> {
        self.put(sent);
        self.work().await
    }

    /// A mail is laid into the mailbox.
    pub fn put(&mut self, sent: &Sent) {
        if let Some((_, together)) = self.written.last_mut() {
            together.push(sent.clone());
        }
        self.lay(sent.raw().as_bytes());
    }

    /// These bytes are laid into the mailbox as a mail.
    pub fn lay(&mut self, raw: &[u8]) {
        self.next += 1;
        let new = self.root.join("in/new");
        fs::create_dir_all(&new).unwrap();
        fs::write(new.join(format!("{:05}.test", self.next)), raw).unwrap();
    }

    /// The names of the mails that lie in the mailbox.
    pub fn lying(&self) -> Vec<String> {
        let files = fs::read_dir(self.root.join("in/new")).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    }

    pub fn lies(&self) -> bool {
        !self.lying().is_empty()
    }

    /// From here on no mail counts as authentic, and it must be.
    pub fn distrust(&mut self) {
        let config = config(&self.root, Setting { require_dkim: true, ..Setting::default() });
        self.intake.courier = courier(&self.club, &config, self.clock.waits());
        self.vouch_for_nobody();
    }

    /// From here on what this server found of a mail is believed.
    pub fn trust_results_of(&mut self, server: &str) {
        let mut config = config(&self.root, self.setting);
        config.authserv_id = Some(server.to_owned());
        self.intake.courier = courier(&self.club, &config, self.clock.waits());
    }

    /// From here on nobody's provider vouches for their mails.
    pub fn vouch_for_nobody(&mut self) {
        self.intake.vouch = Arc::new(|_, from| Box::pin(std::future::ready(signature(false, &from))));
    }

    /// Whether nothing can be sent.
    pub fn break_out(&self, broken: bool) {
        let (out, aside) = (self.root.join("out"), self.root.join("aside"));
        if broken {
            fs::rename(&out, &aside).unwrap();
            fs::write(&out, "").unwrap();
        } else {
            fs::remove_file(&out).unwrap();
            fs::rename(&aside, &out).unwrap();
        }
    }

    /// What lies in the mailbox is answered, and what is due is sent.
    pub async fn work(&mut self) -> Vec<Got> {
        let now = self.clock.now.load(Ordering::SeqCst);
        if let Some((at, _)) = self.written.last_mut() {
            *at = now;
        }
        self.written.push((now, vec![]));
        self.intake.round().await.unwrap();
        self.tick().await
    }

    /// What is due is sent, without a look into the mailbox: that waits for a mail.
    pub async fn tick(&mut self) -> Vec<Got> {
        self.courier.tick().await.unwrap();
        self.out()
    }

    /// What went out since this was last asked.
    pub fn out(&mut self) -> Vec<Got> {
        let mut files: Vec<PathBuf> = match fs::read_dir(self.root.join("out/new")) {
            Ok(files) => files.map(|file| file.unwrap().path()).collect(),
            Err(_) => return vec![],
        };
        files.sort_by_key(|file| (fs::metadata(file).unwrap().modified().unwrap(), file.clone()));
        let new = files.split_off(self.read);
        self.read += new.len();
        new.iter().map(|file| Got::read(&fs::read(file).unwrap())).collect()
    }

    /// Everything that ever went out.
    pub fn all_out(&mut self) -> Vec<Got> {
        self.read = 0;
        self.out()
    }

    /// Somebody not known yet begins: they write, are answered, and answer that with this line.
    pub async fn start(&mut self, who: &str, line: &str) -> Vec<Got> {
        // A mail that begins again is another one.
        let more = format!("X-Number: {}\r\n", self.next);
        let first = Sent { from: who.into(), to: BOT.into(), text: "hello".into(), more, ..Sent::default() };
        let welcome = self.deliver(&first).await;
        assert_eq!(welcome.len(), 1, "{welcome:?}");
        let id = self.id();
        self.deliver(&Sent::answer(who, &welcome[0], &id, line)).await
    }

    /// Two begin a game of *Grand Fleet*, the second in this language: the table, and the last mail of each.
    pub async fn duel(&mut self, [first, second]: [&str; 2], lang: Lang) -> (String, BTreeMap<String, Got>) {
        let opened = self.start(first, "new grand-fleet").await;
        let table = self.table_of(first);
        let invited = self.answer(first, &opened[0], &format!("invite {second}")).await;
        let [to_first, to_second] = &invited[..] else { panic!("{invited:#?}") };
        assert_eq!((to_first.to.as_str(), to_second.to.as_str()), (first, second));
        assert!(
            to_second.text.contains("join") && to_second.text.contains("North Sea"),
            "{}",
            to_second.text
        );
        let line = if lang == Lang::Ja { "言語 日本語\n参加" } else { "join" };
        let joined = self.answer(second, to_second, line).await;
        let mut last: BTreeMap<String, Got> = BTreeMap::new();
        for got in [opened[0].clone(), to_first.clone()].into_iter().chain(joined) {
            last.insert(got.to.clone(), got);
        }
        (table, last)
    }

    /// Answers a mail with these lines.
    pub async fn answer(&mut self, who: &str, got: &Got, text: &str) -> Vec<Got> {
        let id = self.id();
        self.deliver(&Sent::answer(who, got, &id, text)).await
    }

    pub fn id(&mut self) -> String {
        self.next += 1;
        format!("m{}@home.example", self.next)
    }

    pub fn pass(&self, seconds: i64) {
        self.clock.now.fetch_add(seconds, Ordering::SeqCst);
    }

    /// The only table of a player.
    pub fn table_of(&self, who: &str) -> String {
        let player = self.club.people().known_at("mail", who).unwrap().unwrap();
        let tables = self.club.people().table_ids_of(&player).unwrap();
        assert_eq!(tables.len(), 1, "{tables:?}");
        tables[0].clone()
    }

    /// How far the log of a table goes.
    pub fn last(&self, table: &str) -> u64 {
        self.club.watch(table, Lang::En).unwrap().around().last
    }

    /// A visitor who only looks.
    pub fn visitor(&self, who: &str) -> Visitor {
        let player = self.club.people().known_at("mail", who).unwrap().unwrap();
        Visitor { player, door: Arc::new(AtMail), key: "look".to_owned(), receipts: None }
    }
}

/// The key of receipts.
const RECEIPT_KEY: [u8; 32] = [6; 32];

/// What one process is made of.
fn process(
    root: &Path,
    setting: Setting,
    store: &Arc<dyn Store>,
    platform: Arc<dyn Platform>,
    waits: Waits,
) -> (Arc<Club>, Intake) {
    let links = PageLinks::new("https://tables.example", Keys::new([3; 32], None));
    let club = setting
        .games
        .club(store.clone(), platform, None, None)
        .unwrap()
        .with_pages(links)
        .with_browser(BrowserLinks::new("https://play.example", Keys::new([4; 32], None)))
        .with_computers([5; 32]);
    let club = match setting.receipts {
        true => keeping(club, ReceiptKeys::new(RECEIPT_KEY, None)),
        false => club,
    };
    let club = Arc::new(club);
    let mut intake = intake(&club, &config(root, setting), waits, setting.authentic);
    if setting.receipts {
        // The mails of these tests are not signed.
        let proof = |raw: &[u8]| SenderProof::Mail(SignedMail::new(raw, BTreeMap::new()));
        intake.prove = Some(Arc::new(move |raw, _| Box::pin(std::future::ready(Some(proof(&raw))))));
    }
    (club, intake)
}

/// Whoever attends to the only mailbox of a door, and how they send.
fn intake(club: &Arc<Club>, config: &MailConfig, waits: Waits, authentic: bool) -> Intake {
    let (courier, mut mailboxes) = (courier(club, config, waits), Mailbox::of(config));
    let vouch: Vouch = Arc::new(move |_, from| Box::pin(std::future::ready(signature(authentic, &from))));
    Intake::new(courier, mailboxes.remove(0), vouch, 30)
}

fn signature(authentic: bool, from: &Sender) -> Signature {
    if authentic { Signature::Pass(from.domain().to_owned()) } else { Signature::None }
}

fn config(root: &Path, setting: Setting) -> MailConfig {
    let text = format!("[mail]\naddress = \"{BOT}\"\nmaildir = \"{}\"\n", root.display());
    let mut config = Config::parse(&text).unwrap().serving(&|_| None).unwrap().mail.unwrap();
    config.url = Some("https://club.example".to_owned());
    config.pictures = setting.pictures;
    config.plus_addresses = setting.plus_addresses;
    config.require_dkim = setting.require_dkim;
    config.who_may_start = if setting.anyone { WhoMayStart::Anyone } else { WhoMayStart::Known };
    config
}

fn courier(club: &Arc<Club>, config: &MailConfig, waits: Waits) -> MailCourier {
    let tokens = Tokens::new(Keys::new([7; 32], None));
    let door = MailDoor::new(club.clone(), tokens, MailSettings::of(config)).unwrap();
    let out = Arc::new(Outgoing::of(config).unwrap());
    // One hand does one thing after another, so that what goes out has one order.
    MailCourier { desk: Arc::new(Desk::new(1)), ..MailCourier::new(Arc::new(door), out, waits) }
}
