//! One table in the browser: what its page shows, and what its forms do.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::board::{self, BoardPicture, LitArea};
use super::filling::{FIELD, filled, typed_out, with_text};
use super::half_made::HalfMade;
use super::line::{Answer, carried_out};
use super::mark::mark;
use super::past::PastPage;
use super::request::FormFields;
use super::wording::InBrowser;
use crate::club::browser::{BrowserLinks, BrowserSession};
use crate::club::picking::steps::{ChoicePlace, FEW, OrderStep, Steps};
use crate::club::picking::{OptionsPath, OrderCourse, Position, digest};
use crate::club::session::{Asked, OrderOutcome, PlayerSession, Recap};
use crate::club::{Club, ClubError, PlayerTable, Visitor};
use crate::game::{OrderForm, Seat};
use crate::report::Weight;
use crate::words::Lang;

/// Rows of the log beside the board.
pub const LOG_ROWS: usize = 40;
/// The length of a ticket beyond which it is not read.
const TICKET_BYTES: usize = 4096;

/// Somebody at a seat of a table, in the browser.
pub struct AtBoard<'a> {
    /// The club.
    pub club: &'a Club,
    /// Its address and its seals.
    pub links: &'a BrowserLinks,
    /// Whose session it is.
    pub session: &'a BrowserSession,
    /// The kind of the addresses of players.
    pub address_kind: &'static str,
    /// The language.
    pub lang: Lang,
    /// The table.
    pub table: &'a str,
    /// The seat.
    pub seat: Seat,
    /// The kind of picture that the address names.
    pub view: Option<&'a str>,
    /// Now.
    pub now: DateTime<Utc>,
}

/// What the page of a table shows.
pub struct BoardPage {
    /// The language.
    pub lang: Lang,
    /// The table.
    pub table: String,
    /// What lists call it.
    pub label: String,
    /// The seat.
    pub seat: Seat,
    /// The player's seats there, each with its name and whether it has a prompt.
    pub seats: Vec<(Seat, String, bool)>,
    /// The next table that waits for the player, with the seat.
    pub next: Option<(String, Seat)>,
    /// The ticket of this page.
    pub ticket: String,
    /// The prompt, and whether there is one.
    pub asked: Asked,
    /// Lines of the position that matter for the prompt.
    pub brief: Vec<String>,
    /// At a table that teaches: what the lesson says.
    pub lesson: Vec<String>,
    /// The half-made order.
    pub step: Option<OrderStep>,
    /// True if nothing is chosen yet.
    pub is_first: bool,
    /// True if what is to be chosen next is beside the board, and not on it.
    pub is_beside: bool,
    /// The picture.
    pub board: Option<BoardPicture>,
    /// Odds of the possible orders.
    pub odds: Vec<String>,
    /// The rows of the log, each with its entry.
    pub log: Vec<(u64, String)>,
    /// The head after the last of them: others' sealed entries would show in a later one.
    pub head: String,
    /// When the decision is due, in seconds since 1970, and what is left until then.
    pub due: Option<(i64, i64)>,
    /// True if others sit at the table.
    pub accompanied: bool,
    /// True if the table has a page.
    pub published: bool,
    /// The events since the player's last order.
    pub recap: Recap,
    /// The board in words.
    pub in_words: Vec<(Weight, String)>,
    /// True if an order may be taken back.
    pub can_undo: bool,
    /// Once the game is over or the table closed: the page at the end, whose first line is the result.
    pub ending: Option<Vec<(Weight, String)>>,
    /// The link to the page for spectators, where there is one.
    pub published_at: Option<String>,
    /// The table of a rematch that was opened or joined just now, with the seat.
    pub rematch: Option<(String, Seat)>,
    /// The mark of what it shows of the table.
    pub mark: String,
    /// The result of the last form.
    pub answer: Answer,
    /// A line that was typed and not carried out.
    pub typed: String,
    /// A form that was filled in and is shown again.
    pub kept: FormFields,
    /// The half-made order as it is typed; empty before the first choice.
    pub begun: String,
    /// The kind of picture that the address names.
    pub view: Option<&'static str>,
    /// The key of a note above the question.
    pub note: Option<&'static str>,
}

