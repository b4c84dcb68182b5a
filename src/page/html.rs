//! The page as HTML.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::PageStep;
use super::frames::Frames;
use crate::picture::{Theme, font};
use crate::report::{ReportLine, Weight};
use crate::words::{Lang, Value, Words};

const STYLE: &str = include_str!("../../assets/page/style.css");
/// Tells the page whether its scripts run; it is read by browsers that cannot read the others.
const GUARD: &str = include_str!("../../assets/page/guard.js");
/// The scripts, in the order in which each needs those before it.
const SCRIPTS: [&str; 3] = [
    include_str!("../../assets/page/crypto.js"),
    include_str!("../../assets/page/audit.js"),
    include_str!("../../assets/page/reader.js"),
];
/// The buttons, each with its sign.
const BUTTONS: [(&str, &str); 6] = [
    ("first", "M4 5h3v14H4zM20 5v14L8 12z"),
    ("day-back", "M12 5v14L2 12zM22 5v14L12 12z"),
    ("back", "M17 5v14L7 12z"),
    ("forward", "M7 5v14l10-7z"),
    ("day-forward", "M2 5v14l10-7zM12 5v14l10-7z"),
    ("last", "M4 5v14l12-7zM17 5h3v14h-3z"),
];
/// Sentences that the script says, each with what it fills in.
const SAID: &[(&str, &[&str])] = &[
    ("audit-dice", &["verdict"]),
    ("audit-failed", &["what"]),
    ("audit-failed-at", &["entry", "what"]),
    ("audit-forged", &[]),
    ("audit-head", &["head"]),
    ("audit-integrity", &["verdict"]),
    ("audit-not-checkable", &["why"]),
    ("audit-ok", &["checked"]),
    ("audit-ok-except", &["checked", "except"]),
    ("audit-rules", &["verdict"]),
    ("found-absence-unnamed", &[]),
    ("found-after-end", &[]),
    ("found-answers-later", &["kind"]),
    ("found-away-too-long", &["days"]),
    ("found-before-last", &[]),
    ("found-before-told", &["told"]),
    ("found-begins-with-cause", &["kind"]),
    ("found-booked-back", &[]),
    ("found-booked-twice", &[]),
    ("found-change-before-order", &[]),
    ("found-change-by-door", &["kind"]),
    ("found-clock-set-so", &[]),
    ("found-ends-before-pack", &[]),
    ("found-expired-early", &[]),
    ("found-first-only", &["kind"]),
    ("found-follows-by-door", &["kind"]),
    ("found-goes-on", &["last"]),
    ("found-key-twice", &["entry"]),
    ("found-law-so", &[]),
    ("found-master-sits", &["seat"]),
    ("found-names-later", &["kind"]),
    ("found-no-absence", &[]),
    ("found-no-header", &[]),
    ("found-no-pack", &[]),
    ("found-no-pack-line", &[]),
    ("found-no-seed-line", &[]),
    ("found-nobody-named", &["kind"]),
    ("found-not-canonical", &["offset"]),
    ("found-not-opened", &[]),
    ("found-not-the-master", &[]),
    ("found-opens-later", &["kind"]),
    ("found-other-change", &["from", "to", "before"]),
    ("found-other-head", &["who", "noted", "found"]),
    ("found-other-pack", &["hash", "named"]),
    ("found-other-place", &["seq", "wanted", "found", "table"]),
    ("found-other-roll", &["roll", "cause", "wanted"]),
    ("found-other-salt", &[]),
    ("found-other-seat", &["kind"]),
    ("found-other-seed", &[]),
    ("found-pack-line-hash", &["found", "hash"]),
    ("found-paused-back", &[]),
    ("found-prompt-later", &["kind"]),
    ("found-public", &["kind"]),
    ("found-revealed-in-part", &[]),
    ("found-roll-cause", &["kind"]),
    ("found-roll-of-nothing", &[]),
    ("found-sealed-in-full", &[]),
    ("found-sealed-rolls", &["sealed"]),
    ("found-seed-form", &[]),
    ("found-seed-in-part", &[]),
    ("found-seed-secret", &[]),
    ("found-somebody-named", &["kind"]),
    ("found-stopped-too-often", &["most"]),
    ("found-stopped-too-soon", &[]),
    ("found-tail-lost", &["who", "noted", "last"]),
    ("found-values", &["roll", "cause", "purpose", "wanted", "found"]),
    ("page-browser-agrees", &["compared"]),
    ("page-browser-differs", &[]),
    ("page-browser-has-none", &[]),
    ("page-check-sealed", &["sealed"]),
    ("page-checked", &[]),
    ("page-checking", &[]),
    ("page-failed", &[]),
    ("page-failed-script", &["what"]),
    ("page-form", &[]),
    ("page-form-of", &["key"]),
    ("page-place", &["step", "steps", "entry", "last"]),
    ("page-roll", &[]),
    ("page-rules", &[]),
    ("page-show-entry", &["entry"]),
    ("page-unread", &["what"]),
    ("witness-header", &[]),
];

