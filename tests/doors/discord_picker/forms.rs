//! A whole order in one form: what it offers, what comes of it, and what is kept where a part of it is missing.

use std::collections::BTreeMap;
use std::sync::Arc;

use wardroom::door::discord::outbound::message::{FormInput, Modal};
use wardroom::door::discord::outbound::message::{Row, SelectOption};
use wardroom::door::discord::picker::ticket::TicketAction;
use wardroom::door::discord::picker::{PickerStep, Picking};
use wardroom::game::{Lines, Node, Options, OrderForm, Walk, Word};

use super::client::{self, Touch};
use super::small::{picking, sailing, several, word};

fn form(picking: &Picking<'_>, label: &str) -> Modal {
    match client::press(picking, &picking.open(), label) {
        PickerStep::Fill(modal) => modal,
        step => panic!("{step:?}"),
    }
}

fn options(input: &FormInput) -> &[SelectOption] {
    match input {
        FormInput::Text(_) => &[],
        FormInput::Radio(options) => options,
        FormInput::Checks(choices) | FormInput::Menu(choices) => &choices.options,
    }
}

/// The values of these choices, each by its field's label and the beginning of its own.
fn values(modal: &Modal, chosen: &[(&str, &str)]) -> Vec<(String, String)> {
    let value = |(label, option): &(&str, &str)| {
        let found = modal.fields.iter().filter(|field| field.label == *label).find_map(|field| {
            let option = options(&field.input).iter().find(|it| it.label.starts_with(option))?;
            Some((field.custom_id.clone(), option.value.clone()))
        });
        found.unwrap_or_else(|| panic!("no {label}: {option} in {modal:#?}"))
    };
    chosen.iter().map(value).collect()
}

fn fill(picking: &Picking<'_>, modal: &Modal, chosen: &[(&str, &str)]) -> PickerStep {
    let fields = values(modal, chosen);
    client::touch(picking, &Touch::Filled { custom_id: modal.custom_id.clone(), fields })
}

#[test]
fn ships_speed_and_goal_are_one_form_and_places_come_by_the_speed_that_they_take() {
    let (desk, options_) = (several(), sailing());
    let picking = picking(&desk, &options_, vec![]);
    let modal = form(&picking, "Form: sail");
    let labels: Vec<&str> = modal.fields.iter().map(|field| &*field.label).collect();
    assert_eq!(labels, ["ship", "speed", "Where to?"]);
    assert!(
        matches!(modal.fields[0].input, FormInput::Checks(_))
            && matches!(modal.fields[1].input, FormInput::Radio(_))
    );
    let goals: Vec<&str> = options(&modal.fields[2].input).iter().map(|option| &*option.label).collect();
    assert_eq!(goals, ["c", "b", "d", "a", "e"], "those that the lowest speed reaches, the farthest first");
    let dear = &options(&modal.fields[2].input)[4];
    assert!(dear.description.starts_with("fast 4 "), "{dear:?}");
    let ships = [("ship", "one"), ("ship", "two"), ("speed", "fast"), ("Where to?", "e")];
    let line = "sail speed=fast path=b,c,d,e ship=one,two".to_owned();
    assert_eq!(fill(&picking, &modal, &ships), PickerStep::Line(line));
    let one = OrderForm::new(word("sail")).with("ship", word("two")).with("speed", word("slow"));
    let one = one.with("path", vec![word("b"), word("c")]);
    let given = fill(&picking, &modal, &[("ship", "two"), ("speed", "Slowly"), ("Where to?", "c")]);
    assert_eq!(given, PickerStep::Give { form: one, anyway: false }, "nothing is asked once more");
    let apart =
        fill(&picking, &modal, &[("ship", "one"), ("ship", "three"), ("speed", "fast"), ("Where to?", "c")]);
    assert!(matches!(apart, PickerStep::InputError(_)), "{apart:?}");
    // A verb with one thing to choose has a menu and no form.
    assert!(!client::buttons(&picking.open()).iter().any(|(label, _)| label.contains("load")));
}

