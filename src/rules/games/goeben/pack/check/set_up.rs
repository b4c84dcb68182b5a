//! The set-up (3.0).

use super::{Checked, known_space, once_each, require, starting_space, within};
use crate::games::goeben::ids::{Class, Incident, Nation, SpaceKind};
use crate::games::goeben::pack::{Pack, Stock, limits};
use crate::reason::Reason;

pub(super) fn check(pack: &Pack) -> Checked {
    let set_up = &pack.set_up;
    starting_space(pack, set_up.squadron, "set_up.squadron")?;
    if let Some(base) = set_up.campaign_base {
        starting_space(pack, base, "set_up.campaign_base")?;
    }
    within(set_up.alert, 1..=limits::ALERT, "set_up.alert")?;
    within(set_up.colliers_in_all, 0..=limits::COLLIERS, "set_up.colliers_in_all")?;
    within(set_up.colliers, 0..=set_up.colliers_in_all, "set_up.colliers")?;
    within(
        set_up.outfit_points_per_leadership,
        0..=limits::CARGO_POINTS,
        "set_up.outfit_points_per_leadership",
    )?;
    stocks(pack)
}

fn stocks(pack: &Pack) -> Checked {
    let stocks = &pack.set_up.stocks;
    once_each(stocks.iter().map(|stock| stock.nation), "set_up.stocks")?;
    let zones = stocks.iter().flat_map(|stock| stock.zones.iter().map(|draw| draw.zone));
    once_each(zones, "set_up.stocks")?;
    for nation in [Nation::British, Nation::French] {
        // 3.0(3): warships come into play by their stock alone, so without one they would be nowhere.
        let needed = warships(pack, nation) > 0;
        let there = stocks.iter().any(|stock| stock.nation == nation);
        let without = Reason::of("pack-no-stock").quoting("nation", nation);
        require(there || !needed, "set_up.stocks", without)?;
    }
    for (index, stock) in stocks.iter().enumerate() {
        self::stock(pack, stock, &format!("set_up.stocks[{}]", index + 1))?;
    }
    let used: u32 = stocks.iter().map(|stock| u32::from(stock.quiet_seas)).sum();
    let exist = pack.incidents.get(&Incident::QuietSeas).map_or(0, |spec| u32::from(spec.count));
    let few = Reason::of("pack-few-quiet-seas").quoting("used", used).quoting("exist", exist);
    require(used <= exist, "set_up.stocks", few)
}

fn stock(pack: &Pack, stock: &Stock, key: &str) -> Checked {
    let allied = matches!(stock.nation, Nation::British | Nation::French);
    require(allied, format!("{key}.nation"), Reason::of("pack-stock-nation"))?;
    for (index, draw) in stock.zones.iter().enumerate() {
        let key = format!("{key}.zones[{}]", index + 1);
        known_space(pack, draw.zone, format!("{key}.zone"))?;
        let zone = pack.spaces.get(&draw.zone).is_some_and(|spec| spec.kind == SpaceKind::PatrolZone);
        let other = Reason::of("pack-no-patrol-zone").quoting("space", draw.zone);
        require(zone, format!("{key}.zone"), other)?;
        within(draw.count, 0..=limits::ZONE_MARKERS, format!("{key}.count"))?;
    }
    let drawn: usize = stock.zones.iter().map(|draw| usize::from(draw.count)).sum();
    let holds = warships(pack, stock.nation) + usize::from(stock.quiet_seas);
    let small = Reason::of("pack-small-stock").with("drawn", drawn).with("holds", holds);
    require(drawn <= holds, format!("{key}.zones"), small)
}

fn warships(pack: &Pack, nation: Nation) -> usize {
    let ships = pack.ships.values();
    ships.filter(|ship| ship.nation == nation && !ship.what_if && ship.class != Class::TroopConvoy).count()
}
