//! The handlers: a call in, an answer out. They are synchronous and block on the disk.
//!
//! A call is routed here, in [`Request`], which reads what the command was given; each handler is a function over what it
//! needs: the [`Caller`](caller::Caller), or the [`AtTable`](at_table::AtTable) where it is about one table, and the values
//! it was given.
//!
//! | part | what it does |
//! |---|---|
//! | [`reader`] | the reader's words, and refusals in them |
//! | [`given`] | the options of a slash command |
//! | [`caller`] | who calls, and the tables that are spoken of where they call |
//! | [`at_table`] | the caller at one of them |
//! | [`reply_builder`] | long answers in several messages |
//! | [`orders`] | orders by command, as typed text or as picked |
//! | [`now`] | what a seat is asked, and what came of what it did |
//! | [`clicks`] | buttons, select menus and forms |
//! | [`play`] | beginning by buttons alone |
//! | [`opening`] | opening a table and beginning its game |
//! | [`seats`] | joining, declining, inviting, passing on |
//! | [`other_players`] | taking back, agreeing, resigning, closing |
//! | [`people`] | one person at several doors, their settings, forgetting them |
//! | [`looks`], [`help`] | lists, boards, logs, dice, audits, files, help |
//! | [`complete`] | autocomplete |
//! | [`answer_cache`] | a call that comes twice |

mod answer_cache;
mod at_table;
mod caller;
mod clicks;
mod complete;
mod given;
mod help;
mod looks;
mod now;
mod opening;
mod orders;
mod other_players;
mod people;
mod play;
mod reader;
mod reply_builder;
mod seats;

use std::sync::Arc;

use super::commands::{Commands, Meant};
use super::inbound::answering::Handle;
use super::interaction::{Interaction, InteractionData};
use super::outbound::message::{Message, SlashReply};
use super::picker::ticket::{Look, TicketAction, Tickets};
use crate::book::Lexicon;
use crate::club::limits::RateLimits;
use crate::club::table_words::{TableAction, TableInput, TableLook};
use crate::club::{Club, ClubError};
use crate::game::Seat;
use crate::observe;
use crate::report;
use crate::words::Words;
use answer_cache::AnswerCache;
use at_table::AtTable;
use caller::Caller;
use clicks::Done;
use complete::Completion;
use given::Given;
use now::as_player;
use reader::{Reader, refuse_because};
use reply_builder::Replies;

/// Answers calls over the tables of a club.
pub struct Handlers {
    club: Arc<Club>,
    commands: Commands,
    words: Words,
    tickets: Tickets,
    rate_limits: RateLimits,
    on_change: OnChange,
    answers: AnswerCache,
    pictures: bool,
}

/// Called with each table that changed, so that the courier reports it soon.
pub type OnChange = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a call goes no further.
enum EarlyReply {
    /// It is answered with this.
    Answer(Box<SlashReply>),
    /// Something is wrong on our side: what, for the log only.
    Broken(ClubError),
}

impl From<ClubError> for EarlyReply {
    fn from(why: ClubError) -> EarlyReply {
        EarlyReply::Broken(why)
    }
}

type HandlerResult<T> = Result<T, EarlyReply>;

impl Handlers {
    /// Handlers over the tables of `club`; they call `on_change` with each table that changed.
    pub fn new(
        club: Arc<Club>,
        commands: Commands,
        words: Words,
        tickets: Tickets,
        rate_limits: RateLimits,
        on_change: OnChange,
    ) -> Handlers {
        let answers = AnswerCache::default();
        Handlers { club, commands, words, tickets, rate_limits, on_change, answers, pictures: false }
    }

    /// The same with pictures on the answers that show a question.
    #[must_use]
    pub fn with_pictures(self, pictures: bool) -> Handlers {
        Handlers { pictures, ..self }
    }
}

