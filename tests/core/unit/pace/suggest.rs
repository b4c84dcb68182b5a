//! Suggestions while a pace, a time or a zone is typed.

use chrono::DateTime;
use wardroom::book::MOST_SUGGESTED;
use wardroom::pace::suggest::{froms, ladders, quiets, terms, untils, zones};
use wardroom::pace::{Ladder, Quiet, Terms, Zone, when};
use wardroom::words::Lang;

/// Everything that is suggested from nothing, and from every beginning of it, is right as it is typed.
fn all(suggest: &dyn Fn(&str) -> Vec<String>, is_right: &dyn Fn(&str) -> bool) {
    let first = suggest("");
    assert!((2..=MOST_SUGGESTED).contains(&first.len()), "{first:?}");
    for text in &first {
        for (end, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let found = suggest(&text[..end]);
            assert!(!found.is_empty() && found.len() <= MOST_SUGGESTED, "{}", &text[..end]);
            assert!(found.iter().all(|text| is_right(text)), "{} {found:?}", &text[..end]);
        }
        assert_eq!(suggest(text).first(), Some(text), "what is right stays");
    }
    assert!(!suggest("zzz").is_empty(), "what leads nowhere shows what does");
}

#[test]
fn what_is_suggested_is_read_in_both_languages() {
    let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    let berlin = Zone::typed("Europe/Berlin").unwrap();
    for &lang in Lang::ALL {
        for home in [None, Some(&berlin)] {
            let terms_now = Terms::default();
            all(&|typed| terms(typed, &terms_now, home, lang), &|text| terms_now.changed(text, home).is_ok());
            all(&|typed| quiets(typed, home, lang), &|text| Quiet::parse(text, home).is_ok());
        }
        all(&|typed| untils(typed, now, &berlin, lang), &|text| when::until(text, now, &berlin).is_ok());
        all(&|typed| froms(typed, now, &berlin, lang), &|text| {
            when::span(&format!("{text} to 30d"), now, &berlin).is_ok()
                || when::span(&format!("{text} to 2027-12-31"), now, &berlin).is_ok()
        });
        all(&|typed| ladders(typed, lang), &|text| Ladder::parse(text).is_ok());
    }
    all(&zones, &|text| Zone::typed(text).is_ok());
}

#[test]
fn what_is_typed_is_gone_on_from() {
    let now = Terms::default();
    let found = terms("2d small ", &now, None, Lang::En);
    assert!(found.iter().all(|text| text.starts_with("2d small ")) && found.len() > 1, "{found:?}");
    let found = terms("12h 2d", &now, None, Lang::En);
    assert!(!found.iter().any(|text| text == "12h 2d"), "{found:?}");
    assert!(terms("2d ov", &now, None, Lang::En).contains(&"2d overdue claim".to_owned()));
    assert!(terms("2日 時間切れ", &now, None, Lang::Ja).contains(&"2日 時間切れ 宣言".to_owned()));
    assert_eq!(ladders("1d, 6h b", Lang::En), ["1d, 6h before"]);
    assert_eq!(zones("berl"), ["Europe/Berlin"]);
    assert_eq!(zones("東京").first().map(String::as_str), Some("Asia/Tokyo"));
}
