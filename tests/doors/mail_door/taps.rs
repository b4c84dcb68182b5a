//! Two taps: the links in our mails, opened and sent as people's programs do it.

use std::collections::BTreeMap;

use wardroom::log::Store;
use wardroom::mail::reading::ABOVE;
use wardroom::words::Lang;

use super::{Got, MailRoom, Sent, Setting};
use crate::common::Luck;
use crate::discord_courier::table::TOY;

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";
const EVE: &str = "eve@evil.example";
/// More mails than what is played here takes.
const ENDLESS: usize = 3000;

/// A link of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub label: String,
    pub to: String,
    pub subject: String,
    pub body: String,
}

/// A text from a link, as a program shows it.
fn decoded(text: &str) -> String {
    let (mut bytes, mut at) = (Vec::new(), text.as_bytes().iter());
    while let Some(byte) = at.next() {
        match byte {
            b'%' => {
                let hex = [*at.next().unwrap(), *at.next().unwrap()];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
            }
            byte => bytes.push(*byte),
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The links of a mail, in order.
pub fn links(got: &Got) -> Vec<Link> {
    let link = |piece: &str| {
        let (href, rest) = piece.split_once('"').unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        let (label, _) = rest.split_once("</a>").unwrap();
        let (to, query) = href.split_once('?').unwrap();
        let (subject, body) = query.strip_prefix("subject=").unwrap().split_once("&amp;body=").unwrap();
        let [to, subject, body] = [to, subject, body].map(decoded);
        Link { label: label.to_owned(), to, subject, body }
    };
    got.html.split("href=\"mailto:").skip(1).map(link).collect()
}

/// The link with this label, its number aside.
fn link(got: &Got, label: &str) -> Link {
    let is_called =
        |link: &Link| link.label == label || link.label.split_once(". ").is_some_and(|it| it.1 == label);
    links(got)
        .into_iter()
        .find(is_called)
        .unwrap_or_else(|| panic!("{label}: {:#?}\n{}", links(got), got.text))
}

impl MailRoom {
    /// Somebody opens a link and sends the mail, with their phone's signature.
    async fn tap(&mut self, who: &str, link: &Link) -> Vec<Got> {
        let date =
            chrono::DateTime::from_timestamp(self.clock.now.load(std::sync::atomic::Ordering::SeqCst), 0);
        let sent = Sent {
            from: who.into(),
            to: link.to.clone(),
            id: Some(self.id()),
            answers: None,
            subject: link.subject.clone(),
            text: format!("{}\n\nSent from my iPhone", link.body.replace('\r', "")),
            more: format!("Date: {}\r\n", date.unwrap().to_rfc2822()),
        };
        self.deliver(&sent).await
    }
}

#[tokio::test]
async fn a_link_gives_the_order_that_it_names() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let raider = link(&opened, "outfit raider");
    assert_eq!(raider.body, "outfit raider\r\n");
    let (token, _) = raider.to.strip_prefix("bot+").unwrap().split_once('@').unwrap();
    assert_eq!(opened.reply_to.as_deref(), Some(&*raider.to));
    for one in links(&opened) {
        assert!(!one.subject.contains(token) && !one.body.contains(token), "only in the address: {one:?}");
    }
    let before = room.last(&table);
    let done = room.tap(ANN, &raider).await.remove(0);
    assert!(room.last(&table) > before, "{}", done.text);
    assert!(done.text.contains("> outfit raider"), "{}", done.text);
    // Every order with a number has a link of that number.
    let numbered: Vec<String> = done.numbered();
    let labels: Vec<String> = links(&done)
        .into_iter()
        .filter_map(|it| it.label.split_once(". ").map(|it| it.1.to_owned()))
        .collect();
    assert_eq!(numbered, labels, "{}", done.text);
    // A verb of many orders has one that lists them.
    let listed = room.tap(ANN, &link(&done, "options collier")).await.remove(0);
    assert!(listed.numbered().len() > 6, "{}", listed.text);
    let place = links(&listed).into_iter().find(|it| it.label.starts_with("1. collier ")).unwrap();
    let before = room.last(&table);
    let placed = room.tap(ANN, &place).await.remove(0);
    assert!(room.last(&table) > before, "{}", placed.text);
}

#[tokio::test]
async fn a_link_of_a_question_that_is_answered_does_nothing() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let outfitting = room.answer(ANN, &opened, "collier WSI\ndone").await.remove(0);
    let done = link(&outfitting, "done");
    room.pass(60);
    room.tap(ANN, &done).await;
    let after = room.last(&table);
    for _ in 0..2 {
        room.pass(60);
        let again = room.tap(ANN, &done).await.remove(0);
        assert!(again.text.contains("has already answered that question"), "{}", again.text);
        assert_eq!(room.last(&table), after);
    }
    // Its question was taken back.
    let taken_back = room.answer(ANN, &outfitting, "undo").await.remove(0);
    let after = room.last(&table);
    assert!(taken_back.numbered().contains(&"done".to_owned()), "{}", taken_back.text);
    let coal = link(&outfitting, "coal goeben");
    let refused = room.tap(ANN, &coal).await.remove(0);
    assert_eq!(room.last(&table), after, "{}", refused.text);
    assert!(
        refused.text.contains("no longer open") || refused.text.contains("already answered"),
        "{}",
        refused.text
    );
    // A new one of the present question counts.
    room.tap(ANN, &link(&refused, "coal goeben")).await;
    assert!(room.last(&table) > after);
}

#[tokio::test]
async fn a_link_in_other_hands_does_nothing() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let before = room.last(&table);
    let came = room.tap(EVE, &link(&opened, "outfit raider")).await;
    assert_eq!(room.last(&table), before);
    assert!(came.iter().all(|got| got.to == ANN && got.text.contains("from another address")), "{came:#?}");
}

