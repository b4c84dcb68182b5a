//! Pictures: what a position looks like, drawn and told in words. This part knows no game; each game has a painter of
//! its own, which is handed a view and makes a [`Scene`] of it.
//!
//! ```text
//! view, entries → scene → SVG → PNG
//! ```
//!
//! | part | what it does |
//! |---|---|
//! | [`scene`] | a picture as plain data: shapes, and what they are |
//! | [`theme`] | the colours, light and dark |
//! | [`font`] | the one font: widths, line breaks, glyphs that are missing |
//! | [`symbols`] | anchors, stars, bursts, silhouettes, emblems |
//! | [`layout`] | boxes pushed apart until none covers another |
//! | [`coast`] | coasts as data, cut and simplified for a window of the map |
//! | [`svg`] | a scene written as SVG |
//! | [`raster`] | a scene as pixels |
//! | [`palette`] | the colours of pixels, 256 at most |
//!
//! [docs/decisions/pictures.md](../docs/decisions/pictures.md) says why.

/// The kind of picture that every game which has it draws of its end, from everything that happened.
pub const END: &str = "end";

pub mod coast;
pub mod font;
pub mod layout;
pub mod palette;
pub mod raster;
pub mod scene;
pub mod svg;
pub mod symbols;
pub mod theme;

pub use raster::{PictureFault, halved, png};
pub use scene::{Anchor, Area, Dash, Figure, Form, Paint, Point, Role, Scene, Target};
pub use svg::{PageScene, TargetLink, linked, svg};
pub use theme::{Theme, Tint};
