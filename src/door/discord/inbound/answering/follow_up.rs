//! Messages after the first answer: the result of a deferred call, files, further messages.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tracing::{Instrument, Span};

use super::{InteractionReply, Outcome, Responder, Running, Work, encode, outcome_of};
use crate::door::discord::api::post::rest::Rest as Client;
use crate::door::discord::api::post::{ApiError, ApiResult, Cause};
use crate::door::discord::id::Id;
use crate::door::discord::inbound::decode::Answerable;
use crate::door::discord::interaction::InteractionData;
use crate::door::discord::interaction::ReplyToken;
use crate::door::discord::outbound::message::Modal;
use crate::door::discord::outbound::message::{Card, Message, SlashReply};
use crate::observe;
use crate::words::{Lang, Words};

/// The waits before each retry.
const TRY_AGAIN: [Duration; 5] = [
    Duration::from_millis(200),
    Duration::from_millis(800),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(15),
];

/// The longest wait that Discord may ask for: the token of an interaction holds for a quarter of an hour.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The messages after the first answer, to be sent when that has arrived.
pub struct FollowUp {
    client: Arc<Client>,
    words: Arc<Words>,
    lang: Lang,
    id: Id,
    token: ReplyToken,
    /// True if the call is of a component on a message that its user alone sees.
    on_private: bool,
    /// True if that message is a card, which cannot go back to the older form.
    on_card: bool,
    span: Span,
    todo: Vec<FollowUpStep>,
    /// Held so that a stop waits for it.
    _running: Running,
}

enum FollowUpStep {
    /// The handler is still at work.
    Await(Work, Deferral),
    /// The original answer changes to this.
    Edit(Message),
    /// One more message.
    Add { message: Message, public: bool },
}

/// The deferral that a call got before it was done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deferral {
    /// With a new message that is still empty.
    New { public: bool },
    /// An update of the message with the component, without a change.
    Update,
}

impl FollowUp {
    pub(super) fn new(responder: &Responder, came: Answerable, span: Span) -> FollowUp {
        let on_private = matches!(
            came.call.what,
            InteractionData::Click { private: true, .. } | InteractionData::Filled { private: true, .. }
        );
        let on_card = on_private && came.call.on.card;
        FollowUp {
            client: responder.client.clone(),
            words: responder.words.clone(),
            lang: came.call.user.lang,
            id: came.call.id,
            token: came.token,
            on_private,
            on_card,
            span,
            todo: Vec::new(),
            _running: Running::new(&responder.running),
        }
    }

    /// The reply when the handler was done in time.
    pub(super) fn now(mut self, outcome: Outcome) -> InteractionReply {
        let answer = self.answer(outcome);
        let instead = self.instead(&answer);
        let has_files = |message: &Message| !message.files.is_empty();
        let (first, deferral) = match &answer {
            // A response over the endpoint is plain JSON; files can only come after it.
            SlashReply::Say { public, messages } if messages.first().is_some_and(has_files) => {
                (encode::deferred(*public), Some(Deferral::New { public: *public }))
            }
            SlashReply::Replace(message) if has_files(message) => {
                (encode::acknowledged(), Some(Deferral::Update))
            }
            answer => (encode::response(answer, self.client.emoji()), None),
        };
        match (answer, deferral) {
            (answer, Some(deferral)) => self.todo = self.after(answer, deferral),
            (SlashReply::Say { public, messages }, None) => {
                self.todo = messages
                    .into_iter()
                    .skip(1)
                    .map(|message| FollowUpStep::Add { message, public })
                    .collect();
            }
            (_, None) => {}
        }
        let instead = instead.filter(|_| deferral.is_none());
        let rest = if self.todo.is_empty() { None } else { Some(self) };
        InteractionReply { first, instead, rest }
    }

