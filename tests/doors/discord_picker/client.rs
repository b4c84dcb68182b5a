//! A client: it clicks on what is shown and on nothing else, and checks that Discord would have taken it.

use std::collections::BTreeSet;

use wardroom::door::discord::limits;
use wardroom::door::discord::outbound::message::{Button, Row, Select, SelectOption};
use wardroom::door::discord::outbound::message::{FormChoices, FormField, FormInput, Modal};
use wardroom::door::discord::picker::ticket::{TicketAction, Tickets};
use wardroom::door::discord::picker::{Pick, PickerStep, Picking};
use wardroom::game::OrderForm;

use crate::common::Luck;

/// A click, or a form that was filled in.
#[derive(Clone, Debug)]
pub enum Touch {
    Click { custom_id: String, values: Vec<String> },
    Filled { custom_id: String, fields: Vec<(String, String)> },
}

/// The most clicks an order may take by chance.
const CLICKS: usize = 400;

fn pick(tickets: &Tickets, custom_id: &str) -> Pick {
    match tickets.read(custom_id).unwrap_or_else(|error| panic!("{custom_id}: {error}")).act {
        TicketAction::Pick(pick) => pick,
        act => panic!("{act:?}"),
    }
}

/// What a touch leads to.
pub fn touch(picking: &Picking<'_>, touch: &Touch) -> PickerStep {
    let turn = match touch {
        Touch::Click { custom_id, values } => picking.click(&pick(picking.tickets, custom_id), values),
        Touch::Filled { custom_id, fields } => {
            picking.filled(&pick(picking.tickets, custom_id), fields, true)
        }
    };
    match &turn {
        PickerStep::Show { text, rows } => {
            assert!(!text.trim().is_empty(), "{touch:?} shows nothing");
            said(text);
            assert!(text.chars().count() <= limits::CONTENT, "{}", text.chars().count());
            check(rows);
        }
        PickerStep::Fill(modal) => check_modal(modal),
        PickerStep::InputError(text) => said(text),
        PickerStep::Give { .. } | PickerStep::Line(_) | PickerStep::Changed => {}
    }
    turn
}

fn said(text: &str) {
    assert!(!text.contains("pick-") && !text.contains("{$"), "{text}");
}

fn within(text: &str, most: usize, what: &str) {
    let length = text.chars().count();
    assert!((1..=most).contains(&length), "{what} of {length}: {text:?}");
    said(text);
}

/// Whether Discord would take these components.
pub fn check(rows: &[Row]) {
    assert!(rows.len() <= limits::ROWS, "{} rows", rows.len());
    let mut ids = BTreeSet::new();
    for row in rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=limits::BUTTONS_A_ROW).contains(&buttons.len()), "{buttons:?}");
                for Button { label, custom_id, .. } in buttons {
                    within(label, limits::BUTTON_LABEL, "label");
                    within(custom_id, limits::CUSTOM_ID, "custom_id");
                    assert!(ids.insert(custom_id.clone()), "twice: {label}: {custom_id}: {rows:#?}");
                }
            }
            Row::Select(select) => {
                check_select(select);
                assert!(ids.insert(select.custom_id.clone()), "twice: {}", select.custom_id);
            }
        }
    }
}

fn check_select(select: &Select) {
    within(&select.custom_id, limits::CUSTOM_ID, "custom_id");
    within(&select.placeholder, limits::PLACEHOLDER, "placeholder");
    let count = select.options.len();
    assert!((1..=limits::SELECT_OPTIONS).contains(&count), "{select:?}");
    assert!(select.least <= select.most && (1..=count).contains(&select.most), "{select:?}");
    let marked = select.options.iter().filter(|option| option.chosen).count();
    assert!(marked == 0 || (select.least..=select.most).contains(&marked), "{select:?}");
    let values: BTreeSet<&String> = select.options.iter().map(|option| &option.value).collect();
    assert_eq!(values.len(), count, "values are there twice: {select:?}");
    for option in &select.options {
        within(&option.label, limits::SELECT_TEXT, "label");
        within(&option.value, limits::SELECT_TEXT, "value");
        if !option.description.is_empty() {
            within(&option.description, limits::SELECT_TEXT, "description");
        }
    }
}

