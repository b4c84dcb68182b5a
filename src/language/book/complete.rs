//! Completion of a line being typed: the words that can take the place of its last one. All come from the options of the
//! position, so that nothing is offered that the seat may not order.

use super::find::{Finder, Found};
use super::parse::VerbFound;
use super::text::{Piece, cut, ends_of, fold};
use super::walk::{REST, classes, is_between, is_each, onward};
use super::{ArgSpec, Book, Fallback, Keyword, Lexicon, Verb};
use crate::game::{Node, Options, Sort, Word};
use crate::words::Lang;

/// The most numbers that are offered.
const MOST_NUMBERS: usize = 30;
/// The argument of verbs of the table that takes the name of a verb.
const OF_VERBS: &str = "verb";
/// The sign between a key and its values.
const SETS: char = '=';

/// The words for the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The byte of the line from which on they take its place.
    pub from: usize,
    /// The words, in the order of the options.
    pub offers: Vec<Offer>,
}

/// A word for the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The word as typed.
    pub typed: String,
    /// The word in a list: a place has its name beside its letters.
    pub shown: String,
}

/// A position, in which lines are completed.
#[derive(Clone, Copy)]
pub struct Completing<'a> {
    /// The book.
    pub book: &'a Book,
    /// The names of the table's data.
    pub lexicon: &'a Lexicon,
    /// The reader's language.
    pub lang: Lang,
    /// The seat's options.
    pub options: &'a Options,
    /// True for a player alone at the table, who needs no verb for other players.
    pub alone: bool,
}

/// A possible word.
struct Candidate {
    /// The word as typed in the reader's language, then in the other.
    labels: Vec<String>,
    /// Its other names, offered where no label begins with the typed text.
    others: Vec<String>,
    /// Its name, for a list of words that do not tell it.
    explained: Option<String>,
    /// The text that follows it at once.
    end: &'static str,
}

impl Candidate {
    fn new(labels: impl Into<Vec<String>>) -> Candidate {
        Candidate { labels: labels.into(), others: vec![], explained: None, end: "" }
    }
}

/// The candidates of which a name begins with the folded text `key`, each once.
fn offers(candidates: &[Candidate], key: &str, names: impl Fn(&Candidate) -> &[String]) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for candidate in candidates {
        let Some(name) = names(candidate).iter().find(|name| fold(name).starts_with(key)) else { continue };
        let typed = format!("{name}{}", candidate.end);
        if offers.iter().all(|other| other.typed != typed) {
            let explained = candidate.explained.as_ref().filter(|it| fold(it) != fold(name));
            let shown = explained.map_or_else(|| typed.clone(), |more| format!("{typed} {more}"));
            offers.push(Offer { typed, shown });
        }
    }
    offers
}

