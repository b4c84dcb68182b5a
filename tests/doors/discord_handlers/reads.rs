//! What a call costs: the head of its table is asked for once before it and once for an order, and no more of the log is
//! read than is shown. *Goeben* is played over a store in memory that counts.

use super::*;
use wardroom::app::data::game;
use wardroom::app::registry::GAMES;
use wardroom::club::GameWords;
use wardroom::door::discord::outbound::message::Select;
use wardroom::game::Viewer;
use wardroom::log::MemoryStore;
use wardroom::table::TableFault;
use wardroom::view;

/// Clicks that an order may take.
const CLICKS: usize = 30;

struct Counted {
    store: MemoryStore,
    club: Club,
}

impl Counted {
    /// A table of *Goeben* with both its seats taken.
    fn new() -> (Counted, String) {
        let store = MemoryStore::new();
        let counted = Counted { club: Club::on(Arc::new(store.clone()), GAMES, (50, 1000)), store };
        let table = counted.club.opened(at(ANN), &[("game", "goeben")]);
        for user in [BOB, EVE] {
            counted.club.slash(at(user), "table join", &[("table", &table)]);
        }
        if !counted.club.room(&table).started {
            counted.club.slash(at(ANN), "table start", &[]);
        }
        (counted, table)
    }

    /// How often `what` asked for a head and how many entries it read.
    fn counted<T>(&self, what: impl FnOnce(&Club) -> T) -> (T, u64, u64) {
        let before = self.store.reads();
        let done = what(&self.club);
        let after = self.store.reads();
        (done, after[0] - before[0], after[1] - before[1])
    }

    fn last(&self, table: &str) -> u64 {
        self.club.house.watch(table, Lang::En).unwrap().around().last
    }

    /// Orders picked by the first way on that is shown; how many there were.
    fn play(&self, table: &str, user: Id, clicks: usize) -> usize {
        let (mut answer, heads, _) =
            self.counted(|club| club.slash(at(user), "order", &[("text", "?"), ("table", table)]));
        assert!(heads <= 1, "a slip asked for the head {heads} times");
        let mut orders = 0;
        for _ in 0..clicks {
            let Some((id, values)) = touch(&answer) else { break };
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let before = self.last(table);
            let (next, heads, _) = self.counted(|club| club.click(at(user), &id, &values));
            assert!(heads <= 2, "a click asked for the head {heads} times: {next:?}");
            orders += usize::from(self.last(table) > before);
            answer = next;
        }
        orders
    }
}

/// The first button or choice of an answer.
fn touch(answer: &SlashReply) -> Option<(String, Vec<String>)> {
    let rows = messages(answer).pop()?.rows;
    rows.into_iter().find_map(|row| match row {
        Row::Buttons(buttons) => buttons.into_iter().next().map(|button| (button.custom_id, vec![])),
        Row::Select(Select { custom_id, least, options, .. }) => {
            let chosen = options.into_iter().take(least.max(1)).map(|option| option.value).collect();
            Some((custom_id, chosen))
        }
    })
}

#[test]
fn a_click_asks_for_the_head_at_most_twice() {
    let (counted, table) = Counted::new();
    let orders: usize = [ANN, BOB].iter().map(|user| counted.play(&table, *user, CLICKS)).sum();
    assert!(orders > 0, "no order was picked");
    let (_, heads, _) =
        counted.counted(|club| club.complete(at(ANN), "order", &[("table", &table), ("text", "")], "text"));
    assert_eq!(heads, 1, "autocomplete");
    for path in ["show status", "show board", "show log", "show dice", "show hand", "show help", "table list"]
    {
        let (_, heads, _) = counted.counted(|club| club.slash(at(ANN), path, &[("table", &table)]));
        assert!(heads <= 1, "{path} asked for the head {heads} times");
    }
}

#[test]
fn a_list_of_ones_tables_reads_nothing_of_the_tables_of_others() {
    let (counted, table) = Counted::new();
    let list = || counted.counted(|club| club.slash(at(ANN), "table list", &[]));
    let (before, heads, entries) = list();
    for _ in 0..3 {
        counted.club.slash(at(BOB), "table new", &[("game", "goeben")]);
    }
    let (after, more_heads, more_entries) = list();
    assert_eq!((more_heads, more_entries), (heads, entries));
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
    assert!(format!("{after:?}").contains(&table));
}

#[test]
fn what_may_be_joined_or_looked_at_reads_nothing_of_the_tables_of_other_servers() {
    let store = MemoryStore::new();
    let club = Club::on(Arc::new(store.clone()), TOY, (50, 1000));
    let open = club.opened(at(ANN), &[]);
    let closed = club.opened(at(ANN), &[("options", "seats=1")]);
    let sure = club.slash(at(ANN), "table close", &[("table", &closed)]);
    club.click(at(ANN), &button(&sure, "Close the table"), &[]);
    assert!(club.is_closed(&closed));
    let suggested = |path| club.complete(at(BOB), path, &[], "table");
    let counted = || {
        assert_eq!(
            (suggested("table join"), suggested("show log")),
            (vec![open.clone()], vec![closed.clone()])
        );
        ["table join", "show log"].map(|path| {
            let before = store.reads();
            suggested(path);
            std::array::from_fn::<_, 3, _>(|at| store.reads()[at] - before[at])
        })
    };
    let before = counted();
    for _ in 0..5 {
        club.opened(At { guild: Some(OTHER_GUILD), ..at(ANN) }, &[]);
    }
    assert_eq!(counted(), before);
}

#[test]
fn rooms_that_were_kept_before_servers_were_noted_are_found() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    for (key, _) in club.store.notes("discord", "guild").unwrap() {
        assert!(club.store.drop_note("discord", &key).unwrap());
    }
    assert_eq!(club.complete(at(BOB), "table join", &[], "table"), [table]);
}

#[test]
fn the_last_rows_are_read_from_the_end() {
    let (counted, table) = Counted::new();
    let mut plays = 0;
    while counted.last(&table) < 300 && plays < 20 {
        counted.play(&table, ANN, CLICKS);
        counted.play(&table, BOB, CLICKS);
        plays += 1;
    }
    let last = counted.last(&table);
    let goeben: Goeben = game(None).unwrap();
    let game_words = GameWords::of(&goeben, Lang::En).unwrap();
    for viewer in [Viewer::Spectator, Viewer::All] {
        let lines = |after| {
            Ok::<_, TableFault>(view::of_span::<Goeben>(&*counted.club.store, &table, after, last, viewer)?)
        };
        let whole = game_words.rows(&goeben, &lines(0).unwrap()).unwrap();
        for count in (0..20).chain((20..whole.len()).step_by(29)).chain([whole.len(), whole.len() + 1]) {
            let rows = game_words.last_rows(&goeben, last, count, lines).unwrap();
            assert_eq!(rows, whole[whole.len().saturating_sub(count)..], "the last {count} rows");
        }
    }
    let (_, _, entries) =
        counted.counted(|club| club.slash(at(ANN), "show log", &[("count", "3"), ("table", &table)]));
    assert!(entries < last / 2, "{entries} entries of {last} were read for 3 rows");
    let (_, _, entries) = counted.counted(|club| club.slash(at(ANN), "table list", &[]));
    assert_eq!(entries, 0, "entries were read for a list");
}