fn check_modal(modal: &Modal) {
    within(&modal.custom_id, limits::CUSTOM_ID, "custom_id");
    within(&modal.title, limits::MODAL_TITLE, "title");
    assert!((1..=limits::MODAL_FIELDS).contains(&modal.fields.len()), "{modal:?}");
    for field in &modal.fields {
        within(&field.label, limits::FIELD_LABEL, "label");
        within(&field.custom_id, limits::CUSTOM_ID, "custom_id");
        assert!(field.description.chars().count() <= limits::FIELD_DESCRIPTION, "{field:?}");
        said(&field.description);
        match &field.input {
            FormInput::Text(input) => {
                assert!(input.placeholder.chars().count() <= limits::FIELD_PLACEHOLDER, "{field:?}");
                said(&input.placeholder);
            }
            FormInput::Radio(options) => check_options(options, (2, limits::GROUP_OPTIONS), (0, 1)),
            FormInput::Checks(FormChoices { least, most, options }) => {
                check_options(options, (1, limits::GROUP_OPTIONS), (*least, *most));
            }
            FormInput::Menu(FormChoices { least, most, options }) => {
                check_options(options, (1, limits::SELECT_OPTIONS), (*least, *most));
            }
        }
    }
    if let Some(otherwise) = &modal.otherwise {
        assert!(!otherwise.text.trim().is_empty(), "{modal:?}");
        check(&otherwise.rows);
    }
}

/// True if Discord would take these options of a form's field, of which so many may be chosen.
fn check_options(options: &[SelectOption], (fewest, limit): (usize, usize), (least, most): (usize, usize)) {
    let count = options.len();
    assert!((fewest..=limit).contains(&count) && least <= most && (1..=count).contains(&most), "{options:?}");
    let marked = options.iter().filter(|option| option.chosen).count();
    assert!(marked == 0 || (least..=most).contains(&marked), "{options:?}");
    let values: BTreeSet<&String> = options.iter().map(|option| &option.value).collect();
    assert_eq!(values.len(), count, "values are there twice: {options:?}");
    for option in options {
        within(&option.label, limits::SELECT_TEXT, "label");
        within(&option.value, limits::SELECT_TEXT, "value");
        assert!(option.description.chars().count() <= limits::SELECT_TEXT, "{option:?}");
        said(&option.description);
    }
}

/// A touch by chance: a button, values within the bounds of a menu, numbers and words in a form.
pub fn by_chance(rows: &[Row], luck: &mut Luck) -> Touch {
    match luck.one_of(rows).expect("something to click") {
        Row::Buttons(buttons) => {
            let custom_id = luck.one_of(buttons).unwrap().custom_id.clone();
            Touch::Click { custom_id, values: vec![] }
        }
        Row::Select(select) => {
            let span = (select.most - select.least) as u32;
            let count = select.least + luck.below(span + 1) as usize;
            let mut values: Vec<String> = select.options.iter().map(|option| option.value.clone()).collect();
            luck.shuffle(&mut values);
            values.truncate(count);
            Touch::Click { custom_id: select.custom_id.clone(), values }
        }
    }
}

/// A form filled in by chance; `typed` is what the player could type there.
pub fn fill_by_chance(modal: &Modal, typed: &[String], luck: &mut Luck) -> Touch {
    let fields = modal.fields.iter().flat_map(|field| {
        let values = values_by_chance(field, typed, luck);
        values.into_iter().map(|value| (field.custom_id.clone(), value))
    });
    Touch::Filled { custom_id: modal.custom_id.clone(), fields: fields.collect() }
}

fn values_by_chance(field: &FormField, typed: &[String], luck: &mut Luck) -> Vec<String> {
    let (least, most, options) = match &field.input {
        FormInput::Text(input) if input.long => return vec![luck.one_of(typed).cloned().unwrap_or_default()],
        FormInput::Text(_) => {
            let numbers = ["", "0", "1", "2", "３", "4", "x", "-1", "999"];
            return vec![numbers[luck.below(9) as usize].to_owned()];
        }
        FormInput::Radio(options) => (1, 1, options),
        FormInput::Checks(choices) | FormInput::Menu(choices) => {
            (choices.least, choices.most, &choices.options)
        }
    };
    let count = least + luck.below((most - least) as u32 + 1) as usize;
    let mut values: Vec<String> = options.iter().map(|option| option.value.clone()).collect();
    luck.shuffle(&mut values);
    values.truncate(count);
    values
}

