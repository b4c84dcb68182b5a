//! Whatever the tree offers can be typed; whatever is typed does no harm.

use std::sync::LazyLock;

use crate::common::few_and_many;
use proptest::prelude::*;
use wardroom::book::{Book, Completing, MAX_LINE_BYTES, ParseError, Parsed};
use wardroom::game::{Options, OrderForm};
use wardroom::words::Lang;

use super::{Desk, desk, desk_of_grand_fleet, tree};

const TREES: &[&str] = &[
    "load ship(goeben breslau) item(wireless optics reserve-crew torpedo-reload torpedo-nets) box(1 2 3 10 11 12)
     discard ship(goeben) cargo(wireless@3 wireless@4 optics@1)
     collier space(MAT WIO CIO EIO)
     done",
    "rearm space(POL) ships*(goeben breslau)
     rearm space(CAT) ships*(moltke)
     coal space(POL) source(port collier) ships*(goeben breslau)
     share points{goeben.coal:3 breslau.coal:4 goeben.ammunition:6}1..5
     repair ship(goeben breslau) dice{primary:2 engines:1 hull:9}4..4
     trade ship(goeben) cargo(optics@2 wireless@1) to(breslau moltke) box(3 4)
     swap ship(goeben) cargo(optics@2) other(wireless@1 camera-crew@2)
     reload ship(goeben)",
    "intelligence ship(goeben breslau)
     choose result(jamming breakthrough)
     examine space(ADZ MPZ GPZ MLT)
     move ship(goeben breslau) speed(cruise) path~(MES 4)
     move ship(moltke) speed(cruise maximum) path~(CIO 5)
     embark ship(goeben) box(4 5)
     done",
    "attend space(WIO CIO)
     evade by(coal risk)
     ram ship(goeben breslau)
     contact speed(cruise)
     contact speed(maximum) ship(goeben breslau)
     fight
     break-off
     retreat ship(goeben breslau) space(NSI STY)
     fire ship(goeben breslau) target(dublin black-prince) rate(normal maximum)
     torpedo ship(breslau) target(dublin gloucester) count[1..2]
     hold
     bombard space(BON PHV)
     land ship(goeben)",
];

/// Sortings, as *Grand Fleet 1.2* has them.
const SORTINGS: &[&str] = &[
    "form fleets#(bc:lion,tiger,queen-mary b:bellerophon,temeraire,superb,hercules bb:orion,ajax)(1 2 3 1-up:bc)",
    "send boxes#(bc:lion,tiger,queen-mary b:bellerophon,temeraire,superb bb:orion,ajax)(0 1 2 3)4",
    "respread boxes#(pre-b:africa,dominion early-bc:australia,inflexible,indomitable)(0 1 2 3 4 5 6)
     situation range(as-is close) also*(go-on halve-enemy)",
];

fn trees(desk: &Desk) -> Vec<Options> {
    TREES.iter().map(|text| tree::options(text, &desk.chart)).collect()
}

pub fn all_trees() -> Vec<(std::rc::Rc<Desk>, Options)> {
    let (goeben, fleet) = (std::rc::Rc::new(desk()), std::rc::Rc::new(desk_of_grand_fleet()));
    let sortings = SORTINGS.iter().map(|text| (fleet.clone(), tree::options(text, &fleet.chart)));
    trees(&goeben).into_iter().map(|options| (goeben.clone(), options)).chain(sortings).collect()
}

fn means(desk: &Desk, options: &Options, text: &str, form: &OrderForm) {
    match desk.book.one(text, options, &desk.lexicon) {
        Ok(Parsed::Order { form: meant, .. }) if meant == *form => {}
        other => panic!("`{text}` should mean {form}, not {other:?}"),
    }
}

#[test]
fn every_proposed_order_can_be_typed() {
    for (desk, options) in all_trees() {
        for form in options.propose(200) {
            means(&desk, &options, &desk.book.type_out(&form), &form);
            means(&desk, &options, &desk.book.type_short(&form, &options, &desk.lexicon), &form);
            means(&desk, &options, &form.to_string(), &form);
        }
    }
}

/// Numbers that look random, and are the same every time.
pub struct Luck(u64);

impl Default for Luck {
    fn default() -> Luck {
        Luck(7)
    }
}

impl Luck {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

few_and_many!(every_sampled_order_can_be_typed: 60, 600;);

fn every_sampled_order_can_be_typed(orders: u64) {
    let mut luck = Luck::default();
    for (desk, options) in all_trees() {
        for _ in 0..orders {
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            means(&desk, &options, &desk.book.type_out(&form), &form);
            means(&desk, &options, &desk.book.type_short(&form, &options, &desk.lexicon), &form);
            for lang in Lang::ALL {
                let typed = desk.book.type_short_in(*lang, &form, &options, &desk.lexicon);
                means(&desk, &options, &typed, &form);
            }
        }
    }
}

#[test]
fn ten_megabytes_on_a_line_are_refused() {
    let book = Book::of("goeben").unwrap();
    let line = "x ".repeat(5_000_000);
    let refused = book.line(&line, &Options::default()).unwrap_err();
    assert_eq!(refused, ParseError::TooLong { bytes: 10_000_000, most: MAX_LINE_BYTES });
}

#[test]
fn the_longest_line_is_read_to_its_end() {
    let desk = desk();
    let options = &trees(&desk)[0];
    for unit in ["optics ", "x ", "load goeben wireless;", "wireless@3 ", "a=b ", "「"] {
        let line = format!("load goeben {}", unit.repeat((MAX_LINE_BYTES - 12) / unit.len()));
        let _ = desk
            .book
            .line(&line, options)
            .map(|mut line| while desk.book.next(&mut line, options, &desk.lexicon).is_some() {});
    }
}

/// Read once for all that is tried.
static SHARED: LazyLock<(Desk, Vec<Options>)> = LazyLock::new(|| {
    let desk = desk();
    let trees = trees(&desk);
    (desk, trees)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn garbage_does_no_harm(text in ".{0,80}", which in 0usize..4) {
        let (desk, trees) = &*SHARED;
        read_all(desk, &trees[which], &text);
    }

    #[test]
    fn shuffled_orders_do_no_harm(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "load", "move", "all", "goeben", "ゲーベン", "cruise", "WSI", "to=", "via=CIO", ";", "=", ",", "\"",
                "hull=3", "goeben.coal=2", "none", "12", "wireless@3", "@", ".", "share", "repair", "fire", "ＭＥＳ",
                "torpedo", "b", "r", "移動", "全艦", "「", "」", "-1", "99999999999999999999", "", "ﾞ",
            ]),
            0..12,
        ),
        which in 0usize..4,
    ) {
        let (desk, trees) = &*SHARED;
        read_all(desk, &trees[which], &words.join(" "));
    }
}

fn read_all(desk: &Desk, options: &Options, text: &str) {
    let (book, lexicon) = (&desk.book, &desk.lexicon);
    let completed = Completing { book, lexicon, lang: Lang::Ja, options, alone: false }.complete(text);
    assert!(text.is_char_boundary(completed.from));
    let Ok(mut line) = desk.book.line(text, options) else { return };
    let mut orders = 0;
    while let Some(parsed) = desk.book.next(&mut line, options, &desk.lexicon) {
        orders += 1;
        assert!(orders < 10_000);
        if let Err(error) = parsed {
            for lang in wardroom::words::Lang::ALL {
                let said =
                    wardroom::report::parse_error(&desk.words, *lang, &desk.book, &desk.lexicon, &error);
                assert!(!said.contains('{') || text.contains('{'), "{said}");
            }
        }
    }
}
