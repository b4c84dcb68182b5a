//! The help: at a table the orders possible now, elsewhere how to begin; or a verb explained.

use super::at_table::AtTable;
use super::caller::Caller;
use super::reader::{Reader, repeated};
use super::reply_builder::ReplyBuilder;
use super::{EarlyReply, HandlerResult};
use crate::book::Verb;
use crate::club::GameWords;
use crate::door::discord::outbound::message::{Message, SlashReply};

/// The help where the caller is at no table.
pub(super) fn anywhere(caller: &Caller<'_>, verb: Option<&str>) -> HandlerResult<SlashReply> {
    let reader = caller.reader();
    let Some(verb) = verb else {
        return Ok(SlashReply::private(Message::from(reader.say("discord-help", &[]))));
    };
    for offer in caller.club.games().all() {
        if let Some(game) = caller.club.games().words(offer.game, reader.lang)
            && let Some(text) = explained(&game, verb)
        {
            return Ok(caller.replies.private(ReplyBuilder::of_lines(&[text], reader), vec![]));
        }
    }
    Err(no_such_verb(reader, verb))
}

/// The help at a table.
pub(super) fn at_table(at: &AtTable<'_>, verb: Option<&str>) -> HandlerResult<ReplyBuilder> {
    let reader = at.reader();
    let Some(game) = at.club().games().words(&at.thread.game, reader.lang) else {
        return Err(reader.refuse("discord-help", &[]));
    };
    if let Some(verb) = verb {
        let text = explained(&game, verb).ok_or_else(|| no_such_verb(reader, verb))?;
        return Ok(ReplyBuilder::of_lines(&[text], reader));
    }
    let (open, book) = (at.options(None)?, &game.book);
    let verbs = book.verbs().iter().filter(|verb| open.verb(verb.name.as_str()).is_some());
    let verbs: Vec<String> = verbs.map(|verb| book.list(&game.words, game.lang, verb)).collect();
    let mut reply = ReplyBuilder::default();
    if !verbs.is_empty() {
        reply.markdown(&reader.say("discord-help-open", &[]));
        reply.lines(&verbs);
    }
    reply.markdown(&reader.say("discord-help", &[]));
    Ok(reply)
}

fn no_such_verb(reader: Reader<'_>, verb: &str) -> EarlyReply {
    reader.refuse("discord-no-such-verb", &[("verb", repeated(verb).into())])
}

fn explained(game: &GameWords, typed: &str) -> Option<String> {
    let book = &game.book;
    // The table's own verbs are commands here, which Discord itself explains.
    let is_of_table = |verb: &Verb| verb.table && verb.is_called(typed);
    if book.verbs().iter().any(is_of_table) {
        return None;
    }
    book.explain(&game.words, game.lang, game.phrases().lexicon, typed)
}
