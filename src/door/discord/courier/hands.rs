//! Hands that stay: for a player who asked for it, one pinned direct message with what their seat sees and has to decide. It is
//! edited when that changes, and deleted when the seat is somebody else's, when the player is forgotten or turns it off, and at
//! the end of the game.
//!
//! The note of a hand is stored before its message is sent, so that a retry sends the same.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Shared;
use super::status::hash;
use super::table_work::{Stop, TableWork};
use super::text;
use crate::club::zone::lang_of;
use crate::club::{Club, ClubError, Visitor};
use crate::door::discord::DOOR;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::id::Id;
use crate::door::discord::limits::CONTENT;
use crate::door::discord::outbound::emblems::with_emblems;
use crate::door::discord::outbound::markdown::{bold, in_code, plain};
use crate::door::discord::outbound::message::Message;
use crate::door::discord::outbound::paginate::pages;
use crate::door::discord::outbound::wording::AtDiscord;
use crate::game::Seat;
use crate::words::{Lang, Words};

/// The note of a player who asked for hands that stay.
pub const PINNED_HAND: &str = "pinned-hand";
/// The prefix of the notes of hands, each under its table and its seat.
const HAND: &str = "hand/";

/// A hand in a direct message.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hand {
    /// The opaque id of its player.
    player: String,
    /// The user whose conversation it is in.
    user: Id,
    /// When it was begun, in seconds since 1970.
    begun: i64,
    /// Its conversation and its message; `None` before it is sent.
    at: Option<(Id, Id)>,
    /// SHA-256 of its text, as last sent; empty until it is pinned.
    hash: String,
}

/// A hand that is to be shown.
struct Wanted {
    seat: Seat,
    player: String,
    user: Id,
    text: String,
}

/// The keeper of a table's hands.
pub(super) struct HandKeeper<'a, P: DiscordApi> {
    pub(super) courier: &'a Shared<P>,
}

impl<P: DiscordApi> HandKeeper<'_, P> {
    /// Brings the hands of a table up to date.
    pub(super) async fn keep_hands(&self, work: &TableWork) -> Result<(), Stop> {
        let (table, words) = (work.thread.table.clone(), Arc::clone(&self.courier.words));
        let is_over = work.status.over || work.status.closed;
        let read = self.courier.ask(move |club| -> Result<_, ClubError> {
            let kept = kept_hands(club, &table)?;
            Ok((kept, if is_over { vec![] } else { wanted_hands(club, &words, &table)? }))
        });
        let (kept, wanted) = read.await??;
        // First those that end: notes are kept by seat, and a new holder's hand would be edited into
        // the old holder's message.
        for (key, hand) in kept {
            let stays = |wanted: &Wanted| {
                key == key_of(work, wanted.seat) && (&wanted.player, wanted.user) == (&hand.player, hand.user)
            };
            if !wanted.iter().any(stays) {
                self.take_away(work, &key, &hand).await?;
            }
        }
        for wanted in wanted {
            self.show_hand(work, wanted).await?;
        }
        Ok(())
    }

    /// Sends a hand, or edits it where it reads otherwise. What Discord refuses for good holds nothing else back.
    async fn show_hand(&self, work: &TableWork, wanted: Wanted) -> Result<(), Stop> {
        let key = key_of(work, wanted.seat);
        let (hash, now) = (hash(&[&wanted.text]), self.courier.club.now());
        let note = key.clone();
        let before = self.courier.ask(move |club| club.notes().get(DOOR, &note)).await??;
        let before = before.and_then(|body| serde_json::from_str::<Hand>(&body).ok());
        let (player, user) = (wanted.player.clone(), wanted.user);
        let begun = Hand { player, user, begun: now, at: None, hash: String::new() };
        let mut hand = before.unwrap_or(begun);
        if hand.hash == hash {
            return Ok(());
        }
        let is_new = hand.at.is_none() || hand.hash.is_empty();
        match self.send_or_edit(work, &key, &hand, (wanted.user, &wanted.text)).await {
            Ok(at) => hand.at = Some(at),
            Err(Stop::ApiError(trouble)) if trouble.is_of_token() => return Err(trouble.into()),
            // The table's next turn sends another.
            Err(Stop::ApiError(ApiError::NoMessage | ApiError::Gone)) => return self.forget_hand(&key).await,
            // A player who takes no direct messages is shown no hands until they ask for them again.
            Err(Stop::ApiError(ApiError::ClosedDm | ApiError::Forbidden(_))) => {
                let player = hand.player.clone();
                let off = move |club: &Club| club.notes().put_of_player(DOOR, &player, PINNED_HAND, None);
                self.courier.ask(off).await??;
                return self.take_away(work, &key, &hand).await;
            }
            // The same text would be refused again: the next change is tried. A message that is there is
            // pinned all the same.
            Err(Stop::ApiError(ApiError::Never(reason))) => {
                tracing::debug!(table = work.thread.table, %reason, "a hand stays as it was");
            }
            Err(stop) => return Err(stop),
        }
        if let Some((channel, id)) = hand.at.filter(|_| is_new) {
            // Without a hash until it is pinned: a retry pins the same message.
            hand.hash.clear();
            self.note_hand(&key, &hand).await?;
            let pinned = self.courier.request(|| self.courier.post.pin(channel, id));
            self.courier.unless_refused(&work.thread.table, "a hand is not pinned", pinned).await?;
        }
        hand.hash = hash;
        self.note_hand(&key, &hand).await
    }

    /// Edits the message of a hand, or sends it; returns its conversation and the message.
    async fn send_or_edit(
        &self,
        work: &TableWork,
        key: &str,
        hand: &Hand,
        (user, text): (Id, &str),
    ) -> Result<(Id, Id), Stop> {
        let message = Message::from(text.to_owned());
        if let Some((channel, id)) = hand.at {
            return self.courier.edit(channel, id, &message).await.map(|_| (channel, id));
        }
        self.note_hand(key, hand).await?;
        // With the time: a hand that was turned off and on again must not have the nonce of the old message.
        let parts = ["hand", &work.thread.table, &hand.player, key, &hand.begun.to_string()];
        self.courier.tell(user, &text::nonce(&parts), &message).await
    }

    /// Deletes a hand that nobody is to see any more.
    async fn take_away(&self, work: &TableWork, key: &str, hand: &Hand) -> Result<(), Stop> {
        if let Some((channel, id)) = hand.at {
            let deleted = self.courier.request(|| self.courier.post.delete(channel, id));
            self.courier.unless_refused(&work.thread.table, "a hand stays", deleted).await?;
        }
        self.forget_hand(key).await
    }

    async fn note_hand(&self, key: &str, hand: &Hand) -> Result<(), Stop> {
        let (key, body) = (key.to_owned(), serde_json::to_string(hand).map_err(ClubError::failed)?);
        Ok(self.courier.ask(move |club| club.notes().put(DOOR, &key, Some(&body))).await??)
    }

    async fn forget_hand(&self, key: &str) -> Result<(), Stop> {
        let key = key.to_owned();
        Ok(self.courier.ask(move |club| club.notes().put(DOOR, &key, None)).await??)
    }
}

