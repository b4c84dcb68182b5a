//! *Goeben, 1914*'s own part of order texts.

use std::collections::{BTreeMap, BTreeSet};

use super::GoebenReport;
use super::menu::{ORDERS_WEIGHED, first_boxes};
use crate::game::odds::Odds;
use crate::game::{Arg, Fact, Node, Options, OrderForm, Prompt, Roll, Word};
use crate::games::goeben::event::Event;
use crate::games::goeben::view::View;
use crate::report::{GameReport, Phrases, ReportLine, Shorthand, Weight};

impl GameReport for GoebenReport<'_> {
    type Event = Event;
    type View = View;

    const PREFIX: &'static str = "";

    fn phrases(&self) -> &Phrases<'_> {
        &self.phrases
    }

    /// A space with its letters, anything else by name.
    fn concern(&self, word: Word) -> String {
        let space = crate::games::goeben::ids::SpaceId(word);
        if self.chart.space(space).is_some() { self.space(space) } else { self.name(word) }
    }

    fn chosen(&self, name: &str, value: &str) -> Option<String> {
        matches!(name, "speed" | "source").then(|| value.to_owned())
    }

    fn ending(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        self.ending_lines(view, facts)
    }

    fn interval(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        self.interval_lines(view, facts)
    }

    /// Lists only the first of orders that differ only in a hull box, and a place within reach of a slow speed not again for a
    /// faster one.
    fn forms(&self, (verb, node): &(Word, Node)) -> Vec<OrderForm> {
        let first = first_boxes(node, self.book.verb(verb.as_str()));
        let mut reached = BTreeSet::new();
        let is_new = |form: &OrderForm| match (form.words("path").and_then(<[Word]>::last), form.word("ship"))
        {
            (Some(end), ship) => reached.insert((ship, *end)),
            _ => true,
        };
        let mut forms: Vec<OrderForm> =
            first.propose(OrderForm::new(*verb), ORDERS_WEIGHED).into_iter().filter(is_new).collect();
        // Sharing out less than there is differs little from sharing out all of it.
        let total = |form: &OrderForm| {
            form.args()
                .filter_map(|(_, value)| match value {
                    Arg::Shares(shares) => Some(shares.values().sum::<u32>()),
                    _ => None,
                })
                .sum::<u32>()
        };
        // By ship: what one ship can take says nothing of another.
        let mut most: BTreeMap<Option<Word>, u32> = BTreeMap::new();
        for form in &forms {
            let of_ship = most.entry(form.word("ship")).or_default();
            *of_ship = total(form).max(*of_ship);
        }
        forms.retain(|form| most.get(&form.word("ship")) == Some(&total(form)));
        forms
    }

    fn outline(&self, verb: Word, node: &Node, count: usize) -> Vec<String> {
        self.outline_of(verb, node, count)
    }

    fn report_lines(&self, facts: &[Fact<Event>], ahead: &[Fact<Event>]) -> Vec<ReportLine> {
        GoebenReport::report_lines(self, facts, ahead)
    }

    fn ends_day(&self, event: &Event) -> bool {
        GoebenReport::is_day_end(event)
    }

    fn matters(&self, event: &Event) -> bool {
        self.event_matters(event)
    }

    fn day_over(&self, facts: &[Fact<Event>], view: &View) -> Vec<ReportLine> {
        self.day_over_lines(facts, view)
    }

    fn roll(&self, roll: &Roll) -> String {
        GoebenReport::roll(self, roll)
    }

    fn board(&self, view: &View) -> Vec<(Weight, String)> {
        GoebenReport::board(self, view)
    }

    fn written(&self, view: &View) -> Vec<(Weight, String)> {
        GoebenReport::written(self, view)
    }

    fn section(&self, view: &View, name: Word) -> Option<Vec<(Weight, String)>> {
        GoebenReport::section(self, view, name)
    }

    fn part(&self, view: &View, word: Word) -> Option<Vec<String>> {
        GoebenReport::part(self, view, word)
    }

    fn brief(&self, view: &View, prompt: &Prompt) -> Vec<String> {
        GoebenReport::brief(self, view, prompt)
    }

    fn odds<'v>(&self, view: &'v View) -> &'v [Odds] {
        &view.odds
    }

    fn shorthands(&self, view: &View, options: &Options) -> Vec<Shorthand> {
        self.outfits(view, options)
    }

    fn notice(&self) -> String {
        GoebenReport::notice(self)
    }
}
