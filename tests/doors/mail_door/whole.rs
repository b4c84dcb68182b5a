//! Whole games by answering mails.

use std::collections::BTreeMap;

use wardroom::book::ArgKind;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::PlayerSession;
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::game::OrderForm;
use wardroom::words::Lang;

use super::{Got, MailRoom, Sent, Setting};
use crate::common::Luck;

/// More mails than a game has.
const ENDLESS: usize = 6000;

/// Plays a table by mail to its end: whoever is asked answers their last mail, now with a number of its list, now with one or
/// several typed orders; two who are asked at once write at once, now and then.
pub async fn play(
    room: &mut MailRoom,
    table: &str,
    people: &[(&str, Lang)],
    mut last: BTreeMap<String, Got>,
    luck: &mut Luck,
) {
    let mut computers = ComputerPlayers::new(room.club.clone(), Haste::Delayed);
    for mails in 0.. {
        assert!(mails < ENDLESS, "no end");
        let watched = room.club.watch(table, Lang::En).unwrap();
        if watched.around().over {
            break;
        }
        let mut asked = Vec::new();
        for (who, lang) in people {
            let session = room.club.watch(table, *lang).unwrap().sit(room.visitor(who), None);
            let session = session.unwrap_or_else(|error| panic!("{error}"));
            if session.asked().unwrap().prompt.is_some() {
                asked.push((*who, session));
            }
        }
        if asked.is_empty() {
            // The first round thinks, the next is at its beat.
            for _ in 0..2 {
                computers.attend().unwrap();
                room.pass(ANSWER_DELAY.num_seconds());
            }
            for got in room.tick().await {
                last.insert(got.to.clone(), got);
            }
            continue;
        }
        if luck.below(2) == 0 {
            asked = vec![asked.swap_remove(luck.below(asked.len() as u32) as usize)];
        }
        let texts: Vec<(&str, String)> = asked
            .iter()
            .map(|(who, session)| {
                let got = last.get(*who).unwrap_or_else(|| panic!("{who} is asked and was written to"));
                (*who, text(session, got, luck))
            })
            .collect();
        drop(asked);
        let before = room.last(table);
        room.pass(90);
        for (who, text) in &texts {
            let sent = Sent::answer(who, &last[*who], &room.id(), text);
            room.put(&sent);
        }
        let answers = room.work().await;
        for (who, text) in &texts {
            let to_them: Vec<&Got> = answers.iter().filter(|it| it.to == *who).collect();
            assert!(!to_them.is_empty() && (to_them.len() == 1 || texts.len() > 1), "{text}: {answers:#?}");
        }
        assert!(room.last(table) > before, "{texts:?}\n{}", answers[0].text);
        for got in &answers {
            let question = got.text.split("Your decision").nth(1).unwrap_or_default();
            let odds = question.lines().filter(|line| line.contains(" fires at ") && line.ends_with(" %)"));
            let unnumbered: Vec<&str> =
                odds.filter(|line| !line.starts_with(|c: char| c.is_ascii_digit())).collect();
            assert!(unnumbered.is_empty(), "an order that is listed has a number: {unnumbered:#?}");
            let first = got.numbered().into_iter().next().unwrap_or_default();
            let holds = first.starts_with("hold") && question.contains(" fires at ");
            assert!(!holds, "the first attack is 1: {question}");
        }
        for got in answers {
            last.insert(got.to.clone(), got);
        }
    }
    let (conclusion, findings) = room.club.evidence().audit(table, Lang::En).unwrap();
    assert_ne!(conclusion, wardroom::club::Conclusion::Failed, "{findings:#?}");
    for (who, _) in people {
        assert!(last.contains_key(*who));
    }
}

/// An order as it is typed by somebody who means it, whatever it costs; a text of the player's own takes no word behind it.
pub fn anyway(session: &PlayerSession, form: &OrderForm, typed: String) -> String {
    let spec = session.book().verb(form.verb.as_str());
    let is_text = spec.is_some_and(|spec| spec.args.iter().any(|arg| arg.kind == ArgKind::Text));
    let word = if session.lang() == Lang::Ja { "それでも" } else { "anyway" };
    if is_text { typed } else { format!("{typed} {word}") }
}

