//! A player who has nothing but a thumb: set-up and a day of *Goeben, 1914* by buttons and menus, with the touches counted; long
//! answers turned page by page.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use chrono::{DateTime, Utc};
use wardroom::seal::SealError;
use wardroom::table::Platform;

use super::bot::*;
use super::fake::*;
use crate::common::store;

/// The fake's time, and chance that is always the same.
struct Fixed(Arc<dyn Platform>, AtomicU8);

impl Platform for Fixed {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        bytes.fill_with(|| self.1.fetch_add(97, Ordering::SeqCst));
        Ok(())
    }
}

/// A bot with dice that are always the same.
async fn start(fake: &Fake, path: &Path) -> Bot {
    let world = Arc::new(Fixed(fake.clock(), AtomicU8::new(1)));
    Bot::start_in(fake, Way::Gateway, path, world).await
}

/// Whoever plays with a thumb, what they see, and how often they have touched the screen.
struct Thumb {
    player: Player,
    shown: Shown,
    taps: usize,
}

impl Thumb {
    /// Ann at a table of her own, with the pinned status before her, and the table.
    async fn at_a_table(fake: &Fake, path: &Path) -> (Thumb, String) {
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let ann = fake.add_member("Ann", "en-US", channel);
        ann.slash("table", "new", &[("game", "goeben")]).await;
        fake.wait("a status message that is pinned", |world| {
            world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
        })
        .await;
        let thread = fake.threads(channel)[0];
        let shown = fake.pinned(thread).remove(0);
        let table = store::open(path).tables().unwrap().remove(0).table;
        (Thumb { player: ann.inside(thread), shown, taps: 0 }, table)
    }

    async fn press(&mut self, label: &str) -> &mut Thumb {
        let button = self.shown.buttons().find(|part| part.label.starts_with(label));
        let button = button.unwrap_or_else(|| panic!("no {label:?} on {:#?}", self.shown)).label.clone();
        let answer = self.player.click(&self.shown, &button).await;
        self.taps += 1;
        self.see(answer)
    }

    /// Opens the menu and touches these lines; a menu of which several may be chosen is closed as well.
    async fn choose(&mut self, labels: &[&str]) -> &mut Thumb {
        let menu =
            self.shown.menus().next().unwrap_or_else(|| panic!("no menu on {:#?}", self.shown)).clone();
        let found = |label: &&str| {
            let option = menu.options.iter().find(|option| option.label.starts_with(*label));
            option.unwrap_or_else(|| panic!("no {label:?} in {menu:#?}")).value.clone()
        };
        let values: Vec<String> = labels.iter().map(found).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let answer = self.player.choose(&self.shown, &menu.custom_id, &values).await;
        self.taps += 1 + labels.len() + usize::from(menu.most > 1);
        self.see(answer)
    }

    /// Opens a form and fills it in: a touch for each mark that is set or taken away, two for a line of a menu.
    async fn form(&mut self, button: &str, fields: &[(&str, &[&str])]) -> &mut Thumb {
        let opened = self.player.click(&self.shown, button).await;
        let modal = opened.modal.clone().unwrap_or_else(|| panic!("no form: {opened:?}"));
        self.taps += 1;
        let mut values = Vec::new();
        for (label, wanted) in fields {
            let field = modal.fields.iter().find(|field| field.label == *label).unwrap();
            let is_wanted = |option: &Choice| wanted.iter().any(|label| option.label.starts_with(label));
            let changed = field.options.iter().filter(|option| is_wanted(option) != option.chosen).count();
            let close = usize::from(field.most > 1);
            self.taps += if field.kind == 3 { 1 + changed + close } else { changed };
            let chosen = field.options.iter().filter(|option| is_wanted(option));
            values.extend(chosen.map(|option| (field.custom_id.as_str(), option.value.as_str())));
        }
        let answer = self.player.fill(&modal, &values).await;
        self.taps += 1;
        self.see(answer)
    }

