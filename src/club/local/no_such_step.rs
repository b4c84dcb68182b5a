//! Steps that a table's past does not have.

use crate::words::SayFn;

/// Why a replay does not go somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchStep {
    /// The table has no such entry.
    Entry {
        /// The entry.
        at: u64,
        /// The table's last entry.
        of: u64,
    },
    /// The table has no such part, called so.
    Part(String, u32),
    /// The entry is not of the part, called so, that is stepped through.
    Outside(u64, String, u32),
}

impl NoSuchStep {
    /// Why not, in words.
    pub fn in_words(&self, say: SayFn<'_>) -> String {
        match self {
            NoSuchStep::Entry { at, of } => {
                say("replay-no-such", &[("at", (*at).into()), ("of", (*of).into())])
            }
            NoSuchStep::Part(name, part) => {
                say("replay-no-such-part", &[("name", name.as_str().into()), ("part", (*part).into())])
            }
            NoSuchStep::Outside(at, name, part) => {
                let args = [("at", (*at).into()), ("name", name.as_str().into()), ("part", (*part).into())];
                say("replay-outside", &args)
            }
        }
    }
}
