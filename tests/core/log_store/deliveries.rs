//! Notices and their deliveries: planned once, in order, by one owner at a time.

use crate::log_support::{Scribe, notice, store_all};
use wardroom::log::outbox::{self, KeptNotice, PendingDelivery};
use wardroom::log::players::{Address, DISCORD, LOCAL, MAIL};
use wardroom::log::{Append, Fault, MemoryStore, SqliteStore, Store};

use super::{T9, T10, T11, due, player};

every_store! {
    a_notice_is_planned_once_for_each_channel_of_its_player_by_their_wish
    no_channel_ends_or_holds_back_anothers_deliveries
    a_notice_that_is_for_somebody_else_by_now_is_planned_again
    deliveries_come_in_order_and_once_delivered_not_again
    a_failed_delivery_holds_back_later_ones_for_that_seat_and_address_only
    a_deferred_delivery_waits_and_holds_nothing_back
    what_came_of_a_notice_is_kept
    what_came_of_a_delivery_is_kept
    one_owner_at_a_time_sends_by_a_channel
    who_lost_a_lease_sends_nothing_under_it
    who_lost_a_lease_notes_nothing_under_it
    nothing_is_sent_any_more_to_an_address_that_is_gone
}

/// A table with two notices for each of two seats.
fn table_with_notices(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    for _ in 0..2 {
        let order = scribe.order();
        let seq = scribe.head.seq;
        store_all(
            store,
            vec![Append { notices: vec![notice(seq, "german"), notice(seq, "british")], ..order }],
        );
    }
}

/// The table with its notices planned for two players: one with a Discord and a mail address, one with Discord alone.
fn table_with_deliveries(store: &impl Store) {
    table_with_notices(store);
    let german = player("p-1", &[(LOCAL, "ann"), (DISCORD, "17"), (MAIL, "ann@example.org")]);
    let british = player("p-2", &[(DISCORD, "18")]);
    let notices = store.unplanned_notices(10).unwrap();
    let seats: Vec<(u64, &str)> = notices.iter().map(|n| (n.seq, n.seat.as_str())).collect();
    assert_eq!(seats, [(9, "german"), (9, "british"), (17, "german"), (17, "british")]);
    assert!(notices.iter().all(|n| n.table == "goeben-1" && n.why == "report"));
    assert_eq!(store.unplanned_notices(1).unwrap(), notices[..1]);
    let to = |seat: &str| outbox::plan(if seat == "german" { &german } else { &british });
    store.put_player(german.clone()).unwrap();
    store.put_player(british.clone()).unwrap();
    store.plan_notices(T9, notices.iter().map(|n| (n.id, to(&n.seat))).collect()).unwrap();
    assert_eq!(store.unplanned_notices(10).unwrap(), []);
    for channel in [DISCORD, MAIL] {
        assert!(store.lease_channel(channel, "me", T9, T11).unwrap());
    }
}

fn seats(deliveries: &[PendingDelivery]) -> Vec<(u64, &str, u32)> {
    deliveries.iter().map(|it| (it.notice.seq, it.notice.seat.as_str(), it.attempts)).collect()
}

fn a_notice_is_planned_once_for_each_channel_of_its_player_by_their_wish(store: &impl Store) {
    let at = |kind: &str| Address::new(kind, "x");
    let mut ann = player("p-1", &[(LOCAL, "x"), (DISCORD, "x"), ("signal", "x")]);
    assert_eq!(outbox::plan(&ann), [at(DISCORD), at("signal")], "nothing is sent to a terminal");
    ann.preferences.channels = Some(vec!["signal".to_owned(), MAIL.to_owned(), LOCAL.to_owned()]);
    assert_eq!(outbox::plan(&ann), [at("signal")]);
    ann.preferences.channels = Some(vec![]);
    assert_eq!(outbox::plan(&ann), []);

    table_with_deliveries(store);
    let discord = due(store, DISCORD, T9);
    assert_eq!(seats(&discord), [(9, "german", 0), (9, "british", 0), (17, "german", 0), (17, "british", 0)]);
    assert_eq!((discord[0].player.as_str(), &discord[0].address), ("p-1", &Address::new(DISCORD, "17")));
    let mail = due(store, MAIL, T9);
    assert_eq!(seats(&mail), [(9, "german", 0), (17, "german", 0)]);
    assert_eq!(store.pending_deliveries(DISCORD, "me", T9, 1).unwrap(), discord[..1]);
    // Planned twice, as by two processes: the second changes nothing.
    store
        .plan_notices(T10, vec![(discord[1].notice.id, vec![Address::new(MAIL, "ann@example.org")])])
        .unwrap();
    assert_eq!((due(store, DISCORD, T9), due(store, MAIL, T9)), (discord, mail));
}

