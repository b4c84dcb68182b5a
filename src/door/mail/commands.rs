//! The commands of this door, and the verbs of the table that mail words in its own way.

use super::DOOR;
use super::answer::{LineResult, MailAnswer, misread};
use super::daily;
use super::handle::NEVER;
use super::letter::PieceStyle;
use super::opening::open_note;
use super::pictures::{PICTURES, PictureSize, picture_size};
use super::requests::SlowLook;
use super::slow;
use super::tap::Tap;
use super::wording::AtMail;
use crate::book::Book;
use crate::club::session::{OrderOutcome, PlayerSession, Recap};
use crate::club::settings::Setting;
use crate::club::table_words::{MOST_ROWS, TableAction, TableInput, TableLook, TableVerb, USUAL_ROWS};
use crate::club::{Club, ClubError, GameInfo, PlayerTable};
use crate::game::Word;
use crate::words::Lang;

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
                slow::show(self, &table, SlowLook::Audit)
            }
            "language" => self.language(words),
            "new-address" => self.new_address(words),
            "link" => self.link(words),
            "unlink" => self.unlink(words),
            "notices" => self.notices(words),
            "pictures" => self.pictures(words),
            "daily" => daily::set(self, words),
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
        let first = text.split_whitespace().next().unwrap_or_default();
        let help = self.door.table_book.verb(TableVerb::Help.as_str());
        if help.is_some_and(|help| help.is_called(first)) {
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

    fn help_of_door(&mut self) {
        let (book, words, lang) = (&self.door.book, &self.door.words, self.lang);
        let lines: Vec<String> = book.verbs().iter().map(|verb| book.list(words, lang, verb)).collect();
        self.body.lines(lines);
        // A game of one seat has none for a computer.
        let duels = self.door.club.games().all().iter().filter(|game| game.usual_seats > 1);
        let line =
            |game: &GameInfo| self.say("mail-new-against", &[("game", game.game.replace('_', "-").into())]);
        let lines: Vec<String> = duels.map(line).collect();
        for line in &lines {
            let sentence = self.say("mail-help-computer", &[("line", line.as_str().into())]);
            self.body.put(PieceStyle::Plain, sentence);
        }
        self.body.links(lines.into_iter().map(Tap::of).collect());
    }

    /// From here on the mail is about this table.
    pub(super) fn turn_to(&mut self, table: String) -> LineResult {
        self.table = Some(table);
        Ok(())
    }

    fn language(&mut self, words: &[String]) -> LineResult {
        let named = words.first().and_then(|word| self.door.book.verb("language")?.choice(word));
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
        match setting {
            Setting::Browser => {
                let label = self.say("mail-board-button", &[]);
                self.body.linked(&told, label);
            }
            _ => self.body.lines([told]),
        }
        Ok(())
    }

    /// `pictures`: sets the pictures that the player wants, or shows the setting.
    fn pictures(&mut self, words: &[String]) -> LineResult {
        if let Some(word) = words.first() {
            let named = self.door.book.verb(PICTURES).and_then(|verb| verb.choice(word));
            let Some(choice) = named else { return self.input_error("mail-which-pictures", &[]) };
            let size = choice.word.as_str().to_owned();
            self.door.club.notes().put_of_player(DOOR, self.player, PICTURES, Some(&size))?;
        }
        let key = match picture_size(&self.door.club, self.player)? {
            _ if !self.door.settings.pictures => "mail-pictures-nowhere",
            PictureSize::Off => "mail-pictures-off",
            PictureSize::Small => "mail-pictures-small",
            PictureSize::Full => "mail-pictures-full",
        };
        self.body.put(PieceStyle::Plain, self.say(key, &[]));
        Ok(())
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
        self.remarks.put(PieceStyle::Plain, self.say("mail-confirm", &[("line", line.as_str().into())]));
        self.remarks.links(vec![Tap::of(line)]);
        false
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
        self.foot.put(PieceStyle::Note, status.notice);
        self.board.weighted(self.door.club.watch(&table, self.lang)?.board(&[])?);
        self.turn_to(table)
    }

    /// Keeps what this door has to know of a table that was opened by mail just now.
    fn note_opened(&self, table: &str, lang: Lang) -> Result<(), ClubError> {
        let settings = crate::club::TableSettings {
            lang: lang.code().to_owned(),
            opened_by: Some(self.player.to_owned()),
            begun: false,
        };
        self.door.club.records().put_settings(table, settings)?;
        begin_by_mail(&self.door.club, table)
    }

    fn join(&mut self, words: &[String]) -> LineResult {
        let (table, seat) = self.to_take(words)?;
        let seat = self.door.club.join(&table, &self.visitor(), seat, self.lang)?;
        let seat = self.door.seat_names(&table, &[seat], self.lang)?;
        let args = [("table", table.as_str().into()), ("seat", seat.into())];
        self.body.put(PieceStyle::Plain, self.say("mail-joined", &args));
        let watched = self.door.club.watch(&table, self.lang)?;
        let status = watched.status()?;
        self.body.lines(status.master);
        self.foot.put(PieceStyle::Note, status.notice);
        self.board.weighted(watched.board(&[])?);
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
        if let Some(asks) = slow::slow_look(session, look) {
            return slow::show(self, session.table(), asks);
        }
        let rows = |rows: &Option<usize>| rows.unwrap_or(USUAL_ROWS).min(MOST_ROWS);
        match look {
            TableLook::Help(words) => self.help(session, words),
            TableLook::Options(words) => self.options(session, words),
            TableLook::Show(words) => {
                self.body.weighted(session.board(words)?);
                Ok(())
            }
            TableLook::Recap(day) => {
                let Recap { heading, lines } = session.recap(*day)?;
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
                let meant = self.tapped();
                match session.asked()?.request_number {
                    // Nobody can agree to a request they have not read, or by the link of another one.
                    Some(request)
                        if told.is_some_and(|told| request > told)
                            || meant.is_some_and(|meant| meant != request) =>
                    {
                        OrderOutcome::Stale
                    }
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
                // The words may name a part of the board: then that part is shown.
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
        // Every answer ends with the question and its orders.
        let Some(typed) = words.first() else { return Ok(()) };
        if asked.options.verbs.is_empty() {
            // Closed, over, or another player's turn.
            return self.rows(vec![asked.question]);
        }
        let (options, listing) = session.options_about(&asked.options, words);
        let menu = session.menu(&options, 0).outlines;
        match (&listing.choices[..], &menu[..]) {
            ([], []) => return self.input_error("mail-no-options", &[("verb", typed.as_str().into())]),
            ([], _) => self.body.lines(menu),
            _ => {
                let mut body = std::mem::take(&mut self.body);
                self.list(&mut body, session, &asked, listing.choices);
                self.body = body;
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
        // The note has only a keyed hash of the address: an invited person may never answer.
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

/// Begins play at a table that was opened by mail. Anybody who knows its name may take a free seat there.
pub(super) fn begin_by_mail(club: &Club, table: &str) -> Result<(), ClubError> {
    club.records().begin_play(table)?;
    club.notes().put(DOOR, &open_note(table), Some(""))
}
