//! Writes logs for the tests, the way `docs/log-format.md` describes them: rolls and salts are derived here from that
//! page, not with the library's own code for it.

#![allow(dead_code)] // each test file uses its part of it
#![allow(clippy::unwrap_used)] // a benchmark uses it too

use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use sha2::Sha256;
use wardroom::log::table_event::{Maker, RollForm, Rolled, TableOpened};
use wardroom::log::{
    Append, By, EndEvent, Entry, EntryAudience, Head, Notice, PlayEvent, SeatEvent, Store, StoredAnswer,
    StoredPack, TableEvent, Written,
};
use wardroom::seal::Seed;

/// The first entry, then the entries of one order: this many.
pub const ORDER_ENTRIES: u64 = 8;

/// Writes the log of one table.
pub struct Scribe {
    pub table: String,
    pub seed: Seed,
    pub pack: StoredPack,
    pub head: Head,
}

impl Scribe {
    pub fn new(table: &str, seed: u8) -> Scribe {
        let pack =
            json!({"ships": [{"id": "goeben", "speed": 5}, {"id": "breslau", "speed": 6}], "name": "地中海"});
        Scribe {
            table: table.to_owned(),
            seed: Seed::from_bytes([seed; 32]),
            pack: StoredPack::new(&pack).unwrap(),
            head: Head::EMPTY,
        }
    }

    /// The next entry, of nobody in particular and for everyone.
    pub fn next(&self, kind: &str, body: Value) -> Entry {
        let seq = self.head.seq + 1;
        Entry {
            table: self.table.clone(),
            seq,
            at: format!("1914-08-04T09:{:02}:{:02}.{:03}Z", seq / 60 % 60, seq % 60, seq % 1000),
            kind: kind.to_owned(),
            v: 1,
            by: None,
            door: None,
            key: None,
            receipt: None,
            audience: EntryAudience::Everyone,
            cause: None,
            salt: hex::encode(self.seed.salt(seq)),
            body,
        }
    }

    pub fn next_event(&self, event: &TableEvent) -> Entry {
        self.next(event.kind(), event.body())
    }

    /// Goes on to the head after `entry`.
    pub fn push(&mut self, entry: Entry, entries: &mut Vec<Written>) -> u64 {
        let written = Written::new(self.head, entry).unwrap();
        self.head = written.head();
        entries.push(written);
        self.head.seq
    }

    pub fn opening_event(&self) -> TableEvent {
        TableEvent::TableOpened(TableOpened {
            format: 1,
            game: "goeben".to_owned(),
            rules_version: "3".to_owned(),
            options: json!({"rule_19_3": true}),
            pack: self.pack.hash().to_owned(),
            seed_commitment: hex::encode(self.seed.commitment()),
            practice: false,
            seats: vec!["british".to_owned(), "german".to_owned()],
        })
    }

    /// Opens the table: one entry.
    pub fn open(&mut self) -> Append {
        let entry = self.next_event(&self.opening_event());
        let mut append = Append::new(&self.table, self.head, Vec::new());
        self.push(entry, &mut append.entries);
        append.seed = Some(self.seed.clone());
        append.pack = Some(self.pack.clone());
        append
    }

    /// One order with three rolls, one of each form, and their events: [`ORDER_ENTRIES`] entries.
    pub fn order(&mut self) -> Append {
        let mut append = Append::new(&self.table, self.head, Vec::new());
        let entries = &mut append.entries;
        let mut order = self.next_event(&TableEvent::Play(PlayEvent::OrderGiven {
            prompt: 1,
            order: json!({"move": ["0512", "0513"]}),
        }));
        order.by = Some(By { seat: "german".to_owned(), player: "p-7kq2".to_owned() });
        order.door = Some("discord".to_owned());
        order.key = Some(key(&self.table, order.seq));
        let cause = self.push(order, entries);
        let chain = self.head.chain;
        for (number, (form, of, take)) in
            [(RollForm::Dice, 6, 5), (RollForm::Draw, 20, 4), (RollForm::Shuffle, 9, 9)]
                .into_iter()
                .enumerate()
        {
            let number = u32::try_from(number).unwrap();
            let values = roll(&self.seed, &chain, number, form, of, take);
            let about = vec!["goeben".to_owned()];
            let (purpose, rule, side) = ("gunnery".to_owned(), "14.3".to_owned(), Some("german".to_owned()));
            let rolled = Rolled { number, purpose, rule, side, about, form, of, take, values };
            let mut entry = self.next_event(&TableEvent::Rolled(rolled));
            entry.cause = Some(cause);
            self.push(entry, entries);
        }
        while entries.len() < ORDER_ENTRIES as usize {
            let mut entry =
                self.next("ShipMoved", json!({"ship": "göben", "from": "0512", "to": "0513\u{7f}\u{1f}"}));
            entry.cause = Some(cause);
            self.push(entry, entries);
        }
        append
    }

