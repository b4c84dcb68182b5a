//! Single parts of the engine, each by itself.

mod chance;
mod dice;
mod events;
mod odds;
mod options_text;
mod shared;
