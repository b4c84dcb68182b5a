//! Orders given by named arguments mean what the typed line means, and no value is ever more than its own argument.

use wardroom::book::{MAX_LINE_BYTES, ParseError, Parsed};
use wardroom::game::{Arg, Options, OrderForm, Word};

use super::play::{goeben, grand_fleet, play};
use super::tree;
use super::{Desk, given, word};
use crate::common::{Luck, few_and_many};

/// The arguments of `form` as a player would put them into the options of a slash command.
fn typed_args(form: &OrderForm, luck: &mut Luck) -> Vec<(Word, String)> {
    let between = *luck.one_of(&[" ", ", ", "、", "　", " → "]).unwrap();
    let listed = |words: &[Word]| words.iter().map(Word::to_string).collect::<Vec<_>>();
    let text = |value: &Arg, luck: &mut Luck| match value {
        Arg::Word(word) => word.to_string(),
        Arg::Text(text) => text.clone(),
        Arg::Number(number) => number.to_string(),
        Arg::Words(words) => listed(words).join(between),
        Arg::Shares(shares) if shares.is_empty() => "none".into(),
        Arg::Shares(shares) => {
            let equals = *luck.one_of(&["=", " = ", "＝"]).unwrap();
            shares.iter().map(|(bin, n)| format!("{bin}{equals}{n}")).collect::<Vec<_>>().join(" ")
        }
        Arg::Sorted(sorted) => {
            let bins = sorted.iter().map(|(bin, things)| format!("{bin}={}", listed(things).join(",")));
            bins.collect::<Vec<_>>().join(*luck.one_of(&[" ", "; ", "\n"]).unwrap())
        }
    };
    let mut args: Vec<(Word, String)> = form.args().map(|(name, value)| (*name, text(value, luck))).collect();
    luck.shuffle(&mut args);
    args
}

fn means_the_same(desk: &Desk, options: &Options, luck: &mut Luck) {
    for _ in 0..3 {
        let form = options.sample(&mut |n| luck.below(n)).unwrap();
        let args = typed_args(&form, luck);
        assert_eq!(desk.named(form.verb, &args, options), Ok(vec![form.clone()]), "{args:?}");
        let typed = desk.book.one(&desk.book.type_out(&form), options, &desk.lexicon);
        assert!(matches!(typed, Ok(Parsed::Order { form: meant, .. }) if meant == form), "{form}");
    }
}

#[test]
fn orders_by_name_mean_what_the_typed_lines_mean() {
    let (desk, fleet) = (Desk::goeben(), Desk::grand_fleet());
    for seed in 0..6 {
        println!("seed {seed}");
        play(&goeben(), &Default::default(), seed, 150, |options, luck| {
            means_the_same(&desk, options, luck);
            options.sample(&mut |n| luck.below(n)).unwrap()
        });
        play(&grand_fleet(), &Default::default(), seed, 300, |options, luck| {
            means_the_same(&fleet, options, luck);
            options.sample(&mut |n| luck.below(n)).unwrap()
        });
    }
}

pub fn options(text: &str) -> Options {
    tree::options(text, &wardroom::games::goeben::pack::SeaChart::builtin())
}

pub const TREE: &str = "load ship(goeben breslau) item(wireless optics reserve-crew) box(1 2 3)
    rearm space(POL) ships*(goeben breslau)
    share points{goeben.coal:3 breslau.coal:4}1..5
    repair ship(goeben breslau) dice{primary:2 engines:1 hull:9}1..4
    move ship(goeben breslau) speed(cruise maximum) path~(MES 4)
    fire ship(goeben breslau) target(dublin black-prince) rate(normal maximum)
    torpedo ship(breslau) target(dublin) count[1..2]
    done";

type Args = &'static [(&'static str, &'static str)];

