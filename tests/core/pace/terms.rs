//! Terms as they are typed: parts in any order, and what is not named stays as it is.

use wardroom::pace::{Hours, Overdue, Pace, PaceError, Terms, Zone, suggest};
use wardroom::words::Lang;

fn each(hours: u16) -> Pace {
    Pace::Each(Hours::new(hours).unwrap())
}

fn typed(before: &Terms, typed: &str) -> Terms {
    before.changed(typed, None).unwrap_or_else(|error| panic!("{typed}: {error}"))
}

#[test]
fn parts_come_in_any_order_and_both_languages() {
    let berlin = Zone::typed("Berlin").ok();
    let all = Terms {
        big: each(48),
        small: each(12),
        weekends_off: berlin,
        grace_hours: Hours::new(6).unwrap(),
        overdue: Overdue::Claim,
        absence_days: 14,
        stops: 3,
    };
    for text in [
        "2d small 12h weekends off Europe/Berlin grace 6h overdue claim absence 14 stops 3",
        "absence 14 stops 3 overdue claim grace 6h weekends off Berlin small 12h pace 2d",
        "Small 12h BIG 2d Weekends OFF berlin Grace 6h Overdue Claim Absence 14 STOPS 3",
        "2日 小さな決定 12時間 週末 除く Europe/Berlin 猶予 6時間 時間切れ 宣言 不在 14日 緊急停止 3回",
        "ペース　２日　小　１２時間　週末　休み　Berlin　猶予　６時間　時間切れ　宣言　不在　１４　緊急停止　３",
    ] {
        assert_eq!(typed(&Terms::default(), text), all, "{text}");
    }
}

#[test]
fn what_is_not_named_stays_as_it_is() {
    let one = typed(&Terms::default(), "2d");
    assert_eq!((&one.big, &one.small), (&each(48), &each(48)), "one pace is for all decisions");
    let two = typed(&one, "small 12h");
    assert_eq!((&two.big, &two.small), (&each(48), &each(12)));
    let three = typed(&two, "3d grace none");
    assert_eq!((&three.big, &three.small), (&each(72), &each(12)), "that of small ones has its own word");
    assert_eq!(three.grace_hours.count(), 0);
    assert_eq!(typed(&three, "none"), Terms { big: Pace::None, small: Pace::None, ..three.clone() });
    assert_eq!(typed(&three, "absence 0"), Terms { absence_days: 0, ..three.clone() });
    assert_eq!(typed(&three, "overdue substitute").overdue, Overdue::Substitute);
    for (said, overdue) in [
        ("overdue computer", Overdue::Lieutenant),
        ("overdue captain", Overdue::Captain),
        ("時間切れ コンピューター", Overdue::Lieutenant),
        ("時間切れ 候補生", Overdue::Midshipman),
        ("overdue standing-orders", Overdue::StandingOrders),
        ("時間切れ 予約命令", Overdue::StandingOrders),
    ] {
        assert_eq!(typed(&three, said).overdue, overdue, "{said}");
    }
    let off = three.changed("weekends off", Zone::typed("Tokyo").ok().as_ref()).unwrap();
    assert_eq!(off.weekends_off, Zone::typed("Tokyo").ok(), "in the zone of who types, where none is named");
    assert_eq!(typed(&off, "weekends count").weekends_off, None);
    assert_eq!(typed(&off, "  "), off);
}

#[test]
fn what_is_no_part_is_told_apart() {
    let wrong = |typed: &str| Terms::default().changed(typed, None).unwrap_err();
    assert!(matches!(wrong("soon"), PaceError::NoPace { .. }));
    assert!(matches!(wrong("2d small"), PaceError::NoPace { .. }));
    assert!(matches!(wrong("2d grace long"), PaceError::NoWholeHours { .. }));
    assert!(matches!(wrong("0h"), PaceError::Zero));
    assert!(matches!(wrong("365d"), PaceError::TooLong { .. }));
    assert!(matches!(wrong("weekends off"), PaceError::NoZone { .. }));
    assert!(matches!(wrong("weekends off Narnia"), PaceError::NoSuchZone { .. }));
    assert!(matches!(wrong("weekends"), PaceError::NoWeekends { .. }));
    assert!(matches!(wrong("overdue"), PaceError::NoOverdue { .. }));
    assert!(matches!(wrong("absence 367"), PaceError::NoAbsence { .. }));
    assert!(matches!(wrong("absence -1"), PaceError::NoAbsence { .. }));
    assert!(matches!(wrong("Sun 20:00 Tokyo weekends off Tokyo"), PaceError::NeverDue { .. }));
}

/// Every part of terms is suggested, in both languages; none is lost among so many.
#[test]
fn the_emergency_stops_of_terms_are_suggested() {
    for (lang, part) in [(Lang::En, "stops"), (Lang::Ja, "緊急停止")] {
        let first = suggest::terms("", &Terms::default(), None, lang);
        assert!(first.contains(&format!("{part} 3")), "{first:?}");
        let of_it = suggest::terms(part, &Terms::default(), None, lang);
        assert_eq!(of_it, [format!("{part} 3"), format!("{part} 1")]);
    }
}
