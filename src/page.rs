//! A table's past as one page of HTML that needs no network: its text, its log, what of a picture changes from step to
//! step, and the script that shows and checks them. This part knows no game: it is handed steps, lines and words.
//!
//! ```text
//! steps, dice, log → page
//! ```
//!
//! | part | what it does |
//! |---|---|
//! | [`frames`] | pictures and positions, each piece once, as differences |
//! | [`html`] | the page |
//! | [`read`] | what a page says of itself, and its log |
//!
//! `assets/page/` has its style sheet and its scripts. [docs/decisions/one-file.md](../docs/decisions/one-file.md) says why.

pub mod frames;
pub mod html;
pub mod read;

pub use html::{TablePage, club_log_part, html, with_club_log};
pub use read::{Claims, ClubLogPart, ReadPage};

use crate::picture::Scene;
use crate::report::{ReportLine, Weight};

/// One step of a table's past: its report, and the table at that point.
#[derive(Clone, Debug)]
pub struct PageStep {
    /// The entry it begins at.
    pub seq: u64,
    /// The part of the log and the day, for longer strides.
    pub day: (u32, u32),
    /// The phase.
    pub phase: String,
    /// The moment of the table in a line: day and phase.
    pub moment: String,
    /// The report.
    pub told: Vec<ReportLine>,
    /// The position in words.
    pub position: Vec<(Weight, String)>,
    /// The position as a picture, with the latest events; `None` for a game without pictures.
    pub scene: Option<Scene>,
}