#[tokio::test]
async fn a_link_agrees_to_the_request_of_its_mail_and_to_no_other() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "pace 3d").await;
    let first = asked.iter().find(|got| got.to == BOB).unwrap().clone();
    let first_to_ann = asked.iter().find(|got| got.to == ANN).unwrap().clone();
    let agree = link(&first, "agree");
    room.answer(ANN, &first_to_ann, "object").await;
    let asked = room.answer(ANN, &first_to_ann, "pace 1d").await;
    let second = asked.iter().find(|got| got.to == BOB).unwrap().clone();
    let before = room.last(&table);
    let stale = room.tap(BOB, &agree).await.remove(0);
    assert_eq!(room.last(&table), before, "{}", stale.text);
    room.tap(BOB, &link(&second, "agree")).await;
    assert!(room.last(&table) > before);
}

#[tokio::test]
async fn an_order_that_is_grave_is_confirmed_by_a_link() {
    let mut room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
    let opened = room.start(ANN, "new toy seats=1").await.remove(0);
    let table = room.table_of(ANN);
    let five = room.answer(ANN, &opened, "flip; flip; flip; flip; flip").await.remove(0);
    let asked = room.answer(ANN, &five, "flip").await.remove(0);
    let before = room.last(&table);
    room.tap(ANN, &link(&asked, "flip anyway")).await;
    assert!(room.last(&table) > before);
}

#[tokio::test]
async fn without_addresses_of_their_own_mails_have_numbers_and_no_links() {
    let mut room = MailRoom::with(Setting { plus_addresses: false, ..Setting::default() });
    let opened = room.start(ANN, "new goeben").await.remove(0);
    assert!(links(&opened).is_empty() && !opened.numbered().is_empty(), "{}", opened.html);
    assert!(opened.html.contains("1. outfit raider"), "{}", opened.html);
}

#[tokio::test]
async fn an_invitation_is_taken_by_a_link_in_the_language_of_the_mail() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "開卓 grand-fleet").await.remove(0);
    let table = room.table_of(ANN);
    let invited = room.answer(ANN, &opened, &format!("招待 {BOB}")).await;
    let to_bob = invited.iter().find(|got| got.to == BOB).unwrap();
    let joined = room.tap(BOB, &link(to_bob, "参加")).await;
    assert!(joined.iter().any(|got| got.to == BOB && got.text.contains(&table)), "{joined:#?}");
    assert_eq!(room.table_of(BOB), table);
}