fn no_channel_ends_or_holds_back_anothers_deliveries(store: &impl Store) {
    table_with_deliveries(store);
    let (discord, mail) = (due(store, DISCORD, T9), due(store, MAIL, T9));
    store.mark_delivered(discord[0].id, T9, "the thread").unwrap();
    store.mark_failed(discord[2].id, T9, Some(T11), "the server is busy").unwrap();
    assert_eq!(due(store, MAIL, T9), mail);
    store.mark_failed(mail[0].id, T9, None, "no such mailbox").unwrap();
    assert_eq!(seats(&due(store, MAIL, T9)), [(17, "german", 0)]);
    assert_eq!(seats(&due(store, DISCORD, T9)), [(9, "british", 0), (17, "british", 0)]);
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), Some(("goeben-1".to_owned(), 9)));
    assert_eq!(store.oldest_pending(MAIL).unwrap(), Some(("goeben-1".to_owned(), 17)));
    assert_eq!(store.oldest_pending("signal").unwrap(), None);
    assert_eq!(store.prune_outbox(T11).unwrap(), 1, "a notice goes when every channel is done with it");
    assert_eq!(store.notices_of("goeben-1", "german", 10).unwrap().len(), 2);
}

fn a_notice_that_is_for_somebody_else_by_now_is_planned_again(store: &impl Store) {
    table_with_deliveries(store);
    let before = due(store, DISCORD, T9);
    store.replan(before[0].id).unwrap();
    let again = store.unplanned_notices(10).unwrap();
    assert_eq!(again, [before[0].notice.clone()]);
    store.plan_notices(T10, vec![(again[0].id, vec![Address::new(DISCORD, "18")])]).unwrap();
    let after = due(store, DISCORD, T9);
    assert_eq!((&after[0].notice, after[0].player.as_str()), (&before[0].notice, "p-2"));
    assert_eq!(after.len(), 4);
    assert_eq!(due(store, MAIL, T9).len(), 2, "what another channel has stays");
    store.mark_delivered(after[0].id, T9, "the thread").unwrap();
    store.replan(after[0].id).unwrap();
    assert_eq!(store.unplanned_notices(10).unwrap(), [], "what was sent was sent");
    // Nobody is to be told any more.
    store.replan(after[1].id).unwrap();
    store.plan_notices(T10, vec![(after[1].notice.id, vec![])]).unwrap();
    let kept = &store.notices_of("goeben-1", "british", 10).unwrap()[1];
    assert_eq!(
        (kept.outcome.as_deref(), kept.ended_at.as_deref(), kept.delivered),
        (Some("nobody"), Some(T10), false)
    );
}

fn deliveries_come_in_order_and_once_delivered_not_again(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    store.mark_delivered(pending[1].id, T9, "the thread").unwrap();
    assert_eq!(due(store, DISCORD, T9), [&pending[..1], &pending[2..]].concat());
    // What came of it later is noted beside that, of what has not ended nothing.
    store.mark_outcome(pending[1].id, "the thread, answered").unwrap();
    store.mark_outcome(pending[2].id, "the thread, answered").unwrap();
    let kept = store.notices_of("goeben-1", &pending[1].notice.seat, 10).unwrap();
    let of = |id: u64| kept.iter().find(|kept| kept.id == id && kept.channel.as_deref() == Some(DISCORD));
    let noted = |id| of(id).map(|kept| (kept.outcome.as_deref(), kept.ended_at.as_deref(), kept.delivered));
    assert_eq!(noted(pending[1].notice.id), Some((Some("the thread, answered"), Some(T9), true)));
    let every = |seat: &str| store.notices_of("goeben-1", seat, 10).unwrap();
    let pending_outcome =
        every(&pending[2].notice.seat).into_iter().find(|kept| kept.id == pending[2].notice.id);
    assert_eq!(pending_outcome.unwrap().outcome, None);
    assert_eq!(store.prune_outbox(T9).unwrap(), 0);
    assert_eq!(store.prune_outbox(T10).unwrap(), 1);
    assert_eq!(due(store, DISCORD, T9).len(), 3);
}

fn a_failed_delivery_holds_back_later_ones_for_that_seat_and_address_only(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    store.mark_failed(pending[0].id, T9, Some(T10), "the server is busy").unwrap();
    let held = |at| due(store, DISCORD, at);
    assert_eq!(seats(&held(T9)), [(9, "british", 0), (17, "british", 0)]);
    assert_eq!(
        seats(&held(T10)),
        [(9, "german", 1), (9, "british", 0), (17, "german", 0), (17, "british", 0)]
    );
    store.mark_failed(pending[0].id, T10, None, "no such channel").unwrap();
    assert_eq!(seats(&held(T10)), [(9, "british", 0), (17, "german", 0), (17, "british", 0)]);
}