/// What comes of a request for a table.
pub enum Came {
    /// The page.
    Page(Box<BoardPage>),
    /// The page of its past.
    Past(Box<PastPage>),
    /// Another address, which shows what is asked now.
    Elsewhere(String),
    /// Nothing: it is no table of theirs, or no ticket of ours.
    Nothing,
}

/// A form of the page of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posting {
    /// Gives an order.
    Order,
    /// Fills in a part of a half-made order.
    Choose,
    /// Types a line.
    Line,
}

/// The half-made order of a request.
enum Way {
    /// As far as it has come.
    At(Option<OptionsPath>),
    /// The options are others by now.
    Changed,
}

impl<'a> AtBoard<'a> {
    /// Somebody with a session at a seat of a table of the club; `None` where the club has no board.
    pub fn of(
        (club, address_kind): (&'a Club, &'static str),
        session: &'a BrowserSession,
        (table, seat): (&'a str, Seat),
        (lang, view): (Lang, Option<&'a str>),
    ) -> Option<AtBoard<'a>> {
        let links = club.people().browsers().links()?;
        let now = DateTime::from_timestamp(club.now(), 0)?;
        Some(AtBoard { club, links, session, address_kind, lang, table, seat, view, now })
    }

    /// The address of the page of a seat, with a half-made order.
    fn address(&self, seat: Seat, ticket: Option<&str>) -> String {
        let parts = [ticket.map(|ticket| format!("o={ticket}")), self.view.map(|view| format!("v={view}"))];
        let query: Vec<String> = parts.into_iter().flatten().collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/t/{}/{seat}{mark}{}", self.table, query.join("&"))
    }

    /// The player at the seat, under a key; `None` if it is not theirs.
    fn sit(&self, key: String) -> Result<Option<PlayerSession>, ClubError> {
        let player = &self.session.player;
        // Before the table is read: a table of others has to look like one that never was.
        if !self.club.people().table_ids_of(player)?.iter().any(|table| table == self.table) {
            return Ok(None);
        }
        let door = Arc::new(InBrowser { address_kind: self.address_kind });
        let visitor = Visitor { player: player.clone(), door, key, receipts: None };
        match self.club.watch(self.table, self.lang)?.sit(visitor, Some(self.seat)) {
            Err(ClubError::Refused(_)) => Ok(None),
            session => session.map(Some),
        }
    }

    /// The player at the seat, who only looks; `None` if it is not theirs.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn look(&self) -> Result<Option<PlayerSession>, ClubError> {
        self.sit("look".to_owned())
    }

    /// The half-made order of a ticket; `None` if it is none of this table.
    fn opened(&self, ticket: &str) -> Option<HalfMade> {
        if ticket.len() > TICKET_BYTES {
            return None;
        }
        let half = HalfMade::open((self.links, self.session), ticket, self.now)?;
        (half.table == self.table && half.seat == self.seat).then_some(half)
    }