    /// An order only `seat` may see, until it is opened.
    pub fn sealed_order(&mut self, seat: &str, secret: &str) -> Append {
        let mut append = Append::new(&self.table, self.head, Vec::new());
        let mut order = self.next_event(&TableEvent::Play(PlayEvent::OrderGiven {
            prompt: 1,
            order: json!({"secret": secret}),
        }));
        order.audience = EntryAudience::seats([seat]);
        order.by = Some(By { seat: seat.to_owned(), player: "p-1".to_owned() });
        self.push(order, &mut append.entries);
        append
    }

    /// One table event.
    pub fn table_event(&mut self, event: &TableEvent) -> Append {
        let mut append = Append::new(&self.table, self.head, Vec::new());
        let mut entry = self.next_event(event);
        if event.maker() == Maker::Player
            || matches!(
                event,
                TableEvent::Play(PlayEvent::TakenBack { .. }) | TableEvent::End(EndEvent::TableClosed { .. })
            )
        {
            entry.by = Some(By { seat: "german".to_owned(), player: "p-7kq2".to_owned() });
        }
        self.push(entry, &mut append.entries);
        append
    }

    /// The end: the table closes and the seed is revealed.
    pub fn close(&mut self) -> Append {
        let mut append =
            self.table_event(&TableEvent::End(EndEvent::TableClosed { why: "agreed".to_owned() }));
        let reveal =
            self.next_event(&TableEvent::End(EndEvent::SeedRevealed { seed: self.seed.expose_hex() }));
        self.push(reveal, &mut append.entries);
        append
    }

    /// A campaign with everything in it: orders, sealed orders, an opening, a takeback and a redo.
    pub fn campaign(&mut self) -> Vec<Append> {
        let mut appends = vec![
            self.open(),
            self.table_event(&TableEvent::Seats(SeatEvent::SeatTaken { seat: "german".to_owned() })),
        ];
        appends.push(self.order());
        let back = self.head.seq;
        appends.push(self.order());
        appends.push(self.table_event(&TableEvent::Play(PlayEvent::TakenBack { to: back })));
        appends.push(self.order());
        appends.push(self.sealed_order("german", "sortie at dusk"));
        let opened = self.head.seq;
        appends.push(self.sealed_order("british", "wait off Messina"));
        appends.push(self.table_event(&TableEvent::Play(PlayEvent::Opened {
            entries: vec![opened],
            to: EntryAudience::Everyone,
        })));
        appends.push(self.order());
        appends
    }
}

/// Stores all of them, each on the one before.
pub fn store_all(store: &impl Store, appends: Vec<Append>) {
    for append in appends {
        store.append(append).unwrap();
    }
}

pub fn key(table: &str, seq: u64) -> String {
    hex::encode(wardroom::log::chain::digest(&format!("{table}#{seq}")))
}

pub fn answer(key: &str, content: &str, text: &str) -> StoredAnswer {
    StoredAnswer {
        key: key.to_owned(),
        content_hash: hex::encode(wardroom::log::chain::digest(content)),
        answer_json: json!({ "said": text }).to_string(),
        at: "1914-08-04T09:00:00.000Z".to_owned(),
    }
}

pub fn notice(seq: u64, seat: &str) -> Notice {
    Notice { seq, seat: seat.to_owned(), why: "report".to_owned() }
}

/// The values of one roll, as the page says.
pub fn roll(seed: &Seed, chain: &[u8; 32], number: u32, form: RollForm, of: u32, take: u32) -> Vec<u32> {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed.expose_bytes()).unwrap();
    mac.update(b"roll v1");
    mac.update(chain);
    mac.update(&number.to_be_bytes());
    let mut words = ChaCha20Rng::from_seed(mac.finalize().into_bytes().into());
    let mut below = |n: u32| {
        let limit = (1_u64 << 32) - (1_u64 << 32) % u64::from(n);
        loop {
            let word = words.next_u32();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    };
    let mut positions: Vec<u32> = (0..of).collect();
    match form {
        RollForm::Dice => (0..take).map(|_| below(of) + 1).collect(),
        RollForm::Shuffle => {
            for i in (1..of).rev() {
                positions.swap(i as usize, below(i + 1) as usize);
            }
            positions
        }
        RollForm::Draw => {
            for i in 0..take {
                positions.swap(i as usize, (i + below(of - i)) as usize);
            }
            positions.truncate(take as usize);
            positions
        }
    }
}
