//! Names, ids and sources: all there, readable and told apart.

use crate::games::grand_fleet::pack::Pack;
use crate::games::pack::check::{heading, named_and_sourced, told_apart};
use crate::games::pack::{Checked, Name};

pub(super) fn check(pack: &Pack) -> Checked {
    heading(&pack.title, &pack.notice)?;
    named_and_sourced(names(pack), sources(pack))?;
    told_apart(pack.types.iter().map(|(id, spec)| ("types", id.as_str(), &spec.name)))?;
    let hexes = pack.hexes.iter().filter_map(|(id, spec)| Some(("hexes", id.as_str(), spec.name.as_ref()?)));
    told_apart(hexes)?;
    told_apart(pack.ships.iter().map(|(id, spec)| ("ships", id.as_str(), &spec.name)))
}

fn names(pack: &Pack) -> Vec<(String, &Name)> {
    let mut all = Vec::new();
    all.extend(pack.types.iter().map(|(id, spec)| (format!("types.{id}"), &spec.name)));
    all.extend(pack.hexes.iter().filter_map(|(id, spec)| Some((format!("hexes.{id}"), spec.name.as_ref()?))));
    all.extend(pack.ships.iter().map(|(id, spec)| (format!("ships.{id}"), &spec.name)));
    all
}

fn sources(pack: &Pack) -> Vec<(String, &str)> {
    let numbered = |key: &str, index: usize| format!("{key}[{}]", index + 1);
    let mut all: Vec<(String, &str)> = vec![("submarine_war".to_owned(), &pack.submarine_war.source)];
    all.extend(pack.types.iter().map(|(id, spec)| (format!("types.{id}"), spec.source.as_str())));
    all.extend(pack.hexes.iter().map(|(id, spec)| (format!("hexes.{id}"), spec.source.as_str())));
    all.extend(pack.ships.iter().map(|(id, spec)| (format!("ships.{id}"), spec.source.as_str())));
    let damage = pack.damage.iter().enumerate();
    all.extend(damage.map(|(n, row)| (numbered("damage", n), row.source.as_str())));
    let outbreak = pack.outbreak.iter().enumerate();
    all.extend(outbreak.map(|(n, row)| (numbered("outbreak", n), row.source.as_str())));
    let submarines = pack.submarine_war.rows.iter().enumerate();
    all.extend(submarines.map(|(n, row)| (numbered("submarine_war.rows", n), row.source.as_str())));
    all
}