impl Completing<'_> {
    /// The words that can take the place of the last one of `line`, whose beginning is typed.
    pub fn complete(&self, line: &str) -> Completion {
        let Some((order, from)) = ends_of(line) else { return Completion::default() };
        let Ok(orders) = cut(&line[order..from]) else { return Completion::default() };
        let pieces = orders.into_iter().next().unwrap_or_default();
        let candidates = match &pieces[..] {
            [] => self.verbs(line[from..].is_empty()),
            pieces => self.after(pieces, &line[order..from]),
        };
        let key = fold(&line[from..]);
        let mut found = offers(&candidates, &key, |candidate| &candidate.labels);
        // Aliases only then: beside the usual names they would list the same word twice.
        if found.is_empty() {
            found = offers(&candidates, &key, |candidate| &candidate.others);
        }
        Completion { from, offers: found }
    }

    /// The verbs that are open, and those of the table; with nothing typed, those of the table only where no other is open.
    fn verbs(&self, blank: bool) -> Vec<Candidate> {
        let open = self.options.verbs.iter().map(|(verb, _)| match self.book.verb(verb.as_str()) {
            Some(spec) => self.verb(spec),
            None => Candidate::new([verb.to_string()]),
        });
        let mut verbs: Vec<Candidate> = open.collect();
        if !blank || verbs.is_empty() {
            let of_table = |verb: &&Verb| verb.table && !(self.alone && verb.others);
            verbs.extend(self.book.verbs().iter().filter(of_table).map(|verb| self.verb(verb)));
        }
        verbs
    }

    fn verb(&self, verb: &Verb) -> Candidate {
        let labels = [verb.label(self.lang).to_owned(), verb.name.to_string(), verb.ja.clone()];
        Candidate { others: verb.aliases.clone(), ..Candidate::new(labels) }
    }

    /// The words that can come after these pieces, which begin with a verb.
    fn after(&self, pieces: &[Piece], typed: &str) -> Vec<Candidate> {
        let Ok(VerbFound::Verb(verb, spec, at)) = self.book.find_verb(pieces, self.options) else {
            return vec![];
        };
        if let Some(spec) = spec.filter(|spec| spec.table) {
            return self.of_table(spec, pieces.len() - at);
        }
        let Some(node) = self.options.verb(verb.as_str()) else { return vec![] };
        let mut pieces = &pieces[at..];
        // A key whose values are being typed.
        let goes_on = typed.ends_with([SETS, '＝']) || typed.trim_end().ends_with([',', '、', '，']);
        let open = match pieces.split_last().filter(|(last, _)| last.key.is_some() && goes_on) {
            Some((last, before)) => {
                pieces = before;
                Some(last)
            }
            None => None,
        };
        let keyed = pieces.iter().filter(|piece| piece.key.is_some()).collect();
        let words: Vec<&str> = pieces
            .iter()
            .filter(|piece| piece.key.is_none())
            .flat_map(|piece| piece.values.iter().map(String::as_str))
            .collect();
        let mut search = Search { at: self, spec, keyed, open, again: None, found: vec![] };
        search.node(node, &words);
        search.found
    }

    /// The words of the argument after so many words of a verb of the table.
    fn of_table(&self, verb: &Verb, words: usize) -> Vec<Candidate> {
        let Some(arg) = verb.args.get(words) else { return vec![] };
        if arg.name.as_str() == OF_VERBS {
            return self.verbs(false);
        }
        let candidate = |word: &Keyword| {
            let labels = [word.label(self.lang).to_owned(), word.word.to_string(), word.ja.clone()];
            Candidate { others: word.aliases.clone(), ..Candidate::new(labels) }
        };
        arg.words.iter().map(candidate).collect()
    }
}

/// A search along the typed words for those that can come next.
struct Search<'a> {
    at: &'a Completing<'a>,
    spec: Option<&'a Verb>,
    /// Values under keys.
    keyed: Vec<&'a Piece>,
    /// The key whose values are being typed, with those before the last.
    open: Option<&'a Piece>,
    /// The last argument that may be given several times: its words begin the order again.
    again: Option<(&'a Node, usize)>,
    found: Vec<Candidate>,
}

impl<'a> Search<'a> {
    fn node(&mut self, node: &'a Node, words: &[&str]) {
        let arg = node.arg().unwrap_or_default();
        let values = self.under(arg).map(|values| values.iter().map(String::as_str).collect::<Vec<_>>());
        let by_key = values.is_some();
        // An argument whose key is being typed takes no other words; where another is, nothing else is offered.
        let offers = self.open.is_none() || by_key;
        let typed = values.as_deref().unwrap_or(words);
        match node {
            Node::End => self.end(words),
            Node::OneOf { of, .. } => self.one_of((node, arg), of, words),
            Node::SomeOf { of, most, budget, .. } => {
                let legal: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
                let Some(taken) = self.taken(arg, &legal, typed).filter(|_| offers) else { return };
                let cost =
                    |word: &Word| of.iter().find(|(other, _)| other == word).map_or(0, |(_, cost)| *cost);
                let spent: u32 = taken.iter().map(cost).sum();
                // A word that the points no longer cover would complete an order that is refused.
                let left = legal.into_iter().filter(|word| {
                    taken.len() < *most
                        && !taken.contains(word)
                        && budget.is_none_or(|budget| spent + cost(word) <= budget)
                });
                self.offer(arg, left.collect::<Vec<_>>());
            }
            Node::Walk { walk, .. } => {
                let places: Vec<Word> = walk.lines.keys().copied().collect();
                let typed: Vec<&str> = typed.iter().copied().filter(|word| !is_between(word)).collect();
                if let Some(before) = self.taken(arg, &places, &typed).filter(|_| offers) {
                    self.offer(arg, onward(walk, &before));
                }
            }
            Node::Number { least, most, .. } if offers && typed.is_empty() => {
                self.numbers((*least..=*most).take(MOST_NUMBERS + 1).map(|number| number.to_string()));
            }
            Node::Split { bins, .. } => {
                let words: Vec<Word> = bins.iter().map(|(bin, _)| *bin).collect();
                match self.open_bin(arg, &words) {
                    Some(bin) => {
                        let limit = bins.iter().find(|(word, _)| *word == bin).map_or(0, |(_, limit)| *limit);
                        self.numbers((1..=limit).take(MOST_NUMBERS + 1).map(|number| number.to_string()));
                    }
                    None => self.bins(arg, &words),
                }
            }
            Node::Sort { sort, .. } => {
                let words: Vec<Word> = sort.bins.iter().map(|bin| bin.word).collect();
                match self.open_bin(arg, &words) {
                    Some(bin) => self.things(arg, sort, bin),
                    None => self.bins(arg, &words),
                }
            }
            Node::Number { .. } | Node::Text { .. } => {}
        }
    }

