//! The names of a data pack, for typing and for reading.

use crate::book::{Joint, Lexicon, Second, Sort};
use crate::game::Word;
use crate::games::goeben::ids::{ShipId, SpaceId, Track};
use crate::games::goeben::naval_combat::gunnery::COAST;
use crate::games::goeben::officers;
use crate::games::goeben::pack::{Name, Pack};
use crate::words::{Lang, Words};

/// A track of a ship: `goeben.coal`.
const OF_A_SHIP: Joint = Joint { sign: '.', shown: " ", message: None, second: Second::Named };
/// Cargo in a hull box (8): `wireless@3`.
const IN_A_BOX: Joint = Joint {
    sign: '@',
    shown: " @",
    message: Some(("cargo-in-box", ["item", "box"])),
    second: Second::Number,
};

/// What everything in `pack` is called.
pub fn lexicon(words: &Words, pack: &Pack) -> Lexicon {
    let mut lexicon = Lexicon::default();
    lexicon.join(OF_A_SHIP);
    lexicon.join(IN_A_BOX);
    let mut add = |sort, word, name: &Name| lexicon.add(sort, word, &name.en, &name.ja);
    for (SpaceId(id), spec) in &pack.spaces {
        add(Sort::Space, *id, &spec.name);
    }
    for (ShipId(id), spec) in &pack.german {
        add(Sort::Ship, *id, &spec.name);
    }
    for (ShipId(id), spec) in &pack.ships {
        add(Sort::Ship, *id, &spec.name);
    }
    for (cargo, spec) in &pack.cargo {
        add(Sort::Item, cargo.word(), &spec.name);
    }
    for (incident, spec) in &pack.incidents {
        add(Sort::Marker, incident.word(), &spec.name);
    }
    for (mission, spec) in &pack.missions {
        add(Sort::Other, mission.word(), &spec.name);
    }
    for (nation, spec) in &pack.nations {
        add(Sort::Other, nation.word(), &spec.name);
    }
    for track in Track::ALL {
        let key = format!("track-{track}");
        let name = |lang| words.say(lang, &key, &[]);
        lexicon.add(Sort::Track, track.word(), &name(Lang::En), &name(Lang::Ja));
    }
    // A commander of a ship is called as the ship is (25).
    for seat in officers::staff().into_iter().chain([officers::austria()]) {
        let key = format!("seat-{seat}");
        let name = |lang| words.say(lang, &key, &[]);
        lexicon.add(Sort::Other, seat.0, &name(Lang::En), &name(Lang::Ja));
    }
    let coast = |lang| words.say(lang, "coast-name", &[]);
    lexicon.add(Sort::Other, Word::literal(COAST), &coast(Lang::En), &coast(Lang::Ja));
    lexicon
}
