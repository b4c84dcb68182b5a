//! Receipts: which entries name one, what an audit finds, and what nobody learns from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use ed25519_dalek::{Signer, SigningKey};
use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use serde_json::json;
use wardroom::audit::receipts::{ReceiptTexts, check, file_of, read_file, visible};
use wardroom::audit::{Evidence, Logbook, integrity};
use wardroom::club::receipts::{keys_for, keys_of};
use wardroom::game::Seat;
use wardroom::keys::Keys;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Entry, MemoryStore, Notes, Players, Receipts, Store};
use wardroom::reason::Reason;
use wardroom::receipt::{
    Receipt, ReceiptKeys, ReceiptMaker, SenderProof, SignedMail, SignedRequest, digest_of,
};
use wardroom::table::{Caller, OpenTable, OpeningSeat, TableCommand, Tables};
use wardroom::transparency::compare::{LogFindings, LogVerdict};

use crate::common::commands::Commands;
use crate::entropy::words;
use crate::seats::{accepted, exported};
use crate::tamper::Log;
use crate::toy::*;

/// The first key of RFC 8032's examples, and its record.
const SEED: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const RECORD: &str = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const NAME: &str = "s1._domainkey.players.example.";
/// A moment of the test's clock.
const NOW: &str = "1800000030";

fn discord() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

/// An interaction of a user, as Discord signs it.
fn interaction(id: &str, user: &str) -> SenderProof {
    let body = json!({ "id": id, "member": { "user": { "id": user } }, "type": 2 }).to_string();
    signed_at(NOW, body)
}

fn signed_at(timestamp: &str, body: String) -> SenderProof {
    let signature = discord().sign(format!("{timestamp}{body}").as_bytes());
    let signature = hex::encode(signature.to_bytes());
    SenderProof::Discord(SignedRequest { body, signature, timestamp: timestamp.to_owned() })
}

/// A mail of Anna's, signed by her domain.
fn mail(text: &str) -> SenderProof {
    let seed = hex::decode(SEED).unwrap();
    let key = Ed25519Key::from_seed_and_public_key(&seed, &hex::decode(PUBLIC).unwrap()).unwrap();
    let raw = format!("From: Anna <anna@players.example>\r\nMessage-ID: <a@b>\r\n\r\n{text}\r\n");
    let signer = DkimSigner::from_key(key).domain("players.example").selector("s1").headers(["From"]);
    let header = signer.sign(raw.as_bytes()).unwrap().to_header();
    let records = BTreeMap::from([(NAME.to_owned(), RECORD.to_owned())]);
    SenderProof::Mail(SignedMail::new(format!("{header}{raw}").as_bytes(), records))
}

fn keys() -> Arc<ReceiptKeys> {
    Arc::new(ReceiptKeys::new([3; 32], None))
}

fn by(player: &str, door: &str, id: &str, proof: SenderProof) -> Caller {
    let maker = ReceiptMaker::new(Arc::new(proof), keys());
    Caller::new(player, door).keyed(id, 0).proven(Some(maker))
}

fn by_discord(player: &str, id: &str, user: &str) -> Caller {
    by(player, "discord", id, interaction(id, user))
}

/// Opens a table for two in a format of the log: Red opens it by an interaction, Blue takes the other seat by another.
fn opened(store: &MemoryStore, format: u32) -> (Toys<MemoryStore>, String) {
    let tables = Tables::new(Arc::new(store.clone()), TestPlatform::of_format(1, format));
    let id = opened_by(&tables, false);
    (tables, id)
}

/// Opens a table, whose set-up waits for luck or not, as [`opened`] does.
fn opened_by(tables: &Toys<MemoryStore>, entropy: bool) -> String {
    let setup = Setup { seats: 2, talk: false };
    let seats = vec![OpeningSeat { seat: seat("red"), player: "red".to_owned() }];
    let game = Arc::new(Toy::default());
    let opening = OpenTable { game, setup, practice: false, ready: false, entropy, witness: false, seats };
    let table = tables.open(&opening, &by_discord("red", "1", "111")).unwrap();
    let wardroom::table::open::Opened::Table { id, .. } = table else { panic!("{table:?}") };
    let join = TableCommand::TakeSeat { seat: seat("blue") };
    assert!(tables.perform(&id, &by_discord("blue", "2", "222"), &join).unwrap().is_accepted());
    id
}

