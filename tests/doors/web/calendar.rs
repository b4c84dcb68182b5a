//! A player's calendar, read by a reader of RFC 5545 that knows nothing of its writer.

use std::collections::BTreeMap;

use axum::http::Method;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use wardroom::club::ClubError;
use wardroom::club::settings::Setting;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::door::web::answer::PageHandler;
use wardroom::game::OrderForm;
use wardroom::keys::Keys;
use wardroom::log::TimeChange;
use wardroom::log::players::{Address, Player};
use wardroom::pace::{Hours, Pace, Terms};
use wardroom::table::Reply;
use wardroom::words::{Lang, Words};

use super::{Arc, Got, HERE, House, KEY, PUBLIC, TOY, ask, choose, club, word};
use crate::common::commands::SeatCommands;
use crate::toy::seat;

/// A component: its name, its properties with their parameters, what is in it.
#[derive(Debug)]
struct Component {
    name: String,
    properties: Vec<(String, String)>,
    inner: Vec<Component>,
}

impl Component {
    /// Its property of this name, which it has once.
    fn one(&self, name: &str) -> &str {
        let found: Vec<&String> =
            self.properties.iter().filter(|(known, _)| known == name).map(|(_, value)| value).collect();
        let [value] = found[..] else { panic!("{name} once: {self:?}") };
        value
    }

    /// A time of it in UTC.
    fn time(&self, name: &str) -> DateTime<Utc> {
        NaiveDateTime::parse_from_str(self.one(name), "%Y%m%dT%H%M%SZ").unwrap().and_utc()
    }
}

