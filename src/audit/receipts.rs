//! Receipts of players' entries: whether each belongs to its entry and proves its sender. Nothing is asked of anybody: Discord's key is
//! given, and a mail is checked by the DNS records that its receipt keeps.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::integrity::Logbook;
use crate::log::visibility::LogViewer;
use crate::log::{
    By, ConsentEvent, DiceEvent, EndEvent, Entry, FileEvent, MasterEvent, PageEvent, PlayEvent, ReadyEvent,
    RequestEvent, SeatEvent, TableEvent, TimeEvent,
};
use crate::mail::reading;
use crate::mail::reading::authentic::signers;
use crate::reason::Reason;
use crate::receipt::{Receipt, SenderProof, SignedMail, SignedRequest, digest_of};
use crate::transparency::compare::{LogFindings, LogVerdict};

/// Most bytes of a file of receipts.
pub const RECEIPT_FILE_BYTES: usize = 1024 * 1024 * 1024;

/// Most entries named of one kind.
const MOST_NAMED: usize = 20;
/// Most seconds between the time that Discord signed and that of the entry.
const APART_SECONDS: u64 = 60 * 60;
/// Most orders of one message.
const MOST_ORDERS: u32 = 256;
/// The mark of a file of receipts, in its first line.
const MARK: &str = "receipts";

/// The texts of receipts, by their digests.
pub type ReceiptTexts = BTreeMap<String, String>;

/// The first line of a file of receipts.
#[derive(Serialize, Deserialize)]
struct Heading {
    table: String,
    wardroom: String,
}

/// A line after it.
#[derive(Serialize, Deserialize)]
struct Line {
    digest: String,
    receipt: String,
}

/// A file of receipts: a heading with the table, then each receipt with its digest, a JSON object a line.
pub fn file_of(table: &str, receipts: &ReceiptTexts) -> String {
    let heading = Heading { table: table.to_owned(), wardroom: MARK.to_owned() };
    let lines = receipts.iter().map(|(digest, receipt)| {
        serde_json::to_string(&Line { digest: digest.clone(), receipt: receipt.clone() })
    });
    let lines = [serde_json::to_string(&heading)].into_iter().chain(lines);
    lines.filter_map(Result::ok).map(|line| line + "\n").collect()
}

/// Reads a file of receipts of a table.
///
/// # Errors
/// Another form, or another table's.
pub fn read_file(text: &str, table: &str) -> Result<ReceiptTexts, Reason> {
    let wrong = || Reason::of("receipt-file-form");
    let mut lines = text.lines();
    let heading: Heading = lines.next().and_then(|line| serde_json::from_str(line).ok()).ok_or_else(wrong)?;
    if heading.wardroom != MARK {
        return Err(wrong());
    }
    if heading.table != table {
        let other = Reason::of("receipt-file-of-another").quoting("table", table);
        return Err(other.quoting("found", heading.table));
    }
    let read = |line: &str| {
        let line: Line = serde_json::from_str(line).map_err(|_| wrong())?;
        Ok((line.digest, line.receipt))
    };
    lines.map(read).collect()
}

/// The digests of the receipts that a viewer of these entries may see: all of a whole log; of a seat's view those of the seat's present
/// player, because a message may hold more than the entries that everybody sees.
pub fn visible<'a>(entries: impl Iterator<Item = &'a Entry>, viewer: &LogViewer) -> BTreeSet<String> {
    let (mut holders, mut named) = (BTreeMap::<String, String>::new(), Vec::<(By, String)>::new());
    for entry in entries {
        let event = entry.table_event().ok().flatten();
        if let (Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })), Some(by)) = (&event, &entry.by) {
            holders.insert(seat.clone(), by.player.clone());
        } else if let Some(TableEvent::Seats(SeatEvent::SeatVacated { seat })) = &event {
            holders.remove(seat);
        }
        named.extend(entry.by.clone().zip(entry.receipt.clone()));
    }
    // By the holders at the end: the present player of a seat gets no message of the one before.
    let is_visible = |by: &By| match viewer {
        LogViewer::Full => true,
        LogViewer::Everyone => false,
        LogViewer::Seats(seats) => seats.contains(&by.seat) && holders.get(&by.seat) == Some(&by.player),
    };
    named.into_iter().filter(|(by, _)| is_visible(by)).map(|(_, digest)| digest).collect()
}

/// A sender, as a receipt proves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ProvenSender {
    /// The Discord user of this id.
    Discord(String),
    /// The mail address.
    Mail(String),
}

impl ProvenSender {
    /// The id or the address.
    fn name(&self) -> &str {
        match self {
            ProvenSender::Discord(name) | ProvenSender::Mail(name) => name,
        }
    }