/// What somebody writes who is asked: an order that is legal, and perhaps one more that may not be by then.
fn text(session: &PlayerSession, got: &Got, luck: &mut Luck) -> String {
    let options = session.asked().unwrap().options;
    // What is short for several orders is chosen anew from what is left of it when it was cut off.
    let mut typed = || {
        let form = loop {
            let form = options.sample(&mut |n| luck.below(n)).expect("a legal order");
            if form.verb.as_str() != "outfit" {
                break form;
            }
        };
        anyway(
            session,
            &form,
            session.book().type_short_in(session.lang(), &form, &options, session.lexicon()),
        )
    };
    let (first, second) = (typed(), typed());
    let numbered = got.numbered();
    match luck.below(8) {
        0 => format!("{first}; {second}"),
        1 => format!("{first}\n{second}\nlog 3"),
        2..5 if !numbered.is_empty() && options.verb("outfit").is_none() => {
            let word = if session.lang() == Lang::Ja { "それでも" } else { "anyway" };
            format!("{} {word}", 1 + luck.below(numbered.len() as u32))
        }
        _ => first,
    }
}

async fn alone(lang: Lang, plus_addresses: bool, seed: u64) {
    println!("seed {seed}");
    let (mut luck, mut room) =
        (Luck::of(seed), MailRoom::with(Setting { plus_addresses, ..Setting::default() }));
    let line = if lang == Lang::Ja { "開卓　ｇｏｅｂｅｎ" } else { "New Goeben" };
    let opened = room.start("ann@home.example", line).await;
    assert_eq!(opened.len(), 1, "{opened:#?}");
    let table = room.table_of("ann@home.example");
    assert!(opened[0].subject.contains(&table) && opened[0].text.contains(&table), "{opened:#?}");
    let last = BTreeMap::from([("ann@home.example".to_owned(), opened[0].clone())]);
    play(&mut room, &table, &[("ann@home.example", lang)], last, &mut luck).await;
}

#[tokio::test]
async fn goeben_is_played_by_mail_to_its_end() {
    alone(Lang::En, true, 1).await;
}

#[tokio::test]
async fn goeben_is_played_in_japanese_where_addresses_carry_nothing() {
    alone(Lang::Ja, false, 2).await;
}

#[tokio::test]
async fn two_play_grand_fleet_each_in_their_language() {
    let (seed, mut room) = (3, MailRoom::new());
    println!("seed {seed}");
    let people = ["ann@home.example", "bob@elsewhere.example"];
    let (table, last) = room.duel(people, Lang::Ja).await;
    assert!(
        last["bob@elsewhere.example"].text.contains("席に着きました"),
        "{:#?}",
        last["bob@elsewhere.example"]
    );
    let people = [(people[0], Lang::En), (people[1], Lang::Ja)];
    play(&mut room, &table, &people, last, &mut Luck::of(seed)).await;
}

async fn against(opponent: &str, lang: Lang, seed: u64) {
    println!("seed {seed}, against {opponent}");
    let mut room = MailRoom::new();
    let line = match lang {
        Lang::En => format!("new grand-fleet opponent={opponent}"),
        Lang::Ja => format!("開卓 grand-fleet 相手={opponent}"),
    };
    let opened = room.start("ann@home.example", &line).await;
    let table = room.table_of("ann@home.example");
    let last = BTreeMap::from([("ann@home.example".to_owned(), opened.last().unwrap().clone())]);
    play(&mut room, &table, &[("ann@home.example", lang)], last, &mut Luck::of(seed)).await;
    let end = room.all_out().pop().unwrap();
    println!("{}\n{}", end.subject, end.text);
    assert!(end.text.contains("audit") || end.text.contains("監査"), "{end:#?}");
}

#[tokio::test]
async fn one_plays_grand_fleet_against_a_midshipman() {
    against("midshipman", Lang::En, 4).await;
}

#[tokio::test]
#[ignore = "soak: takes long: a captain thinks; the game against a midshipman is played whenever tests run"]
async fn soak_one_plays_grand_fleet_against_the_captain() {
    against("艦長:50", Lang::Ja, 5).await;
}