/// Each typed line with the same order by name.
const LINES: &[(&str, &str, Args)] = &[
    ("move all cruise NSI", "move", &[("ship", "all"), ("speed", "cruise"), ("path", "NSI")]),
    ("移動 全艦 巡航 NSI", "move", &[("path", "NSI"), ("ship", "全艦"), ("speed", "巡航")]),
    ("move goeben cruise STY NSI", "move", &[("ship", "ゲーベン"), ("speed", "cruise"), ("path", "STY→NSI")]),
    (
        "move goeben cruise STY NSI",
        "move",
        &[("ship", "g"), ("speed", "cruise"), ("path", "シチリア島北方：STY, NSI")],
    ),
    ("load goeben reserve-crew optics", "load", &[("ship", "goeben"), ("item", "reserve-crew, optics")]),
    ("rearm", "rearm", &[("space", " "), ("ships", "")]),
    ("rearm POL breslau", "rearm", &[("ships", "breslau")]),
    ("share goeben.coal=3 breslau.coal=1", "share", &[("points", "goeben.coal = 3; ブレスラウ.石炭＝1")]),
    ("repair breslau hull", "repair", &[("ship", "breslau"), ("dice", "hull")]),
    ("repair goeben hull=3 engines=1", "repair", &[("ship", "goeben"), ("dice", "船体 3 機関=1")]),
    ("fire all black-prince", "fire", &[("ship", "all"), ("target", "「ブラック プリンス」")]),
    (
        "torpedo breslau dublin 1",
        "torpedo",
        &[("ship", "breslau"), ("count", "１"), ("target", "\"Dublin\"")],
    ),
    ("done", "done", &[]),
];

#[test]
fn a_line_and_its_arguments_by_name_are_the_same_orders() {
    let (desk, options) = (Desk::goeben(), options(TREE));
    for (line, verb, args) in LINES {
        let mut read = desk.book.line(line, &options).unwrap();
        let mut typed = Vec::new();
        while let Some(parsed) = desk.book.next(&mut read, &options, &desk.lexicon) {
            let Ok(Parsed::Order { form, .. }) = parsed else { panic!("{line}: {parsed:?}") };
            typed.push(form);
        }
        assert_eq!(desk.named(word(verb), &given(args), &options), Ok(typed), "{line}");
    }
}

/// A name before a colon is taken for a word behind it that means the same place, and for nothing else.
#[test]
fn what_stands_before_a_colon_is_used_for_what_it_names() {
    let (desk, options) = (Desk::goeben(), options(TREE));
    let moves = |path: &str| {
        desk.named(word("move"), &given(&[("ship", "goeben"), ("speed", "cruise"), ("path", path)]), &options)
    };
    let sail = |places: &[&str]| {
        let way: Vec<Word> = places.iter().map(|place| word(place)).collect();
        let form = OrderForm::new(word("move")).with("ship", word("goeben")).with("speed", word("cruise"));
        Ok(vec![form.with("path", way)])
    };
    assert_eq!(moves("North of Sicily: STY NSI"), sail(&["STY", "NSI"]));
    assert_eq!(moves("North of Sicily: STY nsi WSI"), sail(&["STY", "NSI", "WSI"]));
    assert_eq!(moves("STY: NSI"), sail(&["STY", "NSI"]), "two places, one after the other");
    for slip in ["x: STY NSI", "Goeben: STY", "x：STY", "x:", ": :"] {
        assert!(matches!(moves(slip), Err(ParseError::UnknownWord { .. })), "{slip}: {:?}", moves(slip));
    }
    let rearm =
        |space: &str| desk.named(word("rearm"), &given(&[("space", space), ("ships", "all")]), &options);
    assert!(rearm("Pola: POL").is_ok() && rearm("ポーラ：pol").is_ok());
    let Err(ParseError::Extra { given, read, .. }) = rearm("POL: MES") else {
        panic!("{:?}", rearm("POL: MES"))
    };
    assert_eq!((given.as_str(), read.len(), read[0].given.as_str()), ("MES", 1, "POL"));
    // A share is of its own argument, whatever else it is called like.
    let repair = |dice: &str| desk.named(word("repair"), &super::given(&[("dice", dice)]), &options);
    assert!(
        matches!(repair("ship=breslau hull=1"), Err(ParseError::Extra { .. })),
        "{:?}",
        repair("ship=breslau")
    );
}

#[test]
fn sortings_by_name_are_read_as_typed() {
    let desk = Desk::grand_fleet();
    let tree = "form fleets#(bc:lion,tiger,queen-mary b:bellerophon,temeraire,superb)(1 2 3)
                stow boxes#(bc:lion,tiger b:superb)(0 1 2)
                stow-by plan(even reserve)";
    let options = options(tree);
    for (line, value) in [
        ("form 1=BC 2=rest", "1=BC 2=rest"),
        ("form 1=BC*2,superb 2=残り", "1 = BC*2 superb\n2 = 残り"),
        ("form 1=「ライオン」 2=B,tiger 3=rest", "1=ライオン；2=B、tiger；3=rest"),
    ] {
        let Ok(Parsed::Order { form, .. }) = desk.book.one(line, &options, &desk.lexicon) else {
            panic!("{line}")
        };
        assert_eq!(
            desk.named(word("form"), &given(&[("fleets", value)]), &options),
            Ok(vec![form]),
            "{value}"
        );
    }
    // A word before any bin neither begins another verb nor counts as a bin.
    let slip = desk.named(word("stow"), &given(&[("boxes", "by 1=BC")]), &options);
    assert!(matches!(slip, Err(ParseError::NoBin { verb, .. }) if verb == word("stow")), "{slip:?}");
}

