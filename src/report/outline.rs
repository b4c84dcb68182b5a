//! Sortings as examples: things of a class together, so that they are short to type.

use crate::game::{Arg, Item, OrderForm, Sort, Sorted, Word};

/// The things of a sorting by class, in the order of first occurrence; those that must be sorted come first.
pub fn in_order(sort: &Sort) -> Vec<Item> {
    let mut classes: Vec<Word> = Vec::new();
    for item in &sort.items {
        if !classes.contains(&item.class) {
            classes.push(item.class);
        }
    }
    let of = |class: Word| sort.items.iter().copied().filter(move |item| item.class == class);
    let mut items: Vec<Item> = classes.into_iter().flat_map(of).collect();
    // A stable sort, which leaves the classes in their order.
    items.sort_by_key(|item| !item.must);
    items
}

/// The same order with as many things in each bin, but those of a class together; unchanged if that is not legal.
pub fn by_class(form: OrderForm, arg: &'static str, sort: &Sort) -> OrderForm {
    let Some(sorted) = form.sorted(arg) else { return form };
    let mut items = in_order(sort).into_iter().map(|item| item.word);
    let together: Sorted =
        sorted.iter().map(|(bin, things)| (*bin, items.by_ref().take(things.len()).collect())).collect();
    match sort.accepts(&together) {
        true => form.with(arg, Arg::Sorted(together)),
        false => form,
    }
}
