//! *Grand Fleet 1.2*'s own part of order texts.

use super::{GrandFleetReport, TYPES, rolls};
use crate::book::Verb;
use crate::game::odds::Odds;
use crate::game::{Arg, Fact, Node, Options, OrderForm, Prompt, Roll, Seat, Sort, Word};
use crate::games::grand_fleet::event::Event;
use crate::games::grand_fleet::ids::{HexId, ShipId};
use crate::games::grand_fleet::view::View;
use crate::report::{GameReport, Phrases, ReportLine, Weight};
use crate::report::{by_class, in_order};

/// Orders of one verb that are looked at.
const ORDERS_WEIGHED: usize = 300;
/// Words that an outline lists after a verb.
const WORDS_IN_OUTLINE: usize = 60;
/// Values of an argument that are named in the outline of a verb of several.
const FEW_VALUES: usize = 12;

impl GameReport for GrandFleetReport<'_> {
    type Event = Event;
    type View = View;

    const PREFIX: &'static str = "gf-";

    fn phrases(&self) -> &Phrases<'_> {
        &self.phrases
    }

    /// A hex with its number, a ship with its type, anything else by name.
    fn concern(&self, word: Word) -> String {
        if self.chart.hex(HexId(word)).is_some() {
            self.hex(HexId(word))
        } else if self.chart.ship(ShipId(word)).is_some() {
            self.ship(ShipId(word))
        } else {
            self.name(word)
        }
    }

    fn ending(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        self.ending_lines(view, facts)
    }

    fn forms(&self, (verb, node): &(Word, Node)) -> Vec<OrderForm> {
        let forms = node.propose(OrderForm::new(*verb), ORDERS_WEIGHED);
        match node {
            Node::Sort { arg, sort } => forms.into_iter().map(|form| by_class(form, arg, sort)).collect(),
            _ => forms,
        }
    }

    /// A verb with many orders: the possible words, or the things to sort or choose with an example.
    fn outline(&self, verb: Word, node: &Node, count: usize) -> Vec<String> {
        let spec = self.book.verb(verb.as_str());
        let usage = spec.map_or_else(|| verb.to_string(), |spec| spec.usage(self.lang));
        match node {
            Node::Sort { sort, .. } => {
                let mut lines = vec![self.sort_line(usage, sort)];
                lines.extend(self.example(verb, node));
                lines
            }
            Node::SomeOf { of, budget: Some(budget), .. } => {
                let mut lines = vec![
                    self.say("gf-menu-budget", &[("usage", usage.into()), ("points", (*budget).into())]),
                ];
                lines.extend(self.cost_lines(of));
                lines.extend(self.example(verb, node));
                lines
            }
            _ => vec![
                self.words_outline(verb, node, WORDS_IN_OUTLINE)
                    .or_else(|| self.by_argument(verb, node, &usage))
                    .unwrap_or_else(|| self.many(verb, usage, count)),
            ],
        }
    }

    fn chosen(&self, name: &str, value: &str) -> Option<String> {
        match name {
            "hex" | "from" | "to" => Some(self.concern(value.parse().ok()?)),
            "fleet" | "box" | "other" => Some(value.to_owned()),
            "choice" => Some(self.choice_name(value)),
            "ask" => Some(self.own_term("ask", value)),
            _ => None,
        }
    }

    fn report_lines(&self, facts: &[Fact<Event>], ahead: &[Fact<Event>]) -> Vec<ReportLine> {
        GrandFleetReport::report_lines(self, facts, ahead)
    }

    fn hangs_on_past(&self, roll: &Roll) -> bool {
        rolls::is_submarine_war(roll)
    }

    fn report_lines_after(
        &self,
        before: &[Fact<Event>],
        facts: &[Fact<Event>],
        _ahead: &[Fact<Event>],
    ) -> Vec<ReportLine> {
        self.told(facts, |roll| self.submarine_war(roll, before).or_else(|| self.dice(roll)))
    }

    fn matters(&self, event: &Event) -> bool {
        self.event_matters(event)
    }

    fn roll(&self, roll: &Roll) -> String {
        GrandFleetReport::roll(self, roll)
    }

    fn board(&self, view: &View) -> Vec<(Weight, String)> {
        GrandFleetReport::board(self, view)
    }

    fn written(&self, view: &View) -> Vec<(Weight, String)> {
        GrandFleetReport::written(self, view)
    }

    fn section(&self, view: &View, name: Word) -> Option<Vec<(Weight, String)>> {
        GrandFleetReport::section(self, view, name)
    }

    fn part(&self, view: &View, word: Word) -> Option<Vec<String>> {
        GrandFleetReport::part(self, view, word)
    }

    fn brief(&self, view: &View, prompt: &Prompt) -> Vec<String> {
        GrandFleetReport::brief(self, view, prompt)
    }

    fn odds<'v>(&self, view: &'v View) -> &'v [Odds] {
        &view.odds
    }

    fn notice(&self) -> String {
        GrandFleetReport::notice(self)
    }

    fn given(&self, seat: Seat, order: &OrderForm) -> Option<String> {
        GrandFleetReport::given(self, seat, order)
    }

    fn glance(&self, view: &View) -> Vec<(Weight, String)> {
        GrandFleetReport::glance(self, view)
    }
}

