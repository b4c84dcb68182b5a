//! Players who give orders as a client lets them: by what is suggested, by the commands of the game, by thumb.

use serde_json::Value;
use wardroom::app::database::Database;
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::club::TableStatus;
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::door::discord::id::user_of;
use wardroom::table::System;
use wardroom::words::Lang;

use std::sync::Arc;
use std::time::Duration;

use super::fake::*;
use crate::common::Luck;
use wardroom::door::discord::threads::DiscordThreads;

/// The most touches of an order that is put together by thumb.
const TOUCHES: usize = 80;
/// The most tries of an order that is given as a command.
const TRIES: usize = 12;
/// How long a computer player may take for a decision, however slow the machine.
const THOUGHT: Duration = Duration::from_secs(120);
/// How long components may take to follow an answer.
const SOON: Duration = Duration::from_secs(10);

/// How an order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// `/order`, one of those that are suggested.
    Typed,
    /// A command of the game, every option one of those that are suggested.
    Named,
    /// Buttons, menus and forms.
    Thumb,
}

/// A table that is played, as a test looks at it.
pub struct Board {
    pub fake: Fake,
    pub store: Database,
    pub club: Club,
    pub table: String,
    pub thread: u64,
    /// The language of what everybody sees.
    pub lang: Lang,
}

/// A player at it.
pub struct Hand {
    pub player: Player,
    /// The message with today's choices, where they have one.
    pub choices: Option<Shown>,
}

/// What was met in a game.
#[derive(Clone, Debug, Default)]
pub struct Met {
    pub orders: usize,
    pub interactions: usize,
    pub by: [usize; 3],
    pub modals: usize,
    pub in_vain: usize,
}

impl Board {
    /// The table whose opening was answered so, once its thread and its status message are there.
    pub async fn of(fake: &Fake, store: &Database, opened: &Answered, lang: Lang) -> Board {
        let club = GAMES.club(store.shared(), Arc::new(System), None, None).unwrap();
        let rooms = DiscordThreads(&club).threads().unwrap();
        let room = rooms.into_iter().find(|room| opened.text.contains(&room.table));
        let table = room.unwrap_or_else(|| panic!("no table: {opened:?}")).table;
        let thread = fake
            .wait("a thread with a pinned message", |world| {
                let thread = DiscordThreads(&club).thread_of(&table).unwrap()?.id?.0;
                world.channels.get(&thread).filter(|channel| !channel.pins.is_empty()).map(|_| thread)
            })
            .await;
        Board { fake: fake.clone(), store: store.clone(), club, table, thread, lang }
    }

    /// The last entry.
    pub fn last(&self) -> u64 {
        self.store.head(&self.table).unwrap().seq
    }

    /// The table as everybody sees it.
    pub fn status(&self) -> TableStatus {
        self.club.watch(&self.table, self.lang).unwrap().status().unwrap()
    }

    /// The user who gave the last order.
    pub fn last_to_order(&self) -> u64 {
        let entries = self.store.read(&self.table, 1).unwrap();
        let last = entries.iter().rfind(|entry| super::checks::by_hand(entry)).unwrap();
        let player = &last.by.as_ref().unwrap().player;
        let seats = self.status().seats.into_iter();
        user_of(&seats.filter_map(|it| it.player).find(|it| it.player == *player).unwrap()).unwrap().0
    }

    /// Lets time pass until a computer player who is asked has ordered.
    pub async fn computer_answers(&self) {
        let last = self.last();
        let answered = tokio::time::timeout(THOUGHT, async {
            // Whoever is still thinking at a beat answers at the next.
            loop {
                self.fake.clock().put_forward(ANSWER_DELAY.num_seconds());
                for _ in 0..12 {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    if self.last() > last {
                        return;
                    }
                }
            }
        });
        assert!(answered.await.is_ok(), "a computer player does not answer: {:?}", self.status());
    }

    /// A verb's command with its subcommand, found as a reader finds it: by its name in either language.
    fn command(&self, typed: &str) -> Option<(String, Value)> {
        let game = self.table.rsplit_once('-').unwrap().0.replace('_', "-");
        self.fake.look(|world| {
            let commands = world.commands[&None].iter();
            let ours = commands.filter(|it| it["name"].as_str().unwrap().starts_with(&format!("{game}-")));
            ours.flat_map(|command| {
                let verbs = command["options"].as_array().into_iter().flatten();
                verbs.map(move |verb| (command["name"].as_str().unwrap().to_owned(), verb.clone()))
            })
            .find(|(_, verb)| verb["name"] == typed || verb["name_localizations"]["ja"] == typed)
        })
    }
}