    fn is_of_discord(&self) -> bool {
        matches!(self, ProvenSender::Discord(_))
    }
}

/// The result of checking a receipt.
enum Checked {
    /// It holds, of this sender.
    Holds(ProvenSender),
    /// Discord's key was not given.
    WithoutKey,
    /// It does not hold.
    Fails(Reason),
}

/// The act of a player that an entry records.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    /// An order that answers the question of this entry.
    Order(u64),
    /// The taking of a seat.
    Seat,
    /// Entropy for the dice, given or promised.
    Luck,
    /// A takeback without the others' consent.
    Takeback,
    /// The answer to a request.
    Answer,
    /// Any other command.
    Command,
}

impl Act {
    /// The act of an entry, which names the receipt of its message where one was kept; `None` for an entry that follows from another one
    /// or is the program's own, so that no message stands behind it.
    fn of(entry: &Entry) -> Option<Act> {
        entry.by.as_ref()?;
        match entry.table_event().ok().flatten()? {
            TableEvent::TableOpened(_)
            | TableEvent::Rolled(_)
            | TableEvent::File(
                FileEvent::Peeked { .. } | FileEvent::RulesChanged { .. } | FileEvent::LogRestored { .. },
            ) => None,
            TableEvent::Play(event) => match event {
                PlayEvent::OrderGiven { prompt, .. } => Some(Act::Order(prompt)),
                PlayEvent::TakenBack { .. } => Some(Act::Takeback),
                PlayEvent::Opened { .. } => None,
            },
            TableEvent::Seats(event) => match event {
                SeatEvent::SeatTaken { .. } => Some(Act::Seat),
                SeatEvent::SeatOffered { .. }
                | SeatEvent::OfferWithdrawn { .. }
                | SeatEvent::SeatVacated { .. }
                | SeatEvent::PlayersSought { .. } => Some(Act::Command),
            },
            TableEvent::Request(
                RequestEvent::TakeBackAsked { .. }
                | RequestEvent::CloseProposed
                | RequestEvent::PublishProposed { .. }
                | RequestEvent::TimeProposed { .. }
                | RequestEvent::TimeStopped
                | RequestEvent::ClaimProposed { .. }
                | RequestEvent::MasterProposed { .. }
                | RequestEvent::NameProposed { .. }
                | RequestEvent::OwnDiceProposed,
            )
            | TableEvent::Page(
                PageEvent::TablePublished { .. }
                | PageEvent::TableUnpublished
                | PageEvent::NameChanged { .. },
            )
            | TableEvent::Master(MasterEvent::MasterChanged { .. }) => Some(Act::Command),
            TableEvent::Consent(ConsentEvent::Answered { .. }) => Some(Act::Answer),
            TableEvent::Time(event) => match event {
                TimeEvent::TimeChanged { .. }
                | TimeEvent::TimeExtended { .. }
                | TimeEvent::AbsenceBooked { .. }
                | TimeEvent::AbsenceEnded { .. } => Some(Act::Command),
                TimeEvent::TimeExpired { .. }
                | TimeEvent::DeadlineMoved { .. }
                | TimeEvent::LawChanged { .. }
                | TimeEvent::ClockSet => None,
            },
            TableEvent::Ready(event) => match event {
                ReadyEvent::EntropyPromised { .. } | ReadyEvent::EntropyGiven { .. } => Some(Act::Luck),
                ReadyEvent::ReadySaid { .. } => Some(Act::Command),
                ReadyEvent::ReadyAsked
                | ReadyEvent::WaitEnded { .. }
                | ReadyEvent::PlayBegan
                | ReadyEvent::EntropyAsked => None,
            },
            TableEvent::Dice(event) => match event {
                DiceEvent::OwnDiceAgreed => Some(Act::Command),
                DiceEvent::WitnessAsked { .. }
                | DiceEvent::DiceWitnessed { .. }
                | DiceEvent::DiceAbandoned { .. } => None,
            },
            TableEvent::End(event) => match event {
                EndEvent::Resigned { .. } | EndEvent::TableClosed { .. } => Some(Act::Command),
                EndEvent::SeedRevealed { .. } => None,
            },
        }
    }
}

/// A count of the entries of one act.
#[derive(Default)]
struct Count {
    all: usize,
    discord: usize,
    mail: usize,
    without_key: usize,
    /// Those without a receipt, by door.
    none: BTreeMap<String, usize>,
    /// Those that name a receipt that is not here.
    missing: usize,
    /// Those of players of whom no receipt like theirs was kept when they took the seat.
    unbound: usize,
}

