//! A table's past as one file, as a browser shows and checks it.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::chromium::{Browser, SIZES, key};
use crate::common::{Luck, forged};
use crate::pages::{embedded, golden};
use wardroom::audit::{self, Evidence, Findings, Verdict};
use wardroom::club::findings as findings_of;
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::seal::Seed;
use wardroom::words::{Lang, Words};

/// Logs that are tampered with, of each game.
const TAMPERED: u64 = 110;

/// Checks the log with its lines put in place of the page's; what the page gives.
pub async fn checked(browser: &Browser, log: Option<&str>) -> Found {
    let script = "
        const [log, done] = arguments;
        if (log !== null) document.getElementById('log').textContent = log;
        const button = document.getElementById('check-now');
        button.click();
        const wait = () => {
            if (button.disabled) return setTimeout(wait, 5);
            const found = (id) => {
                const line = document.getElementById(id);
                return line && [line.dataset.verdict, line.dataset.entry || null, line.textContent];
            };
            const browser = document.getElementById('browser');
            done([found('integrity'), found('rolls'), browser && browser.textContent,
                  document.getElementById('verdict').textContent]);
        };
        wait();";
    let log = log.map(|log| Value::from(embedded(log))).unwrap_or_default();
    serde_json::from_value(browser.run_to_end(script, &[log]).await).unwrap()
}

/// What the page gives of integrity, dice and the browser's own cryptography, and all of it: verdict, entry, words.
#[derive(Debug, serde::Deserialize)]
pub struct Found(
    Option<(String, Option<String>, String)>,
    Option<(String, Option<String>, String)>,
    Option<String>,
    String,
);

impl Found {
    /// Whether nothing is amiss.
    pub fn is_sound(&self) -> bool {
        [&self.0, &self.1].iter().all(|found| found.as_ref().is_some_and(|(verdict, ..)| verdict == "ok"))
    }
}

/// A verdict of the audit as the page marks it.
fn marked(verdict: &Verdict) -> (String, Option<String>) {
    let word = match verdict {
        Verdict::Ok { .. } => "ok",
        Verdict::Failed { .. } => "failed",
        Verdict::UnknownLaw { .. } => "unknown-law",
        Verdict::NotCheckable { .. } | Verdict::UnknownRules { .. } => "not-checkable",
    };
    (word.to_owned(), verdict.entry().map(|entry| entry.to_string()))
}

/// What the audit finds in an export; `None` where it has no header to begin with.
fn audited<G: Playable>(log: &str) -> Option<Findings> {
    let evidence = Evidence::from_export(&mut log.as_bytes()).ok()?;
    Some(audit::audit(&evidence, &[], audit::rules::check::<G>))
}

/// What a step shows: how far it is, and whether its text is that of the story, the slider's value, shapes drawn.
const SHOWN: &str = "
    const at = Number(document.getElementById('slider').value);
    const lines = (of) => Array.from(of.children, (line) => line.textContent).join('|');
    const told = document.getElementById('steps').children[at];
    const map = document.getElementById('map');
    return {
        at,
        place: document.getElementById('place').textContent,
        same: lines(document.getElementById('told')) === lines(told)
            && document.getElementById('moment').textContent === told.dataset.moment,
        shapes: map.querySelectorAll('*').length,
        position: document.getElementById('position').children.length,
        steps: document.getElementById('steps').children.length,
        box: map.getAttribute('viewBox'),
    };";

/// The results of a script at every step, one after the other by one key. The page is asked once: a whole game of questions
/// takes minutes.
async fn at_every_step(browser: &Browser, script: &str) -> Vec<Value> {
    let steps = format!(
        "const looked = () => {{ {script} }};
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
        press('Home');
        return Array.from(document.getElementById('steps').children, () => {{
            const found = looked();
            press('ArrowRight');
            return found;
        }});"
    );
    browser.run(&steps).await.as_array().unwrap().clone()
}