    /// The first answer where Discord refuses that answer's form: a card is sent as another message, and a form that does not
    /// open as the message in its place.
    fn instead(&self, answer: &SlashReply) -> Option<Value> {
        let in_place = |message: &Message| match self.on_private && !self.on_card {
            true => SlashReply::Replace(message.clone().without_card()),
            false => SlashReply::private(message.clone().without_card()),
        };
        let other = match answer {
            SlashReply::Say { public, messages } => {
                let (first, rest) = messages.split_first().filter(|(first, _)| first.card.is_some())?;
                let mut messages = vec![first.clone().without_card()];
                messages.extend_from_slice(rest);
                SlashReply::Say { public: *public, messages }
            }
            SlashReply::Replace(message) => in_place(message.card.as_ref().map(|_| message)?),
            SlashReply::Ask(form) => in_place(form.otherwise.as_deref()?),
            SlashReply::Suggest(_) | SlashReply::Launch => return None,
        };
        Some(encode::response(&other, self.client.emoji()))
    }

    /// The reply when the handler is not done yet.
    pub(super) fn later(mut self, work: Work) -> InteractionReply {
        let (first, deferral) = if self.on_private {
            (encode::acknowledged(), Deferral::Update)
        } else {
            (encode::deferred(false), Deferral::New { public: false })
        };
        self.todo = vec![FollowUpStep::Await(work, deferral)];
        InteractionReply { first, instead: None, rest: Some(self) }
    }

    /// Sends them, in order. A failure is retried for a while, then logged: the order behind it counts anyway.
    pub async fn send(mut self) {
        let span = self.span.clone();
        async {
            let mut todo: std::collections::VecDeque<FollowUpStep> = std::mem::take(&mut self.todo).into();
            while let Some(step) = todo.pop_front() {
                let bare = self.lesser(&step);
                let sent = match step {
                    FollowUpStep::Await(work, deferral) => {
                        let answer = self.answer(outcome_of(work.await));
                        todo.extend(self.after(answer, deferral));
                        continue;
                    }
                    FollowUpStep::Edit(message) => self.edit(&message).await,
                    FollowUpStep::Add { message, public } => self.add(&message, public).await,
                };
                if let Err(trouble) = &sent
                    && !bare.is_empty()
                {
                    tracing::warn!(%trouble, "an answer goes in a lesser form");
                    // In their own order, and before the rest.
                    bare.into_iter().rev().for_each(|step| todo.push_front(step));
                    continue;
                }
                if let Err(trouble) = sent {
                    observe::refused("lost-answer");
                    tracing::warn!(%trouble, "an answer was lost; what it tells of stands");
                    return;
                }
            }
        }
        .instrument(span)
        .await;
    }

    /// The step in the form for a refusal: a card as a message of the older form, a message without its files.
    fn lesser(&self, step: &FollowUpStep) -> Vec<FollowUpStep> {
        match step {
            FollowUpStep::Edit(message) if message.card.is_some() && self.on_card => {
                vec![FollowUpStep::Add { message: message.clone().without_card(), public: false }]
            }
            FollowUpStep::Edit(message) if message.card.is_some() => {
                vec![FollowUpStep::Edit(message.clone().without_card())]
            }
            FollowUpStep::Add { message, public } if message.card.is_some() => {
                vec![FollowUpStep::Add { message: message.clone().without_card(), public: *public }]
            }
            step => self.without_files(step),
        }
    }

    /// The step without its files, in words: they may be too large for something on the way.
    fn without_files(&self, step: &FollowUpStep) -> Vec<FollowUpStep> {
        let words = |message: &Message| match &message.otherwise[..] {
            [] => {
                let refused = self.words.say(self.lang, "discord-file-refused", &[]);
                let text = format!("{}\n{refused}", message.text);
                vec![Message { text, rows: message.rows.clone(), ..Message::default() }]
            }
            otherwise => otherwise.to_vec(),
        };
        match step {
            FollowUpStep::Edit(message) if !message.files.is_empty() => {
                let mut replies = words(message).into_iter();
                let first = replies.next().map(FollowUpStep::Edit);
                first
                    .into_iter()
                    .chain(replies.map(|message| FollowUpStep::Add { message, public: false }))
                    .collect()
            }
            FollowUpStep::Add { message, public } if !message.files.is_empty() => words(message)
                .into_iter()
                .map(|message| FollowUpStep::Add { message, public: *public })
                .collect(),
            _ => vec![],
        }
    }

