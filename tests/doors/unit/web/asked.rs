//! The query of a page and the language wanted.

use wardroom::door::html::wanted;
use wardroom::door::web::asked::Query;
use wardroom::words::Lang;

#[test]
fn a_query_is_read_as_far_as_it_is_understood() {
    let all = Query { lang: Some(Lang::Ja), day: Some(3), picture: 1, dark: true };
    assert_eq!(Query::read("lang=ja&day=3&picture=2&theme=dark"), all);
    for text in [
        "",
        "lang",
        "lang=fr&day=0&theme=&picture=0",
        "day=-1&picture=x",
        "day=99999999999999999999",
        "%FF=%00&&=&a",
    ] {
        assert_eq!(Query::read(text), Query::default(), "{text}");
    }
}

#[test]
fn the_language_wanted_most_is_taken() {
    for (header, lang) in [
        ("ja", Some(Lang::Ja)),
        ("ja-JP,en;q=0.8", Some(Lang::Ja)),
        ("fr-CH, fr;q=0.9, en;q=0.8, ja;q=0.85", Some(Lang::Ja)),
        ("en;q=0.001, ja;q=0", Some(Lang::En)),
        ("EN-gb", Some(Lang::En)),
        ("de, *;q=0.5", None),
        ("", None),
        ("ja;q=2, en;q=x", None),
    ] {
        assert_eq!(wanted(header), lang, "{header}");
    }
}
