//! Every word that is typed is used for what it names, or nothing is written: lines with slips and without, in both
//! languages, through `/order`, a form and the options of a command, at the prompts of whole games. What the log has of
//! them is held against the words.

use super::*;
use crate::common::store;
use crate::common::typed::account::{Account, says};
use crate::common::typed::typist::{self, Token, Typist};
use crate::common::typed::{Desk, Door, Tally, told};
use crate::common::{Luck, few_and_many};
use crate::toy::TestPlatform;
use wardroom::app::registry::GAMES;
use wardroom::book::{ArgKind, Book};
use wardroom::door::discord::outbound::message::FormInput;
use wardroom::door::discord::threads::DiscordThreads;
use wardroom::game::{Arg, Options, OrderForm, Word};
use wardroom::log::Store;

/// How often a form was filled in, and how often an order came of it.
#[derive(Debug, Default)]
struct Forms {
    typed: usize,
    done: usize,
}

impl Forms {
    fn are_enough(&self) -> bool {
        self.typed > 15 && self.done > 2
    }
}

/// Lines typed at a table, and clicks until a form opens.
const LINES: usize = 240;
const CLICKS: usize = 8;

/// A table at which two players hold all seats.
struct Played {
    game: &'static str,
    desk: Desk,
    store: Arc<dyn Store>,
    house: Arc<Tables>,
    club: Club,
    table: String,
    seed: u64,
}

impl Played {
    fn new(game: &'static str, options: &str, desk: Desk, seed: u64) -> Played {
        let store = store::new();
        let world = TestPlatform::new(seed);
        let house = Arc::new(GAMES.club(store.clone(), world, None, None).unwrap());
        let (words, tickets) = (Words::read().unwrap(), Tickets::new(SECRET));
        let rate_limits = RateLimits::new(50, u32::MAX);
        let handlers = Handlers::new(
            house.clone(),
            GAMES.commands().unwrap(),
            words,
            tickets,
            rate_limits,
            Arc::new(|_: &str| {}),
        );
        let club = Club { handlers, ..Club::new() };
        club.slash(at(ANN), "table new", &[("game", game), ("options", options)]);
        let table = DiscordThreads(&house).threads().unwrap()[0].table.clone();
        let played = Played { game, desk, store, house, club, table, seed };
        for it in played.house.watch(&played.table, Lang::En).unwrap().seats().unwrap() {
            let user = if it.seat.to_string().len() % 2 == 0 { ANN } else { BOB };
            let args = [("table", played.table.as_str()), ("seat", &it.seat.to_string())];
            played.club.slash(at(user), "table join", &args);
        }
        played.club.slash(at(ANN), "table start", &[("table", &played.table)]);
        played
    }

    /// Who is asked, and what they may order.
    fn asked(&self, luck: &mut Luck) -> Option<(Id, Options)> {
        let mut asked = Vec::new();
        for user in [ANN, BOB] {
            let of = User { id: user, name: format!("user {user}"), lang: Lang::En, manager: false };
            let person = DiscordThreads(&self.house).person(&of).unwrap();
            let watched = self.house.watch(&self.table, Lang::En).unwrap();
            let Ok(seated) = watched.sit(person.visitor(Id(9)), None) else { continue };
            let now = seated.asked().unwrap();
            if now.prompt.is_some() && !now.options.verbs.is_empty() {
                asked.push((user, Options::clone(&now.options)));
            }
        }
        luck.one_of(&asked).cloned()
    }

    fn last(&self) -> u64 {
        self.store.head(&self.table).unwrap().seq
    }

    /// The orders written behind an entry.
    fn orders_behind(&self, before: u64) -> Vec<OrderForm> {
        let entries = self.store.read(&self.table, before + 1).unwrap();
        let orders = entries.into_iter().filter(|entry| entry.kind == "OrderGiven");
        orders.map(|entry| serde_json::from_value(entry.body["order"].clone()).unwrap()).collect()
    }

    /// Types a line through a door; the words that it came to, where they could be typed at all.
    fn typed(
        &self,
        user: Id,
        door: Door,
        typist: &Typist<'_>,
        luck: &mut Luck,
    ) -> Option<(Word, Vec<Token>)> {
        let here = if typist.lang == Lang::Ja { at(user).ja() } else { at(user) };
        if door == Door::Form {
            return self.typed_in_a_form(here, typist, luck);
        }
        let (verb, tokens) = typist.line(door, luck)?;
        if door == Door::Line {
            let text = typist::text(verb, &tokens);
            self.club.slash(here, "order", &[("text", &text), ("table", &self.table)]);
        } else {
            let given = typist::given(&tokens);
            let mut args: Vec<(&str, &str)> =
                given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            args.push(("table", &self.table));
            self.club.slash(here, &path_of(self.game, verb)?, &args);
        }
        Some((verb, tokens))
    }

