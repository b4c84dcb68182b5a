//! The colours of a picture, 256 at most: those it has most of, none too close to another. A picture is drawn in few; the
//! others are mixtures at edges, for which the closest will do.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Red, green and blue.
type Colour = [u8; 3];

/// Most colours.
pub const MOST: usize = 256;
/// Colours no further apart than this, squared, are one to the eye.
const ALIKE: u32 = 64;

/// The colours of pixels of four bytes each, and which of them each pixel is.
pub fn of(pixels: &[u8]) -> (Vec<Colour>, Vec<u8>) {
    // A picture has some hundred thousand runs of a few thousand colours: each run is looked up once.
    let mut known: HashMap<Colour, usize, BuildHasherDefault<ColourHasher>> = HashMap::default();
    let mut colours: Vec<(Colour, u32)> = Vec::new();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (colour, run) in runs(pixels) {
        let at = *known.entry(colour).or_insert(colours.len());
        match colours.get_mut(at) {
            Some((_, count)) => *count += run as u32,
            None => colours.push((colour, run as u32)),
        }
        lines.push((at, run));
    }
    let mut by_count = colours.clone();
    // By colour too: equal counts must give the same bytes on every machine.
    by_count.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let mut palette = Palette { colours: Vec::new(), by_red: vec![Vec::new(); 256] };
    for (colour, _) in by_count {
        if palette.colours.len() < MOST && palette.closest(colour).is_none_or(|(away, _)| away > ALIKE) {
            palette.push(colour);
        }
    }
    let number = |(colour, _): &(Colour, u32)| palette.closest(*colour).map_or(0, |(_, number)| number);
    let numbers: Vec<u8> = colours.iter().map(number).collect();
    let mut indexed = Vec::with_capacity(pixels.len() / 4);
    for (at, run) in lines {
        indexed.resize(indexed.len() + run, numbers[at]);
    }
    (palette.colours, indexed)
}

/// Hashes a colour by its three bytes: nobody chooses colours that meet.
#[derive(Default)]
struct ColourHasher(u64);

impl Hasher for ColourHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 << 8) | u64::from(*byte);
        }
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        // 2^64 over the golden ratio, which spreads colours that differ in a few low bits.
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// Colours, and the numbers of those with the same red, for a search that begins near a colour.
struct Palette {
    colours: Vec<Colour>,
    by_red: Vec<Vec<u8>>,
}

impl Palette {
    fn push(&mut self, colour: Colour) {
        // At most `MOST` colours, so the last number is 255.
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
