//! One person in two doors: linked by a code, a seat moved in mid-turn, undone, erased.

use std::collections::BTreeMap;

use wardroom::app::registry::GAMES;
use wardroom::club::Conclusion;
use wardroom::club::personal::Tells;
use wardroom::log::Entry;

use super::*;
use crate::common::Luck;
use crate::mail_door::whole::anyway;
use crate::mail_door::{Got, MailRoom, Sent, Setting};
use wardroom::door::discord::threads::DiscordThreads;

const BOT: &str = "bot@club.example";
const MAIL: &str = "annette@home.example";
const DAY: i64 = 24 * 60 * 60;

/// A club that is played by mail and in Discord.
struct Both {
    mail: MailRoom,
    discord: Club,
}

impl Both {
    fn new() -> Both {
        Both::playing(&TOY)
    }

    fn playing(games: &'static Games) -> Both {
        let mail = MailRoom::with(Setting { games, ..Setting::default() });
        let (house, store) = (mail.club.clone(), mail.store.clone());
        let discord = Club::over(house, store, Clock::new(), *games, Arc::default(), (50, 100_000));
        Both { mail, discord }
    }

    /// Somebody begins to play by mail.
    async fn by_mail(&mut self) -> Got {
        self.mail.start(MAIL, "list").await.remove(0)
    }

    async fn write(&mut self, got: &Got, line: &str) -> Got {
        let mut answers = self.mail.answer(MAIL, got, line).await;
        // What is told unasked comes after it.
        assert!(!answers.is_empty() && answers[0].to == MAIL, "{line}: {answers:#?}");
        answers.remove(0)
    }

    fn table(&self, verb: &str, given: &[(&str, &str)]) -> String {
        let command = if verb == "list" { "table" } else { "me" };
        text(&self.discord.slash(at(ANN), &format!("{command} {verb}"), given))
    }

    /// Links the two: the code is shown in Discord, and given and confirmed by mail.
    async fn link(&mut self) -> Got {
        let welcome = self.by_mail().await;
        let code = code_in(&self.table("link", &[]));
        let asked = self.write(&welcome, &format!("link {code}")).await;
        let line = line_in(&asked.text);
        self.write(&asked, &line).await
    }

    fn player(&self) -> wardroom::log::players::Player {
        let id = self.mail.club.people().known_at("mail", MAIL).unwrap().unwrap();
        self.mail.store.player(&id).unwrap().unwrap()
    }

    /// The Discord user as a visitor.
    fn visitor(&self, key: u64) -> wardroom::club::Visitor {
        let user = User { id: ANN, name: "user 1".to_owned(), lang: Lang::En, manager: false };
        DiscordThreads(&self.mail.club).person(&user).unwrap().visitor(Id(key))
    }

    fn entries(&self, table: &str) -> Vec<Entry> {
        let last = self.mail.last(table);
        let lines = self.mail.store.read_line_range(table, 1..=last).unwrap();
        let entry = |line| match line {
            wardroom::log::stored::StoredLine::Entry(entry) => Some(entry),
            wardroom::log::stored::StoredLine::Sealed { .. } => None,
        };
        lines.into_iter().filter_map(entry).collect()
    }

    /// Whether the log holds, and what the audit says of aliases.
    fn audited(&self, table: &str) -> String {
        let (conclusion, lines) = self.mail.club.evidence().audit(table, Lang::En).unwrap();
        assert_ne!(conclusion, Conclusion::Failed, "{lines:#?}");
        lines.join("\n")
    }
}

