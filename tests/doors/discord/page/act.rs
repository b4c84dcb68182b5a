//! What a step on a page asks for.

/// What somebody does in Discord.
#[derive(Debug, PartialEq, Eq)]
pub enum Act {
    /// A command: its name, its subcommand or nothing, its options.
    Command(String, String, Vec<(String, String)>),
    /// A click on the button of this label.
    Click(String),
    /// A choice in the menu of this label.
    Choose(String, String),
    /// Nothing: what is there is looked at.
    Look,
}

/// What the words of a step mean.
pub fn act_of(does: &str) -> Act {
    if does.is_empty() {
        Act::Look
    } else if let Some(command) = does.strip_prefix('/') {
        command_of(command)
    } else {
        let (label, choice) = does
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
            .unwrap_or_else(|| panic!("neither a command nor a button: {does:?}"));
        match choice.trim() {
            "" => Act::Click(label.to_owned()),
            choice => Act::Choose(label.to_owned(), choice.to_owned()),
        }
    }
}

/// A command as people read it: `table new game:goeben`, an option's value going on to the next option.
pub fn command_of(text: &str) -> Act {
    let mut path = Vec::new();
    let mut options: Vec<(String, String)> = Vec::new();
    for word in text.split_whitespace() {
        match word.split_once(':') {
            Some((name, value)) if !name.is_empty() => options.push((name.to_owned(), value.to_owned())),
            _ => match options.last_mut() {
                Some((_, value)) => *value = format!("{value} {word}"),
                None => path.push(word.to_owned()),
            },
        }
    }
    let mut path = path.into_iter();
    Act::Command(path.next().unwrap_or_default(), path.collect::<Vec<_>>().join(" "), options)
}