    /// Offers the words of a node, or goes on below the one that is typed already.
    fn one_of(&mut self, (node, arg): (&'a Node, &'static str), of: &'a [(Word, Node)], words: &[&str]) {
        let (spec, legal) = (self.arg_spec(arg), of.iter().map(|(word, _)| *word).collect::<Vec<_>>());
        let below = |word: Word| of.iter().find(|(legal, _)| *legal == word).map(|(_, node)| node);
        if spec.is_some_and(|spec| spec.several) {
            self.again = Some((node, words.len()));
        }
        if self.is_open(arg) {
            let typed: Vec<&str> =
                self.open.iter().flat_map(|it| it.values.iter().map(String::as_str)).collect();
            let several = spec.is_some_and(|spec| spec.several);
            // With a value there already, more are offered only where the argument takes several.
            if let Some(taken) = self.taken(arg, &legal, &typed).filter(|taken| several || taken.is_empty()) {
                self.offer(arg, legal.into_iter().filter(|word| !taken.contains(word)).collect::<Vec<_>>());
            }
            return;
        }
        if let Some(values) = self.under(arg) {
            let typed: Vec<&str> = values.iter().map(String::as_str).collect();
            if let Some(node) = self.found_in(arg, &legal, &typed).and_then(|(word, _)| below(word)) {
                self.node(node, words);
            }
            return;
        }
        let fallback = match spec.map(|spec| spec.default) {
            Some(Fallback::First) => of.first(),
            Some(Fallback::Only) if of.len() == 1 => of.first(),
            _ => None,
        };
        let passed_over = fallback.map(|(_, node)| node);
        if words.is_empty() {
            if self.open.is_none() {
                self.offer(arg, legal);
                passed_over.into_iter().for_each(|node| self.node(node, words));
            } else {
                // The key may be that of an argument after one that is not given yet.
                of.iter().for_each(|(_, node)| self.node(node, words));
            }
            return;
        }
        match self.found_in(arg, &legal, words) {
            Some((word, n)) => below(word).into_iter().for_each(|node| self.node(node, &words[n..])),
            None if is_each(spec, &words[..1]) => {
                of.first().into_iter().for_each(|(_, node)| self.node(node, &words[1..]));
            }
            None => passed_over.into_iter().for_each(|node| self.node(node, words)),
        }
    }

    /// The order is whole; the words left begin it again, where an argument may be given several times.
    fn end(&mut self, words: &[&str]) {
        if let Some((node, before)) = self.again.take().filter(|(_, before)| words.len() < *before) {
            let keyed = std::mem::take(&mut self.keyed);
            self.node(node, words);
            (self.keyed, self.again) = (keyed, Some((node, before)));
        }
    }

    /// The words that `typed` names one after the other; `None` where one is not legal.
    fn taken(&self, arg: &str, legal: &[Word], typed: &[&str]) -> Option<Vec<Word>> {
        let (mut taken, mut at) = (Vec::new(), 0);
        while at < typed.len() {
            let (word, n) = self.found_in(arg, legal, &typed[at..])?;
            taken.push(word);
            at += n;
        }
        Some(taken)
    }

    fn found_in(&self, arg: &str, legal: &[Word], typed: &[&str]) -> Option<(Word, usize)> {
        let finder = Finder { lexicon: self.at.lexicon, spec: self.arg_spec(arg), known: vec![] };
        match finder.find(legal, typed) {
            Found::Named(word, n) | Found::Begun(word, n) => Some((word, n)),
            _ => None,
        }
    }