/// Gives the choice of a seat, which is sealed until both have chosen.
fn choose(tables: &Toys<MemoryStore>, id: &str, caller: &Caller, number: i64) {
    let asked = asked(tables, id).into_iter().find(|it| it.prompt.seat.as_str() == caller.player).unwrap();
    let form = wardroom::game::OrderForm::new(word("choose")).with("number", number);
    let order = wardroom::table::Order { seat: asked.prompt.seat, prompt: asked.number, form };
    assert!(tables.submit(id, caller, &order).unwrap().is_accepted());
}

/// A table with five orders: Red's choice by Discord, Blue's by mail, then one by mail, one by the terminal and one by Discord.
fn played(store: &MemoryStore) -> (Toys<MemoryStore>, String) {
    let (tables, id) = opened(store, 2);
    choose(&tables, &id, &by_discord("red", "3", "111"), 4);
    choose(&tables, &id, &by("blue", "mail", "m1", mail("choose 5")), 5);
    for (at, way) in ["mail", "terminal", "discord"].into_iter().enumerate() {
        let order = order(&tables, &id, "roll");
        let (player, key) = (order.seat.to_string(), format!("1{at}"));
        let caller = match way {
            "mail" => by(&player, way, &key, mail("roll")),
            "discord" => by_discord(&player, &key, if player == "red" { "111" } else { "222" }),
            _ => caller(&player).keyed(&key, 0),
        };
        assert!(tables.submit(&id, &caller, &order).unwrap().is_accepted());
    }
    (tables, id)
}

fn book_of(store: &MemoryStore, id: &str) -> Logbook {
    let (book, whole) = integrity::check(&Evidence::from_store(store, id, None).unwrap(), &[]);
    assert!(whole.is_ok(), "{whole:?}");
    book
}

fn texts_of(store: &MemoryStore, id: &str) -> ReceiptTexts {
    let stored = store.receipts(id).unwrap().into_iter();
    stored.map(|it| (it.digest.clone(), keys().open(&it.digest, &it.sealed).unwrap())).collect()
}

fn found(store: &MemoryStore, id: &str, texts: &ReceiptTexts) -> LogFindings {
    check(&book_of(store, id), texts, Some(&discord().verifying_key()))
}

/// The kinds of findings, each with its verdict.
fn kinds(found: &LogFindings) -> Vec<(LogVerdict, &'static str)> {
    found.0.iter().map(|(verdict, why)| (*verdict, why.key)).collect()
}

fn fails(found: &LogFindings) -> Vec<&'static str> {
    kinds(found)
        .into_iter()
        .filter(|(verdict, _)| *verdict == LogVerdict::Fails)
        .map(|(_, key)| key)
        .collect()
}

#[test]
fn each_entry_of_the_message_names_its_receipt_and_no_other_does() {
    let store = MemoryStore::new();
    let (tables, id) = played(&store);
    let (texts, entries) = (texts_of(&store, &id), store.read(&id, 1).unwrap());
    for entry in &entries {
        let proven = matches!(entry.door.as_deref(), Some("discord" | "mail")) && entry.by.is_some();
        assert_eq!(entry.receipt.is_some(), proven, "{entry:?}");
        if let Some(digest) = &entry.receipt {
            assert_eq!(digest_of(&texts[digest]), *digest);
        }
    }
    let named =
        entries.iter().filter_map(|entry| entry.receipt.clone()).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(named, texts.keys().cloned().collect(), "nothing else is stored");
    // A refused order leaves nothing.
    let wrong = order(&tables, &id, "sing");
    let caller = by_discord(wrong.seat.as_str(), "77", "111");
    assert!(tables.submit(&id, &caller, &wrong).unwrap().refusal().is_some());
    assert_eq!(texts_of(&store, &id), texts);
    // What is stored says nothing of who it is.
    let sealed = format!("{:?}", store.receipts(&id).unwrap());
    assert!(!sealed.contains("players.example") && !sealed.contains("\"111\""), "{sealed}");
}

#[test]
fn tables_of_format_1_have_none_and_a_log_that_names_one_fails() {
    let store = MemoryStore::new();
    let (tables, id) = opened(&store, 1);
    choose(&tables, &id, &by_discord("red", "3", "111"), 4);
    assert!(store.receipts(&id).unwrap().is_empty());
    assert!(store.read(&id, 1).unwrap().iter().all(|entry| entry.receipt.is_none()));
    let mut evidence = Evidence::from_store(&store, &id, None).unwrap();
    let line = evidence.lines.iter_mut().find(|line| line.text.contains("OrderGiven")).unwrap();
    let mut entry = Entry::parse(&line.text).unwrap();
    entry.receipt = Some("ab".repeat(32));
    line.text = entry.canonical().unwrap();
    let wardroom::audit::Verdict::Failed { what, .. } = integrity::check(&evidence, &[]).1 else { panic!() };
    assert_eq!(what.key, "found-receipt-too-early");
}