/// The code that is shown after `link `, or after `code:`.
fn code_in(text: &str) -> String {
    let at = text.find("code:").map_or_else(|| text.find(": link ").unwrap() + 7, |at| at + 5);
    text[at..].chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// The line that a mail asks for as a confirmation.
fn line_in(text: &str) -> String {
    let at = text.find("this one line: ").unwrap_or_else(|| panic!("{text}")) + 15;
    text[at..].lines().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_code_shown_in_discord_and_given_by_mail_links_two_players_once_both_sides_were_named() {
    let mut both = Both::new();
    let welcome = both.by_mail().await;
    let shown = both.table("link", &[]);
    assert!(shown.contains("send a mail to bot@club"), "{shown}");
    let code = code_in(&shown);
    let wrong = both.write(&welcome, "link 22222222").await;
    assert!(wrong.text.contains("Nobody was given that code"), "{}", wrong.text);
    let asked = both.write(&welcome, &format!("link {}", code.to_uppercase())).await;
    assert!(asked.text.contains("annette by mail (a…@home.example)"), "{}", asked.text);
    assert!(asked.text.contains("user 1 in Discord (user 1)"), "{}", asked.text);
    assert!(both.player().aliases.is_empty() && both.mail.club.personal().due("discord").unwrap().is_empty());
    let done = both.write(&asked, &line_in(&asked.text)).await;
    assert!(done.text.contains("are now one player"), "{}", done.text);
    let player = both.player();
    assert_eq!((player.aliases.len(), player.addresses.len(), player.name.as_str()), (1, 2, "annette"));
    let told = both.mail.club.personal().due("discord").unwrap();
    assert!(
        told.len() == 1 && matches!(&told[0].2.tells, Tells::Linked(with) if with.name == "annette"),
        "{told:?}"
    );
    assert!(both.mail.club.personal().due("mail").unwrap().is_empty(), "the answer told that side");
    assert_eq!(both.mail.club.people().known_at("discord", "1").unwrap(), Some(player.id.clone()));
    both.table("list", &[]);
    assert_eq!(both.player().name, "annette", "no door renames whoever is known in several");
    // The code links nobody else.
    let again = text(&both.discord.slash(at(BOB), "me link", &[("code", &code)]));
    assert!(again.contains("does not link two doors"), "{again}");
}

#[tokio::test]
async fn a_code_sent_by_mail_is_given_in_discord_and_confirmed_there_once_it_was_read() {
    let mut both = Both::new();
    let welcome = both.by_mail().await;
    let code = code_in(&both.write(&welcome, "link").await.text);
    let given = [("code", code.as_str()), ("sure", "yes")];
    let named = both.table("link", &given);
    assert!(named.contains("Nothing is done yet") && named.contains("annette by mail"), "{named}");
    assert!(both.player().aliases.is_empty(), "what was not read is not confirmed");
    let done = both.table("link", &given);
    assert!(done.contains("are now one player"), "{done}");
    assert_eq!(both.player().aliases.len(), 1);
    assert!(both.table("link", &given).contains("are now one player"), "once more changes nothing");
    let told = both.mail.tick().await;
    let [told] = &told[..] else { panic!("{told:#?}") };
    assert!(told.to == MAIL && told.text.contains("user 1 in Discord"), "{told:#?}");
    assert!(both.mail.tick().await.is_empty(), "told once");
    let asked = both.write(told, "unlink").await;
    assert!(asked.text.contains("two players again") && both.player().aliases.len() == 1, "{}", asked.text);
    let parted = both.write(&asked, &line_in(&asked.text)).await;
    assert!(parted.text.contains("are two players again"), "{}", parted.text);
    assert!(both.player().aliases.is_empty() && both.player().addresses.len() == 1);
    let told = both.mail.club.personal().due("discord").unwrap();
    assert!(matches!(told[0].2.tells, Tells::Parted(_)), "{told:?}");
}

#[tokio::test]
async fn a_link_is_undone_within_seven_days_in_either_door_and_not_later() {
    for (days, undone) in [(6, true), (8, false)] {
        let mut both = Both::new();
        both.link().await;
        both.mail.pass(days * DAY);
        assert!(undone == both.table("unlink", &[]).contains("Nothing is done yet"));
        let shown = both.table("unlink", &[("sure", "yes")]);
        assert_eq!(undone, shown.contains("are two players again"), "{shown}");
        assert_eq!(undone, both.player().aliases.is_empty());
        if undone {
            let told = both.mail.tick().await;
            assert!(told.len() == 1 && told[0].text.contains("two players again"), "{told:#?}");
            assert!(both.table("unlink", &[]).contains("in this door only"));
        }
    }
}

#[tokio::test]
async fn codes_end_after_a_day_and_are_not_guessed() {
    let mut both = Both::new();
    let welcome = both.by_mail().await;
    let old = code_in(&both.table("link", &[]));
    let new = code_in(&both.table("link", &[]));
    assert!(both.write(&welcome, &format!("link {old}")).await.text.contains("Nobody was given"));
    both.mail.pass(DAY + 1);
    assert!(both.write(&welcome, &format!("link {new}")).await.text.contains("Nobody was given"));
    let code = code_in(&both.write(&welcome, "link").await.text);
    for _ in 0..20 {
        assert!(both.table("link", &[("code", "22222222")]).contains("Nobody was given"));
    }
    assert!(both.table("link", &[("code", &code)]).contains("20 codes today"));
    both.mail.pass(DAY - 1);
    assert!(both.table("link", &[("code", &code)]).contains("Nothing is done yet"));
}

#[tokio::test]
async fn each_mail_and_each_command_that_gives_a_code_is_one_try() {
    for by_mail in [true, false] {
        let mut both = Both::new();
        let welcome = both.by_mail().await;
        let code =
            code_in(&if by_mail { both.table("link", &[]) } else { both.write(&welcome, "link").await.text });
        for _ in 0..18 {
            if by_mail {
                both.write(&welcome, "link 22222222").await;
            } else {
                both.table("link", &[("code", "22222222")]);
            }
        }
        if by_mail {
            let asked = both.write(&welcome, &format!("link {code}")).await;
            both.write(&asked, &line_in(&asked.text)).await;
        } else {
            let given = [("code", code.as_str()), ("sure", "yes")];
            both.table("link", &given);
            both.table("link", &given);
        }
        assert_eq!(both.player().aliases.len(), 1, "by mail: {by_mail}");
    }
}

#[tokio::test]
async fn whoever_has_a_code_may_begin_by_mail_with_it_though_strangers_may_not() {
    let mail = MailRoom::with(Setting { games: &TOY, anyone: false, authentic: false, ..Setting::default() });
    let (house, store) = (mail.club.clone(), mail.store.clone());
    let discord = Club::over(house, store, Clock::new(), TOY, Arc::default(), (50, 1000));
    let mut both = Both { mail, discord };
    let code = code_in(&both.table("link", &[]));
    let letter =
        |text: &str| Sent { from: MAIL.into(), to: BOT.into(), text: text.into(), ..Sent::default() };
    assert!(both.mail.deliver(&letter("hello")).await.is_empty());
    assert!(both.mail.deliver(&letter("link 22222222")).await.is_empty());
    let asked = both.mail.deliver(&letter(&format!("link {code}\nnew toy"))).await.remove(0);
    assert!(asked.to == MAIL && asked.text.contains("user 1 in Discord"), "{asked:#?}");
    assert!(!asked.text.contains("new toy"), "nothing but the code is read from a stranger: {}", asked.text);
    let done = both.write(&asked, &line_in(&asked.text)).await;
    assert!(done.text.contains("are now one player"), "{}", done.text);
    assert_eq!(both.player().aliases.len(), 1);
}

/// As `/me link` says: whom the club does not know sends a new mail, and a player answers a mail.
#[tokio::test]
async fn the_line_with_a_code_works_in_a_new_mail_of_a_stranger_and_in_an_answer_of_a_player() {
    for known in [false, true] {
        let mut both = Both::new();
        let welcome = if known { Some(both.by_mail().await) } else { None };
        let shown = both.table("link", &[]);
        assert!(shown.contains("If you already play here by mail, answer any mail from the bot"), "{shown}");
        let text = format!("link {}", code_in(&shown));
        let letter = Sent { from: MAIL.into(), to: BOT.into(), text: text.clone(), ..Sent::default() };
        let mut asked = both.mail.deliver(&letter).await.remove(0);
        assert_eq!(known, asked.text.contains("Nothing in it was carried out"), "{}", asked.text);
        if let Some(welcome) = &welcome {
            asked = both.write(welcome, &text).await;
        }
        let done = both.write(&asked, &line_in(&asked.text)).await;
        assert!(done.text.contains("are now one player"), "{}", done.text);
    }
}

#[tokio::test]
async fn a_seat_is_moved_between_discord_and_mail_in_mid_turn() {
    let mut both = Both::new();
    let table = both.discord.table_of_two();
    let discord = both.mail.club.people().known_at("discord", "1").unwrap().unwrap();
    let welcome = both.link().await;
    // The first decision by mail, though the seat was taken in Discord.
    let question = both.write(&welcome, &format!("table {table}")).await;
    assert!(question.text.contains("Your decision"), "{}", question.text);
    let chosen = both.write(&question, "choose 5").await;
    assert!(chosen.text.contains("number: 5"), "{}", chosen.text);
    both.discord.order(at(BOB), "choose 6");
    // The next is asked by both doors, and answered in Discord.
    let asked = both.mail.tick().await;
    let [asked] = &asked[..] else { panic!("{asked:#?}") };
    assert!(asked.to == MAIL && !asked.numbered().is_empty(), "{asked:#?}");
    let orders = both.discord.ticket(&table, TicketAction::Orders);
    let shown = text(&both.discord.click(at(ANN), &orders, &[]));
    assert!(shown.contains("asked of red"), "{shown}");
    let before = both.mail.last(&table);
    both.discord.order(at(ANN).dm(), "pass");
    both.discord.order(at(BOB), "pass");
    let after = both.mail.last(&table);
    assert!(after > before);
    for line in ["1", "pass", "roll"] {
        let late = both.write(asked, line).await;
        assert!(
            late.text.contains("You have answered that through another door already"),
            "{line}: {}",
            late.text
        );
        assert_eq!(both.mail.last(&table), after, "what was meant for another question is not done");
    }
    let entries = both.entries(&table);
    let by = |entry: &&Entry| entry.kind == "OrderGiven" && entry.by.as_ref().unwrap().seat == "red";
    let doors: Vec<_> = entries.iter().filter(by).map(|entry| entry.door.clone().unwrap()).collect();
    assert_eq!(doors, ["mail", "discord"]);
    assert!(entries.iter().filter(by).all(|entry| entry.by.as_ref().unwrap().player == discord));
    let audited = both.audited(&table);
    let own = both.player().id;
    assert!(audited.contains(&format!("{discord} and {own} are one player")), "{audited}");
    let who = both.write(asked, "who").await;
    assert!(who.text.contains("red: you"), "{}", who.text);
    // Taken apart again, the seat is Discord's.
    both.table("unlink", &[("sure", "yes")]);
    let gone = both.write(asked, "pass").await;
    assert!(both.mail.last(&table) == after && !gone.text.contains("number: 5"), "{}", gone.text);
    both.audited(&table);
    assert!(text(&both.discord.slash(at(ANN), "show hand", &[])).contains("red"));
}

#[tokio::test]
async fn a_table_opened_by_mail_is_played_in_direct_messages_and_nowhere_else_in_discord() {
    let mut both = Both::new();
    let done = both.link().await;
    let opened = both.write(&done, "new toy").await;
    let table = both.mail.table_of(MAIL);
    let elsewhere = text(&both.discord.slash(at(ANN), "show hand", &[("table", &table)]));
    assert!(elsewhere.contains("no table"), "{elsewhere}");
    let other = text(&both.discord.slash(at(EVE).dm(), "show status", &[("table", &table)]));
    assert!(other.contains("no table"), "{other}");
    let listed = text(&both.discord.slash(at(ANN).dm(), "table list", &[]));
    assert!(listed.contains(&table) && !listed.contains("elsewhere"), "{listed}");
    // On a server it is counted for its player alone, and not named.
    for (guest, counted) in [(at(ANN), true), (at(EVE), false)] {
        let listed = text(&both.discord.slash(guest, "table list", &[]));
        assert_eq!(listed.contains("You also play one table elsewhere"), counted, "{listed}");
        assert!(listed.contains("You have no open table here") && !listed.contains(&table), "{listed}");
    }
    let in_japanese = text(&both.discord.slash(at(ANN).ja(), "table list", &[]));
    assert!(in_japanese.contains("1卓をプレイ中です"), "{in_japanese}");
    let shown = text(&both.discord.slash(at(ANN).dm(), "show hand", &[]));
    assert!(shown.contains("asked of red"), "{shown}");
    let before = both.mail.last(&table);
    let ordered = text(&both.discord.order(at(ANN).dm(), "choose 3"));
    assert!(both.mail.last(&table) > before, "{ordered}");
    let late = both.write(&opened, "choose 4").await;
    assert!(late.text.contains("You have answered that through another door already"), "{}", late.text);
    both.audited(&table);
}

#[tokio::test]
async fn two_who_are_at_one_open_table_of_several_seats_are_not_linked() {
    let mut both = Both::new();
    let welcome = both.by_mail().await;
    let opened = both.write(&welcome, "new toy").await;
    let table = both.mail.table_of(MAIL);
    both.mail.club.join(&table, &both.visitor(71), None, Lang::En).unwrap();
    let code = code_in(&both.table("link", &[]));
    let refused = both.write(&welcome, &format!("link {code}")).await;
    assert!(refused.text.contains(&format!("offered a seat at table {table}")), "{}", refused.text);
    let asked = both.write(&opened, "close").await;
    both.write(&asked, &line_in(&asked.text)).await;
    let mut session = both.mail.club.watch(&table, Lang::En).unwrap().sit(both.visitor(72), None).unwrap();
    let agreed = session.answer_request(true).unwrap();
    assert!(matches!(agreed, wardroom::club::session::OrderOutcome::Accepted { .. }));
    let asked = both.write(&welcome, &format!("link {code}")).await;
    let done = both.write(&asked, &line_in(&asked.text)).await;
    assert!(done.text.contains("are now one player"), "{}", done.text);
    assert!(both.audited(&table).contains("are one player"));
}

#[tokio::test]
async fn where_to_be_told_is_ones_own_choice() {
    let mut both = Both::new();
    assert!(both.table("notices", &[("by", "mail")]).contains("in this door only"));
    let done = both.link().await;
    let table = both.discord.table_of_two();
    let told = |got: Vec<Got>| got.iter().filter(|got| got.subject.contains(&table)).count();
    assert_eq!(told(both.mail.tick().await), 1, "by both unless they say otherwise");
    let set = both.write(&done, "notices discord").await;
    assert!(set.text.contains("Notifications go there"), "{}", set.text);
    both.discord.order(at(ANN), "choose 5");
    both.discord.order(at(BOB), "choose 6");
    assert_eq!(told(both.mail.tick().await), 0);
    assert!(both.table("notices", &[("by", "both")]).contains("Notifications go there"));
    both.discord.order(at(ANN), "pass");
    both.discord.order(at(BOB), "pass");
    assert_eq!(told(both.mail.tick().await), 0, "Ann is at the table in Discord");
    both.mail.pass(600);
    assert_eq!(told(both.mail.tick().await), 1);
    let set = both.write(&done, "notices somewhere").await;
    assert!(set.text.contains("`mail`, `discord` or `both`"), "{}", set.text);
}

#[tokio::test]
async fn whoever_is_forgotten_is_forgotten_in_both_doors_and_the_log_stays_whole() {
    let mut both = Both::new();
    let table = both.discord.table_of_two();
    both.link().await;
    both.table("forget-me", &[("sure", "yes")]);
    assert_eq!(both.mail.club.people().known_at("mail", MAIL).unwrap(), None);
    assert_eq!(both.mail.store.players().unwrap().len(), 1, "Bob");
    assert!(both.mail.club.personal().due("discord").unwrap().is_empty());
    both.audited(&table);
}

/// Plays a table to its end: whoever is asked answers their last mail, or, where they are Ann, now and then in Discord.
async fn play(
    both: &mut Both,
    table: &str,
    people: &[&str],
    mut last: BTreeMap<String, Got>,
    luck: &mut Luck,
) {
    let (mut by_mail, mut in_discord, mut late) = (0, 0, 0);
    while !both.mail.club.watch(table, Lang::En).unwrap().around().over {
        assert!(by_mail + in_discord < 6000, "no end");
        let watched = || both.mail.club.watch(table, Lang::En).unwrap();
        let sit = |who: &&str| watched().sit(both.mail.visitor(who), None).unwrap();
        let asked = people.iter().find(|who| sit(who).asked().unwrap().prompt.is_some());
        let who = *asked.unwrap_or_else(|| panic!("nobody is asked"));
        let session = sit(&who);
        let options = session.asked().unwrap().options;
        let form = options.sample(&mut |n| luck.below(n)).expect("a legal order");
        let text = session.book().type_short_in(session.lang(), &form, &options, session.lexicon());
        let text = anyway(&session, &form, text);
        drop(session);
        let before = both.mail.last(table);
        both.mail.pass(90);
        if who == MAIL && luck.below(2) == 0 {
            let shown =
                super::text(&both.discord.slash(at(ANN).dm(), "order", &[("text", &text), ("table", table)]));
            assert!(both.mail.last(table) > before, "{text}\n{shown}");
            in_discord += 1;
            for got in both.mail.tick().await {
                last.insert(got.to.clone(), got);
            }
            continue;
        }
        let got = last[who].clone();
        let answers = both.mail.answer(who, &got, &text).await;
        // What the letter asked may have been answered in Discord: then nothing is done, and the answer asks anew.
        let told = answers[0].text.contains("You have answered that through another door already");
        assert_eq!(both.mail.last(table) > before, !told, "{text}\n{}", answers[0].text);
        (by_mail, late) = if told { (by_mail, late + 1) } else { (by_mail + 1, late) };
        for got in answers {
            last.insert(got.to.clone(), got);
        }
    }
    assert!(
        by_mail > 10 && in_discord > 10 && late > 0,
        "{by_mail} by mail, {in_discord} in Discord, {late} late"
    );
    both.audited(table);
}

#[tokio::test]
async fn a_whole_game_of_goeben_is_played_from_one_seat_in_two_doors() {
    let (seed, mut both) = (5, Both::playing(&GAMES));
    println!("seed {seed}");
    let done = both.link().await;
    let opened = both.write(&done, "new goeben").await;
    let table = both.mail.table_of(MAIL);
    play(&mut both, &table, &[MAIL], BTreeMap::from([(MAIL.to_owned(), opened)]), &mut Luck::of(seed)).await;
}

#[tokio::test]
async fn a_duel_is_played_by_one_in_two_doors_and_by_the_other_by_mail() {
    let (seed, mut both) = (6, Both::playing(&GAMES));
    println!("seed {seed}");
    both.link().await;
    let people = [MAIL, "bob@elsewhere.example"];
    let (table, last) = both.mail.duel(people, Lang::En).await;
    play(&mut both, &table, &people, last, &mut Luck::of(seed)).await;
}