async fn stepped_through(browser: &Browser) {
    for (at, shown) in at_every_step(browser, SHOWN).await.into_iter().enumerate() {
        let whole = shown["at"] == at && shown["same"] == true;
        assert!(whole && shown["position"].as_u64() > Some(0), "step {at}: {shown}");
        assert!(shown["shapes"].as_u64() > Some(40), "step {at}: {shown}");
        assert!(shown["place"].as_str().unwrap().contains(&(at + 1).to_string()), "step {at}: {shown}");
    }
}

async fn keys_lead(browser: &Browser, last: u64) {
    let at = async || browser.run(SHOWN).await["at"].as_u64().unwrap();
    assert_eq!(at().await, last, "beyond the end there is nothing");
    browser.press("body", key::LEFT).await;
    assert_eq!(at().await, last - 1);
    browser.press("body", key::HOME).await;
    assert_eq!(at().await, 0);
    browser.press("body", key::LEFT).await;
    assert_eq!(at().await, 0, "before the beginning there is nothing");
    let mut days = vec![0];
    while *days.last().unwrap() < last {
        browser.press("body", key::PAGE_DOWN).await;
        let now = at().await;
        assert!(now > *days.last().unwrap(), "{days:?}, then {now}");
        days.push(now);
    }
    assert!((4..last as usize / 2).contains(&days.len()), "{days:?}");
    while days.pop().is_some_and(|day| day > 0) {
        browser.press("body", key::PAGE_UP).await;
        assert_eq!(Some(&at().await), days.last(), "back by days");
    }
    // The slider has keys of its own, which are those of the page.
    browser.press("#slider", &key::RIGHT.repeat(3)).await;
    assert_eq!(at().await, 3);
    browser.press("#slider", key::END).await;
    assert_eq!(at().await, last);
    browser.run("const slider = document.getElementById('slider'); slider.value = 7; slider.dispatchEvent(new Event('input'));").await;
    assert_eq!(at().await, 7);
    for (id, to) in [("forward", 8), ("back", 7), ("first", 0), ("last", last)] {
        browser.click(&format!("#{id}")).await;
        assert_eq!(at().await, to, "{id}");
    }
}

