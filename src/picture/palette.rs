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
    let mut palette = Palette { colours: Vec::new(), by_red: vec![Vec::new(); 256] };
    for (colour, _) in &colours {
        if palette.colours.len() < MOST && palette.closest(*colour).is_none_or(|(away, _)| away > ALIKE) {
            palette.push(*colour);
        }
    }
    let number = |(colour, _): (Colour, u32)| {
        (colour, palette.closest(colour).map(|(_, number)| number).unwrap_or_default())
    };
    let numbers: BTreeMap<Colour, u8> = colours.into_iter().map(number).collect();
    let mut indexed = Vec::with_capacity(pixels.len() / 4);
    for (colour, run) in runs(pixels) {
        indexed.resize(indexed.len() + run, numbers[&colour]);
    }
    (palette.colours, indexed)
}

/// Colours, and the numbers of those with the same red, for a search that begins near a colour.
struct Palette {
    colours: Vec<Colour>,
    by_red: Vec<Vec<u8>>,
}

impl Palette {
    fn push(&mut self, colour: Colour) {
        self.by_red[usize::from(colour[0])].push(self.colours.len() as u8);
        self.colours.push(colour);
    }

    /// The closest colour's distance and number: the first of those equally close.
    fn closest(&self, colour: Colour) -> Option<(u32, u8)> {
        let mut closest: Option<(u32, u8)> = None;
        for away in 0..=u8::MAX {
            // All others differ by more in their red alone.
            if closest.is_some_and(|(least, _)| least < u32::from(away).pow(2)) {
                break;
            }
            let reds = [colour[0].checked_sub(away), colour[0].checked_add(away)];
            let numbers = reds.into_iter().flatten().flat_map(|red| &self.by_red[usize::from(red)]);
            let found = numbers.map(|number| (distance(self.colours[usize::from(*number)], colour), *number));
            closest = found.chain(closest).min();
        }
        closest
    }
}

/// The pixels, those alike that follow each other together.
fn runs(pixels: &[u8]) -> impl Iterator<Item = (Colour, usize)> {
    let (all, _) = pixels.as_chunks::<4>();
    all.chunk_by(|one, other| one == other).map(|run| ([run[0][0], run[0][1], run[0][2]], run.len()))
}

fn distance(one: Colour, other: Colour) -> u32 {
    let by = |at: usize| u32::from(one[at].abs_diff(other[at])).pow(2);
    by(0) + by(1) + by(2)
}