impl Count {
    /// The entries whose receipt holds.
    fn held(&self) -> usize {
        self.discord + self.mail
    }
}

/// Counts and lists on the way through a log.
#[derive(Default)]
struct Tally {
    orders: Count,
    luck: Count,
    takebacks: Count,
    answers: Count,
    commands: Count,
    fails: Vec<Reason>,
    /// Entries whose sender is not who took the seat, or whose time is another.
    doubtful: Vec<Reason>,
    /// The entry before, if it names a receipt, with that digest.
    before: Option<(u64, String)>,
    /// The proven senders of the entries by which a player took a seat, by player.
    seated: BTreeMap<String, BTreeSet<ProvenSender>>,
    /// The players who took a seat.
    sat: BTreeSet<String>,
    /// Findings about who took each seat, in the order of the log.
    seats: Vec<Reason>,
    /// The keys of mails, by the name of their record, each with its digest.
    mail_keys: BTreeSet<(String, String)>,
}

/// Checks the receipts of a log's entries, with the public key of the Discord application if it is given.
pub fn check(book: &Logbook, receipts: &ReceiptTexts, key: Option<&VerifyingKey>) -> LogFindings {
    let mut tally = Tally::default();
    for entry in book.entries() {
        let act = Act::of(entry);
        match act {
            Some(Act::Seat) => tally.seat(entry, receipts, key),
            Some(act) => tally.act(entry, act, receipts, key),
            // An event that this program does not know is a finding already.
            None if entry.receipt.is_some() && matches!(entry.table_event(), Ok(Some(_))) => {
                tally.fails.push(Reason::of("receipt-of-no-message").with("entry", entry.seq));
            }
            None => {}
        }
        // Only luck makes several entries of one message.
        let luck = entry.receipt.clone().filter(|_| act == Some(Act::Luck));
        tally.before = luck.map(|digest| (entry.seq, digest));
    }
    tally.findings(book.sealed())
}

impl Tally {
    /// The count of an act; that of other commands for the taking of a seat, which is listed.
    fn count(&mut self, act: Act) -> &mut Count {
        match act {
            Act::Order(_) => &mut self.orders,
            Act::Luck => &mut self.luck,
            Act::Takeback => &mut self.takebacks,
            Act::Answer => &mut self.answers,
            Act::Seat | Act::Command => &mut self.commands,
        }
    }

    /// Follows an entry by which a player acted.
    fn act(&mut self, entry: &Entry, act: Act, receipts: &ReceiptTexts, key: Option<&VerifyingKey>) {
        let count = self.count(act);
        count.all += 1;
        let Some(digest) = &entry.receipt else {
            let door = entry.door.as_deref().unwrap_or("-");
            // The name of a standing order is its player's own word and would split the count.
            let door = door.split_once('/').map_or(door, |(door, _)| door);
            *count.none.entry(door.to_owned()).or_default() += 1;
            return;
        };
        let Some(text) = receipts.get(digest) else {
            count.missing += 1;
            return;
        };
        let about = |why: Reason| why.with("entry", entry.seq);
        match self.proven((digest, text), entry, act, key) {
            Checked::Holds(sender) => {
                match sender.is_of_discord() {
                    true => self.count(act).discord += 1,
                    false => self.count(act).mail += 1,
                }
                let player = entry.by.as_ref().map(|by| by.player.as_str()).unwrap_or_default();
                let seated = self.seated.get(player).into_iter().flatten();
                let alike: Vec<_> =
                    seated.filter(|it| it.is_of_discord() == sender.is_of_discord()).collect();
                match alike.first() {
                    // A game master or a manager took no seat that could bind the account to them.
                    None if act == Act::Command && !self.sat.contains(player) => {}
                    None => self.count(act).unbound += 1,
                    Some(_) if alike.contains(&&sender) => {}
                    Some(other) => {
                        let why = Reason::of("receipt-other-sender").quoting("sender", sender.name());
                        self.doubtful.push(about(why.quoting("seated", other.name())));
                    }
                }
            }
            Checked::WithoutKey => self.count(act).without_key += 1,
            Checked::Fails(why) => self.fails.push(about(why)),
        }
    }

