//! People who do in Discord what a page tells.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::fake::*;
use super::act::{Act, act_of};
use super::{named, options};
use crate::page::{Step, shows};

/// The options that a command is given, by name.
type Given = Vec<(String, String)>;

/// People who follow the page in a channel.
pub struct Company {
    fake: Fake,
    channel: u64,
    people: BTreeMap<String, Player>,
    /// What each was last shown.
    last: BTreeMap<String, Shown>,
    /// How many tables were opened, each with a thread of its own.
    opened: usize,
    /// The language of the people's Discord.
    locale: &'static str,
}

impl Company {
    pub fn gather(fake: &Fake, locale: &'static str) -> Company {
        let channel = fake.add_channel(fake.add_guild("Harbour", locale), "games");
        let (people, last) = (BTreeMap::new(), BTreeMap::new());
        Company { fake: fake.clone(), channel, people, last, opened: 0, locale }
    }

    /// Does what a step says, and looks whether what it promises is there.
    pub async fn take(&mut self, step: &Step) {
        let Some(said) = self.does(step).await else { return self.look(step).await };
        let text = said.texts().join("\n");
        eprintln!("{}: {}\n{text}", step.who, step.does);
        for part in said.message.iter().flat_map(Shown::parts) {
            let options: Vec<&str> = part.options.iter().map(|option| option.label.as_str()).collect();
            eprintln!("    [{}] {}", part.label, options.join(" | "));
        }
        assert!(shows(&text, &step.sees), "{step:?} was answered:\n{text}");
    }

    /// Does what a step says; nothing where it says only to look.
    pub async fn does(&mut self, step: &Step) -> Option<Answered> {
        let said = match act_of(&step.does) {
            Act::Look => return None,
            Act::Command(command, sub, options) => {
                let (command, sub, options) = self.registered(command, sub, options);
                let (who, place) = (self.person(&step.who), self.place(&command, &sub).await);
                self.opened += usize::from(opens(&command, &sub));
                let options: Vec<(String, String)> =
                    options.iter().map(|(name, value)| (name.clone(), self.value(value))).collect();
                let options: Vec<(&str, &str)> =
                    options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                who.inside(place).slash(&command, &sub, &options).await
            }
            Act::Click(label) => {
                let (who, on) = (self.person(&step.who), self.holding(&step.who, &label).await);
                who.inside(on.channel).click(&on, &label).await
            }
            Act::Choose(menu, choice) => {
                let (who, on) = (self.person(&step.who), self.holding(&step.who, &menu).await);
                who.inside(on.channel).choose(&on, &menu, &[choice.as_str()]).await
            }
        };
        if let Some(shown) = said.message.clone() {
            self.last.insert(step.who.clone(), shown);
        }
        Some(said)
    }

    /// Waits until the thread shows what it should.
    async fn look(&self, step: &Step) {
        let thread = self.thread().await.expect("a table was opened");
        let found = self
            .fake
            .wait_for(PATIENCE, |world| {
                let text: Vec<&str> = world.posts_in(thread).map(|post| post.content.as_str()).collect();
                let text = text.join("\n");
                step.sees.iter().all(|line| shows(&text, std::slice::from_ref(line))).then_some(())
            })
            .await;
        let shown: Vec<String> = self.fake.messages(thread).into_iter().map(|message| message.text).collect();
        eprintln!("Thread:\n{}", shown.join("\n--\n"));
        assert!(found.is_some(), "{:?} is not in the thread:\n{}", step.sees, shown.join("\n--\n"));
    }

    /// Somebody of this name, who comes when they are first spoken of.
    fn person(&mut self, name: &str) -> Player {
        let (fake, channel, locale) = (&self.fake, self.channel, self.locale);
        self.people.entry(name.to_owned()).or_insert_with(|| fake.add_member(name, locale, channel)).clone()
    }

    /// A command under the names that it is registered with: a client shows those of its reader's language.
    fn registered(&self, command: String, sub: String, given: Given) -> (String, String, Given) {
        self.fake.look(|world| {
            let name = |found: &Value| found["name"].as_str().unwrap().to_owned();
            let all = world.commands.get(&None).map_or(&[][..], Vec::as_slice);
            let Some(found) = named(all, self.locale, &command) else { return (command, sub, given) };
            let below = named(options(found), self.locale, &sub);
            let known = options(below.unwrap_or(found));
            let option =
                |(key, value): (String, String)| (named(known, self.locale, &key).map_or(key, name), value);
            let given = given.into_iter().map(option).collect();
            (name(found), below.map_or(sub, name), given)
        })
    }

    /// The people who came so far, with their ids.
    pub fn people(&self) -> impl Iterator<Item = (&str, u64)> {
        self.people.iter().map(|(name, player)| (name.as_str(), player.id))
    }

    /// A value as Discord sends it: `@Ben` is his id.
    fn value(&mut self, value: &str) -> String {
        value.strip_prefix('@').map_or(value.to_owned(), |name| self.person(name).name())
    }

    /// The thread of the last table; none before there is a table.
    pub async fn thread(&self) -> Option<u64> {
        let last = self.opened.checked_sub(1)?;
        let below = |place: Place| matches!(place, Place::Thread { parent, .. } if parent == self.channel);
        let of = |world: &World| {
            world.channels.values().filter(|room| below(room.place)).map(|room| room.id).nth(last)
        };
        Some(self.fake.wait("a thread for each table", of).await)
    }

    /// Tables are opened in the channel; everything else happens in the thread of the last.
    async fn place(&self, command: &str, sub: &str) -> u64 {
        if opens(command, sub) { self.channel } else { self.thread().await.unwrap_or(self.channel) }
    }

    /// The message with a component of this label: what they were last shown, or else the last in the thread.
    async fn holding(&mut self, who: &str, label: &str) -> Shown {
        let own = self.last.get(who).and_then(|shown| self.fake.message(shown.id));
        if let Some(own) = own.filter(|shown| shown.part(label).is_some()) {
            return own;
        }
        let here = self.place("", "").await;
        let user = self.person(who).id;
        let direct = self.fake.with(|world| world.dm_with(user));
        let has = |world: &World| {
            let posts: Vec<&Post> = world.posts_in(here).chain(world.posts_in(direct)).collect();
            let shown = posts.into_iter().rev().map(|post| Shown::of(world, post));
            shown.into_iter().find(|shown| shown.part(label).is_some())
        };
        self.fake.wait(&format!("something with {label:?} for {who}"), has).await
    }
}

fn opens(command: &str, sub: &str) -> bool {
    (command, sub) == ("table", "new")
}
