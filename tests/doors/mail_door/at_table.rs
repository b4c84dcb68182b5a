//! A player who plays through another door: what they see there is not mailed to them at once, and never lost.

use std::sync::Arc;

use wardroom::app::registry::{Games, registered};
use wardroom::club::door::Door;
use wardroom::club::session::OrderOutcome;
use wardroom::club::{MAIL, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::door::play::wording::InBrowser;
use wardroom::game::{OrderForm, Word};
use wardroom::words::Lang;

use super::{Got, MailRoom, Setting};
use crate::toy::Toy;

static TOY: Games = Games::new(&[registered::<Toy>()]);
const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
/// Seconds for which a question waits for whoever gave an order through another door.
const AT_TABLE: i64 = 600;

/// A table of the toy game where both have chosen, Ann in the browser, and Ann is asked to act.
struct Duel {
    room: MailRoom,
    table: String,
    orders: usize,
    /// The last mail of Bob.
    bobs: Got,
}

impl Duel {
    async fn new() -> Duel {
        let mut room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
        let opened = room.start(ANN, "new toy").await.remove(0);
        let table = room.table_of(ANN);
        let invited = room.answer(ANN, &opened, &format!("invite {BOB}")).await;
        let invitation = invited.into_iter().find(|got| got.to == BOB).unwrap();
        let joined = room.answer(BOB, &invitation, "join").await;
        let bobs = joined.into_iter().find(|got| got.to == BOB).unwrap();
        let mut duel = Duel { room, table, orders: 0, bobs };
        duel.in_browser(ANN, OrderForm::new(Word::literal("choose")).with("number", 3));
        duel.by_mail(BOB, OrderForm::new(Word::literal("choose")).with("number", 4));
        duel
    }

    fn order(&mut self, who: &str, door: Arc<dyn Door>, form: OrderForm) {
        self.orders += 1;
        let visitor = Visitor { door, key: format!("order-{}", self.orders), ..self.room.visitor(who) };
        let mut session = self.room.club.watch(&self.table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let prompt = session.asked().unwrap().prompt.expect("a question");
        assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }));
    }

    fn in_browser(&mut self, who: &str, form: OrderForm) {
        self.order(who, Arc::new(InBrowser { address_kind: MAIL }), form);
    }

    fn by_mail(&mut self, who: &str, form: OrderForm) {
        self.order(who, Arc::new(AtMail), form);
    }

    /// The mails to Ann that are due now.
    async fn mails_of_ann(&mut self) -> Vec<Got> {
        self.room.tick().await.into_iter().filter(|got| got.to == ANN).collect()
    }
}

fn pass() -> OrderForm {
    OrderForm::new(Word::literal("pass"))
}

#[tokio::test]
async fn whoever_answers_in_the_browser_gets_no_mail_for_each_question_and_one_when_they_stop() {
    let mut duel = Duel::new().await;
    for _ in 0..4 {
        duel.room.pass(20);
        assert_eq!(duel.mails_of_ann().await.len(), 0, "she sees it in the browser");
        duel.in_browser(ANN, pass());
        duel.by_mail(BOB, pass());
    }
    duel.room.pass(AT_TABLE - 301);
    assert_eq!(duel.mails_of_ann().await.len(), 0);
    // Another process goes on from the log, once the lease of the first is over.
    duel.room.start_again();
    duel.room.pass(300);
    assert_eq!(duel.mails_of_ann().await.len(), 0);
    duel.room.pass(1);
    let told = duel.mails_of_ann().await;
    let [told] = &told[..] else { panic!("{told:#?}") };
    assert!(told.text.contains("Your decision"), "{}", told.text);
    duel.room.pass(AT_TABLE);
    assert_eq!(duel.mails_of_ann().await.len(), 0, "once");
}

#[tokio::test]
async fn whoever_gave_the_last_order_by_mail_gets_the_next_question_by_mail_at_once() {
    let mut duel = Duel::new().await;
    assert_eq!(duel.mails_of_ann().await.len(), 0);
    duel.by_mail(ANN, pass());
    duel.in_browser(BOB, pass());
    assert_eq!(duel.mails_of_ann().await.len(), 1, "her last order came by mail");
}

#[tokio::test]
async fn a_question_waits_for_no_more_than_a_tenth_of_its_time() {
    let mut duel = Duel::new().await;
    let bobs = duel.bobs.clone();
    let asked = duel.room.answer(BOB, &bobs, "pace 1h").await;
    let to_ann = asked.iter().find(|got| got.to == ANN).expect("a request is mailed at once");
    duel.room.answer(ANN, to_ann, "agree").await;
    duel.in_browser(ANN, pass());
    duel.by_mail(BOB, pass());
    duel.room.pass(359);
    assert_eq!(duel.mails_of_ann().await.len(), 0);
    duel.room.pass(1);
    assert_eq!(duel.mails_of_ann().await.len(), 1, "a tenth of an hour");
}
