//! Figures of many games: shares with their intervals, Elo, lengths, points.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::GameRecord;
use crate::game::{Seat, Word};

/// The quantile of the standard normal distribution for a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;
/// The value of a won game in a record.
const WON: u32 = 1000;

/// A share of games, with its 95 % interval (Wilson 1927).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The observed share, from 0 to 1.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Share {
    /// The share of `won` among `games`; a draw is half a game won.
    pub fn of(won: f64, games: usize) -> Share {
        let n = games.max(1) as f64;
        let share = won / n;
        let middle = share + Z * Z / (2.0 * n);
        let wide = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let all = 1.0 + Z * Z / n;
        Share { share, low: ((middle - wide) / all).max(0.0), high: ((middle + wide) / all).min(1.0) }
    }
}

/// The Elo advantage over a player against whom this share is won; `None` if that is all or nothing.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// A player's wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wins {
    /// The player.
    pub player: String,
    /// The seat; `None` for all.
    pub seat: Option<Seat>,
    /// The objective; `None` for all.
    pub kind: Option<Word>,
    /// Games played: a game in which they had several seats counts once a seat.
    pub games: usize,
    /// Of them won.
    pub won: usize,
    /// Of them drawn.
    pub drawn: usize,
    /// The share won.
    #[serde(flatten)]
    pub share: Share,
}

/// One player against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The one.
    pub player: String,
    /// The other.
    pub against: String,
    /// Games.
    pub games: usize,
    /// The share that the one won.
    #[serde(flatten)]
    pub share: Share,
    /// The difference of the two on the Elo scale, with the bounds.
    pub elo: [Option<f64>; 3],
}

/// The length of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Length {
    /// On average.
    pub mean: f64,
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
}

/// The count of an ending.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ended {
    /// The kind of ending.
    pub ending: Word,
    /// Its count.
    pub games: usize,
}

/// Points for a cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Points {
    /// Of which side.
    pub side: Word,
    /// The player; `None` if several share it.
    pub player: Option<String>,
    /// For what.
    pub cause: Word,
    /// On average, in the games of that player on that side.
    pub mean: f64,
}

/// The statistics of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The number of games.
    pub games: usize,
    /// Wins by player.
    pub wins: Vec<Wins>,
    /// Results by pair of opponents.
    pub pairs: Vec<Pairing>,
    /// Orders a game.
    pub orders: Length,
    /// Turns a game.
    pub turns: Length,
    /// Their endings.
    pub endings: Vec<Ended>,
    /// Points by cause.
    pub points: Vec<Points>,
}

/// The figures of these games.
pub fn of(records: &[GameRecord]) -> Figures {
    let mut endings: BTreeMap<Word, usize> = BTreeMap::new();
    for ending in records.iter().filter_map(|record| record.tally.ending) {
        *endings.entry(ending).or_default() += 1;
    }
    Figures {
        games: records.len(),
        wins: wins(records),
        pairs: pairs(records),
        orders: length(records.iter().map(|record| record.orders)),
        turns: length(records.iter().map(|record| record.turns)),
        endings: endings.into_iter().map(|(ending, games)| Ended { ending, games }).collect(),
        points: points(records),
    }
}

fn length(lengths: impl Iterator<Item = u32> + Clone) -> Length {
    let games = lengths.clone().count().max(1) as f64;
    Length {
        mean: lengths.clone().map(f64::from).sum::<f64>() / games,
        least: lengths.clone().min().unwrap_or(0),
        most: lengths.max().unwrap_or(0),
    }
}

