//! Forms to fill in: numbers, shares, and the rest of an order in words.

use wardroom::door::discord::outbound::message::Modal;
use wardroom::door::discord::picker::{PickerStep, Picking};
use wardroom::game::{Bin, Item, Node, Options, OrderForm, Sort, Word};
use wardroom::words::Lang;

use super::client::{self, Touch};
use super::small::{desk, options, picking, seat, sentence, word};

fn modal(turn: PickerStep) -> Modal {
    match turn {
        PickerStep::Fill(modal) => modal,
        turn => panic!("{turn:?}"),
    }
}

fn fill(picking: &Picking<'_>, modal: &Modal, texts: &[&str]) -> PickerStep {
    let fields = modal.fields.iter().zip(texts).map(|(f, text)| (f.custom_id.clone(), (*text).to_owned()));
    client::touch(picking, &Touch::Filled { custom_id: modal.custom_id.clone(), fields: fields.collect() })
}

fn behind_do(picking: &Picking<'_>) -> Vec<wardroom::door::discord::outbound::message::Row> {
    let rows = picking.open();
    client::shown(client::choose(picking, client::selects(&rows)[0], &["do"])).1
}

#[test]
fn a_number_of_many_is_filled_in() {
    let desk = desk();
    let options = options(Node::Number { arg: "x", least: -5, most: i64::MAX });
    let picking = picking(&desk, &options, vec![]);
    let form = modal(client::press(&picking, &behind_do(&picking), "Fill in"));
    for bad in ["", "x", "-6", "99999999999999999999", "1 2"] {
        assert!(matches!(fill(&picking, &form, &[bad]), PickerStep::InputError(_)), "{bad}");
    }
    for (typed, number) in [("-5", -5), (" 12 ", 12), ("１２", 12), ("9223372036854775807", i64::MAX)] {
        let (_, rows) = client::shown(fill(&picking, &form, &[typed]));
        let wanted = OrderForm::new(word("do")).with("x", number);
        assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Give { form: wanted, anyway: false });
    }
}

#[test]
fn shares_of_a_few_bins_are_filled_in_at_once() {
    let desk = desk();
    let bins: Vec<(Word, u32)> = ["a", "b", "c"].map(|bin| (word(bin), 30)).to_vec();
    let options = options(Node::Split { arg: "x", bins, least: 2, most: 40 });
    let picking = picking(&desk, &options, vec![]);
    let form = modal(client::press(&picking, &behind_do(&picking), "Fill in"));
    assert_eq!(form.fields.len(), 3);
    for bad in [["", "", ""], ["1", "0", ""], ["30", "11", ""], ["31", "", ""], ["x", "", "5"]] {
        assert!(matches!(fill(&picking, &form, &bad), PickerStep::InputError(_)), "{bad:?}");
    }
    let (_, rows) = client::shown(fill(&picking, &form, &["12", "", "3"]));
    let shares = [(word("a"), 12), (word("c"), 3)].into_iter().collect::<std::collections::BTreeMap<_, _>>();
    assert_eq!(
        client::press(&picking, &rows, "Give"),
        PickerStep::Give { form: OrderForm::new(word("do")).with("x", shares), anyway: false }
    );
}

#[test]
fn shares_of_many_bins_come_one_after_another() {
    let desk = desk();
    let bins: Vec<(Word, u32)> =
        ["a", "b", "c", "d", "e", "f"].iter().zip([3, 3, 3, 3, 3, 200]).map(|(b, n)| (word(b), n)).collect();
    let options = options(Node::Split { arg: "x", bins, least: 30, most: 75 });
    let picking = picking(&desk, &options, vec![]);
    let mut rows = behind_do(&picking);
    for share in ["1", "3", "3", "2", "3"] {
        let select = client::selects(&rows)[0];
        rows = client::shown(client::choose(&picking, select, &[share])).1;
    }
    let form = modal(client::press(&picking, &rows, "Fill in"));
    assert!(matches!(fill(&picking, &form, &["17"]), PickerStep::InputError(_)), "too few in all");
    let (text, done) = client::shown(fill(&picking, &form, &["60"]));
    assert!(text.contains("f=60") && text.contains("a=1"), "{text}");
    assert!(matches!(client::press(&picking, &done, "Give"), PickerStep::Give { .. }));
    let (text, _) = client::shown(client::press(&picking, &done, "Back"));
    assert!(text.contains("a 1, b 3, c 3, d 2, e 3"), "{text}");
}