/// The order as an answer asks for it to be typed where it has to be confirmed: the last that stands in backticks.
fn confirmation(answer: &Answered) -> Option<String> {
    let text = answer.texts().concat();
    let typed = text.rsplit('`').nth(1)?;
    [" anyway", " それでも"].iter().any(|sure| typed.ends_with(sure)).then(|| typed.to_owned())
}

impl Hand {
    pub fn new(player: &Player, board: &Board) -> Hand {
        Hand { player: player.inside(board.thread), choices: None }
    }

    /// Gives an order; says whether one was written. A player who gets nowhere one way types it.
    pub async fn order(&mut self, board: &Board, manner: Manner, luck: &mut Luck, met: &mut Met) -> bool {
        let before = board.last();
        match manner {
            Manner::Typed => self.typed(luck, met).await,
            Manner::Named => self.named(board, luck, met).await,
            Manner::Thumb => self.thumb(board, luck, met).await,
        }
        let entries = board.store.read(&board.table, before + 1).unwrap();
        // A command may stand for several orders: one move of two ships, say.
        let given = entries.iter().filter(|entry| super::checks::by_hand(entry)).count();
        let written = given > 0;
        if written {
            met.orders += given;
            met.by[manner as usize] += 1;
        } else {
            met.in_vain += 1;
        }
        written
    }

    async fn suggested(&self, met: &mut Met) -> Vec<String> {
        for _ in 0..TRIES {
            met.interactions += 1;
            let found = self.player.type_in(("order", ""), "text", "", &[]).await;
            // What a busy machine finds too late is not shown; whoever types on asks again.
            if !found.is_empty() {
                return found.into_iter().map(|one| one.value).collect();
            }
        }
        Vec::new()
    }

    async fn typed(&mut self, luck: &mut Luck, met: &mut Met) {
        let found = self.suggested(met).await;
        let one =
            luck.one_of(&found).unwrap_or_else(|| panic!("nothing is suggested to {}", self.player.name()));
        let mut answer = self.player.slash("order", "", &[("text", one)]).await;
        met.interactions += 1;
        if let Some(anyway) = confirmation(&answer) {
            answer = self.player.slash("order", "", &[("text", &anyway)]).await;
            met.interactions += 1;
        }
        self.choices = with_choices(&answer);
    }

    async fn named(&mut self, board: &Board, luck: &mut Luck, met: &mut Met) {
        let before = board.last();
        for _ in 0..TRIES {
            let found = self.suggested(met).await;
            let verb =
                luck.one_of(&found).and_then(|one| one.split_whitespace().next()).expect("a suggestion");
            let (command, verb) =
                board.command(verb).unwrap_or_else(|| panic!("no command for {verb:?} of {found:?}"));
            let sub = verb["name"].as_str().unwrap();
            let Some(given) = self.options(&command, sub, &verb["options"], luck, met).await else {
                continue;
            };
            let given: Vec<(&str, &str)> = given.iter().map(|(name, value)| (&**name, &**value)).collect();
            let answer = self.player.slash(&command, sub, &given).await;
            met.interactions += 1;
            self.choices = with_choices(&answer);
            if board.last() > before {
                return;
            }
            met.in_vain += 1;
        }
    }

    /// Options as they are suggested one after another; `None` when one that is required has no suggestion.
    async fn options(
        &self,
        command: &str,
        sub: &str,
        options: &Value,
        luck: &mut Luck,
        met: &mut Met,
    ) -> Option<Vec<(String, String)>> {
        let mut given: Vec<(String, String)> = Vec::new();
        for option in options.as_array().into_iter().flatten() {
            let name = option["name"].as_str().unwrap();
            let required = option["required"] == true;
            let before: Vec<(&str, &str)> = given.iter().map(|(name, value)| (&**name, &**value)).collect();
            let among: Vec<String> = if option["autocomplete"] == true {
                met.interactions += 1;
                let found = self.player.type_in((command, sub), name, "", &before).await;
                found.into_iter().map(|one| one.value).collect()
            } else {
                by_hand(option)
            };
            match luck.one_of(&among) {
                Some(value) => given.push((name.to_owned(), value.clone())),
                None if required => return None,
                None => {}
            }
        }
        Some(given)
    }