/// A row for each player, then for each of their seats, if there are several, and for each objective. A player who had all
/// seats of all games has rows of seats only.
fn wins(records: &[GameRecord]) -> Vec<Wins> {
    let seats: BTreeSet<Seat> = records.iter().flat_map(|record| record.scores.keys().copied()).collect();
    let kinds: BTreeSet<Word> = records.iter().filter_map(|record| record.tally.kind).collect();
    let seats = if seats.len() > 1 { seats } else { BTreeSet::new() };
    let players = players(records);
    let all = (players.len() > 1 || seats.is_empty()).then_some((None, None));
    let rows = || {
        let of_seats = seats.iter().map(|seat| (Some(*seat), None));
        all.into_iter().chain(of_seats).chain(kinds.iter().map(|kind| (None, Some(*kind))))
    };
    let all = players.iter().flat_map(|player| rows().map(move |(seat, kind)| (player, seat, kind)));
    all.map(|(player, seat, kind)| {
        let scores: Vec<u32> = records
            .iter()
            .filter(|record| kind.is_none() || record.tally.kind == kind)
            .flat_map(|record| {
                let theirs =
                    |(at, who): &(&Seat, &String)| *who == player && seat.is_none_or(|seat| seat == **at);
                record.players.iter().filter(theirs).filter_map(|(at, _)| record.scores.get(at).copied())
            })
            .collect();
        let drawn = scores.iter().filter(|score| (1..WON).contains(*score)).count();
        Wins {
            player: player.clone(),
            seat,
            kind,
            games: scores.len(),
            won: scores.iter().filter(|score| **score >= WON).count(),
            drawn,
            share: share(scores.iter()),
        }
    })
    .filter(|wins| wins.games > 0)
    .collect()
}

fn share<'s>(scores: impl Iterator<Item = &'s u32> + Clone) -> Share {
    let games = scores.clone().count();
    Share::of(scores.map(|score| f64::from(*score)).sum::<f64>() / f64::from(WON), games)
}

fn players(records: &[GameRecord]) -> BTreeSet<String> {
    records.iter().flat_map(|record| record.players.values().cloned()).collect()
}

/// Games of two seats in which one's win is the other's loss.
fn pairs(records: &[GameRecord]) -> Vec<Pairing> {
    let mut met: BTreeMap<(String, String), Vec<u32>> = BTreeMap::new();
    for GameRecord { players, scores, .. } in records {
        if players.len() != 2 || scores.values().sum::<u32>() != WON {
            continue;
        }
        let mut sides: Vec<(&String, u32)> =
            players.iter().map(|(seat, player)| (player, scores.get(seat).copied().unwrap_or(0))).collect();
        // By name: a pair is one row, whichever seat each of them had.
        sides.sort();
        if let [(one, score), (other, _)] = sides[..]
            && one != other
        {
            met.entry((one.clone(), other.clone())).or_default().push(score);
        }
    }
    met.into_iter()
        .map(|((player, against), scores)| {
            let share = share(scores.iter());
            let elo = [share.share, share.low, share.high].map(elo);
            Pairing { player, against, games: scores.len(), share, elo }
        })
        .collect()
}

fn points(records: &[GameRecord]) -> Vec<Points> {
    let mut sums: BTreeMap<(Word, Option<String>, Word), i64> = BTreeMap::new();
    let mut games: BTreeMap<(Word, Option<String>), usize> = BTreeMap::new();
    let sides: BTreeSet<Word> =
        records.iter().flat_map(|record| record.tally.points.iter().map(|points| points.side)).collect();
    for record in records {
        for side in &sides {
            // Also where the side scored nothing: the mean is over all its games.
            *games.entry((*side, player_of(record, *side))).or_default() += 1;
        }
        for points in &record.tally.points {
            *sums.entry((points.side, player_of(record, points.side), points.cause)).or_default() +=
                points.points;
        }
    }
    sums.into_iter()
        .map(|((side, player, cause), sum)| {
            let games = games.get(&(side, player.clone())).copied().unwrap_or(1);
            Points { side, player, cause, mean: sum as f64 / games as f64 }
        })
        .collect()
}

/// The player of a side: the seat of its name, or everybody if there is no such seat and all players are alike.
fn player_of(record: &GameRecord, side: Word) -> Option<String> {
    if let Some(player) = record.players.get(&Seat(side)) {
        return Some(player.clone());
    }
    let mut players: Vec<&String> = record.players.values().collect();
    // Just one is left only if all are alike, wherever they sit.
    players.dedup();
    (players.len() == 1).then(|| players[0].clone())
}