    /// The page for a query.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn shown(&self, query: &FormFields) -> Result<Came, ClubError> {
        let Some(session) = self.look()? else { return Ok(Came::Nothing) };
        if let Some(at) = query.get("at").and_then(|at| at.parse().ok()) {
            return self.past(&session, at, query);
        }
        let half = query.get("o").map(|ticket| self.opened(ticket));
        let note = matches!(half, Some(None)).then_some("anew");
        self.page(&session, half.flatten().as_ref(), query, note, |_| ())
    }

    /// The page of the table as it was after an entry.
    fn past(&self, session: &PlayerSession, at: u64, query: &FormFields) -> Result<Came, ClubError> {
        let Some(past) = session.past(at, self.view)? else { return Ok(Came::Nothing) };
        let phrases = session.game_words().phrases();
        let board = past.scene.as_ref().map(|(kind, scene)| {
            BoardPicture::of((scene, *kind, past.kinds.clone()), phrases, &|_| None, &past.rows.join("\n"))
        });
        Ok(Came::Past(Box::new(PastPage {
            lang: self.lang,
            table: self.table.to_owned(),
            label: session.around().label.clone(),
            seat: self.seat,
            view: self.view.filter(|view| past.kinds.iter().any(|kind| kind == view)).map(str::to_owned),
            ticket: query.get("o").filter(|ticket| self.opened(ticket).is_some()).map(str::to_owned),
            part: session.game_words().part(),
            past,
            board,
        })))
    }

    /// The page of a half-made order, with a choice of the query; `more` adds to it.
    pub(super) fn page(
        &self,
        session: &PlayerSession,
        half: Option<&HalfMade>,
        query: &FormFields,
        note: Option<&'static str>,
        more: impl FnOnce(&mut BoardPage),
    ) -> Result<Came, ClubError> {
        let asked = session.asked()?;
        let page_id = self.club.random_letters()?;
        let on = query.get("on");
        let (step, (ticket, begun), lit, is_first, changed) =
            with_steps(session, &asked, self.seat, |steps, tree| {
                let (way, changed) = match half.map(|half| way(steps, tree, &asked, half, query.get("c"))) {
                    None => (None, false),
                    Some(Way::At(path)) => (path, false),
                    // Where nothing was chosen yet, nothing is lost.
                    Some(Way::Changed) => {
                        (None, half.is_some_and(|half| half.path.is_some()) || query.get("c").is_some())
                    }
                };
                let step = steps.step(way.as_ref(), on).or_else(|| steps.step(way.as_ref(), None));
                let step = step.or_else(|| steps.step(None, None)).unwrap_or_default();
                let is_first = way.is_none() && on.is_none();
                let lit = board::lit(steps, way.as_ref());
                let options = steps.course.options();
                let begun = way.as_ref().map(|way| typed_out(session, options, way)).unwrap_or_default();
                let ticket = self.half_made((page_id, way.map(|way| way.write(options))), &asked, tree);
                (step, (ticket.seal(self.links, self.session), begun), lit, is_first, changed)
            });
        let (awaits, is_over) = (asked.prompt.is_some(), session.around().over && !asked.gone);
        let lit = if awaits { lit } else { board::Lit::new() };
        let view = self.view.filter(|view| session.pictures().iter().any(|kind| kind == view));
        let end = view.map(|view| format!("&v={view}")).unwrap_or_default();
        let address = |area: &LitArea| {
            let form =
                if area.gives { format!("/t/{}/{}/order", self.table, self.seat) } else { String::new() };
            format!("{form}?o={ticket}&{}{end}", area.end)
        };
        let (log, recap) = (session.told_rows(LOG_ROWS)?, session.recap(None)?);
        let rows = log.iter().map(|(_, row)| row.as_str());
        let text =
            rows.chain(recap.lines.iter().map(|line| line.text.as_str())).collect::<Vec<_>>().join("\n");
        let board = match board::drawn(session, view, (&lit, &address), &text)? {
            None if view.is_some() => board::drawn(session, None, (&lit, &address), &text)?,
            board => board,
        };
        let shown = log.last().map_or(session.around().last, |(entry, _)| *entry);
        let due = session.question_time()?.and_then(|time| time.due()).map(|due| due.timestamp());
        let phrases = session.game_words().phrases();
        let seats = session.held().into_iter();
        let seats = seats.map(|(seat, asked)| (seat, phrases.seat(seat), asked.is_some()));
        let mut page = BoardPage {
            lang: self.lang,
            table: self.table.to_owned(),
            label: session.around().label.clone(),
            seat: self.seat,
            seats: seats.collect(),
            // Another table that cannot be read does not close this one.
            next: self.another(|it| it.asked && !it.over && it.table != self.table).ok().flatten(),
            view: board.as_ref().map(|board| board.kind).filter(|kind| view == Some(*kind)),
            kept: FormFields::default(),
            ticket,
            begun,
            brief: session.brief(),
            lesson: session.lesson()?.lines,
            step: awaits.then_some(step),
            is_first,
            is_beside: !is_first && (on.is_some() || board.as_ref().is_none_or(|board| !board.is_lit())),
            board,
            odds: session.odds(),
            mark: mark(session, &asked, &log)?,
            log,
            head: self.club.watch(self.table, self.lang)?.head_at(shown)?.to_string(),
            due: due.map(|due| (due, due - self.now.timestamp())),
            accompanied: session.accompanied(),
            published: session.around().published.is_some(),
            recap,
            in_words: session.board(&[])?,
            can_undo: !session.facts().takebacks.steps.is_empty() && !asked.gone,
            ending: is_over.then(|| session.board(&["ending".to_owned()])).transpose()?,
            published_at: session.page_link()?.filter(|_| is_over),
            rematch: None,
            answer: Answer::default(),
            typed: String::new(),
            note: if changed { Some("changed") } else { note },
            asked,
        };
        more(&mut page);
        Ok(Came::Page(Box::new(page)))
    }

    /// The first of the player's tables that is meant, with the seat.
    fn another(&self, is: impl Fn(&PlayerTable) -> bool) -> Result<Option<(String, Seat)>, ClubError> {
        let (all, _) = self.club.people().readable_tables_of(&self.session.player)?;
        let found = all.into_iter().find(is);
        Ok(found.and_then(|it| it.seat_to_play().map(|seat| (it.table, seat))))
    }

    /// The log as a file, as far as the player may see it: its name and its bytes; `None` if the seat is not theirs.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn export(&self) -> Result<Option<(String, Vec<u8>)>, ClubError> {
        let Some(session) = self.look()? else { return Ok(None) };
        self.club.evidence().export(session.table(), &self.session.player).map(Some)
    }

    /// Does what a form says.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn posted(&self, deed: Posting, fields: &FormFields) -> Result<Came, ClubError> {
        let Some(half) = fields.get("o").and_then(|ticket| self.opened(ticket)) else {
            // It may be of an earlier session: what was typed is not lost.
            let Some(session) = self.sit("look".to_owned())? else { return Ok(Came::Nothing) };
            return self.out_of_date(&session, fields, "stale");
        };
        match deed {
            Posting::Order => self.order(&half, fields),
            Posting::Choose => self.choose(&half, fields),
            Posting::Line => self.line(&half, fields),
        }
    }

    fn order(&self, half: &HalfMade, fields: &FormFields) -> Result<Came, ClubError> {
        let what = (&half.path, fields.get("c"), fields.get(FIELD));
        // A confirmed order is another message than the one that was refused for want of that.
        let key = half.key(self.session, &format!("order {} {what:?}", fields.get("anyway").is_some()));
        let Some(session) = self.sit(key)? else { return Ok(Came::Nothing) };
        if was_given(&session)? {
            return self.page(&session, None, &FormFields::default(), Some("given"), |_| ());
        }
        let asked = session.asked()?;
        let form = with_steps(&session, &asked, self.seat, |steps, tree| {
            let Way::At(Some(path)) = way(steps, tree, &asked, half, fields.get("c")) else { return None };
            match fields.get(FIELD) {
                Some(text) => with_text(steps.course.options(), &path, text),
                None => path.form(steps.course.options()),
            }
        });
        match form.zip(asked.prompt) {
            Some(answer) => self.give(session, answer, (half, fields)),
            None => self.out_of_date(&session, fields, "stale"),
        }
    }

    /// Gives an order in answer to a prompt, from a half-made order and the form that completed it.
    fn give(
        &self,
        mut session: PlayerSession,
        (form, prompt): (OrderForm, u64),
        (half, fields): (&HalfMade, &FormFields),
    ) -> Result<Came, ClubError> {
        session.begin_line();
        // The options of the question that is answered: the refresh below brings the next one's.
        let options = session.options().clone();
        let outcome = session.order(prompt, form.clone(), fields.get("anyway").is_some())?;
        session.refresh()?;
        match outcome {
            OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_) => {
                Ok(Came::Elsewhere(self.address(self.seat_to_play(&session), None)))
            }
            // The same may still be meant: it is offered as it would be typed.
            OrderOutcome::Stale => {
                // A text is offered alone: behind its verb it might be read as several orders.
                if fields.get(FIELD).is_some() {
                    return self.out_of_date(&session, fields, "stale");
                }
                let typed = session.typed_short(&options, &form);
                self.page(&session, None, &FormFields::default(), Some("stale"), |page| page.typed = typed)
            }
            other => self.page(&session, Some(half), fields, None, |page| {
                page.answer.add(other, &session);
                page.kept = fields.clone();
            }),
        }
    }

    /// The seat that goes on: this one, or another of the player's that alone has a prompt.
    fn seat_to_play(&self, session: &PlayerSession) -> Seat {
        let held = session.held();
        let here = held.iter().any(|(seat, asked)| *seat == self.seat && asked.is_some());
        let other = held.iter().find(|(_, asked)| asked.is_some()).filter(|_| !here);
        other.map_or(self.seat, |(seat, _)| *seat)
    }

    fn choose(&self, half: &HalfMade, fields: &FormFields) -> Result<Came, ClubError> {
        let key = half.key(self.session, &format!("choose {:?} {fields:?}", half.path));
        let Some(session) = self.sit(key)? else { return Ok(Came::Nothing) };
        if was_given(&session)? {
            return self.page(&session, None, &FormFields::default(), Some("given"), |_| ());
        }
        let asked = session.asked()?;
        let path = with_steps(&session, &asked, self.seat, |steps, tree| {
            let Way::At(Some(path)) = way(steps, tree, &asked, half, None) else { return None };
            let options = steps.course.options();
            let filled = filled(options, &path, fields);
            Some(filled.map(|path| {
                let given = if steps.is_given(&path) { path.form(options) } else { None };
                (given, path.write(options))
            }))
        });
        match path {
            None => match self.shares_again(&session, &asked, half, fields) {
                Some(half) => {
                    self.page(&session, Some(&half), &FormFields::default(), Some("stale"), |page| {
                        page.kept = fields.clone();
                    })
                }
                None => self.out_of_date(&session, fields, "changed"),
            },
            Some(Some((given, path))) => {
                let next = HalfMade { path: Some(path), ..half.clone() };
                if let Some(answer) = given.zip(asked.prompt) {
                    return self.give(session, answer, (&next, &FormFields::default()));
                }
                let ticket = next.seal(self.links, self.session);
                Ok(Came::Elsewhere(self.address(self.seat, Some(&ticket))))
            }
            Some(None) => {
                let why = session.words().say(self.lang, "board-misfilled", &[]);
                self.page(&session, Some(half), &FormFields::default(), None, |page| {
                    page.answer.refused = Some(why);
                    page.kept = fields.clone();
                })
            }
        }
    }

    fn line(&self, half: &HalfMade, fields: &FormFields) -> Result<Came, ClubError> {
        let text = typed(fields);
        let text = text.trim();
        let sure = fields.get("sure").is_some();
        let key = half.key(self.session, &format!("line {sure} {text}"));
        let Some(mut session) = self.sit(key)? else { return Ok(Came::Nothing) };
        let asked = session.asked()?;
        let seen = (half.prompt, half.request);
        let is_seen = (asked.prompt.unwrap_or_default(), asked.request_number.unwrap_or_default()) == seen;
        if text.is_empty() {
            return Ok(Came::Elsewhere(self.address(self.seat, None)));
        }
        // Nobody answers what they have not seen.
        if !is_seen && session.answered_before()?.is_empty() {
            return self.out_of_date(&session, fields, "stale");
        }
        let answer = carried_out(&mut session, text, sure)?;
        let rematch = answer.rematch.as_ref().map(|new| self.another(|it| it.table == *new)).transpose()?;
        session.refresh()?;
        let is_plain = answer.changed && answer.shown.is_empty();
        if is_plain && answer.refused.is_none() && answer.unconfirmed.is_none() {
            return Ok(Came::Elsewhere(self.address(self.seat_to_play(&session), None)));
        }
        let typed = if answer.refused.is_some() { text.to_owned() } else { String::new() };
        let confirmed = answer.unconfirmed.as_ref().map(|unconfirmed| unconfirmed.form.clone());
        let asked = session.asked()?;
        let path = confirmed.and_then(|form| self.path_of(&session, &asked, &form));
        self.page(&session, path.as_ref(), &FormFields::default(), None, |page| {
            page.answer = answer;
            page.rematch = rematch.flatten();
            page.typed = typed;
        })
    }

    /// A half-made order that is a whole one, of the present options.
    fn path_of(&self, session: &PlayerSession, asked: &Asked, form: &OrderForm) -> Option<HalfMade> {
        with_steps(session, asked, self.seat, |steps, tree| {
            let options = steps.course.options();
            let path = OptionsPath::of_form(options, form)?.write(options);
            asked.prompt.map(|_| self.half_made((String::new(), Some(path)), asked, tree))
        })
    }

    /// A half-made order of a page, made from the options with this digest.
    pub(super) fn half_made(
        &self,
        (page, path): (String, Option<String>),
        asked: &Asked,
        tree: &str,
    ) -> HalfMade {
        HalfMade {
            page,
            table: self.table.to_owned(),
            seat: self.seat,
            prompt: asked.prompt.unwrap_or_default(),
            request: asked.request_number.unwrap_or_default(),
            tree: tree.to_owned(),
            path,
        }
    }
}

