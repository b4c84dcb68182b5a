//! Signs as emoji of the application: dice that hit, boxes for what is to be reached, and the emblems of names. A text carries a
//! mark of one character for each. What goes out has the emoji or, where there is none or no room for it, the sign as it is
//! typed; an emblem, which stands beside its name, is left out.

use std::collections::BTreeMap;

use super::drawing::{self, SIZE};
use crate::door::discord::id::Id;
use crate::picture::{Form, Paint, PictureFault, Point, Scene, Theme, png};
use crate::report::Emblem;

/// The sign of a die's face, of a box or of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnSign {
    /// The name of its emoji. Discord shows the name where the emoji was deleted.
    pub name: &'static str,
    /// The sign as it is typed; empty for an emblem.
    typed: &'static str,
    what: What,
}

/// The meaning of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Die(u8),
    Box { ticked: bool },
    Beside(Emblem),
}

const fn beside(name: &'static str, emblem: Emblem) -> DrawnSign {
    DrawnSign { name, typed: "", what: What::Beside(emblem) }
}

/// Every sign. A new one comes last: marks are numbered in this order.
pub const SIGNS: [DrawnSign; 21] = [
    DrawnSign { name: "wardroom_1", typed: "[1]", what: What::Die(1) },
    DrawnSign { name: "wardroom_2", typed: "[2]", what: What::Die(2) },
    DrawnSign { name: "wardroom_3", typed: "[3]", what: What::Die(3) },
    DrawnSign { name: "wardroom_4", typed: "[4]", what: What::Die(4) },
    DrawnSign { name: "wardroom_5", typed: "[5]", what: What::Die(5) },
    DrawnSign { name: "wardroom_6", typed: "[6]", what: What::Die(6) },
    DrawnSign { name: "wardroom_not_yet", typed: "[ ]", what: What::Box { ticked: false } },
    DrawnSign { name: "wardroom_reached", typed: "[x]", what: What::Box { ticked: true } },
    beside("wardroom_german", Emblem::Germany),
    beside("wardroom_british", Emblem::Britain),
    beside("wardroom_french", Emblem::French),
    beside("wardroom_austro_hungarian", Emblem::AustroHungarian),
    beside("wardroom_italian", Emblem::Italian),
    beside("wardroom_ottoman", Emblem::Ottoman),
    beside("wardroom_greek", Emblem::Greek),
    beside("wardroom_spanish", Emblem::Spanish),
    beside("wardroom_battleship", Emblem::Battleship),
    beside("wardroom_cruiser", Emblem::Cruiser),
    beside("wardroom_flotilla", Emblem::Flotilla),
    beside("wardroom_transport", Emblem::Transport),
    beside("wardroom_coal", Emblem::Coal),
];

/// The mark of the first sign, in the area that Unicode leaves to private use.
const FIRST: u32 = 0xe6d0;

/// The sign that a line begins with: its mark, and its length in bytes.
pub fn mark_of(line: &str) -> Option<(char, usize)> {
    let begins = |sign: &DrawnSign| !sign.typed.is_empty() && line.starts_with(sign.typed);
    let at = SIGNS.iter().position(begins)?;
    Some((mark_at(at)?, SIGNS[at].typed.len()))
}

/// The mark of an emblem.
pub fn mark_beside(emblem: Emblem) -> Option<char> {
    mark_at(SIGNS.iter().position(|sign| sign.what == What::Beside(emblem))?)
}

fn mark_at(at: usize) -> Option<char> {
    char::from_u32(FIRST + u32::try_from(at).ok()?)
}

/// Returns whether a character is the mark of a sign.
pub fn is_mark(c: char) -> bool {
    sign_of(c).is_some()
}

fn sign_of(c: char) -> Option<&'static DrawnSign> {
    SIGNS.get(usize::try_from(u32::from(c).checked_sub(FIRST)?).ok()?)
}

