//! The page as HTML.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::PageStep;
use super::frames::Frames;
use super::read::{Claims, PROOFS, embedded};
use crate::picture::{Theme, font};
use crate::report::{ReportLine, Weight};
use crate::words::{Lang, Value, Words};

/// The end of what a page shows. Texts of a page are escaped, and its scripts follow.
const MAIN_ENDS: &str = "</main>";
const STYLE: &str = include_str!("../../assets/page/style.css");
/// Tells the page whether its scripts run; it is read by browsers that cannot read the others.
const GUARD: &str = include_str!("../../assets/page/guard.js");
/// The scripts, in the order in which each needs those before it.
const SCRIPTS: [&str; 3] = [
    include_str!("../../assets/page/crypto.js"),
    concat!(include_str!("../../assets/page/audit.js"), include_str!("../../assets/page/seating.js")),
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
/// The sentences of the script, each with its arguments.
const SAID: &[(&str, &[&str])] = &[
    ("audit-dice", &["verdict"]),
    ("audit-failed", &["what"]),
    ("audit-failed-at", &["entry", "what"]),
    ("audit-forged", &[]),
    ("audit-head", &["head"]),
    ("audit-integrity", &["verdict"]),
    ("audit-not-checkable", &["why"]),
    ("audit-not-checked", &["why"]),
    ("audit-ok", &["checked"]),
    ("audit-ok-except", &["checked", "except"]),
    ("audit-rules", &["verdict"]),
    ("found-absence-unnamed", &[]),
    ("found-after-end", &[]),
    ("found-agreed-before", &["player"]),
    ("found-alone", &[]),
    ("found-answers-later", &["kind"]),
    ("found-away-too-long", &["days"]),
    ("found-before-last", &[]),
    ("found-before-told", &["told"]),
    ("found-begins-with-cause", &["kind"]),
    ("found-booked-back", &[]),
    ("found-booked-twice", &[]),
    ("found-change-before-order", &[]),
    ("found-change-by-door", &["kind"]),
    ("found-claimed-from", &["player"]),
    ("found-claimed-so", &["seat"]),
    ("found-clock-set-so", &[]),
    ("found-closed-so", &["why"]),
    ("found-edited-crlf", &[]),
    ("found-edited-empty-line", &[]),
    ("found-edited-spaces", &[]),
    ("found-ends-before-pack", &[]),
    ("found-entropy-asked-so", &[]),
    ("found-entropy-so", &[]),
    ("found-expired-before", &[]),
    ("found-expired-early", &[]),
    ("found-first-only", &["kind"]),
    ("found-follows-by-door", &["kind"]),
    ("found-follows-from-nothing", &[]),
    ("found-goes-on", &["last"]),
    ("found-header-format", &["format"]),
    ("found-header-seat", &["seat"]),
    ("found-kept", &["seat"]),
    ("found-in-grace", &[]),
    ("found-key-twice", &["entry"]),
    ("found-law-so", &[]),
    ("found-master-sits", &["seat"]),
    ("found-master-so", &[]),
    ("found-names-later", &["kind"]),
    ("found-next", &["kind"]),
    ("found-no-absence", &[]),
    ("found-no-header", &[]),
    ("found-no-pack", &[]),
    ("found-no-pack-line", &[]),
    ("found-no-request", &["entry"]),
    ("found-no-seat", &["seat"]),
    ("found-no-seed-line", &[]),
    ("found-no-step", &["to"]),
    ("found-nobody", &[]),
    ("found-nobody-named", &["kind"]),
    ("found-nobody-sits", &["seat"]),
    ("found-not-agreed", &["entry", "seat"]),
    ("found-not-asked", &["seat"]),
    ("found-not-away", &["player"]),
    ("found-not-canonical", &["offset"]),
    ("found-not-closed", &[]),
    ("found-not-due", &["seat"]),
    ("found-not-held", &["player", "seat"]),
    ("found-not-offered", &["seat"]),
    ("found-not-opened", &[]),
    ("found-not-published", &[]),
    ("found-not-the-master", &[]),
    ("found-not-witnessed", &[]),
    ("found-offer-of-another", &["seat"]),
    ("found-offered-so", &["seat"]),
    ("found-opens-later", &["kind"]),
    ("found-opens-so", &["entry"]),
    ("found-other-change", &["from", "to", "before"]),
    ("found-other-counter", &["counter"]),
    ("found-other-deadline", &["due"]),
    ("found-other-head", &["who", "noted", "found"]),
    ("found-other-pack", &["hash", "named"]),
    ("found-other-place", &["seq", "wanted", "found", "table"]),
    ("found-other-roll", &["roll", "cause", "wanted"]),
    ("found-other-salt", &[]),
    ("found-other-seat", &["kind"]),
    ("found-other-seed", &[]),
    ("found-other-time", &[]),
    ("found-other-value", &["cause"]),
    ("found-own-dice-so", &[]),
    ("found-pack-line-hash", &["found", "hash"]),
    ("found-page-claims", &["claimed", "found"]),
    ("found-past-bar", &["entry"]),
    ("found-paused-back", &[]),
    ("found-prompt-later", &["kind"]),
    ("found-public", &["kind"]),
    ("found-published", &[]),
    ("found-published-so", &[]),
    ("found-ready-asked-so", &[]),
    ("found-ready-so", &[]),
    ("found-receipt-too-early", &[]),
    ("found-request-open", &["entry"]),
    ("found-restored-key", &["kind"]),
    ("found-restored-late", &[]),
    ("found-revealed-in-part", &[]),
    ("found-roll-cause", &["kind"]),
    ("found-roll-not-witnessed", &["cause"]),
    ("found-roll-of-nothing", &[]),
    ("found-sealed-in-full", &[]),
    ("found-sealed-rolls", &["sealed"]),
    ("found-sealed-though-opened", &[]),
    ("found-seed-form", &[]),
    ("found-seed-in-part", &[]),
    ("found-seed-secret", &[]),
    ("found-shown-too-much", &[]),
    ("found-sits-later", &["seat"]),
    ("found-somebody-named", &["kind"]),
    ("found-sought-so", &[]),
    ("found-standing-door", &["kind"]),
    ("found-stands-in-so", &["seat"]),
    ("found-stopped-so", &[]),
    ("found-stopped-too-often", &["most"]),
    ("found-stopped-too-soon", &[]),
    ("found-tail-lost", &["who", "noted", "last"]),
    ("found-taken", &["seat"]),
    ("found-time-changed-so", &[]),
    ("found-vacated-so", &["seat"]),
    ("found-told-so", &["seat"]),
    ("found-unknown-law", &["entry", "law", "own"]),
    ("found-values", &["roll", "cause", "purpose", "wanted", "found"]),
    ("found-wait-ended-so", &[]),
    ("found-withheld-open", &[]),
    ("found-withheld-there", &[]),
    ("found-witness-asked-so", &[]),
    ("found-witnessed-so", &[]),
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
    ("page-not-covered", &[]),
    ("page-place", &["step", "steps", "entry", "last"]),
    ("page-roll", &[]),
    ("page-rules", &[]),
    ("page-proofs-unchecked", &["count"]),
    ("page-show-entry", &["entry"]),
    ("page-unread", &["what"]),
    ("witness-header", &[]),
];

/// The content of a page.
pub struct TablePage<'a> {
    /// The messages.
    pub words: &'a Words,
    /// The reader's language.
    pub lang: Lang,
    /// Its heading.
    pub title: String,
    /// Its facts, a line each: the viewer, the head, what is left out.
    pub about: Vec<String>,
    /// The steps, the first first; never none.
    pub steps: Vec<PageStep>,
    /// The dice, a line each.
    pub dice: Vec<String>,
    /// The log: an export, with sealed lines for withheld entries too.
    pub log: String,
    /// Its statements about itself.
    pub claims: Claims,
}

