//! Tickets: the signed ids of buttons.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::limits::CUSTOM_ID;
use wardroom::door::discord::picker::Pick;
use wardroom::door::discord::picker::ticket::{Look, NotATicket, PlayWay, Ticket, TicketAction, Tickets};
use wardroom::game::Seat;

/// Bytes of the code at the end of a ticket, and the characters that it is written with.
const CODE: (usize, usize) = (8, 11);
/// The secret that the tests sign under.
const SECRET: &[u8] = b"a secret of the tests";

fn tickets() -> Tickets {
    Tickets::new(SECRET)
}

/// A text with its code, right whatever the text is.
fn signed(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&Sha256::digest(SECRET)).unwrap();
    mac.update(b"wardroom ticket v1");
    mac.update(text.as_bytes());
    format!("{text}{}", URL_SAFE_NO_PAD.encode(&mac.finalize().into_bytes()[..CODE.0]))
}

fn seats() -> impl Strategy<Value = Seat> {
    prop_oneof![Just("german"), Just("british"), Just("commander"), Just("a-seat_of.20@letters")]
        .prop_map(|seat| Seat(seat.parse().unwrap()))
}

fn looks() -> impl Strategy<Value = Look> {
    let text = || proptest::option::of("[a-z \u{3042}]{1,6}");
    let rows = || proptest::option::of(any::<usize>());
    prop_oneof![
        proptest::sample::select(vec![Look::Hand, Look::Status, Look::Time, Look::Why, Look::Audit]),
        text().prop_map(Look::Board),
        text().prop_map(Look::Help),
        rows().prop_map(Look::Log),
        rows().prop_map(Look::Dice),
        any::<u64>().prop_map(Look::Replay),
    ]
}

fn ways() -> impl Strategy<Value = PlayWay> {
    let plain = proptest::sample::select(vec![PlayWay::Lessons, PlayWay::Opponents]);
    let of: [fn(String) -> PlayWay; 4] = [PlayWay::Learn, PlayWay::Alone, PlayWay::Seek, PlayWay::SeekDaily];
    prop_oneof![
        plain,
        (proptest::sample::select(of.to_vec()), "[a-z_]{1,20}").prop_map(|(way, game)| way(game)),
    ]
}

fn acts() -> impl Strategy<Value = TicketAction> {
    let plain = [
        TicketAction::Orders,
        TicketAction::Start,
        TicketAction::Ready,
        TicketAction::Rematch,
        TicketAction::Try,
        TicketAction::Undo,
        TicketAction::AskUndo,
        TicketAction::ReallyClose,
        TicketAction::ReallyResign,
        TicketAction::Cancel,
    ];
    prop_oneof![
        proptest::sample::select(plain.to_vec()),
        looks().prop_map(TicketAction::Look),
        (looks(), 0..100usize).prop_map(|(look, page)| TicketAction::Page(look, page)),
        ways().prop_map(TicketAction::Play),
        proptest::option::of(seats()).prop_map(TicketAction::Join),
        seats().prop_map(TicketAction::Decline),
        any::<u64>().prop_map(TicketAction::Agree),
        any::<u64>().prop_map(TicketAction::Object),
        any::<u64>().prop_map(|id| TicketAction::ReallyPassSeat(Id(id))),
        "[a-zA-Z0-9_-]{8,20}".prop_filter_map("a pick", |text| Pick::read(&text).map(TicketAction::Pick)),
    ]
}

fn any_ticket() -> impl Strategy<Value = Ticket> {
    ("[a-z_]{1,11}-[2-9a-z]{4}", proptest::option::of(seats()), any::<u64>(), acts())
        .prop_map(|(table, seat, prompt, act)| Ticket { table, seat, prompt, act })
}

proptest! {
    #[test]
    fn what_is_written_is_read(ticket in any_ticket()) {
        let written = tickets().write(&ticket);
        prop_assert!(written.len() <= CUSTOM_ID, "{written}: {}", written.len());
        prop_assert_eq!(tickets().read(&written), Ok(ticket));
    }

    #[test]
    fn an_altered_ticket_is_none(
        ticket in any_ticket(),
        at in any::<proptest::sample::Index>(),
        with in "[ -~]",
    ) {
        let written = tickets().write(&ticket);
        let at = at.index(written.len());
        let altered = format!("{}{with}{}", &written[..at], &written[at + 1..]);
        prop_assert_eq!(tickets().read(&altered).is_ok(), altered == written);
        let doubled = format!("{}{with}{}", &written[..at], &written[at..]);
        prop_assert_eq!(tickets().read(&doubled), Err(NotATicket));
        prop_assert_eq!(tickets().read(&written[..at]), Err(NotATicket));
        prop_assert_eq!(tickets().read(&written[at + 1..]), Err(NotATicket));
    }

    #[test]
    fn garbage_is_no_ticket(text in ".{0,120}") {
        prop_assert_eq!(tickets().read(&text), Err(NotATicket));
    }

    #[test]
    fn signed_garbage_does_no_harm(text in "[ -~]{0,80}") {
        let signed = signed(&text);
        if let Ok(ticket) = tickets().read(&signed) {
            prop_assert_eq!(tickets().write(&ticket), signed);
        }
    }
}

#[test]
fn a_ticket_of_another_secret_or_version_is_none() {
    let ticket = Ticket { table: "game-x-7kq2".into(), seat: None, prompt: 12, act: TicketAction::Orders };
    let written = tickets().write(&ticket);
    assert_eq!(Tickets::new(b"another").read(&written), Err(NotATicket));
    let (text, _) = written.split_at(written.len() - CODE.1);
    assert_eq!((signed(text), &text[..1]), (written.clone(), "1"), "the code is right, and the version is 1");
    assert_eq!(tickets().read(&signed(&text.replacen('1', "2", 1))), Err(NotATicket));
}

#[test]
fn a_secret_is_never_printed() {
    assert_eq!(format!("{:?}", tickets()), "Tickets(secret)");
}