#[test]
fn what_a_form_says_is_kept_where_a_part_is_missing_or_does_not_fit() {
    let (desk, options_) = (several(), sailing());
    let picking = picking(&desk, &options_, vec![]);
    let modal = form(&picking, "Form: sail");
    let menu = |step: PickerStep| {
        let (text, rows) = client::shown(step);
        let labels: Vec<String> =
            client::selects(&rows)[0].options.iter().map(|option| option.label.clone()).collect();
        (text, labels)
    };
    // Slow ships do not get there: the places that they reach are asked for.
    let (text, places) =
        menu(fill(&picking, &modal, &[("ship", "one"), ("speed", "Slowly"), ("Where to?", "e")]));
    assert!(text.contains("ship: one") && text.contains("speed: Slowly."), "{text}");
    assert_eq!(places, ["b", "c"]);
    let (text, places) = menu(fill(&picking, &modal, &[("ship", "one"), ("speed", "fast")]));
    assert!(text.contains("speed: fast") && places.len() == 4, "{text}");
    let (_, speeds) = menu(fill(&picking, &modal, &[("ship", "one"), ("Where to?", "c")]));
    assert_eq!(speeds, ["Slowly.", "fast"]);
    assert_eq!(menu(fill(&picking, &modal, &[])).1, ["one", "two", "three"]);
    // Values that the form did not offer.
    let strange = |fields: &[(&str, &str)]| {
        let fields = fields.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        client::touch(&picking, &Touch::Filled { custom_id: modal.custom_id.clone(), fields })
    };
    for bad in ["99", "-1", "x", ""] {
        assert_eq!(menu(strange(&[("0", bad), ("1", "0"), ("2.0", "0")])).1.len(), 3, "{bad:?}");
        assert_eq!(menu(strange(&[("0", "0"), ("1", bad), ("2.0", "0")])).1.len(), 2, "{bad:?}");
    }
    assert_eq!(menu(strange(&[("0", "0"), ("1", "0"), ("1", "1"), ("2.0", "0")])).1.len(), 2, "two speeds");
}

/// A form of which a part could not be read gives no order: it is shown first.
#[test]
fn a_form_that_is_not_whole_gives_nothing_by_itself() {
    let (desk, options_) = (several(), sailing());
    let picking = picking(&desk, &options_, vec![]);
    let modal = form(&picking, "Form: sail");
    let TicketAction::Pick(pick) = desk.tickets.read(&modal.custom_id).unwrap().act else { panic!() };
    let fields = values(&modal, &[("ship", "one"), ("ship", "two"), ("speed", "fast"), ("Where to?", "e")]);
    let (text, rows) = client::shown(picking.filled(&pick, &fields, false));
    assert!(text.contains("ship: one, two") && text.contains("path: b, c, d, e"), "{text}");
    let line = "sail speed=fast path=b,c,d,e ship=one,two".to_owned();
    assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Line(line));
    // Where no form opens, the first menu of the order takes its place.
    let instead = modal.otherwise.unwrap();
    assert!(matches!(&instead.rows[..], [Row::Select(menu), _] if menu.options.len() == 3), "{instead:?}");
}

#[test]
fn more_places_than_a_menu_has_come_in_two() {
    let place = |n: usize| word(&format!("p{n:02}"));
    let mut lines: Lines = BTreeMap::new();
    for n in 0..40 {
        lines.entry(place(n)).or_default().push(place(n + 1));
        lines.entry(place(n + 1)).or_default().push(place(n));
    }
    let lines = Arc::new(lines);
    let walk = |most| Node::Walk {
        arg: "path",
        walk: Walk {
            lines: lines.clone(),
            from: place(0),
            most,
            stops: Arc::default(),
            stops_now: vec![],
            barred: vec![],
        },
    };
    let speeds = Node::choice("speed", [(word("slow"), walk(20)), (word("fast"), walk(40))]);
    let options_ = Options { verbs: vec![(word("sail"), speeds)] };
    let desk = several();
    let picking = picking(&desk, &options_, vec![]);
    let modal = form(&picking, "Form: sail");
    let counts: Vec<usize> = modal.fields.iter().map(|field| options(&field.input).len()).collect();
    assert_eq!(counts, [2, 25, 15]);
    let walked = |step: PickerStep| match step {
        PickerStep::Give { form, .. } => form.words("path").unwrap().last().copied(),
        _ => None,
    };
    let slow = fill(&picking, &modal, &[("speed", "Slowly"), ("Where to?", "p20")]);
    assert_eq!(walked(slow), Some(place(20)));
    let fast = fill(&picking, &modal, &[("speed", "fast"), ("Where to? More places", "p21")]);
    assert_eq!(walked(fast), Some(Word::literal("p21")));
    let both =
        fill(&picking, &modal, &[("speed", "fast"), ("Where to?", "p20"), ("Where to? More places", "p21")]);
    assert!(matches!(both, PickerStep::Show { .. }), "which of the two? {both:?}");
}
