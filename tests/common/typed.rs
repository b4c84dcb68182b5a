//! Every word that is typed is used for what it names, or nothing happens. Lines with slips are typed at the prompts of
//! random games, as each door reads them; what is carried out is held against the typed words without the reader's help.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::book::{ArgSpec, Book, Kind, Lexicon, Line, Parsed, Sort, fold};
use wardroom::game::{Arg, Form, Options, Word};
use wardroom::words::Lang;

use super::Luck;
use super::laws::{self, Lawful, Moment};

/// What speaks of a game's orders.
pub struct Desk {
    pub book: Book,
    pub lexicon: Lexicon,
}

/// What came of the lines.
#[derive(Debug, Default)]
pub struct Tally {
    pub carried_out: usize,
    pub nothing: usize,
    pub verbs: BTreeSet<Word>,
}

/// How a line reaches the reader.
#[derive(Clone, Copy, Debug)]
enum Door {
    /// The terminal and `/order`: a line, order by order.
    Line,
    /// A form: exactly one order.
    Form,
    /// A command whose arguments are given by name.
    Named,
}

/// Types lines at the prompts of random games.
pub fn every_word_is_used<G: Lawful>(desk: &Desk, games: u64, one_in: u32, lines: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        laws::play::<G>(seed, |moment, luck| {
            if luck.below(one_in) == 0 {
                (0..lines).for_each(|_| Trial { desk, moment: &moment }.run(luck, &mut tally));
            }
        });
    }
    tally
}

/// A word as it is typed, under a key or by position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    key: Option<Word>,
    text: String,
}

struct Trial<'a, G: Lawful> {
    desk: &'a Desk,
    moment: &'a Moment<'a, G>,
}