fn a_deferred_delivery_waits_and_holds_nothing_back(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    assert!(pending.iter().all(|it| !it.waited));
    store.defer(pending[0].id, T10).unwrap();
    assert_eq!(due(store, DISCORD, T9), pending[1..], "later ones for that seat too");
    assert_eq!(due(store, MAIL, T9).len(), 2);
    let kept = |at: usize| store.notices_of("goeben-1", "german", 10).unwrap().remove(at);
    let of = |kept: KeptNotice| (kept.seq, kept.channel, kept.due_at, kept.ended_at, kept.attempts);
    assert_eq!(of(kept(2)), (9, Some(DISCORD.to_owned()), Some(T10.to_owned()), None, 0));
    assert_eq!(
        store.oldest_pending(DISCORD).unwrap(),
        Some(("goeben-1".to_owned(), 9)),
        "british has not gone"
    );
    for it in &pending[1..] {
        store.mark_delivered(it.id, T9, "the thread").unwrap();
    }
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), None, "it waits as its player wants");
    let after = due(store, DISCORD, T10);
    assert_eq!((after.len(), after[0].id, after[0].waited), (1, pending[0].id, true));
    // Once tried, it waits for another try as any other does.
    store.mark_failed(after[0].id, T10, Some(T11), "the server is busy").unwrap();
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), Some(("goeben-1".to_owned(), 9)));
    store.mark_delivered(after[0].id, T11, "the thread").unwrap();
    store.defer(after[0].id, T11).unwrap();
    assert_eq!(due(store, DISCORD, T11), [], "what was sent was sent");
}

/// Entry, channel, failures, when it ended, what came of it, whether it went out.
type Kept = (u64, Option<String>, u32, Option<String>, Option<String>, bool);

fn what_came_of_a_notice_is_kept(store: &impl Store) {
    table_with_notices(store);
    let unplanned = store.notices_of("goeben-1", "german", 10).unwrap();
    assert!(unplanned.iter().all(|n| n.channel.is_none() && n.ended_at.is_none() && n.outcome.is_none()));
    assert_eq!(unplanned.iter().map(|n| n.seq).collect::<Vec<_>>(), [17, 9]);
}

fn what_came_of_a_delivery_is_kept(store: &impl Store) {
    table_with_deliveries(store);
    let kept = |seat: &str| -> Vec<Kept> {
        let notices = store.notices_of("goeben-1", seat, 10).unwrap();
        assert!(notices.iter().all(|n| n.seat == seat && n.why == "report"));
        let row = |n: KeptNotice| (n.seq, n.channel, n.attempts, n.ended_at, n.outcome, n.delivered);
        notices.into_iter().map(row).collect()
    };
    let text = |text: &str| Some(text.to_owned());
    let waits = |seq, channel| (seq, text(channel), 0, None, None, false);
    let later = [waits(17, DISCORD), waits(17, MAIL)];
    assert_eq!(kept("german"), [&later[..], &[waits(9, DISCORD), waits(9, MAIL)]].concat());
    assert_eq!(store.notices_of("goeben-1", "german", 1).unwrap().len(), 1);
    assert_eq!(store.notices_of("goeben-2", "german", 10).unwrap(), []);
    assert_eq!(store.notices_of("goeben-1", "turkish", 10).unwrap(), []);
    let [german, british] = [0, 1].map(|nth: usize| due(store, DISCORD, T9)[nth].id);
    store.mark_failed(german, T9, Some(T10), "the server is busy").unwrap();
    let busy = (9, text(DISCORD), 1, None, text("the server is busy"), false);
    assert_eq!(kept("german"), [&later[..], &[busy, waits(9, MAIL)]].concat());
    store.mark_delivered(german, T10, "the thread").unwrap();
    let sent = (9, text(DISCORD), 1, text(T10), text("the thread"), true);
    assert_eq!(kept("german"), [&later[..], &[sent, waits(9, MAIL)]].concat());
    store.mark_failed(british, T9, None, &"長".repeat(1000)).unwrap();
    let cut = (9, text(DISCORD), 1, text(T9), text(&"長".repeat(341)), false);
    assert_eq!(kept("british"), [waits(17, DISCORD), cut], "1024 bytes");
}

