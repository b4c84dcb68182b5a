//! Orders for later questions in a mail, and how few mails a turn takes for players who plan.

use std::collections::BTreeMap;

use wardroom::club::session::PlayerSession;
use wardroom::words::Lang;

use super::{Got, MailRoom};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";
/// The beat of orders that are planned, and a little more than a question waits for them.
const BEAT: i64 = 60;
const LATER: i64 = 80;
/// The most mails of the players in a turn with a decisive battle, and the most of ours.
const FEW: [usize; 2] = [12, 25];
/// More rounds than a plan has orders.
const ENDLESS: usize = 200;

/// A game of *Grand Fleet* whose players plan ahead.
struct Planned {
    room: MailRoom,
    table: String,
    last: BTreeMap<String, Got>,
    written: Vec<String>,
    came: Vec<Got>,
}

impl Planned {
    async fn begin() -> Planned {
        let mut room = MailRoom::new();
        let (table, last) = room.duel([ANN, BOB], Lang::En).await;
        Planned { room, table, last, written: vec![], came: vec![] }
    }

    fn session(&self, who: &str) -> PlayerSession {
        self.room.club.watch(&self.table, Lang::En).unwrap().sit(self.room.visitor(who), None).unwrap()
    }

    fn is_asked(&self, who: &str, verb: &str) -> bool {
        self.session(who).asked().unwrap().options.verb(verb).is_some()
    }

    fn kinds(&self) -> Vec<String> {
        let entries = self.room.store.read(&self.table, 1).unwrap();
        entries.into_iter().map(|entry| entry.kind.to_string()).collect()
    }

    fn add(&mut self, came: Vec<Got>) {
        for got in came {
            self.last.insert(got.to.clone(), got.clone());
            self.came.push(got);
        }
    }

    /// Somebody answers the last mail they got: what came for it.
    async fn writes(&mut self, who: &str, text: &str) -> Vec<Got> {
        self.room.pass(5);
        let came = self.room.answer(who, &self.last[who], text).await;
        self.written.push(format!("{who}: {text}"));
        self.add(came.clone());
        came
    }

    /// Time passes.
    async fn pass(&mut self, seconds: i64) -> Vec<Got> {
        self.room.pass(seconds);
        while self.room.club.time().keep().unwrap() > 0 {}
        let came = self.room.tick().await;
        self.add(came.clone());
        came
    }

    /// Time passes until no plan goes on.
    async fn wait(&mut self) {
        for rounds in 0.. {
            assert!(rounds < ENDLESS, "no end");
            let (before, came) = (self.room.last(&self.table), self.came.len());
            self.pass(BEAT).await;
            self.pass(LATER - BEAT).await;
            if (self.room.last(&self.table), self.came.len()) == (before, came) {
                return;
            }
        }
    }

    /// Plays by mail until somebody is asked for one of these orders, or the game is over.
    async fn until(&mut self, verbs: &[&str]) -> Option<&'static str> {
        for mails in 0.. {
            assert!(mails < ENDLESS, "no end: {:#?}", self.written);
            self.wait().await;
            let asked =
                [ANN, BOB].into_iter().find(|who| self.session(who).asked().unwrap().prompt.is_some());
            let who = asked?;
            if verbs.iter().any(|verb| self.is_asked(who, verb)) {
                return Some(who);
            }
            let text = mail(&self.session(who), who);
            self.writes(who, &text).await;
        }
        None
    }
}

/// What a player writes who answers a question and plans for the ones that follow from it.
fn mail(session: &PlayerSession, who: &str) -> String {
    let markers = if who == ANN { 8 } else { 6 };
    let options = session.asked().unwrap().options;
    let may = |verb: &str| options.verb(verb).is_some();
    let armament = "if asked commitment then decline\nif asked transfer then decline";
    let battle = "if asked manoeuvre then manoeuvre\nif asked situation then situation as-is none\n\
         if asked gunnery then fire-by\nif asked persistence then break-off";
    match () {
        () if may("stow-by") => format!("stow-by\n{armament}"),
        () if may("decline") && !may("seek") => format!("decline\n{armament}"),
        () if may("throw") => "throw 1\nif asked seek then seek\nif asked answer then accept".to_owned(),
        () if may("seek") => "seek".to_owned(),
        () if may("accept") => "accept".to_owned(),
        () if may("form-by") => {
            let hexes = vec!["505"; markers].join(", ");
            format!("form-by fewest\nthen place {hexes}\nif asked interception then pass")
        }
        () if may("place") => "place 505".to_owned(),
        () if may("intercept") => "pass".to_owned(),
        () if may("manoeuvre") => format!("manoeuvre\n{battle}"),
        () if may("situation") => format!("situation as-is none\n{battle}"),
        () if may("fire-by") => format!("fire-by\n{battle}"),
        () if may("break-off") => "break-off".to_owned(),
        () => panic!("{:?}", options.verbs.iter().map(|(verb, _)| verb).collect::<Vec<_>>()),
    }
}