/// The script's data besides the log and the frames.
#[derive(Serialize)]
struct Setting<'a> {
    claims: &'a Claims,
    /// The step shown first.
    opens: usize,
    words: serde_json::Map<String, serde_json::Value>,
}

/// The page.
///
/// # Errors
/// Frames or words without a JSON form: a fault of the program.
pub fn html(page: &TablePage<'_>) -> Result<String, serde_json::Error> {
    let say = |key: &str| page.words.say(page.lang, key, &[]);
    let style = style(page);
    let setting = Setting { claims: &page.claims, opens: opens(&page.steps), words: script_words(page) };
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
                // Else a browser asks for an icon, and a page asks nobody for anything.
                link rel="icon" href="data:,";
                title { (page.title) }
                style { (PreEscaped(&style)) }
                script { (PreEscaped(GUARD)) }
            }
            body {
                a.skip href="#story" { (say("page-skip")) }
                header { h1 { (page.title) } }
                main {
                    (plain(page))
                    (player(page))
                    section #about { @for line in &page.about { p { (line) } } }
                    section #check aria-labelledby="check-heading" {
                        h2 #check-heading { (say("page-check")) }
                        p { (say("page-check-what")) }
                        p { (say("page-check-not")) }
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
                        div #steps { @for step in &page.steps { (step_text(step)) } }
                    }
                }
                // Before the scripts, which read them as soon as they run.
                @for (id, text) in &data {
                    script type="text/plain" id=(id) { (PreEscaped(embedded(text))) }
                }
                @for script in SCRIPTS { script { (PreEscaped(script)) } }
            }
        }
    };
    Ok(markup.into_string())
}

