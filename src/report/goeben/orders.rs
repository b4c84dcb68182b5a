//! What is asked, what may be ordered and why not, in words.

use super::Teller;
use crate::book::Kind;
use crate::game::{Arg, Form, Prompt, Refusal, Word};
use crate::report::Choice;
use crate::words::{Lang, Value};

impl Teller<'_> {
    /// What the player is asked.
    pub fn prompt(&self, prompt: &Prompt) -> String {
        let about = |n: usize| prompt.about.get(n).map_or_else(String::new, |word| self.concern(*word));
        let rest = self.list(prompt.about.iter().skip(1).map(|word| self.concern(*word)));
        let key = format!("prompt-{}", prompt.ask);
        let has = self.words.has(Lang::En, &key);
        self.say(
            if has { &key } else { "prompt-other" },
            &[("a", about(0).into()), ("rest", rest.into()), ("rule", prompt.rule.as_str().into())],
        )
    }

    /// The list of [`choices`](Teller::choices), one numbered line each.
    pub fn list_choices(&self, choices: &[Choice]) -> Vec<String> {
        choices
            .iter()
            .enumerate()
            .map(|(at, choice)| {
                self.say(
                    "choice-line",
                    &[
                        ("number", (at + 1).into()),
                        ("typed", choice.typed.as_str().into()),
                        ("sentence", choice.sentence.as_str().into()),
                    ],
                )
            })
            .collect()
    }

    /// What an order does.
    pub fn order(&self, form: &Form) -> String {
        let key = format!("order-{}", form.verb);
        if !self.words.has(Lang::En, &key) {
            return self.book.type_out(form);
        }
        let spec = self.book.verb(form.verb.as_str());
        let mut args: Vec<(&str, Value<'_>)> = Vec::new();
        for (name, value) in form.args() {
            let kind = spec.and_then(|spec| spec.arg(name.as_str())).map(|arg| arg.kind);
            args.push((name.as_str(), self.argument(kind, value)));
        }
        self.say(&key, &args)
    }

    /// An argument for a message: a name, a list of names, a number; a word of the book's own as it is, for the message
    /// to choose by.
    fn argument(&self, kind: Option<Kind>, value: &Arg) -> Value<'static> {
        match value {
            Arg::Word(word) if matches!(kind, Some(Kind::Choice | Kind::Place)) => {
                Value::from(word.as_str().to_string())
            }
            Arg::Word(word) => match word.as_str().split_once('@') {
                Some((item, hull_box)) => {
                    let item = item.parse().map_or_else(|_| item.to_string(), |item| self.name(item));
                    self.say("cargo-in-box", &[("item", item.into()), ("box", hull_box.into())]).into()
                }
                None => self.concern(*word).into(),
            },
            Arg::Number(number) => (*number).into(),
            Arg::Words(words) if kind == Some(Kind::Path) => {
                let Some((to, way)) = words.split_last() else { return "".into() };
                let to = self.concern(*to);
                if way.is_empty() {
                    return to.into();
                }
                let way: Vec<&str> = way.iter().map(Word::as_str).collect();
                self.say("way", &[("way", way.join(" ").into()), ("to", to.into())]).into()
            }
            Arg::Words(words) => self.list(words.iter().map(|word| self.concern(*word))).into(),
            Arg::Shares(shares) => self
                .list(shares.iter().map(|(bin, points)| {
                    self.say("share", &[("bin", self.name(*bin).into()), ("points", (*points).into())])
                }))
                .into(),
            Arg::Sorted(sorted) => self
                .list(sorted.iter().map(|(bin, things)| {
                    let things = self.list(things.iter().map(|thing| self.name(*thing)));
                    self.say("sorted", &[("bin", self.name(*bin).into()), ("things", things.into())])
                }))
                .into(),
        }
    }

    /// Why an order is refused, under which rule, and what would be legal.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let args: Vec<(&str, Value<'_>)> =
            refusal.about.iter().map(|(name, value)| (name.as_str(), self.detail(name, value))).collect();
        let key = format!("refusal-{}", refusal.reason);
        let has = self.words.has(Lang::En, &key);
        let text = self.say(if has { &key } else { "refusal-other" }, &args);
        let rule = refusal.rule.as_str();
        if refusal.legal.is_empty() {
            return self.say("refused", &[("text", text.into()), ("rule", rule.into())]);
        }
        let shown = refusal.legal.iter().take(crate::book::LEGAL_SHOWN).map(|legal| self.legal(legal));
        self.say(
            "refused-legal",
            &[
                ("text", text.into()),
                ("rule", rule.into()),
                ("legal", self.list(shown).into()),
                ("more", refusal.legal.len().saturating_sub(crate::book::LEGAL_SHOWN).into()),
            ],
        )
    }

    /// What a refusal speaks of: names of things, numbers, and words for the message to choose by.
    fn detail(&self, name: &str, value: &str) -> Value<'static> {
        if let Ok(number) = value.parse::<i64>() {
            return number.into();
        }
        match name {
            "speed" | "source" => value.to_string().into(),
            "verb" => self
                .book
                .verb(value)
                .map_or_else(|| value.to_string(), |verb| verb.label(self.lang).into())
                .into(),
            "argument" => self
                .book
                .verbs()
                .iter()
                .find_map(|verb| verb.arg(value))
                .map_or_else(|| value.to_string(), |arg| arg.label(self.lang).into())
                .into(),
            _ => value.parse().map_or_else(|_| value.to_string(), |word: Word| self.concern(word)).into(),
        }
    }

    fn legal(&self, typed: &str) -> String {
        if let Some(verb) = self.book.verb(typed) {
            return verb.label(self.lang).into();
        }
        let Ok(word) = typed.parse::<Word>() else { return typed.to_string() };
        let name = self.name(word);
        if crate::book::fold(&name) == crate::book::fold(typed) {
            return typed.to_owned();
        }
        self.say("named-word", &[("word", typed.into()), ("name", name.into())])
    }
}
