//! Text that is shown on Discord as it is.

use proptest::prelude::*;
use wardroom::door::discord::outbound::emoji::Emoji;
use wardroom::door::discord::outbound::markdown::{block, deadline, plain, render, timestamp, weighted};
use wardroom::report::{ReportLine, Weight};

/// A sign of no width, by which what is behind it means nothing.
const INVISIBLE: char = '\u{200b}';

/// What Discord shows of escaped text: a backslash before a mark is not seen, and code is as it is.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    let mut chars = text.chars().peekable();
    let mut in_code = false;
    while let Some(c) = chars.next() {
        in_code ^= c == '`';
        if in_code || c == '`' {
            shown.push(c);
            continue;
        }
        let escapes = c == '\\' && chars.peek().is_some_and(char::is_ascii_punctuation);
        if !escapes && c != INVISIBLE {
            shown.push(c);
        } else if escapes {
            shown.extend(chars.next());
        }
    }
    shown
}

proptest! {
    #[test]
    fn plain_text_is_shown_as_it_is(text in r"[a-c0-2 \\*_~|<>#@:.`\[\]()\n+-]{0,40}") {
        let escaped = Emoji::NONE.shown(&plain(&text), usize::MAX);
        prop_assert_eq!(shown(&escaped), text);
        let (mut before, mut in_code) = (' ', false);
        for c in escaped.chars() {
            if c == '`' && before != '\\' {
                in_code = !in_code;
            }
            if in_code || c == '`' {
                before = ' ';
                continue;
            }
            let bare = before != '\\' && matches!(c, '*' | '_' | '~' | '|' | '<' | '[');
            prop_assert!(!bare, "{c} has a meaning in {escaped}");
            before = if before == '\\' { ' ' } else { c };
        }
    }

    #[test]
    fn a_block_ends_where_it_should(text in "[a`\n]{0,30}") {
        prop_assert_eq!(block(&text).matches("```").count(), 2);
    }
}

#[test]
fn what_would_mean_something_is_escaped() {
    for (text, escaped) in [
        ("plain, text. It's 3-1 (half) at 12:30!", "plain, text. It's 3-1 (half) at 12:30!"),
        ("# heading", "\\# heading"),
        ("-# small", "\\-# small"),
        ("- item", "\\- item"),
        ("-3 VP", "-3 VP"),
        ("1. first", "1\\. first"),
        ("  > quoted", "  \\> quoted"),
        (">>> all", "\\>>> all"),
        ("||hidden||", "\\|\\|hidden\\|\\|"),
        ("[here](https://x.example)", "\\[here](https\\://x.example)"),
        ("<@123> <#4>", "\\<@\u{200b}123> \\<#4>"),
        ("@everyone @here", "@\u{200b}everyone @\u{200b}here"),
        ("wireless @3", "wireless @3"),
        (":smile: a: b:", "\\:smile: a: b:"),
        ("my_game-7kq2", "my\\_game-7kq2"),
        ("type `undo 2_3` or `/show *`", "type `undo 2_3` or `/show *`"),
        ("`@everyone` `", "`@everyone` \\`"),
        ("``a` b` `` ` `", "\\``a` b\\` \\`\\` \\` \\`"),
        ("a ` *b", "a \\` \\*b"),
        ("due <t:1:F> (<t:22:R>)", "due <t:1:F> (<t:22:R>)"),
        ("<t:1> <t::F> <t:1:F", "\\<t:1> \\<t::F> \\<t\\:1:F"),
        ("主導権：イギリス2", "主導権：イギリス2"),
        ("away to 2023-11-14 22:13 UTC: red", "away to <t:1699999980:f>: red"),
        ("2023-11-14 22:13（UTC）まで", "<t:1699999980:f>まで"),
        ("2023-11-14 22:13 and 12023-11-14 22:13 UTC", "2023-11-14 22:13 and 12023-11-14 22:13 UTC"),
    ] {
        assert_eq!(plain(text), escaped);
    }
}

#[test]
fn a_report_has_bold_headings_and_dice_before_their_sentence() {
    let piece = |weight, dice: &[&str], text: &str| ReportLine {
        weight,
        dice: dice.iter().map(|dice| (*dice).to_owned()).collect(),
        text: text.to_owned(),
    };
    let report = [
        piece(Weight::Heading, &[], "Turn 1"),
        piece(Weight::Plain, &["Dice: 3 5."], "A * hit."),
        piece(Weight::Plain, &[], ""),
        piece(Weight::Subheading, &[], "Round 2"),
    ];
    assert_eq!(render(&report), "**Turn 1**\nDice: 3 5. A \\* hit.\n\n**Round 2**");
}

#[test]
fn what_is_drawn_stands_in_a_block() {
    let line = |text: &str| (Weight::Plain, text.to_owned());
    let board =
        [(Weight::Heading, "Map".to_owned()), line("101   202"), line(""), line("   x"), line("Legend *")];
    assert_eq!(weighted(&board), "**Map**\n```\n101   202\n\n   x\n```\nLegend \\*");
}

#[test]
fn a_moment_is_for_every_clock() {
    assert_eq!(timestamp(1_700_000_000), "<t:1700000000:f> (<t:1700000000:R>)");
    assert_eq!(deadline(1_700_000_000), "<t:1700000000:F> (<t:1700000000:R>)");
}
