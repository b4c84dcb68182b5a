//! The club's record of the caller: their other door, where they are notified, their settings, and erasing it.

use super::HandlerResult;
use super::caller::Caller;
use super::reader::{Reader, or_refuse, refuse_because};
use super::reply_builder::ReplyBuilder;
use crate::book::is_on;
use crate::club::MAIL;
use crate::club::browser::CODE_SECONDS;
use crate::club::door::Door;
use crate::club::linking::{Link, LinkRefusal};
use crate::club::settings::Setting;
use crate::door::discord::DOOR;
use crate::door::discord::courier::hands::PINNED_HAND;
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::{Button, Row, SlashReply, Style};
use crate::door::discord::outbound::wording::AtDiscord;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::threads::DiscordThreads;

/// The note of the code whose two sides a player was last shown: nobody confirms what they have not read.
const SHOWN: &str = "link-shown";

/// `/me link`: a code to give elsewhere, or the code that was shown there, confirmed if `sure`.
pub(super) fn link(caller: &Caller<'_>, code: Option<&str>, sure: bool) -> HandlerResult<SlashReply> {
    let (club, reader, player) = (caller.club, caller.reader(), &*caller.person()?.player);
    let Some(code) = code else {
        let code = club.linking().new_code(player)?;
        let Some(address) = club.notes().door_address(MAIL)? else {
            return Err(reader.refuse("discord-link-nowhere", &[]));
        };
        let args = [("code", code.into()), ("address", plain(&address).into())];
        return Ok(caller.replies.sentence("discord-link-code", &args));
    };
    let link = allowed(reader, club.linking().link_of(code, player)?)?;
    let shown = club.notes().of_player(DOOR, player, SHOWN)?;
    if link.made || sure && shown.as_deref() == Some(code) {
        allowed(reader, club.linking().link(&link, player)?)?;
        return Ok(caller.replies.markdown(&sides(reader, "link-done", &link)));
    }
    club.notes().put_of_player(DOOR, player, SHOWN, Some(code))?;
    let how = reader.say("discord-link-sure", &[("code", plain(code).into())]);
    Ok(caller.replies.markdown(&format!("{}\n{how}", sides(reader, "link-would", &link))))
}

/// `/me unlink`, confirmed if `sure`.
pub(super) fn unlink(caller: &Caller<'_>, sure: bool) -> HandlerResult<SlashReply> {
    let (club, reader, player) = (caller.club, caller.reader(), &*caller.person()?.player);
    let link = allowed(reader, club.linking().unlink_of(player)?)?;
    if !sure {
        let how = reader.say("discord-unlink-sure", &[]);
        return Ok(caller.replies.markdown(&format!("{}\n{how}", sides(reader, "link-would-part", &link))));
    }
    allowed(reader, club.linking().unlink(&link, DOOR)?)?;
    Ok(caller.replies.markdown(&sides(reader, "link-parted", &link)))
}

/// `/me notices`: the doors by which the caller gets notifications.
pub(super) fn notices(caller: &Caller<'_>, by: Option<&str>) -> HandlerResult<SlashReply> {
    let Some(by) = by else { return Err(caller.reader().refuse("link-notices-which", &[])) };
    allowed(caller.reader(), caller.club.linking().tell_by(&caller.person()?.player, by)?)?;
    Ok(caller.replies.sentence("link-notices-set", &[]))
}

/// Sets the typed value of a setting, and shows the present one.
pub(super) fn set(caller: &Caller<'_>, setting: Setting, typed: &str) -> HandlerResult<SlashReply> {
    let Reader { words, lang } = caller.reader();
    if setting == Setting::Browser && typed.is_empty() {
        return browser(caller);
    }
    let words: (_, _, &dyn Door) = (words, lang, &AtDiscord);
    let told = or_refuse(caller.club.people().set(words, (&caller.person()?.player, setting), typed))?;
    Ok(caller.replies.markdown(&plain(&told)))
}