    fn see(&mut self, answer: Answered) -> &mut Thumb {
        self.shown = answer.followups.last().unwrap_or_else(|| answer.shown()).clone();
        self
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outfit_is_one_touch_and_set_up_and_first_day_are_few() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = start(&fake, &path).await;
    let (mut ann, table) = Thumb::at_a_table(&fake, &path).await;
    let head = || bot.store.head(&table).unwrap().seq;
    ann.press("Give orders").await;
    let before = head();
    ann.press("Outfit for raiding").await;
    let loaded = head() - before;
    assert!(loaded >= 2 * 6, "several orders, each with what comes of it: {loaded}");
    // All of them were one click: they go back at once.
    let undone = ann.player.slash("table", "undo", &[]).await;
    assert!(undone.text.contains("8 cargo points left · Goeben MES: 8 cargo points left"), "{}", undone.text);
    ann.see(undone).press("Outfit for raiding").await;
    let outfit = ann.taps;
    ann.choose(&["collier"]).await.choose(&["Central Ionian"]).await;
    ann.press("Done").await;
    let set_up = ann.taps;
    ann.press("Done").await.press("Done").await;
    let before = ann.taps;
    let fields: [(&str, &[&str]); 3] = [
        ("ship", &["Breslau", "Goeben"]),
        ("speed", &["At cruise speed."]),
        ("Where to?", &["Central Tyrrhenian"]),
    ];
    ann.form("Form: move", &fields).await;
    assert!(ann.shown.text.contains("Breslau") && ann.shown.text.contains("Goeben"), "{}", ann.shown.text);
    let (moved, day) = (ann.taps - before, ann.taps - set_up);
    println!(
        "touches: outfit {outfit}, set-up {set_up}, a move {moved}, to the end of the moves of the first day {day}"
    );
    assert!((outfit, set_up) <= (3, 13) && moved <= 6 && day <= 9, "{outfit}, {set_up}, {moved}, {day}");
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn several_counters_are_loaded_by_one_choice_that_comes_twice_and_taken_back_by_one_undo() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = start(&fake, &path).await;
    let (mut ann, table) = Thumb::at_a_table(&fake, &path).await;
    let head = || bot.store.head(&table).unwrap().seq;
    ann.press("Give orders").await;
    let before = head();
    ann.choose(&["load"]).await.choose(&["Goeben"]).await;
    let menu = ann.shown.menus().next().unwrap().clone();
    let labels = menu.options.iter().map(|option| option.label.as_str());
    let both: Vec<&str> =
        labels.filter(|it| it.starts_with("Optics") || it.starts_with("Wireless")).collect();
    // What can be taken back is given by the last choice.
    let give = ann.player.prepare_choice(&ann.shown, &menu.custom_id, &both).unwrap();
    let pending = [give.deliver(), give.deliver()];
    let (first, second) = (pending[0].whole().await, pending[1].whole().await);
    assert_eq!(first.first_words(), second.first_words());
    let after = head();
    assert_eq!(after - before, 4, "two orders, each with what comes of it");
    assert!(
        first.text.contains("Optics and Searchlights into hull box 1")
            && first.text.contains("Wireless into hull box 2"),
        "{}",
        first.text
    );
    assert_eq!(give.answer().await.first_words(), first.first_words());
    assert_eq!(head(), after, "nothing was done again");
    let undone = ann.player.slash("table", "undo", &[]).await;
    assert!(undone.text.contains("8 cargo points left · Goeben MES: 8 cargo points left"), "{}", undone.text);
    // A single one is given by the last choice, too: the box is the lowest free one, and another may be chosen before.
    ann.see(undone).choose(&["load"]).await.choose(&["Goeben"]).await.choose(&["Optics"]).await;
    assert!(ann.shown.text.contains("Optics and Searchlights into hull box 1"), "{}", ann.shown.text);
    let given = head();
    ann.choose(&["load"])
        .await
        .choose(&["Goeben"])
        .await
        .press("Choose box")
        .await
        .choose(&["Wireless"])
        .await;
    ann.press("Back").await;
    assert!(
        ann.shown.menus().any(|menu| menu.options.iter().any(|option| option.label.starts_with("Wireless")))
    );
    assert_eq!(head(), given, "nothing is given yet");
    ann.press("Choose box").await.choose(&["Wireless"]).await.choose(&["3"]).await;
    assert!(ann.shown.text.contains("Wireless into hull box 3"), "{}", ann.shown.text);
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_counters_that_do_not_fit_together_none_is_loaded() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = start(&fake, &path).await;
    let (mut ann, table) = Thumb::at_a_table(&fake, &path).await;
    let head = || bot.store.head(&table).unwrap().seq;
    ann.press("Give orders").await;
    ann.choose(&["load"]).await.choose(&["Goeben"]).await;
    let before = head();
    let menu = ann.shown.menus().next().unwrap().clone();
    let all: Vec<&str> = menu.options.iter().take(menu.most).map(|option| option.label.as_str()).collect();
    assert!(all.len() > 8, "more than the ship holds: {all:?}");
    ann.choose(&all).await;
    assert_eq!(head(), before, "{}", ann.shown.text);
    assert!(ann.shown.text.contains("so nothing was"), "{}", ann.shown.text);
    // Fewer are loaded.
    ann.choose(&["load"]).await.choose(&["Goeben"]).await.choose(&all[..2]).await;
    assert!(head() > before, "{}", ann.shown.text);
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_turned_in_place_after_a_restart_too() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = start(&fake, &path).await;
    let (mut ann, _) = Thumb::at_a_table(&fake, &path).await;
    ann.press("My hand").await;
    let first = ann.shown.clone();
    assert!(first.buttons().any(|part| part.label.starts_with("1/")), "{first:#?}");
    bot.stop().await;
    fake.with(|world| world.gateway.forget());
    let bot = start(&fake, &path).await;
    ann.press("Later").await;
    assert_eq!(ann.shown.id, first.id, "in the same message");
    assert_ne!(ann.shown.text, first.text);
    assert!(ann.shown.buttons().any(|part| part.label.starts_with("2/")), "{:#?}", ann.shown);
    ann.press("← Earlier").await;
    assert_eq!((ann.shown.id, &ann.shown.text), (first.id, &first.text));
    let labels = |shown: &Shown| shown.parts().map(|part| part.label.clone()).collect::<Vec<_>>();
    assert_eq!(labels(&ann.shown), labels(&first), "with its buttons");
    bot.stop().await;
    fake.verdict();
}