/// The first thing that a mail says is what is to be decided, in its text and in a list of mails.
#[tokio::test]
async fn the_question_comes_first() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let answered = room.answer(ANN, &opened, "collier WSI; done").await.remove(0);
    for got in [&opened, &answered] {
        let first = got.text.lines().find(|line| !line.is_empty() && !line.contains(ABOVE)).unwrap();
        assert!(first.starts_with("Your decision: "), "{}", got.text);
        let (_, preview) = got.html.split_once("overflow:hidden\">").unwrap();
        assert!(preview.starts_with("Your decision: "), "{preview}");
    }
    let refused = room.answer(ANN, &answered, "collier nowhere\ndone").await.remove(0);
    let [first, then] = ["> collier nowhere", "Your decision: "].map(|part| refused.text.find(part).unwrap());
    assert!(first < then, "what was not done comes before it: {}", refused.text);
    assert!(answered.text.find("Your decision").unwrap() < answered.text.find("> collier WSI").unwrap());
    assert!(answered.subject.starts_with("Goeben, 1914: day 1 of "), "{}", answered.subject);
    assert_eq!(answered.from, format!("Goeben, 1914 (Wardroom) <{}>", super::BOT));
    assert_eq!(answered.references.first(), opened.references.first(), "one thread");
}

/// The map keeps its columns: every line of it is in one block.
#[tokio::test]
async fn the_map_is_one_block_that_scrolls() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let shown = room.answer(ANN, &opened, "show map").await.remove(0);
    for got in [&opened, &shown] {
        assert_eq!(got.html.matches("<pre").count(), 1, "{}", got.html);
        let (_, map) = got.html.split_once("<pre").unwrap();
        let (style, map) = map.split_once('>').unwrap();
        let (map, _) = map.split_once("</pre>").unwrap();
        for code in ["VEN", "TRI", "GVE", "LIO", "NEG", "1#PSD", "2#ALX"] {
            let line =
                map.lines().find(|line| line.contains(code)).unwrap_or_else(|| panic!("{code}: {map}"));
            assert!(line.starts_with("   "), "{line}");
        }
        assert!(style.contains("overflow-x:auto"), "{style}");
    }
}

#[tokio::test]
async fn a_picture_comes_where_the_board_changed_and_something_is_asked_as_its_reader_wants_it() {
    let mut room = MailRoom::with(Setting { pictures: true, ..Setting::default() });
    let picture = |got: &Got| got.raw.contains("Content-Type: image/png").then_some(got.raw.len());
    let opened = room.start(ANN, "new goeben").await.remove(0);
    assert!(picture(&opened).is_some() && !opened.html.contains("<pre"), "{}", opened.html);
    assert!(
        !opened.html.contains("Leadership 4/6") && opened.text.contains("Leadership 4/6"),
        "nothing twice"
    );
    let same = room.answer(ANN, &opened, "log 3").await.remove(0);
    assert!(picture(&same).is_none(), "the same board");
    let placed = room.answer(ANN, &same, "collier WSI").await.remove(0);
    let full = picture(&placed).expect("a collier");
    let small = room.answer(ANN, &placed, "pictures small\ndone\ncoal goeben").await.remove(0);
    let half = picture(&small).expect("another board");
    assert!(half < full * 2 / 3, "{half} of {full}");
    let none = room.answer(ANN, &small, "pictures off\ndone\ndone\nmove all cruise WIO").await.remove(0);
    assert!(picture(&none).is_none(), "{}", none.text);
    let set = room.answer(ANN, &none, "pictures").await.remove(0);
    assert!(set.text.contains("Your mails have no pictures"), "{}", set.text);
    let wrong = room.answer(ANN, &set, "pictures large").await.remove(0);
    assert!(wrong.text.contains("pictures full"), "{}", wrong.text);
}

/// Somebody who plays by links alone.
pub struct Tapper {
    luck: Luck,
    /// The last link was a list of one's own orders.
    looked: bool,
}

/// Links that lead away from the game.
const ASIDE: [&str; 10] =
    ["ask-undo", "object", "agree", "decline", "refuse", "待った", "不同意", "同意", "辞退", "拒否"];
/// Links that lead to a battle.
const BATTLE: [&str; 4] = ["seek", "accept", "決戦", "応戦"];

impl Tapper {
    pub fn of(luck: Luck) -> Tapper {
        Tapper { luck, looked: false }
    }