impl GrandFleetReport<'_> {
    /// A verb with several short arguments: the values of each; `None` if one has many values.
    fn by_argument(&self, verb: Word, node: &Node, usage: &str) -> Option<String> {
        let spec = self.book.verb(verb.as_str())?;
        let forms = self.forms(&(verb, node.clone()));
        let mut line = usage.to_owned();
        for arg in &spec.args {
            let mut values: Vec<String> = Vec::new();
            for value in forms.iter().flat_map(OrderForm::args).filter(|(name, _)| *name == arg.name) {
                let words = match &value.1 {
                    Arg::Number(number) => vec![number.to_string()],
                    Arg::Word(word) => vec![self.choice_name(word.as_str())],
                    Arg::Words(words) => words.iter().map(|word| self.choice_name(word.as_str())).collect(),
                    // Such values are too many to list, or free text; `outline` has other words for them.
                    Arg::Shares(_) | Arg::Sorted(_) | Arg::Text(_) => return None,
                };
                for word in words {
                    if !values.contains(&word) {
                        values.push(word);
                    }
                }
            }
            if values.len() > FEW_VALUES {
                return None;
            }
            let label = arg.label(self.lang).to_uppercase();
            let args = [("name", label.into()), ("values", values.join(" ").into())];
            line.push_str(&self.say("gf-menu-argument", &args));
        }
        Some(line)
    }

    /// The sorting in outline: the number of ships to take of each class, and the bins.
    fn sort_line(&self, usage: String, sort: &Sort) -> String {
        let classes = in_order(sort).into_iter().fold(Vec::<(Word, usize)>::new(), |mut counts, item| {
            match counts.iter_mut().find(|(class, _)| *class == item.class) {
                Some((_, count)) => *count += 1,
                None => counts.push((item.class, 1)),
            }
            counts
        });
        let mut classes = classes;
        classes.sort_by_key(|(class, _)| TYPES.iter().position(|kind| kind.word() == *class));
        let classes = classes.into_iter().map(|(class, count)| {
            self.say("gf-menu-class", &[("class", self.name(class).into()), ("count", count.into())])
        });
        let bins: Vec<&str> =
            sort.bins.iter().filter(|bin| bin.most > 0).map(|bin| bin.word.as_str()).collect();
        self.say(
            "gf-menu-sort",
            &[
                ("usage", usage.into()),
                ("all", super::combat::yes(sort.take == sort.items.len())),
                ("take", sort.take.into()),
                ("of", sort.items.len().into()),
                ("classes", self.list(classes).into()),
                ("bins", bins.join(" ").into()),
            ],
        )
    }

    /// The ships to choose from, those of one cost together.
    fn cost_lines(&self, of: &[(Word, u32)]) -> Vec<String> {
        let mut costs: Vec<u32> = of.iter().map(|(_, cost)| *cost).collect();
        costs.sort_unstable();
        costs.dedup();
        let line = |cost: u32| {
            let ships: Vec<ShipId> =
                of.iter().filter(|(_, c)| *c == cost).map(|(word, _)| ShipId(*word)).collect();
            self.say("gf-menu-cost", &[("cost", cost.into()), ("ships", self.ships(&ships).into())])
        };
        costs.into_iter().map(line).collect()
    }

    /// The shortest legal order of a verb, as typed.
    fn example(&self, verb: Word, node: &Node) -> Option<String> {
        let options = Options { verbs: vec![(verb, node.clone())] };
        let forms = self.forms(&options.verbs[0]);
        let typed = forms
            .iter()
            .filter(|form| {
                form.args().all(|(_, value)| !matches!(value, Arg::Words(words) if words.is_empty()))
            })
            .map(|form| self.book.type_short_in(self.lang, form, &options, self.lexicon))
            .min_by_key(|typed| typed.chars().count())?;
        Some(self.say("menu-example", &[("typed", typed.into())]))
    }

    /// A word of the book's own in the reader's language.
    fn choice_name(&self, value: &str) -> String {
        let words = self.book.verbs().iter().flat_map(Verb::choices);
        let choice = words.into_iter().find(|choice| choice.word.as_str() == value);
        choice.map_or_else(|| value.to_owned(), |choice| choice.label(self.lang).to_owned())
    }
}
