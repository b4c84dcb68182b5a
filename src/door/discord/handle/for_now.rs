//! What other parts of this door will bring, as far as the handlers need it: to be deleted when they are there.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::book::fold;
use crate::door::discord::call::{Call, Command, Id};
use crate::door::discord::house::Position;
use crate::door::discord::limits;
use crate::door::discord::message::{Answer, Button, Modal, Row, Select, SelectOption, Style};
use crate::game::{Form, Node, Options, Seat, Word};
use crate::report::{Choice, Phrases, Told, Weight};

/// What answers calls; see `answering.rs`.
pub trait Handle: Send + Sync {
    /// The answer to a call. It may block on the disk.
    fn handle(&self, call: &Call) -> Answer;
}

/// What a slash command means; see `commands.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// An order of a game, by named options.
    Order {
        /// The game.
        game: String,
        /// The verb.
        verb: Word,
        /// The arguments.
        args: Vec<(Word, String)>,
    },
    /// A typed order.
    Typed {
        /// What was typed.
        text: String,
    },
    /// A verb of `/table` or `/show`.
    Table {
        /// The verb.
        verb: String,
    },
}

/// What a slash command means; `None` for one that is not ours.
pub fn meaning(command: &Command) -> Option<Meant> {
    match &command.path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["order"] => Some(Meant::Typed { text: command.option("text").unwrap_or_default().to_owned() }),
        ["table" | "show", verb] => Some(Meant::Table { verb: (*verb).to_owned() }),
        [page, verb] => {
            let game = page.rsplit_once('-')?.0.replace('-', "_");
            let mine = |name: &&(String, String)| !matches!(name.0.as_str(), "table" | "seat");
            let args = command.given.iter().filter(mine);
            let args = args.filter_map(|(name, value)| Some((name.parse().ok()?, value.clone())));
            Some(Meant::Order { game, verb: verb.parse().ok()?, args: args.collect() })
        }
        _ => None,
    }
}

/// Named arguments as a typed line; the book will read them without this detour.
pub fn typed(verb: Word, args: &[(Word, String)]) -> String {
    let quoted = |value: &str| format!("\"{}\"", value.replace(['"', '\n', '\r'], " "));
    let args: Vec<String> = args.iter().map(|(_, value)| quoted(value)).collect();
    format!("{verb} {}", args.join(" "))
}

/// Words that may stand for `arg` of `verb`, each with its label.
pub fn suggest(
    options: &Options,
    phrases: &Phrases<'_>,
    verb: Word,
    given: &[(Word, String)],
    arg: Word,
    text: &str,
) -> Vec<(String, String)> {
    let Some(mut node) = options.verb(verb.as_str()) else { return vec![] };
    while let Node::OneOf { arg: name, of } = node {
        if *name == arg.as_str() {
            let all = of.iter().map(|(word, _)| (phrases.named_word(word.as_str()), word.to_string()));
            return all
                .filter(|(label, _)| fold(label).contains(&fold(text)))
                .take(limits::CHOICES)
                .collect();
        }
        let value = given.iter().find(|(given, _)| given.as_str() == *name).map(|(_, value)| fold(value));
        let Some((_, next)) = of.iter().find(|(word, _)| Some(fold(word.as_str())) == value) else {
            return vec![];
        };
        node = next;
    }
    vec![]
}

/// What a component means; see `ticket.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The table.
    pub table: String,
    /// The seat it is for.
    pub seat: Option<Seat>,
    /// The prompt it was made at.
    pub prompt: u64,
    /// What it does.
    pub act: Act,
}

/// What a button can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after what it does")]
pub enum Act {
    Orders,
    Pick(Pick),
    Board,
    Hand,
    Log,
    Dice,
    Status,
    Help,
    Why,
    Start,
    Join(Option<Seat>),
    Decline(Seat),
    Agree(u64),
    Object(u64),
    Undo,
    AskUndo,
    ReallyClose,
    ReallyResign,
    ReallyPassSeat(Id),
    Cancel,
}

/// A step in the picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// A digest of what there was to choose from.
    pub digest: u64,
    /// Which choice; `None` where a select menu says it.
    pub at: Option<usize>,
}

/// A text that is no ticket of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATicket;

/// Writes and reads tickets.
pub struct Tickets {
    secret: Vec<u8>,
}

impl Tickets {
    /// Tickets under a secret.
    pub fn new(secret: &[u8]) -> Tickets {
        Tickets { secret: secret.to_vec() }
    }

