//! The mail door: the same seats with nothing but a mailbox. Orders come in as answers to mails; what happened and what is
//! asked goes out, one mail a decision.
//!
//! | part | what it does |
//! |---|---|
//! | [`inbound`] | what came: who wrote, and which lines are theirs |
//! | [`transport`] | where mails come from and go to: mailboxes, maildirs, mail servers |
//! | [`wording`] | what is said by mail in words of its own |

pub mod inbound;
pub mod transport;
pub mod wording;

/// The name of this door in the log and in the store, the kind of its addresses, and its channel.
pub const DOOR: &str = "mail";