/// Returns whether the session's message gave an order before.
fn was_given(session: &PlayerSession) -> Result<bool, ClubError> {
    let is_given =
        |before: &OrderOutcome| matches!(before, OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_));
    Ok(session.answered_before()?.iter().any(is_given))
}

/// The line of a form: a verb, and perhaps words behind it from a field of their own.
pub(super) fn typed(fields: &FormFields) -> String {
    let parts = [fields.get("line"), fields.get("words")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// The half-made order of a ticket among the present options, after a choice.
fn way(steps: &Steps<'_>, tree: &str, asked: &Asked, half: &HalfMade, code: Option<&str>) -> Way {
    if half.tree != tree || half.prompt != asked.prompt.unwrap_or_default() {
        return Way::Changed;
    }
    let path = match &half.path {
        None => None,
        Some(text) => match OptionsPath::read(steps.course.options(), text) {
            None => return Way::Changed,
            path => path,
        },
    };
    match code {
        None => Way::At(path),
        Some(code) => steps.chosen(path.as_ref(), code).map_or(Way::Changed, Way::At),
    }
}

/// What there is to choose for a seat, with the digest of its options.
pub(super) fn with_steps<R>(
    session: &PlayerSession,
    asked: &Asked,
    seat: Seat,
    with: impl FnOnce(&Steps<'_>, &str) -> R,
) -> R {
    let position = Position { options: &asked.options, phrases: session.game_words().phrases() };
    // Buttons and menus have the odds of their orders.
    let listed = session.menu(&asked.options, FEW).choices;
    let sentences: BTreeMap<OrderForm, String> =
        listed.iter().map(|choice| (choice.form.clone(), choice.sentence.clone())).collect();
    let tree = digest::of(seat.as_str(), asked.prompt.unwrap_or_default(), &asked.options, &listed);
    let sentence = |form: &OrderForm| session.sentence(form);
    let course = OrderCourse::of(&position);
    let can_take_back = &|verb| session.can_take_back(verb);
    with(&Steps { course, listed: &listed, sentences: &sentences, sentence: &sentence, can_take_back }, &tree)
}

impl BoardPage {
    /// Returns whether anything may be chosen beside the board.
    pub fn has(&self, shown: ChoicePlace) -> bool {
        self.step.iter().flat_map(|step| &step.choices).any(|choice| choice.shown == shown)
    }
}
