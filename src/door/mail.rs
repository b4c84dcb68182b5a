//! The mail door: the same seats with nothing but a mailbox. Orders come in as answers to mails; what happened and what is
//! asked goes out, one mail a decision. Mail itself, as it is read and carried, is [`crate::mail`].
//!
//! | part | what it does |
//! |---|---|
//! | [`intake`] | a mailbox is attended to: each mail is answered, then put away |
//! | [`health`] | the state of a mailbox, for the operator |
//! | [`desk`] | the order in which mails are worked on |
//! | `answering` | one mail from its turn to the answer that is sent |
//! | [`handle`] | who wrote a mail, whether they may order, what was answered before |
//! | [`mail_door`] | what that takes: tokens, limits, how a letter goes out |
//! | `answer`, `commands`, `opening` | what a mail asks for, line by line |
//! | `context` | the facts about a mail while it is carried out |
//! | `question` | the question of a letter, the news and the board |
//! | `seen` | mails that are done |
//! | [`requests`] | requests for what takes seconds to work out, and their results |
//! | `slow` | what works them out, apart from the mail that asks |
//! | `doubts` | what in a mail is not surely an order |
//! | `menu` | the menu of a mail |
//! | `linking` | one person who plays by mail and in another door |
//! | `lists` | lists of tables |
//! | [`pictures`] | the pictures that a player wants, and has seen |
//! | `rematch` | a finished table's game once more |
//! | [`token`] | what our mails carry so that an answer is known for one |
//! | [`letter`], `body`, `html` | a mail of ours: its form on the wire, its words, and those as HTML |
//! | [`tap`] | links that open a mail which is already written |
//! | [`courier`] | what is sent unasked |
//! | [`wording`] | what is said by mail in words of its own |

mod answer;
mod answering;
mod body;
mod commands;
mod context;
pub mod courier;
mod daily;
pub mod desk;
mod doubts;
pub mod handle;
pub mod health;
mod html;
pub mod intake;
pub mod letter;
mod linking;
mod lists;
pub mod mail_door;
mod master;
mod menu;
mod named;
mod opening;
pub mod pictures;
mod question;
mod rematch;
pub mod requests;
mod seen;
mod slow;
pub mod tap;
pub mod token;
pub mod wording;

/// The name of this door in the log and in the store, the kind of its addresses, and its channel.
pub const DOOR: &str = "mail";