/// The part of a page about the club's log, with this sentence and these proofs.
pub fn club_log_part(sentence: &str, proofs: &str) -> String {
    let part = html! {
        section #club-log {
            p { (sentence) }
            script type="text/plain" id=(PROOFS) { (PreEscaped(embedded(proofs))) }
        }
    };
    part.into_string()
}

/// A page with a part about the club's log, at the end of what it shows.
pub fn with_club_log(page: &str, part: &str) -> String {
    page.replacen(MAIN_ENDS, &format!("{part}{MAIN_ENDS}"), 1)
}

/// The first step with something to see: after the phase in which the table is set up.
fn opens(steps: &[PageStep]) -> usize {
    // `steps[0]` is looked at only where there is a step.
    steps.iter().position(|step| step.phase != steps[0].phase).unwrap_or_default()
}

/// The text for a reader whose browser runs no scripts, or cannot run these.
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
                div #picture { svg #map role="img" aria-label=(say("page-map")) aria-describedby="position" preserveAspectRatio="xMidYMin meet" font-family=(fonts()) font-weight="700" stroke-linejoin="round" {} }
            }
            div #told aria-live="polite" aria-atomic="true" {}
            div #keys role="group" aria-label=(say("page-keys")) {
                @for (id, shape) in BUTTONS {
                    @let called = say(&format!("page-{id}"));
                    button id=(id) type="button" aria-label=(called) title=(called) {
                        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" { path d=(shape) fill="currentColor" {} }
                    }
                }
                input #slider type="range" min="0" max=(last) value="0" aria-label=(say("page-slider"));
            }
            p { a #place href="#" {} }
            div #before aria-hidden="true" {}
            h3 #position-heading { (say("page-position")) }
            div #position role="region" aria-labelledby="position-heading" {}
            p.help { (say("page-keys-help")) }
        }
    }
}

/// The text of a step, which the script shows by itself too.
fn step_text(step: &PageStep) -> Markup {
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
fn script_words(page: &TablePage<'_>) -> serde_json::Map<String, serde_json::Value> {
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

/// The style sheet with the colours of both themes, which the pictures take too, and the shape of the tallest picture: all have
/// the room of that one, so that nothing moves from step to step.
fn style(page: &TablePage<'_>) -> String {
    let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
    let scenes = page.steps.iter().filter_map(|step| step.scene.as_ref());
    let tallest = scenes.map(|scene| scene.height / scene.width).fold(0.0, f64::max);
    let shape =
        if tallest > 0.0 { format!("#picture{{aspect-ratio:1/{tallest:.4}}}\n") } else { String::new() };
    format!(":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n{shape}{STYLE}")
}

/// A policy that loads nothing, sends nothing, and runs only the page's own script and style.
fn policy(style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)));
    // Only texts with these hashes run: a script that got past every escape would not.
    let scripts: Vec<String> = std::iter::once(GUARD).chain(SCRIPTS).map(hash).collect();
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        scripts.join(" "),
        hash(style)
    )
}