/// The lines of a calendar, unfolded.
fn unfolded(text: &str) -> Vec<String> {
    assert!(text.ends_with("\r\n") && !text.replace("\r\n", "").contains(['\r', '\n']), "{text:?}");
    let mut lines: Vec<String> = Vec::new();
    for line in text.strip_suffix("\r\n").unwrap().split("\r\n") {
        assert!(!line.is_empty() && line.len() <= 75, "{} octets: {line}", line.len());
        match line.strip_prefix(' ') {
            Some(rest) => lines.last_mut().unwrap().push_str(rest),
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

/// A calendar, checked.
fn read(text: &str) -> Component {
    let mut open: Vec<Component> = vec![];
    let mut lines = unfolded(text).into_iter();
    loop {
        let line = lines.next().unwrap_or_else(|| panic!("it ends: {text}"));
        let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("a name and a value: {line}"));
        let plain = name.split(';').next().unwrap_or_default();
        assert!(plain.chars().all(|c| c.is_ascii_uppercase() || c == '-'), "{line}");
        match plain {
            "BEGIN" => open.push(Component { name: value.to_owned(), properties: vec![], inner: vec![] }),
            "END" => {
                let closed = open.pop().unwrap();
                assert_eq!(closed.name, value);
                match open.last_mut() {
                    Some(outer) => outer.inner.push(closed),
                    None => {
                        assert_eq!((&*closed.name, lines.next()), ("VCALENDAR", None));
                        checked(&closed);
                        return closed;
                    }
                }
            }
            _ => open.last_mut().unwrap().properties.push((plain.to_owned(), value.to_owned())),
        }
    }
}

/// What RFC 5545 demands of a calendar and of its events.
fn checked(calendar: &Component) {
    assert_eq!(calendar.one("VERSION"), "2.0");
    assert!(!calendar.one("PRODID").is_empty() && !calendar.inner.is_empty());
    let mut uids = BTreeMap::new();
    for event in calendar.inner.iter().filter(|inner| inner.name == "VEVENT") {
        event.time("DTSTAMP");
        assert!(event.time("DTSTART") < event.time("DTEND"));
        *uids.entry(event.one("UID")).or_insert(0) += 1;
        let summary = event.one("SUMMARY").replace("\\\\", "").replace("\\,", "").replace("\\;", "");
        assert!(!summary.replace("\\n", "").contains(['\\', ';', ',']), "{summary}");
    }
    assert!(uids.values().all(|count| *count == 1), "{uids:?}");
}

/// The events of an answer: which, until when, in which words.
fn events(got: &Got) -> Vec<(String, DateTime<Utc>, String)> {
    assert_eq!(got.status, 200);
    let calendar = read(&got.text());
    let events = calendar.inner.iter().filter(|inner| inner.name == "VEVENT");
    events.map(|it| (it.one("UID").to_owned(), it.time("DTEND"), it.one("SUMMARY").to_owned())).collect()
}

/// A table whose players are known.
fn known() -> House {
    let house = House::new();
    for (id, lang) in [("red", "en"), ("blue", "ja")] {
        let mut player = Player { id: id.to_owned(), name: format!("Captain {id}"), ..Player::default() };
        player.addresses = vec![Address::new("mail", &format!("{id}@home.example"))];
        player.preferences.lang = Some(lang.to_owned());
        house.store.put_player(player).unwrap();
    }
    house
}

impl House {
    /// Both agree on a pace.
    fn pace(&self, hours: u16) {
        let pace = Pace::Each(Hours::new(hours).unwrap());
        let terms = Terms { big: pace.clone(), small: pace, ..Terms::default() };
        let change = TimeChange::Terms(terms);
        let reply = self.session("red").change_time(&change).unwrap();
        let Reply::Accepted { first, .. } = reply else { panic!("{reply:?}") };
        self.session("blue").answer(first, true).unwrap();
    }

    fn calendar(&self, player: &str, typed: &str) -> Result<String, ClubError> {
        let words = Words::read().unwrap();
        let door = AtTerminal { play: String::new() };
        self.club.people().set((&words, Lang::En, &door), (player, Setting::Calendar), typed)
    }

    /// The path of the link that is told for what is typed.
    fn link(&self, player: &str, typed: &str) -> String {
        let told = self.calendar(player, typed).unwrap();
        let link = told.split_whitespace().find(|word| word.starts_with(PUBLIC)).unwrap();
        link.strip_prefix(PUBLIC).unwrap().to_owned()
    }

    fn due(&self, at: &'static str) -> (u64, DateTime<Utc>) {
        let now = DateTime::UNIX_EPOCH;
        let wait = self
            .tables
            .look(&self.table, |table| table.waited_for_at(seat(at)).map(|asked| table.wait(asked, now)));
        let wait = wait.unwrap().unwrap();
        (wait.prompt, wait.due.unwrap())
    }
}

#[tokio::test]
async fn a_calendar_says_whose_turn_it_is_and_until_when_and_nothing_else() {
    let house = known();
    let (red, blue) = (house.link("red", ""), house.link("blue", ""));
    assert!(events(&house.get(&red).await).is_empty(), "without a pace nothing is due");
    house.pace(48);
    house.clock.pass(60);
    let got = house.get(&red).await;
    let (prompt, due) = house.due("red");
    let turn = |text: &str| (format!("{}-{prompt}@tables.example", house.table), due, text.to_owned());
    assert_eq!(events(&got), [turn(&format!("Your turn at {}", house.table))]);
    for secret in ["Captain", "home.example", "/club", "toy ", "choose", "blue", "red"] {
        assert!(!got.text().contains(secret), "{secret}: {}", got.text());
    }
    for (name, value) in [
        ("content-type", "text/calendar; charset=utf-8"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("content-security-policy", "default-src 'none'"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(got.headers[name], value, "{name}");
    }
    let head = ask(&house.desk, HERE, Method::HEAD, &blue, "").await;
    assert_eq!((head.status, &head.headers["content-type"]), (200, &got.headers["content-type"]));
    house.clock.pass(60);
    assert_eq!(events(&house.get(&red).await)[0].0, turn("").0, "the same step is the same event");
    let summary = &events(&house.get(&blue).await)[0].2;
    assert_eq!(*summary, format!("あなたの番（{}）", house.table));
    // Both have chosen: who is not asked any more has no event.
    house.order("red", choose(7));
    house.clock.pass(60);
    assert!(events(&house.get(&red).await).is_empty());
    house.order("blue", choose(9));
    house.order("red", OrderForm::new(word("pass")));
    house.clock.pass(60);
    let (next, due) = house.due("blue");
    assert_eq!(events(&house.get(&blue).await)[0].1, due);
    assert_ne!(next, prompt);
    house.session("red").resign().unwrap();
    house.clock.pass(60);
    assert!(events(&house.get(&blue).await).is_empty(), "the game is over");
}

#[tokio::test]
async fn what_is_due_is_later_by_as_long_as_the_clock_may_stand() {
    let house = known();
    house.pace(48);
    let path = house.link("red", "");
    let (_, before) = house.due("red");
    house.session("blue").stop_clock().unwrap();
    let stopped = events(&house.get(&path).await);
    assert_eq!(stopped.iter().map(|(_, due, _)| *due - before).collect::<Vec<_>>(), [TimeDelta::days(3)]);
}

#[tokio::test]
async fn a_link_may_be_asked_for_often_and_is_made_once_a_minute() {
    let house = known();
    let (red, blue) = (house.link("red", ""), house.link("blue", ""));
    let head = ask(&house.desk, HERE, Method::HEAD, &red, "").await;
    let first = house.get(&red).await;
    assert_eq!(
        (first.status, &first),
        (200, &head),
        "who tries a link before they subscribe loses nothing by it"
    );
    house.pace(48);
    for _ in 0..300 {
        assert_eq!(house.get(&red).await, first, "of one minute it is the same");
    }
    assert_eq!(events(&house.get(&blue).await).len(), 1, "another's is another's");
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let known = house.get_unless(&red, &tag).await;
    assert_eq!((known.status, known.bytes.len(), &known.headers["etag"]), (304, 0, &first.headers["etag"]));
    house.clock.pass(60);
    let next = house.get_unless(&red, &tag).await;
    assert_eq!(
        (events(&next).len(), next.headers["etag"] == *tag),
        (1, false),
        "another minute, and another tag"
    );
    let post = ask(&house.desk, HERE, Method::POST, &red, "").await;
    assert_eq!((post.status, post.headers["allow"].to_str().unwrap()), (405, "GET, HEAD"));
}

#[tokio::test]
async fn a_link_ends_when_another_is_made_and_is_then_as_if_it_had_never_been() {
    let house = known();
    let path = house.link("red", "");
    assert_eq!(house.link("red", ""), path, "it stays the same until another is asked for");
    let never = house.get("/calendar/red/c-23456789abcd/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ics").await;
    assert_eq!((never.status, never.text().contains("There is no page here")), (404, true));
    let anew = house.link("red", "ｎｅｗ");
    assert_ne!(anew, path);
    for dead in [&path, &path] {
        assert_eq!(house.get(dead).await, never, "also when it is asked for again");
    }
    assert_eq!(house.get(&anew).await.status, 200);
    let mut wrong = [&anew; 6].map(Clone::clone);
    let last = anew.len() - ".ics".len() - 1;
    wrong[0].replace_range(last..=last, if anew.as_bytes()[last] == b'a' { "b" } else { "a" });
    wrong[1] = anew.replace("/red/", "/blue/");
    wrong[2] = anew.trim_end_matches(".ics").to_owned();
    wrong[3] = format!("{anew}/");
    wrong[4] = anew.to_uppercase();
    wrong[5] = "/calendar///.ics".to_owned();
    for wrong in &wrong {
        assert_eq!(house.get(wrong).await, never, "{wrong}");
    }
    house.clock.pass(60);
    assert!(house.calendar("red", "off").unwrap().contains("Your calendar is off"));
    assert_eq!(house.get(&anew).await, never);
    let again = house.link("red", "");
    assert!(![&path, &anew].contains(&&again));
    assert_eq!(house.get(&again).await.status, 200);
    let blue = house.link("blue", "");
    house.club.people().forget("blue", "terminal").unwrap();
    assert_eq!(house.get(&blue).await, never, "who is forgotten has none");
}

#[tokio::test]
async fn one_person_with_two_ids_ends_both_links() {
    let house = known();
    let mut other = Player { id: "other".to_owned(), name: "Other".to_owned(), ..Player::default() };
    other.addresses = vec![Address::new("discord", "1")];
    house.store.put_player(other).unwrap();
    house.pace(48);
    let path = house.link("other", "");
    house.store.link("other", "red", "2027-01-15T08:00:00.000Z").unwrap();
    assert_eq!(events(&house.get(&path).await).len(), 1, "it shows what is due for the one they are");
    let own = house.link("other", "");
    assert_ne!(own, path);
    house.link("red", "new");
    for dead in [path, own] {
        house.clock.pass(60);
        assert_eq!(house.get(&dead).await.status, 404);
    }
}

#[tokio::test]
async fn a_link_holds_over_restarts_and_elsewhere_there_is_none() {
    let house = known();
    let path = house.link("red", "");
    let same =
        Arc::new(PageHandler::new(club(TOY, &house.store, &house.clock, Keys::new(KEY, None))).unwrap());
    assert_eq!(ask(&same, HERE, Method::GET, &path, "").await.status, 200);
    let bare = TOY.club(house.store.clone(), house.clock.clone(), None, None).unwrap();
    let (words, door) = (Words::read().unwrap(), AtTerminal { play: String::new() });
    let told = |typed: &str| bare.people().set((&words, Lang::En, &door), ("red", Setting::Calendar), typed);
    for typed in ["", "new"] {
        let Err(ClubError::Refused(why)) = told(typed) else { panic!("{typed}") };
        assert!(why.contains("`[pages]`"), "{why}");
    }
    let Err(ClubError::Refused(why)) = house.calendar("red", "sometimes") else { panic!() };
    assert!(why.contains("“sometimes” is not a calendar command"), "{why}");
    assert!(told("off").unwrap().contains("Your calendar is off"), "it can be ended there too");
    assert_eq!(house.get(&path).await.status, 404);
}
