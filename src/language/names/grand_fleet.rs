//! The names of *Grand Fleet*.

use crate::book::{Lexicon, NameKind};
use crate::game::Word;
use crate::games::grand_fleet::ids::{HexId, ShipId, Side};
use crate::games::grand_fleet::pack::Pack;
use crate::words::{Lang, Words};

/// A space of the map.
const SPACE: NameKind = NameKind::new("space").short().shown();
/// A ship.
const SHIP: NameKind = NameKind::new("ship").shown();
/// A class of ships.
const CLASS: NameKind = NameKind::new("class").classes();
/// Anything else that has a name.
const OTHER: NameKind = NameKind::new("other");

/// The names of everything in `pack`.
pub fn lexicon(words: &Words, pack: &Pack) -> Lexicon {
    let mut lexicon = Lexicon::default();
    for (kind, spec) in &pack.types {
        // The letters of the counter first: they are shown, and short to type.
        lexicon.add(CLASS, kind.word(), &spec.letters, &spec.letters);
        lexicon.add(CLASS, kind.word(), &spec.name.en, &spec.name.ja);
    }
    for (ShipId(id), spec) in &pack.ships {
        lexicon.add(SHIP, *id, &spec.name.en, &spec.name.ja);
        lexicon.class(*id, spec.kind.word());
    }
    for (HexId(id), spec) in &pack.hexes {
        let name = |name: fn(&crate::games::pack::Name) -> &String| {
            // Most of the open sea has no name; such a hex is called by its number in both languages.
            spec.name.as_ref().map_or_else(|| id.to_string(), |both| name(both).clone())
        };
        lexicon.add(SPACE, *id, &name(|both| &both.en), &name(|both| &both.ja));
    }
    for side in Side::ALL {
        let name = |lang| words.say(lang, &format!("gf-side-{side}"), &[]);
        let word: Word = side.word();
        lexicon.add(OTHER, word, &name(Lang::En), &name(Lang::Ja));
    }
    lexicon
}
