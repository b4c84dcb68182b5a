//! Single parts of the library, each by itself.

mod app;
mod audit_dice;
mod book;
mod bots;
mod club;
mod config;
mod dice_page;
mod figures;
pub mod log;
mod luck;
mod observe;
mod pace;
mod page;
mod palette;
mod private;
mod seal;
mod table_id;