fn key_of(work: &TableWork, seat: Seat) -> String {
    format!("{HAND}{}/{seat}", work.thread.table)
}

/// The hands of a table that are shown. An unreadable note is deleted.
fn kept_hands(club: &Club, table: &str) -> Result<Vec<(String, Hand)>, ClubError> {
    let mut kept = Vec::new();
    for (key, body) in club.notes().with_prefix(DOOR, &format!("{HAND}{table}/"))? {
        match serde_json::from_str(&body) {
            Ok(hand) => kept.push((key, hand)),
            Err(_) => club.notes().put(DOOR, &key, None)?,
        }
    }
    Ok(kept)
}

/// The hands that players of a table asked for, each as its own seat sees it.
fn wanted_hands(club: &Club, words: &Words, table: &str) -> Result<Vec<Wanted>, ClubError> {
    let mut wanted = Vec::new();
    for place in club.watch(table, Lang::En)?.around().seats.clone() {
        let Some(player) = place.player else { continue };
        if club.notes().of_player(DOOR, &player, PINNED_HAND)?.is_none() {
            continue;
        }
        let Some(known) = club.people().player(&player)? else { continue };
        let Some(user) = known.address(DOOR).and_then(|user| user.parse().ok()) else { continue };
        let text = hand_text(club, words, table, (place.seat, &player, lang_of(&known)))?;
        wanted.push(Wanted { seat: place.seat, player, user, text });
    }
    Ok(wanted)
}

/// The seat's own view, and its decision.
fn hand_text(
    club: &Club,
    words: &Words,
    table: &str,
    (seat, player, lang): (Seat, &str, Lang),
) -> Result<String, ClubError> {
    let mut watched = club.watch(table, lang)?;
    watched.at_door(Arc::new(AtDiscord));
    let (public, status) = (watched.board(&[])?, watched.status()?);
    let door = Arc::new(AtDiscord);
    let visitor = Visitor { player: player.to_owned(), door, key: String::new(), receipts: None };
    let seated = watched.sit(visitor, Some(seat))?;
    let name = status.seats.iter().find(|it| it.seat == seat).map_or(String::new(), |it| plain(&it.name));
    let title = [
        ("game", plain(&status.game).into()),
        ("table", in_code(&status.label).into()),
        ("seat", name.into()),
    ];
    let mut lines = vec![words.say(lang, "discord-pinned-hand-title", &title)];
    // The thread shows the public lines; a hand repeats none of them.
    let secret = seated.board(&[])?.into_iter().filter(|line| line.0.is_sentence() && !public.contains(line));
    let marked = |line: &str| with_emblems(&plain(line), &seated.game_words().emblems);
    lines.extend(secret.map(|(_, line)| marked(&line)));
    lines.extend(seated.brief().iter().map(|line| marked(line)));
    let asked = seated.asked()?;
    lines.push(bold(&asked.question));
    // A hand is one message, so a second page has no place.
    Ok(pages(&lines.join("\n"), CONTENT).into_iter().next().unwrap_or_default())
}
