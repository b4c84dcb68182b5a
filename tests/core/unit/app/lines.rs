//! The list that a typed line belongs to.

use std::time::{Duration, Instant};

use wardroom::app::lines::Typing;

#[test]
fn a_line_belongs_to_the_list_that_stood_there_at_its_first_key() {
    let (typing, start) = (Typing::default(), Instant::now());
    let at = |millis| start + Duration::from_millis(millis);
    typing.listed(1);
    typing.prompt(at(0));
    typing.key("", at(0));
    typing.key("d", at(1000));
    // Somebody else acts, and what is typed is shown again below a new list.
    typing.listed(2);
    assert_eq!(typing.half_typed().as_deref(), Some("d"));
    typing.key("do", at(1200));
    typing.enter();
    assert_eq!((typing.list_of_line(), typing.half_typed()), (1, None));
    // Who empties the line begins anew.
    typing.prompt(at(2000));
    typing.key("1", at(3000));
    typing.listed(3);
    typing.key("", at(4000));
    typing.key("2", at(5000));
    typing.enter();
    assert_eq!(typing.list_of_line(), 3);
}

#[test]
fn lines_typed_ahead_belong_to_the_list_that_stood_there_when_they_were_typed() {
    let (typing, start) = (Typing::default(), Instant::now());
    typing.listed(1);
    typing.prompt(start);
    typing.key("1", start + Duration::from_secs(1));
    typing.enter();
    assert_eq!(typing.list_of_line(), 1);
    for list in 2..4 {
        typing.listed(list);
        let prompted = start + Duration::from_secs(list);
        typing.prompt(prompted);
        typing.key("1", prompted + Duration::from_millis(3));
        typing.enter();
        assert_eq!(typing.list_of_line(), 1, "all were typed below the first");
    }
    typing.prompt(start + Duration::from_secs(9));
    typing.key("1", start + Duration::from_secs(10));
    assert_eq!(typing.list_of_line(), 3);
}
