//! The file of results: a line with the run, and a line per game in the order of their numbers. So the file does not depend on
//! the number of threads, nor on how often the run was stopped.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::GameRecord;
use crate::bots::Strength;
use crate::private::{self, Access};

/// The version of the format.
const FORMAT: u32 = 1;
/// Most bytes of a file that is gone on with.
const FILE_BYTES: u64 = 1024 * 1024 * 1024;

/// The run: the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunHeader {
    /// The version of the format.
    pub lab: u32,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of the program.
    pub version: String,
    /// The hash of its data pack.
    pub pack: String,
    /// Options a table is opened with, as they are typed.
    pub options: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// Worlds that each of them plays out for a decision.
    pub playouts: Vec<Option<u32>>,
    /// The seed.
    pub seed: u64,
}

impl RunHeader {
    /// The header of this program's format: `pack` is the hash of the pack.
    pub fn new(
        game: (&str, u32),
        pack: String,
        options: &[(String, String)],
        players: &[Strength],
        seed: u64,
    ) -> RunHeader {
        let option = |(name, value): &(String, String)| match value.as_str() {
            "" => name.clone(),
            value => format!("{name}={value}"),
        };
        let playouts = |player: &Strength| match player {
            Strength::Captain { playouts } => Some(playouts.get()),
            Strength::Random | Strength::Midshipman | Strength::Lieutenant => None,
        };
        RunHeader {
            lab: FORMAT,
            game: game.0.to_owned(),
            rules: game.1,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            pack,
            options: options.iter().map(option).collect(),
            players: players.iter().map(ToString::to_string).collect(),
            playouts: players.iter().map(playouts).collect(),
            seed,
        }
    }

    /// The first field in which another run differs: its name, and both values.
    fn differs(&self, other: &RunHeader) -> Option<(&'static str, String, String)> {
        let listed = |list: &[String]| list.join(",");
        let all = [
            ("format", self.lab.to_string(), other.lab.to_string()),
            ("game", self.game.clone(), other.game.clone()),
            ("rules", self.rules.to_string(), other.rules.to_string()),
            ("version", self.version.clone(), other.version.clone()),
            ("pack", self.pack.clone(), other.pack.clone()),
            ("options", listed(&self.options), listed(&other.options)),
            ("players", listed(&self.players), listed(&other.players)),
            ("playouts", format!("{:?}", self.playouts), format!("{:?}", other.playouts)),
            ("seed", self.seed.to_string(), other.seed.to_string()),
        ];
        all.into_iter().find(|(_, ours, theirs)| ours != theirs)
    }
}

/// A file that is not gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResultsFault {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is no file of results.
    #[error("line {0} is not from a file of results")]
    Line(usize),
    /// It is greater than any that is gone on with.
    #[error("it has more than {0} bytes")]
    TooGreat(u64),
    /// It is of another run.
    #[error("it has the {what} {found}, and what was asked for is {asked}")]
    Differs {
        /// The name in the header.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The requested value.
        asked: String,
    },
}

/// A file of results that games are added to.
pub struct Results {
    file: File,
}

impl Results {
    /// Opens the file at `path`, creates a missing one, and returns its games. An unfinished line is cut off. Nobody else can
    /// add to it meanwhile.
    ///
    /// # Errors
    /// [`ResultsFault`]; the file is then unchanged.
    pub fn open(path: &Path, header: &RunHeader) -> Result<(Results, Vec<GameRecord>), ResultsFault> {
        let mut file = private::open_or(path, |path| private::create(path, Access::Owner))?;
        // Two runs would mix their lines.
        file.try_lock().map_err(std::io::Error::from)?;
        let mut text = Vec::new();
        if file.metadata()?.len() > FILE_BYTES {
            return Err(ResultsFault::TooGreat(FILE_BYTES));
        }
        file.read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].split_inclusive(|byte| *byte == b'\n').enumerate();
        let Some((_, first)) = lines.next() else {
            // A run killed at its first line leaves the beginning of one; anything else is no file of ours.
            if !text.is_empty() && !line(header)?.starts_with(&text) {
                return Err(ResultsFault::Line(1));
            }
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&line(header)?)?;
            return Ok((Results { file }, vec![]));
        };
        let found: RunHeader = serde_json::from_slice(first).map_err(|_| ResultsFault::Line(1))?;
        if let Some((what, asked, found)) = header.differs(&found) {
            return Err(ResultsFault::Differs { what, found, asked });
        }
        let mut records = Vec::new();
        for (at, line) in lines {
            let record: GameRecord = serde_json::from_slice(line).map_err(|_| ResultsFault::Line(at + 1))?;
            // Games are written in order: a gap or a double is no work of this program.
            if record.game as usize != records.len() {
                return Err(ResultsFault::Line(at + 1));
            }
            records.push(record);
        }
        // After the last check: until then a fault leaves the file as it was.
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Results { file }, records))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), ResultsFault> {
        Ok(self.file.write_all(&line(record)?)?)
    }
}

fn line(value: &impl Serialize) -> Result<Vec<u8>, ResultsFault> {
    let mut line = serde_json::to_vec(value).map_err(std::io::Error::from)?;
    line.push(b'\n');
    Ok(line)
}