impl<G: Lawful> Trial<'_, G> {
    fn run(&self, luck: &mut Luck, tally: &mut Tally) {
        let Some(form) = self.moment.options.sample(&mut |n| luck.below(n)) else { return };
        let Some(verb) = self.desk.book.verb(form.verb.as_str()) else { return };
        if verb.args.iter().any(|arg| matches!(arg.kind, Kind::Text | Kind::Sort | Kind::Shares)) {
            return;
        }
        let lang = Lang::ALL[luck.below(2) as usize];
        let door = [Door::Line, Door::Form, Door::Named][luck.below(3) as usize];
        let mut tokens = self.typed(&form, lang);
        if matches!(door, Door::Named) {
            self.slip_named(&mut tokens, lang, luck);
        } else {
            tokens.iter_mut().for_each(|token| token.key = None);
            for _ in 0..luck.below(3) {
                self.slip(&mut tokens, lang, luck);
            }
        }
        let (text, done, whole) = self.give(form.verb, &tokens, door);
        let say = || format!("seed {}: {door:?} `{text}` did {}", self.moment.seed, told(&done));
        if done.is_empty() {
            tally.nothing += 1;
            return;
        }
        tally.carried_out += 1;
        tally.verbs.insert(form.verb);
        assert!(whole, "{} and no more", say());
        assert!(self.accounts(form.verb, &tokens, &done), "{}", say());
    }

    /// The order with every argument, each word in `lang`.
    fn typed(&self, form: &Form, lang: Lang) -> Vec<Token> {
        let verb = self.desk.book.verb(form.verb.as_str()).expect("a verb of the book");
        let mut tokens = Vec::new();
        for arg in &verb.args {
            let words: Vec<String> = match form.get(arg.name.as_str()) {
                Some(Arg::Word(word)) => vec![self.name(arg, *word, lang)],
                Some(Arg::Number(number)) => vec![number.to_string()],
                Some(Arg::Words(words)) => words.iter().map(|word| self.name(arg, *word, lang)).collect(),
                _ => vec![],
            };
            tokens.extend(words.into_iter().map(|text| Token { key: Some(arg.name), text }));
        }
        tokens
    }

    fn name(&self, arg: &ArgSpec, word: Word, lang: Lang) -> String {
        if let Some(choice) = arg.words.iter().find(|choice| choice.word == word) {
            return choice.label(lang).to_owned();
        }
        // A name of several words, or of a part and its place, is typed as the word itself.
        let name = self.desk.lexicon.name(lang, word);
        if name.contains(|c: char| !c.is_alphanumeric()) { word.to_string() } else { name }
    }

    /// A word of the game, of any verb's, or none at all.
    fn any_word(&self, lang: Lang, luck: &mut Luck) -> String {
        let sort = [Sort::Space, Sort::Space, Sort::Ship, Sort::Ship, Sort::Item][luck.below(5) as usize];
        let things: Vec<Word> = self.desk.lexicon.words(sort).collect();
        let others =
            ["all", "none", "most", "1", "2", "3", "12", "999", "to", "zeppelin", "x", "全艦", "なし"];
        match luck.below(6) {
            0 => (*luck.one_of(&others).expect("words")).to_owned(),
            1 => {
                let verbs = self.desk.book.verbs();
                let verb = luck.one_of(verbs).expect("verbs");
                let choices: Vec<_> = verb.choices().collect();
                luck.one_of(&choices).map_or(verb.label(lang), |choice| choice.label(lang)).to_owned()
            }
            2 => {
                let sample = self.moment.options.sample(&mut |n| luck.below(n));
                let words = sample.map(|form| self.typed_safely(&form, lang)).unwrap_or_default();
                luck.one_of(&words).map_or("x".to_owned(), |token| token.text.clone())
            }
            _ => match luck.one_of(&things) {
                Some(word) if luck.below(2) == 0 => self.desk.lexicon.name(lang, *word).replace(' ', "-"),
                Some(word) => word.to_string(),
                None => "x".to_owned(),
            },
        }
    }

    fn typed_safely(&self, form: &Form, lang: Lang) -> Vec<Token> {
        match self.desk.book.verb(form.verb.as_str()) {
            Some(_) => self.typed(form, lang),
            None => vec![],
        }
    }

    fn slip(&self, tokens: &mut Vec<Token>, lang: Lang, luck: &mut Luck) {
        let at = luck.below(tokens.len() as u32) as usize;
        let word = Token { key: None, text: self.any_word(lang, luck) };
        match luck.below(7) {
            0 => luck.shuffle(tokens),
            1 if !tokens.is_empty() => tokens[at] = word,
            2 if !tokens.is_empty() => drop(tokens.remove(at)),
            3 if !tokens.is_empty() => tokens.push(tokens[at].clone()),
            4 if !tokens.is_empty() => {
                let letters: Vec<char> = tokens[at].text.chars().collect();
                tokens[at].text = letters[..1 + luck.below(letters.len() as u32) as usize].iter().collect();
            }
            _ => tokens.insert(luck.below(tokens.len() as u32 + 1) as usize, word),
        }
    }

    /// The same where each word is given for an argument.
    fn slip_named(&self, tokens: &mut Vec<Token>, lang: Lang, luck: &mut Luck) {
        if tokens.is_empty() {
            return;
        }
        let at = luck.below(tokens.len() as u32) as usize;
        let other = luck.below(tokens.len() as u32) as usize;
        match luck.below(5) {
            0 => tokens[at].text = self.any_word(lang, luck),
            1 => tokens[at].text = tokens[other].text.clone(),
            2 => drop(tokens.remove(at)),
            3 => tokens.insert(at, Token { text: self.any_word(lang, luck), ..tokens[at].clone() }),
            _ => {}
        }
    }

    /// Gives what is typed, order by order until one is refused. Also says whether nothing of it was left undone.
    fn give(&self, verb: Word, tokens: &[Token], door: Door) -> (String, Vec<Form>, bool) {
        let Desk { book, lexicon } = self.desk;
        let (game, seat) = (self.moment.game, self.moment.seat);
        let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let text = format!("{verb} {}", words.join(" "));
        let mut options: Options = self.moment.options.clone();
        let line = match door {
            Door::Line => book.line(&text, &options),
            Door::Form => {
                let done = match book.one(&text, &options, lexicon) {
                    Ok(Parsed::Order { form, .. }) if options.accept(&form).is_ok() => vec![form],
                    _ => vec![],
                };
                return (text, done, true);
            }
            Door::Named => {
                let mut given: BTreeMap<Word, Vec<String>> = BTreeMap::new();
                for token in tokens {
                    given.entry(token.key.expect("a key")).or_default().push(token.text.clone());
                }
                let given: Vec<(Word, String)> = given.into_iter().map(|(k, v)| (k, v.join(" "))).collect();
                book.named(verb, &given, &options)
            }
        };
        let (mut state, mut done): (G::State, Vec<Form>) = (self.moment.state.clone(), vec![]);
        let mut line: Line = line.unwrap_or_default();
        let mut refused = false;
        while let Some(parsed) = book.next(&mut line, &options, lexicon) {
            let Ok(Parsed::Order { form, .. }) = parsed else { return (text, done, false) };
            match laws::resolve(game, &state, seat, &form, self.moment.key) {
                Ok(facts) if !refused => {
                    assert!(options.accept(&form).is_ok(), "{form}");
                    laws::fold(&mut state, &facts);
                    options = game.options(&state, seat);
                }
                _ if done.is_empty() => return (text, done, true),
                // What came after the first may be against the rules by then; its words were used all the same.
                _ => refused = true,
            }
            done.push(form);
        }
        (text, done, line.is_empty())
    }

    /// Whether the typed words are those of the orders that were done: each names the value of the argument it stands
    /// at, none is left over, and nothing was left out that one of them could have been.
    fn accounts(&self, verb: Word, tokens: &[Token], done: &[Form]) -> bool {
        let args = &self.desk.book.verb(verb.as_str()).expect("a verb").args;
        if tokens.iter().any(|token| token.key.is_some()) {
            return done.iter().all(|form| self.accounts_named(args, tokens, form));
        }
        let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let again = args.iter().position(|arg| arg.several);
        let each = |at: usize| again == Some(at) && args[at].kind == Kind::Ship;
        let all = words.iter().any(|word| is_all(word));
        if all
            && done
                .iter()
                .all(|form| self.rest(args, 0, &words, &words, std::slice::from_ref(form), None, &each))
        {
            return true;
        }
        self.rest(args, 0, &words, &words, done, again, &each)
    }

    /// Whether `words` are those of `done` from the argument `at` of the first on; `said` are all that stand with them.
    #[allow(clippy::too_many_arguments)]
    fn rest(
        &self,
        args: &[ArgSpec],
        at: usize,
        words: &[&str],
        said: &[&str],
        done: &[Form],
        again: Option<usize>,
        each: &dyn Fn(usize) -> bool,
    ) -> bool {
        let Some((form, others)) = done.split_first() else { return words.is_empty() };
        let Some(arg) = args.get(at) else {
            return match again {
                _ if others.is_empty() => words.is_empty(),
                Some(from) => self.rest(args, from, words, words, others, again, each),
                None => false,
            };
        };
        let on = |words: &[&str]| self.rest(args, at + 1, words, said, done, again, each);
        let Some(value) = form.get(arg.name.as_str()) else { return on(words) };
        let may_be_left_out = || !said.iter().any(|word| self.could_be(arg, word));
        match value {
            Arg::Word(word) => {
                let named = words
                    .first()
                    .is_some_and(|typed| self.names(arg, *word, typed) || (each(at) && is_all(typed)));
                (named && on(&words[1..])) || (may_be_left_out() && on(words))
            }
            Arg::Number(number) => {
                let named = words.first().is_some_and(|typed| {
                    typed.parse() == Ok(*number) || ["most", "max", "all", "最大", "全部"].contains(typed)
                });
                (named && on(&words[1..])) || (may_be_left_out() && on(words))
            }
            Arg::Words(list) => (0..=words.len()).any(|n| {
                let (these, behind) = words.split_at(n);
                let fits = match n {
                    0 => may_be_left_out(),
                    _ if arg.kind == Kind::Path => self.leads(arg, list, these),
                    _ => self.lists(arg, list, these),
                };
                fits && on(behind)
            }),
            _ => false,
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

    fn accounts_named(&self, args: &[ArgSpec], tokens: &[Token], form: &Form) -> bool {
        args.iter().all(|arg| {
            let typed: Vec<&str> =
                tokens.iter().filter(|t| t.key == Some(arg.name)).map(|t| t.text.as_str()).collect();
            match form.get(arg.name.as_str()) {
                _ if typed.is_empty() => true,
                Some(Arg::Word(word)) if arg.several => {
                    typed.iter().any(|typed| is_all(typed) || self.names(arg, *word, typed))
                }
                Some(Arg::Word(word)) => typed.len() == 1 && self.names(arg, *word, typed[0]),
                Some(Arg::Number(number)) => {
                    let most = ["most", "max", "all", "最大", "全部"];
                    typed.len() == 1 && (typed[0].parse() == Ok(*number) || most.contains(&typed[0]))
                }
                Some(Arg::Words(list)) if arg.kind == Kind::Path => self.leads(arg, list, &typed),
                Some(Arg::Words(list)) => self.lists(arg, list, &typed),
                _ => false,
            }
        })
    }

    /// Whether `typed` is a name of `word` or begins one, which no number does.
    fn names(&self, arg: &ArgSpec, word: Word, typed: &str) -> bool {
        let typed = fold(typed);
        let may_begin = !typed.ends_with(|c: char| c.is_ascii_digit());
        let choice = arg.words.iter().filter(|choice| choice.word == word);
        let own = choice.flat_map(|choice| choice.names().map(fold).collect::<Vec<_>>());
        let parts = word.as_str().split('@').next().into_iter();
        let parts = parts.filter_map(|part| part.parse::<Word>().ok());
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

    /// Whether `typed` is the full name of anything that the argument could be.
    fn could_be(&self, arg: &ArgSpec, typed: &str) -> bool {
        let sorts: &[Sort] = match arg.kind {
            Kind::Ship | Kind::Ships => &[Sort::Ship],
            Kind::Space | Kind::Path => &[Sort::Space],
            Kind::Item | Kind::Cargo => &[Sort::Item],
            _ => &[],
        };
        let key = fold(typed);
        let is = |word: Word| {
            fold(word.as_str()) == key
                || Lang::ALL.iter().any(|lang| fold(&self.desk.lexicon.name(*lang, word)) == key)
        };
        match arg.kind {
            Kind::Number | Kind::Place => typed.parse::<i64>().is_ok(),
            Kind::Choice => arg.words.iter().any(|choice| choice.names().any(|name| fold(name) == key)),
            _ => sorts.iter().any(|sort| self.desk.lexicon.words(*sort).any(is)),
        }
    }
}

fn is_all(typed: &str) -> bool {
    ["all", "全部", "全て", "全艦"].contains(&typed)
}

fn told(done: &[Form]) -> String {
    done.iter().map(Form::to_string).collect::<Vec<_>>().join("; ")
}
