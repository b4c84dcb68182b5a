//! 8 Cargo: the costs and effects of counters, and standard outfits, which are shorthands for stowing orders.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::GoebenReport;
use crate::game::{Node, Options, OrderForm, Word};
use crate::games::goeben::ids::{Cargo, ShipId};
use crate::games::goeben::view::{ShipView, View};
use crate::report::Shorthand;
use crate::words::Lang;

/// The orders that an outfit is short for.
const LOAD: &str = "load";
/// Standard outfits: the counters for each ship, the most important first, as far as its points and boxes allow.
const OUTFITS: [(&str, [Cargo; 7]); 2] = [
    (
        "raider",
        [
            Cargo::TargetingCalculator,
            Cargo::ReserveCrew,
            Cargo::Seebataillon,
            Cargo::Optics,
            Cargo::Wireless,
            Cargo::TorpedoReload,
            Cargo::TorpedoNets,
        ],
    ),
    (
        "runner",
        [
            Cargo::DamageControl,
            Cargo::Optics,
            Cargo::Wireless,
            Cargo::ReserveCrew,
            Cargo::TorpedoNets,
            Cargo::TorpedoReload,
            Cargo::TargetingCalculator,
        ],
    ),
];

impl GoebenReport<'_> {
    /// The standard outfits as they can be stowed now, each ship in turn; none for an officer who may only propose what is
    /// stowed (25), for one proposal would take the place of the other.
    pub(super) fn outfits(&self, view: &View, options: &Options) -> Vec<Shorthand> {
        let Some(Node::OneOf { of: ships, .. }) = options.verb(LOAD) else { return vec![] };
        let has = |verbs: &[Word]| verbs.iter().any(|verb| verb.as_str() == LOAD);
        let mine = view.company.as_ref().map(|company| company.mine.as_ref());
        if mine.is_some_and(|mine| !mine.is_some_and(|mine| has(&mine.decides) && !has(&mine.proposes))) {
            return vec![];
        }
        let outfit = |(name, wanted): &(&'static str, [Cargo; 7])| {
            let mut taken: BTreeMap<Cargo, u8> = BTreeMap::new();
            let stowed: Vec<(ShipId, Vec<(Cargo, u8)>)> = ships
                .iter()
                .filter_map(|(ship, items)| {
                    let ship = ShipId(*ship);
                    Some((ship, self.stow(view, view.ships.get(&ship)?, items, wanted, &mut taken)))
                })
                .filter(|(_, stowed)| !stowed.is_empty())
                .collect();
            (!stowed.is_empty()).then(|| self.outfit(Word::literal(name), &stowed))
        };
        OUTFITS.iter().filter_map(outfit).collect()
    }

    fn outfit(&self, name: Word, stowed: &[(ShipId, Vec<(Cargo, u8)>)]) -> Shorthand {
        let load = |ship: ShipId, (cargo, hull_box): &(Cargo, u8)| {
            let hull_box: Word = hull_box.to_string().parse().unwrap_or_else(|_| cargo.word());
            OrderForm::new(Word::literal(LOAD))
                .with("ship", ship.0)
                .with("item", cargo.word())
                .with("box", hull_box)
        };
        // Counters for the same ships are reported together.
        let mut together: Vec<(Vec<ShipId>, Vec<Cargo>)> = Vec::new();
        let mut cargo: Vec<Cargo> =
            stowed.iter().flat_map(|(_, items)| items).map(|(cargo, _)| *cargo).collect();
        cargo.sort_unstable();
        cargo.dedup();
        for item in cargo {
            let takes = |(ship, items): &(ShipId, Vec<(Cargo, u8)>)| {
                items.iter().any(|(cargo, _)| *cargo == item).then_some(*ship)
            };
            let ships: Vec<ShipId> = stowed.iter().filter_map(takes).collect();
            match together.iter_mut().find(|(known, _)| *known == ships) {
                Some((_, items)) => items.push(item),
                None => together.push((ships, vec![item])),
            }
        }
        let told = together.iter().map(|(ships, items)| {
            let items = self.list(items.iter().map(|cargo| self.name(cargo.word())));
            self.say("outfit-ships", &[("ships", self.ships(ships).into()), ("items", items.into())])
        });
        let told = told.collect::<Vec<_>>().join(&self.say("list-separator-strong", &[]));
        let spent: u32 =
            stowed.iter().flat_map(|(_, items)| items).map(|(cargo, _)| u32::from(self.price(*cargo))).sum();
        let orders = stowed.iter().flat_map(|(ship, stowed)| stowed.iter().map(|item| load(*ship, item)));
        Shorthand {
            verb: Word::literal("outfit"),
            arg: "name",
            name,
            orders: orders.collect(),
            sentence: self.say("outfit-stows", &[("what", told.into()), ("points", spent.into())]),
        }
    }

    /// 8.1 to 8.3 The part of an outfit that a ship can stow, in the lowest free boxes; cargo that it has is not stowed again.
    fn stow(
        &self,
        view: &View,
        ship: &ShipView,
        items: &Node,
        wanted: &[Cargo],
        taken: &mut BTreeMap<Cargo, u8>,
    ) -> Vec<(Cargo, u8)> {
        let Node::OneOf { of: open, .. } = items else { return vec![] };
        let (mut points, mut boxes) = (ship.cargo_points, ship.ship.free_boxes().into_iter());
        let mut stowed = Vec::new();
        for cargo in wanted {
            let price = self.price(*cargo);
            let is_open = open.iter().any(|(word, _)| *word == cargo.word());
            // 8.3: counters are few; those that an earlier ship of this outfit takes are gone for the next.
            let used = in_use(view, *cargo) + taken.get(cargo).copied().unwrap_or(0);
            let is_left = self.pack().cargo.get(cargo).is_some_and(|spec| used < spec.count);
            if ship.ship.carries(*cargo) > 0 || !is_open || !is_left || price > points {
                continue;
            }
            // After the price: a counter that is too dear must not use up a box.
            let Some(hull_box) = boxes.next() else { break };
            points -= price;
            *taken.entry(*cargo).or_default() += 1;
            stowed.push((*cargo, hull_box));
        }
        stowed
    }

    fn price(&self, cargo: Cargo) -> u8 {
        self.pack().cargo.get(&cargo).map_or(0, |spec| spec.points)
    }

    /// The cargo that may be loaded now, each counter once with its effect, those of one price together; `None` for a node of
    /// another order.
    pub(super) fn cargo_on_offer(&self, verb: Word, node: &Node) -> Option<Vec<String>> {
        let Node::OneOf { of: ships, .. } = node else { return None };
        let spec = self.book.verb(LOAD).filter(|spec| spec.name == verb)?;
        let mut offer: BTreeMap<Reverse<u8>, BTreeSet<Cargo>> = BTreeMap::new();
        for (_, items) in ships {
            let Node::OneOf { of: items, .. } = items else { return None };
            for cargo in items.iter().filter_map(|(item, _)| Cargo::named(item.as_str())) {
                offer.entry(Reverse(self.price(cargo))).or_default().insert(cargo);
            }
        }
        let counter = |cargo: &Cargo| {
            let typed = self.book.type_word(self.lang, cargo.word(), spec, self.lexicon);
            self.say("cargo-does", &[("item", typed.into()), ("does", self.does(*cargo).into())])
        };
        let of_price = |(Reverse(points), counters): (&Reverse<u8>, &BTreeSet<Cargo>)| {
            let counters = self.list(counters.iter().map(counter));
            self.say("cargo-for", &[("points", (*points).into()), ("counters", counters.into())])
        };
        Some([spec.usage(self.lang)].into_iter().chain(offer.iter().map(of_price)).collect())
    }

    /// The effect of a counter, in a few words.
    fn does(&self, cargo: Cargo) -> String {
        let Some(spec) = self.pack().cargo.get(&cargo) else { return String::new() };
        // The contact of wireless counts only with two ships that carry it (Contact chart).
        let contact = if cargo == Cargo::Wireless { 0 } else { spec.contact };
        let more = [
            ("cargo-repair", spec.repair_dice),
            ("cargo-fire", spec.fire_dice),
            ("cargo-raid", spec.raid_dice),
            ("cargo-contact", contact),
        ];
        let more = more.into_iter().filter(|(_, more)| *more > 0);
        let more = more.map(|(key, more)| self.say(key, &[("more", more.into())]));
        let own = format!("cargo-{cargo}");
        let own = self.words.has(Lang::En, &own).then(|| self.say(&own, &[("contact", spec.contact.into())]));
        more.chain(own).collect::<Vec<_>>().join(&self.say("cargo-and", &[]))
    }
}

/// Counters of a kind that are not in the box any more (8.3).
fn in_use(view: &View, cargo: Cargo) -> u8 {
    let aboard: u8 = view.ships.values().map(|ship| ship.ship.carries(cargo)).sum();
    let ashore = view.places.values().filter(|place| cargo == Cargo::Seebataillon && place.landed).count();
    aboard.saturating_add(u8::try_from(ashore).unwrap_or(u8::MAX))
}
