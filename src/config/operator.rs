//! The section `[operator]`: who runs this server, and how they are reached. `/privacy` and `/terms` name them.

use serde::Deserialize;

use crate::reason::Reason;

/// Most characters of a name or a contact.
const CHARS: usize = 200;

/// The section `[operator]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorSection {
    /// The name that players know them by: a person, a club.
    pub name: Option<String>,
    /// A mail address, or a page.
    pub contact: Option<String>,
}

impl OperatorSection {
    /// Checks that both fit into a sentence.
    ///
    /// # Errors
    /// A reason that names the key.
    pub fn check(&self) -> Result<(), Reason> {
        for (key, text) in [("name", &self.name), ("contact", &self.contact)] {
            let Some(text) = text else { continue };
            let fits = !text.trim().is_empty()
                && text.chars().count() <= CHARS
                && !text.chars().any(char::is_control);
            if !fits {
                let wrong = Reason::of("config-operator").quoting("key", key).quoting("given", text);
                return Err(wrong.quoting("most", CHARS));
            }
        }
        Ok(())
    }
}