    /// One of these people.
    pub fn one_of<'a>(&mut self, people: &[&'a str]) -> &'a str {
        people[self.luck.below(people.len() as u32) as usize]
    }

    /// The link of a mail that is tapped; `None` where none leads on.
    pub fn chooses(&mut self, got: &Got) -> Option<Link> {
        let called = |it: &Link| it.label.split_once(". ").map_or(&*it.label, |it| it.1).to_owned();
        let mut offered = links(got);
        let only = offered.len();
        offered.retain(|it| !ASIDE.contains(&&*called(it)) || only == 1);
        // A list of one's own comes once in a while.
        let is_list = |it: &Link| it.label.starts_with("options ") || it.label.starts_with("選択肢 ");
        if self.looked && offered.iter().any(|it| !is_list(it)) {
            offered.retain(|it| !is_list(it));
        }
        // The first confirms what was not done yet.
        let is_sure = |it: &&Link| it.label.ends_with(" anyway") || it.label.ends_with(" それでも");
        let sure = offered.iter().find(is_sure);
        let battle = offered.iter().find(|it| BATTLE.contains(&&*called(it)));
        let chosen = sure.or(battle).cloned();
        let chosen = match chosen {
            None if offered.is_empty() => return None,
            None => offered.swap_remove(self.luck.below(offered.len() as u32) as usize),
            Some(chosen) => chosen,
        };
        self.looked = is_list(&chosen);
        Some(chosen)
    }
}

/// Whether a decisive battle was fought at a table.
pub fn has_battle(store: &dyn Store, table: &str) -> bool {
    let kinds = store.read(table, 1).unwrap().into_iter().map(|entry| entry.kind.to_string());
    kinds.filter(|kind| ["BattleJoined", "BattleEnded"].contains(&&**kind)).count() >= 2
}

/// Plays by links alone until `over` holds.
async fn by_links(
    room: &mut MailRoom,
    people: &[&str],
    mut last: BTreeMap<String, Got>,
    luck: Luck,
    over: impl Fn(&MailRoom) -> bool,
) -> BTreeMap<String, Got> {
    let mut tapper = Tapper::of(luck);
    for mails in 0.. {
        assert!(mails < ENDLESS, "no end");
        if over(room) {
            return last;
        }
        let who = tapper.one_of(people);
        let Some(chosen) = tapper.chooses(&last[who]) else { continue };
        room.pass(90);
        for got in room.tap(who, &chosen).await {
            last.insert(got.to.clone(), got);
        }
    }
    last
}

#[tokio::test]
async fn a_mission_of_goeben_is_played_by_links_alone_and_its_end_leads_on() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let last = BTreeMap::from([(ANN.to_owned(), opened)]);
    let is_over = |room: &MailRoom| room.club.watch(&table, Lang::En).unwrap().around().over;
    let last = by_links(&mut room, &[ANN], last, Luck::of(7), is_over).await;
    let end = &last[ANN];
    assert!(end.text.contains("The game is over") && !end.text.contains("wardroom audit"), "{}", end.text);
    let audited = room.tap(ANN, &link(end, "audit")).await.remove(0);
    assert!(audited.text.contains("Integrity"), "{}", audited.text);
    let exported = room.tap(ANN, &link(end, "export")).await.remove(0);
    assert_eq!(exported.files.len(), 1, "{}", exported.text);
    // In an answer to that mail, none needs the name of the table.
    let audited = room.answer(ANN, end, "audit").await.remove(0);
    assert!(audited.text.contains("Integrity"), "{}", audited.text);
    let exported = room.answer(ANN, end, "export\nshow ending").await.remove(0);
    assert_eq!(exported.files.len(), 1, "{}", exported.text);
    assert!(exported.text.contains("Check it"), "{}", exported.text);
    let rematch = room.tap(ANN, &link(end, "rematch")).await.remove(0);
    assert!(rematch.text.contains("Your decision: "), "{}", rematch.text);
    let again = room.tap(ANN, &link(end, "new goeben")).await.remove(0);
    assert!(again.text.contains("is open: Goeben, 1914"), "{}", again.text);
}

#[tokio::test]
async fn a_battle_of_grand_fleet_is_played_by_links_alone() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::Ja).await;
    let fought = |room: &MailRoom| has_battle(&*room.store, &table);
    by_links(&mut room, &[ANN, BOB], last, Luck::of(11), fought).await;
}
