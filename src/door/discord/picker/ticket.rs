//! Tickets: the meaning of a click on a component, in its `custom_id`, with a code that proves we wrote it. Nothing is stored
//! on our side, so components work after a restart and for as long as the message exists.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::door::discord::id::Id;
use crate::door::discord::limits::CUSTOM_ID;
use crate::door::discord::picker::Pick;
use crate::game::Seat;

/// The first character of a ticket: the version of this format.
const VERSION: char = '1';
/// The separator of a ticket's parts.
const BETWEEN: char = '|';
/// Bytes of the code at the end of a ticket.
const MAC_BYTES: usize = 8;
/// Characters that code is written with.
const MAC_CHARS: usize = 11;
/// The first input of the code, so that it is valid for nothing else.
const TAG: &[u8] = b"wardroom ticket v1";
const SHA256_BLOCK_BYTES: usize = 64;
/// The mark after the number of a page.
const PAGE_END: char = '.';
/// The base that numbers are written in.
const BASE: u32 = 36;

/// A component's action, table, seat and prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The table.
    pub table: String,
    /// Its seat; `None` for any user.
    pub seat: Option<Seat>,
    /// The prompt it belongs to; 0 where that makes no difference.
    pub prompt: u64,
    /// Its action.
    pub act: TicketAction,
}

/// The action of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TicketAction {
    /// Shows the possible orders.
    Orders,
    /// A step on the way to an order.
    Pick(Pick),
    /// Shows something in an answer of its own.
    Look(Look),
    /// Turns the long answer it is on to this page, from 0.
    Page(Look, usize),
    /// Begins play.
    Start,
    /// Takes a seat: this one, or one that is free.
    Join(Option<Seat>),
    /// Declines an offered seat.
    Decline(Seat),
    /// Agrees to the request of this entry.
    Agree(u64),
    /// Does not agree to the request of this entry.
    Object(u64),
    /// Says that the player is ready for the game to begin.
    Ready,
    /// Opens a rematch, or sits down at it.
    Rematch,
    /// Gives the order that a lesson says to try.
    Try,
    /// Begins something; it is of no table.
    Play(PlayWay),
    /// Takes the last order back.
    Undo,
    /// Asks the others to go back to before the last order.
    AskUndo,
    /// Closes the table, asked once more.
    ReallyClose,
    /// Gives the game up, asked once more.
    ReallyResign,
    /// Passes the seat to this user, asked once more.
    ReallyPassSeat(Id),
    /// Opens the board in Discord.
    Launch,
    /// Does nothing: the answer “no” to a confirmation.
    Cancel,
}

/// A way to begin, by the name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayWay {
    /// Shows the lessons.
    Lessons,
    /// Opens a table that teaches the game.
    Learn(String),
    /// Opens a table for one player, against computer players where the game has several seats.
    Alone(String),
    /// Shows who looks for an opponent.
    Opponents,
    /// Opens a table that looks for players, without a clock.
    Seek(String),
    /// The same, with a day for each decision.
    SeekDaily(String),
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// The board, or the part of it that is named so.
    Board(Option<String>),
    /// A seat's secrets, and its prompt.
    Hand,
    /// The latest events: this many rows, or the usual number.
    Log(Option<usize>),
    /// The last rolls, in the same way.
    Dice(Option<usize>),
    /// The state of the table.
    Status,
    /// The state of time there.
    Time,
    /// The help, or what explains this.
    Help(Option<String>),
    /// The messages sent for a decision.
    Why,
    /// The board as it was after this entry.
    Replay(u64),
    /// The findings of an audit.
    Audit,
}

/// A `custom_id` that is no ticket of ours: forged, altered, cut short, or of another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a ticket of this bot")]
pub struct NotATicket;

/// Writes tickets, and reads those that it wrote.
#[derive(Clone)]
pub struct Tickets {
    key: [u8; SHA256_BLOCK_BYTES],
}

impl std::fmt::Debug for Tickets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tickets(secret)")
    }
}

impl Tickets {
    /// Tickets under a secret of any length.
    pub fn new(secret: &[u8]) -> Tickets {
        // Hashed first, so that no length can be wrong.
        let hash = Sha256::digest(secret);
        let mut key = [0; SHA256_BLOCK_BYTES];
        key[..hash.len()].copy_from_slice(&hash);
        Tickets { key }
    }