impl Handle for Handlers {
    fn handle(&self, call: &Interaction) -> SlashReply {
        let request = Request::new(self, call);
        // Suggestions are not cached: one for each key that is pressed would push out the answers to orders.
        if let Some(completion) = request.completion() {
            return SlashReply::Suggest(completion.suggestions());
        }
        let went = self.answers.answer(call.id, || match request.answer() {
            Ok(answer) => Ok(answer),
            Err(EarlyReply::Answer(answer)) => Ok(*answer),
            Err(EarlyReply::Broken(why)) => Err(why),
        });
        went.unwrap_or_else(|why| {
            let (table, reader) = (request.caller.table(), request.caller.reader());
            observe::refused("broken");
            tracing::error!(interaction = %call.id, table, %why, "an interaction failed");
            let mut text = reader.say("discord-broken", &[("id", call.id.to_string().into())]);
            if let Some((table, seq)) = why.entry() {
                let args = [("table", table.into()), ("entry", seq.to_string().into())];
                text = format!("{text}\n{}", reader.say("discord-broken-entry", &args));
            }
            SlashReply::private(Message::from(text))
        })
    }
}

/// One call under way: it is read here and handed to what it asks for.
struct Request<'a> {
    commands: &'a Commands,
    tickets: &'a Tickets,
    call: &'a Interaction,
    given: Given<'a>,
    caller: Caller<'a>,
}

