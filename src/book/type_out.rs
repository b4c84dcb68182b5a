//! Orders as a player would type them.

use super::lexicon::Lexicon;
use super::parse::Parsed;
use super::walk::NONE;
use super::{Book, Fallback, Kind};
use crate::game::{Arg, Form, Options, Word};

impl Book {
    /// The order as typed text with every argument, in the order of the book: `move goeben cruise STY NSI`.
    pub fn type_out(&self, form: &Form) -> String {
        self.type_args(form, &[], None)
    }

    /// The shortest text that means `form` among these options: without the arguments that stand by themselves, a walk
    /// by its end alone.
    pub fn type_short(&self, form: &Form, options: &Options, lexicon: &Lexicon) -> String {
        let means = |text: &str| matches!(self.one(text, options, lexicon), Ok(Parsed::Order { form: meant, .. }) if meant == *form);
        let mut left_out: Vec<Word> = Vec::new();
        let mut short = self.type_out(form);
        let spec = self.verb(form.verb.as_str());
        let end = spec.and_then(|spec| spec.args.iter().find(|arg| arg.kind == Kind::Path)).and_then(|arg| {
            form.words(arg.name.as_str()).and_then(<[Word]>::last).map(|last| (arg.name, *last))
        });
        if let Some((name, last)) = end {
            let text = self.type_args(form, &left_out, Some((name, last)));
            if means(&text) {
                short = text;
            }
        }
        let by_end =
            end.filter(|(name, last)| short == self.type_args(form, &left_out, Some((*name, *last))));
        for arg in spec.iter().flat_map(|spec| spec.args.iter().rev()) {
            if arg.default == Fallback::None || form.get(arg.name.as_str()).is_none() {
                continue;
            }
            left_out.push(arg.name);
            let text = self.type_args(form, &left_out, by_end);
            if means(&text) {
                short = text;
            } else {
                left_out.pop();
            }
        }
        short
    }

    fn type_args(&self, form: &Form, left_out: &[Word], end: Option<(Word, Word)>) -> String {
        let mut text = form.verb.to_string();
        let spec = self.verb(form.verb.as_str());
        let mut by_position = true;
        for arg in spec.iter().flat_map(|spec| &spec.args) {
            match form.get(arg.name.as_str()) {
                _ if left_out.contains(&arg.name) => {}
                None => by_position = by_position && arg.optional,
                Some(value) => {
                    let end = end.filter(|(name, _)| *name == arg.name).map(|(_, last)| last);
                    type_arg(&mut text, (!by_position).then_some(arg.name), value, end);
                }
            }
        }
        for (name, value) in form.args() {
            if spec.is_none_or(|spec| spec.arg(name.as_str()).is_none()) {
                type_arg(&mut text, Some(*name), value, None);
            }
        }
        text
    }
}

fn type_arg(text: &mut String, key: Option<Word>, value: &Arg, end: Option<Word>) {
    let mut push = |words: Vec<String>, between: &str| {
        let words = if words.is_empty() { NONE[0].to_string() } else { words.join(between) };
        text.push(' ');
        if let Some(key) = key {
            text.push_str(key.as_str());
            text.push('=');
        }
        text.push_str(&words);
    };
    let between = if key.is_some() { "," } else { " " };
    match (value, end) {
        (Arg::Words(_), Some(end)) => push(vec![end.to_string()], between),
        (Arg::Word(word), _) => push(vec![word.to_string()], between),
        (Arg::Number(number), _) => push(vec![number.to_string()], between),
        (Arg::Words(words), _) => push(words.iter().map(Word::to_string).collect(), between),
        (Arg::Shares(shares), _) if shares.is_empty() => push(vec![], between),
        (Arg::Shares(shares), _) => {
            for (bin, points) in shares {
                text.push_str(&format!(" {bin}={points}"));
            }
        }
    }
}