impl DrawnSign {
    /// The sign as it is typed, escaped; empty for an emblem.
    fn as_typed(&self) -> String {
        if self.typed.is_empty() { String::new() } else { format!("\\{}", self.typed) }
    }

    /// The characters of the sign as it is typed.
    fn typed_length(&self) -> usize {
        if self.typed.is_empty() { 0 } else { self.typed.len() + 1 }
    }

    /// The sign as an emoji of the application; an emblem is parted from its name.
    fn as_emoji(&self, id: Id) -> String {
        format!("<:{}:{id}>{}", self.name, if self.typed.is_empty() { " " } else { "" })
    }
}

/// Discord's length of a text: its Unicode scalar values, each mark of a sign as long as the sign is typed.
pub fn length(text: &str) -> usize {
    text.chars().map(|c| sign_of(c).map_or(1, DrawnSign::typed_length)).sum()
}

/// The emoji that the application has, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emoji(BTreeMap<&'static str, Id>);

impl Emoji {
    /// No emoji: every sign goes out as it is typed.
    pub const NONE: &'static Emoji = &Emoji(BTreeMap::new());

    /// Adds the emoji of a sign.
    pub fn add(&mut self, sign: &DrawnSign, id: Id) {
        self.0.insert(sign.name, id);
    }

    /// The number of signs with an emoji.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A text with signs in place of their marks, of at most `most` characters if its [`length`] is no more.
    pub fn shown(&self, text: &str, most: usize) -> String {
        let mut room = most.saturating_sub(length(text));
        let mut shown = String::with_capacity(text.len());
        for c in text.chars() {
            let Some(sign) = sign_of(c) else {
                shown.push(c);
                continue;
            };
            let emoji = self.0.get(sign.name).map(|id| sign.as_emoji(*id));
            // All of it is ASCII, so its bytes are its characters.
            let more = emoji.as_ref().map_or(0, |emoji| emoji.len().saturating_sub(sign.typed_length()));
            match emoji.filter(|_| more <= room) {
                Some(emoji) => {
                    room -= more;
                    shown.push_str(&emoji);
                }
                None => shown.push_str(&sign.as_typed()),
            }
        }
        shown
    }
}

/// The picture of a sign's emoji, as a PNG file.
///
/// # Errors
/// [`PictureFault`].
pub fn drawn(sign: &DrawnSign) -> Result<Vec<u8>, PictureFault> {
    let theme = Theme::dark();
    let at = |x: f64, y: f64| (SIZE * x, SIZE * y);
    let scene = match sign.what {
        What::Die(face) => {
            let mut die = Scene::new(SIZE, SIZE, theme.gold.fill);
            for (x, y) in pips(face) {
                die.disc(at(x, y), SIZE * 0.1, Paint::fill(theme.gold.ink));
            }
            die
        }
        What::Box { ticked } => {
            let mut scene = Scene::new(SIZE, SIZE, theme.card);
            let edge = vec![at(0.08, 0.08), at(0.92, 0.08), at(0.92, 0.92), at(0.08, 0.92)];
            scene.mark(Form::Polygon(edge), Paint::stroke(theme.edge, SIZE * 0.08));
            if ticked {
                let tick = vec![at(0.24, 0.52), at(0.43, 0.72), at(0.78, 0.28)];
                scene.line(tick, Paint::stroke(theme.gold.fill, SIZE * 0.13));
            }
            scene
        }
        What::Beside(emblem) => drawing::emblem(emblem, theme),
    };
    png(&scene)
}

/// The middles of the pips of a face, in parts of the die.
fn pips(face: u8) -> Vec<Point> {
    let (low, middle, high) = (0.24, 0.5, 0.76);
    let mut pips = Vec::new();
    if face % 2 == 1 {
        pips.push((middle, middle));
    }
    if face > 1 {
        pips.extend([(low, low), (high, high)]);
    }
    if face > 3 {
        pips.extend([(high, low), (low, high)]);
    }
    if face == 6 {
        pips.extend([(low, middle), (high, middle)]);
    }
    pips
}
