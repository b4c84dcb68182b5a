//! Autocomplete: suggestions from the caller's own view, never an error.

use chrono::DateTime;

use super::HandlerResult;
use super::at_table::AtTable;
use super::caller::Caller;
use super::given::Given;
use super::opening::between_options;
use super::reader::Reader;
use crate::book::{fold, off_in};
use crate::club::master::deeds;
use crate::club::picking::Position;
use crate::club::settings::usual_in;
use crate::club::table_words::TableVerb;
use crate::club::zone::{named_zone, zone_of};
use crate::club::{Club, GameInfo, TableOption};
use crate::door::discord::commands::{Commands, Meant, matching, suggest_orders};
use crate::door::discord::interaction::Command;
use crate::door::discord::limits::{CHOICE_TEXT, CHOICES};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::table_thread::TableThread;
use crate::game::{Options, OrderForm};
use crate::pace::{Terms, suggest};
use crate::report::{COLUMNS, Phrases};
use crate::words::Lang;

/// Commands that look into a table when it is closed too, which anybody of its server may then do.
const OF_CLOSED: &[&str] = &["audit", "board", "export", "replay"];

/// Labels and the values that are sent for them.
type Suggested = Vec<(String, String)>;

/// A command that is being typed.
pub(super) struct Completion<'a> {
    pub(super) caller: &'a Caller<'a>,
    pub(super) given: Given<'a>,
    pub(super) commands: &'a Commands,
    /// The command so far.
    pub(super) command: &'a Command,
    /// The option being typed.
    pub(super) option: &'a str,
}

impl<'a> Completion<'a> {
    /// Suggestions for the option being typed; none if they cannot be computed.
    pub(super) fn suggestions(&self) -> Suggested {
        let all = self.suggested().unwrap_or_default();
        let sent = all.into_iter().filter(|(_, value)| (1..=CHOICE_TEXT).contains(&value.chars().count()));
        let shown = sent.map(|(label, value)| (shorten(&label, CHOICE_TEXT), value));
        let mut seen: Suggested = Vec::new();
        for choice in shown {
            if seen.len() < CHOICES && !seen.iter().any(|before| before.1 == choice.1) {
                seen.push(choice);
            }
        }
        seen
    }

