//! The cases of both rulebooks: every numbered rule and every row of a chart.
#![allow(clippy::unwrap_used)]

mod casebook;
mod goeben_cases;
mod grand_fleet_cases;