#[tokio::test]
async fn a_turn_with_a_decisive_battle_takes_few_mails() {
    let mut planned = Planned::begin().await;
    let turn = |planned: &Planned| planned.kinds().iter().filter(|kind| *kind == "TurnBegan").count();
    while turn(&planned) < 2 {
        let asked = planned.until(&["stow-by", "decline"]).await.expect("the game goes on");
        if turn(&planned) < 2 {
            let text = mail(&planned.session(asked), asked);
            planned.writes(asked, &text).await;
        }
    }
    let kinds = planned.kinds();
    assert!(kinds.iter().any(|kind| kind == "BattleJoined"), "{kinds:?}");
    assert!(kinds.iter().filter(|kind| *kind == "MarkerPlaced").count() > 10, "{kinds:?}");
    let counted = [planned.written.len(), planned.came.len()];
    println!("{counted:?} mails");
    let came = planned.came.iter().map(|got| format!("{}: {}", got.to, &got.text[..got.text.len().min(400)]));
    let came = came.collect::<Vec<_>>().join("\n----\n");
    assert!(
        counted.iter().zip(FEW).all(|(count, most)| *count <= most),
        "{counted:?}: {:#?}\n{came}",
        planned.written
    );
}

/// The first step of a list is the order, the rest a plan, which is shown back; nobody is called for what it answers.
#[tokio::test]
async fn the_rest_of_a_list_is_a_plan() {
    let mut planned = Planned::begin().await;
    let formed = |planned: &Planned| planned.kinds().iter().filter(|kind| *kind == "FleetsFormed").count();
    while formed(&planned) < 2 {
        let who = planned.until(&["form-by"]).await.unwrap();
        planned.writes(who, "form-by fewest").await;
    }
    let first = planned.until(&["place"]).await.unwrap();
    let second = if first == ANN { BOB } else { ANN };
    let wrong = planned.writes(first, "place 505, nowhere").await.remove(0);
    assert!(planned.is_asked(first, "place"), "nothing half done: {}", wrong.text);
    let placed = planned.writes(first, "place 505, 506, 305").await;
    let answer = placed.iter().find(|got| got.to == first).unwrap();
    assert!(answer.text.contains("plan: place 506, then place 305, in this turn."), "{}", answer.text);
    assert!(!placed.iter().any(|got| got.to == second && got.text.contains("plan:")), "{placed:#?}");
    assert!(planned.is_asked(second, "place"));
    let came = planned.writes(second, "place 404").await;
    assert!(came.iter().all(|got| got.to == second), "the plan answers: {came:#?}");
    assert!(planned.is_asked(first, "place"), "not before the beat");
    let came = planned.pass(BEAT).await;
    assert!(planned.is_asked(second, "place"), "{came:#?}");
    assert!(came.iter().all(|got| got.to == second), "{came:#?}");
    let came = planned.writes(second, "place 404").await;
    assert!(came.iter().all(|got| got.to == second), "{came:#?}");
    planned.pass(BEAT).await;
    // Nothing is left of it: the next question calls.
    let came = planned.writes(second, "place 404").await;
    assert!(came.iter().any(|got| got.to == first && got.text.contains("Your decision")), "{came:#?}");
}

#[tokio::test]
async fn lines_for_later_are_a_plan_and_prose_is_none() {
    let mut planned = Planned::begin().await;
    let who = planned.until(&["stow-by"]).await.unwrap();
    let before = planned.room.last(&planned.table);
    for prose in ["then pass me the salt", "if asked by my wife then say no", "when we meet then what"] {
        let got = planned.writes(who, prose).await.remove(0);
        assert!(!got.text.contains("plan:"), "{prose}: {}", got.text);
        assert_eq!(planned.room.last(&planned.table), before, "{prose}");
    }
    let got = planned.writes(who, "stow-by then decline\nif asked transfer then decline").await.remove(0);
    assert!(got.text.contains("plan: decline, then when asked about transfer, decline"), "{}", got.text);
    let got = planned.writes(who, "then decline\nthen dance").await.remove(0);
    assert!(got.text.contains("plan: decline, in this turn."), "{}", got.text);
    assert!(got.text.contains("“dance” answers no question of yours"), "{}", got.text);
}