fn who_lost_a_lease_sends_nothing_under_it(store: &impl Store) {
    const T12: &str = "1914-08-04T12:00:00.000Z";
    let lease = |owner, now, until| {
        assert!(store.lease_channel(DISCORD, owner, now, until).unwrap());
        store.lease_number(DISCORD, owner, now).unwrap().unwrap()
    };
    let may = |owner, number, now| store.begin_sending(DISCORD, owner, number, now).unwrap();
    assert_eq!(store.lease_number(DISCORD, "me", T9).unwrap(), None);
    assert!(!may("me", 0, T9) && !may("me", 1, T9), "there is no lease");
    let first = lease("me", T9, T10);
    assert!(may("me", first, T9) && !may("you", first, T9) && !may("me", first + 1, T9));
    assert_eq!(lease("me", T9, T10), first, "it is renewed in time");
    assert!(!may("me", first, T10), "it has ended");
    let second = lease("you", T10, T11);
    assert!(second > first && may("you", second, T10));
    assert!(!may("me", first, T9) && !may("me", second, T10), "whatever the clock of who lost it says");
    assert_eq!(store.lease_number(DISCORD, "me", T10).unwrap(), None);
    let third = lease("you", T11, T12);
    assert!(third > second, "who comes too late to renew it takes it anew");
    assert!(!may("you", second, T11) && may("you", third, T11));
    store.release_channel(DISCORD, "you").unwrap();
    assert!(!may("you", third, T11), "it was given back");
    assert!(lease("me", T11, T12) > third, "a number is never given twice");
    assert_eq!(store.lease_number(MAIL, "me", T11).unwrap(), None, "each channel has leases of its own");
}

fn who_lost_a_lease_notes_nothing_under_it(store: &impl Store) {
    let lease = |owner, now, until| {
        assert!(store.lease_channel(DISCORD, owner, now, until).unwrap());
        store.lease_number(DISCORD, owner, now).unwrap().unwrap()
    };
    let notes = |owner, number, body| store.put_note_under(DISCORD, owner, number, "room", body).unwrap();
    let kept = || store.note(DISCORD, "room").unwrap();
    assert!(!notes("me", 0, "a") && !notes("me", 1, "a"), "there is no lease");
    let first = lease("me", T9, T10);
    assert!(!notes("you", first, "b") && !notes("me", first + 1, "b"));
    assert_eq!(kept(), None);
    assert!(notes("me", first, "c") && notes("me", first, "d"));
    let second = lease("you", T10, T11);
    assert!(!notes("me", first, "e"));
    assert_eq!(kept().as_deref(), Some("d"));
    assert!(notes("you", second, "f"));
    store.release_channel(DISCORD, "you").unwrap();
    assert!(notes("you", second, "g"), "nobody took it since");
    assert!(
        !store.put_note_under(MAIL, "you", second, "room", "h").unwrap(),
        "each channel has leases of its own"
    );
    assert_eq!((kept().as_deref(), store.note(MAIL, "room").unwrap()), (Some("g"), None));
    let refused = store.put_note_under(DISCORD, "you", second, "", "i");
    assert!(matches!(refused, Err(Fault::Unfit(_))), "{refused:?}");
}

fn one_owner_at_a_time_sends_by_a_channel(store: &impl Store) {
    table_with_deliveries(store);
    let lease = |owner, now, until| store.lease_channel(DISCORD, owner, now, until).unwrap();
    store.release_channel(DISCORD, "me").unwrap();
    assert!(lease("me", T9, T10));
    assert!(!lease("you", T9, T11));
    assert_eq!(store.pending_deliveries(DISCORD, "you", T9, 10).unwrap(), []);
    assert!(lease("me", T9, T10), "the owner renews");
    assert_eq!(due(store, DISCORD, T10), [], "a lease ends");
    assert!(lease("you", T10, T11));
    assert!(!lease("me", T10, T11));
    assert_eq!(due(store, MAIL, T10).len(), 2, "another channel has a lease of its own");
    store.release_channel(DISCORD, "me").unwrap();
    store.release_channel(MAIL, "you").unwrap();
    assert!(!lease("me", T10, T11), "only the owner releases");
    store.release_channel(DISCORD, "you").unwrap();
    assert!(lease("me", T10, T11));
    assert_eq!((due(store, DISCORD, T10).len(), due(store, MAIL, T10).len()), (4, 2));
}

fn nothing_is_sent_any_more_to_an_address_that_is_gone(store: &impl Store) {
    table_with_deliveries(store);
    store.mark_delivered(due(store, DISCORD, T9)[0].id, T9, "the thread").unwrap();
    let moved = player("p-1", &[(DISCORD, "17"), (MAIL, "new@example.org")]);
    store.put_player(moved.clone()).unwrap();
    assert_eq!(due(store, MAIL, T9), []);
    assert_eq!(due(store, DISCORD, T9).len(), 3, "an address that stays keeps what waits");
    assert!(store.erase_player("p-1").unwrap());
    store.put_player(moved).unwrap();
    assert_eq!(seats(&due(store, DISCORD, T9)), [(9, "british", 0), (17, "british", 0)]);
    let kept = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(kept[1].outcome.as_deref(), Some("the thread"), "what was sent stays known");
}