    /// The ticket as a `custom_id`: at most [`CUSTOM_ID`] characters, unless it carries a pick that is too long, which
    /// no picker shows.
    pub fn write(&self, ticket: &Ticket) -> String {
        let seat = ticket.seat.map_or_else(String::new, |seat| seat.to_string());
        let (prompt, act) = (number(ticket.prompt), ticket.act.write());
        let mut text = format!("{VERSION}{seat}{BETWEEN}{prompt}{BETWEEN}{act}{BETWEEN}{}", ticket.table);
        let code = self.mac(&text).finalize().into_bytes();
        text.push_str(&URL_SAFE_NO_PAD.encode(&code[..MAC_BYTES]));
        text
    }

    /// The ticket that a `custom_id` is.
    ///
    /// # Errors
    /// [`NotATicket`].
    pub fn read(&self, custom_id: &str) -> Result<Ticket, NotATicket> {
        // `split_at` would panic within a character.
        if custom_id.len() > CUSTOM_ID || !custom_id.is_ascii() {
            return Err(NotATicket);
        }
        let cut = custom_id.len().checked_sub(MAC_CHARS).ok_or(NotATicket)?;
        let (text, code) = custom_id.split_at(cut);
        let code = URL_SAFE_NO_PAD.decode(code).map_err(|_| NotATicket)?;
        if code.len() != MAC_BYTES {
            return Err(NotATicket);
        }
        // In constant time: a forger must not learn how many bytes were right.
        self.mac(text).verify_truncated_left(&code).map_err(|_| NotATicket)?;
        read_text(text).ok_or(NotATicket)
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new(&self.key.into());
        mac.update(TAG);
        mac.update(text.as_bytes());
        mac
    }
}

fn read_text(text: &str) -> Option<Ticket> {
    let mut parts = text.strip_prefix(VERSION)?.splitn(4, BETWEEN);
    let seat = match parts.next()? {
        "" => None,
        seat => Some(seat.parse().ok()?),
    };
    let prompt = read_number(parts.next()?)?;
    let act = TicketAction::read(parts.next()?)?;
    Some(Ticket { table: parts.next()?.to_owned(), seat, prompt, act })
}

impl TicketAction {
    /// A letter, then its arguments.
    fn write(&self) -> String {
        let with = |letter: char, rest: &str| format!("{letter}{rest}");
        match self {
            TicketAction::Orders => "o".into(),
            TicketAction::Pick(pick) => with('p', &pick.write()),
            TicketAction::Look(look) => look.write(),
            TicketAction::Page(look, page) => format!("v{}{PAGE_END}{}", number(*page as u64), look.write()),
            TicketAction::Start => "S".into(),
            TicketAction::Join(None) => "j".into(),
            TicketAction::Join(Some(seat)) => with('j', seat.as_str()),
            TicketAction::Decline(seat) => with('n', seat.as_str()),
            TicketAction::Agree(entry) => with('a', &number(*entry)),
            TicketAction::Object(entry) => with('x', &number(*entry)),
            TicketAction::Ready => "y".into(),
            TicketAction::Rematch => "M".into(),
            TicketAction::Try => "T".into(),
            TicketAction::Play(way) => way.write(),
            TicketAction::Undo => "u".into(),
            TicketAction::AskUndo => "U".into(),
            TicketAction::ReallyClose => "C".into(),
            TicketAction::ReallyResign => "R".into(),
            TicketAction::ReallyPassSeat(user) => with('P', &number(user.0)),
            TicketAction::Launch => "L".into(),
            TicketAction::Cancel => "c".into(),
        }
    }

