//! Readers of foreign bytes, each with what must hold whatever the bytes are: no panic; what is accepted is written again as
//! it came; what is refused is told in a sentence of every language that names what and where. `bytes.rs` tries them in the
//! suite, `fuzz/` with cargo-fuzz.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use wardroom::audit::Evidence;
use wardroom::book::Parsed;
use wardroom::club::GameWords;
use wardroom::door::discord::inbound::decode::{Decoded, decode};
use wardroom::door::discord::picker::ticket::Tickets;
use wardroom::door::discord::raw::Fields;
use wardroom::game::Options;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::Pack as GoebenPack;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Pack as GrandFleetPack;
use wardroom::games::pack::{Layout, PackFileFault, from_files, from_value, to_value};
use wardroom::games::{Packed, Playable};
use wardroom::log::chain::Head;
use wardroom::log::export::export;
use wardroom::log::import::{self, ImportError};
use wardroom::log::stored::StoredLine;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};
use wardroom::mail::reading;
use wardroom::pace::{Hours, Ladder, Pace, Quiet};
use wardroom::reason::Reason;
use wardroom::report;
use wardroom::table::Tables;
use wardroom::table::platform::System;
use wardroom::transparency::checkpoint::Checkpoint;
use wardroom::transparency::compare::LeafList;
use wardroom::transparency::inclusion_file::LeafProof;
use wardroom::transparency::leaf::{LeafMoment, TableLeaf};
use wardroom::transparency::merkle;
use wardroom::transparency::note::{LogSigner, VerifierKey};
use wardroom::words::{Lang, Words};

thread_local! {
    static WORDS: Words = Words::read().unwrap();
}

/// A whole game of each, as it is exported.
pub const GAMES: [&str; 2] =
    [include_str!("../golden/goeben-rules-2.jsonl"), include_str!("../golden/grand_fleet-rules-2.jsonl")];

/// A reason is a sentence in every language: no key, no empty place.
fn told(reason: &Reason) {
    WORDS.with(|words| {
        for lang in Lang::ALL {
            let said = words.reason(*lang, reason);
            assert!(!said.is_empty() && said != reason.key, "{reason:?}: {said}");
        }
    });
}

/// A line of a log.
pub fn log_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match StoredLine::parse(text) {
        Ok((table, StoredLine::Entry(entry))) => {
            assert_eq!((entry.table.as_str(), entry.canonical().unwrap().as_str()), (table.as_str(), text));
            let _ = entry.table_event().map_err(|e| assert!(!e.to_string().is_empty()));
        }
        Ok((_, StoredLine::Sealed { seq, .. })) => assert!(seq > 0),
        Err(why) => {
            told(&why.reason());
            assert!(!why.to_string().is_empty() && why.to_string().lines().count() == 1, "{why}");
        }
    }
}

/// An exported file.
pub fn exported(bytes: &[u8]) {
    // Whoever audits reads on where an import stops.
    let evidence = Evidence::from_export(&mut &*bytes);
    match import::read(&mut &*bytes) {
        Ok(read) => {
            assert!(evidence.is_ok());
            let (table, viewer) = (read.table_and_head().0.to_owned(), read.partial().cloned());
            let store = MemoryStore::new();
            store.adopt(read).unwrap();
            let mut again = Vec::new();
            export(&store, &table, &viewer.unwrap_or(LogViewer::Full), |_| true, &mut again).unwrap();
            assert!(again == bytes, "an export is imported and written as it was");
        }
        Err(ImportError::Line(fault)) => {
            let lines = bytes.split(|byte| *byte == b'\n').count();
            assert!((1..=lines + 1).contains(&fault.line), "{fault:?} of {lines} lines");
            told(&fault.reason());
        }
        Err(ImportError::Fault(fault)) => panic!("nothing was stored: {fault}"),
    }
}

fn pack_is_sound<P: Layout>(read: Result<P, PackFileFault>) {
    match read {
        Ok(pack) => {
            let value = to_value(&pack);
            let again: P = from_value(value.clone()).unwrap_or_else(|fault| panic!("{}", fault.reason().key));
            assert_eq!(to_value(&again), value);
        }
        Err(fault) => {
            assert!(P::FILES.iter().any(|(file, _)| *file == fault.file) || fault.file.ends_with(".toml"));
            let words = Words::of_game(P::GAME).unwrap();
            for lang in Lang::ALL {
                assert!(words.reason(*lang, &fault.reason()).contains(&fault.file), "{fault:?}");
            }
        }
    }
}

