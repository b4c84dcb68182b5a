//! Electronic mail, whoever uses it: what came is read, and carried from and to mailboxes. Nothing here knows of tables or players.
//!
//! | part | what it does |
//! |---|---|
//! | [`reading`] | what came: who wrote, and which lines are theirs |
//! | [`transport`] | where mails come from and go to: mailboxes, maildirs, mail servers |

pub mod reading;
pub mod transport;
