//! The commands of this door, and the verbs of the table that mail words in its own way.

use super::DOOR;
use super::answer::{LineResult, MailAnswer, misread};
use super::handle::NEVER;
use super::letter::PieceStyle;
use super::wording::AtMail;
use crate::book::{Book, fold, is_yes, nearest};
use crate::bots::MOST_PLAYOUTS;
use crate::club::opening::{NoOption, OpeningWord};
use crate::club::session::{OrderOutcome, PlayerSession, Recap};
use crate::club::settings::Setting;
use crate::club::strength::strength_called;
use crate::club::table_words::{TableAction, TableInput, TableLook, TableVerb};
use crate::club::{ClubError, GameInfo, NewTable, PlayerTable, SeatStatus, TableOption};
use crate::game::{Options, Seat, Word};
use crate::report::Choice;
use crate::words::Lang;

/// Rows of the log or the dice when no number is given, and at most.
const ROWS: [usize; 2] = [20, 500];
/// Orders listed at most when a verb is named.
const CHOICES_OF_A_VERB: usize = 60;

impl MailAnswer<'_> {
    /// A command of this door.
    pub(super) fn command(&mut self, verb: Word, words: &[String]) -> LineResult {
        match verb.as_str() {
            "new" => self.new_table(words),
            "join" => self.join(words),
            "decline" => self.decline(words),
            "list" => self.list_tables(),
            "open-seats" => self.open_seats(),
            "table" => {
                let table = self.own_table(words.first())?;
                self.turn_to(table)
            }
            "export" => {
                let table = self.own_table(words.first())?;
                self.body
                    .put(PieceStyle::Plain, self.say("mail-export", &[("table", table.as_str().into())]));
                self.export = Some(table);
                Ok(())
            }
            "audit" => {
                let table = self.own_table(words.first())?;
                let (_, found) = self.door.club.evidence().audit(&table, self.lang)?;
                self.rows(found)
            }
            "language" => self.language(words),
            "new-address" => self.new_address(words),
            "link" => self.link(words),
            "unlink" => self.unlink(words),
            "notices" => self.notices(words),
            "stop" => self.receives(false),
            "start" => self.receives(true),
            NEVER => {
                if let Some(mail) = self.mail {
                    self.door.never_again(mail)?;
                }
                self.body.put(PieceStyle::Plain, self.say("mail-never-again", &[]));
                Ok(())
            }
            _ => self.table_command(verb, words),
        }
    }

    /// A verb of the table that this door takes in a mail about no table too, or with the name of one.
    fn table_command(&mut self, verb: Word, words: &[String]) -> LineResult {
        match TableInput::read(&self.door.book, verb, words) {
            Ok(TableInput::Set(setting, typed)) => self.set(setting, &typed),
            Ok(TableInput::Act(TableAction::Master(_))) => self.act_as_master(words),
            Ok(TableInput::Act(TableAction::Unpublish)) => {
                let table = self.own_table(words.first())?;
                self.unpublish(&table)
            }
            Ok(TableInput::Act(TableAction::Rematch)) => {
                self.table = Some(self.own_table(words.first())?);
                let mut session = self.session()?;
                self.rematch(&mut session)
            }
            _ => self.input_error("mail-name-table", &[]),
        }
    }

    /// Sends the player mails about their tables, or no longer.
    fn receives(&mut self, mails: bool) -> LineResult {
        self.door.club.people().set_told_by(self.player, DOOR, mails)?;
        let key = if mails { "mail-started" } else { "mail-stopped" };
        self.body.put(PieceStyle::Plain, self.say(key, &[]));
        Ok(())
    }

    /// A line that is none of this door's, in a mail that is about no table.
    pub(super) fn without_table(&mut self, text: &str) -> LineResult {
        let first = fold(text.split_whitespace().next().unwrap_or_default());
        let help = self.door.table_book.verb(TableVerb::Help.as_str());
        if help.is_some_and(|help| help.names().any(|name| fold(name) == first)) {
            self.help_of_door();
            return Ok(());
        }
        let (over, open): (Vec<PlayerTable>, Vec<PlayerTable>) =
            self.tables()?.into_iter().partition(|table| table.over);
        match &open[..] {
            [] => match over.iter().max_by_key(|table| table.since) {
                Some(last) => {
                    self.input_error("mail-no-open-table", &[("table", last.table.as_str().into())])
                }
                None => self.input_error("mail-no-table-yet", &[]),
            },
            // The answer to this mail's answer is for that table.
            [only] => {
                self.table = Some(only.table.clone());
                self.input_error("mail-answer-this", &[("table", only.table.as_str().into())])
            }
            several => {
                let tables = several.iter().map(|table| table.table.clone()).collect();
                self.input_error("mail-which-table", &[("tables", self.listed(tables).into())])
            }
        }
    }

    pub(super) fn tables(&self) -> Result<Vec<PlayerTable>, ClubError> {
        self.door.club.tables_of(self.player, |_| Ok(true))
    }

    fn listed(&self, items: Vec<String>) -> String {
        items.join(&self.say("list-separator", &[]))
    }

    fn help_of_door(&mut self) {
        let (book, words, lang) = (&self.door.book, &self.door.words, self.lang);
        let lines: Vec<String> = book.verbs().iter().map(|verb| book.list(words, lang, verb)).collect();
        self.body.lines(lines);
    }

    /// The named table, or the mail's, among those of the player.
    pub(super) fn own_table(&self, named: Option<&String>) -> Result<String, ClubError> {
        let named = match (named, &self.table) {
            (Some(named), _) => named.trim().to_lowercase(),
            (None, Some(table)) => return Ok(table.clone()),
            (None, None) => return self.input_error("mail-name-table", &[]),
        };
        match self.tables()?.into_iter().find(|table| table.table == named) {
            Some(table) => Ok(table.table),
            None => self.input_error("mail-no-table", &[("given", named.as_str().into())]),
        }
    }

    /// From here on the mail is about this table.
    pub(super) fn turn_to(&mut self, table: String) -> LineResult {
        self.table = Some(table);
        Ok(())
    }

    fn language(&mut self, words: &[String]) -> LineResult {
        let key = fold(words.first().map_or("", String::as_str));
        let choices = self.door.book.verb("language").map(|verb| verb.choices()).into_iter().flatten();
        let named = choices.into_iter().find(|choice| choice.names().any(|name| fold(name) == key));
        let Some(lang) = named.map(|choice| Lang::of_locale(choice.word.as_str())) else {
            return self.input_error("mail-which-language", &[]);
        };
        self.door.club.people().set_name_and_lang(self.player, None, Some(lang))?;
        self.lang = lang;
        self.body.put(PieceStyle::Plain, self.say("mail-language", &[]));
        Ok(())
    }

    fn set(&mut self, setting: Setting, typed: &str) -> LineResult {
        let told = self.door.club.people().set(
            (&self.door.words, self.lang, &AtMail),
            (self.player, setting),
            typed,
        )?;
        self.rows(vec![told])
    }

    /// Returns whether the current line ended in the code for this action: an action that cannot be taken back, or gives
    /// secrets away, needs a second mail. Otherwise the answer shows the line to write, and nothing is done.
    pub(super) fn confirmed(&mut self, (book, verb): (&Book, &str), words: &[String]) -> bool {
        let deed = self.deed(verb, words);
        if self.code.as_ref().is_some_and(|code| self.is_code(code, &deed)) {
            return true;
        }
        let code = self.door.tokens.code(self.player, &deed, self.door.now());
        let name = book.verb(verb).map_or(verb, |known| known.label(self.lang));
        let line = [&[name.to_owned()], words, &[code]].concat().join(" ");
        self.body.put(PieceStyle::Plain, self.say("mail-confirm", &[("line", line.into())]));
        false
    }

    fn deed(&self, verb: &str, words: &[String]) -> String {
        format!("{verb} {} {}", self.table.as_deref().unwrap_or_default(), words.join(" "))
    }

    fn is_code(&self, code: &str, deed: &str) -> bool {
        self.door.tokens.is_code(code, self.player, deed, self.door.now())
    }

    /// Takes the code off the end of a line that confirms an action, and keeps it; the rest is read like any line. Only a code
    /// is taken off, so any other word there is one too many.
    pub(super) fn without_code<'t>(&mut self, text: &'t str) -> Result<&'t str, ClubError> {
        self.code = None;
        let Some((line, code)) = text.trim_end().rsplit_once(char::is_whitespace) else { return Ok(text) };
        let code = code.trim_end_matches(['.', '。']);
        let at_table = self.seated()?;
        let named = self.door.book.command(line).or_else(|| at_table.as_ref()?.book().command(line));
        let Some((verb, Ok(words))) = named else { return Ok(text) };
        // `resign yes CODE`: the terminal asks for this word.
        let is_resign = TableVerb::named(verb.name.as_str()) == Some(TableVerb::Resign);
        let words: Vec<String> = words.into_iter().skip_while(|word| is_resign && is_yes(word)).collect();
        if !self.is_code(code, &self.deed(verb.name.as_str(), &words)) {
            return Ok(text);
        }
        self.code = Some(code.to_owned());
        Ok(line)
    }

    fn new_address(&mut self, words: &[String]) -> LineResult {
        if self.confirmed((&self.door.book, "new-address"), words) {
            self.door.renew(self.player, self.table.as_deref(), self.key)?;
            self.body.put(PieceStyle::Plain, self.say("mail-new-address", &[]));
        }
        Ok(())
    }

    fn new_table(&mut self, words: &[String]) -> LineResult {
        let (new, lang) = self.new_of(words)?;
        let table = self.door.club.open(&self.visitor(), &new, lang)?;
        self.note_opened(&table, lang)?;
        let status = self.door.club.watch(&table, self.lang)?.status()?;
        let args = [("table", table.as_str().into()), ("game", status.game.as_str().into())];
        self.body.put(PieceStyle::Plain, self.say("mail-opened", &args));
        let free = status.seats.iter().filter(|it| it.player.is_none());
        let free = self.listed(free.map(|it| it.name.clone()).collect());
        if !free.is_empty() {
            self.body.put(PieceStyle::Plain, self.say("mail-invite-someone", &[("seats", free.into())]));
        }
        self.body.put(PieceStyle::Note, status.notice);
        self.body.weighted(self.door.club.watch(&table, self.lang)?.board(&[])?);
        self.turn_to(table)
    }

    /// Keeps what this door has to know of a table that was opened by mail just now.
    pub(super) fn note_opened(&self, table: &str, lang: Lang) -> Result<(), ClubError> {
        let settings = crate::club::TableSettings {
            lang: lang.code().to_owned(),
            opened_by: Some(self.player.to_owned()),
            begun: true,
        };
        self.door.club.records().put_settings(table, settings)?;
        self.door.club.notes().put(DOOR, &open_note(table), Some(""))
    }

    /// Parses the words that open a table: the game, options, a seat, `language=…`, `master=…`, `practice` and `ready`, in any
    /// order.
    fn new_of(&self, words: &[String]) -> Result<(NewTable, Lang), ClubError> {
        let (club, games) = (&self.door.club, self.door.club.games().all());
        let called = |game: &GameInfo, word: &str| club.games().is_called(game, word, self.lang);
        let named = words.iter().find_map(|word| games.iter().find(|game| called(game, word)));
        let Some(game) = named.or(if let [only] = games { Some(only) } else { None }) else {
            let games = games.iter().map(|game| game.game.replace('_', "-")).collect();
            return self.input_error("mail-which-game", &[("games", self.listed(games).into())]);
        };
        let mut new = NewTable {
            game: game.game.to_owned(),
            seat: None,
            options: vec![],
            practice: false,
            ready: false,
            opponent: None,
            master: None,
        };
        let mut lang = self.lang;
        for word in words.iter().filter(|word| !called(game, word)) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            if let Some(seat) = club.games().seat_called(game, word, self.lang) {
                new.seat = Some(seat);
                continue;
            }
            match OpeningWord::of(name, value) {
                Some(OpeningWord::Language) if ["en", "ja"].contains(&value) => lang = Lang::of_locale(value),
                Some(OpeningWord::Opponent) => {
                    let Some(strength) = strength_called(value) else {
                        let args = [("given", value.into()), ("most", MOST_PLAYOUTS.into())];
                        return self.input_error("no-such-opponent", &args);
                    };
                    new.opponent = Some(strength);
                }
                Some(OpeningWord::Master) => new.master = Some(value.to_owned()),
                Some(OpeningWord::Practice) => new.practice = true,
                Some(OpeningWord::Ready) => new.ready = true,
                Some(OpeningWord::Language) | None => match game.option(word, &new.options) {
                    Ok(option) => new.options.push(option),
                    Err(why) => return self.no_option(game, word, why),
                },
            }
        }
        Ok((new, lang))
    }

    fn no_option<T>(&self, game: &GameInfo, given: &str, why: NoOption) -> Result<T, ClubError> {
        let word = ("given", given.into());
        if why == NoOption::Twice {
            return self.input_error("mail-option-twice", &[word]);
        }
        let known = game.options.iter().flat_map(TableOption::words);
        let seats = game.seats.iter().map(ToString::to_string);
        let all: Vec<String> = seats.chain(known).chain(OpeningWord::all_typed()).collect();
        let near = nearest(all.iter().map(String::as_str), given).map(str::to_owned);
        let options = ("options", self.listed(all).into());
        match near {
            Some(near) => {
                self.input_error("mail-bad-option-nearest", &[word, options, ("nearest", near.into())])
            }
            None => self.input_error("mail-bad-option", &[word, options]),
        }
    }

    /// The table and the seat of `join` or `decline`: one of the player's, or one that was opened by mail and has a free seat.
    /// It does not reveal other tables.
    fn to_take(&self, words: &[String]) -> Result<(String, Option<Seat>), ClubError> {
        let named = words.first().map(|word| word.trim().to_lowercase());
        let all = words.join(" ");
        let (named, seat) = match named {
            Some(_) if self.seat_of_table(self.table.as_deref(), &all)?.is_some() => (None, Some(all)),
            named => (named, words.get(1..).filter(|seat| !seat.is_empty()).map(|seat| seat.join(" "))),
        };
        let theirs = self.tables()?;
        let offered: Vec<&PlayerTable> =
            theirs.iter().filter(|table| !table.over && !table.offered.is_empty()).collect();
        let table = match (&named, &self.table, &offered[..]) {
            (Some(named), ..) => named.clone(),
            (None, Some(table), _) => table.clone(),
            (None, None, [only]) => only.table.clone(),
            _ => return self.input_error("mail-name-table", &[]),
        };
        if !theirs.iter().any(|it| it.table == table) && !self.is_open(&table)? {
            return self.input_error("mail-no-table", &[("given", table.as_str().into())]);
        }
        let seat = match seat {
            None => None,
            Some(word) => match self.seat_of_table(Some(&table), &word)? {
                Some(seat) => Some(seat),
                None => return self.input_error("mail-no-seat", &[("given", word.as_str().into())]),
            },
        };
        Ok((table, seat))
    }

    /// Returns whether a table was opened by mail and has a free seat.
    fn is_open(&self, table: &str) -> Result<bool, ClubError> {
        if self.door.club.notes().get(DOOR, &open_note(table))?.is_none() {
            return Ok(false);
        }
        let watched = self.door.club.watch(table, self.lang)?;
        let is_free = |it: &SeatStatus| it.is_left() || it.player.is_none() && it.offered_to.is_none();
        Ok(!watched.is_closed() && watched.seats()?.iter().any(is_free))
    }

    fn seat_of_table(&self, table: Option<&str>, word: &str) -> Result<Option<Seat>, ClubError> {
        let Some(table) = table else { return Ok(None) };
        let seats = self.door.club.watch(table, self.lang)?.seats()?;
        let key = fold(word);
        let named = seats.iter().find(|it| fold(it.seat.as_str()) == key || fold(&it.name) == key);
        Ok(named.map(|it| it.seat))
    }

    fn join(&mut self, words: &[String]) -> LineResult {
        let (table, seat) = self.to_take(words)?;
        let seat = self.door.club.join(&table, &self.visitor(), seat, self.lang)?;
        let seat = self.door.seat_names(&table, &[seat], self.lang)?;
        let args = [("table", table.as_str().into()), ("seat", seat.into())];
        self.body.put(PieceStyle::Plain, self.say("mail-joined", &args));
        self.body.lines(self.door.page(&table, self.lang)?);
        let watched = self.door.club.watch(&table, self.lang)?;
        let status = watched.status()?;
        self.body.lines(status.master);
        self.body.put(PieceStyle::Note, status.notice);
        self.body.weighted(watched.board(&[])?);
        self.turn_to(table)
    }

    fn unpublish(&mut self, table: &str) -> LineResult {
        let mut session = self.door.club.watch(table, self.lang)?.sit(self.visitor(), None)?;
        let answer = session.unpublish()?;
        self.answers_told(&session, vec![answer])
    }

    fn decline(&mut self, words: &[String]) -> LineResult {
        let (table, seat) = self.to_take(words)?;
        self.door.club.decline(&table, &self.visitor(), seat, self.lang)?;
        self.body.put(PieceStyle::Plain, self.say("mail-declined", &[("table", table.as_str().into())]));
        self.table = None;
        Ok(())
    }

    /// A verb of the table.
    pub(super) fn table_verb(
        &mut self,
        session: &mut PlayerSession,
        verb: Word,
        words: &[String],
    ) -> LineResult {
        match TableInput::read(session.book(), verb, words).map_err(|why| misread(session, &why))? {
            TableInput::Look(look) => self.look(session, &look),
            TableInput::Set(setting, typed) => self.set(setting, &typed),
            TableInput::Act(action) => self.act(session, verb, &action),
            TableInput::Wait | TableInput::Quit => {
                let name = session.book().verb(verb.as_str()).map_or(verb.as_str(), |it| it.label(self.lang));
                self.input_error("mail-verb-elsewhere", &[("verb", name.into())])
            }
        }
    }

    fn look(&mut self, session: &PlayerSession, look: &TableLook) -> LineResult {
        let rows = |rows: &Option<usize>| rows.unwrap_or(ROWS[0]).min(ROWS[1]);
        match look {
            TableLook::Help(words) => self.help(session, words),
            TableLook::Options(words) => self.options(session, words),
            TableLook::Show(words) => {
                self.body.weighted(session.board(words)?);
                Ok(())
            }
            TableLook::Recap(day) => {
                let Recap { heading, lines } = match day {
                    Some(day) => session.recap_of(u32::try_from(*day).unwrap_or(u32::MAX))?,
                    None => session.recap()?,
                };
                let none = || self.say("recap-none", &[]);
                let heading = heading.unwrap_or_else(none);
                self.body.put(PieceStyle::Subheading, heading);
                self.rows(lines.into_iter().map(|told| told.text).collect())
            }
            TableLook::Hint => self.rows(session.hints()),
            TableLook::Why(entry) => self.rows(session.reasons(*entry)?),
            TableLook::Log(count) => self.rows(session.log(rows(count))?),
            TableLook::Dice(count) => self.rows(session.dice(rows(count))?),
            TableLook::Who => self.rows(session.who()?),
            TableLook::Time => self.rows(session.time()?),
        }
    }

    /// Does something at the table: people are mail addresses, and what cannot be taken back wants a second mail.
    fn act(&mut self, session: &mut PlayerSession, verb: Word, action: &TableAction) -> LineResult {
        let answer = match action {
            TableAction::Answer { .. } => {
                let told = self.door.told_to(self.player, session.table())?;
                match session.asked()?.request_number {
                    // Nobody can agree to a request they have not read.
                    Some(request) if told.is_some_and(|told| request > told) => OrderOutcome::Stale,
                    _ => action.perform(session)?,
                }
            }
            TableAction::Resign { .. } | TableAction::Close
                if !self.confirmed((session.book(), verb.as_str()), &[]) =>
            {
                return Ok(());
            }
            TableAction::Invite(words) => return self.invite(session, words),
            TableAction::PassSeat(address) => return self.pass_seat(session, verb, address),
            TableAction::Master(typed) => return self.master(session, typed),
            TableAction::Rematch => return self.rematch(session),
            _ => action.perform(session)?,
        };
        self.answers_told(session, vec![answer])
    }

    pub(super) fn rows(&mut self, rows: Vec<String>) -> LineResult {
        self.body.lines(rows);
        Ok(())
    }

    fn help(&mut self, session: &PlayerSession, words: &[String]) -> LineResult {
        let (book, all, lang) = (session.book(), session.words(), self.lang);
        let (own, said) = (&self.door.book, &self.door.words);
        if !words.is_empty() {
            let (typed, lexicon) = (words.join(" "), session.lexicon());
            let text = own.explain(said, lang, lexicon, &typed);
            return match text.or_else(|| book.explain(all, lang, lexicon, &typed)) {
                Some(text) => self.rows(vec![text]),
                None => match session.board(words) {
                    Ok(lines) => self.rows(lines.into_iter().map(|(_, line)| line).collect()),
                    Err(_) => self.input_error("mail-no-such-verb", &[("verb", typed.into())]),
                },
            };
        }
        let open = session.asked()?.options;
        let listed = book.verbs().iter().filter(|verb| {
            let verb_name = verb.name.as_str();
            let elsewhere = matches!(TableVerb::named(verb_name), Some(TableVerb::Wait | TableVerb::Quit));
            let here = verb.table && !elsewhere && own.verb(verb_name).is_none();
            here || open.verb(verb_name).is_some()
        });
        let lines: Vec<String> = listed.map(|verb| book.list(all, lang, verb)).collect();
        self.body.lines(lines);
        self.help_of_door();
        Ok(())
    }

    /// The orders of a verb by number, those that contain the words after it; without a verb those of the question.
    fn options(&mut self, session: &PlayerSession, words: &[String]) -> LineResult {
        let asked = session.asked()?;
        let Some((typed, about)) = words.split_first() else { return Ok(()) };
        if asked.options.verbs.is_empty() {
            // Closed, over, or another player's turn.
            return self.rows(vec![asked.question]);
        }
        let mut options = Options::clone(&asked.options);
        let verb =
            session.book().verbs().iter().find(|verb| verb.names().any(|name| fold(name) == fold(typed)));
        options.verbs.retain(|(open, _)| verb.is_some_and(|verb| verb.name == *open));
        let listing = session.choices(&options, about, CHOICES_OF_A_VERB);
        let menu = session.menu(&options, 0).outlines;
        match (&listing.choices[..], &menu[..]) {
            ([], []) => return self.input_error("mail-no-options", &[("verb", typed.as_str().into())]),
            ([], _) => self.body.lines(menu),
            _ => {
                let choices: Vec<Choice> = listing.choices;
                self.list(session, &asked, choices);
                if listing.more > 0 {
                    let args = [("more", listing.more.into()), ("verb", typed.as_str().into())];
                    self.body.put(PieceStyle::Plain, self.say("mail-options-more", &args));
                }
            }
        }
        Ok(())
    }

    /// Keeps a seat for the person at a mail address, and writes to them: once per table, a few times a day.
    fn invite(&mut self, session: &mut PlayerSession, words: &[String]) -> LineResult {
        let (address, rest) = self.addressed(words)?;
        let again = format!("invited/{}/{}", session.table(), self.door.tokens.id(&["invited", &address]));
        if self.door.club.notes().get(DOOR, &again)?.is_some() {
            return self.input_error("mail-invited-before", &[("address", address.into())]);
        }
        self.count_stranger()?;
        let answer = session.invite(&[vec![address], rest].concat())?;
        if !matches!(answer, OrderOutcome::Refused(_)) {
            self.door.club.notes().put(DOOR, &again, Some(""))?;
        }
        self.answers_told(session, vec![answer])
    }

    fn pass_seat(&mut self, session: &mut PlayerSession, verb: Word, typed: &str) -> LineResult {
        let (address, _) = self.addressed(&[typed.to_owned()])?;
        if !self.confirmed((session.book(), verb.as_str()), std::slice::from_ref(&address)) {
            return Ok(());
        }
        let answer = session.pass_seat(&address)?;
        self.answers_told(session, vec![answer])
    }
}

/// The note that a table was opened by mail: anybody who knows its name may take a free seat.
fn open_note(table: &str) -> String {
    format!("open/{table}")
}
