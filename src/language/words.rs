//! Words: every sentence the program says, by key, in English and Japanese.

mod command_names;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use include_dir::{Dir, include_dir};
use unic_langid::LanguageIdentifier;

use crate::reason::{Detail, Reason};

/// Words a message, from its key and its arguments, in the reader's language.
pub type SayFn<'a> = &'a dyn Fn(&str, &[(&str, Value<'_>)]) -> String;

/// An argument of a message: a text or a number.
pub type Value<'a> = fluent_bundle::FluentValue<'a>;

static LOCALES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../locales");

/// The languages the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Every language.
    pub const ALL: &'static [Lang] = &[Lang::En, Lang::Ja];

    /// The language of a locale such as `ja_JP.UTF-8`, `ja` or `en-GB`; English for any other.
    pub fn of_locale(locale: &str) -> Lang {
        match locale.split(['_', '-', '.']).next() {
            Some(code) if code.eq_ignore_ascii_case("ja") => Lang::Ja,
            _ => Lang::En,
        }
    }

    /// The language's code: `en` or `ja`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }
}

/// A locale file that cannot be read: our fault, found by the tests.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("locales/{file}: {why}")]
pub struct WordsFault {
    /// The file.
    pub file: String,
    /// The fault.
    pub why: String,
}

/// The messages of all languages. Clones share them.
#[derive(Clone)]
pub struct Words {
    en: Arc<FluentBundle<FluentResource>>,
    ja: Arc<FluentBundle<FluentResource>>,
}

impl Words {
    /// The messages built into the program, without those of any game. They are read once.
    ///
    /// # Errors
    /// A locale file that is malformed or repeats a key.
    pub fn read() -> Result<Words, WordsFault> {
        Words::built_in("")
    }

    /// The same with the messages of a game: those in its folders of `locales/`.
    ///
    /// # Errors
    /// As [`Words::read`].
    pub fn of_game(game: &str) -> Result<Words, WordsFault> {
        Words::built_in(game)
    }

    /// The built-in messages with those of a game, or of none if its name is empty; read at first use.
    fn built_in(game: &str) -> Result<Words, WordsFault> {
        static READ: Mutex<BTreeMap<String, Words>> = Mutex::new(BTreeMap::new());
        // A panic elsewhere leaves the map as it was: entries are put in whole.
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(words) = read.get(game) {
            return Ok(words.clone());
        }
        let files = |lang| move |(file, text)| (lang, file, text);
        let of = |lang: &Lang| locale_files(*lang, Some(game)).into_iter().map(files(*lang));
        let own: Vec<(Lang, String, &str)> = match game {
            "" => vec![],
            _ => Lang::ALL.iter().flat_map(of).collect(),
        };
        let more: Vec<_> = own.iter().map(|(lang, file, text)| (*lang, file.as_str(), *text)).collect();
        let words = Words::read_with(&more)?;
        read.insert(game.to_owned(), words.clone());
        Ok(words)
    }

    /// The same with more locale files: language, name and text.
    ///
    /// # Errors
    /// As [`Words::read`].
    pub fn read_with(more: &[(Lang, &str, &str)]) -> Result<Words, WordsFault> {
        Ok(Words { en: Arc::new(bundle(Lang::En, more)?), ja: Arc::new(bundle(Lang::Ja, more)?) })
    }

    /// One sentence after another.
    pub fn after(&self, lang: Lang, first: &str, second: &str) -> String {
        // Japanese sentences follow each other without a space.
        format!("{first}{}{second}", if lang == Lang::Ja { "" } else { " " })
    }

    /// The message `key` in `lang`, else in English, else the key itself in braces.
    pub fn say(&self, lang: Lang, key: &str, args: &[(&str, Value<'_>)]) -> String {
        let mut named = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            named.set(*name, value.clone());
        }
        self.try_say(lang, key, &named)
            // A sentence in the other language is better than none.
            .or_else(|| self.try_say(Lang::En, key, &named))
            .unwrap_or_else(|| format!("{{{key}}}"))
    }

    /// Returns whether `lang` itself has the message `key`.
    pub fn has(&self, lang: Lang, key: &str) -> bool {
        self.bundle(lang).has_message(key)
    }

    /// A word of the program, by its message `sort-word`; the word itself if it has none.
    pub fn term(&self, lang: Lang, sort: &str, word: &str) -> String {
        let key = format!("{sort}-{word}");
        if self.has(Lang::En, &key) { self.say(lang, &key, &[]) } else { word.to_owned() }
    }

    /// A reason, in `lang`; where it is a game's, with the messages of that game.
    pub fn reason(&self, lang: Lang, reason: &Reason) -> String {
        let of_game = reason.game.and_then(|game| Words::of_game(game).ok());
        let words = of_game.as_ref().unwrap_or(self);
        let value = |detail: &Detail| match detail {
            Detail::Number(number) => (*number).into(),
            Detail::Text(text) => text.clone().into(),
            Detail::Reason(reason) => words.reason(lang, reason).into(),
        };
        let args: Vec<(&str, Value<'_>)> =
            reason.about.iter().map(|(name, detail)| (*name, value(detail))).collect();
        words.say(lang, reason.key, &args)
    }

    fn try_say(&self, lang: Lang, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let bundle = self.bundle(lang);
        let pattern = bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let said = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "the message `{key}` cannot be said: {errors:?}");
        Some(said)
    }

    fn bundle(&self, lang: Lang) -> &FluentBundle<FluentResource> {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}

/// A word as a shell takes it for one word.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A reason in English: for logs, and for programs that read JSON.
pub fn english(reason: &Reason) -> String {
    match Words::read() {
        Ok(words) => words.reason(Lang::En, reason),
        // A log line without words still tells an engineer what happened.
        Err(_) => reason.key.to_owned(),
    }
}

/// The locale files of `lang`, those of a game or the shared ones: name and text.
pub fn locale_files(lang: Lang, game: Option<&str>) -> Vec<(String, &'static str)> {
    LOCALES
        .get_dir(game.map_or_else(|| lang.code().to_owned(), |game| format!("{}/{game}", lang.code())))
        .map(|dir| dir.files())
        .into_iter()
        .flatten()
        .filter_map(|file| Some((file.path().display().to_string(), file.contents_utf8()?)))
        .collect()
}

fn bundle(lang: Lang, more: &[(Lang, &str, &str)]) -> Result<FluentBundle<FluentResource>, WordsFault> {
    let id: LanguageIdentifier = lang
        .code()
        .parse()
        .map_err(|error| WordsFault { file: lang.code().into(), why: format!("{error}") })?;
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // The marks around arguments would be in typed examples, and players would copy them into orders.
    bundle.set_use_isolating(false);
    let more = more.iter().filter(|(of, ..)| *of == lang).map(|(_, file, text)| ((*file).to_owned(), *text));
    let files = locale_files(lang, None).into_iter().chain(more).map(|(file, text)| (file, text.to_owned()));
    let names = ("commands/discord".to_owned(), command_names::messages(lang)?);
    for (file, text) in files.chain([names]) {
        let resource = FluentResource::try_new(text)
            .map_err(|(_, errors)| WordsFault { file: file.clone(), why: format!("{errors:?}") })?;
        bundle
            .add_resource(resource)
            .map_err(|errors| WordsFault { file: file.clone(), why: format!("{errors:?}") })?;
    }
    Ok(bundle)
}
