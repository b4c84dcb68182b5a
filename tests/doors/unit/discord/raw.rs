//! Fields of what Discord sends: only what is asked for must be readable.

use wardroom::door::discord::id::Id;
use wardroom::door::discord::raw::{Field, Fields};

#[test]
fn only_what_is_asked_for_must_be_readable() {
    let text = r#"{"a":{"name":"\ud800","deep":[[[]]],"huge":1e999},"id":"18446744073709551615","n":4294967296.0,
        "s":"7","list":[1,"2",null,{}],"none":null,"flag":true}"#;
    let fields = Fields::of(text).unwrap();
    assert_eq!((fields.field("s").number(), fields.field("n").number()), (Some(7), Some(4_294_967_296)));
    assert_eq!((fields.field("id").id(), fields.field("s").id()), (None, Some(Id(7))));
    assert_eq!(fields.field("a").fields().field("name").text(), None);
    assert_eq!(fields.field("a").fields().field("name").odd().to_string(), "a.name");
    assert!(!fields.field("none").is_there() && fields.field("flag").flag() == Some(true));
    let list = fields.field("list").items().unwrap();
    let values: Vec<Option<String>> = list.iter().map(Field::value).collect();
    assert_eq!(values, [Some("1".to_owned()), Some("2".to_owned()), None, None]);
    assert_eq!(list[3].odd().to_string(), "list[3]");
    assert_eq!(fields.field("s").items().err().map(|odd| odd.to_string()), Some("s".to_owned()));
    assert!(Fields::of("[]").is_none() && Fields::of("{").is_none());
}