    /// The same in the form that opens behind some clicks, with the words that were chosen on the way.
    fn typed_in_a_form(&self, here: At, typist: &Typist<'_>, luck: &mut Luck) -> Option<(Word, Vec<Token>)> {
        let before = self.last();
        let mut answer = self.club.slash(here, "show hand", &[("table", &self.table)]);
        for _ in 0..CLICKS {
            let rows = messages(&answer).into_iter().find(|message| !message.rows.is_empty())?.rows;
            let (custom_id, values) = by_chance(&rows, luck)?;
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            answer = self.club.click(here, &custom_id, &values);
            if self.last() > before {
                return None;
            }
            let SlashReply::Ask(form) = &answer else { continue };
            let field = form
                .fields
                .iter()
                .find(|field| matches!(&field.input, FormInput::Text(input) if input.long))?;
            // The form says which order it is the rest of.
            let verbs = self.desk.book.verbs().iter();
            let verb = verbs.into_iter().find(|verb| verb.label(typist.lang) == form.title)?.name;
            let only = Options { verbs: vec![(verb, typist.options.verb(verb.as_str())?.clone())] };
            let (_, tokens) = Typist { options: &only, ..*typist }.line(Door::Form, luck)?;
            let text = typist::text(verb, &tokens);
            let fields = vec![(field.custom_id.clone(), text)];
            let custom_id = form.custom_id.clone();
            let shown = self.club.handle(
                &self
                    .club
                    .call(here, InteractionData::Filled { custom_id, fields, odd: vec![], private: true }),
            );
            let given = buttons(&shown)
                .into_iter()
                .find(|button| ["Give", "命令"].iter().any(|give| button.label.starts_with(give)));
            if let Some(give) = given.filter(|_| self.last() == before) {
                self.club.click(here, &give.custom_id, &[]);
            }
            return Some((verb, tokens));
        }
        None
    }

    fn trial(&self, luck: &mut Luck, tally: &mut Tally, forms: &mut Forms) -> bool {
        let Some((user, options)) = self.asked(luck) else { return false };
        let typist = Typist { desk: &self.desk, options: &options, lang: Lang::ALL[luck.below(2) as usize] };
        let has_form = |(verb, _): &(Word, _)| {
            let spec = self.desk.book.verb(verb.as_str());
            spec.is_some_and(|spec| {
                spec.args.iter().any(|arg| matches!(arg.kind, ArgKind::Text | ArgKind::Sort))
            })
        };
        let door = match Door::any(luck) {
            Door::Form if !options.verbs.iter().any(has_form) => Door::Line,
            door => door,
        };
        let before = self.last();
        let Some((verb, tokens)) = self.typed(user, door, &typist, luck) else { return true };
        let done = self.orders_behind(before);
        forms.typed += usize::from(door == Door::Form);
        let say = || {
            let typed = if door == Door::Named {
                format!("{:?}", typist::given(&tokens))
            } else {
                typist::text(verb, &tokens)
            };
            format!("seed {}: {door:?} {verb} `{typed}` did {}", self.seed, told(&done))
        };
        if done.is_empty() {
            assert_eq!(self.last(), before, "{}", say());
            tally.nothing += 1;
            return true;
        }
        tally.carried_out += 1;
        *tally.verbs.entry(verb).or_default() += 1;
        forms.done += usize::from(door == Door::Form);
        if verb.to_string() == "outfit" {
            // Short for several orders of another verb.
            assert!(done.iter().all(|form| form.verb.as_str() == "load"), "{}", say());
            return true;
        }
        assert!(done.iter().all(|form| form.verb == verb), "{}", say());
        // The rest of a list whose orders are given in turn is a plan by now.
        if door != Door::Named && self.desk.gives_in_turn(verb) {
            return true;
        }
        // In the form for a text alone everything is the text.
        let line = typist::text(verb, &tokens);
        let texts = done.iter().flat_map(OrderForm::args).filter_map(|(_, value)| match value {
            Arg::Text(text) => Some(text),
            _ => None,
        });
        if door == Door::Form && texts.into_iter().any(|text| says(text, &line)) {
            return true;
        }
        assert!(Account { desk: &self.desk, options: &options }.holds(verb, &tokens, &done), "{}", say());
        true
    }
}

/// The command with its subcommand that is this verb of a game.
fn path_of(game: &str, verb: Word) -> Option<String> {
    let of_game = format!("{}-", game.replace('_', "-"));
    let all = GAMES.commands().unwrap().all();
    let ours = all.iter().filter(|command| command["name"].as_str().unwrap().starts_with(&of_game));
    let paths = ours.flat_map(|command| {
        let verbs = command["options"].as_array().into_iter().flatten();
        verbs.map(|verb| (command["name"].as_str().unwrap(), verb["name"].as_str().unwrap()))
    });
    let mut paths = paths.filter(|(_, name)| *name == verb.as_str());
    paths.next().map(|(command, verb)| format!("{command} {verb}"))
}

