//! Long texts, cut into messages.

use proptest::prelude::*;
use wardroom::door::discord::outbound::paginate::{LEAST_LIMIT, length, pages, shorten};

/// What a code block begins and ends with.
const FENCE: &str = "```";
/// What bold text begins and ends with.
const BOLD: &str = "**";

/// What a reader sees of a text, without the white space between words.
fn seen(text: &str) -> String {
    text.replace(FENCE, "").replace(BOLD, "").chars().filter(|c| !c.is_whitespace()).collect()
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z]{1,12}",
        2 => Just(" ".to_owned()),
        2 => Just(". ".to_owned()),
        2 => Just("\n".to_owned()),
        1 => Just("\\*".to_owned()),
        1 => Just("<@123456789012345678>".to_owned()),
        1 => Just("<t:1700000000:R>".to_owned()),
        1 => Just("艦隊は出港した。".to_owned()),
        1 => Just("か\u{3099}".to_owned()),
        1 => "[a-z ]{90,200}".prop_map(|text| format!("**{}**", text.trim())),
        1 => "[a-z \n]{0,200}".prop_map(|text| format!("\n```\n{text}\n```\n")),
        1 => "[a-z -]{0,200}".prop_map(|text| format!("text ```{text}\nmore\n{text}``` text\n")),
    ];
    proptest::collection::vec(piece, 0..120).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn pages_carry_the_whole_text_within_the_limit(text in texts(), limit in 80usize..400) {
        let pages = pages(&text, limit);
        prop_assert_eq!(seen(&pages.concat()), seen(&text));
        for page in &pages {
            prop_assert!(length(page) <= limit, "{}: {page}", length(page));
            prop_assert!(!page.trim().is_empty());
            prop_assert_eq!(page.matches(FENCE).count() % 2, 0, "a code block is cut: {}", page);
            prop_assert_eq!(page.matches(BOLD).count() % 2, 0, "bold is cut: {}", page);
            prop_assert!(!page.ends_with('\\'), "an escape is cut: {page}");
            prop_assert!(!page.starts_with('\u{3099}'), "a letter is cut: {page}");
            let (opened, closed) = (page.matches('<').count(), page.matches('>').count());
            prop_assert_eq!(opened, closed, "a mention is cut: {}", page);
        }
    }

    #[test]
    fn any_text_is_cut_without_harm(text in any::<String>(), limit in 0usize..300) {
        for page in pages(&text, limit) {
            prop_assert!(length(&page) <= limit.max(LEAST_LIMIT));
        }
    }

    #[test]
    fn what_is_shortened_begins_as_it_did(text in "\\PC{0,60}", most in 0usize..50) {
        let short = shorten(&text, most);
        prop_assert!(length(&short) <= most);
        if let Some(head) = short.strip_suffix('…') {
            prop_assert!(text.contains(head), "{head:?} of {text:?}");
        }
    }
}

#[test]
fn a_text_is_cut_where_it_hurts_least() {
    let text = format!("{}. {}", "word ".repeat(12).trim(), "next ".repeat(12).trim());
    let cut = pages(&text, 80);
    assert!(cut[0].ends_with("word.") && cut[1].starts_with("next"), "{cut:?}");
    let lines = format!("{}\n{}", "a".repeat(60), "b".repeat(60));
    assert_eq!(pages(&lines, 100), ["a".repeat(60), "b".repeat(60)]);
    assert_eq!(pages("\n\n \n", 100), Vec::<String>::new());
}

#[test]
fn a_code_block_goes_on_on_the_next_page() {
    let row = "#".repeat(30);
    let text = format!("Map\n```text\n{}\n```\nend", [row.as_str(); 4].join("\n"));
    let page = |rows: usize| format!("```text\n{}\n```", vec![row.as_str(); rows].join("\n"));
    assert_eq!(pages(&text, 90), [format!("Map\n{}", page(2)), format!("{}\nend", page(2))]);
}

#[test]
fn a_word_is_not_broken_to_shorten_a_text() {
    assert_eq!(shorten("The ships, all of them, sail", 24), "The ships, all of them…");
    assert_eq!(shorten("The ships", 9), "The ships");
    assert_eq!(shorten("イギリスの艦隊は出港した", 6), "イギリスの…");
    assert_eq!(shorten("one\n two", 20), "one two");
}
