//! Opening a table: the first entry, the seats taken at once, and the draws of the set-up.

use std::sync::Arc;

use serde_json::json;

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::fold::Table;
use super::id::new_id;
use super::limits::ID_TRIES;
use super::notices;
use super::perform::{answer, content_hash, key_reused};
use super::platform::stamp;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Refusal, Seat, Stop};
use crate::games::Packed;
use crate::log::table_event::TableOpened;
use crate::log::{
    self, Append, AppendError, Appended, By, DiceEvent, EntryAudience, Head, ReadyEvent, SeatEvent, Store,
    StoredPack, TableEvent,
};
use crate::seal::Seed;

/// The command to open a table.
pub struct OpenTable<G: Packed> {
    /// The game with its data pack.
    pub game: Arc<G>,
    /// The options it is played with.
    pub setup: G::Setup,
    /// Whether it is for practice: takebacks may go past rolls, and every report says so.
    pub practice: bool,
    /// Whether the game begins only once all players have said that they are ready.
    pub ready: bool,
    /// True if the set-up waits for the ready check and takes entropy.
    pub entropy: bool,
    /// True if the witness of the club's dice is asked for its rolls. Then its set-up waits for the ready check too.
    pub witness: bool,
    /// The players who take seats at once.
    pub seats: Vec<OpeningSeat>,
}

/// A player who takes a seat at the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSeat {
    /// The seat.
    pub seat: Seat,
    /// The opaque id of the player.
    pub player: String,
}

impl OpeningSeat {
    /// These seats, all of one player.
    pub fn all_of(seats: Vec<Seat>, player: &str) -> Vec<OpeningSeat> {
        seats.into_iter().map(|seat| OpeningSeat { seat, player: player.to_owned() }).collect()
    }
}

/// A table that was opened, or is open already under the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// Its id and its head.
    Table {
        /// The id.
        id: String,
        /// The head of its log.
        head: Head,
    },
    /// The set-up is against a rule, or the key was used for another command.
    Refused(Refusal),
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// Opens a table for `caller`: the owner, who may close it.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn open(&self, opening: &OpenTable<G>, caller: &Caller) -> Result<Opened, TableFault> {
        let setup = serde_json::to_value(&opening.setup).map_err(|e| TableFault::SetUp(e.to_string()))?;
        let pack = StoredPack::new(&opening.game.pack()).map_err(|e| TableFault::SetUp(e.to_string()))?;
        let seats: Vec<_> = opening.seats.iter().map(|s| (s.seat, &s.player)).collect();
        let mut content = json!({
            "open": setup, "pack": pack.hash(), "practice": opening.practice, "sittings": seats,
        });
        // Left out where false: a command hashed before there were these options must keep its hash.
        if opening.ready {
            content["ready"] = true.into();
        }
        if opening.entropy {
            content["entropy"] = true.into();
        }
        if opening.witness {
            content["witness"] = true.into();
        }
        let content_hash = content_hash("", caller, content)?;
        if let Some(first) = self.first_opened(caller, &content_hash)? {
            return Ok(first);
        }
        self.clock_watch().check(&**self.platform(), self.store())?;
        for _ in 0..ID_TRIES {
            let id = new_id(G::NAME, &**self.platform())?;
            let mut seed = [0; 32];
            self.platform().fill(&mut seed)?;
            let attempt = Attempt { id: &id, seed: Seed::from_bytes(seed), pack: &pack };
            if let Some(opened) =
                self.guard(&id, || self.try_open(opening, caller, &content_hash, attempt))?
            {
                self.keep_built(pack.hash().to_owned(), opening.game.clone());
                return Ok(opened);
            }
        }
        Err(TableFault::Conflict { table: G::NAME.to_owned() })
    }

    /// One try under one id; `None` when the id is in use.
    fn try_open(
        &self,
        opening: &OpenTable<G>,
        caller: &Caller,
        content_hash: &str,
        Attempt { id, seed, pack }: Attempt<'_>,
    ) -> Result<Option<Opened>, TableFault> {
        let at = stamp(&**self.platform());
        let mut batch =
            Batch::new(id, &seed, &at, Head::EMPTY).received_from(&caller.player, caller.receipts.as_ref());
        let format = self.platform().log_format();
        let witness = self.platform().dice_witness().filter(|_| opening.witness).map(|it| it.keys());
        if opening.witness && witness.is_none() {
            return Ok(Some(Opened::Refused(Reply::refused("no-witness-here"))));
        }
        if let Err(refusal) = fill(&mut batch, opening, caller, (format, pack, witness), &seed)? {
            return Ok(Some(Opened::Refused(refusal)));
        }
        let head = batch.head();
        let table = Table::fold(opening.game.clone(), id, &batch.known(), head)?;
        let reply = Reply::Accepted { first: 1, last: head.seq, chain: hex::encode(head.chain) };
        let receipt = batch.take_receipt();
        let mut append = Append::new(id, Head::EMPTY, batch.into_entries());
        append.receipt = receipt;
        append.notices = notices::of_opening(&table);
        append.answer = answer(caller, content_hash, &reply, &at).map(|answer| log::StoredAnswer {
            answer_json: json!({ "table": id, "head": head.to_string() }).to_string(),
            ..answer
        });
        append.pack = Some(pack.clone());
        append.seed = Some(seed);
        match self.store().append(append) {
            Ok(Appended::Stored(head)) => Ok(Some(Opened::Table { id: id.to_owned(), head })),
            Ok(Appended::Repeated(first)) => read_opened(&first).map(Some),
            Err(AppendError::Conflict { .. } | AppendError::Fault(log::Fault::TableExists { .. })) => {
                Ok(None)
            }
            Err(AppendError::KeyReused { .. }) => Ok(Some(refused())),
            Err(AppendError::Fault(fault)) => Err(fault.into()),
        }
    }

    /// The id of the table that was opened under the caller's key; `None` if there is none.
    pub(super) fn opened_under(&self, caller: &Caller) -> Result<Option<String>, TableFault> {
        let Some(key) = &caller.key else { return Ok(None) };
        match self.store().answer(key)?.map(|first| read_opened(&first)).transpose()? {
            Some(Opened::Table { id, .. }) => Ok(Some(id)),
            Some(Opened::Refused(_)) | None => Ok(None),
        }
    }

    fn first_opened(&self, caller: &Caller, content_hash: &str) -> Result<Option<Opened>, TableFault> {
        let Some(key) = &caller.key else { return Ok(None) };
        match self.store().answer(key)? {
            Some(first) if first.content_hash == content_hash => read_opened(&first).map(Some),
            Some(_) => Ok(Some(refused())),
            None => Ok(None),
        }
    }
}

