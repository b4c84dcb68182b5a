//! Whole games by answering mails.

use std::collections::BTreeMap;

use wardroom::words::Lang;

use super::{Got, MailRoom, Setting};
use crate::common::Luck;

/// More mails than a game has.
const ENDLESS: usize = 6000;

/// Plays a table by mail to its end: whoever is asked answers their last mail, now with a number of its list, now with a
/// typed order.
async fn play(
    room: &mut MailRoom,
    table: &str,
    people: &[(&str, Lang)],
    mut last: BTreeMap<String, Got>,
    luck: &mut Luck,
) {
    for mails in 0.. {
        assert!(mails < ENDLESS, "no end");
        let watched = room.club.watch(table, Lang::En).unwrap();
        if watched.is_over() {
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
        let at = luck.below(asked.len() as u32) as usize;
        let (who, session) = asked.swap_remove(at);
        let got = last.get(who).unwrap_or_else(|| panic!("{who} is asked and was written to"));
        let options = session.asked().unwrap().options;
        let numbered = got.numbered();
        let text = if !numbered.is_empty() && luck.below(2) == 0 {
            (1 + luck.below(numbered.len() as u32)).to_string()
        } else {
            let form = options.sample(&mut |n| luck.below(n)).expect("a legal order");
            session.book().type_short_in(session.lang(), &form, &options, session.lexicon())
        };
        drop(session);
        let before = room.last(table);
        room.pass(90);
        let answers = room.answer(who, &got.clone(), &text).await;
        assert_eq!(answers.iter().filter(|it| it.to == who).count(), 1, "one answer: {answers:#?}");
        assert!(room.last(table) > before, "{text}\n{}", answers[0].text);
        for got in answers {
            last.insert(got.to.clone(), got);
        }
    }
    let (conclusion, findings) = room.club.audit(table, Lang::En).unwrap();
    assert_ne!(conclusion, wardroom::club::Conclusion::Failed, "{findings:#?}");
    for (who, _) in people {
        assert!(last.contains_key(*who));
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
    let opened = room.start("ann@home.example", "new grand-fleet").await;
    let table = room.table_of("ann@home.example");
    let invited = room.answer("ann@home.example", &opened[0], "invite Bob@Elsewhere.example").await;
    let [to_ann, to_bob] = &invited[..] else { panic!("{invited:#?}") };
    assert_eq!((to_ann.to.as_str(), to_bob.to.as_str()), ("ann@home.example", "bob@elsewhere.example"));
    assert!(to_bob.text.contains("join") && to_bob.text.contains("North Sea"), "{}", to_bob.text);
    let joined = room.answer("bob@elsewhere.example", to_bob, "言語 日本語\n参加").await;
    let mut last: BTreeMap<String, Got> = BTreeMap::new();
    for got in [opened[0].clone(), to_ann.clone()].into_iter().chain(joined) {
        last.insert(got.to.clone(), got);
    }
    assert!(
        last["bob@elsewhere.example"].text.contains("席に着きました"),
        "{:#?}",
        last["bob@elsewhere.example"]
    );
    let people = [("ann@home.example", Lang::En), ("bob@elsewhere.example", Lang::Ja)];
    play(&mut room, &table, &people, last, &mut Luck::of(seed)).await;
}
