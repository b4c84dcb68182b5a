//! When a player is reminded: by hand, and laws by random ladders and nights.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use proptest::prelude::*;
use wardroom::pace::reminder::{LAST_CALL, MOST_QUIET};
use wardroom::pace::{Hours, Ladder, LadderStep, Quiet, Rung, Zone, rungs};

use super::{ZONES, utc, zone};

/// The reminders of a decision: the number of each step, from 1, and when it comes.
fn reminded(ladder: &str, asked: &str, deadline: &str, quiet: &str) -> Vec<(usize, String)> {
    let deadline = (!deadline.is_empty()).then(|| utc(deadline));
    let quiet = Quiet::parse(quiet, None).unwrap();
    let home = quiet.as_ref().map_or(Zone::UTC, |quiet| quiet.zone.clone());
    let rungs = rungs(&Ladder::parse(ladder).unwrap(), utc(asked), deadline, quiet.as_ref(), &home);
    rungs.iter().map(|rung| (rung.step + 1, rung.at.format("%d %H:%M").to_string())).collect()
}

fn at(rungs: &[(usize, &str)]) -> Vec<(usize, String)> {
    rungs.iter().map(|(step, at)| (*step, (*at).to_owned())).collect()
}

#[test]
fn steps_go_by_the_question_or_the_deadline() {
    let ladder = "1d, 3d, 6h before";
    let asked = "2026-03-01 12:00";
    assert_eq!(
        reminded(ladder, asked, "2026-03-06 12:00", "none"),
        at(&[(1, "02 12:00"), (2, "04 12:00"), (3, "06 06:00")])
    );
    // Without a deadline there is no time before it; a day later the second step is too late.
    assert_eq!(reminded(ladder, asked, "", "none"), at(&[(1, "02 12:00"), (2, "04 12:00")]));
    assert_eq!(reminded(ladder, asked, "2026-03-03 18:00", "none"), at(&[(1, "02 12:00"), (3, "03 12:00")]));
    // At the deadline is too late, and at the question too early.
    assert_eq!(reminded(ladder, asked, "2026-03-02 12:00", "none"), at(&[(3, "02 06:00")]));
    assert_eq!(reminded(ladder, asked, "2026-03-01 18:00", "none"), at(&[]));
    // The steps keep their numbers in whatever order they come.
    assert_eq!(
        reminded("6h before, 1d", asked, "2026-03-06 12:00", "none"),
        at(&[(2, "02 12:00"), (1, "06 06:00")])
    );
    assert_eq!(reminded("none", asked, "2026-03-06 12:00", "none"), at(&[]));
    // Two for one moment are one.
    assert_eq!(reminded("1d, 6h before", asked, "2026-03-02 18:00", "none").len(), 1);
}

#[test]
fn what_falls_into_quiet_hours_waits_and_the_last_comes_before_them() {
    let night = "22:00-08:00 UTC";
    let due = |ladder: &str, deadline: &str| reminded(ladder, "2026-03-01 12:00", deadline, night);
    assert_eq!(due("13h", ""), at(&[(1, "02 08:00")]));
    // The end of quiet hours is not of them, and their begin is.
    assert_eq!(due("10h, 20h", ""), at(&[(2, "02 08:00")]));
    assert_eq!(due("13h", "2026-03-02 09:00"), at(&[(1, "02 08:00")]));
    assert_eq!(due("13h", "2026-03-02 08:59"), at(&[(1, "01 21:00")]));
    assert_eq!(due("13h", "2026-03-02 04:00"), at(&[(1, "01 21:00")]));
    // Several that are brought forward are one; one that comes after the quiet hours comes as well.
    assert_eq!(due("13h, 20h", "2026-03-02 08:30"), at(&[(1, "01 21:00"), (2, "02 08:00")]));
    assert_eq!(due("3h before, 1h before", "2026-03-02 04:00"), at(&[(2, "01 21:00")]));
    assert_eq!(due("9h, 1h before", "2026-03-02 04:00"), at(&[(2, "01 21:00")]));
    // Two that wait for one morning are one.
    assert_eq!(due("11h, 13h, 1d", "2026-03-05 00:00"), at(&[(2, "02 08:00"), (3, "02 12:00")]));
    // Whoever was asked within the hour before the quiet hours, or in them, has just been told.
    let late = |asked: &str| reminded("1h before", asked, "2026-03-02 07:00", night);
    assert_eq!(late("2026-03-01 20:59"), at(&[(1, "01 21:00")]));
    assert_eq!(late("2026-03-01 21:00"), at(&[]));
    assert_eq!(late("2026-03-01 23:00"), at(&[]));
}

