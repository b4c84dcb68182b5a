//! The names of *Goeben, 1914*.

use crate::book::{Joint, Lexicon, NameKind, Second};
use crate::game::Word;
use crate::games::goeben::ids::{ShipId, SpaceId, Track};
use crate::games::goeben::naval_combat::gunnery::COAST;
use crate::games::goeben::officers;
use crate::games::goeben::pack::{Name, Pack};
use crate::words::{Lang, Words};

/// A space of the map.
const SPACE: NameKind = NameKind::new("space").short().shown();
/// A ship.
const SHIP: NameKind = NameKind::new("ship").shown();
/// A cargo item.
const ITEM: NameKind = NameKind::new("item");
/// A track of a ship.
const TRACK: NameKind = NameKind::new("track");
/// A marker.
const MARKER: NameKind = NameKind::new("marker");
/// Anything else that has a name.
const OTHER: NameKind = NameKind::new("other");
/// A track of a ship: `goeben.coal`.
const OF_A_SHIP: Joint = Joint { first: "ship", sign: '.', shown: " ", message: None, second: Second::Named };
/// Cargo in a hull box (8): `wireless@3`.
const IN_A_BOX: Joint = Joint {
    first: "item",
    sign: '@',
    shown: " @",
    message: Some(("cargo-in-box", ["item", "box"])),
    second: Second::Number,
};

/// The names of everything in `pack`.
pub fn lexicon(words: &Words, pack: &Pack) -> Lexicon {
    let mut lexicon = Lexicon::default();
    lexicon.join(OF_A_SHIP);
    lexicon.join(IN_A_BOX);
    let mut add = |sort, word, name: &Name| lexicon.add(sort, word, &name.en, &name.ja);
    for (SpaceId(id), spec) in &pack.spaces {
        add(SPACE, *id, &spec.name);
    }
    for (ShipId(id), spec) in &pack.german {
        add(SHIP, *id, &spec.name);
    }
    for (ShipId(id), spec) in &pack.ships {
        add(SHIP, *id, &spec.name);
    }
    for (cargo, spec) in &pack.cargo {
        add(ITEM, cargo.word(), &spec.name);
    }
    for (incident, spec) in &pack.incidents {
        add(MARKER, incident.word(), &spec.name);
    }
    for (mission, spec) in &pack.missions {
        add(OTHER, mission.word(), &spec.name);
    }
    for (nation, spec) in &pack.nations {
        add(OTHER, nation.word(), &spec.name);
    }
    for track in Track::ALL {
        let key = format!("track-{track}");
        let name = |lang| words.say(lang, &key, &[]);
        lexicon.add(TRACK, track.word(), &name(Lang::En), &name(Lang::Ja));
    }
    // A commander of a ship is called as the ship is (25).
    for seat in officers::staff().into_iter().chain([officers::austria()]) {
        let key = format!("seat-{seat}");
        let name = |lang| words.say(lang, &key, &[]);
        lexicon.add(OTHER, seat.0, &name(Lang::En), &name(Lang::Ja));
    }
    // Gunnery orders name the coast as their target, and it is no ship of the pack (16).
    let coast = |lang| words.say(lang, "coast-name", &[]);
    lexicon.add(OTHER, Word::literal(COAST), &coast(Lang::En), &coast(Lang::Ja));
    lexicon
}
