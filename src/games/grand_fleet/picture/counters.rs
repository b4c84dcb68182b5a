//! The counters of fleets: British ones round with a ring, German ones square with a cross.

use super::Painter;
use crate::games::grand_fleet::ids::{HexId, Side};
use crate::picture::{Anchor, Area, Paint, Scene, font};

/// A counter on the map.
pub(super) struct Piece {
    /// Its side.
    pub(super) side: Side,
    /// Its text: `?×2`, `3`, `3×6`.
    pub(super) text: String,
    /// True if it is a stack.
    pub(super) behind: bool,
    /// It has come here since the reader's last order.
    pub(super) fresh: bool,
}

impl Painter<'_> {
    /// The pieces in a hex: face-down markers of a side as one counter, all others one by one.
    pub(super) fn pieces(&self, hex: HexId) -> Vec<Piece> {
        // At the end nothing is at sea any more; the counters then tell the losses.
        if let Some(chronicle) = self.chronicle {
            return self.sunk_in(chronicle, hex);
        }
        let Some(battle) = &self.view.battle else { return vec![] };
        let moved = self.moves().iter().any(|(_, to)| *to == hex);
        let mut pieces = Vec::new();
        for side in Side::ALL.iter().copied() {
            let fresh = moved || self.placed(side).contains(&hex);
            let piece = |text: String, behind| Piece { side, text, behind, fresh };
            let markers = || battle.markers.iter().filter(|marker| marker.side == side && marker.hex == hex);
            // Face-down markers are alike to everybody, so a number says as much as many counters.
            let hidden = markers().filter(|marker| marker.shown.is_none()).count();
            match hidden {
                0 => {}
                1 => pieces.push(piece("?".to_owned(), false)),
                count => pieces.push(piece(format!("?×{count}"), true)),
            }
            pieces.extend(
                markers().filter_map(|marker| marker.shown).map(|number| piece(number.to_string(), false)),
            );
            let fleets = self.fleets_of(battle, side).into_iter().filter(|fleet| fleet.hex == hex);
            pieces
                .extend(fleets.map(|fleet| piece(format!("{}×{}", fleet.number, fleet.ships.len()), false)));
        }
        pieces
    }

    /// Draws a counter in an area.
    pub(super) fn piece(&self, scene: &mut Scene, piece: &Piece, area: Area) {
        self.piece_of(scene, piece, (area, true));
    }

    /// The same with or without its emblem: a narrow one is told by its form, and needs the room for its text.
    pub(super) fn piece_of(&self, scene: &mut Scene, piece: &Piece, (area, has_emblem): (Area, bool)) {
        let (theme, pair) = (self.theme, self.pair(piece.side));
        let round = if piece.side == Side::British { area.h / 2.0 } else { 0.0 };
        let edge = if piece.fresh { theme.moved } else { theme.halo };
        if piece.behind {
            scene.rect(area.moved(4.0, -4.0), round, Paint::fill(theme.card).edged(pair.fill, 2.0));
        }
        scene.rect(area, round, Paint::fill(pair.fill).edged(edge, if piece.fresh { 3.4 } else { 1.6 }));
        let y = area.middle().1;
        let mut left = area.x + 6.0;
        if has_emblem {
            let r = area.h * 0.3;
            let emblem = area.x + r + area.h * 0.26;
            self.emblem(scene, piece.side, (emblem, y), r, pair.ink);
            left = emblem + r;
        }
        let most = area.right() - left - 6.0;
        let size = font::fitting(&piece.text, area.h * 0.84, most);
        scene.write(((left + area.right()) / 2.0, y), size, Anchor::Middle, &piece.text, pair.ink);
    }
}