#[test]
fn what_can_wait_waits_for_the_digest() {
    let asked = "2026-03-01 12:00";
    let told = |ladder: &str, deadline: &str, quiet: &str| reminded(ladder, asked, deadline, quiet);
    assert_eq!(told("1d, 3d, digest 20:00", "", "none"), at(&[(1, "02 20:00"), (2, "04 20:00")]));
    assert_eq!(told("8h, digest 20:00", "", "none"), at(&[(1, "01 20:00")]), "a reminder at its very time");
    // Two that are told in one digest are one.
    assert_eq!(told("9h, 30h, digest 20:00", "", "none"), at(&[(2, "02 20:00")]));
    // Less than an hour before the deadline, or after it, it would come too late: it comes by itself.
    assert_eq!(told("1d, 6h before, digest 20:00", "2026-03-02 21:00", "none"), at(&[(2, "02 20:00")]));
    assert_eq!(
        told("1d, 6h before, digest 20:00", "2026-03-02 20:30", "none"),
        at(&[(1, "02 12:00"), (2, "02 14:30")])
    );
    assert_eq!(
        told("1d, 6h before, digest 20:00", "2026-03-03 12:00", "none"),
        at(&[(1, "02 20:00"), (2, "03 06:00")])
    );
    // A digest in quiet hours is told at their end, by the clocks of the player's zone.
    assert_eq!(told("1d, digest 23:00", "", "22:00-08:00 Etc/UTC"), at(&[(1, "03 08:00")]));
    assert_eq!(told("1d, digest 7:30", "", "22:00-07:00 Asia/Kolkata"), at(&[(1, "03 02:00")]));
}

#[test]
fn a_digest_goes_by_the_clocks_also_when_they_change() {
    let told = |zone_named: &str, asked: &str, digest: &str| {
        let ladder = Ladder::parse(&format!("1h, digest {digest}")).unwrap();
        let rungs = rungs(&ladder, utc(asked), None, None, &zone(zone_named));
        rungs[0].at.format("%d %H:%M").to_string()
    };
    assert_eq!(told("Europe/Berlin", "2026-03-28 18:00", "20:00"), "28 19:00");
    assert_eq!(told("Europe/Berlin", "2026-03-28 20:00", "20:00"), "29 18:00", "an hour sooner in summer");
    assert_eq!(told("Europe/Berlin", "2026-10-24 20:00", "20:00"), "25 19:00", "an hour later in winter");
    assert_eq!(told("Europe/Berlin", "2026-03-28 20:00", "2:30"), "29 01:00", "a time that is skipped");
    assert_eq!(told("Europe/Berlin", "2026-10-24 20:00", "2:30"), "25 00:30", "the first of one shown twice");
    assert_eq!(told("Asia/Kathmandu", "2026-03-01 00:00", "20:00"), "01 14:15");
    assert_eq!(told("Australia/Lord_Howe", "2026-04-04 12:00", "1:45"), "04 14:45", "half an hour back");
    assert_eq!(told("Pacific/Apia", "2011-12-29 20:00", "20:00"), "30 06:00");
    assert_eq!(told("Pacific/Apia", "2011-12-30 06:00", "20:00"), "30 10:00", "of the day left out");
    assert_eq!(told("Etc/UTC", "2028-02-28 20:00", "20:00"), "29 20:00", "a leap day has one too");
}

#[test]
fn quiet_hours_are_minutes_of_a_day_too() {
    let typed = Quiet::parse("22:30-8:00 Tokyo", None).unwrap().unwrap();
    assert_eq!(typed.minutes(), (1350, 480));
    assert_eq!(Quiet::of_minutes(1350, 480, zone("Tokyo")), Some(typed));
    for (from, to) in [(1350, 1350), (1350, 1349), (0, 20 * 60 + 1), (1440, 480), (0, 1440)] {
        assert_eq!(Quiet::of_minutes(from, to, zone("Tokyo")), None, "{from} {to}");
    }
}

#[test]
fn quiet_hours_go_by_the_clock_of_their_zone() {
    let around = |typed: &str, moment: &str| Quiet::parse(typed, None).unwrap().unwrap().around(utc(moment));
    let both = |from: &str, to: &str| Some((utc(from), utc(to)));
    assert_eq!(around("22:00-08:00 Tokyo", "2026-03-01 20:00"), both("2026-03-01 13:00", "2026-03-01 23:00"));
    assert_eq!(around("22:00-08:00 Tokyo", "2026-03-01 23:00"), None);
    assert_eq!(around("09:00-17:00 Tokyo", "2026-03-01 02:00"), both("2026-03-01 00:00", "2026-03-01 08:00"));
    // A night an hour short, one that begins at a time that is skipped, one that ends at one shown twice.
    assert_eq!(
        around("22:00-08:00 Berlin", "2026-03-29 00:00"),
        both("2026-03-28 21:00", "2026-03-29 06:00")
    );
    assert_eq!(
        around("02:30-08:00 Berlin", "2026-03-29 01:00"),
        both("2026-03-29 01:00", "2026-03-29 06:00")
    );
    assert_eq!(
        around("22:00-02:30 Berlin", "2026-10-25 00:00"),
        both("2026-10-24 20:00", "2026-10-25 00:30")
    );
    assert_eq!(around("22:00-02:30 Berlin", "2026-10-25 01:00"), None);
    // Two nights with the day between them skipped are one.
    assert_eq!(
        around("20:00-08:00 Pacific/Apia", "2011-12-30 08:00"),
        both("2011-12-30 06:00", "2011-12-30 18:00")
    );
    assert_eq!(
        around("20:00-08:00 Pacific/Apia", "2011-12-30 12:00"),
        both("2011-12-30 06:00", "2011-12-30 18:00")
    );
}

