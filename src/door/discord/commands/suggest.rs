//! Suggestions while an option is typed: at most [`CHOICES`] values, each a label and the value that is sent.

use super::{Commands, Meant};
use crate::book::{Draft, fold};
use crate::club::picking::Position;
use crate::door::discord::interaction::Command;
use crate::door::discord::limits::{CHOICE_TEXT, CHOICES};
use crate::game::{Options, OrderForm, Word};
use crate::report::Listing;

/// Signs between orders.
const BETWEEN_ORDERS: [char; 2] = [';', '；'];

impl Commands {
    /// Values for the option `option` of a game's command, legal in the position with the other options.
    pub fn suggest(&self, position: &Position<'_>, command: &Command, option: &str) -> Vec<(String, String)> {
        let (Some(Meant::Order { verb, args, .. }), Ok(arg)) =
            (self.meaning(command), option.parse::<Word>())
        else {
            return vec![];
        };
        let phrases = position.phrases;
        let draft = Draft {
            book: phrases.book,
            lexicon: phrases.lexicon,
            words: phrases.words,
            lang: phrases.lang,
            options: position.options,
            verb,
            given: &args,
            most: CHOICES,
            chars: CHOICE_TEXT,
        };
        let typed =
            command.given.iter().find(|(name, _)| name == option).map_or("", |(_, value)| value.as_str());
        draft.suggest(arg, typed).into_iter().map(|found| (found.label, found.value)).collect()
    }
}

/// Legal orders as typed that continue `typed`, each with its description. After earlier orders, which stay, the orders that
/// are legal now, because the earlier ones' results are unknown. `choices` returns at most this many orders that contain some
/// words, and `typed_short` the text of an order, as [`SeatView`](crate::club::seat_view::SeatView) has both.
pub fn suggest_orders(
    position: &Position<'_>,
    choices: &dyn Fn(&Options, &[String], usize) -> Listing,
    typed_short: &dyn Fn(&Options, &OrderForm) -> String,
    typed: &str,
) -> Vec<(String, String)> {
    // A choice contains what was typed before it, and Discord refuses a longer one.
    if typed.chars().count() > CHOICE_TEXT {
        return vec![];
    }
    let behind = typed.rfind(BETWEEN_ORDERS);
    let behind = behind.map(|at| at + typed[at..].chars().next().map_or(0, char::len_utf8));
    let (before, typed) = typed.split_at(behind.unwrap_or_default());
    let before = if before.is_empty() { String::new() } else { format!("{} ", before.trim()) };
    let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
    let (open, about) = opened(position, &words);
    // Each verb has a share, so that one with hundreds of orders does not fill the list.
    let each = (CHOICES / open.verbs.len().max(1)).max(1);
    let mut found = Vec::new();
    for verb in open.verbs {
        let options = Options { verbs: vec![verb] };
        for choice in choices(&options, about, each).choices {
            let typed = format!("{before}{}", typed_short(&options, &choice.form));
            let args = [("typed", typed.as_str().into()), ("sentence", choice.sentence.into())];
            found.push((position.phrases.say("discord-suggest-order", &args), typed));
        }
    }
    fitting(found)
}

/// The verbs that the first of `words` begins, with the words after it; every verb and all words where it begins none.
fn opened<'a>(position: &Position<'_>, words: &'a [String]) -> (Options, &'a [String]) {
    let options = position.options;
    let Some((first, rest)) = words.split_first() else { return (options.clone(), words) };
    let key = fold(first);
    let of = |fits: &dyn Fn(&str) -> bool| {
        let named = |verb: &Word| match position.phrases.book.verb(verb.as_str()) {
            Some(spec) => spec.names().any(|name| fits(&fold(name))),
            None => fits(&fold(verb.as_str())),
        };
        let verbs: Vec<_> = options.verbs.iter().filter(|(verb, _)| named(verb)).cloned().collect();
        (!verbs.is_empty()).then_some(Options { verbs })
    };
    let open = of(&|name| name == key).or_else(|| of(&|name| name.starts_with(&key)));
    open.map_or_else(|| (options.clone(), words), |open| (open, rest))
}

/// Values whose label begins with `typed`, then those that hold it: for lists that are known beforehand.
pub fn matching(values: impl IntoIterator<Item = (String, String)>, typed: &str) -> Vec<(String, String)> {
    let key = fold(typed);
    let (mut begin, mut hold) = (Vec::new(), Vec::new());
    for (label, value) in values {
        let names = [fold(&label), fold(&value)];
        if names.iter().any(|name| name.starts_with(&key)) {
            begin.push((label, value));
        } else if names.iter().any(|name| name.contains(&key)) {
            hold.push((label, value));
        }
    }
    begin.append(&mut hold);
    fitting(begin)
}

/// As many as Discord takes, with labels that are not too long; a value cannot be cut.
fn fitting(values: Vec<(String, String)>) -> Vec<(String, String)> {
    let fits = |text: &str| !text.is_empty() && text.chars().count() <= CHOICE_TEXT;
    let values = values.into_iter().filter(|(_, value)| fits(value));
    let values = values.map(|(label, value)| match fits(&label) {
        true => (label, value),
        false if label.is_empty() => (value.clone(), value),
        false => (label.chars().take(CHOICE_TEXT - 1).chain(['…']).collect(), value),
    });
    values.take(CHOICES).collect()
}
