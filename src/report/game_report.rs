//! The shared part of all games' reports: prompts, options and refusals.

use super::{Choice, Listing, Menu, Phrases, ReportLine, Shorthand, Weight};
use crate::book::{ArgKind, ArgSpec, fold};
use crate::game::caution::Caution;
use crate::game::odds::{Likelihood, Odds};
use crate::game::{Arg, Fact, Node, Options, OrderForm, Prompt, Refusal, Roll, Seat, Word};
use crate::words::{Lang, Value};

/// A game's report for one reader.
pub trait GameReport {
    /// The events of the game.
    type Event;
    /// A seat's view of a position.
    type View;

    /// The prefix of the keys of the game's own messages.
    const PREFIX: &'static str;

    /// The reader's messages, language, book and names.
    fn phrases(&self) -> &Phrases<'_>;

    /// A thing or a place in a sentence.
    fn concern(&self, word: Word) -> String;

    /// The orders of a verb that are worth listing, those left out that differ in little.
    fn forms(&self, verb: &(Word, Node)) -> Vec<OrderForm>;

    /// A verb of many orders, in a line or more.
    fn outline(&self, verb: Word, node: &Node, count: usize) -> Vec<String>;

    /// A refusal's words for a `value` that is neither a number nor the name of a thing.
    fn chosen(&self, name: &str, value: &str) -> Option<String>;

    /// Reports events; `ahead` is the following events, for sentences that mention them.
    fn report_lines(&self, facts: &[Fact<Self::Event>], ahead: &[Fact<Self::Event>]) -> Vec<ReportLine>;

    /// True if a roll's modifiers come from much earlier events, so that [`GameReport::report_lines_after`] says more about it.
    fn hangs_on_past(&self, _roll: &Roll) -> bool {
        false
    }

    /// As [`GameReport::report_lines`], with `before` for everything public that happened earlier.
    fn report_lines_after(
        &self,
        _before: &[Fact<Self::Event>],
        facts: &[Fact<Self::Event>],
        ahead: &[Fact<Self::Event>],
    ) -> Vec<ReportLine> {
        self.report_lines(facts, ahead)
    }

    /// Returns whether a day is over with this event; never, in a game that sums none up.
    fn ends_day(&self, _event: &Self::Event) -> bool {
        false
    }

    /// Returns whether a summary for somebody who was away must have this event; by default every one.
    fn matters(&self, _event: &Self::Event) -> bool {
        true
    }

    /// A day in a few lines: `facts` are all that its reader may know of the table up to its end, `view` is the position then.
    fn day_over(&self, _facts: &[Fact<Self::Event>], _view: &Self::View) -> Vec<ReportLine> {
        vec![]
    }

    /// The page at the end of a game that is over or was broken off: `facts` are all that its reader may know; nothing in a
    /// game that has none.
    fn ending(&self, _view: &Self::View, _facts: &[Fact<Self::Event>]) -> Vec<(Weight, String)> {
        vec![]
    }

    /// The page between two parts of a game, once the next has begun; nothing in a game that has none.
    fn interval(&self, _view: &Self::View, _facts: &[Fact<Self::Event>]) -> Vec<(Weight, String)> {
        vec![]
    }

    /// The text of an order whose consequences say nothing of it: the decision itself; empty by default.
    fn given(&self, _seat: Seat, _order: &OrderForm) -> Option<String> {
        None
    }

    /// A roll with its rule.
    fn roll(&self, roll: &Roll) -> String;

    /// The position.
    fn board(&self, view: &Self::View) -> Vec<(Weight, String)>;

    /// The position in lines that can be read alone, without drawings in text.
    fn written(&self, view: &Self::View) -> Vec<(Weight, String)> {
        self.board(view)
    }

    /// The position as a player at the table needs it at once.
    fn glance(&self, view: &Self::View) -> Vec<(Weight, String)> {
        self.board(view)
    }