fn ladder() -> impl Strategy<Value = Ladder> {
    let step = (1..=100u16, any::<bool>()).prop_map(|(hours, after)| {
        let hours = Hours::new(hours).unwrap();
        if after { LadderStep::After(hours) } else { LadderStep::Before(hours) }
    });
    prop::collection::vec(step, 0..6).prop_map(|steps| Ladder { steps, digest: None })
}

fn quiet() -> impl Strategy<Value = Option<Quiet>> {
    let time = |minute: i64| NaiveTime::MIN + TimeDelta::minutes(minute);
    let zones = prop::sample::select(&ZONES[..]).prop_map(zone);
    let hours = (0..24 * 60i64, 1..=MOST_QUIET.num_minutes(), zones);
    let quiet = move |(from, length, zone): (i64, i64, Zone)| Quiet {
        from: time(from),
        to: time((from + length) % (24 * 60)),
        zone,
    };
    prop::option::weighted(0.8, hours.prop_map(quiet))
}

fn natural(step: LadderStep, asked: DateTime<Utc>, deadline: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    match step {
        LadderStep::After(hours) => Some(asked + hours.length()),
        LadderStep::Before(hours) => Some(deadline? - hours.length()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nobody_is_reminded_in_quiet_hours_too_late_or_twice(
        minute in 0..7 * 365 * 24 * 60i64,
        open in prop::option::of(1..8000i64),
        (ladder, quiet) in (ladder(), quiet()),
    ) {
        let asked = utc("2024-01-01 00:00") + TimeDelta::minutes(minute);
        let deadline = open.map(|minutes| asked + TimeDelta::minutes(minutes));
        let found = rungs(&ladder, asked, deadline, quiet.as_ref(), &Zone::UTC);
        let steps = ladder.steps.iter().filter_map(|step| natural(*step, asked, deadline));
        let in_time = |at: &DateTime<Utc>| *at > asked && deadline.is_none_or(|deadline| *at < deadline);
        let last = steps.filter(in_time).max();
        prop_assert!(found.is_sorted_by(|one, next| one.at < next.at), "{found:?}");
        for Rung { step, at } in &found {
            let natural = natural(ladder.steps[*step], asked, deadline).unwrap();
            prop_assert!(in_time(at) && in_time(&natural));
            let Some(quiet) = &quiet else {
                prop_assert_eq!(*at, natural);
                continue;
            };
            prop_assert_eq!(quiet.around(*at), None);
            match quiet.around(natural) {
                None => prop_assert_eq!(*at, natural),
                // It waited, and left time to answer, or it came before.
                Some((begin, end)) if *at == end => {
                    prop_assert!(begin <= natural && natural < end);
                    prop_assert!(deadline.is_none_or(|deadline| deadline - end >= LAST_CALL));
                }
                Some((begin, end)) => {
                    prop_assert_eq!(*at, begin - LAST_CALL);
                    prop_assert!(deadline.unwrap() - end < LAST_CALL);
                }
            }
        }
        // The last is heard, unless the question itself came too late for that.
        let heard = last.is_none_or(|last| match quiet.as_ref().and_then(|quiet| quiet.around(last)) {
            None => found.iter().any(|rung| rung.at == last),
            Some((begin, end)) => {
                found.iter().any(|rung| rung.at == end || rung.at == begin - LAST_CALL)
                    || begin - LAST_CALL <= asked
            }
        });
        prop_assert!(heard, "{found:?}");
    }

    #[test]
    fn quiet_hours_are_what_the_clock_says(minute in 0..7 * 365 * 24 * 60i64, quiet in quiet()) {
        let at = utc("2024-01-01 00:00") + TimeDelta::minutes(minute);
        if let Some(quiet) = quiet {
            let shown = quiet.zone.local(at);
            let again = quiet.zone.instant(shown.date(), shown.time()) != at;
            let time = shown.time();
            let within = match quiet.from < quiet.to {
                true => quiet.from <= time && time < quiet.to,
                false => quiet.from <= time || time < quiet.to,
            };
            // What is shown twice may be quiet the second time only.
            prop_assert!(quiet.around(at).is_some() == within || again, "{at} {quiet}");
        }
    }
}
