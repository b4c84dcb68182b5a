//! The colours of a picture, 256 at most: those it has most of, none too close to another. A picture is drawn in few; the
//! others are mixtures at edges, for which the closest will do.

use std::collections::BTreeMap;

/// Red, green and blue.
type Colour = [u8; 3];

/// Most colours.
pub const MOST: usize = 256;
/// Colours no further apart than this, squared, are one to the eye.
const ALIKE: u32 = 64;

/// The colours of pixels of four bytes each, and which of them each pixel is.
pub fn of(pixels: &[u8]) -> (Vec<Colour>, Vec<u8>) {
    let mut counts: BTreeMap<Colour, u32> = BTreeMap::new();
    for (colour, run) in runs(pixels) {
        *counts.entry(colour).or_default() += run as u32;
    }
    let mut colours: Vec<(Colour, u32)> = counts.into_iter().collect();
    colours.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let mut palette: Vec<Colour> = Vec::new();
    for (colour, _) in &colours {
        if palette.len() < MOST && palette.iter().all(|known| distance(*known, *colour) > ALIKE) {
            palette.push(*colour);
        }
    }
    let number = |(colour, _): (Colour, u32)| (colour, closest(&palette, colour));
    let numbers: BTreeMap<Colour, u8> = colours.into_iter().map(number).collect();
    let mut indexed = Vec::with_capacity(pixels.len() / 4);
    for (colour, run) in runs(pixels) {
        indexed.resize(indexed.len() + run, numbers[&colour]);
    }
    (palette, indexed)
}

/// The pixels, those alike that follow each other together.
fn runs(pixels: &[u8]) -> impl Iterator<Item = (Colour, usize)> {
    let (all, _) = pixels.as_chunks::<4>();
    all.chunk_by(|one, other| one == other).map(|run| ([run[0][0], run[0][1], run[0][2]], run.len()))
}

fn closest(palette: &[Colour], colour: Colour) -> u8 {
    let near = palette.iter().enumerate().min_by_key(|(_, known)| distance(**known, colour));
    near.map(|(number, _)| number as u8).unwrap_or_default()
}

fn distance(one: Colour, other: Colour) -> u32 {
    let by = |at: usize| u32::from(one[at].abs_diff(other[at])).pow(2);
    by(0) + by(1) + by(2)
}