/// A touch by chance of what is shown, sooner than others of what opens a form.
fn by_chance(rows: &[Row], luck: &mut Luck) -> Option<(String, Vec<String>)> {
    let mut touches = Vec::new();
    for row in rows {
        match row {
            Row::Buttons(buttons) => {
                let types =
                    |button: &&Button| button.label.starts_with("Type") || button.label.contains("打");
                if let Some(typing) = buttons.iter().find(types) {
                    return Some((typing.custom_id.clone(), vec![]));
                }
            }
            Row::Select(select) => {
                let chosen = luck.one_of(&select.options)?.value.clone();
                touches.push((select.custom_id.clone(), vec![chosen]));
            }
        }
    }
    luck.one_of(&touches).cloned()
}

fn every_word_is_used(
    game: &'static str,
    options: &str,
    seeds: u64,
    desk: impl Fn() -> Desk,
) -> (Desk, Tally, Forms) {
    let (mut tally, mut forms) = (Tally::default(), Forms::default());
    for seed in 0..seeds {
        let played = Played::new(game, options, desk(), seed);
        let mut luck = Luck::of(seed);
        for _ in 0..LINES {
            if !played.trial(&mut luck, &mut tally, &mut forms) {
                break;
            }
        }
    }
    println!("{tally:?}, {forms:?}");
    (desk(), tally, forms)
}

fn goeben() -> Desk {
    let chart = wardroom::games::goeben::pack::SeaChart::builtin();
    let lexicon = wardroom::names::goeben::lexicon(&Words::of_game("goeben").unwrap(), chart.pack());
    Desk { book: Book::of("goeben").unwrap(), lexicon }
}

fn grand_fleet() -> Desk {
    let chart = wardroom::games::grand_fleet::pack::Chart::builtin();
    let lexicon =
        wardroom::names::grand_fleet::lexicon(&Words::of_game("grand_fleet").unwrap(), chart.pack());
    Desk { book: Book::of("grand_fleet").unwrap(), lexicon }
}

few_and_many! {
    of_goeben_every_word_is_used_for_what_it_names_or_nothing_is_written: 1, 4;
    of_grand_fleet_every_word_is_used_for_what_it_names_or_nothing_is_written: 2, 6;
}

fn of_goeben_every_word_is_used_for_what_it_names_or_nothing_is_written(seeds: u64) {
    let (_, tally, _) = every_word_is_used("goeben", "", seeds, goeben);
    // Orders that give the mission away are asked about, and count for neither.
    let least = 20 * seeds as usize;
    assert!(tally.carried_out > least && tally.nothing > least, "{tally:?}");
    let (desk, tally, forms) = every_word_is_used("goeben", "officers=ships", seeds, goeben);
    assert!(tally.of_kind(&desk, ArgKind::Text) > least / 3 && forms.are_enough(), "{forms:?}: {tally:?}");
}

fn of_grand_fleet_every_word_is_used_for_what_it_names_or_nothing_is_written(seeds: u64) {
    let (desk, tally, forms) = every_word_is_used("grand_fleet", "", seeds, grand_fleet);
    let least = 30 * seeds as usize;
    assert!(tally.carried_out > least && tally.nothing > least, "{tally:?}");
    assert!(tally.of_kind(&desk, ArgKind::Sort) > least / 10 && forms.are_enough(), "{forms:?}: {tally:?}");
}

/// Fixed lines, each with what nothing may come of.
#[test]
fn what_stands_before_a_colon_is_a_word_too() {
    let played = Played::new("grand_fleet", "", grand_fleet(), 1);
    let refuses = |path: &str, args: &[(&str, &str)], says: &str| {
        let before = played.last();
        let answers: Vec<String> =
            [ANN, BOB].into_iter().map(|user| text(&played.club.slash(at(user), path, args))).collect();
        assert_eq!(played.last(), before, "{args:?}");
        assert!(answers.iter().any(|answer| answer.contains(says)), "{args:?}: {answers:?}");
    };
    let (user, options) = played.asked(&mut Luck::of(1)).unwrap();
    let verbs: Vec<&str> = options.verbs.iter().map(|(verb, _)| verb.as_str()).collect();
    println!("{user} may {verbs:?}");
    for value in ["even: reserve", "even：reserve", "x: even"] {
        let path = path_of("grand_fleet", "stow-by".parse().unwrap()).unwrap();
        refuses(&path, &[("plan", value), ("table", &played.table)], "“");
    }
}
