//! The engine: what any game must offer, and chance, options and audiences. It knows no game and does no IO.

mod chance;
mod dice;
mod engine;
mod events;
pub mod limits;
mod options;
mod policy;
mod word;

pub use chance::{Call, Chance, ChanceFault, Form as RollForm, Roll};
pub use dice::Dice;
pub use engine::{Audience, Eyes, Fact, Fault, Game, Prompt, Refusal, Resolved, Seat, Stop};
pub use events::{Chapter, Events, Kind, joined};
pub use options::{
    Arg, Bin, Form, Item, Lines, Mismatch, Node, Options, Sort, Sorted, Walk, read_text, steers,
};
pub use policy::{FactPolicy, OrderPolicy, OwnNotice, Sealing, Undo};
pub use word::{NotAWord, Word};