    /// Follows the taking of a seat: from here on its player is known by that sender.
    fn seat(&mut self, entry: &Entry, receipts: &ReceiptTexts, key: Option<&VerifyingKey>) {
        // Noted without a receipt too: only somebody who never sat needs no account bound to a seat.
        self.sat.extend(entry.by.as_ref().map(|by| by.player.clone()));
        let (Some(by), Some(digest)) = (&entry.by, &entry.receipt) else { return };
        let Some(text) = receipts.get(digest) else { return };
        match self.proven((digest, text), entry, Act::Seat, key) {
            Checked::Holds(sender) => {
                let key = match sender.is_of_discord() {
                    true => "receipt-seat-discord",
                    false => "receipt-seat-mail",
                };
                let seat = Reason::of(key).quoting("seat", &by.seat).quoting("sender", sender.name());
                self.seats.push(seat.with("entry", entry.seq));
                self.seated.entry(by.player.clone()).or_default().insert(sender);
            }
            Checked::WithoutKey => {}
            Checked::Fails(why) => self.fails.push(why.with("entry", entry.seq)),
        }
    }

    fn proven(
        &mut self,
        (digest, text): (&str, &str),
        entry: &Entry,
        act: Act,
        key: Option<&VerifyingKey>,
    ) -> Checked {
        if digest_of(text) != digest {
            return Checked::Fails(Reason::of("receipt-other-digest"));
        }
        match Receipt::read(text).map(|receipt| receipt.proof) {
            Some(SenderProof::Discord(request)) => self.check_request(&request, entry, act, key),
            Some(SenderProof::Mail(mail)) => self.check_mail(&mail),
            None => Checked::Fails(Reason::of("receipt-unreadable")),
        }
    }

    fn check_request(
        &mut self,
        request: &SignedRequest,
        entry: &Entry,
        act: Act,
        key: Option<&VerifyingKey>,
    ) -> Checked {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let id = body.get("id").and_then(Value::as_str).unwrap_or_default();
        let user = body.pointer("/member/user/id").or_else(|| body.pointer("/user/id"));
        let Some(user) = user.and_then(Value::as_str) else {
            return Checked::Fails(Reason::of("receipt-unreadable"));
        };
        // Before the key: a receipt under the wrong order is found even if no key was given.
        if !self.is_of_message(entry, id, act) {
            return Checked::Fails(Reason::of("receipt-other-message"));
        }
        let Some(key) = key else { return Checked::WithoutKey };
        if !is_signed(request, key) {
            return Checked::Fails(Reason::of("receipt-not-by-discord"));
        }
        let at = DateTime::parse_from_rfc3339(&entry.at).map_or(0, |at| at.timestamp());
        let signed = request.timestamp.parse::<i64>().unwrap_or_default();
        if at.abs_diff(signed) > APART_SECONDS {
            let signed = DateTime::from_timestamp(signed, 0).unwrap_or_default().to_rfc3339();
            let why = Reason::of("receipt-other-time").quoting("signed", signed).quoting("at", &entry.at);
            self.doubtful.push(why.with("entry", entry.seq));
        }
        Checked::Holds(ProvenSender::Discord(user.to_owned()))
    }

    /// Returns whether an entry can be of the interaction with this id, by its key.
    fn is_of_message(&self, entry: &Entry, id: &str, act: Act) -> bool {
        match act {
            Act::Order(prompt) => is_keyed(entry, id, Some(prompt)),
            // The key of luck for several seats is that of its first entry; the others follow it with the same receipt.
            Act::Luck if entry.key.is_none() => {
                let first = self.before.as_ref().filter(|(seq, _)| seq + 1 == entry.seq);
                first.is_some_and(|(_, digest)| entry.receipt.as_ref() == Some(digest))
            }
            Act::Luck | Act::Takeback | Act::Answer => is_keyed(entry, id, None),
            // One interaction does several of these, some under keys of their own: a rematch, a search for players.
            Act::Seat | Act::Command => true,
        }
    }

    fn check_mail(&mut self, mail: &SignedMail) -> Checked {
        let unreadable = || Checked::Fails(Reason::of("receipt-unreadable"));
        let Some(raw) = mail.raw() else { return unreadable() };
        let Ok(read) = reading::read(&raw) else { return unreadable() };
        // Everything is known from the records, so nothing is waited for.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let Ok(runtime) = runtime else { return unreadable() };
        if runtime.block_on(signers(&raw, &read.from, &mail.records)).is_empty() {
            return Checked::Fails(Reason::of("receipt-not-by-domain").quoting("domain", read.from.domain()));
        }
        let keys = mail.records.iter().map(|(name, text)| (name.clone(), hex::encode(Sha256::digest(text))));
        self.mail_keys.extend(keys);
        // No key of an entry names a mail: whoever reads the mail compares its lines with the order.
        Checked::Holds(ProvenSender::Mail(read.from.address))
    }