/// Values that would be more than a value in a typed line.
pub const NASTY: &[&str] = &[
    "goeben; done",
    "goeben；done",
    "goeben\ndone",
    "goeben\u{0}done",
    "goeben\" ; done",
    "「goeben",
    "speed=maximum",
    "goeben speed=maximum; resign",
    "; done",
    ";;;",
    "=",
    "==1",
    "a=b=c",
    "1",
    "\"",
    "」",
    ":",
    "all; resign",
    "\u{202e}done",
];

few_and_many!(no_value_smuggles_in_another_order: &[600], &[600, 3000, 6000];);

fn no_value_smuggles_in_another_order(lengths: &[usize]) {
    let (desk, options) = (Desk::goeben(), options(TREE));
    let sane: &[(&str, Args)] = &[
        ("move", &[("ship", "goeben"), ("speed", "cruise"), ("path", "STY")]),
        ("load", &[("ship", "goeben"), ("item", "optics"), ("box", "2")]),
        ("repair", &[("ship", "goeben"), ("dice", "hull=1")]),
        ("share", &[("points", "goeben.coal=1")]),
        ("rearm", &[("space", "POL"), ("ships", "goeben")]),
        ("torpedo", &[("ship", "breslau"), ("target", "dublin"), ("count", "1")]),
    ];
    let long: Vec<String> = ["goeben; ", "x", "「", "=", "hull=1 ", "STY "]
        .into_iter()
        .flat_map(|unit| lengths.iter().map(move |chars| unit.chars().cycle().take(*chars).collect()))
        .collect();
    for (verb, args) in sane {
        for at in 0..args.len() {
            for nasty in NASTY.iter().copied().chain(long.iter().map(String::as_str)) {
                let mut args = given(args);
                args[at].1 = nasty.to_owned();
                if let Ok(forms) = desk.named(word(verb), &args, &options) {
                    assert!(forms.iter().all(|form| form.verb == word(verb)), "{verb} {nasty}: {forms:?}");
                    assert!(forms.len() <= 64, "{verb} {nasty}");
                }
            }
        }
    }
}

#[test]
fn values_too_long_and_verbs_that_are_none_are_refused() {
    let (desk, options) = (Desk::goeben(), options(TREE));
    let long = given(&[("ship", "goeben"), ("path", &"あ".repeat(6000))]);
    let refused = ParseError::TooLong { bytes: 18_006, most: MAX_LINE_BYTES };
    assert_eq!(desk.named(word("move"), &long, &options), Err(refused));
    for verb in ["nonsense", "undo", "quit", "12"] {
        let refused = desk.named(word(verb), &[], &options);
        assert!(matches!(refused, Err(ParseError::UnknownVerb { .. })), "{verb}: {refused:?}");
    }
    let extra = desk.named(word("done"), &given(&[("ship", "goeben")]), &options);
    assert!(matches!(extra, Err(ParseError::Extra { .. })), "{extra:?}");
    // A verb that is not open now still comes out as an order, so that the rules can say why.
    let closed = desk.named(word("ram"), &given(&[("ship", "goeben")]), &options).unwrap();
    assert_eq!(closed, [OrderForm::new(word("ram")).with("ship", word("goeben"))]);
}

#[test]
fn what_is_left_undone_names_its_verb() {
    let (desk, options) = (Desk::goeben(), options(TREE));
    let args = given(&[("ship", "all"), ("speed", "cruise"), ("path", "STY")]);
    let mut line = desk.book.named(word("move"), &args, &options, &desk.lexicon).unwrap();
    let first = desk.book.next(&mut line, &options, &desk.lexicon);
    assert!(matches!(first, Some(Ok(Parsed::Order { part: Some(part), .. })) if part.of == 2));
    assert_eq!(line.rest(), "move ship=breslau speed=cruise path=STY");
}
