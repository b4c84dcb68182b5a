//! Orders that end the game, lose a ship or give the objective away: they are carried out once their player confirms them. The
//! seat's view decides, here for every door and for standing orders. Computer players and lessons order by themselves and need
//! no confirmation.

use crate::book::anyway;
use crate::game::caution::Caution;
use crate::game::{Options, OrderForm, Prompt, Refusal, Word};
use crate::games::Playable;
use crate::report::{GameReport, Phrases};
use crate::table::OpenPrompt;

/// The reason for which such an order is left undone.
const REASON: &str = "unconfirmed";

/// An order that waits for its player to confirm it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The prompt that it answers.
    pub prompt: u64,
    /// The order.
    pub form: OrderForm,
    /// The cost, and that the order was not carried out, in words.
    pub why: String,
}

impl Unconfirmed {
    /// The refusal stored under the key of the outside message.
    pub(super) fn refusal(&self) -> Refusal {
        let form = serde_json::to_string(&self.form).unwrap_or_default();
        let refusal = Refusal::new(REASON, Refusal::BY_TABLE);
        refusal.about("prompt", self.prompt).about("order", form).about("why", &self.why)
    }

    /// The order that was left undone with such a refusal.
    pub(super) fn of(refusal: &Refusal) -> Option<Unconfirmed> {
        let about = |name: &str| refusal.about.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let is_one = refusal.reason == Word::literal(REASON);
        let (form, why) = about("order").zip(about("why")).filter(|_| is_one)?;
        let prompt = about("prompt")?.parse().ok()?;
        Some(Unconfirmed { prompt, form: serde_json::from_str(form).ok()?, why: why.clone() })
    }
}

/// The certain cost of a legal order, as its seat sees it; nothing if it needs no confirmation.
pub(super) fn grave<G: Playable>(
    game: &G,
    view: &G::View,
    prompt: &Prompt,
    options: &Options,
    form: &OrderForm,
) -> Vec<Caution> {
    if options.accept(form).is_err() {
        return vec![];
    }
    let cautions = game.cautions(view, prompt, options, Some(form));
    cautions.into_iter().filter(Caution::is_grave).collect()
}

/// That these orders, given by one that is typed as `form`, wait to be confirmed; `None` where they need not be.
pub(super) fn unconfirmed<G: Playable>(
    game: &G,
    phrases: Phrases<'_>,
    (view, asked, options): (&G::View, &OpenPrompt, &Options),
    (form, orders): (&OrderForm, &[OrderForm]),
) -> Option<Unconfirmed> {
    let cautions = orders.iter().map(|order| grave(game, view, &asked.prompt, options, order));
    let cautions = cautions.into_iter().find(|cautions| !cautions.is_empty())?;
    let report = game.report(phrases);
    let mut lines: Vec<String> = cautions.iter().map(|caution| report.caution(caution)).collect();
    let typed = phrases.book.type_short_in(phrases.lang, form, options, phrases.lexicon);
    let typed = format!("{typed} {}", anyway(phrases.lang));
    lines.push(phrases.say("order-unconfirmed", &[("typed", typed.into())]));
    Some(Unconfirmed { prompt: asked.number, form: form.clone(), why: lines.join("\n") })
}