#[test]
fn an_entry_without_a_receipt_has_the_same_text_as_before_and_one_with_it_is_read_back() {
    let store = MemoryStore::new();
    let (_, id) = played(&store);
    for entry in store.read(&id, 1).unwrap() {
        let text = entry.canonical().unwrap();
        assert_eq!(text.contains("\"receipt\""), entry.receipt.is_some());
        assert_eq!(Entry::parse(&text).unwrap(), entry);
        let null = text.replacen("\"salt\"", "\"receipt\":null,\"salt\"", 1);
        assert!(Entry::parse(&null).is_err(), "a missing receipt is no null");
        let without_door = Entry { door: None, receipt: Some("ab".repeat(32)), ..entry };
        assert!(without_door.canonical().is_err());
    }
}

#[test]
fn the_audit_counts_what_holds_and_what_is_missing() {
    let store = MemoryStore::new();
    let (_, id) = played(&store);
    let texts = texts_of(&store, &id);
    let all = found(&store, &id, &texts);
    use LogVerdict::{Holds, Unchecked};
    assert_eq!(
        kinds(&all),
        [
            (Holds, "receipt-orders-hold"),
            (Holds, "receipt-seat-discord"),
            (Holds, "receipt-seat-discord"),
            // Both players took their seats in Discord, and nobody knows their addresses.
            (Unchecked, "receipt-orders-unbound"),
            (Unchecked, "receipt-orders-none"),
            (Unchecked, "receipt-compare-key"),
        ],
        "{all:#?}"
    );
    let without = check(&book_of(&store, &id), &texts, None);
    assert!(kinds(&without).contains(&(Unchecked, "receipt-orders-without-key")), "{without:#?}");
    let erased = found(&store, &id, &ReceiptTexts::new());
    let all: Vec<&str> = kinds(&erased).into_iter().map(|(_, key)| key).collect();
    assert_eq!(all, ["receipt-orders-missing", "receipt-orders-none"]);
}

#[test]
fn forged_receipts_are_named() {
    let store = MemoryStore::new();
    let (tables, id) = opened(&store, 2);
    let forged = |caller: &Caller, verb: &'static str, seat_of: &str| {
        let order = order(&tables, &id, verb);
        assert_eq!(order.seat.as_str(), seat_of);
        assert!(tables.submit(&id, caller, &order).unwrap().is_accepted());
        found(&store, &id, &texts_of(&store, &id))
    };
    choose(&tables, &id, &by_discord("red", "3", "111"), 1);
    choose(&tables, &id, &by_discord("blue", "4", "222"), 2);
    let turn = asked(&tables, &id).remove(0).prompt.seat.to_string();
    // Another user than the one who took the seat.
    let all = forged(&by_discord(&turn, "5", "999"), "pass", &turn);
    assert!(kinds(&all).contains(&(LogVerdict::Unchecked, "receipt-other-sender")), "{all:#?}");
    // Another request of the right user.
    let turn = asked(&tables, &id).remove(0).prompt.seat.to_string();
    let other = by(&turn, "discord", "6", interaction("600", "111"));
    assert_eq!(fails(&forged(&other, "pass", &turn)), ["receipt-other-message"]);
    // A request that Discord did not sign.
    let turn = asked(&tables, &id).remove(0).prompt.seat.to_string();
    let SenderProof::Discord(mut request) = interaction("7", "111") else { panic!() };
    request.timestamp = "1800000031".to_owned();
    let all = forged(&by(&turn, "discord", "7", SenderProof::Discord(request)), "pass", &turn);
    assert_eq!(fails(&all), ["receipt-other-message", "receipt-not-by-discord"]);
    // One that it signed at another time.
    let turn = asked(&tables, &id).remove(0).prompt.seat.to_string();
    let body = json!({ "id": "8", "user": { "id": "111" } }).to_string();
    let all = forged(&by(&turn, "discord", "8", signed_at("1799990000", body)), "pass", &turn);
    assert!(kinds(&all).contains(&(LogVerdict::Unchecked, "receipt-other-time")), "{all:#?}");
    // A mail that was changed after its domain signed it.
    let turn = asked(&tables, &id).remove(0).prompt.seat.to_string();
    let SenderProof::Mail(signed) = mail("pass") else { panic!() };
    let raw = String::from_utf8(signed.raw().unwrap()).unwrap().replace("pass", "roll");
    let changed = SenderProof::Mail(SignedMail::new(raw.as_bytes(), signed.records));
    let all = forged(&by(&turn, "mail", "9", changed), "pass", &turn);
    assert!(fails(&all).contains(&"receipt-not-by-domain"), "{all:#?}");
    // Another receipt in the place of the one that the log names.
    let mut texts = texts_of(&store, &id);
    let values: Vec<String> = texts.values().cloned().collect();
    *texts.values_mut().next().unwrap() = values[1].clone();
    assert!(fails(&found(&store, &id, &texts)).contains(&"receipt-other-digest"));
    let unreadable = texts.keys().map(|digest| (digest.clone(), "{}".to_owned())).collect();
    assert!(!fails(&found(&store, &id, &unreadable)).is_empty());
}