    /// The part of the position that the book calls `name`; `None` for one the game has not.
    fn section(&self, view: &Self::View, name: Word) -> Option<Vec<(Weight, String)>>;

    /// A thing or a place of the position; `None` if `word` is neither.
    fn part(&self, view: &Self::View, word: Word) -> Option<Vec<String>>;

    /// The parts of the position that matter for the decision, in a few lines; empty by default.
    fn brief(&self, _view: &Self::View, _prompt: &Prompt) -> Vec<String> {
        vec![]
    }

    /// A caution in words.
    fn caution(&self, caution: &Caution) -> String {
        let phrases = self.phrases();
        let names = |things: &[Word]| phrases.list(things.iter().map(|thing| self.concern(*thing)));
        let named = caution.about.iter().map(|(name, things)| (*name, Value::from(names(things))));
        let count = caution.about.first().map_or(0, |(_, things)| things.len());
        let args: Vec<(&str, Value<'_>)> = named.chain([("count", count.into())]).collect();
        let what = phrases.say(&format!("{}{}", Self::PREFIX, caution.what), &args);
        phrases.say(&format!("{}warning", Self::PREFIX), &[("what", what.into())])
    }

    /// The shorthands for several of these orders at once; none by default.
    fn shorthands(&self, _view: &Self::View, _options: &Options) -> Vec<Shorthand> {
        vec![]
    }

    /// The odds of the orders possible now.
    fn odds<'v>(&self, view: &'v Self::View) -> &'v [Odds];

    /// Odds beside their order: of its possible results, or, if it can have none, that it cannot.
    fn likely(&self, odds: &Odds) -> String {
        let phrases = self.phrases();
        let one = |(what, likely): &(Word, Likelihood)| {
            let what = phrases.say(&format!("{}odds-{what}", Self::PREFIX), &[]);
            phrases.say("odds-outcome", &[("what", what.into()), ("percent", likely.percent().into())])
        };
        let can_be = |(_, likely): &&(Word, Likelihood)| likely.percent() > 0;
        // An order none of whose results can come says that of each: the reader would else see no odds.
        let nothing = !odds.outcomes.iter().any(|outcome| can_be(&outcome));
        phrases.list(odds.outcomes.iter().filter(|outcome| nothing || can_be(outcome)).map(one))
    }

    /// The choices with their odds, and the odds of the orders that are only outlined.
    fn with_odds(&self, view: &Self::View, options: &Options, mut menu: Menu) -> Menu {
        let odds = self.odds(view);
        self.with_odds_each(view, &mut menu.choices);
        let listed = |odds: &&Odds| menu.choices.iter().any(|choice| odds.are_of(&choice.form));
        let open = odds.iter().filter(|odds| options.verb(odds.order.verb.as_str()).is_some());
        menu.outlines.extend(self.odds_lines(open.filter(|odds| !listed(odds))));
        menu
    }

    /// The choices with their odds.
    fn with_odds_each(&self, view: &Self::View, choices: &mut [Choice]) {
        let odds = self.odds(view);
        for choice in choices {
            if let Some(odds) = odds.iter().find(|odds| odds.are_of(&choice.form)) {
                choice.sentence = self.beside(&choice.sentence, odds);
            }
        }
    }