/// What a page shows.
pub struct TablePage<'a> {
    /// The messages.
    pub words: &'a Words,
    /// The reader's language.
    pub lang: Lang,
    /// Its heading.
    pub title: String,
    /// What it is of, a line each: whose view, up to which head, what is left out.
    pub about: Vec<String>,
    /// The steps, the first first; never none.
    pub steps: Vec<PageStep>,
    /// The dice, a line each.
    pub dice: Vec<String>,
    /// The log: an export, with sealed lines also for what is withheld.
    pub log: String,
    /// The entries that are withheld from it.
    pub withheld: Vec<u64>,
}

/// What the script needs besides the log and the frames.
#[derive(Serialize)]
struct Setting<'a> {
    words: serde_json::Map<String, serde_json::Value>,
    withheld: &'a [u64],
    entries: u64,
}

/// The page.
///
/// # Errors
/// Frames or words without a JSON form: a fault of the program.
pub fn html(page: &TablePage<'_>, entries: u64) -> Result<String, serde_json::Error> {
    let say = |key: &str| page.words.say(page.lang, key, &[]);
    let style = style();
    let setting = Setting { words: said(page), withheld: &page.withheld, entries };
    let data = [
        ("setting", serde_json::to_string(&setting)?),
        ("frames", serde_json::to_string(&Frames::of(&page.steps))?),
        ("log", page.log.clone()),
    ];
    let markup = html! {
        (DOCTYPE)
        html lang=(page.lang.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(&style));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (page.title) }
                style { (PreEscaped(&style)) }
                script { (PreEscaped(GUARD)) }
            }
            body {
                a.skip href="#story" { (say("page-skip")) }
                header {
                    h1 { (page.title) }
                    @for line in &page.about { p { (line) } }
                }
                main {
                    (plain(page))
                    (player(page))
                    section #check aria-labelledby="check-heading" {
                        h2 #check-heading { (say("page-check")) }
                        p { (say("page-check-what")) }
                        button #check-now type="button" { (say("page-check-now")) }
                        div #verdict role="status" {}
                    }
                    section #dice aria-labelledby="dice-heading" {
                        h2 #dice-heading { (say("page-dice")) }
                        details {
                            summary { (say("page-dice-all")) }
                            @for line in &page.dice { p { (line) } }
                        }
                    }
                    section #story aria-labelledby="story-heading" tabindex="-1" {
                        h2 #story-heading { (say("page-story")) }
                        div #steps { @for step in &page.steps { (told(step)) } }
                    }
                }
                @for (id, text) in &data {
                    script type="text/plain" id=(id) { (PreEscaped(embedded(text))) }
                }
                @for script in SCRIPTS { script { (PreEscaped(script)) } }
            }
        }
    };
    Ok(markup.into_string())
}