/// What a player met on the way to an order.
#[derive(Debug, Default)]
pub struct Met {
    pub touches: usize,
    pub slips: usize,
    pub modals: usize,
    pub orders: usize,
    /// Lines of several orders among them.
    pub lines: usize,
    /// The longest `custom_id`.
    pub longest: usize,
}

/// What a player gives in the end.
#[derive(Clone, Debug)]
pub enum Given {
    Order(OrderForm),
    Line(String),
}

/// Touches by chance until an order is given, or several.
pub fn play(picking: &Picking<'_>, typed: &[String], luck: &mut Luck, met: &mut Met) -> Given {
    let mut rows = picking.open();
    check(&rows);
    let mut last = None;
    for _ in 0..CLICKS {
        met.touches += 1;
        met.longest = met.longest.max(longest(&rows));
        let mut touched = by_chance(&rows, luck);
        let mut turn = touch(picking, &touched);
        if let PickerStep::Fill(modal) = &turn {
            met.modals += 1;
            touched = fill_by_chance(modal, typed, luck);
            turn = touch(picking, &touched);
        }
        match turn {
            PickerStep::Show { rows: next, .. } => rows = next,
            PickerStep::Give { form, .. } => return Given::Order(form),
            PickerStep::Line(line) => return Given::Line(line),
            PickerStep::InputError(_) => met.slips += 1,
            turn => panic!("{touched:?} led to {turn:?}"),
        }
        last = Some(touched);
    }
    panic!("no order after {CLICKS} clicks, the last {last:?}: {rows:#?}")
}

pub fn longest(rows: &[Row]) -> usize {
    let of = |row: &Row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.custom_id.len()).max(),
        Row::Select(select) => Some(select.custom_id.len()),
    };
    rows.iter().filter_map(of).max().unwrap_or(0)
}

/// The labels of the buttons.
pub fn buttons(rows: &[Row]) -> Vec<(String, String)> {
    let of = |row: &Row| match row {
        Row::Buttons(buttons) => {
            buttons.iter().map(|button| (button.label.clone(), button.custom_id.clone())).collect()
        }
        Row::Select(_) => vec![],
    };
    rows.iter().flat_map(of).collect()
}

/// The menus.
pub fn selects(rows: &[Row]) -> Vec<&Select> {
    let of = |row: &'_ Row| matches!(row, Row::Select(_));
    rows.iter()
        .filter(|row| of(row))
        .map(|row| match row {
            Row::Select(select) => select,
            Row::Buttons(_) => unreachable!(),
        })
        .collect()
}

/// What is shown.
pub fn shown(turn: PickerStep) -> (String, Vec<Row>) {
    match turn {
        PickerStep::Show { text, rows } => (text, rows),
        turn => panic!("{turn:?}"),
    }
}

/// Clicks the button of this label.
pub fn press(picking: &Picking<'_>, rows: &[Row], label: &str) -> PickerStep {
    let all = buttons(rows);
    let (_, custom_id) = all.iter().find(|(has, _)| has.starts_with(label)).unwrap_or_else(|| {
        panic!("no button {label} among {all:?}");
    });
    touch(picking, &Touch::Click { custom_id: custom_id.clone(), values: vec![] })
}

/// Chooses the lines of these labels in a menu.
pub fn choose(picking: &Picking<'_>, select: &Select, labels: &[&str]) -> PickerStep {
    let value = |label: &&str| {
        let option = select.options.iter().find(|option| option.label.starts_with(label));
        option.unwrap_or_else(|| panic!("no {label} in {select:#?}")).value.clone()
    };
    let values = labels.iter().map(value).collect();
    touch(picking, &Touch::Click { custom_id: select.custom_id.clone(), values })
}