/// A file of a data pack: its first byte says which, the rest is its text.
pub fn pack_file(bytes: &[u8]) {
    fn file<P: Layout>(which: u8, text: &str) {
        let (name, _) = P::FILES[usize::from(which) % P::FILES.len()];
        pack_is_sound(from_files::<P>([(name.to_owned(), text.to_owned())]));
    }
    let Some((which, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    file::<GoebenPack>(*which, text);
    file::<GrandFleetPack>(*which, text);
}

/// A data pack as a log holds it.
pub fn pack_stored(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    pack_is_sound(from_value::<GoebenPack>(value.clone()));
    pack_is_sound(from_value::<GrandFleetPack>(value));
}

/// What an owner's log would show of an interaction, had it come with this token. To look for the token itself in that would
/// not do: a token of one digit stands in any.
fn shown_with(text: &str, token: &str) -> String {
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).unwrap();
    fields.insert("token".to_owned(), to_raw_value(token).unwrap());
    let text = serde_json::to_string(&fields).unwrap();
    match decode(&Fields::of(&text).unwrap()) {
        Decoded::Interaction(it) => format!("{it:?}"),
        Decoded::Unsupported(it) => format!("{it:?}"),
        _ => panic!("{text}"),
    }
}

/// What Discord sends.
pub fn interaction(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(fields) = Fields::of(text) else { return };
    match decode(&fields) {
        Decoded::Ping => return,
        Decoded::Interaction(_) => {}
        Decoded::Unsupported(it) => assert!(!it.field.to_string().is_empty()),
        Decoded::Unanswerable(field) => return assert!(!field.to_string().is_empty()),
    }
    assert_eq!(shown_with(text, "one token"), shown_with(text, "another"), "a token is never shown");
}

/// A mail.
pub fn mail(bytes: &[u8]) {
    let read = reading::read(bytes);
    assert_eq!(read, reading::read(bytes));
    match read {
        Ok(mail) => assert!(mail.from.address.contains('@') && !mail.from.address.contains(['\r', '\n'])),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// A file of the club's log: a checkpoint, proofs, a list of leaves, a key.
pub fn club_log(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Checkpoint::read(text) {
        Ok(checkpoint) => assert_eq!(checkpoint.note().to_string(), text),
        Err(why) => told(&why),
    }
    match LeafProof::read_all(text) {
        Ok(proofs) => {
            let again: String = proofs.iter().map(LeafProof::to_string).collect();
            assert_eq!(again, text);
            proofs.iter().filter_map(|proof| proof.check(None).err()).for_each(|why| told(&why));
        }
        Err(why) => told(&why),
    }
    match VerifierKey::read(text) {
        Ok(key) => assert_eq!(key.to_string(), text),
        Err(why) => told(&why),
    }
    for read in [LeafList::read(text).err(), LogSigner::read(text).err()] {
        read.iter().for_each(told);
    }
}

/// Files of a club's log that are well.
pub fn club_logs() -> Vec<Vec<u8>> {
    let signer = LogSigner::new("club.example/log", [7; 32]).unwrap();
    let leaf = TableLeaf { moment: LeafMoment::Opened, opening: [1; 32], seq: 1, chain: [1; 32] };
    let hashes = [leaf.hash(); 5];
    let checkpoint = Checkpoint::sign(&signer, 5, merkle::root(&hashes));
    let proof = LeafProof::new(leaf, 3, &hashes, checkpoint.clone()).unwrap().to_string();
    let texts = [
        checkpoint.note().to_string(),
        proof.repeat(2),
        proof,
        format!("{leaf}\n{leaf}\n"),
        signer.verifier().to_string(),
        signer.expose_text(),
    ];
    texts.into_iter().map(String::into_bytes).collect()
}

/// The `custom_id` of a button.
pub fn ticket(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let tickets = Tickets::new(b"a secret of this test");
    if let Ok(ticket) = tickets.read(text) {
        assert_eq!(tickets.write(&ticket), text);
    }
}

/// Words of time as people type them.
pub fn time_words(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let errors = [
        Pace::parse(text)
            .map(|pace| {
                Lang::ALL.iter().for_each(|lang| {
                    assert_eq!(Pace::parse(&pace.typed(*lang)).as_ref(), Ok(&pace), "{text:?}");
                })
            })
            .err(),
        Ladder::parse(text)
            .map(|ladder| {
                Lang::ALL.iter().for_each(|lang| {
                    assert_eq!(Ladder::parse(&ladder.typed(*lang)).as_ref(), Ok(&ladder), "{text:?}");
                })
            })
            .err(),
        Hours::parse(text)
            .map(|hours| {
                Lang::ALL.iter().for_each(|lang| {
                    assert_eq!(Hours::parse(&hours.typed(*lang)), Ok(hours), "{text:?}");
                })
            })
            .err(),
        Quiet::parse(text, None).map(drop).err(),
    ];
    for error in errors.into_iter().flatten() {
        told(&error.reason());
    }
}

/// A position, with what may be ordered in it.
struct Position {
    words: GameWords,
    options: Arc<Options>,
}

/// The first entries of an exported game, as an export of then.
pub fn begun(game: &str, entries: usize) -> String {
    let lines: Vec<&str> = game.lines().take(3 + entries).collect();
    let mut head = Head::EMPTY;
    for line in &lines[3..] {
        head = head.after_digest(&wardroom::log::chain::digest(line));
    }
    let mut header: Value = serde_json::from_str(lines[0]).unwrap();
    header["head"] = serde_json::json!({ "chain": hex::encode(head.chain), "seq": head.seq });
    let header = wardroom::log::canonical::to_text(&header).unwrap();
    [&[header.as_str()], &lines[1..]].concat().into_iter().map(|line| format!("{line}\n")).collect()
}

/// Positions of a game: before some of its orders.
fn positions<G: Playable + Packed>(game: &str) -> Vec<Position> {
    let ordered = game.lines().skip(3).enumerate();
    let ordered = ordered.filter(|(_, line)| line.contains(r#""kind":"OrderGiven""#));
    let mut positions = Vec::new();
    for (entries, _) in ordered.step_by(4) {
        let store = MemoryStore::new();
        let table = import::import(&mut begun(game, entries).as_bytes(), &store).unwrap().table;
        let now = Tables::<G, MemoryStore>::new(Arc::new(store), Arc::new(System)).now(&table).unwrap();
        let seat = now.waited_for().next().map(|asked| asked.prompt.seat);
        let Some(seat) = seat else { continue };
        let words = GameWords::of(&**now.game(), Lang::En).unwrap();
        positions.push(Position { words, options: now.options(seat) });
    }
    assert!(positions.len() > 8, "{} positions", positions.len());
    positions
}

thread_local! {
    static POSITIONS: Vec<Position> =
        positions::<Goeben>(GAMES[0]).into_iter().chain(positions::<GrandFleet>(GAMES[1])).collect();
}

/// Orders as they are typed in every language, among them for a position which the first byte chooses: seeds to change.
pub fn typed_orders() -> Vec<Vec<u8>> {
    POSITIONS.with(|positions| {
        let mut seeds = Vec::new();
        for (which, at) in positions.iter().enumerate() {
            for form in at.options.propose(12) {
                for lang in Lang::ALL {
                    let typed = at.words.book.type_short_in(*lang, &form, &at.options, &at.words.lexicon);
                    let parsed = at.words.book.one(&typed, &at.options, &at.words.lexicon);
                    assert!(
                        matches!(parsed, Ok(Parsed::Order { form: meant, .. }) if meant == form),
                        "{typed}"
                    );
                    seeds.push([&[u8::try_from(which).unwrap()], typed.as_bytes()].concat());
                }
            }
        }
        seeds
    })
}

/// A line of orders: its first byte says in which position.
pub fn orders(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    POSITIONS.with(|positions| {
        let Position { words, options } = &positions[usize::from(*which) % positions.len()];
        let GameWords { book, lexicon, words, .. } = words;
        let mut line = match book.line(text, options) {
            Ok(line) => line,
            Err(_) => return,
        };
        while let Some(parsed) = book.next(&mut line, options, lexicon) {
            match parsed {
                Ok(Parsed::Order { form, .. }) if options.accept(&form).is_ok() => {
                    for lang in Lang::ALL {
                        let typed = book.type_short_in(*lang, &form, options, lexicon);
                        let again = book.one(&typed, options, lexicon);
                        let same = matches!(&again, Ok(Parsed::Order { form: meant, .. }) if *meant == form);
                        assert!(same, "{text:?} is {form}, typed {typed:?} is {again:?}");
                    }
                }
                Ok(_) => {}
                Err(why) => {
                    for lang in Lang::ALL {
                        let said = report::parse_error(words, *lang, book, lexicon, &why);
                        assert!(!said.is_empty() && (!said.contains('{') || text.contains('{')), "{said}");
                    }
                }
            }
        }
    });
}

/// Tickets as the bot writes them: seeds to change.
pub fn tickets() -> Vec<Vec<u8>> {
    use wardroom::door::discord::picker::ticket::{Look, Ticket, TicketAction};
    let tickets = Tickets::new(b"a secret of this test");
    let seat = Some("commander".parse().unwrap());
    [
        (None, TicketAction::Orders),
        (seat, TicketAction::Look(Look::Board(Some("ships".to_owned())))),
        (seat, TicketAction::Page(Look::Log(Some(7)), 3)),
        (seat, TicketAction::Agree(70)),
        (seat, TicketAction::Join(None)),
    ]
    .into_iter()
    .map(|(seat, act)| {
        let ticket = Ticket { table: "goeben-7kq2".to_owned(), seat, prompt: 41, act };
        tickets.write(&ticket).into_bytes()
    })
    .collect()
}

/// The parts of both packs as they are stored, and their files with the byte that chooses them: seeds to change.
pub static PACKS: LazyLock<[Vec<Vec<u8>>; 2]> = LazyLock::new(|| {
    let stored = GAMES.iter().map(|game| {
        let line: Value = serde_json::from_str(game.lines().nth(1).unwrap()).unwrap();
        serde_json::to_vec(&line["pack"]).unwrap()
    });
    let files = |files: &[(&str, &str)]| -> Vec<Vec<u8>> {
        let numbered = files.iter().enumerate();
        numbered.map(|(which, (_, text))| [&[which as u8], text.as_bytes()].concat()).collect()
    };
    [stored.collect(), [files(GoebenPack::FILES), files(GrandFleetPack::FILES)].concat()]
});