/// A table where both add luck, a player takes an order back alone, and one agrees to a takeback: by Discord, except Blue's luck, by mail.
fn lucky(store: &MemoryStore) -> (Toys<MemoryStore>, String) {
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(1));
    let id = opened_by(&tables, true);
    let gives = |caller: &Caller, command| accepted(tables.gives(&id, caller, command));
    gives(&by_discord("red", "3", "111"), words("red", "grey cats", false));
    gives(&by("blue", "mail", "m1", mail("luck seven")), words("blue", "seven", false));
    choose(&tables, &id, &by_discord("red", "4", "111"), 4);
    choose(&tables, &id, &by_discord("blue", "5", "222"), 5);
    let user = |at: Seat| if at.as_str() == "red" { "111" } else { "222" };
    let pass = |message: &str| {
        let order = order(&tables, &id, "pass");
        let caller = by_discord(order.seat.as_str(), message, user(order.seat));
        (order.seat, gives(&caller, TableCommand::Order(order)))
    };
    let (at, _) = pass("6");
    gives(&by_discord(at.as_str(), "7", user(at)), TableCommand::Undo { seat: at, count: 1 });
    let (at, order) = pass("8");
    let asks = TableCommand::AskTakeBack { seat: at, order };
    let number = gives(&by_discord(at.as_str(), "9", user(at)), asks);
    let other = seat(if at.as_str() == "red" { "blue" } else { "red" });
    let agrees = TableCommand::AnswerRequest { seat: other, number, agrees: true };
    gives(&by_discord(other.as_str(), "10", user(other)), agrees);
    (tables, id)
}

#[test]
fn luck_takebacks_answers_and_other_commands_are_checked_like_orders() {
    let store = MemoryStore::new();
    let (_, id) = lucky(&store);
    let texts = texts_of(&store, &id);
    use LogVerdict::{Holds, Unchecked};
    let all = found(&store, &id, &texts);
    assert_eq!(
        kinds(&all),
        [
            (Holds, "receipt-orders-hold"),
            (Holds, "receipt-luck-holds"),
            (Holds, "receipt-takebacks-hold"),
            (Holds, "receipt-answers-hold"),
            // Both said that they are ready, and one asked for a takeback.
            (Holds, "receipt-commands-hold"),
            (Holds, "receipt-seat-discord"),
            (Holds, "receipt-seat-discord"),
            // Blue's luck, and that they are ready, came by mail.
            (Unchecked, "receipt-others-unbound"),
            (Unchecked, "receipt-compare-key"),
        ],
        "{all:#?}"
    );
    let counts: Vec<_> = all.0.iter().map(|(_, why)| why.about.clone()).collect();
    let of = |count: usize, entries: usize| {
        Reason::of("receipt-luck-holds").with("count", count).with("entries", entries).about
    };
    assert_eq!(counts[1..5], [of(2, 2), of(1, 1), of(1, 1), of(3, 3)]);
    let without = check(&book_of(&store, &id), &texts, None);
    assert!(kinds(&without).contains(&(Unchecked, "receipt-others-without-key")), "{without:#?}");
    let erased = kinds(&found(&store, &id, &ReceiptTexts::new()));
    assert!(erased.contains(&(Unchecked, "receipt-others-missing")), "{erased:?}");
}

