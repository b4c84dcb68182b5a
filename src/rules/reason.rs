//! A reason: the key of a message of `locales/` with its arguments. Parts without words give reasons; a caller with a reader
//! words them in that reader's language.

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The key of its message.
    pub key: &'static str,
    /// The game that has this message among its own, where one may have.
    pub game: Option<&'static str>,
    /// The message's arguments, by name.
    pub about: Vec<(&'static str, Detail)>,
}

/// An argument of a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A count.
    Number(u64),
    /// A name, or a quoted text: the same in every language, and always one line.
    Text(String),
    /// A further reason.
    Reason(Reason),
}

impl Reason {
    /// The reason that this message says.
    pub fn of(key: &'static str) -> Reason {
        Reason { key, game: None, about: vec![] }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: impl Into<Detail>) -> Reason {
        self.about.push((name, detail.into()));
        self
    }

    /// The same, with the messages of a game.
    #[must_use]
    pub fn in_words_of(self, game: &'static str) -> Reason {
        Reason { game: Some(game), ..self }
    }

    /// Adds an argument that is quoted as it is.
    #[must_use]
    pub fn quoting(self, name: &'static str, what: impl ToString) -> Reason {
        self.with(name, what.to_string())
    }
}

/// True if every character of a name shows as itself: those that are not seen, or turn the text around them, make one name
/// look like another.
pub fn is_plain(name: &str) -> bool {
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    !name.chars().any(|c| c.is_control() || unseen(c))
}

/// A text as one line: it may quote a foreign file.
pub fn one_line(what: impl ToString) -> String {
    let ends = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    // Replaced, not dropped: a reader of the line sees that something else stood there.
    what.to_string().replace(ends, "\u{fffd}")
}

impl From<String> for Detail {
    fn from(text: String) -> Detail {
        Detail::Text(one_line(text))
    }
}

impl From<&str> for Detail {
    fn from(text: &str) -> Detail {
        Detail::Text(one_line(text))
    }
}

impl From<u64> for Detail {
    fn from(number: u64) -> Detail {
        Detail::Number(number)
    }
}

impl From<usize> for Detail {
    fn from(number: usize) -> Detail {
        Detail::Number(number as u64)
    }
}

impl From<Reason> for Detail {
    fn from(reason: Reason) -> Detail {
        Detail::Reason(reason)
    }
}
