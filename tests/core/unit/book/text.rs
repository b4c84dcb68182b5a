//! Typed text: what counts as the same word, and where a line is cut.

use wardroom::book::text::{Piece, cut};
use wardroom::book::{ParseError, fold};

#[test]
fn names_are_compared_without_width_case_accents_and_separators() {
    for (a, b) in [
        ("Black Prince", "black-prince"),
        ("ＤＯＲＹ", "dory"),
        ("ｹﾞｰﾍﾞﾝ", "ゲーベン"),
        ("げーべん", "ゲーベン"),
        ("ﾊﾟﾚﾙﾓ", "パレルモ"),
        ("Bône", "bone"),
        ("ブラック・プリンス", "ブラック プリンス"),
        (" mes　", "MES"),
        ("ケ\u{3099}ーヘ\u{3099}ン", "ゲーベン"),
        ("パ", "ハ\u{309a}"),
        ("Bo\u{302}ne", "Bône"),
        ("black—prince", "black‘prince"),
        ("１２", "12"),
    ] {
        assert_eq!(fold(a), fold(b), "{a} / {b}");
    }
    assert_ne!(fold("black prince"), fold("blackprince"));
}

#[test]
fn a_line_is_cut_into_orders_and_pieces() {
    let text = |line: &str| -> Vec<Vec<String>> {
        cut(line).unwrap().iter().map(|order| order.iter().map(Piece::text).collect()).collect()
    };
    assert_eq!(text("load dory wireless; done"), [vec!["load", "dory", "wireless"], vec!["done"]]);
    assert_eq!(
        text("move to=WSI, MES via=\"West of Sicily\""),
        [vec!["move", "to=WSI,MES", "via=West of Sicily"]]
    );
    assert_eq!(
        text("移動　「ブラック プリンス」　ＷＳＩ；了"),
        [vec!["移動", "ブラック プリンス", "ＷＳＩ"], vec!["了"]]
    );
    assert_eq!(text("a,b、c"), [["a", "b", "c"]]);
    assert_eq!(text("Move „West of Sicily“; done."), [vec!["Move", "West of Sicily"], vec!["done"]]);
    assert_eq!(text("移動 ドリー WSI。了。"), [vec!["移動", "ドリー", "WSI"], vec!["了"]]);
    assert_eq!(text("”a b” «c d» “e.”; 1．"), [vec!["a b", "c d", "e."], vec!["1"]]);
    assert_eq!(text(" ;; "), Vec::<Vec<String>>::new());
    assert!(matches!(cut("say \"hello"), Err(ParseError::OpenQuote { .. })));
}