    /// Adds the findings about orders.
    fn about_orders(&self, found: &mut LogFindings) {
        let orders = &self.orders;
        let count = |key, count: usize| Reason::of(key).with("count", count).with("orders", orders.all);
        for (key, number) in [
            ("receipt-orders-unbound", orders.unbound),
            ("receipt-orders-without-key", orders.without_key),
            ("receipt-orders-missing", orders.missing),
        ] {
            if number > 0 {
                found.add(LogVerdict::Unchecked, count(key, number));
            }
        }
        for (door, number) in &orders.none {
            found.add(LogVerdict::Unchecked, count("receipt-orders-none", *number).quoting("door", door));
        }
        if orders.all == 0 {
            found.add(LogVerdict::Unchecked, Reason::of("receipt-no-orders"));
        }
    }

    /// Adds the findings about the other acts that leave something unchecked.
    fn about_others(&self, found: &mut LogFindings) {
        let others = [&self.luck, &self.takebacks, &self.answers, &self.commands];
        let sum = |of: fn(&Count) -> usize| others.iter().map(|count| of(count)).sum::<usize>();
        for (key, number) in [
            ("receipt-others-unbound", sum(|count| count.unbound)),
            ("receipt-others-without-key", sum(|count| count.without_key)),
            ("receipt-others-missing", sum(|count| count.missing)),
        ] {
            if number > 0 {
                found.add(LogVerdict::Unchecked, Reason::of(key).with("count", number));
            }
        }
        // Only these three can choose a roll, as orders can.
        let mut none = BTreeMap::<&str, usize>::new();
        for (door, number) in others[..3].iter().flat_map(|count| &count.none) {
            *none.entry(door).or_default() += number;
        }
        for (door, number) in none {
            let none = Reason::of("receipt-others-none").with("count", number);
            found.add(LogVerdict::Unchecked, none.quoting("door", door));
        }
    }

    fn findings(self, sealed: usize) -> LogFindings {
        let mut found = LogFindings::default();
        let orders = &self.orders;
        if orders.held() > 0 {
            let holds = Reason::of("receipt-orders-hold").with("count", orders.held());
            let holds = holds.with("orders", orders.all).with("discord", orders.discord);
            found.add(LogVerdict::Holds, holds.with("mail", orders.mail));
        }
        for (key, others) in [
            ("receipt-luck-holds", &self.luck),
            ("receipt-takebacks-hold", &self.takebacks),
            ("receipt-answers-hold", &self.answers),
            ("receipt-commands-hold", &self.commands),
        ] {
            if others.held() > 0 {
                let holds = Reason::of(key).with("count", others.held()).with("entries", others.all);
                found.add(LogVerdict::Holds, holds);
            }
        }
        self.seats.iter().for_each(|seat| found.add(LogVerdict::Holds, seat.clone()));
        self.about_orders(&mut found);
        self.about_others(&mut found);
        if sealed > 0 {
            found.add(LogVerdict::Unchecked, Reason::of("receipt-sealed").with("count", sealed));
        }
        // The club could have made these keys up, so a mail alone never makes the check complete.
        for (name, digest) in self.mail_keys {
            let compare = Reason::of("receipt-compare-key").quoting("name", name);
            found.add(LogVerdict::Unchecked, compare.quoting("digest", digest));
        }
        let mut named = |verdict, reasons: Vec<Reason>| {
            let more = reasons.len().saturating_sub(MOST_NAMED);
            reasons.into_iter().take(MOST_NAMED).for_each(|why| found.add(verdict, why));
            if more > 0 {
                found.add(verdict, Reason::of("club-log-lost-more").with("more", more));
            }
        };
        named(LogVerdict::Unchecked, self.doubtful);
        named(LogVerdict::Fails, self.fails);
        found
    }
}

/// Returns whether the key of an entry, or of an order that answers `prompt`, is that of an interaction, as `docs/receipts.md` says.
fn is_keyed(entry: &Entry, id: &str, prompt: Option<u64>) -> bool {
    let key = |outside: &str, index: u32| hex::encode(Sha256::digest(format!("{outside}#{index}")));
    let short = prompt.map(|prompt| key(&format!("{id}/{prompt}"), 0));
    // The log does not say which of the orders of a message this is, so every number is tried.
    let keys = (0..MOST_ORDERS).map(|index| key(id, index)).chain(short);
    entry.key.as_ref().is_some_and(|found| keys.into_iter().any(|key| key == *found))
}

/// Returns whether a request is signed by this key.
fn is_signed(request: &SignedRequest, key: &VerifyingKey) -> bool {
    let mut signature = [0; 64];
    if hex::decode_to_slice(&request.signature, &mut signature).is_err() {
        return false;
    }
    let signed = [request.timestamp.as_bytes(), request.body.as_bytes()].concat();
    key.verify(&signed, &Signature::from_bytes(&signature)).is_ok()
}
