//! Free text in an order.

use wardroom::game::{Arg, Node, OrderForm, Word};

#[test]
fn a_text_has_something_to_read_and_nothing_that_steers_what_prints_it() {
    let node = Node::Text { arg: "text", most: 40 };
    let accepts = |text: &str| {
        node.accepts(&OrderForm::new(Word::literal("say")).with("text", Arg::Text(text.to_owned())))
    };
    for good in ["coal at Messina, noon", "石炭を頼む。", "a", "\"quoted\"; = *", &"x".repeat(40)] {
        assert!(accepts(good), "{good}");
    }
    for bad in ["", "  ", "two\nlines", "bell\u{7}", "turned\u{202e}", "next\u{2028}line", &"x".repeat(41)] {
        assert!(!accepts(bad), "{bad:?}");
    }
}
