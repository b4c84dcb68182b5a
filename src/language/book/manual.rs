//! The manual: the book as text, for the help of every door and for the pages of orders in `docs/`.

use super::{ArgKind, Book, Fallback, Lexicon, Term, Verb, fold};
use crate::words::{Lang, Words};

impl Verb {
    /// The usage of the verb: `load SHIP ITEM [BOX]`.
    pub fn usage(&self, lang: Lang) -> String {
        let mut usage = self.label(lang).to_string();
        for arg in &self.args {
            let label = arg.label(lang).to_uppercase();
            let more = match arg.kind {
                ArgKind::Things | ArgKind::Path | ArgKind::Shares => "…",
                ArgKind::Sort => "=…",
                _ => "",
            };
            let may_lack = arg.optional || arg.default != Fallback::None;
            usage.push_str(&if may_lack { format!(" [{label}{more}]") } else { format!(" {label}{more}") });
        }
        usage
    }
}

impl Book {
    /// The effect of a verb, its arguments and examples, as lines of text; `None` for a verb the book lacks.
    pub fn describe(&self, words: &Words, lang: Lang, verb: &str) -> Option<String> {
        let verb = self.verb(verb)?;
        let mut lines = vec![verb.usage(lang), verb.help.of(lang).to_string()];
        for arg in &verb.args {
            lines.push(words.say(
                lang,
                "book-argument",
                &[("name", arg.label(lang).into()), ("help", arg.help.of(lang).into())],
            ));
        }
        for example in &verb.examples {
            lines.push(words.say(
                lang,
                "book-example",
                &[("text", example.typed(lang).into()), ("help", example.help.of(lang).into())],
            ));
        }
        if let Some(rule) = &verb.rule {
            lines.push(words.say(lang, "book-rule", &[("rule", rule.as_str().into())]));
        }
        Some(lines.join("\n"))
    }

    /// The explanation of a verb or a term by any of its names, or by the game's word; `None` for an unknown one.
    pub fn explain(&self, words: &Words, lang: Lang, lexicon: &Lexicon, typed: &str) -> Option<String> {
        let key = fold(typed);
        // Verbs before terms of the same name: the question is mostly about an order.
        if let Some(verb) = self.called(&key) {
            return self.describe(words, lang, verb.name.as_str());
        }
        let called = |term: &&Term| term.names().any(|name| fold(name) == key);
        let named = || {
            lexicon.named(typed).into_iter().find_map(|word| self.terms().iter().find(|it| it.word == word))
        };
        let term = self.terms().iter().find(called).or_else(named)?;
        let name = match lexicon.name(lang, term.word) {
            unnamed if unnamed == term.word.as_str() => term.label(lang),
            name => name,
        };
        let args = [("name", name.into()), ("help", term.help.of(lang).into())];
        let rule = words.say(lang, "book-rule", &[("rule", term.rule.as_str().into())]);
        Some(format!("{}\n{rule}", words.say(lang, "book-term", &args)))
    }

    /// One line a verb, for a list.
    pub fn list(&self, words: &Words, lang: Lang, verb: &Verb) -> String {
        words.say(
            lang,
            "book-verb",
            &[("usage", verb.usage(lang).into()), ("help", verb.help.of(lang).into())],
        )
    }

    /// The whole book as a Markdown page.
    pub fn manual(&self, words: &Words, lang: Lang) -> String {
        let say = |key: &str| words.say(lang, key, &[]);
        let mut page = format!("# {}\n\n{}\n", say("manual-title"), say("manual-opening"));
        let mut group = None;
        for verb in self.verbs() {
            if group != Some(&verb.group) {
                page.push_str(&format!("\n## {}\n", verb.group.of(lang)));
                group = Some(&verb.group);
            }
            page.push_str(&self.section(words, lang, verb));
        }
        if !self.terms().is_empty() {
            page.push_str(&format!("\n## {}\n\n", say("manual-terms")));
        }
        for term in self.terms() {
            let args = [("name", term.label(lang).into()), ("help", term.help.of(lang).into())];
            let rule = words.say(lang, "book-rule", &[("rule", term.rule.as_str().into())]);
            page.push_str(&format!("- {} {rule}\n", words.say(lang, "book-term", &args)));
        }
        page
    }

    fn section(&self, words: &Words, lang: Lang, verb: &Verb) -> String {
        let mut section = format!("\n### `{}`\n\n{}\n", verb.usage(lang), verb.help.of(lang));
        let names: Vec<String> =
            verb.names().filter(|name| *name != verb.label(lang)).map(|name| format!("`{name}`")).collect();
        let names = words.say(lang, "manual-names", &[("names", names.join(", ").into())]);
        match &verb.rule {
            Some(rule) => {
                let rule = words.say(lang, "book-rule", &[("rule", rule.as_str().into())]);
                section.push_str(&format!("{rule} {names}\n"));
            }
            None => section.push_str(&format!("{names}\n")),
        }
        if !verb.args.is_empty() {
            section.push('\n');
        }
        for arg in &verb.args {
            section.push_str(&format!("- `{}`: {}", arg.label(lang), arg.help.of(lang)));
            if arg.words.is_empty() {
                section.push('\n');
                continue;
            }
            let choices: Vec<String> = arg
                .words
                .iter()
                .map(|choice| match lang {
                    Lang::En => format!("`{}`", choice.word),
                    Lang::Ja => format!("`{}` (`{}`)", choice.ja, choice.word),
                })
                .collect();
            let choices = words.say(lang, "manual-choices", &[("words", choices.join(", ").into())]);
            section.push_str(&format!(" {choices}\n"));
        }
        section.push('\n');
        for example in &verb.examples {
            section.push_str(&format!("    {}\n", example.typed(lang)));
            section.push_str(&format!("\n{}\n\n", example.help.of(lang)));
        }
        // Examples end in an empty line, which the next heading brings itself.
        section.truncate(section.trim_end().len());
        section.push('\n');
        section
    }
}

impl super::Example {
    /// The typed text, as a player of that language would.
    pub fn typed(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.text,
            Lang::Ja => &self.text_ja,
        }
    }
}