    async fn thumb(&mut self, board: &Board, luck: &mut Luck, met: &mut Met) {
        let before = board.last();
        for _ in 0..TOUCHES {
            let shown = match self.choices.take() {
                Some(shown) => shown,
                None => self.ask(board, met).await,
            };
            let mut answer = self.touch(&shown, luck).await;
            met.interactions += 1;
            if let Some(modal) = answer.modal.clone() {
                met.modals += 1;
                answer = self.fill(&modal, luck, met).await;
            }
            self.choices = with_choices(&answer);
            if board.last() > before {
                return;
            }
        }
    }

    /// Clicks on "Give orders" below the pinned message.
    async fn ask(&self, board: &Board, met: &mut Met) -> Shown {
        let pinned = board.fake.pinned(board.thread).remove(0);
        let label = if board.lang == Lang::En { "Give orders" } else { "命令を出す" };
        let answer = self.player.click(&pinned, label).await;
        met.interactions += 1;
        let found = board.fake.wait_for(SOON, |world| {
            let all = world.posts.values().filter(|post| post.private_to == Some(self.player.id));
            let mine = all.filter(|post| answer.message.as_ref().is_some_and(|first| post.id >= first.id));
            mine.map(|post| Shown::of(world, post)).find(|shown| shown.parts().next().is_some())
        });
        found.await.unwrap_or_else(|| panic!("no choices: {answer:?}"))
    }

    /// A button or a choice by chance, but rather one that leads on.
    async fn touch(&self, shown: &Shown, luck: &mut Luck) -> Answered {
        let give = shown.buttons().find(|part| GIVES.contains(&&*part.label));
        if let Some(give) = give.filter(|_| luck.below(4) > 0) {
            return self.player.click(shown, &give.custom_id).await;
        }
        let menus: Vec<&Part> = shown.menus().collect();
        let buttons: Vec<&Part> = shown.buttons().collect();
        match luck.one_of(&menus).filter(|_| buttons.is_empty() || luck.below(3) > 0) {
            Some(menu) => {
                let span = u32::try_from(menu.most - menu.least).unwrap();
                let count = menu.least + luck.below(span + 1) as usize;
                let mut values: Vec<&str> = menu.options.iter().map(|option| &*option.value).collect();
                luck.shuffle(&mut values);
                values.truncate(count);
                self.player.choose(shown, &menu.custom_id, &values).await
            }
            None => {
                let button = luck.one_of(&buttons).unwrap_or_else(|| panic!("nothing to touch: {shown:?}"));
                self.player.click(shown, &button.custom_id).await
            }
        }
    }

    async fn fill(&self, modal: &Modal, luck: &mut Luck, met: &mut Met) -> Answered {
        let typed = self.suggested(met).await;
        let mut fields = Vec::new();
        for field in &modal.fields {
            if field.kind != 4 {
                fields.extend(chosen(field, luck).into_iter().map(|value| (field.custom_id.clone(), value)));
                continue;
            }
            let numbers: Vec<String> = (0..=6).map(|number| number.to_string()).collect();
            let among = if field.long { &typed } else { &numbers };
            let text = luck.one_of(among).cloned().unwrap_or_default();
            fields.push((field.custom_id.clone(), text.chars().take(field.most).collect::<String>()));
        }
        met.interactions += 1;
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
        self.player.fill(modal, &fields).await
    }
}

/// Values of a field with options, as many as it takes; an empty one for none.
pub fn chosen(field: &Field, luck: &mut Luck) -> Vec<String> {
    let mut values: Vec<String> = field.options.iter().map(|option| option.value.clone()).collect();
    let most = field.most.min(values.len());
    let count = field.least + luck.below((most - field.least) as u32 + 1) as usize;
    luck.shuffle(&mut values);
    values.truncate(count);
    if values.is_empty() { vec![String::new()] } else { values }
}

/// The button that gives the order which was put together.
const GIVES: [&str; 2] = ["Give this order", "この命令を出す"];

/// What a reader may put in where nothing is suggested.
fn by_hand(option: &Value) -> Vec<String> {
    let choices = option["choices"].as_array().into_iter().flatten();
    let choices: Vec<String> = choices.map(|choice| choice["value"].as_str().unwrap().to_owned()).collect();
    match option["type"].as_u64() {
        _ if !choices.is_empty() => choices,
        Some(4) => (1..=6).map(|number| number.to_string()).collect(),
        Some(5) => vec!["true".to_owned(), "false".to_owned()],
        _ => vec![],
    }
}

/// The last message of an answer that has components.
fn with_choices(answer: &Answered) -> Option<Shown> {
    let answer = answer.now();
    let mut all = answer.message.iter().chain(&answer.followups);
    all.rfind(|shown| shown.parts().next().is_some()).cloned()
}