async fn is_shown_whole<G: Playable>(name: &str, lang: Lang) {
    let (_, html) = golden::<G>(name, lang);
    let browser = Browser::start(&[]).await;
    for (size, scheme) in SIZES.into_iter().zip(["light", "dark"]) {
        browser.open(&html, size, scheme).await;
        browser.fits().await;
        let last = browser.run(SHOWN).await["steps"].as_u64().unwrap() - 1;
        stepped_through(&browser).await;
        keys_lead(&browser, last).await;
        browser.fits().await;
        browser.was_quiet(&[]).await;
    }
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_is_stepped_through_by_keys_slider_and_buttons_on_a_phone_and_on_a_desk() {
    is_shown_whole::<Goeben>("goeben-rules-2", Lang::En).await;
    is_shown_whole::<GrandFleet>("grand_fleet-rules-2", Lang::Ja).await;
}

/// Where the keys stand, how high the picture is, and whether the first three rows of what is told can be read without scrolling.
const LAID: &str = "
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const [picture, told, keys] = ['picture', 'told', 'keys'].map(box);
    const line = document.getElementById('told').firstElementChild;
    const first = line ? line.getBoundingClientRect() : told;
    return {
        keys: Math.round(keys.top), bottom: Math.round(innerHeight - keys.bottom), picture: Math.round(picture.height),
        under: Math.round(told.top - picture.bottom), read: first.top >= 0 && Math.min(first.bottom, first.top + 60) <= keys.top,
        scrolled: scrollY,
    };";

async fn is_read_on_a_phone<G: Playable>(name: &str, lang: Lang) {
    let (_, html) = golden::<G>(name, lang);
    let browser = Browser::start(&[]).await;
    for phone in [(390, 664), (360, 640), (400, 860)] {
        browser.open(&html, phone, "light").await;
        browser.fits().await;
        let steps = at_every_step(&browser, LAID).await;
        let begun = &steps[0];
        for (at, laid) in steps.iter().enumerate() {
            assert_eq!(laid["read"], true, "{name}, {phone:?}, step {at}: {laid}");
            for what in ["keys", "bottom", "picture", "under", "scrolled"] {
                assert_eq!(laid[what], begun[what], "{name}, {phone:?}, step {at}: {what}");
            }
        }
        assert_eq!((&begun["bottom"], &begun["scrolled"]), (&json!(0), &json!(0)), "{begun}");
        assert!(begun["under"].as_i64().unwrap().abs() <= 12, "{begun}");
    }
}

/// On a phone what is told stands under the picture, and nothing moves under the thumb.
#[tokio::test]
#[ignore = "needs chromium"]
async fn on_a_phone_what_is_told_is_read_without_scrolling_at_every_step() {
    is_read_on_a_phone::<Goeben>("goeben-rules-2", Lang::Ja).await;
    is_read_on_a_phone::<GrandFleet>("grand_fleet-rules-2", Lang::En).await;
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_opens_after_the_set_up_or_where_its_address_says() {
    let (_, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::En);
    let browser = Browser::start(&[]).await;
    let path = browser.open(&html, SIZES[1], "light").await;
    let at = async || browser.run(SHOWN).await["at"].as_u64().unwrap();
    let begun = at().await;
    assert!(begun > 0, "it opens on an empty board");
    browser.press("body", key::LEFT).await;
    let moment = browser.run("return document.getElementById('moment').textContent;").await;
    assert!(moment.as_str().unwrap().to_lowercase().contains("set"), "{moment}");
    let entry = browser.run("return document.getElementById('place').hash;").await;
    browser.visit("about:blank", SIZES[1], "light").await;
    let url = |hash: &str| format!("file://{}{hash}", path.display());
    browser.visit(&url(entry.as_str().unwrap()), SIZES[1], "light").await;
    assert_eq!(at().await, begun - 1, "{entry}");
    // While the page is open, too; what names no entry changes nothing.
    browser.run("location.hash = '#entry=230';").await;
    let place = browser.run(SHOWN).await;
    browser.run("location.hash = '#entry=next';").await;
    assert_eq!(browser.run(SHOWN).await, place);
    let seq: Vec<u64> = place["place"]
        .as_str()
        .unwrap()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse().ok())
        .collect();
    assert!(seq[2] <= 230 && seq[2] > 200, "{place}");
    browser.run("location.hash = '#entry=999999999';").await;
    assert_eq!(at().await, place["steps"].as_u64().unwrap() - 1);
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_whose_log_hides_a_roll_or_that_claims_another_head_says_so() {
    let (log, html) = golden::<GrandFleet>("grand_fleet-rules-2", Lang::En);
    let browser = Browser::start(&[]).await;
    let roll = log.lines().rev().find(|line| line.contains(r#""kind":"Rolled""#)).unwrap();
    let seq = serde_json::from_str::<Value>(roll).unwrap()["seq"].clone();
    let table = serde_json::from_str::<Value>(roll).unwrap()["table"].clone();
    let sealed =
        json!({ "digest": hex::encode(Sha256::digest(roll)), "sealed": true, "seq": seq, "table": table });
    let hidden = html.replacen(r#""withheld":[]"#, &format!(r#""withheld":[{seq}]"#), 1);
    browser.open(&hidden, SIZES[1], "light").await;
    let Found(integrity, ..) = checked(&browser, Some(&log.replace(roll, &sealed.to_string()))).await;
    assert_eq!(integrity.map(|it| (it.0, it.1)), Some(("failed".to_owned(), Some(seq.to_string()))));
    let Found(integrity, ..) = checked(&browser, Some(&log)).await;
    assert_eq!(integrity.map(|it| it.0), Some("failed".to_owned()), "what is listed stands there in full");
    browser.open(&html.replacen(r#""entries":"#, r#""entries":1"#, 1), SIZES[1], "light").await;
    let Found(.., all) = checked(&browser, None).await;
    let words = Words::read().unwrap();
    assert!(
        all.contains(&words.say(Lang::En, "page-failed", &[])) && all.contains("the page gives"),
        "{all}"
    );
    browser.open(&html, SIZES[1], "light").await;
    let Found(.., all) = checked(&browser, None).await;
    assert!(all.contains(&words.say(Lang::En, "page-not-covered", &[])), "{all}");
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_checks_its_log_and_says_what_the_audit_says() {
    let browser = Browser::start(&[]).await;
    for lang in Lang::ALL {
        let (log, html) = golden::<Goeben>("goeben-campaign-rules-2", *lang);
        browser.open(&html, SIZES[0], "light").await;
        let Found(integrity, dice, own, all) = checked(&browser, None).await;
        let findings = audited::<Goeben>(&log).unwrap();
        let words = Words::read().unwrap();
        let lines = findings_of::verdicts(&words, *lang, &findings);
        let said = [integrity.unwrap().2, dice.unwrap().2];
        assert_eq!(said.as_slice(), &lines[..2]);
        assert!(all.contains(&findings.head), "{all}");
        // Chromium has cryptography of its own for files.
        assert!(own.unwrap().contains(char::is_numeric), "{all}");
        assert!(
            all.contains(&words.say(*lang, "page-checked", &[])) && all.contains("wardroom audit"),
            "{all}"
        );
        browser.was_quiet(&[]).await;
    }
}

/// A log with something changed in its text, hashes and all left as they were: what was done.
fn spoilt(log: &str, luck: &mut Luck) -> (String, String) {
    let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
    let mut below = |n: usize| luck.below(n as u32) as usize;
    let at = 3 + below(lines.len() - 4);
    let what = below(9);
    // A digit of a chain, a hash, a seed: of what stands before the entries.
    let digit = |line: &mut String, key: &str, by: usize| {
        let from = line.find(key).unwrap() + key.len() + by;
        let old = line[from..].chars().next().unwrap();
        line.replace_range(from..=from, if old == 'a' { "b" } else { "a" });
    };
    match what {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, at + 1),
        3 => {
            // Any sign of an entry.
            let signs: Vec<char> = lines[at].chars().collect();
            let place = below(signs.len());
            let other = ['0', '7', 'x', '"', '{', '<', '\\', 'é'][below(8)];
            lines[at] =
                signs.iter().enumerate().map(|(i, sign)| if i == place { other } else { *sign }).collect();
        }
        4 => digit(&mut lines[at], "\"salt\":\"", below(32)),
        5 => digit(&mut lines[0], "\"chain\":\"", below(64)),
        6 => digit(&mut lines[1], "\"hash\":\"", below(64)),
        7 => digit(&mut lines[2], "\"seed\":\"", below(64)),
        _ => drop(lines.pop()),
    }
    (lines.join("\n") + "\n", format!("{what} at line {at}"))
}

/// A log with an entry changed and every seq, salt and hash made good: what was done.
fn forged(log: &str, luck: &mut Luck) -> (String, String) {
    let lines: Vec<&str> = log.lines().collect();
    let mut entries: Vec<Value> = lines[3..].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut below = |n: usize| luck.below(n as u32) as usize;
    let at = 1 + below(entries.len() - 2);
    let rolls: Vec<usize> = (0..entries.len()).filter(|at| entries[*at]["kind"] == "Rolled").collect();
    let roll = rolls[below(rolls.len())];
    let what = below(8);
    match what {
        0 => drop(entries.remove(at)),
        1 => entries.insert(at, entries[at].clone()),
        2 => entries.swap(at, at + 1),
        3 => {
            let of = entries[roll]["body"]["of"].as_u64().unwrap();
            let value = &mut entries[roll]["body"]["values"][0];
            *value = (value.as_u64().unwrap() % of + 1).into();
        }
        4 => entries[roll]["body"]["number"] = 7.into(),
        5 => entries[at]["audience"] = "nobody".into(),
        6 => entries[at]["kind"] = entries[1 + (at + 7) % (lines.len() - 5)]["kind"].clone(),
        _ => entries[at]["by"] = Value::Null,
    }
    let seed = Seed::from_hex(&lines[2][9..73]).unwrap();
    let (mut chain, mut out) = ([0; 32], vec![]);
    for (seq, entry) in (1..).zip(&mut entries) {
        (entry["seq"], entry["salt"]) = (seq.into(), hex::encode(seed.salt(seq)).into());
        let line = entry.to_string();
        let digest = Sha256::digest(&line);
        chain = Sha256::new().chain_update(chain).chain_update(digest).finalize().into();
        out.push(line);
    }
    let mut header: Value = serde_json::from_str(lines[0]).unwrap();
    header["head"] = json!({ "chain": hex::encode(chain), "seq": entries.len() });
    let whole = [vec![header.to_string(), lines[1].to_owned(), lines[2].to_owned()], out].concat();
    (whole.join("\n") + "\n", format!("{what} at entry {}, roll {}, hashes made good", at + 1, roll + 1))
}

async fn is_found_out<G: Playable>(browser: &Browser, name: &str) {
    let (log, html) = golden::<G>(name, Lang::En);
    browser.open(&html, SIZES[1], "light").await;
    let own_head = audited::<G>(&log).unwrap().head;
    let mut found_out = 0;
    for seed in 0..TAMPERED {
        let mut luck = Luck::of(seed);
        // Half of them with every hash made good, which only what is rolled and salted betrays, if anything.
        let (tampered, what) = match seed % 2 {
            0 => spoilt(&log, &mut luck),
            _ => forged(&log, &mut luck),
        };
        let told = format!("{name}, seed {seed}: {what}");
        let Found(integrity, dice, _, all) = checked(browser, Some(&tampered)).await;
        let integrity = integrity.unwrap_or_else(|| panic!("{told}: {all}"));
        let Some(findings) = audited::<G>(&tampered) else {
            assert_eq!(integrity.0, "unread", "{told}: {all}");
            continue;
        };
        let dice = dice.unwrap_or_else(|| panic!("{told}: {all}"));
        assert_eq!((integrity.0, integrity.1), marked(&findings.integrity), "{told}: {all}\n{findings:#?}");
        assert_eq!((dice.0, dice.1), marked(&findings.dice), "{told}: {all}\n{findings:#?}");
        let failed = findings.integrity.is_failed() || findings.dice.is_failed();
        found_out += u64::from(failed);
        assert!(failed || seed % 2 == 1 || tampered == log, "{told}");
        let words = Words::read().unwrap();
        // What passes by itself is not the log that the page gives it shows.
        let is_another = findings.head != own_head;
        let says = if failed || is_another { "page-failed" } else { "page-checked" };
        assert!(all.contains(&words.say(Lang::En, says, &[])), "{told}: {all}");
    }
    assert!(found_out > TAMPERED * 2 / 3, "{name}: only {found_out} of {TAMPERED} are found out");
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn what_was_tampered_with_is_found_out_at_the_entry_the_audit_names() {
    let browser = Browser::start(&[]).await;
    is_found_out::<Goeben>(&browser, "goeben-rules-2").await;
    is_found_out::<GrandFleet>(&browser, "grand_fleet-rules-2").await;
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn the_page_names_the_entry_of_every_forgery() {
    let browser = Browser::start(&[]).await;
    let (_, html) = golden::<GrandFleet>("grand_fleet-claimed-rules-2", Lang::En);
    browser.open(&html, SIZES[0], "light").await;
    for log in forged::all() {
        let Found(integrity, _, _, all) = checked(&browser, Some(&log.text)).await;
        let (verdict, entry, _) = integrity.unwrap_or_else(|| panic!("{}: {all}", log.what));
        let wanted = log.entry.map(|entry| entry.to_string());
        let word = if wanted.is_some() { "failed" } else { "ok" };
        assert_eq!((&*verdict, entry), (word, wanted), "{}: {all}", log.what);
    }
    for log in forged::beyond::laws() {
        let Found(integrity, _, _, all) = checked(&browser, Some(&log.text)).await;
        let (verdict, entry, _) = integrity.unwrap_or_else(|| panic!("{}: {all}", log.what));
        let wanted = log.entry.map(|entry| entry.to_string());
        let word = if wanted.is_some() { "failed" } else { "unknown-law" };
        assert_eq!((&*verdict, entry), (word, wanted), "{}: {all}", log.what);
        if log.entry.is_none() {
            browser.open(&claiming(&html, &all), SIZES[0], "light").await;
            let Found(.., all) = checked(&browser, Some(&log.text)).await;
            assert!(all.starts_with("NOT CHECKED"), "{}: {all}", log.what);
            browser.open(&html, SIZES[0], "light").await;
        }
    }
}

/// The page, as if it were made of the log that it was checked with, of the same table.
fn claiming(html: &str, checked: &str) -> String {
    let head = |text: &str, before: &str| {
        let from = text.find(before).unwrap() + before.len();
        let chain = text[from..].find(':').unwrap() + from + 1;
        text[from..chain + 64].to_owned()
    };
    let (was, is) = (head(html, r#""head":""#), head(checked, "Head of the chain: "));
    let entries = |head: &str| format!(r#""entries":{}"#, head.split(':').next().unwrap());
    html.replacen(&entries(&was), &entries(&is), 1).replacen(&was, &is, 1)
}

#[tokio::test]
#[ignore = "needs chromium and axe-core"]
async fn axe_finds_nothing_in_a_page() {
    let browser = Browser::start(&[]).await;
    let pages =
        [golden::<Goeben>("goeben-rules-2", Lang::Ja), golden::<GrandFleet>("grand_fleet-rules-2", Lang::En)];
    for (_, html) in &pages {
        for (size, scheme) in
            [(SIZES[0], "dark"), (SIZES[0], "light"), (SIZES[1], "dark"), (SIZES[1], "light")]
        {
            browser.open(html, size, scheme).await;
            checked(&browser, None).await;
            browser.run("document.querySelector('details').open = true;").await;
            println!("{size:?}, {scheme}");
            browser.is_open_to_all().await;
        }
    }
}

/// Without scripts, or with one that the browser cannot run, the page is the game in words and says what is missing.
#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_without_scripts_is_the_game_in_words() {
    let (_, html) = golden::<Goeben>("goeben-rules-2", Lang::En);
    let words = Words::read().unwrap();
    let say = |key: &str| words.say(Lang::En, key, &[]);
    let shown = async |browser: &Browser| -> String {
        // What a screen reader is given, which needs no script of the page.
        let tree = browser.cdp("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] == false);
        nodes.filter_map(|node| node["name"]["value"].as_str()).collect::<Vec<_>>().join("\n")
    };
    let off = Browser::start(&["--blink-settings=scriptEnabled=false"]).await;
    off.open(&html, SIZES[0], "light").await;
    let text = shown(&off).await;
    assert!(text.contains(&say("page-no-scripts")) && text.contains(&say("page-plain")), "{text}");
    assert!(!text.contains(&say("page-check-now")) && text.contains("The mission is over"), "{text}");
    let old = Browser::start(&[]).await;
    // As in a browser without one of the things that the script needs, and in one that cannot read it.
    for (was, now) in [("<html lang", "<html data-no-script lang"), ("const hex =", "const hex = =")] {
        old.open(&html.replacen(was, now, 1), SIZES[0], "light").await;
        let text = shown(&old).await;
        let spoilt = now.contains("= =");
        assert_eq!(text.contains(&say("page-plain")), spoilt, "{text}");
        assert_eq!(text.contains(&say("page-check-now")), !spoilt, "{text}");
        assert!(!text.contains(&say("page-no-scripts")), "{text}");
    }
}
