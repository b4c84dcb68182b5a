//! What was done, held against what was typed.

use std::collections::BTreeMap;

use wardroom::book::{ArgKind, ArgSpec, fold};
use wardroom::game::{Arg, Node, Options, OrderForm, Sort, Sorted, Word};
use wardroom::words::Lang;

use super::Desk;
use super::typist::Token;

/// What holds orders against typed words.
#[derive(Clone, Copy)]
pub struct Account<'a> {
    pub desk: &'a Desk,
    /// What was legal when they were typed.
    pub options: &'a Options,
}

/// A line as it is held against orders.
struct Said<'a> {
    args: &'a [ArgSpec],
    /// All its words but the shares.
    words: Vec<&'a str>,
    /// Shares: `hull=3`.
    shares: Vec<(&'a str, &'a str)>,
    /// The argument that may be given again.
    again: Option<usize>,
}

/// The sorting that an order with this node asks for.
pub fn sort_of(node: &Node) -> Option<&Sort> {
    match node {
        Node::Sort { sort, .. } => Some(sort),
        _ => None,
    }
}

impl Account<'_> {
    /// Whether the typed words are those of the orders that were done: each names the value of the argument it stands
    /// at, none is left over, and nothing was left out that one of them could have been and that was legal.
    pub fn holds(&self, verb: Word, tokens: &[Token], done: &[OrderForm]) -> bool {
        let spec = self.desk.book.verb(verb.as_str()).expect("a verb");
        let args = &spec.args;
        if tokens.iter().any(|token| token.key.is_some()) {
            return self.holds_named(args, tokens, done);
        }
        let mut words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        // A verb may have a name of two words: `throw dice`.
        let longer = |word: &&str| fold(&format!("{verb} {word}"));
        if words.first().map(longer).is_some_and(|name| spec.names().any(|other| fold(other) == name)) {
            words.remove(0);
        }
        let (shares, words) = match args.iter().any(|arg| arg.kind == ArgKind::Shares) {
            true => words.into_iter().partition(|word| word.contains('=')),
            false => (vec![], words),
        };
        let shares = shares.iter().filter_map(|share| share.split_once('=')).collect();
        let mut said = Said { args, words, shares, again: args.iter().position(|arg| arg.several) };
        if self.rest(&said, 0, &said.words, done) {
            return true;
        }
        said.again = None;
        said.words.iter().any(|word| is_all(word))
            && done.iter().all(|form| self.rest(&said, 0, &said.words, std::slice::from_ref(form)))
    }

    /// Whether `words` are those of `done` from the argument `at` of the first on.
    fn rest(&self, said: &Said<'_>, at: usize, words: &[&str], done: &[OrderForm]) -> bool {
        let Some((form, others)) = done.split_first() else { return words.is_empty() };
        let Some(arg) = said.args.get(at) else {
            return match said.again {
                _ if others.is_empty() => words.is_empty(),
                Some(from) => self.rest(said, from, words, others),
                None => false,
            };
        };
        let on = |words: &[&str]| self.rest(said, at + 1, words, done);
        let Some(value) = form.get(arg.name.as_str()) else { return on(words) };
        let could_be = |word: &&str| self.could_be(arg, word) && self.is_legal(form.verb, arg, word);
        let may_be_left_out = || !said.words.iter().any(could_be);
        let each = arg.several && arg.all;
        match value {
            Arg::Word(word) => {
                let named = words
                    .first()
                    .is_some_and(|typed| self.names(arg, *word, typed) || (each && is_all(typed)));
                (named && on(&words[1..])) || (may_be_left_out() && on(words))
            }
            Arg::Number(number) => {
                let named = words.first().is_some_and(|typed| is_number(typed, *number));
                (named && on(&words[1..])) || (may_be_left_out() && on(words))
            }
            Arg::Words(list) => (0..=words.len()).any(|n| {
                let (these, behind) = words.split_at(n);
                let fits = match n {
                    0 => may_be_left_out(),
                    _ if arg.kind == ArgKind::Path => self.leads(arg, list, these),
                    _ => self.lists(arg, list, these),
                };
                fits && on(behind)
            }),
            Arg::Shares(shares) => {
                let fits = match words.is_empty() && said.shares.is_empty() {
                    true => may_be_left_out(),
                    false => self.shares_out(arg, shares, &said.shares, words),
                };
                fits && on(&[])
            }
            Arg::Sorted(sorted) => self.sorts(arg, form.verb, sorted, words) && on(&[]),
            Arg::Text(text) => says(text, &words.join(" ")) && on(&[]),
        }
    }

    /// Whether the places typed lie on the way in their order, the last at its end.
    fn leads(&self, arg: &ArgSpec, way: &[Word], typed: &[&str]) -> bool {
        let places: Vec<&&str> = typed.iter().filter(|word| **word != "to").collect();
        let mut at = 0;
        let met = places.iter().all(|place| {
            let found = way[at..].iter().position(|word| self.names(arg, *word, place));
            at += found.map_or(0, |found| found + 1);
            found.is_some()
        });
        let ends = |end: &Word| places.last().is_some_and(|place| self.names(arg, *end, place));
        met && way.last().is_some_and(ends)
    }

    fn lists(&self, arg: &ArgSpec, list: &[Word], typed: &[&str]) -> bool {
        if typed.iter().any(|word| is_all(word)) {
            return typed.len() == 1;
        }
        if typed.iter().any(|word| ["none", "なし"].contains(word)) {
            return typed.len() == 1 && list.is_empty();
        }
        typed.len() == list.len()
            && typed.iter().all(|typed| list.iter().any(|word| self.names(arg, *word, typed)))
            && list.iter().all(|word| typed.iter().any(|typed| self.names(arg, *word, typed)))
    }

    /// Whether the bins and points typed are exactly these shares.
    fn shares_out(
        &self,
        arg: &ArgSpec,
        shares: &BTreeMap<Word, u32>,
        pairs: &[(&str, &str)],
        words: &[&str],
    ) -> bool {
        if pairs.is_empty() && matches!(words, [none] if is_none(none)) {
            return shares.is_empty();
        }
        if pairs.is_empty() && words.len() == 1 {
            return shares.len() == 1 && shares.keys().all(|bin| self.names(arg, *bin, words[0]));
        }
        if !words.len().is_multiple_of(2) {
            return false;
        }
        let pairs = pairs.iter().copied().chain(words.chunks(2).map(|pair| (pair[0], pair[1])));
        let mut left = shares.clone();
        for (bin, points) in pairs {
            let Ok(points) = points.parse::<u32>() else { return false };
            let named = left.iter().find(|(word, has)| **has == points && self.names(arg, **word, bin));
            match named.map(|(word, _)| *word) {
                Some(word) => drop(left.remove(&word)),
                None if points == 0 => {}
                None => return false,
            }
        }
        left.is_empty()
    }

    /// Whether everything that lies in a bin was typed there, by name, by class or as what remains, and nothing else was.
    fn sorts(&self, arg: &ArgSpec, verb: Word, sorted: &Sorted, words: &[&str]) -> bool {
        let mut typed: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            match (word.split_once('='), typed.last_mut()) {
                (Some((bin, things)), _) => typed.push((bin, things.split(',').collect())),
                (None, Some((_, things))) => things.extend(word.split(',')),
                (None, None) => return false,
            }
        }
        let Some(sort) = self.options.verb(verb.as_str()).and_then(sort_of) else { return false };
        let class_of = |thing: Word| sort.items.iter().find(|it| it.word == thing).map(|it| it.class);
        let all: Vec<Word> = sorted.values().flatten().copied().collect();
        let mut left = sorted.clone();
        left.retain(|_, things| !things.is_empty());
        // What is named goes first, then numbers of a class, classes, and in the end what remains.
        for round in 0..4 {
            for (bin, things) in &typed {
                let Some(bin) = sort.bins.iter().map(|b| b.word).find(|b| self.names(arg, *b, bin)) else {
                    return false;
                };
                for typed in things.iter().filter(|typed| !typed.is_empty()) {
                    let there = left.entry(bin).or_default();
                    let counted = typed.split_once('*');
                    let full = |word: Word| self.is_called(word, typed);
                    let is_class = counted.is_none() && sort.items.iter().any(|item| full(item.class));
                    let class = |name: &str| {
                        let classes = || sort.items.iter().map(|item| item.class);
                        let called = classes().find(|class| self.is_called(*class, name));
                        called.or_else(|| classes().find(|class| self.names(arg, *class, name)))
                    };
                    let thing = all.iter().find(|thing| full(**thing)).or_else(|| {
                        let begun = |thing: &&Word| !is_class && self.names(arg, **thing, typed);
                        all.iter().find(begun)
                    });
                    match (counted, thing) {
                        (Some((name, count)), _) if round == 1 => {
                            let Some(class) = class(name) else { return false };
                            for _ in 0..count.parse().unwrap_or(usize::MAX) {
                                let Some(at) = there.iter().position(|it| class_of(*it) == Some(class))
                                else {
                                    return false;
                                };
                                there.remove(at);
                            }
                        }
                        (None, Some(thing)) if round == 0 && !is_rest(typed) => {
                            let Some(at) = there.iter().position(|it| it == thing) else { return false };
                            there.remove(at);
                        }
                        (None, None) if round == 2 && !is_rest(typed) => {
                            let Some(class) = class(typed) else { return false };
                            let items = sort.items.iter().filter(|item| item.class == class);
                            if !items.into_iter().all(|item| all.contains(&item.word)) {
                                return false;
                            }
                            there.retain(|it| class_of(*it) != Some(class));
                        }
                        (None, _) if round == 3 && is_rest(typed) => there.clear(),
                        _ => {}
                    }
                }
            }
        }
        left.values().all(Vec::is_empty)
    }

    fn holds_named(&self, args: &[ArgSpec], tokens: &[Token], done: &[OrderForm]) -> bool {
        args.iter().all(|arg| {
            let typed = tokens.iter().filter(|token| token.key == Some(arg.name));
            let typed: Vec<&str> = typed.map(|token| token.text.as_str()).collect();
            let text = typed.join(" ");
            let words = self.words_of(arg, &text);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let stands = |form: &OrderForm| self.stands(arg, form, &text, &words);
            let each = |form: &OrderForm| form.word(arg.name.as_str());
            let used = |typed: &&str| {
                is_all(typed) || done.iter().filter_map(each).any(|word| self.names(arg, word, typed))
            };
            let all_used = done.iter().all(|form| each(form).is_none()) || words.iter().all(used);
            text.trim().is_empty() || (done.iter().all(stands) && all_used)
        })
    }

    /// Whether the value of an argument is what was given for it by name.
    fn stands(&self, arg: &ArgSpec, form: &OrderForm, text: &str, words: &[&str]) -> bool {
        match form.get(arg.name.as_str()) {
            Some(Arg::Word(word)) if arg.several => {
                words.iter().any(|typed| is_all(typed) || self.names(arg, *word, typed))
            }
            Some(Arg::Word(word)) => words.len() == 1 && self.names(arg, *word, words[0]),
            Some(Arg::Number(number)) => words.len() == 1 && is_number(words[0], *number),
            Some(Arg::Words(list)) if arg.kind == ArgKind::Path => self.leads(arg, list, words),
            Some(Arg::Words(list)) => self.lists(arg, list, words),
            Some(Arg::Text(said)) => says(said, text),
            Some(Arg::Shares(shares)) => {
                let (pairs, bare): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.contains('='));
                let pairs: Vec<(&str, &str)> = pairs.iter().filter_map(|pair| pair.split_once('=')).collect();
                self.shares_out(arg, shares, &pairs, &bare)
            }
            Some(Arg::Sorted(sorted)) => self.sorts(arg, form.verb, sorted, words),
            None => false,
        }
    }

    /// The words of a value given by name. The name of a place before a colon is said beside what is typed for it.
    fn words_of(&self, arg: &ArgSpec, text: &str) -> Vec<String> {
        let is_sign = |c: char| match arg.kind {
            ArgKind::Shares | ArgKind::Sort => c == ';',
            _ => ",、;:：\"".contains(c),
        };
        let cut = |text: &str| -> Vec<String> {
            let words = text.split(|c: char| c.is_whitespace() || is_sign(c)).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        let text = text.replace("->", " ");
        match text.split_once([':', '：']) {
            Some((name, typed)) if is_sign(':') => {
                let words = cut(typed);
                let places: Vec<Word> = self.desk.lexicon.words(|kind| kind.short).collect();
                let meant = |word: &String| {
                    let mut places = places.iter().filter(|place| place.as_str().eq_ignore_ascii_case(word));
                    places.any(|place| self.is_called(*place, name))
                };
                if words.iter().any(meant) { words } else { cut(&text) }
            }
            _ => cut(&text),
        }
    }

    /// Whether `typed` is the full name of `word`.
    fn is_called(&self, word: Word, typed: &str) -> bool {
        let key = fold(typed);
        let mut names = Lang::ALL.iter().map(|lang| fold(&self.desk.lexicon.name(*lang, word)));
        fold(word.as_str()) == key || names.any(|name| name == key)
    }

    /// Whether `typed` is a name of `word` or begins one, which no number does.
    fn names(&self, arg: &ArgSpec, word: Word, typed: &str) -> bool {
        let typed = fold(typed);
        let may_begin = !typed.ends_with(|c: char| c.is_ascii_digit());
        let choice = arg.words.iter().filter(|choice| choice.word == word);
        let own = choice.flat_map(|choice| choice.names().map(fold).collect::<Vec<_>>());
        let head = word.as_str().split('@').next().into_iter();
        let parts = head.chain(word.as_str().split('.')).filter_map(|part| part.parse::<Word>().ok());
        let named = [word].into_iter().chain(parts);
        let lexicon = named.flat_map(|word| {
            let names = Lang::ALL.iter().map(move |lang| fold(&self.desk.lexicon.name(*lang, word)));
            names.chain([fold(word.as_str())])
        });
        own.chain(lexicon).any(|name| {
            name == typed
                || (may_begin
                    && (name.starts_with(&typed)
                        || (typed.chars().count() > 2 && name.contains(&format!("-{typed}")))))
        })
    }

    /// Whether the argument could have been `typed` in any order that was legal.
    fn is_legal(&self, verb: Word, arg: &ArgSpec, typed: &str) -> bool {
        let reads = |node: &Node| match node {
            Node::OneOf { of, .. } => of.iter().any(|(word, _)| self.names(arg, *word, typed)),
            Node::Number { least, most, .. } => {
                typed.parse().is_ok_and(|number: i64| (*least..=*most).contains(&number))
            }
            _ => true,
        };
        let mut ahead: Vec<&Node> = self.options.verb(verb.as_str()).into_iter().collect();
        while let Some(node) = ahead.pop() {
            if node.arg() == Some(arg.name.as_str()) && reads(node) {
                return true;
            }
            if let Node::OneOf { of, .. } = node {
                ahead.extend(of.iter().map(|(_, below)| below));
            }
        }
        false
    }

    /// Whether `typed` is the full name of anything that the argument could be.
    fn could_be(&self, arg: &ArgSpec, typed: &str) -> bool {
        let key = fold(typed);
        let is = |word: Word| {
            fold(word.as_str()) == key
                || Lang::ALL.iter().any(|lang| fold(&self.desk.lexicon.name(*lang, word)) == key)
        };
        match arg.kind {
            ArgKind::Number => typed.parse::<i64>().is_ok(),
            ArgKind::Numeral => {
                let most = arg.most.map_or(i64::MAX, i64::from);
                typed.parse::<i64>().is_ok_and(|number| number <= most)
            }
            ArgKind::Choice | ArgKind::Shares => {
                arg.words.iter().any(|choice| choice.names().any(|name| fold(name) == key))
            }
            ArgKind::Thing | ArgKind::Things | ArgKind::Path => {
                let of = arg.of.map(|of| of.to_string()).unwrap_or_default();
                self.desk.lexicon.words(|kind| kind.name == of).any(is)
            }
            _ => false,
        }
    }
}

fn is_all(typed: &str) -> bool {
    ["all", "全部", "全て", "全艦"].contains(&typed)
}

fn is_none(typed: &str) -> bool {
    ["none", "なし"].contains(&typed)
}

fn is_rest(typed: &str) -> bool {
    ["rest", "残り"].contains(&typed)
}

fn is_number(typed: &str, number: i64) -> bool {
    typed.parse() == Ok(number) || ["most", "max", "all", "最大", "全部"].contains(&typed)
}

/// Whether a text is what was typed, but for spaces and quotes around it.
pub fn says(text: &str, typed: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = typed.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    [Some(typed), inner].into_iter().flatten().any(|typed| plain(typed) == plain(text))
}