    fn mac(&self, text: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.secret) else { return String::new() };
        mac.update(text.as_bytes());
        URL_SAFE_NO_PAD.encode(&mac.finalize().into_bytes()[..12])
    }

    /// A ticket as a `custom_id`.
    pub fn write(&self, ticket: &Ticket) -> String {
        let seat = ticket.seat.map_or_else(String::new, |seat| seat.to_string());
        let text = format!("w1|{}|{seat}|{}|{}", ticket.table, ticket.prompt, code(&ticket.act));
        format!("{text}|{}", self.mac(&text))
    }

    /// The ticket that a `custom_id` is.
    pub fn read(&self, custom_id: &str) -> Result<Ticket, NotATicket> {
        let (text, mac) = custom_id.rsplit_once('|').ok_or(NotATicket)?;
        let ["w1", table, seat, prompt, act] = text.split('|').collect::<Vec<_>>()[..] else {
            return Err(NotATicket);
        };
        if self.mac(text) != mac {
            return Err(NotATicket);
        }
        let seat = if seat.is_empty() { None } else { Some(seat.parse().map_err(|_| NotATicket)?) };
        let prompt = prompt.parse().map_err(|_| NotATicket)?;
        Ok(Ticket { table: table.to_owned(), seat, prompt, act: act_of(act).ok_or(NotATicket)? })
    }
}

fn code(act: &Act) -> String {
    match act {
        Act::Orders => "o".into(),
        Act::Pick(Pick { digest, at }) => {
            format!("p:{digest}:{}", at.map_or_else(String::new, |at| at.to_string()))
        }
        Act::Board => "b".into(),
        Act::Hand => "h".into(),
        Act::Log => "l".into(),
        Act::Dice => "d".into(),
        Act::Status => "s".into(),
        Act::Help => "?".into(),
        Act::Why => "w".into(),
        Act::Start => "go".into(),
        Act::Join(seat) => format!("j:{}", seat.map_or_else(String::new, |seat| seat.to_string())),
        Act::Decline(seat) => format!("n:{seat}"),
        Act::Agree(number) => format!("a:{number}"),
        Act::Object(number) => format!("x:{number}"),
        Act::Undo => "u".into(),
        Act::AskUndo => "au".into(),
        Act::ReallyClose => "rc".into(),
        Act::ReallyResign => "rr".into(),
        Act::ReallyPassSeat(id) => format!("rp:{id}"),
        Act::Cancel => "c".into(),
    }
}

fn act_of(code: &str) -> Option<Act> {
    let (name, rest) = code.split_once(':').unwrap_or((code, ""));
    Some(match name {
        "o" => Act::Orders,
        "p" => {
            let (digest, at) = rest.split_once(':')?;
            Act::Pick(Pick { digest: digest.parse().ok()?, at: at.parse().ok() })
        }
        "b" => Act::Board,
        "h" => Act::Hand,
        "l" => Act::Log,
        "d" => Act::Dice,
        "s" => Act::Status,
        "?" => Act::Help,
        "w" => Act::Why,
        "go" => Act::Start,
        "j" => Act::Join(rest.parse().ok()),
        "n" => Act::Decline(rest.parse().ok()?),
        "a" => Act::Agree(rest.parse().ok()?),
        "x" => Act::Object(rest.parse().ok()?),
        "u" => Act::Undo,
        "au" => Act::AskUndo,
        "rc" => Act::ReallyClose,
        "rr" => Act::ReallyResign,
        "rp" => Act::ReallyPassSeat(rest.parse().ok()?),
        "c" => Act::Cancel,
        _ => return None,
    })
}

/// What a step in the picker comes to; see `picker.rs`.
pub enum Turn {
    /// The next step.
    Show {
        /// What is asked, as Discord takes it.
        text: String,
        /// The components.
        rows: Vec<Row>,
    },
    /// A form.
    Fill(Modal),
    /// The order is ready.
    Give(Form),
    /// There is something else to choose from now.
    Changed,
    /// It was not understood: why, in words.
    Slip(String),
}

/// The picker at a prompt.
pub struct Picking<'a> {
    /// The table.
    pub table: &'a str,
    /// The seat.
    pub seat: Seat,
    /// The prompt.
    pub prompt: u64,
    /// What may be ordered.
    pub position: Position<'a>,
    /// Orders that are offered whole.
    pub choices: Vec<Choice>,
    /// What an order does, in words.
    pub sentence: &'a dyn Fn(&Form) -> String,
    /// What writes `custom_id`s.
    pub tickets: &'a Tickets,
}

