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
mod seat;
mod shared;
pub mod standing;
mod stop;
pub mod tally;
mod word;

pub use chance::{Chance, ChanceFault, Roll, RollForm, RollRequest};
pub use dice::Dice;
pub use engine::{Fact, Game, Prompt, Resolved};
pub use events::{Chapter, EventKind, Events, joined};
pub use options::{
    Arg, Bin, Item, Lines, Mismatch, Node, Options, OrderForm, Sort, Sorted, Walk, read_text, steers,
};
pub use policy::{FactPolicy, OrderPolicy, OwnNotice, Sealing, Undo};
pub use seat::{Audience, Seat, Viewer};
pub use shared::Shared;
pub use stop::{Defect, Refusal, Stop};
pub use word::{NotAWord, Word};