    fn read(text: &str) -> Option<TicketAction> {
        let letter = text.chars().next()?;
        let rest = &text[letter.len_utf8()..];
        let plain = |act: TicketAction| rest.is_empty().then_some(act);
        match letter {
            'o' => plain(TicketAction::Orders),
            'p' => Pick::read(rest).map(TicketAction::Pick),
            'v' => {
                let (page, look) = rest.split_once(PAGE_END)?;
                Some(TicketAction::Page(Look::read(look)?, usize::try_from(read_number(page)?).ok()?))
            }
            'S' => plain(TicketAction::Start),
            'j' if rest.is_empty() => Some(TicketAction::Join(None)),
            'j' => Some(TicketAction::Join(Some(rest.parse().ok()?))),
            'n' => Some(TicketAction::Decline(rest.parse().ok()?)),
            'a' => Some(TicketAction::Agree(read_number(rest)?)),
            'x' => Some(TicketAction::Object(read_number(rest)?)),
            'y' => plain(TicketAction::Ready),
            'M' => plain(TicketAction::Rematch),
            'T' => plain(TicketAction::Try),
            'g' => PlayWay::read(rest).map(TicketAction::Play),
            'u' => plain(TicketAction::Undo),
            'U' => plain(TicketAction::AskUndo),
            'C' => plain(TicketAction::ReallyClose),
            'R' => plain(TicketAction::ReallyResign),
            'P' => Some(TicketAction::ReallyPassSeat(Id(read_number(rest)?))),
            'L' => plain(TicketAction::Launch),
            'c' => plain(TicketAction::Cancel),
            // No look begins with a letter from above.
            _ => Look::read(text).map(TicketAction::Look),
        }
    }
}

impl PlayWay {
    fn write(&self) -> String {
        match self {
            PlayWay::Lessons => "gl".into(),
            PlayWay::Learn(game) => format!("gL{game}"),
            PlayWay::Alone(game) => format!("ga{game}"),
            PlayWay::Opponents => "go".into(),
            PlayWay::Seek(game) => format!("gs{game}"),
            PlayWay::SeekDaily(game) => format!("gd{game}"),
        }
    }

    fn read(text: &str) -> Option<PlayWay> {
        let (letter, game) = text.split_at_checked(1)?;
        let of = |way: fn(String) -> PlayWay| (!game.is_empty()).then(|| way(game.to_owned()));
        match letter {
            "l" if game.is_empty() => Some(PlayWay::Lessons),
            "o" if game.is_empty() => Some(PlayWay::Opponents),
            "L" => of(PlayWay::Learn),
            "a" => of(PlayWay::Alone),
            "s" => of(PlayWay::Seek),
            "d" => of(PlayWay::SeekDaily),
            _ => None,
        }
    }
}

impl Look {
    /// A letter, then its arguments.
    fn write(&self) -> String {
        let text = |letter: char, text: &Option<String>| {
            let text = text.as_ref().map(|text| URL_SAFE_NO_PAD.encode(text));
            format!("{letter}{}", text.unwrap_or_default())
        };
        let rows = |letter: char, rows: &Option<usize>| {
            format!("{letter}{}", rows.map_or_else(String::new, |rows| number(rows as u64)))
        };
        match self {
            Look::Board(what) => text('b', what),
            Look::Hand => "h".into(),
            Look::Log(count) => rows('l', count),
            Look::Dice(count) => rows('d', count),
            Look::Status => "s".into(),
            Look::Time => "t".into(),
            Look::Help(what) => text('?', what),
            Look::Why => "w".into(),
            Look::Replay(at) => format!("r{}", number(*at)),
            Look::Audit => "e".into(),
        }
    }

    fn read(text: &str) -> Option<Look> {
        let letter = text.chars().next()?;
        let rest = &text[letter.len_utf8()..];
        let plain = |look: Look| rest.is_empty().then_some(look);
        let text = || -> Option<Option<String>> {
            if rest.is_empty() {
                return Some(None);
            }
            let bytes = URL_SAFE_NO_PAD.decode(rest).ok()?;
            String::from_utf8(bytes).ok().map(Some)
        };
        let rows = || -> Option<Option<usize>> {
            if rest.is_empty() {
                return Some(None);
            }
            usize::try_from(read_number(rest)?).ok().map(Some)
        };
        match letter {
            'b' => text().map(Look::Board),
            'h' => plain(Look::Hand),
            'l' => rows().map(Look::Log),
            'd' => rows().map(Look::Dice),
            's' => plain(Look::Status),
            't' => plain(Look::Time),
            '?' => text().map(Look::Help),
            'w' => plain(Look::Why),
            'r' => read_number(rest).map(Look::Replay),
            'e' => plain(Look::Audit),
            _ => None,
        }
    }
}

fn number(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((number % u64::from(BASE)) as u32, BASE).unwrap_or('0'));
        number /= u64::from(BASE);
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

fn read_number(text: &str) -> Option<u64> {
    u64::from_str_radix(text, BASE).ok().filter(|read| number(*read) == text)
}
