//! Orders as a player would type them.

use super::lexicon::Lexicon;
use super::sorting::{Share, Shares, shorten};
use super::walk::{NONE, REST};
use super::{ArgKind, Book, Fallback, Keyword, Verb};
use crate::game::{Arg, Node, Options, OrderForm, Word};
use crate::words::Lang;

impl Book {
    /// The order as typed text with every argument, in the order of the book: `move lion cruise STY NSI`.
    pub fn type_out(&self, form: &OrderForm) -> String {
        self.type_args(form, &Short::default(), &Word::to_string)
    }

    /// The shortest text that means `form` among these options: without default arguments, a walk by its end alone.
    pub fn type_short(&self, form: &OrderForm, options: &Options, lexicon: &Lexicon) -> String {
        self.type_args(form, &self.shorten(Lang::En, form, options, lexicon), &Word::to_string)
    }

    /// The same in the words of `lang`, as far as they mean the same.
    pub fn type_short_in(
        &self,
        lang: Lang,
        form: &OrderForm,
        options: &Options,
        lexicon: &Lexicon,
    ) -> String {
        let short = self.shorten(lang, form, options, lexicon);
        let spec = self.verb(form.verb.as_str());
        let names: Vec<&Keyword> =
            spec.iter().flat_map(|spec| &spec.args).flat_map(|arg| &arg.words).collect();
        let named = self.type_args(form, &short, &|word| name_of(lang, *word, &names, lexicon));
        let named = match (spec, lang) {
            (Some(spec), Lang::Ja) => named.replacen(spec.name.as_str(), &spec.ja, 1),
            _ => return self.type_args(form, &short, &Word::to_string),
        };
        match self.means(&named, form, options, lexicon) {
            true => named,
            false => self.type_args(form, &short, &Word::to_string),
        }
    }

    /// A word of an order as a player of `lang` would type it.
    pub fn type_word(&self, lang: Lang, word: Word, spec: &Verb, lexicon: &Lexicon) -> String {
        match lang {
            Lang::En => word.to_string(),
            Lang::Ja => name_of(lang, word, &spec.choices().collect::<Vec<_>>(), lexicon),
        }
    }

    /// The arguments of `form` that may be left out among these options.
    fn shorten(&self, lang: Lang, form: &OrderForm, options: &Options, lexicon: &Lexicon) -> Short {
        let fits = |short: &Short| {
            self.means(&self.type_args(form, short, &Word::to_string), form, options, lexicon)
        };
        let spec = self.verb(form.verb.as_str());
        let mut short = Short { bins: bins(lang, form, options, lexicon), ..Short::default() };
        // Each shortening is tried by reading the text back; what no longer means the order is undone.
        if !short.bins.is_empty() && !fits(&short) {
            short.bins.clear();
        }
        let path = spec.and_then(|spec| spec.args.iter().find(|arg| arg.kind == ArgKind::Path));
        let end = path.and_then(|arg| Some((arg.name, *form.words(arg.name.as_str())?.last()?)));
        if end.is_some() {
            short.end = end;
            if !fits(&short) {
                short.end = None;
            }
        }
        // From the end: with later arguments gone fewer words could be meant for an earlier one.
        for arg in spec.iter().flat_map(|spec| spec.args.iter().rev()) {
            if arg.default == Fallback::None || form.get(arg.name.as_str()).is_none() {
                continue;
            }
            short.left_out.push(arg.name);
            if !fits(&short) {
                short.left_out.pop();
            }
        }
        short
    }

    fn type_args(&self, form: &OrderForm, short: &Short, name: &dyn Fn(&Word) -> String) -> String {
        let mut text = form.verb.to_string();
        let spec = self.verb(form.verb.as_str());
        let mut by_position = true;
        for arg in spec.iter().flat_map(|spec| &spec.args) {
            match form.get(arg.name.as_str()) {
                _ if short.left_out.contains(&arg.name) => {}
                // Past a gap, words by position would be read for the missing argument, so keys are written.
                None => by_position = by_position && arg.optional,
                Some(Arg::Sorted(_)) if !short.bins.is_empty() => {
                    for (bin, shares) in &short.bins {
                        let shares: Vec<String> = shares.iter().map(|share| share.text(name)).collect();
                        text.push_str(&format!(" {}={}", name(bin), shares.join(",")));
                    }
                }
                Some(value) => {
                    let end = short.end.filter(|(name, _)| *name == arg.name).map(|(_, last)| last);
                    type_arg(&mut text, (!by_position).then_some(arg.name), value, end, name);
                }
            }
        }
        for (key, value) in form.args() {
            if spec.is_none_or(|spec| spec.arg(key.as_str()).is_none()) {
                type_arg(&mut text, Some(*key), value, None, name);
            }
        }
        text
    }
}