/// What a reader is told whose browser runs no scripts, or cannot run these.
fn plain(page: &TablePage<'_>) -> Markup {
    let say = |key: &str| page.words.say(page.lang, key, &[]);
    html! {
        div #plain {
            noscript { p { (say("page-no-scripts")) } }
            p { (say("page-plain")) }
            p #trouble {}
        }
    }
}

/// The picture, the keys and the text of a step.
fn player(page: &TablePage<'_>) -> Markup {
    let say = |key: &str| page.words.say(page.lang, key, &[]);
    let last = page.steps.len().saturating_sub(1);
    let draws = page.steps.iter().any(|step| step.scene.is_some());
    html! {
        section #player aria-labelledby="moment" tabindex="-1" {
            h2 #moment {}
            @if draws {
                div #picture { svg #map role="img" aria-label=(say("page-map")) aria-describedby="position" font-family=(fonts()) font-weight="700" stroke-linejoin="round" {} }
            }
            div #keys role="group" aria-label=(say("page-keys")) {
                @for (id, shape) in BUTTONS {
                    @let called = say(&format!("page-{id}"));
                    button id=(id) type="button" aria-label=(called) title=(called) {
                        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" { path d=(shape) fill="currentColor" {} }
                    }
                }
                input #slider type="range" min="0" max=(last) value="0" aria-label=(say("page-slider"));
            }
            p #place {}
            div #before aria-hidden="true" {}
            div #told aria-live="polite" aria-atomic="true" {}
            h3 #position-heading { (say("page-position")) }
            div #position role="region" aria-labelledby="position-heading" {}
            p.help { (say("page-keys-help")) }
        }
    }
}

/// What a step tells, which the script shows by itself too.
fn told(step: &PageStep) -> Markup {
    html! {
        div id={ "e" (step.seq) } data-moment=(step.moment) {
            @for line in &step.told { (line_of(line)) }
        }
    }
}

fn line_of(line: &ReportLine) -> Markup {
    html! {
        @match line.weight {
            Weight::Heading => h3 { (line.to_string()) },
            Weight::Subheading => h3.part { (line.to_string()) },
            Weight::Plain | Weight::Closing => p {
                @for dice in &line.dice { span.dice { (dice) } " " }
                (line.text)
            },
        }
    }
}

/// The sentences that the script says, by key, with names in braces where it fills in.
fn said(page: &TablePage<'_>) -> serde_json::Map<String, serde_json::Value> {
    let sentence = |(key, names): &(&str, &[&str])| {
        let args: Vec<(&str, Value<'_>)> =
            names.iter().map(|name| (*name, format!("{{{name}}}").into())).collect();
        ((*key).to_owned(), page.words.say(page.lang, key, &args).into())
    };
    SAID.iter().map(sentence).collect()
}

fn fonts() -> String {
    format!(
        "{}, 'BIZ UDPゴシック', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', Helvetica, Arial, sans-serif",
        font::FAMILY
    )
}

/// The style sheet with the colours of both themes, which the pictures take too.
fn style() -> String {
    let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
    format!(":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}")
}

/// Nothing is loaded, nothing is sent, and no script or style runs but those that stand in the page.
fn policy(style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    let scripts: Vec<String> = std::iter::once(GUARD).chain(SCRIPTS).map(hash).collect();
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        scripts.join(" "),
        hash(style)
    )
}

/// Text for a block of data in a page, in which no end of it can stand. Every text here is JSON, where `<` and the two
/// line separators stand in strings only and may be written so.
fn embedded(text: &str) -> String {
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_block_of_data_ends_it_and_it_is_the_same_json() {
        let text = serde_json::to_string(&["</script>", "<!--", "\\u003c", "\u{2028}\u{2029}"]).unwrap();
        let embedded = embedded(&text);
        assert!(!embedded.contains(['<', '\u{2028}', '\u{2029}']), "{embedded}");
        let read = |text: &str| serde_json::from_str::<Vec<String>>(text).unwrap();
        assert_eq!(read(&embedded), read(&text));
    }
}
