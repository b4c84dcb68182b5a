//! The language of the cases of *Grand Fleet 1.2*: orders by seat, their words in the order of the options tree.

use wardroom_language::book::Book;
use wardroom_rules::game::{Arg, Game, Node, Options, OrderForm, Seat, Sorted};
use wardroom_rules::games::grand_fleet::GrandFleet;

use super::given::{bare, game, given, side};
use super::then;
use crate::casebook::runner::Language;
use crate::casebook::table::{Table, named, words_of};
use crate::casebook::{Amiss, id, number};

/// A case while it runs.
pub type Run = Table<GrandFleet>;

/// Orders by seat, with the verbs of the book of orders.
pub struct BySeat {
    book: Book,
}

impl BySeat {
    /// The language on the built-in pack.
    pub fn read() -> BySeat {
        BySeat { book: Book::of(GrandFleet::NAME).expect("the book") }
    }
}

impl Language for BySeat {
    type Game = GrandFleet;

    fn begin(&self) -> Run {
        let game = game();
        let state = bare(&game);
        Table::new(game, state)
    }

    fn given(&self, run: &mut Run, words: &[&str]) -> Result<(), String> {
        given(&run.game, &mut run.state, words)
    }

    fn typed(&self, run: &Run, text: &str) -> Result<(Seat, OrderForm), String> {
        let (seat, order) = seat_of(text)?;
        let options = run.game.options(&run.state, seat);
        let (verb, words) = order.split_once(' ').unwrap_or((order, ""));
        match options.verb(verb) {
            Some(node) => walk(verb, node, words).map(|form| (seat, form)),
            // A verb of another moment: the rules are asked all the same, so that they say why.
            None => self.exact(text),
        }
    }

    fn exact(&self, text: &str) -> Result<(Seat, OrderForm), String> {
        let (seat, order) = seat_of(text)?;
        let read = |name: &str, value: &str| match name {
            "number" | "excess" => number(value).map(Arg::Number),
            "targets" | "also" => words_of(value),
            "boxes" | "fleets" => sorted(&value.split('/').collect::<Vec<_>>()).map(Arg::Sorted),
            _ => id(value).map(Arg::Word),
        };
        named(order, read).map(|form| (seat, form))
    }

    fn legal(&self, run: &Run, text: &str) -> Result<bool, String> {
        let (seat, order) = seat_of(text)?;
        let options: Options = run.game.options(&run.state, seat);
        let (verb, words) = order.split_once(' ').unwrap_or((order, ""));
        if !self.book.verbs().iter().any(|known| known.name.as_str() == verb) {
            return Err(format!("{verb} is no verb"));
        }
        match options.verb(verb) {
            None => Ok(false),
            Some(_) if words.is_empty() => Ok(true),
            Some(node) => Ok(options.accept(&walk(verb, node, words)?).is_ok()),
        }
    }

    fn holds(&self, run: &Run, words: &[&str]) -> Result<(), Amiss> {
        then::holds(run, words)
    }

    fn kinds(&self) -> Vec<Vec<String>> {
        let game = game();
        let ships = game.chart().pack().ships.keys().map(ToString::to_string);
        let fleets = (1..=4).map(|number| format!("fleet-{number}"));
        vec![
            ships.collect(),
            fleets.collect(),
            ["british", "german"].map(String::from).to_vec(),
            vec!["1".into()],
        ]
    }

    fn otherwise(&self, words: &[&str]) -> Vec<String> {
        const BERTHS: [&str; 8] = ["in", "ashore", "due", "abroad", "sunk", "cancelled", "left-out", "asks"];
        match words {
            ["not", "over"] => vec!["over draw both-win".into()],
            ["no", "roll", purpose] => vec![format!("rolled {purpose} 1")],
            ["lead", "none"] => vec!["lead british 1".into()],
            ["asks", "nobody"] => vec!["asks british dice".into()],
            _ => {
                let Some(at) = words.iter().position(|word| BERTHS.contains(word)).filter(|at| *at > 0)
                else {
                    return vec![];
                };
                let ships = words[..at].join(" ");
                vec![format!("{ships} sunk"), format!("{ships} in fleet")]
            }
        }
    }
}

fn seat_of(text: &str) -> Result<(Seat, &str), String> {
    let (seat, order) = text.split_once(' ').ok_or("an order is written `british VERB …`")?;
    Ok((side(seat)?.seat(), order))
}

/// An order whose words stand in the order of the tree. A word the tree does not have is put in all the same: the rules
/// are to refuse it.
fn walk(verb: &str, node: &Node, words: &str) -> Result<OrderForm, String> {
    let mut words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let mut form = OrderForm::new(id(verb)?);
    let mut node = node;
    while let Some(arg) = node.arg() {
        match node {
            Node::OneOf { of, .. } => {
                if words.is_empty() {
                    break;
                }
                let word = id(words.remove(0))?;
                form.set(id(arg)?, Arg::Word(word));
                let next = of.iter().find(|(known, _)| *known == word).or(of.first());
                node = next.map_or(&Node::End, |(_, node)| node);
                continue;
            }
            Node::Number { .. } => {
                if words.is_empty() {
                    break;
                }
                form.set(id(arg)?, Arg::Number(number(words.remove(0))?));
            }
            Node::SomeOf { .. } => {
                let list = std::mem::take(&mut words).into_iter().map(id).collect::<Result<_, _>>()?;
                form.set(id(arg)?, Arg::Words(list));
            }
            Node::Sort { .. } => form.set(id(arg)?, Arg::Sorted(sorted(&std::mem::take(&mut words))?)),
            _ => return Err(format!("{arg}: not understood")),
        }
        break;
    }
    match words[..] {
        [] => Ok(form),
        [word, ..] => Err(format!("{word} is one word too many")),
    }
}

/// `3:lion,tiger 4-up:…`.
fn sorted(words: &[&str]) -> Result<Sorted, String> {
    let bin = |word: &&str| {
        let (bin, things) = word.split_once(':').ok_or(format!("{word} is not written bin:ships"))?;
        let things = things.split(',').map(id).collect::<Result<_, _>>()?;
        Ok((id(bin)?, things))
    };
    words.iter().map(bin).collect()
}