/// The parts left out of a typed order.
#[derive(Default)]
struct Short {
    /// Arguments with their default values.
    left_out: Vec<Word>,
    /// The walk that is typed by its end alone.
    end: Option<(Word, Word)>,
    /// A sorting by class where that is shorter: each bin with its shares.
    bins: Vec<(Word, Vec<Part>)>,
}

/// A share of a bin as typed.
enum Part {
    /// A thing.
    Thing(Word),
    /// A class, a number of it, or all that remain.
    Text(String),
}

impl Part {
    fn text(&self, name: &dyn Fn(&Word) -> String) -> String {
        match self {
            Part::Thing(thing) => name(thing),
            Part::Text(text) => text.clone(),
        }
    }
}

/// The sorting of `form`, if it has one, in the shortest shares that mean it.
fn bins(lang: Lang, form: &OrderForm, options: &Options, lexicon: &Lexicon) -> Vec<(Word, Vec<Part>)> {
    let mut node = options.verb(form.verb.as_str());
    while let Some(Node::OneOf { arg, of }) = node {
        node = of.iter().find(|(word, _)| form.word(arg) == Some(*word)).map(|(_, node)| node);
    }
    let Some(Node::Sort { arg, sort }) = node else { return vec![] };
    let Some(Arg::Sorted(sorted)) = form.get(arg) else { return vec![] };
    // The English name of a class is its abbreviation, which both languages type.
    let part = |share: &Share| match share {
        Share::Thing(thing) => Part::Thing(*thing),
        Share::Some(class, count) => Part::Text(format!("{}*{count}", lexicon.name(Lang::En, *class))),
        Share::Class(class) => Part::Text(lexicon.name(Lang::En, *class)),
        Share::Rest => Part::Text(REST[usize::from(lang == Lang::Ja)].into()),
    };
    let typed = |shares: &Shares| -> String {
        shares.iter().map(|(bin, share)| format!("{bin} {}", part(share).text(&Word::to_string))).collect()
    };
    let mut bins: Vec<(Word, Vec<Part>)> = Vec::new();
    for (bin, share) in shorten(sort, sorted, typed) {
        match bins.last_mut().filter(|(last, _)| *last == bin) {
            Some((_, parts)) => parts.push(part(&share)),
            None => bins.push((bin, vec![part(&share)])),
        }
    }
    bins
}

/// A word as a player of `lang` would type it: places by their letters, everything else by name.
fn name_of(lang: Lang, word: Word, choices: &[&Keyword], lexicon: &Lexicon) -> String {
    let part = |text: &str| {
        let choice =
            choices.iter().find(|choice| choice.word.as_str() == text).map(|choice| choice.ja.clone());
        let none = || (text == NONE[0]).then(|| NONE[usize::from(lang == Lang::Ja)].to_owned());
        choice.or_else(|| lexicon.spoken(lang, text)).or_else(none).unwrap_or_else(|| text.to_owned())
    };
    let text = word.as_str();
    let name = match lexicon.parts(text) {
        Some((first, joint, second)) => format!("{}{}{}", part(first), joint.sign, part(second)),
        None => part(text),
    };
    let plain = !name.contains(|c: char| c.is_whitespace() || ",;=\"「」『』、；＝，".contains(c));
    if plain { name } else { format!("「{name}」") }
}

fn type_arg(
    text: &mut String,
    key: Option<Word>,
    value: &Arg,
    end: Option<Word>,
    name: &dyn Fn(&Word) -> String,
) {
    let mut push = |words: Vec<String>, between: &str| {
        let words = if words.is_empty() { name(&Word::literal(NONE[0])) } else { words.join(between) };
        text.push(' ');
        if let Some(key) = key {
            text.push_str(key.as_str());
            text.push('=');
        }
        text.push_str(&words);
    };
    let between = if key.is_some() { "," } else { " " };
    match (value, end) {
        (Arg::Words(_), Some(end)) => push(vec![name(&end)], between),
        (Arg::Word(word), _) => push(vec![name(word)], between),
        (Arg::Number(number), _) => push(vec![number.to_string()], between),
        (Arg::Text(said), _) => push(vec![format!("\"{said}\"")], between),
        (Arg::Words(words), _) => push(words.iter().map(name).collect(), between),
        (Arg::Shares(shares), _) if shares.is_empty() => push(vec![], between),
        (Arg::Shares(shares), _) => {
            for (bin, points) in shares {
                text.push_str(&format!(" {}={points}", name(bin)));
            }
        }
        (Arg::Sorted(sorted), _) => {
            for (bin, things) in sorted {
                let things: Vec<String> = things.iter().map(name).collect();
                text.push_str(&format!(" {}={}", name(bin), things.join(",")));
            }
        }
    }
}