impl<'a> Request<'a> {
    fn new(handlers: &'a Handlers, call: &'a Interaction) -> Request<'a> {
        let Handlers { club, commands, words, tickets, rate_limits, on_change, pictures, .. } = handlers;
        let reader = Reader { words, lang: call.user.lang };
        let replies = Replies::new(reader, tickets, call, *pictures);
        let caller = Caller::new(club, call, replies, rate_limits, on_change);
        Request { commands, tickets, call, given: Given::new(call, reader), caller }
    }

    /// The text being typed, if suggestions are requested.
    fn completion(&self) -> Option<Completion<'_>> {
        let InteractionData::Complete { command, option } = &self.call.what else { return None };
        Some(Completion { caller: &self.caller, given: self.given, commands: self.commands, command, option })
    }

    fn answer(&self) -> HandlerResult<SlashReply> {
        match &self.call.what {
            InteractionData::Command(command) => match self.commands.meaning(command) {
                Some(Meant::Order { game, verb, args }) => {
                    let at = AtTable::meant(&self.caller, self.option("table"), Some(&game))?;
                    orders::by_options(&at, self.option("seat"), verb, &args)
                }
                Some(Meant::Typed { text }) => orders::typed(&self.table()?, self.option("seat"), &text),
                Some(Meant::Table { verb }) => self.table_verb(&verb),
                Some(Meant::Moved { from, to }) => {
                    let reader = self.caller.reader();
                    let (from, to) = (reader.say(&from, &[]), reader.say(&to, &[]));
                    Err(reader.refuse("discord-moved", &[("from", from.into()), ("to", to.into())]))
                }
                None => Err(self.unknown()),
            },
            InteractionData::Complete { .. } => Err(self.unknown()),
            InteractionData::Click { custom_id, values, .. } => self.click(custom_id, &Done::Chosen(values)),
            InteractionData::Filled { custom_id, fields, odd, .. } => {
                self.click(custom_id, &Done::Filled { fields, odd })
            }
        }
    }

    /// A verb of `/table` or `/show`: of the table, or of this door alone.
    fn table_verb(&self, verb: &str) -> HandlerResult<SlashReply> {
        let book = self.commands.table_book();
        match TableInput::of_options(book, verb, |name| self.option(name)) {
            Some(Ok(TableInput::Look(look))) => self.look_typed(&look),
            Some(Ok(TableInput::Set(setting, typed))) => people::set(&self.caller, setting, &typed),
            Some(Ok(TableInput::Act(action))) => self.act_typed(&action),
            Some(Ok(TableInput::Wait | TableInput::Quit)) => Err(self.unknown()),
            Some(Err(parse_error)) => {
                let Reader { words, lang } = self.caller.reader();
                let why = report::parse_error(words, lang, book, &Lexicon::default(), &parse_error);
                Err(refuse_because(&why))
            }
            None => self.own_verb(verb),
        }
    }

    fn own_verb(&self, verb: &str) -> HandlerResult<SlashReply> {
        let (caller, given) = (&self.caller, self.given);
        match verb {
            "play" => play::ways(caller),
            "new" => opening::new_table(caller, given),
            "join" => {
                seats::join(seats::at_table_to_join(caller, given.option("table"))?, given.option("seat"))
            }
            "decline" => self.at_seat(seats::decline),
            "start" => opening::start(self.table()?),
            "list" => looks::list(caller),
            "open-seats" => seats::list_open(caller),
            "dm" => people::dm(caller, given.option("to")),
            "link" => people::link(caller, given.option("code"), self.is_sure()),
            "unlink" => people::unlink(caller, self.is_sure()),
            "notices" => people::notices(caller, given.option("by")),
            "pinned-hand" => people::pinned_hand(caller, given.option("to")),
            "forget-me" => people::forget_me(caller, self.is_sure()),
            "status" => self.look(&Look::Status),
            "board" => self.look(&Look::Board(given.option("what").map(str::to_owned))),
            "map" => self.at_seat(|at, seat| looks::map(at, seat, given.option("what"), self.commands)),
            "hand" => self.at_seat(|at, seat| looks::look(at, seat, &Look::Hand)),
            "replay" => looks::replay(&self.table()?, given.option("at"), self.part().as_ref()),
            "audit" => self.look(&Look::Audit),
            "export" => looks::export(&self.table()?),
            _ => Err(self.unknown()),
        }
    }

    fn look_typed(&self, look: &TableLook) -> HandlerResult<SlashReply> {
        match look {
            TableLook::Help(words) => self.help(words.first().map(String::as_str)),
            TableLook::Hint => self.at_seat(looks::hints),
            TableLook::Why(Some(entry)) => looks::reasons(&self.table()?, *entry),
            TableLook::Why(None) => self.look(&Look::Why),
            TableLook::Log(rows) => self.look(&Look::Log(rows.map(looks::at_most))),
            TableLook::Dice(rows) => self.look(&Look::Dice(rows.map(looks::at_most))),
            TableLook::Time => self.look(&Look::Time),
            // What this door shows under names of its own, or in threads.
            TableLook::Options(_) | TableLook::Show(_) | TableLook::Recap(_) | TableLook::Who => {
                Err(self.unknown())
            }
        }
    }

    /// Does something at the table. Actions that reveal secrets or end something need a confirmation, and people are named as
    /// users.
    fn act_typed(&self, action: &TableAction) -> HandlerResult<SlashReply> {
        let given = self.given;
        match action {
            TableAction::Undo(_) | TableAction::AskUndo(_) => {
                self.at_seat(|at, seat| other_players::in_game(at, seat, action))
            }
            TableAction::Answer { agrees } => other_players::agree(&self.table()?, None, *agrees),
            TableAction::Invite(_) => seats::invite(&self.table()?, given.player()?, given.option("seat")),
            TableAction::PassSeat(_) => {
                seats::pass_seat(&self.table()?, given.player()?, given.option("seat"))
            }
            TableAction::Master(_) => {
                let at = self.table()?;
                let player = given.option("player").map(|_| given.player()).transpose()?;
                other_players::master(&at, given.option("deed"), player)
            }
            TableAction::Rematch => opening::rematch(&self.table()?),
            TableAction::Resign { .. } => other_players::resign(&self.table()?, given.option("seat")),
            TableAction::Close => other_players::close(&self.table()?),
            TableAction::Absent(_) => {
                let part = |name| given.option(name).unwrap_or_default();
                // Discord takes two options; the club reads one text, as other doors type it.
                let typed = format!("{} to {}", part("from"), part("until"));
                as_player(&self.table()?, None, |seated| seated.book_absence(&typed))
            }
            _ => as_player(&self.table()?, None, |seated| action.perform(seated)),
        }
    }

    fn option(&self, name: &str) -> Option<&'a str> {
        self.given.option(name)
    }

    /// Returns whether what cannot be taken back is confirmed.
    fn is_sure(&self) -> bool {
        self.option("sure").is_some()
    }

    /// The part of a log that is asked for: what its game calls a part, and which.
    fn part(&self) -> Option<(String, &'a str)> {
        let lang = self.caller.reader().lang;
        let parts = self.commands.parts().iter();
        parts.filter_map(|part| Some((part.label(lang).to_owned(), self.option(part.name.as_str())?))).next()
    }

    /// The caller at the table that is meant.
    fn table(&self) -> HandlerResult<AtTable<'_>> {
        AtTable::meant(&self.caller, self.option("table"), None)
    }

    /// Does something at the table that is meant and the seat that was named, if one was.
    fn at_seat(
        &self,
        what: impl FnOnce(&AtTable<'_>, Option<Seat>) -> HandlerResult<SlashReply>,
    ) -> HandlerResult<SlashReply> {
        let at = self.table()?;
        let seat = at.seat(self.option("seat"))?;
        what(&at, seat)
    }

    fn look(&self, look: &Look) -> HandlerResult<SlashReply> {
        looks::look(&self.table()?, None, look)
    }

    /// The help of the table that is meant, if one is; a table that is named has to be there.
    fn help(&self, verb: Option<&str>) -> HandlerResult<SlashReply> {
        let here = match self.option("table") {
            Some(_) => Some(self.table()?),
            // Help is given anywhere, even where it is not clear which table is meant.
            None => self.table().ok(),
        };
        match here {
            Some(at) => looks::look(&at, None, &Look::Help(verb.map(str::to_owned))),
            None => help::anywhere(&self.caller, verb),
        }
    }

    /// A component that was clicked or filled in: its ticket says what it means.
    fn click(&self, custom_id: &str, done: &Done<'_>) -> HandlerResult<SlashReply> {
        let Ok(ticket) = self.tickets.read(custom_id) else { return Err(self.unknown()) };
        if let TicketAction::Play(way) = &ticket.act {
            return play::begin(&self.caller, way);
        }
        // The button beside the link of a browser session belongs to no table.
        if ticket.act == TicketAction::Launch && ticket.table.is_empty() {
            return people::launch(&self.caller, &ticket);
        }
        let at = AtTable::new(&self.caller, self.caller.thread_named(&ticket.table)?);
        // Everybody in a thread sees its buttons, those of another's seat too: a ticket proves only that we
        // wrote it.
        if let Some(seat) = ticket.seat {
            clicks::check_own_seat(&at, seat)?.ok_or_else(|| self.unknown())?;
        }
        match &ticket.act {
            TicketAction::Orders => clicks::question(&at, ticket.seat),
            TicketAction::Pick(pick) => clicks::pick(&at, &ticket, pick, done),
            TicketAction::Look(look) => looks::look(&at, ticket.seat, look),
            TicketAction::Page(look, page) => looks::look_at_page(&at, ticket.seat, look, Some(*page)),
            TicketAction::Start => opening::start(at),
            TicketAction::Join(seat) => seats::join_at(at, *seat),
            TicketAction::Decline(seat) => seats::decline(&at, Some(*seat)),
            TicketAction::Agree(number) => other_players::agree(&at, Some(*number), true),
            TicketAction::Object(number) => other_players::agree(&at, Some(*number), false),
            TicketAction::Ready => as_player(&at, None, |seated| seated.press_ready()),
            TicketAction::Rematch => opening::rematch(&at),
            // An older button would take back something decided after it was shown.
            TicketAction::Undo | TicketAction::AskUndo if clicks::is_past(&at, &ticket)? => {
                clicks::stale(&at, at.sit(ticket.seat)?, &ticket)
            }
            TicketAction::Undo => other_players::in_game(&at, ticket.seat, &TableAction::Undo(None)),
            TicketAction::AskUndo => other_players::in_game(&at, ticket.seat, &TableAction::AskUndo(1)),
            TicketAction::ReallyClose => other_players::really_close(&at),
            TicketAction::ReallyResign => other_players::really_resign(&at, ticket.seat),
            TicketAction::ReallyPassSeat(to) => seats::really_pass_seat(&at, ticket.seat, *to),
            TicketAction::Try => clicks::try_it(&at, &ticket),
            TicketAction::Launch => people::launch(&self.caller, &ticket),
            // Handled above, before a table is looked up, because it belongs to none.
            TicketAction::Play(_) => Err(self.unknown()),
            TicketAction::Cancel => Ok(self.caller.replies.sentence_in_place("discord-cancelled", &[])),
        }
    }

    /// A command or a component that this program does not know.
    fn unknown(&self) -> EarlyReply {
        tracing::warn!(interaction = %self.call.id, "a command or component of no known meaning");
        self.caller.reader().refuse("discord-unknown", &[])
    }
}