    fn club(&self) -> &'a Club {
        self.caller.club
    }

    fn reader(&self) -> Reader<'a> {
        self.caller.reader()
    }

    /// The table that is meant, of this game where only one game will do.
    fn table(&self, game: Option<&str>) -> HandlerResult<AtTable<'_>> {
        AtTable::meant(self.caller, self.given.option("table"), game)
    }

    /// The typed text of the option, with the spaces around it.
    fn typed(&self) -> &'a str {
        let given = self.command.given.iter().find(|(name, _)| name == self.option);
        given.map_or("", |(_, typed)| typed)
    }

    fn suggested(&self) -> HandlerResult<Suggested> {
        let (command, option) = (self.command, self.option);
        let text = command.option(option).unwrap_or_default();
        let meant = self.commands.meaning(command);
        match (&meant, option) {
            (Some(Meant::Table { verb }), "table") => Ok(matching(self.tables_for(verb)?, text)),
            (_, "table") => Ok(matching(self.tables(false)?, text)),
            (Some(Meant::Order { game, .. }), _) if option != "seat" => self.arguments(game),
            (Some(Meant::Typed { .. }), "text") => self.orders(text),
            (Some(Meant::Table { verb }), "seat") if verb == "new" => {
                Ok(matching(self.seats_of_game(), text))
            }
            (Some(Meant::Table { verb }), "seat") if verb == "join" => {
                Ok(matching(self.seats_to_join()?, text))
            }
            (_, "seat") => Ok(matching(self.seats_here()?, text)),
            (_, "game") => Ok(matching(self.games(), text)),
            (_, "options") => {
                // A space at the end asks for the next word.
                Ok(self.setup_options(self.typed().trim_start()))
            }
            (_, "what") => self.parts(text),
            (_, "verb") => self.verbs(text),
            (Some(Meant::Table { verb }), _) => {
                let found = self.in_words(verb, option, self.typed())?;
                Ok(found.into_iter().map(|text| (text.clone(), text)).collect())
            }
            _ => Ok(vec![]),
        }
    }

    /// Suggestions for an option with a small language of its own, as the parser of that language reads it.
    fn in_words(&self, verb: &str, option: &str, typed: &str) -> HandlerResult<Vec<String>> {
        let (lang, player) = (self.reader().lang, &self.caller.person()?.player);
        let player = self.club().people().player(player)?.unwrap_or_default();
        let home = named_zone(&player);
        let zone = zone_of(&player);
        let now = DateTime::from_timestamp(self.club().now(), 0).unwrap_or_default();
        let seated = || -> HandlerResult<_> { self.table(None)?.sit(None) };
        let usual = |word: &str| fold(word).starts_with(&fold(typed)).then(|| word.to_owned());
        let Some(verb) = TableVerb::named(verb) else { return Ok(vec![]) };
        Ok(match (verb, option) {
            (TableVerb::Pace, _) => match seated() {
                Ok(seated) => seated.suggest_pace(typed),
                // Without a seat the usual paces are suggested; the command then says why it is refused.
                Err(_) => suggest::terms(typed, &Terms::default(), home.as_ref(), lang),
            },
            (TableVerb::Pause | TableVerb::Absent, "until") => suggest::untils(typed, now, &zone, lang),
            (TableVerb::Absent, "from") => suggest::froms(typed, now, &zone, lang),
            (TableVerb::Zone, _) => suggest::zones(typed),
            (TableVerb::Reminders, _) => {
                let usual = usual(usual_in(lang));
                suggest::ladders(typed, lang).into_iter().chain(usual).collect()
            }
            (TableVerb::Quiet, _) => suggest::quiets(typed, home.as_ref(), lang),
            (TableVerb::Standing, _) => seated()?.suggest_standing(typed)?,
            (TableVerb::Plan, _) => seated()?.suggest_plan(typed),
            (TableVerb::PassAhead, _) => {
                let off = usual(off_in(lang));
                off.into_iter().chain(seated()?.suggest_pass(typed)).collect()
            }
            (TableVerb::Master, "deed") => {
                let at = self.table(None)?;
                let off = off_in(lang);
                let deeds = match at.has_seat()? {
                    true => vec![off.to_owned()],
                    false => {
                        let seats = at.watch()?.seats()?.into_iter();
                        deeds(lang, &seats.map(|it| it.seat.to_string()).collect::<Vec<_>>())
                    }
                };
                let found = matching(deeds.into_iter().map(|deed| (deed.clone(), deed)), typed);
                found.into_iter().map(|(deed, _)| deed).collect()
            }
            _ => vec![],
        })
    }

    /// The tables that a command of the table's own may be about.
    fn tables_for(&self, verb: &str) -> HandlerResult<Suggested> {
        let named = |thread: TableThread| (thread.table.clone(), thread.table);
        match verb {
            "join" => {
                let mine = self.caller.threads()?.into_iter();
                let kept = mine.filter(|(mine, _)| !mine.over && !mine.offered.is_empty());
                let kept = kept.map(|(_, thread)| thread);
                Ok(kept.chain(self.caller.threads_with_free_seats()?).map(named).collect())
            }
            verb if OF_CLOSED.contains(&verb) || is_of_log(verb) => {
                let closed = self.caller.threads_that(|table| table.closed)?;
                Ok(self.tables(true)?.into_iter().chain(closed.into_iter().map(named)).collect())
            }
            _ => self.tables(false),
        }
    }

    /// The caller's tables here, those that wait for them first, and those that are over where they are wanted.
    fn tables(&self, over: bool) -> HandlerResult<Suggested> {
        let threads = self.caller.threads()?.into_iter().filter(|(mine, _)| over || !mine.over);
        Ok(threads.map(|(_, thread)| (thread.table.clone(), thread.table)).collect())
    }

    /// Words for an argument, from the caller's own options only.
    fn arguments(&self, game: &str) -> HandlerResult<Suggested> {
        let options = self.table(Some(game))?.options(self.given.option("seat"))?;
        let Some(speech) = self.club().games().words(game, self.reader().lang) else { return Ok(vec![]) };
        let position = Position { options: &options, phrases: speech.phrases() };
        Ok(self.commands.suggest(&position, self.command, self.option))
    }

    /// Whole orders as they are typed, with their sentences.
    fn orders(&self, text: &str) -> HandlerResult<Suggested> {
        let at = self.table(None)?;
        let Some((seated, options)) = at.turn(self.given.option("seat"))? else { return Ok(vec![]) };
        let (words, lang, book, lexicon) = (seated.words(), seated.lang(), seated.book(), seated.lexicon());
        let position =
            Position { options: &options, phrases: Phrases { words, lang, book, lexicon, columns: COLUMNS } };
        let choices = |options: &Options, about: &[String], limit| seated.choices(options, about, limit);
        let typed_short = |options: &Options, form: &OrderForm| seated.typed_short(options, form);
        Ok(suggest_orders(&position, &choices, &typed_short, text))
    }

    fn seats_here(&self) -> HandlerResult<Suggested> {
        let seats = self.table(None)?.watch()?.seats()?;
        Ok(seats.into_iter().map(|it| (it.name, it.seat.to_string())).collect())
    }

    /// The seats that the caller may take: free ones, and those kept for them.
    fn seats_to_join(&self) -> HandlerResult<Suggested> {
        let seats = self.table(None)?.open_seats()?.into_iter();
        Ok(seats.map(|it| (it.name, it.seat.to_string())).collect())
    }

    fn seats_of_game(&self) -> Suggested {
        let offers = self.club().games().all();
        let named = self.given.option("game");
        let fits = |offer: &&GameInfo| {
            named.is_none_or(|named| self.club().games().is_called(offer, named, self.reader().lang))
        };
        let mut seats = Vec::new();
        for offer in offers.iter().filter(fits) {
            let Some(speech) = self.club().games().words(offer.game, self.reader().lang) else { continue };
            seats.extend(offer.seats.iter().map(|seat| (speech.phrases().seat(*seat), seat.to_string())));
        }
        seats
    }

    fn games(&self) -> Suggested {
        let offers = self.club().games().all().iter();
        offers
            .map(|offer| (self.club().games().name(offer, self.reader().lang), offer.game.to_owned()))
            .collect()
    }

    /// Completes the option at the end of a list of options and keeps those before it; after a complete option, suggests the
    /// next.
    fn setup_options(&self, text: &str) -> Suggested {
        let at = text
            .rfind(between_options)
            .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
        let (before, last) = text.split_at(at);
        let named = self.given.option("game");
        let offers = self.club().games().all().iter();
        let offers = offers.filter(|offer| {
            named.is_none_or(|named| self.club().games().is_called(offer, named, self.reader().lang))
        });
        let options: Vec<&TableOption> = offers.flat_map(|offer| &offer.options).collect();
        let without = |given: &str| {
            let names: Vec<&str> =
                given.split(between_options).map(|it| it.split('=').next().unwrap_or(it)).collect();
            options.iter().filter(move |option| !names.contains(&option.name)).copied().collect::<Vec<_>>()
        };
        let mut found = self.option_words(&without(before), before, last);
        if options.iter().any(|option| option.words().iter().any(|word| word == last)) {
            found.extend(self.option_words(&without(text), &format!("{text} "), ""));
        }
        found
    }

    /// The words of these options that contain `typed`, or whose help does, each after `before`.
    fn option_words(&self, options: &[&TableOption], before: &str, typed: &str) -> Suggested {
        let key = fold(typed);
        let mut found = Vec::new();
        for option in options {
            let help = &option.help[usize::from(self.reader().lang == Lang::Ja)];
            for word in option.words() {
                if key.is_empty() || [&word, help].iter().any(|text| fold(text).contains(&key)) {
                    let value = format!("{before}{word}");
                    let args = [("option", value.as_str().into()), ("help", help.as_str().into())];
                    found.push((self.reader().say("discord-suggest-option", &args), value));
                }
            }
        }
        // Matches of the word come before matches of the help.
        found.sort_by_key(|(_, value)| !fold(&value[before.len()..]).starts_with(&key));
        found
    }

    /// The parts of the board that the book names, then those that have names; last those with short words, which are
    /// typed by these.
    fn parts(&self, text: &str) -> HandlerResult<Suggested> {
        let at = self.table(None)?;
        let Some(speech) = self.club().games().words(&at.thread.game, self.reader().lang) else {
            return Ok(vec![]);
        };
        let Phrases { book, lexicon, lang, .. } = speech.phrases();
        let sections = book.verb(TableVerb::Show.as_str()).into_iter().flat_map(|verb| verb.choices());
        let mut all: Suggested =
            sections.map(|choice| (choice.label(lang).to_owned(), choice.label(lang).to_owned())).collect();
        for short in [false, true] {
            all.extend(
                lexicon
                    .words(|kind| kind.shown && kind.short == short)
                    .map(|word| (speech.phrases().named_word(word.as_str()), word.to_string())),
            );
        }
        Ok(matching(all, text))
    }

    /// Verbs to be explained: those that are open to the caller first.
    fn verbs(&self, text: &str) -> HandlerResult<Suggested> {
        let at = self.table(None)?;
        let open = at.options(self.given.option("seat"))?;
        let Some(speech) = self.club().games().words(&at.thread.game, self.reader().lang) else {
            return Ok(vec![]);
        };
        let verbs = speech.book.verbs().iter().filter(|verb| !verb.table);
        let (now, later): (Vec<_>, Vec<_>) = verbs.partition(|verb| open.verb(verb.name.as_str()).is_some());
        let label = |verb: &crate::book::Verb| verb.label(self.reader().lang).to_owned();
        let verbs = now.into_iter().chain(later).map(|verb| (label(verb), label(verb)));
        let terms = speech.book.terms().iter().map(|term| match self.reader().lang {
            Lang::En => term.word.as_str().to_owned(),
            Lang::Ja => term.ja.clone(),
        });
        Ok(matching(verbs.chain(terms.map(|term| (term.clone(), term))), text))
    }
}

/// Returns whether a verb shows rows of the log.
fn is_of_log(verb: &str) -> bool {
    matches!(TableVerb::named(verb), Some(TableVerb::Log | TableVerb::Dice))
}
