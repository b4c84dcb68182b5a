//! The engine: what any game must offer, and chance, options and audiences. It knows no game and does no IO.

pub mod candidate;
pub mod caution;
mod chance;
mod dice;
mod engine;
mod events;
pub mod hint;
pub mod lesson;
pub mod limits;
pub mod odds;
mod options;
mod policy;
mod shared;
pub mod standing;
pub mod tally;
mod word;

pub use chance::{Chance, ChanceFault, Roll, RollForm, RollRequest};
pub use dice::Dice;
pub use engine::{Audience, Defect, Fact, Game, Prompt, Refusal, Resolved, Seat, Stop, Viewer};
pub use events::{Chapter, EventKind, Events, joined};
pub use options::{
    Arg, Bin, Item, Lines, Mismatch, Node, Options, OrderForm, Sort, Sorted, Walk, read_text, steers,
};
pub use policy::{FactPolicy, OrderPolicy, OwnNotice, Sealing, Undo};
pub use shared::Shared;
pub use word::{NotAWord, Word};
