//! Orders put together step by step: what there is to choose after what was chosen, in words, for every door that shows it.
//!
//! A path is a half-made order: a verb, words after it, and a value where no further word follows. It is written in a few
//! letters, which only mean something among the same options: [`digest`] tells one tree of options from another.
//!
//! | part | what it does |
//! |---|---|
//! | [`position`] | the options of a seat, with the words to show them |
//! | [`options_path`], [`path_value`] | a half-made order, and its letters |
//! | [`packing`] | numbers packed into letters |
//! | [`digest`] | tells one options tree from another |
//! | [`ways`] | the values of a node, where they are few |
//! | [`names`] | what everything is called |
//! | [`course`] | what there is to choose, and what needs no choosing |
//! | [`sorting`] | things sorted into bins |
//! | [`steps`] | the steps of an order, with a code for each choice, for doors without limits of their own |

pub mod course;
pub mod digest;
pub mod names;
pub mod options_path;
pub mod packing;
pub mod path_value;
pub mod position;
pub mod sorting;
pub mod steps;
pub mod ways;

pub use course::{MenuEntry, OrderCourse};
pub use names::Names;
pub use options_path::{OptionsPath, PathEnd, PathNode};
pub use path_value::PathValue;
pub use position::Position;