impl Picking<'_> {
    fn digest(&self) -> u64 {
        let hash = Sha256::digest(format!("{:?}{:?}", self.position.options, self.choices));
        hash.iter().take(6).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }

    fn ticket(&self, at: Option<usize>) -> String {
        let act = Act::Pick(Pick { digest: self.digest(), at });
        let (table, seat) = (self.table.to_owned(), Some(self.seat));
        self.tickets.write(&Ticket { table, seat, prompt: self.prompt, act })
    }

    /// Today's choices.
    pub fn open(&self) -> Vec<Row> {
        let sentence = |choice: &Choice| (self.sentence)(&choice.form);
        let few = self.choices.len() <= limits::BUTTONS_A_ROW;
        if self.choices.is_empty() {
            return vec![];
        }
        if few {
            let button = |(at, choice): (usize, &Choice)| Button {
                label: shorten(&sentence(choice), limits::BUTTON_LABEL),
                custom_id: self.ticket(Some(at)),
                style: Style::Primary,
            };
            return vec![Row::Buttons(self.choices.iter().enumerate().map(button).collect())];
        }
        let option = |(at, choice): (usize, &Choice)| SelectOption {
            label: shorten(&sentence(choice), limits::SELECT_TEXT),
            value: at.to_string(),
            ..SelectOption::default()
        };
        let options = self.choices.iter().enumerate().take(limits::SELECT_OPTIONS).map(option).collect();
        let placeholder = self.position.phrases.say("discord-orders", &[]);
        vec![Row::Select(Select { custom_id: self.ticket(None), placeholder, least: 1, most: 1, options })]
    }

    /// A click on a component.
    pub fn click(&self, pick: &Pick, values: &[String]) -> Turn {
        let at = pick.at.or_else(|| values.first()?.parse().ok());
        match at.and_then(|at| self.choices.get(at)) {
            Some(choice) if pick.digest == self.digest() => Turn::Give(choice.form.clone()),
            _ => Turn::Changed,
        }
    }

    /// A form that was filled in.
    pub fn filled(&self, _pick: &Pick, _fields: &[(String, String)]) -> Turn {
        Turn::Changed
    }
}

/// How often people act; see `pace.rs`.
pub struct Pace {
    /// Most tables of a server that are not closed.
    pub tables_a_guild: usize,
    /// Most orders of a user in a minute.
    pub orders_a_minute: usize,
    given: Mutex<BTreeMap<Id, VecDeque<i64>>>,
}

impl Pace {
    /// The pace that is allowed.
    pub fn new(tables_a_guild: usize, orders_a_minute: usize) -> Pace {
        Pace { tables_a_guild, orders_a_minute, given: Mutex::new(BTreeMap::new()) }
    }

    /// Counts an order of this user at `now`, in seconds; otherwise after how many seconds there may be one.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn order(&self, user: Id, now: i64) -> Result<(), u64> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|_, times| times.back().is_some_and(|last| now - last < 60));
        let times = given.entry(user).or_default();
        times.retain(|time| now - time < 60);
        if times.len() >= self.orders_a_minute {
            let oldest = times.front().copied().unwrap_or(now);
            return Err(u64::try_from(oldest + 60 - now).unwrap_or(0));
        }
        times.push_back(now);
        Ok(())
    }
}

/// Text that reads as it is; see `markdown.rs`.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\*_~|>#-`[]()<@:".contains(c) && !(c == '-' || c == ':' || c == '(' || c == ')') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// What happened.
pub fn told(told: &[Told]) -> String {
    let line = |piece: &Told| match piece.weight {
        Weight::Plain => plain(&piece.to_string()),
        _ => format!("**{}**", plain(&piece.to_string())),
    };
    told.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Weighted lines.
pub fn weighted(lines: &[(Weight, String)]) -> String {
    let line = |(weight, text): &(Weight, String)| match weight {
        Weight::Plain => plain(text),
        _ => format!("**{}**", plain(text)),
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A time in the reader's own zone.
pub fn timestamp(seconds: i64) -> String {
    format!("<t:{seconds}:f> (<t:{seconds}:R>)")
}

/// A text in pieces of at most `limit` characters; see `fit.rs`.
pub fn pages(text: &str, limit: usize) -> Vec<String> {
    let mut pages = vec![String::new()];
    for line in text.split('\n') {
        for piece in
            line.chars().collect::<Vec<_>>().chunks(limit).map(|chunk| chunk.iter().collect::<String>())
        {
            let fits =
                pages.last().is_some_and(|page| page.chars().count() + 1 + piece.chars().count() <= limit);
            match pages.last_mut() {
                Some(page) if page.is_empty() => *page = piece,
                Some(page) if fits => *page = format!("{page}\n{piece}"),
                _ => pages.push(piece),
            }
        }
    }
    pages
}

/// A text of at most `most` characters.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
