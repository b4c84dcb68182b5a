//! The map: its picture, what joins what, and how far the bases are apart.

use std::collections::BTreeSet;

use wardroom::games::grand_fleet::ids::*;
use wardroom::games::grand_fleet::pack::*;

use super::hex;

/// The map as the facts draw it, each line half a row: H home, b British near, g German near, x forbidden.
const PICTURE: &str = "
           301       501
      201       401      x601
 102       302       502
     H202       402      x602
           303       503      x703      x903
     b203       403       603       803
           304       504       704      x904
     b204       404       604
           305       505      g705
     b205       405       605
          b306       506      g706
                406      g606      g806
          b307       507      H707
               b407
                    x508
               b408
                    x509
               b409
";

#[test]
fn the_picture_follows_from_columns_and_rows() {
    assert_eq!(picture(&Pack::builtin()), PICTURE);
}

fn picture(pack: &Pack) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut hexes: Vec<(&HexId, &HexSpec)> = pack.hexes.iter().collect();
    hexes.sort_by_key(|(_, spec)| spec.column);
    for (id, spec) in hexes {
        let line = 2 * (spec.row as usize - 1) + usize::from(spec.column % 2 == 0);
        let flag = match (spec.kind, spec.owner) {
            (HexKind::Home, _) => 'H',
            (HexKind::Near, Some(Side::British)) => 'b',
            (HexKind::Near, _) => 'g',
            (HexKind::Forbidden, _) => 'x',
            (HexKind::Normal, _) => ' ',
        };
        lines.resize(lines.len().max(line + 1), String::new());
        let start = 5 * (spec.column as usize - 1);
        lines[line] = format!("{:<start$}{flag}{id}", lines[line]);
    }
    format!("\n{}\n", lines.join("\n"))
}

#[test]
fn rule_2_2_hexes_by_kind() {
    let pack = Pack::builtin();
    let kinds = |kind| pack.hexes.values().filter(|hex| hex.kind == kind).count();
    assert_eq!(HexKind::ALL.iter().map(|kind| kinds(*kind)).collect::<Vec<_>>(), [25, 12, 2, 7]);
    assert_eq!(pack.hexes.len() - kinds(HexKind::Forbidden), 39);
}

#[test]
fn rule_11_the_points_of_each_hex() {
    let pack = Pack::builtin();
    let points: Vec<String> = pack
        .hexes
        .iter()
        .filter(|(_, hex)| hex.vp_halves > 0)
        .map(|(id, hex)| format!("{id} {}", hex.vp_halves))
        .collect();
    let british = "202 4, 203 2, 204 2, 205 1, 306 1, 307 1, 407 1, 408 2, 409 2";
    assert_eq!(points.join(", "), format!("{british}, 606 2, 705 1, 706 2, 707 4, 806 3"));
}

#[test]
fn neighbours_are_those_of_the_drawn_grid_that_may_be_entered() {
    let pack = Pack::builtin();
    let sea = |hex: &HexSpec| hex.kind != HexKind::Forbidden;
    for (id, spec) in &pack.hexes {
        // Odd columns touch the same and the upper row of the next ones, even columns the same and the lower.
        let (c, r) = (spec.column, spec.row);
        let lower = if c % 2 == 0 { r + 1 } else { r - 1 };
        let beside = [(c, r - 1), (c, r + 1), (c + 1, lower), (c + 1, r), (c - 1, lower), (c - 1, r)];
        let touched = |at: &HexSpec| beside.contains(&(at.column, at.row)) && sea(at) && sea(spec);
        let touched = pack.hexes.iter().filter(|(_, at)| touched(at)).map(|(next, _)| *next);
        assert_eq!(spec.neighbours, touched.collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn steps_between_bases() {
    let chart = Chart::builtin();
    assert_eq!(steps(&chart, "202", "707"), Some(7), "Scapa Flow to Wilhelmshaven");
    assert_eq!(steps(&chart, "204", "706"), Some(5), "the Forth to the Heligoland Bight");
    assert_eq!(steps(&chart, "202", "508"), None, "no way to a forbidden hex");
    assert_eq!(chart.neighbours(hex("999")), []);
}

/// Steps on the shortest way.
fn steps(chart: &Chart, from: &str, to: &str) -> Option<usize> {
    let mut reached = BTreeSet::from([hex(from)]);
    for count in 0..chart.pack().hexes.len() {
        if reached.contains(&hex(to)) {
            return Some(count);
        }
        let next: Vec<HexId> = reached.iter().flat_map(|at| chart.neighbours(*at)).copied().collect();
        reached.extend(next);
    }
    None
}
