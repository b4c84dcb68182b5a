//! The dice page: every visible roll with its purpose, and the tallies by purpose and side.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::log::table_event::{RollForm, Rolled};
use crate::log::{Entry, Fault, TableEvent};
use crate::view::VisibleEntry;

/// With fewer dice than this the test says nothing: each face is then expected fewer than five times.
pub const ENOUGH_DICE: u32 = 30;

/// The rolls of a table and their tallies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DicePage {
    /// The rolls, the oldest first.
    pub rolls: Vec<DiceRow>,
    /// Tallies of six-sided dice: by purpose and side, then by side, then all together. Rolls taken back count too.
    pub tallies: Vec<Tally>,
}

/// One roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiceRow {
    /// Its entry.
    pub seq: u64,
    /// The entry that caused it.
    pub cause: Option<u64>,
    /// The roll.
    #[serde(flatten)]
    pub roll: Rolled,
}

/// The counts of each face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// The purpose; `None` for all.
    pub purpose: Option<String>,
    /// The side; `None` for all.
    pub side: Option<String>,
    /// The number of dice.
    pub n: u32,
    /// The counts of 1 to 6.
    pub counts: [u32; 6],
    /// The expected count of each face.
    pub expected: f64,
    /// The mean of the faces; 3.5 is expected. `None` without dice.
    pub mean: Option<f64>,
    /// Pearson's chi-square against a fair die.
    pub chi_square: f64,
    /// The probability, from 0 to 1, that fair dice differ at least as much, with 5 degrees of freedom.
    pub p: f64,
    /// True if there are enough dice for the test to mean anything: at least [`ENOUGH_DICE`].
    pub enough: bool,
}

/// The dice page of what these lines show.
///
/// # Errors
/// [`Fault::Damaged`] that names the first entry that cannot be read.
pub fn page(lines: &[VisibleEntry]) -> Result<DicePage, Fault> {
    let row = |entry: &Entry| match entry.table_event() {
        Ok(Some(TableEvent::Rolled(roll))) => Some(Ok(DiceRow { seq: entry.seq, cause: entry.cause, roll })),
        Ok(_) => None,
        Err(error) => Some(Err(Fault::in_entry(&entry.table, entry.seq, error))),
    };
    let rolls =
        lines.iter().filter_map(VisibleEntry::entry).filter_map(row).collect::<Result<Vec<_>, _>>()?;
    let mut counts: BTreeMap<(Option<String>, Option<String>), [u32; 6]> = BTreeMap::new();
    for DiceRow { roll, .. } in rolls.iter().filter(|row| row.roll.form == RollForm::Dice && row.roll.of == 6)
    {
        let side = Some(roll.side.clone().unwrap_or_else(|| "table".to_owned()));
        for key in [(Some(roll.purpose.clone()), side.clone()), (None, side), (None, None)] {
            let faces = counts.entry(key).or_default();
            for value in &roll.values {
                // `Rolled::check` lets no die below 1 through.
                if let Some(count) = faces.get_mut(*value as usize - 1) {
                    *count += 1;
                }
            }
        }
    }
    let mut tallies: Vec<Tally> =
        counts.into_iter().map(|((purpose, side), counts)| tally(purpose, side, counts)).collect();
    // The sort is stable, so purposes and sides stay in the order of the map.
    tallies.sort_by_key(|tally| (tally.purpose.is_none(), tally.side.is_none()));
    Ok(DicePage { rolls, tallies })
}

/// The tally of so many of each face, from 1 to 6.
pub fn tally(purpose: Option<String>, side: Option<String>, counts: [u32; 6]) -> Tally {
    let n: u32 = counts.iter().sum();
    let expected = f64::from(n) / 6.0;
    let square = |count: &u32| (f64::from(*count) - expected).powi(2);
    let chi_square = if n == 0 { 0.0 } else { counts.iter().map(square).sum::<f64>() / expected };
    let total: u32 = counts.iter().zip(1..).map(|(count, face)| count * face).sum();
    let mean = (n > 0).then(|| f64::from(total) / f64::from(n));
    Tally {
        purpose,
        side,
        n,
        counts,
        expected,
        mean,
        chi_square,
        p: p_of(chi_square),
        enough: n >= ENOUGH_DICE,
    }
}

/// The chance that a chi-square of 5 degrees of freedom is at least `x`, exact but for [`erfc`].
pub fn p_of(x: f64) -> f64 {
    let tail = (2.0 * x / std::f64::consts::PI).sqrt() * (-x / 2.0).exp() * (1.0 + x / 3.0);
    (erfc((x / 2.0).sqrt()) + tail).clamp(0.0, 1.0)
}

/// The complementary error function for `z` from 0, to better than 2 in ten million (Abramowitz and Stegun 7.1.26).
fn erfc(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    series.iter().fold(0.0, |sum, a| (sum + a) * t) * (-z * z).exp()
}