    /// The values under the key of `arg`, whole or being typed.
    fn under(&self, arg: &str) -> Option<&'a [String]> {
        let all = self.open.iter().chain(&self.keyed);
        all.copied().find(|piece| self.is_key(arg, piece)).map(|piece| &piece.values[..])
    }

    fn is_open(&self, arg: &str) -> bool {
        self.open.is_some_and(|piece| self.is_key(arg, piece))
    }

    fn is_key(&self, arg: &str, piece: &Piece) -> bool {
        let is_arg =
            |key: &str| fold(key) == fold(arg) || self.arg_spec(arg).is_some_and(|it| it.is_called(key));
        piece.key.as_deref().is_some_and(is_arg)
    }

    fn arg_spec(&self, arg: &str) -> Option<&'a ArgSpec> {
        self.spec.and_then(|verb| verb.arg(arg))
    }

    /// The bin whose share is being typed.
    fn open_bin(&self, arg: &str, bins: &[Word]) -> Option<Word> {
        let key = self.open?.key.as_deref()?;
        self.found_in(arg, bins, &[key]).map(|(bin, _)| bin)
    }

    fn offer(&mut self, arg: &str, words: impl IntoIterator<Item = Word>) {
        let lexicon = self.at.lexicon;
        for word in words {
            let explained = lexicon.is_short(word).then(|| lexicon.name(self.at.lang, word));
            self.found.push(Candidate { explained, ..self.candidate(arg, word) });
        }
    }

    fn candidate(&self, arg: &str, word: Word) -> Candidate {
        let (lexicon, spec) = (self.at.lexicon, self.arg_spec(arg));
        let langs = [self.at.lang].into_iter().chain(Lang::ALL.iter().copied());
        let labels = match self.spec {
            Some(verb) => {
                langs.clone().map(|lang| self.at.book.type_word(lang, word, verb, lexicon)).collect()
            }
            None => vec![word.to_string()],
        };
        let choice = spec.iter().flat_map(|spec| &spec.words).find(|choice| choice.word == word);
        let mut others: Vec<String> = choice.into_iter().flat_map(|choice| choice.aliases.clone()).collect();
        if lexicon.parts(word.as_str()).is_none() {
            // A name of several words is typed as one.
            others.extend(langs.map(|lang| lexicon.name(lang, word).replace(char::is_whitespace, "-")));
        }
        Candidate { others, ..Candidate::new(labels) }
    }

    fn numbers(&mut self, numbers: impl Iterator<Item = String>) {
        let numbers: Vec<String> = numbers.collect();
        // Of a longer range a part would look like all of it, so none is offered.
        if numbers.len() <= MOST_NUMBERS {
            let candidate = |number| Candidate::new([number]);
            self.found.extend(numbers.into_iter().map(candidate));
        }
    }

    /// The bins that have no share yet.
    fn bins(&mut self, arg: &str, bins: &[Word]) {
        if self.open.is_some() {
            return;
        }
        let keys: Vec<&str> = self.keyed.iter().filter_map(|piece| piece.key.as_deref()).collect();
        let filled: Vec<Word> =
            keys.iter().filter_map(|key| self.found_in(arg, bins, &[key])).map(|(bin, _)| bin).collect();
        for bin in bins.iter().filter(|bin| !filled.contains(bin)) {
            self.found.push(Candidate { end: "=", ..self.candidate(arg, *bin) });
        }
    }

    /// The classes and things for a bin that are in none yet, and the word for the rest.
    fn things(&mut self, arg: &str, sort: &Sort, bin: Word) {
        let things: Vec<Word> = sort.items.iter().map(|item| item.word).collect();
        let typed: Vec<&str> =
            self.keyed.iter().chain(&self.open).flat_map(|it| it.values.iter().map(String::as_str)).collect();
        let placed: Vec<Word> = typed
            .iter()
            .filter_map(|thing| self.found_in(arg, &things, &[thing]))
            .map(|(thing, _)| thing)
            .collect();
        let Some(bin) = sort.bins.iter().find(|other| other.word == bin) else { return };
        let left: Vec<_> =
            sort.items.iter().filter(|item| bin.takes(item) && !placed.contains(&item.word)).collect();
        let classes = classes(sort).into_iter().filter(|class| left.iter().any(|item| item.class == *class));
        self.offer(arg, classes.chain(left.iter().map(|item| item.word)).collect::<Vec<_>>());
        let mut rest = REST.map(str::to_owned);
        // The first label is the reader's own word.
        if self.at.lang == Lang::Ja {
            rest.reverse();
        }
        self.found.push(Candidate::new(rest));
    }
}