struct Attempt<'a> {
    id: &'a str,
    seed: Seed,
    pack: &'a StoredPack,
}

fn fill<G: Packed>(
    batch: &mut Batch<'_, G::Event>,
    opening: &OpenTable<G>,
    caller: &Caller,
    (format, pack, witness): (u32, &StoredPack, Option<(String, String)>),
    seed: &Seed,
) -> Result<Result<(), Refusal>, TableFault> {
    let game = &*opening.game;
    let seats = game.seats(&opening.setup);
    if let Some(taken) = opening.seats.iter().find(|taken| !seats.contains(&taken.seat)) {
        return Ok(Err(Reply::refused("no-such-seat").about("seat", taken.seat).legal(&seats)));
    }
    if opening.ready && seats.len() < 2 && !opening.entropy && !opening.witness {
        return Ok(Err(Reply::refused("ready-alone")));
    }
    let opened = TableOpened {
        format,
        game: G::NAME.to_owned(),
        rules_version: G::RULES_VERSION.to_string(),
        options: serde_json::to_value(&opening.setup).map_err(|e| TableFault::SetUp(e.to_string()))?,
        pack: pack.hash().to_owned(),
        seed_commitment: hex::encode(seed.commitment()),
        practice: opening.practice,
        seats: seats.iter().map(ToString::to_string).collect(),
    };
    let cause = batch.add(TableEvent::TableOpened(opened), caller.origin())?;
    // Before anybody sits down: the set-up rolls by the opening, in format 1 by its chain value.
    let mut chance = batch.chance();
    let facts = match game.start(&opening.setup, &mut chance) {
        Ok(facts) => facts,
        Err(Stop::Refused(refusal)) => return Ok(Err(refusal)),
        Err(stop) => return Err(TableFault::SetUp(stop.to_string())),
    };
    for OpeningSeat { seat, player } in &opening.seats {
        let by = Some(By { seat: seat.to_string(), player: player.clone() });
        // The opening itself has the command's key.
        let origin = Origin { by, door: caller.door.clone(), key: None };
        batch.table_event(
            TableEvent::Seats(SeatEvent::SeatTaken { seat: seat.to_string() }),
            origin,
            EntryAudience::Everyone,
            Some(cause),
        )?;
    }
    let waits = opening.entropy || opening.witness;
    if opening.ready || waits {
        batch.add_after(cause, TableEvent::Ready(ReadyEvent::ReadyAsked))?;
    }
    if let Some((log, witness)) = witness {
        batch.add_after(cause, DiceEvent::WitnessAsked { log, witness }.into())?;
    }
    // The set-up was tried all the same: options that the game refuses open no table.
    match waits {
        true => batch.add_after(cause, TableEvent::Ready(ReadyEvent::EntropyAsked)).map(drop)?,
        false => batch.facts::<G>(facts, cause)?,
    }
    Ok(Ok(()))
}

fn read_opened(answer: &log::StoredAnswer) -> Result<Opened, TableFault> {
    let value: serde_json::Value = serde_json::from_str(&answer.answer_json).unwrap_or_default();
    let text = |key: &str| value.get(key).and_then(serde_json::Value::as_str);
    match (text("table"), text("head").and_then(|head| head.parse().ok())) {
        (Some(id), Some(head)) => Ok(Opened::Table { id: id.to_owned(), head }),
        _ => Err(log::Fault::Unfit(format!("the answer kept under {} cannot be read", answer.key)).into()),
    }
}

fn refused() -> Opened {
    match key_reused() {
        Reply::Refused(refusal) => Opened::Refused(refusal),
        _ => Opened::Refused(Reply::refused("key-reused")),
    }
}
