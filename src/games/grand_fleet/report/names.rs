//! The names of a data pack, for typing and for reading.

use crate::book::{Lexicon, Sort};
use crate::game::Word;
use crate::games::grand_fleet::ids::{HexId, ShipId, Side};
use crate::games::grand_fleet::pack::Pack;
use crate::words::{Lang, Words};

/// What everything in `pack` is called.
pub fn lexicon(words: &Words, pack: &Pack) -> Lexicon {
    let mut lexicon = Lexicon::default();
    for (kind, spec) in &pack.types {
        // The letters of the counter first: they are what is shown, and short to type.
        lexicon.add(Sort::Class, kind.word(), &spec.letters, &spec.letters);
        lexicon.add(Sort::Class, kind.word(), &spec.name.en, &spec.name.ja);
    }
    for (ShipId(id), spec) in &pack.ships {
        lexicon.add(Sort::Ship, *id, &spec.name.en, &spec.name.ja);
    }
    for (HexId(id), spec) in &pack.hexes {
        let name = |name: fn(&crate::games::pack::Name) -> &String| {
            spec.name.as_ref().map_or_else(|| id.to_string(), |both| name(both).clone())
        };
        lexicon.add(Sort::Space, *id, &name(|both| &both.en), &name(|both| &both.ja));
    }
    for side in Side::ALL {
        let name = |lang| words.say(lang, &format!("gf-side-{side}"), &[]);
        let word: Word = side.word();
        lexicon.add(Sort::Other, word, &name(Lang::En), &name(Lang::Ja));
    }
    lexicon
}