    /// Odds, each with what its orders do, as far as it makes a difference.
    fn odds_lines<'o>(&self, odds: impl Iterator<Item = &'o Odds>) -> Vec<String> {
        let sentence = |order| self.sentence("chance", order).unwrap_or_else(|| self.order(order));
        let mut lines: Vec<String> = odds.map(|odds| self.beside(&sentence(&odds.order), odds)).collect();
        // Orders that differ in nothing that is said would read as the same line twice.
        lines.dedup();
        lines
    }

    /// The effect of an order, with its odds.
    fn beside(&self, sentence: &str, odds: &Odds) -> String {
        let args = [("sentence", sentence.into()), ("odds", self.likely(odds).into())];
        self.phrases().say("odds-beside", &args)
    }

    /// The notice that every player gets once.
    fn notice(&self) -> String;

    /// A seat's question, for anybody to read: nothing in it depends on the seat's options.
    fn asked(&self, prompt: &Prompt) -> String {
        let key = self.key("asked", &prompt.ask).or_else(|| self.key("prompt", &prompt.ask));
        self.phrases().say(&key.unwrap_or_else(|| "prompt-other".into()), &self.concerns(prompt))
    }

    /// The arguments of a prompt's message.
    fn concerns(&self, prompt: &Prompt) -> Vec<(&'static str, Value<'static>)> {
        let first = prompt.about.first().map_or_else(String::new, |word| self.concern(*word));
        let rest = self.phrases().list(prompt.about.iter().skip(1).map(|word| self.concern(*word)));
        vec![("a", first.into()), ("rest", rest.into()), ("rule", prompt.rule.to_string().into())]
    }

    /// The player's question. The message may choose by each verb whether it is open, so that it names no other.
    fn prompt(&self, prompt: &Prompt, options: &Options) -> String {
        let phrases = self.phrases();
        let key = self.key("prompt", &prompt.ask).unwrap_or_else(|| "prompt-other".into());
        let mut args: Vec<(&str, Value<'_>)> = self.concerns(prompt);
        args.extend(phrases.book.verbs().iter().map(|verb| {
            let open = options.verb(verb.name.as_str()).is_some();
            (verb.name.as_str(), if open { "open" } else { "closed" }.into())
        }));
        phrases.say(&key, &args)
    }

    /// The effect of an order.
    fn order(&self, form: &OrderForm) -> String {
        self.sentence("order", form).unwrap_or_else(|| self.phrases().book.type_out(form))
    }

    /// The message `sort-VERB` of this game, with the arguments of an order; `None` if there is none.
    fn sentence(&self, sort: &str, form: &OrderForm) -> Option<String> {
        let phrases = self.phrases();
        let key = self.key(sort, &form.verb)?;
        let spec = phrases.book.verb(form.verb.as_str());
        let mut args: Vec<(&str, Value<'_>)> = Vec::new();
        for (name, value) in form.args() {
            let spec = spec.and_then(|spec| spec.arg(name.as_str()));
            args.push((name.as_str(), self.argument(spec, value)));
        }
        Some(phrases.say(&key, &args))
    }

    /// An argument for a message: a name, a list of names, a number; a word of the book unchanged, for the message to choose
    /// by.
    fn argument(&self, spec: Option<&ArgSpec>, value: &Arg) -> Value<'static> {
        let phrases = self.phrases();
        let kind = spec.map(|spec| spec.kind);
        let chosen = |word: &Word| {
            let choice = spec.and_then(|spec| spec.words.iter().find(|choice| choice.word == *word));
            choice.map(|choice| choice.label(phrases.lang).to_owned())
        };
        match value {
            Arg::Word(word) if matches!(kind, Some(ArgKind::Choice | ArgKind::Numeral | ArgKind::Text)) => {
                Value::from(word.as_str().to_string())
            }
            Arg::Word(word) => phrases.joined(*word).unwrap_or_else(|| self.concern(*word)).into(),
            Arg::Number(number) => (*number).into(),
            Arg::Text(text) => Value::from(text.clone()),
            Arg::Words(words) if kind == Some(ArgKind::Path) => {
                let Some((to, way)) = words.split_last() else { return "".into() };
                let to = self.concern(*to);
                if way.is_empty() {
                    return to.into();
                }
                let way: Vec<&str> = way.iter().map(Word::as_str).collect();
                phrases.say("way", &[("way", way.join(" ").into()), ("to", to.into())]).into()
            }
            Arg::Words(words) => {
                let said = |word: &Word| {
                    let spec = spec?;
                    let key = self.key(spec.name.as_str(), word)?;
                    (kind == Some(ArgKind::Choice)).then(|| phrases.say(&key, &[]))
                };
                let name =
                    |word: &Word| said(word).or_else(|| chosen(word)).unwrap_or_else(|| self.concern(*word));
                phrases.list(words.iter().map(name)).into()
            }
            Arg::Shares(shares) => phrases
                .list(shares.iter().map(|(bin, points)| {
                    phrases.say("share", &[("bin", phrases.name(*bin).into()), ("points", (*points).into())])
                }))
                .into(),
            Arg::Sorted(sorted) => phrases
                .list(sorted.iter().map(|(bin, things)| {
                    let things = phrases.list(things.iter().map(|thing| phrases.name(*thing)));
                    let bin = chosen(bin).unwrap_or_else(|| phrases.name(*bin));
                    phrases.say("sorted", &[("bin", bin.into()), ("things", things.into())])
                }))
                .into(),
        }
    }

    /// Why an order is refused, under which rule, and what would be legal.
    fn refusal(&self, refusal: &Refusal) -> String {
        let phrases = self.phrases();
        let args: Vec<(&str, Value<'_>)> =
            refusal.about.iter().map(|(name, value)| (name.as_str(), self.detail(name, value))).collect();
        let key = format!("refusal-{}", refusal.reason);
        let has = phrases.words.has(Lang::En, &key);
        let text = phrases.say(if has { &key } else { "refusal-other" }, &args);
        let rule = refusal.rule.as_str();
        if refusal.legal.is_empty() {
            return phrases.say("refused", &[("text", text.into()), ("rule", rule.into())]);
        }
        let shown =
            refusal.legal.iter().take(crate::book::LEGAL_SHOWN).map(|legal| phrases.named_word(legal));
        phrases.say(
            "refused-legal",
            &[
                ("text", text.into()),
                ("rule", rule.into()),
                ("legal", phrases.list(shown).into()),
                ("more", refusal.legal.len().saturating_sub(crate::book::LEGAL_SHOWN).into()),
            ],
        )
    }

    /// A detail of a refusal: names of things, numbers, and words for the message to choose by.
    fn detail(&self, name: &str, value: &str) -> Value<'static> {
        let Phrases { book, lang, .. } = *self.phrases();
        if let Ok(number) = value.parse::<i64>()
            && self.chosen(name, value).is_none()
        {
            return number.into();
        }
        let verb = || book.verb(value).map(|verb| verb.label(lang).to_owned());
        let arg =
            || book.verbs().iter().find_map(|verb| verb.arg(value)).map(|arg| arg.label(lang).to_owned());
        let known = match name {
            "verb" => verb(),
            "argument" => arg(),
            _ => self.chosen(name, value).or_else(|| value.parse().ok().map(|word: Word| self.concern(word))),
        };
        known.unwrap_or_else(|| value.to_owned()).into()
    }

    /// Orders that may be given now, at most `limit` of each verb, as they are numbered in a list: `2` picks the second.
    fn choices(&self, options: &Options, limit: usize) -> Vec<Choice> {
        let forms = options.verbs.iter().flat_map(|verb| self.forms(verb).into_iter().take(limit));
        forms.map(|form| self.choice(form)).collect()
    }

    /// Orders that contain everything in `about`, at most `limit`.
    fn choices_about(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        let mut forms: Vec<OrderForm> = options.verbs.iter().flat_map(|verb| self.forms(verb)).collect();
        for typed in about {
            forms.retain(|form| speaks_of(self.phrases(), form, typed));
        }
        let more = forms.len().saturating_sub(limit);
        forms.truncate(limit);
        Listing { choices: forms.into_iter().map(|form| self.choice(form)).collect(), more }
    }

    /// The legal orders: verbs of at most `few` orders by number, the others in outline, so that none is missing.
    fn menu(&self, options: &Options, few: usize) -> Menu {
        let Phrases { book, lang, .. } = *self.phrases();
        let mut menu = Menu::default();
        for open @ (verb, node) in &options.verbs {
            let forms = self.forms(open);
            if self.is_numbered(open, &forms, few) {
                menu.choices.extend(forms.into_iter().map(|form| self.choice(form)));
            } else if forms.is_empty() && !matches!(node, Node::Sort { .. }) {
                // Free text cannot be listed.
                let spec = book.verb(verb.as_str());
                menu.outlines.push(spec.map_or_else(|| verb.to_string(), |spec| spec.usage(lang)));
            } else {
                menu.outlines.extend(self.outline(*verb, node, forms.len()));
            }
        }
        menu
    }

    /// The choices of [`menu`](GameReport::menu) alone: the outlines are costly.
    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice> {
        let forms = |open| Some(self.forms(open)).filter(|forms| self.is_numbered(open, forms, few));
        options.verbs.iter().filter_map(forms).flatten().map(|form| self.choice(form)).collect()
    }

    /// Returns whether these orders, all that a verb has, are listed by number: at most `few`, and such as are picked, not typed.
    fn is_numbered(&self, (verb, node): &(Word, Node), forms: &[OrderForm], few: usize) -> bool {
        // Sortings and choices from many are typed: a few of very many orders would mislead.
        let picked = match node {
            Node::Sort { .. } => false,
            Node::SomeOf { of, .. } => of.len() <= few,
            _ => true,
        };
        let gives_up = self.phrases().book.verb(verb.as_str()).is_some_and(|spec| spec.gives_up);
        picked && !gives_up && (1..=few).contains(&forms.len())
    }

    /// A verb for which there is no short text except the number of its orders.
    fn many(&self, verb: Word, usage: String, count: usize) -> String {
        let Phrases { book, lang, .. } = *self.phrases();
        let label = book.verb(verb.as_str()).map_or(verb.as_str(), |verb| verb.label(lang));
        self.phrases()
            .say("menu-many", &[("usage", usage.into()), ("verb", label.into()), ("count", count.into())])
    }

    /// An order to choose, with its effect.
    fn choice(&self, form: OrderForm) -> Choice {
        Choice { sentence: self.order(&form), form }
    }

    /// A word that only the game's own rules use.
    fn own_term(&self, kind: &str, word: &str) -> String {
        self.phrases().term(&format!("{}{kind}", Self::PREFIX), word)
    }

    /// The key of the message `sort-name` of this game, if there is one.
    fn key(&self, sort: &str, name: &Word) -> Option<String> {
        let key = format!("{}{sort}-{name}", Self::PREFIX);
        self.phrases().words.has(Lang::En, &key).then_some(key)
    }
}