#[test]
fn luck_takebacks_and_answers_in_a_players_name_are_named() {
    let forged = |caller: &Caller, verdict, about| {
        let store = MemoryStore::new();
        let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(1));
        let id = opened_by(&tables, true);
        accepted(tables.gives(&id, caller, words("red", "grey cats", false)));
        let all = found(&store, &id, &texts_of(&store, &id));
        assert!(kinds(&all).contains(&(verdict, about)), "{all:#?}");
    };
    use LogVerdict::{Fails, Unchecked};
    // Somebody wrote it without any message, by another message, by one of somebody else, and by one that Discord did not sign.
    forged(&caller("red").keyed("3", 0), Unchecked, "receipt-others-none");
    forged(&by("red", "discord", "3", interaction("300", "111")), Fails, "receipt-other-message");
    forged(&by_discord("red", "3", "999"), Unchecked, "receipt-other-sender");
    let SenderProof::Discord(mut request) = interaction("3", "111") else { panic!() };
    request.timestamp = "1800000031".to_owned();
    forged(&by("red", "discord", "3", SenderProof::Discord(request)), Fails, "receipt-not-by-discord");

    // The same for a takeback and for an answer, each by another message than its own.
    let store = MemoryStore::new();
    let (tables, id) = opened(&store, 2);
    choose(&tables, &id, &by_discord("red", "3", "111"), 1);
    choose(&tables, &id, &by_discord("blue", "4", "222"), 2);
    let order = order(&tables, &id, "pass");
    let (at, user) = (order.seat, if order.seat.as_str() == "red" { "111" } else { "222" });
    let passed = accepted(tables.gives(&id, &by_discord(at.as_str(), "5", user), TableCommand::Order(order)));
    let asks = TableCommand::AskTakeBack { seat: at, order: passed };
    let number = accepted(tables.gives(&id, &by_discord(at.as_str(), "6", user), asks));
    let (other, theirs) = if at.as_str() == "red" { ("blue", "222") } else { ("red", "111") };
    let refuses = TableCommand::AnswerRequest { seat: seat(other), number, agrees: false };
    accepted(tables.gives(&id, &by(other, "discord", "7", interaction("700", theirs)), refuses));
    let undo = TableCommand::Undo { seat: at, count: 1 };
    accepted(tables.gives(&id, &by(at.as_str(), "discord", "8", interaction("800", user)), undo));
    let all = found(&store, &id, &texts_of(&store, &id));
    assert_eq!(fails(&all), ["receipt-other-message", "receipt-other-message"], "{all:#?}");
}

/// An entry without a key has the receipt of its message only as further luck of the same one.
#[test]
fn an_entry_takes_no_receipt_from_another_kind_before_it() {
    let store = MemoryStore::new();
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(1));
    let id = opened_by(&tables, true);
    accepted(tables.gives(&id, &by_discord("blue", "3", "222"), words("blue", "grey cats", false)));
    let mut log = Log::of(&exported(&store, &id, &LogViewer::Full));
    let seat = log.entries.iter().rposition(|entry| entry["kind"] == "SeatTaken").unwrap();
    let luck = log.entries.iter().position(|entry| entry["kind"] == "EntropyGiven").unwrap();
    let mut luck = log.entries.remove(luck);
    (luck["key"], luck["receipt"]) = (json!(null), log.entries[seat]["receipt"].clone());
    log.entries.insert(seat + 1, luck);
    let (book, _) = integrity::check(&Evidence::from_export(&mut log.text().as_bytes()).unwrap(), &[]);
    let all = check(&book, &texts_of(&store, &id), Some(&discord().verifying_key()));
    assert_eq!(fails(&all), ["receipt-other-message"], "{all:#?}");
}

/// Twins that differ only in the receipt of a sealed order look alike to everybody else: as long, in the same order, at the same times.
#[test]
fn a_receipt_of_a_sealed_order_shows_nowhere() {
    let sealed_by = |proof: Option<SenderProof>, luck: &str| {
        let store = MemoryStore::new();
        let (tables, id) = opened(&store, 2);
        let maker = proof.map(|proof| ReceiptMaker::new(Arc::new(proof), keys()));
        choose(&tables, &id, &Caller::new("red", "discord").keyed(luck, 0).proven(maker), 4);
        (exported(&store, &id, &LogViewer::seat("blue")), exported(&store, &id, &LogViewer::Everyone))
    };
    let plain = sealed_by(None, "3");
    let hidden = |text: &str| {
        // The digests of entries differ in any two logs.
        let digits = |text: &str| {
            text.split('"')
                .map(|part| {
                    let is_hash = part.len() == 64 && part.chars().all(|c| c.is_ascii_hexdigit());
                    if is_hash { "HASH".to_owned() } else { part.to_owned() }
                })
                .collect::<Vec<_>>()
                .join("\"")
        };
        digits(text)
    };
    for proof in [interaction("3", "111"), mail("choose 4"), mail(&"choose 4 ".repeat(900))] {
        let (blue, everyone) = sealed_by(Some(proof), "3");
        for (with, without) in [(&blue, &plain.0), (&everyone, &plain.1)] {
            assert_eq!(hidden(with), hidden(without));
            assert_eq!(with.len(), without.len());
        }
    }
}

