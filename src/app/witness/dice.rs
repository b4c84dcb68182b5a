//! The dice of a witness: one value for each counter of a table, remembered before it is answered.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::{TEXT, WitnessReply};
use crate::club::club_log::{LogSigner, VerifierKey};
use crate::private::{self, Access};
use crate::transparency::dice::{DiceAsk, DiceKey, DiceProver, MOST_VALUES, digits};

/// Bytes of a remembered value with the end of its line.
const LINE_BYTES: usize = 65;
/// The type of an answer that names the last counter.
const COUNTER: &str = "text/x.wardroom.counter";

/// A dice witness with its secret and what it was asked.
pub struct DiceDesk {
    prover: DiceProver,
    logs: Vec<VerifierKey>,
    folder: PathBuf,
    /// One request at a time: it is remembered before the next.
    turn: Mutex<()>,
}

impl DiceDesk {
    /// The dice of the witness with this key, for the clubs with these logs. It remembers in this folder.
    pub fn new(witness: &LogSigner, logs: Vec<VerifierKey>, folder: PathBuf) -> DiceDesk {
        DiceDesk { prover: DiceProver::of(witness), logs, folder, turn: Mutex::default() }
    }

    /// The key that checks its answers.
    pub fn key(&self) -> &DiceKey {
        self.prover.key()
    }

    /// Answers a request: with the value's output; or with 409 and those of the values that were asked for this counter and the
    /// next before; or with 422 and the last counter if the one before is missing.
    pub fn answer(&self, text: &str) -> (u16, &'static str, String) {
        let (ask, log) = match DiceAsk::read(text, &self.logs) {
            Ok(read) => read,
            Err(status) => return (status, TEXT, String::new()),
        };
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.decide(&ask, log).unwrap_or_else(|trouble| {
            tracing::error!(%trouble, "no dice without knowing what was asked");
            (500, TEXT, String::new())
        })
    }

    fn decide(&self, ask: &DiceAsk, log: &VerifierKey) -> std::io::Result<WitnessReply> {
        let mut asked = Asked::of(self.file(ask, log))?;
        // A counter is at least 1: `read` refuses 0.
        let at = usize::try_from(ask.counter - 1).unwrap_or(usize::MAX);
        let status = match asked.values.get(at) {
            Some(first) if *first == ask.value => 200,
            Some(_) => 409,
            None if at == asked.values.len() => {
                // What is answered must be remembered, or another value could be answered after a crash.
                asked.remember(ask.value)?;
                200
            }
            None => return Ok((422, COUNTER, format!("{}\n", asked.values.len()))),
        };
        let most = if status == 200 { 1 } else { MOST_VALUES };
        let known = asked.values.iter().zip(1..).skip(at).take(most);
        let answers = known.map(|(value, counter)| {
            let ask = DiceAsk { counter, value: *value, ..*ask };
            self.prover.answer(log, &ask).to_string()
        });
        Ok((status, TEXT, answers.collect()))
    }

    fn file(&self, ask: &DiceAsk, log: &VerifierKey) -> PathBuf {
        let log = hex::encode(Sha256::digest(log.to_string()));
        self.folder.join(log).join(hex::encode(ask.opening))
    }
}

/// The values that were asked for a table, one a line, and their file.
struct Asked {
    path: PathBuf,
    values: Vec<[u8; 32]>,
}

impl Asked {
    fn of(path: PathBuf) -> std::io::Result<Asked> {
        let mut text = String::new();
        if let Some(mut file) = private::found(File::open(&path))? {
            file.read_to_string(&mut text)?;
        }
        // A line without its end was not remembered, so it was not answered either.
        let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let damaged = || std::io::Error::other(format!("{}: a line is no value", path.display()));
        let values = lines.map(digits).collect::<Option<_>>().ok_or_else(damaged)?;
        Ok(Asked { path, values })
    }

    fn remember(&mut self, value: [u8; 32]) -> std::io::Result<()> {
        let folder = private::folder_of(&self.path);
        private::create_folders(folder)?;
        let mut file = private::open_or(&self.path, |path| private::create_for_folder(path, Access::Owner))?;
        let end = (self.values.len() * LINE_BYTES) as u64;
        // An unfinished line from before a crash goes.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(format!("{}\n", hex::encode(value)).as_bytes())?;
        file.sync_all()?;
        if self.values.is_empty() {
            // Without this a power failure may take the new file away.
            let above = private::folder_of(folder);
            for folder in [folder, above, private::folder_of(above)] {
                File::open(folder)?.sync_all()?;
            }
        }
        self.values.push(value);
        Ok(())
    }
}