    fn answer(&self, outcome: Outcome) -> SlashReply {
        match outcome {
            Outcome::Answered(answer) => *answer,
            Outcome::Failed => {
                let id = self.id.to_string();
                let text = self.words.say(self.lang, "discord-serve-failed", &[("id", id.as_str().into())]);
                SlashReply::private(Message::from(text))
            }
        }
    }

    /// The steps that deliver `answer` after a deferral.
    fn after(&self, answer: SlashReply, deferral: Deferral) -> Vec<FollowUpStep> {
        let sorry = |key| Message::from(self.words.say(self.lang, key, &[]));
        let (messages, public) = match answer {
            SlashReply::Replace(message) => return vec![FollowUpStep::Edit(message)],
            SlashReply::Say { public, messages } => (messages, public),
            // A form opens at once or not at all, and so does the board.
            SlashReply::Ask(Modal { otherwise: Some(instead), .. }) if deferral == Deferral::Update => {
                let mut message = *instead;
                message.card = self.on_card.then(Card::default);
                return vec![FollowUpStep::Edit(message)];
            }
            SlashReply::Ask(Modal { otherwise: Some(instead), .. }) => (vec![*instead], false),
            SlashReply::Ask(_) | SlashReply::Launch => (vec![sorry("discord-serve-again")], false),
            // Suggestions are never deferred: late ones are dropped.
            SlashReply::Suggest(_) => (Vec::new(), false),
        };
        let mut steps = Vec::new();
        let mut messages = messages.into_iter();
        match deferral {
            Deferral::New { public: as_promised } if as_promised == public => {
                steps.extend(messages.next().map(FollowUpStep::Edit));
            }
            // A deferral's message stays as private as it was; the answer itself comes after it.
            Deferral::New { .. } => steps.push(FollowUpStep::Edit(sorry("discord-serve-shown"))),
            Deferral::Update => {}
        }
        steps.extend(messages.map(|message| FollowUpStep::Add { message, public }));
        steps
    }

    async fn edit(&self, message: &Message) -> ApiResult<()> {
        // Discord may know the interaction only a moment after its first answer was sent.
        let again = |trouble: &ApiError| matches!(trouble, ApiError::Later { .. } | ApiError::NoInteraction);
        self.persist(again, || self.client.change_answer(&self.token, message)).await
    }

    async fn add(&self, message: &Message, public: bool) -> ApiResult<()> {
        // Where it may have arrived it is not sent again: two of it would confuse more than none.
        let again = |trouble: &ApiError| match trouble {
            ApiError::Later { cause, .. } => *cause != Cause::Unsure,
            trouble => *trouble == ApiError::NoInteraction,
        };
        self.persist(again, || self.client.follow_up(&self.token, message, public)).await
    }

    /// Sends a request until it succeeds, as long as `again` allows a retry of its error and there is time left.
    async fn persist<F: Future<Output = ApiResult<()>>>(
        &self,
        again: impl Fn(&ApiError) -> bool,
        request: impl Fn() -> F,
    ) -> ApiResult<()> {
        for pause in TRY_AGAIN {
            match request().await {
                Err(trouble) if again(&trouble) => {
                    let asked = Duration::from_secs(trouble.seconds().unwrap_or_default());
                    self.client.waits().pause(pause.max(asked.min(LONGEST_WAIT))).await;
                }
                outcome => return outcome,
            }
        }
        request().await
    }
}