#[test]
fn equal_orders_of_one_message_have_unlike_digests() {
    let maker = ReceiptMaker::new(Arc::new(interaction("3", "111")), keys());
    let (one, other) = (maker.make().unwrap(), maker.make().unwrap());
    assert_ne!(one.digest, other.digest);
    let text = keys().open(&one.digest, &one.sealed).unwrap();
    assert!(Receipt::read(&text).unwrap().proof == interaction("3", "111"));
    assert_eq!(keys().open(&other.digest, &one.sealed), None, "sealed for its digest alone");
    assert_eq!(ReceiptKeys::new([4; 32], None).open(&one.digest, &one.sealed), None);
}

#[test]
fn a_rotated_secret_still_opens_receipts_and_another_one_does_not() {
    let (store, platform) = (MemoryStore::new(), TestPlatform::new(1));
    let first = Keys::new([1; 32], None);
    let keys = keys_for(&store, &first, &*platform).unwrap();
    let sealed = ReceiptMaker::new(Arc::new(mail("roll")), Arc::new(keys)).make().unwrap();
    let opens = |secret: &Keys| {
        let keys = keys_of(&store, secret, chrono::DateTime::UNIX_EPOCH).unwrap();
        keys.is_some_and(|keys| keys.open(&sealed.digest, &sealed.sealed).is_some())
    };
    assert!(opens(&first) && !opens(&Keys::new([2; 32], None)));
    let rotated = Keys::new([2; 32], [([1; 32], None)]);
    keys_for(&store, &rotated, &*platform).unwrap();
    assert!(opens(&Keys::new([2; 32], None)), "it is sealed under the present secret now");
    // A lost secret: what was kept is lost, and receipts go on under another key.
    let lost = Keys::new([9; 32], None);
    keys_for(&store, &lost, &*platform).unwrap();
    assert!(!opens(&lost));
    assert_eq!(store.notes("receipts", "key/").unwrap().len(), 2);
}

#[test]
fn before_the_end_a_seat_is_given_the_receipts_of_its_player_alone() {
    let store = MemoryStore::new();
    let (_, id) = played(&store);
    let entries = store.read(&id, 1).unwrap();
    let named = |of: &dyn Fn(&Entry) -> bool| {
        let theirs = entries.iter().filter(|entry| of(entry)).filter_map(|entry| entry.receipt.clone());
        theirs.collect::<std::collections::BTreeSet<_>>()
    };
    let is_of = |entry: &Entry, player: &str| entry.by.as_ref().is_some_and(|by| by.player == player);
    assert_eq!(visible(entries.iter(), &LogViewer::Full), named(&|_| true));
    assert!(visible(entries.iter(), &LogViewer::Everyone).is_empty());
    for player in ["red", "blue"] {
        assert_eq!(visible(entries.iter(), &LogViewer::seat(player)), named(&|entry| is_of(entry, player)));
    }
}

#[test]
fn a_file_of_receipts_is_read_back_and_no_other_is() {
    let store = MemoryStore::new();
    let (_, id) = played(&store);
    let texts = texts_of(&store, &id);
    let file = file_of(&id, &texts);
    assert_eq!(read_file(&file, &id).unwrap(), texts);
    assert_eq!(read_file(&file, "other").unwrap_err().key, "receipt-file-of-another");
    for broken in ["", "{}", "receipts", &file[1..], &format!("{file}{{}}\n")] {
        assert_eq!(read_file(broken, &id).unwrap_err().key, "receipt-file-form", "{broken:.40}");
    }
}

#[test]
fn who_is_forgotten_leaves_no_receipt() {
    let store = MemoryStore::new();
    let (_, id) = played(&store);
    let ann =
        wardroom::log::players::Player { id: "red".to_owned(), name: "Ann".to_owned(), ..Default::default() };
    store.put_player(ann).unwrap();
    assert!(store.erase_player("red").unwrap());
    let left = store.receipts(&id).unwrap();
    assert!(!left.is_empty() && left.iter().all(|receipt| receipt.player == "blue"));
}