/// Returns whether an argument of `form` answers to `typed`, or begins so; of a walk its end.
fn speaks_of(phrases: &Phrases<'_>, form: &OrderForm, typed: &str) -> bool {
    let key = fold(typed);
    let named = phrases.lexicon.named(typed);
    let spec = phrases.book.verb(form.verb.as_str());
    let fits = |word: &Word| {
        let choice = spec.iter().flat_map(|spec| &spec.args).flat_map(|arg| &arg.words);
        let mut names = choice.filter(|choice| choice.word == *word).flat_map(|choice| {
            [choice.ja.as_str()].into_iter().chain(choice.aliases.iter().map(String::as_str))
        });
        let parts = match phrases.lexicon.parts(word.as_str()) {
            Some((first, _, second)) => vec![first, second],
            None => vec![word.as_str()],
        };
        fold(word.as_str()).starts_with(&key)
            || parts.iter().any(|part| named.iter().any(|word| word.as_str() == *part))
            || names.any(|name| fold(name).starts_with(&key))
    };
    form.args().any(|(_, value)| match value {
        Arg::Word(word) => fits(word),
        Arg::Words(words) => words.last().is_some_and(fits),
        Arg::Shares(shares) => shares.keys().any(fits),
        Arg::Sorted(sorted) => sorted.iter().any(|(bin, things)| fits(bin) || things.iter().any(fits)),
        Arg::Number(number) => number.to_string() == key,
        Arg::Text(_) => false,
    })
}