/// The board in the browser, by a button that opens a session once: only the caller sees it.
fn browser(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let (club, reader) = (caller.club, caller.reader());
    let Some(link) = club.people().browsers().link(&caller.person()?.player)? else {
        return Err(reader.refuse("browser-none", &[]));
    };
    let label = reader.say("discord-browser", &[]);
    let mut buttons = vec![Button { label, custom_id: link, style: Style::Link }];
    if caller.is_in_discord() {
        let label = reader.say("discord-launch", &[]);
        buttons.push(caller.table_button("", label, (Style::Secondary, TicketAction::Launch)));
    }
    let mut reply = ReplyBuilder::default();
    reply.markdown(&reader.say("discord-browser-link", &[("minutes", (CODE_SECONDS / 60).into())]));
    Ok(caller.replies.private(reply, vec![Row::Buttons(buttons)]))
}

/// Opens the board in Discord, at the seat of a ticket where it has one.
pub(super) fn launch(caller: &Caller<'_>, ticket: &Ticket) -> HandlerResult<SlashReply> {
    if !caller.is_in_discord() {
        return Err(caller.reader().refuse("browser-none", &[]));
    }
    if let Some(seat) = ticket.seat {
        let seat = format!("{}/{seat}", ticket.table);
        caller.club.people().browsers().lead_to(&caller.person()?.player, &seat)?;
    }
    Ok(SlashReply::Launch)
}

/// Turns direct messages for the caller on or off.
pub(super) fn dm(caller: &Caller<'_>, switch: Option<&str>) -> HandlerResult<SlashReply> {
    let Some(switch) = switch else { return Err(caller.reader().refuse("discord-dm-which", &[])) };
    let by_dm = is_on(switch);
    caller.club.people().set_direct(&caller.person()?.player, by_dm)?;
    Ok(caller.replies.sentence(if by_dm { "discord-dm-on" } else { "discord-dm-off" }, &[]))
}

/// Turns pinned direct messages with the caller's hands on or off.
pub(super) fn pinned_hand(caller: &Caller<'_>, switch: Option<&str>) -> HandlerResult<SlashReply> {
    let Some(switch) = switch else { return Err(caller.reader().refuse("discord-pinned-hand-which", &[])) };
    let (player, stays) = (&caller.person()?.player, is_on(switch));
    caller.club.notes().put_of_player(DOOR, player, PINNED_HAND, stays.then_some("on"))?;
    // The courier sends or deletes their hands at these tables.
    for mine in DiscordThreads(caller.club).tables_in_discord(player)?.0 {
        (caller.on_change)(&mine.table);
    }
    Ok(caller.replies.sentence(if stays { "discord-pinned-hand-on" } else { "discord-pinned-hand-off" }, &[]))
}

/// Erases what is known of the caller, confirmed if `sure`.
pub(super) fn forget_me(caller: &Caller<'_>, sure: bool) -> HandlerResult<SlashReply> {
    let reader = caller.reader();
    if !sure {
        return Err(reader.refuse("discord-forget-sure", &[]));
    }
    let left = caller.club.people().forget(&caller.person()?.player, DOOR)?;
    // Their threads have to show that a seat is free.
    left.iter().for_each(|table| (caller.on_change)(table));
    let mut reply = ReplyBuilder::default();
    reply.markdown(&reader.say("discord-forgotten", &[]));
    if !left.is_empty() {
        let tables = reader.list_of(left.into_iter());
        reply.markdown(&reader.say("discord-left", &[("tables", tables.into())]));
    }
    Ok(caller.replies.private(reply, vec![]))
}

/// The value, if the club allows it; otherwise its refusal.
fn allowed<T>(reader: Reader<'_>, done: Result<T, LinkRefusal>) -> HandlerResult<T> {
    done.map_err(|refused| refuse_because(&refused.in_words(reader.words, reader.lang)))
}

fn sides(reader: Reader<'_>, key: &str, link: &Link) -> String {
    plain(&reader.say(key, &link.args(reader.words, reader.lang)))
}