fn many_things(things: usize, bins: usize) -> Options {
    let items: Vec<Item> = (0..things)
        .map(|n| Item { word: word(&format!("thing-{n}")), class: word("c"), must: true })
        .collect();
    let bins = (0..bins).map(|n| Bin::new(word(&format!("bin-{n}")), 1, 99)).collect();
    let take = items.len();
    options(Node::Sort { arg: "x", sort: Sort { items, bins, take, spread: 0 } })
}

#[test]
fn what_does_not_fit_into_a_component_is_typed() {
    let desk = desk();
    let options = many_things(90, 30);
    let picking = picking(&desk, &options, vec![]);
    let rows = behind_do(&picking);
    assert!(client::selects(&rows).is_empty(), "{rows:#?}");
    let form = modal(client::press(&picking, &rows, "Type it"));
    assert!(matches!(fill(&picking, &form, &["bin-99=rest"]), PickerStep::InputError(_)));
    assert!(matches!(fill(&picking, &form, &["rest"]), PickerStep::InputError(_)));
    for typed in ["bin-3=rest", "do bin-3=rest", " bin-3=rest \n"] {
        match fill(&picking, &form, &[typed]) {
            PickerStep::Give { form, .. } => assert_eq!(options.accept(&form), Ok(())),
            turn => panic!("{typed}: {turn:?}"),
        }
    }
}

#[test]
fn what_is_typed_is_shown_before_it_is_given() {
    let desk = desk();
    let options = many_things(30, 6);
    let picking = picking(&desk, &options, vec![]);
    let form = modal(client::press(&picking, &behind_do(&picking), "Type it"));
    let (_, rows) = client::shown(fill(&picking, &form, &["bin-1=thing-3,thing-4 bin-2=rest"]));
    match client::press(&picking, &rows, "Give") {
        PickerStep::Give { form, .. } => assert_eq!(options.accept(&form), Ok(())),
        turn => panic!("{turn:?}"),
    }
    // Typed against the rules it goes to them: they say why not.
    assert!(matches!(fill(&picking, &form, &["bin-1=thing-3"]), PickerStep::Give { .. }));
    // Nothing but this verb is typed here.
    assert!(matches!(fill(&picking, &form, &["rest"]), PickerStep::InputError(_)));
}

#[test]
fn a_sorting_is_changed_by_hand_bin_after_bin() {
    let desk = desk();
    let options = many_things(30, 40);
    let picking = picking(&desk, &options, vec![]);
    let (_, rows) = client::shown(client::press(&picking, &behind_do(&picking), "By hand"));
    // The bins have pages of their own.
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["The next ones"]));
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["bin-30"]));
    let (_, rows) = client::shown(client::press(&picking, &rows, "More"));
    let (text, rows) =
        client::shown(client::choose(&picking, client::selects(&rows)[1], &["thing-28", "thing-29"]));
    assert!(text.contains("bin-30: thing-28, thing-29") && text.contains("28 are left"), "{text}");
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["The next ones"]));
    let (text, rows) = client::shown(client::press(&picking, &rows, "The rest here"));
    assert!(text.contains("bin-0=") && text.contains("bin-30=thing-28,thing-29"), "{text}");
    let (_, back) = client::shown(client::press(&picking, &rows, "Back"));
    assert_eq!(client::selects(&back).len(), 2, "the sorting is still there");
    assert!(matches!(client::press(&picking, &rows, "Give"), PickerStep::Give { .. }));
}

#[test]
fn a_long_table_and_prompt_leave_less_room_and_do_no_harm() {
    let desk = super::Desk { table: "a-table-with-a-very-long-name-7kq2", ..desk() };
    let options = many_things(60, 16);
    let picking = desk.picking(Lang::Ja, (seat(), u64::MAX), &options, vec![], &sentence);
    let rows = picking.open();
    client::check(&rows);
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["する"]));
    assert!(client::selects(&rows).is_empty(), "there is no room for it");
}
