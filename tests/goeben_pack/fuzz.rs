//! A spoilt pack is refused by name or loads; it never breaks the program.

use proptest::prelude::*;
use wardroom::games::goeben::pack::*;

#[derive(Clone, Debug)]
enum Slip {
    Delete,
    Double,
    Swap,
    Number(i64),
    Cut(usize),
    Insert(String),
}

fn slip() -> impl Strategy<Value = Slip> {
    prop_oneof![
        Just(Slip::Delete),
        Just(Slip::Double),
        Just(Slip::Swap),
        prop_oneof![-300_i64..300, Just(i64::MAX), Just(i64::MIN)].prop_map(Slip::Number),
        (0_usize..80).prop_map(Slip::Cut),
        "[ -~]{0,30}|(MES|GIB|XXX|quiet-seas|\\[spaces\\.A\\]|[a-z_]{1,9} = [0-9]{1,4})"
            .prop_map(Slip::Insert),
    ]
}

fn spoilt(text: &str, at: usize, slip: &Slip) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = at % lines.len();
    match slip {
        Slip::Delete => drop(lines.remove(at)),
        Slip::Double => lines.insert(at, lines[at].clone()),
        Slip::Swap => {
            let other = (at * 7 + 3) % lines.len();
            lines.swap(at, other);
        }
        Slip::Number(number) => lines[at] = with_number(&lines[at], *number),
        Slip::Cut(chars) => lines[at] = lines[at].chars().skip(*chars).collect(),
        Slip::Insert(text) => lines.insert(at, text.clone()),
    }
    lines.join("\n")
}

/// The line with its first number changed.
fn with_number(line: &str, number: i64) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else { return line.to_owned() };
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |len| start + len);
    format!("{}{number}{}", &line[..start], &line[end..])
}

fn names_a_file(fault: &PackFault) -> bool {
    FILES.iter().any(|(file, _)| fault.to_string().starts_with(file))
}

#[test]
fn deep_nesting_is_refused_and_overflows_nothing() {
    let deep = |open: &str, close: &str| format!("lines = {}1{}", open.repeat(40_000), close.repeat(40_000));
    let dotted = format!("{}b = 1", "a.".repeat(60_000));
    for text in [deep("[", "]"), deep("{ a = ", "}"), dotted] {
        let fault = Pack::from_files([("lines.toml".to_owned(), text)]).unwrap_err();
        assert!(names_a_file(&fault), "{fault}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_slip_of_the_pen_is_a_fault_or_a_pack(
        slips in prop::collection::vec((0_usize..FILES.len(), any::<prop::sample::Index>(), slip()), 1..4),
    ) {
        let mut files = FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
        for (file, at, slip) in &slips {
            let text = &mut files[*file].1;
            *text = spoilt(text, at.index(text.lines().count()), slip);
        }
        match Pack::from_files(files) {
            Ok(pack) => {
                prop_assert!(SeaChart::new(pack.clone()).is_ok());
                let stored = serde_json::from_str(&pack.canonical()).unwrap();
                prop_assert_eq!(Pack::from_value(stored), Ok(pack));
            }
            Err(fault) => prop_assert!(names_a_file(&fault), "{fault}"),
        }
    }

    #[test]
    fn a_spoilt_value_of_a_log_is_a_fault_or_a_pack(at in any::<prop::sample::Index>(), number in -9_i64..999) {
        let text = Pack::builtin().canonical();
        let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[at.index(digits.len())];
        let spoilt = format!("{}{number}{}", &text[..at], &text[at + 1..]);
        if let Ok(value) = serde_json::from_str(&spoilt)
            && let Err(fault) = Pack::from_value(value)
        {
            prop_assert!(names_a_file(&fault), "{fault}");
        }
    }
}
