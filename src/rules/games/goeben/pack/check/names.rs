//! Names, ids and sources: all there, readable and told apart.

use super::Checked;
use crate::games::goeben::pack::Pack;
use crate::games::pack::Name;
use crate::games::pack::check::{heading, named_and_sourced, told_apart};

pub(super) fn check(pack: &Pack) -> Checked {
    heading(&pack.title, &pack.notice)?;
    named_and_sourced(names(pack), sources(pack))?;
    told_apart(pack.spaces.iter().map(|(id, spec)| ("spaces", id.as_str(), &spec.name)))?;
    // Of all nations together: an order names a ship by its id alone, whichever list of the pack it is in.
    let german = pack.german.iter().map(|(id, spec)| ("german", id.as_str(), &spec.name));
    told_apart(german.chain(pack.ships.iter().map(|(id, spec)| ("ships", id.as_str(), &spec.name))))
}

fn names(pack: &Pack) -> Vec<(String, &Name)> {
    let mut all = Vec::new();
    all.extend(pack.nations.iter().map(|(id, spec)| (format!("nations.{id}"), &spec.name)));
    all.extend(pack.spaces.iter().map(|(id, spec)| (format!("spaces.{id}"), &spec.name)));
    all.extend(pack.german.iter().map(|(id, spec)| (format!("german.{id}"), &spec.name)));
    all.extend(pack.ships.iter().map(|(id, spec)| (format!("ships.{id}"), &spec.name)));
    all.extend(pack.incidents.iter().map(|(id, spec)| (format!("incidents.{id}"), &spec.name)));
    all.extend(pack.cargo.iter().map(|(id, spec)| (format!("cargo.{id}"), &spec.name)));
    all.extend(pack.missions.iter().map(|(id, spec)| (format!("missions.{id}"), &spec.name)));
    all
}

fn sources(pack: &Pack) -> Vec<(String, &str)> {
    let numbered = |key: &str, index: usize| format!("{key}[{}]", index + 1);
    let mut all: Vec<(String, &str)> = vec![("set_up".to_owned(), &pack.set_up.source)];
    all.extend(pack.nations.iter().map(|(id, spec)| (format!("nations.{id}"), spec.source.as_str())));
    all.extend(pack.spaces.iter().map(|(id, spec)| (format!("spaces.{id}"), spec.source.as_str())));
    all.extend(pack.german.iter().map(|(id, spec)| (format!("german.{id}"), spec.source.as_str())));
    all.extend(pack.ships.iter().map(|(id, spec)| (format!("ships.{id}"), spec.source.as_str())));
    all.extend(pack.incidents.iter().map(|(id, spec)| (format!("incidents.{id}"), spec.source.as_str())));
    all.extend(pack.cargo.iter().map(|(id, spec)| (format!("cargo.{id}"), spec.source.as_str())));
    all.extend(pack.missions.iter().map(|(id, spec)| (format!("missions.{id}"), spec.source.as_str())));
    all.extend(pack.lines.iter().enumerate().map(|(n, spec)| (numbered("lines", n), spec.source.as_str())));
    all.extend(
        pack.coastal.iter().enumerate().map(|(n, spec)| (numbered("coastal", n), spec.source.as_str())),
    );
    let stocks = pack.set_up.stocks.iter().enumerate();
    all.extend(stocks.map(|(n, spec)| (numbered("set_up.stocks", n), spec.source.as_str())));
    all.extend(chart_sources(pack));
    all
}

fn chart_sources(pack: &Pack) -> Vec<(String, &str)> {
    let charts = &pack.charts;
    let mut all: Vec<(String, &str)> = [
        ("intelligence", &charts.intelligence.source),
        ("contact", &charts.contact.source),
        ("firing", &charts.firing.source),
        ("gunnery_german", &charts.gunnery_german.source),
        ("gunnery_allied", &charts.gunnery_allied.source),
        ("torpedo_german", &charts.torpedo_german.source),
        ("torpedo_allied", &charts.torpedo_allied.source),
        ("shore_port", &charts.shore_port.source),
        ("shore_base", &charts.shore_base.source),
        ("victory", &charts.victory.source),
        ("alert", &charts.alert.source),
        ("placement", &charts.placement.source),
    ]
    .map(|(key, source)| (key.to_owned(), source.as_str()))
    .into();
    all.extend(charts.terrain.iter().map(|(id, spec)| (format!("terrain.{id}"), spec.source.as_str())));
    all.extend(charts.targeting.iter().map(|(id, spec)| (format!("targeting.{id}"), spec.source.as_str())));
    let scores = [
        ("allied", &charts.victory.allied),
        ("german", &charts.victory.german),
        ("austro_hungarian", &charts.victory.austro_hungarian),
    ];
    for (side, classes) in scores {
        all.extend(
            classes.iter().map(|(class, spec)| (format!("victory.{side}.{class}"), spec.source.as_str())),
        );
    }
    all
}
