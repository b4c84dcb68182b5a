//! What a browser makes of the file: Chromium, driven through chromedriver, both on this machine. Nothing here goes over a
//! network but between them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};

use super::{embedded, golden};
use crate::common::Luck;
use crate::tamper::Log;
use wardroom::audit::{self, Evidence, Findings, Verdict};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::report;
use wardroom::words::{Lang, Words};

/// A phone held upright, and a desk: their width and height.
const SIZES: [(u32, u32); 2] = [(400, 800), (1280, 900)];
/// Logs that are tampered with, of each game.
const TAMPERED: u64 = 110;
/// What keeps Chromium from asking anything of anybody.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
];

/// A process that ends with its test.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser with a folder of its own.
struct Browser {
    web: WebDriver,
    folder: tempfile::TempDir,
    _driver: Driver,
}

impl Browser {
    async fn start(more: &[&str]) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver: install Debian's chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let driver = Driver(driver);
        let port = lines.find_map(|line| {
            line.strip_suffix('.')?.rsplit_once("successfully on port ").map(|(_, port)| port.to_owned())
        });
        let folder = tempfile::tempdir().unwrap();
        let mut caps = DesiredCapabilities::chrome();
        for flag in FLAGS.iter().chain(more) {
            caps.add_arg(flag).unwrap();
        }
        caps.add_arg(&format!("--user-data-dir={}", folder.path().join("profile").display())).unwrap();
        caps.set_browser_log_level(LoggingPrefsLogLevel::All).unwrap();
        caps.set_logging_prefs("performance", LoggingPrefsLogLevel::All).unwrap();
        let address = format!("http://127.0.0.1:{}", port.expect("a port"));
        let web = WebDriver::new(&address, caps).await.unwrap();
        web.set_script_timeout(Duration::from_secs(120)).await.unwrap();
        Browser { web, folder, _driver: driver }
    }

    /// Opens a page from a file, on a screen of this size.
    async fn open(&self, html: &str, (width, height): (u32, u32), scheme: &str) -> PathBuf {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, html).unwrap();
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.cdp("Emulation.setDeviceMetricsOverride", screen).await;
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.cdp("Emulation.setEmulatedMedia", features).await;
        self.web.goto(format!("file://{}", path.display())).await.unwrap();
        path
    }

    async fn cdp(&self, method: &str, params: Value) -> Value {
        self.web.cdp().send_raw(method, params).await.unwrap()
    }

    async fn run(&self, script: &str) -> Value {
        self.web.execute(script, vec![]).await.unwrap().json().clone()
    }

    /// Checks the log with its lines put in place of the page's; what the page says.
    async fn check(&self, log: Option<&str>) -> Found {
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
        let found = self.web.execute_async(script, vec![log]).await.unwrap();
        serde_json::from_value(found.json().clone()).unwrap()
    }

    /// Nothing was asked of any network, and nothing was refused or went wrong.
    async fn was_quiet(&self) {
        let said = self.web.browser_log().await.unwrap();
        assert!(said.is_empty(), "the console says {said:?}");
        let events = self.web.get_log("performance").await.unwrap();
        let requests: Vec<String> = events
            .iter()
            .map(|event| serde_json::from_str::<Value>(&event.message).unwrap()["message"].clone())
            .filter(|message| message["method"] == "Network.requestWillBeSent")
            .map(|message| message["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect();
        let own = |url: &String| url.starts_with("file://") || url.starts_with("data:");
        assert!(!requests.is_empty() && requests.iter().all(own), "the page asks for {requests:?}");
    }

    async fn end(self) {
        self.web.quit().await.unwrap();
    }
}

/// What the page says of integrity, dice and the browser's own cryptography, and all of it: verdict, entry, words.
#[derive(Debug, serde::Deserialize)]
struct Found(
    Option<(String, Option<String>, String)>,
    Option<(String, Option<String>, String)>,
    Option<String>,
    String,
);

/// A verdict of the audit as the page marks it.
fn marked(verdict: &Verdict) -> (String, Option<String>) {
    let word = match verdict {
        Verdict::Ok { .. } => "ok",
        Verdict::Failed { .. } => "failed",
        Verdict::NotCheckable { .. } => "not-checkable",
        Verdict::Differs { .. } => "differs",
    };
    (word.to_owned(), verdict.entry().map(|entry| entry.to_string()))
}

/// What the audit finds in an export; `None` where it has no header to begin with.
fn audited<G: Playable>(log: &str) -> Option<Findings> {
    let evidence = Evidence::from_export(&mut log.as_bytes()).ok()?;
    Some(audit::audit(&evidence, &[], audit::rules::check::<G>))
}

/// Where a page does not fit its screen: what is wider than it.
const TOO_WIDE: &str = "
    const wide = document.documentElement.scrollWidth;
    return wide <= innerWidth ? [] : Array.from(document.body.querySelectorAll('*'))
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('svg'))
        .map((one) => `${one.tagName}#${one.id} ${one.textContent.slice(0, 60)}`);";

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

/// Every step, one after the other, by one key.
async fn stepped_through(browser: &Browser, last: u64) {
    let body = browser.web.find(By::Tag("body")).await.unwrap();
    for at in 0..=last {
        let shown = browser.run(SHOWN).await;
        let whole = shown["at"] == at && shown["same"] == true;
        assert!(whole && shown["position"].as_u64() > Some(2), "step {at}: {shown}");
        assert!(shown["shapes"].as_u64() > Some(40), "step {at}: {shown}");
        assert!(shown["place"].as_str().unwrap().contains(&(at + 1).to_string()), "step {at}: {shown}");
        body.send_keys(Key::Right).await.unwrap();
    }
}

async fn keys_lead(browser: &Browser, last: u64) {
    let body = browser.web.find(By::Tag("body")).await.unwrap();
    let at = async || browser.run(SHOWN).await["at"].as_u64().unwrap();
    assert_eq!(at().await, last, "beyond the end there is nothing");
    body.send_keys(Key::Left).await.unwrap();
    assert_eq!(at().await, last - 1);
    body.send_keys(Key::Home).await.unwrap();
    assert_eq!(at().await, 0);
    body.send_keys(Key::Left).await.unwrap();
    assert_eq!(at().await, 0, "before the beginning there is nothing");
    let mut days = vec![0];
    while *days.last().unwrap() < last {
        body.send_keys(Key::PageDown).await.unwrap();
        let now = at().await;
        assert!(now > *days.last().unwrap(), "{days:?}, then {now}");
        days.push(now);
    }
    assert!((4..last as usize / 2).contains(&days.len()), "{days:?}");
    while days.pop().is_some_and(|day| day > 0) {
        body.send_keys(Key::PageUp).await.unwrap();
        assert_eq!(Some(&at().await), days.last(), "back by days");
    }
    // The slider has keys of its own, which are those of the page.
    let slider = browser.web.find(By::Id("slider")).await.unwrap();
    slider.send_keys(Key::Right + Key::Right + Key::Right).await.unwrap();
    assert_eq!(at().await, 3);
    slider.send_keys(Key::End).await.unwrap();
    assert_eq!(at().await, last);
    browser.run("const slider = document.getElementById('slider'); slider.value = 7; slider.dispatchEvent(new Event('input'));").await;
    assert_eq!(at().await, 7);
    for (id, to) in [("forward", 8), ("back", 7), ("first", 0), ("last", last)] {
        browser.web.find(By::Id(id)).await.unwrap().click().await.unwrap();
        assert_eq!(at().await, to, "{id}");
    }
}

async fn is_shown_whole<G: Playable>(name: &str, lang: Lang) {
    let (_, html) = golden::<G>(name, lang);
    let browser = Browser::start(&[]).await;
    for (size, scheme) in SIZES.into_iter().zip(["light", "dark"]) {
        browser.open(&html, size, scheme).await;
        assert_eq!(browser.run(TOO_WIDE).await, json!([]), "{size:?}");
        let last = browser.run(SHOWN).await["steps"].as_u64().unwrap() - 1;
        stepped_through(&browser, last).await;
        keys_lead(&browser, last).await;
        assert_eq!(browser.run(TOO_WIDE).await, json!([]), "{size:?}");
        browser.was_quiet().await;
    }
    browser.end().await;
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_is_stepped_through_by_keys_slider_and_buttons_on_a_phone_and_on_a_desk() {
    is_shown_whole::<Goeben>("goeben-rules-2", Lang::En).await;
    is_shown_whole::<GrandFleet>("grand_fleet-rules-2", Lang::Ja).await;
}

#[tokio::test]
#[ignore = "needs chromium"]
async fn a_page_checks_its_log_and_says_what_the_audit_says() {
    let browser = Browser::start(&[]).await;
    for lang in Lang::ALL {
        let (log, html) = golden::<Goeben>("goeben-campaign-rules-2", *lang);
        browser.open(&html, SIZES[0], "light").await;
        let Found(integrity, dice, own, all) = browser.check(None).await;
        let findings = audited::<Goeben>(&log).unwrap();
        let words = Words::read().unwrap();
        let lines = report::verdicts(&words, *lang, &findings);
        let said = [integrity.unwrap().2, dice.unwrap().2];
        assert_eq!(said.as_slice(), &lines[..2]);
        assert!(all.contains(&findings.head), "{all}");
        // Chromium has cryptography of its own for files.
        assert!(own.unwrap().contains(char::is_numeric), "{all}");
        assert!(all.contains(&words.say(*lang, "page-checked", &[])) && all.contains("wardroom audit"), "{all}");
        browser.was_quiet().await;
    }
    browser.end().await;
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
            lines[at] = signs.iter().enumerate().map(|(i, sign)| if i == place { other } else { *sign }).collect();
        }
        4 => digit(&mut lines[at], "\"salt\":\"", below(32)),
        5 => digit(&mut lines[0], "\"chain\":\"", below(64)),
        6 => digit(&mut lines[1], "\"hash\":\"", below(64)),
        7 => digit(&mut lines[2], "\"seed\":\"", below(64)),
        _ => drop(lines.pop()),
    }
    (lines.join("\n") + "\n", format!("{what} at line {at}"))
}

async fn is_found_out<G: Playable>(browser: &Browser, name: &str) {
    let (log, html) = golden::<G>(name, Lang::En);
    browser.open(&html, SIZES[1], "light").await;
    let mut found_out = 0;
    for seed in 0..TAMPERED {
        let mut luck = Luck::of(seed);
        // Half of them with every hash made good, which only what is rolled and salted betrays, if anything.
        let (tampered, what) = match seed % 2 {
            0 => spoilt(&log, &mut luck),
            _ => {
                let mut whole = Log::of(&log);
                let (what, at) = whole.tamper(&mut luck);
                (whole.text(), format!("{what} at {at}, hashes made good"))
            }
        };
        let told = format!("{name}, seed {seed}: {what}");
        let Found(integrity, dice, _, all) = browser.check(Some(&tampered)).await;
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
        let says = if failed { "page-failed" } else { "page-checked" };
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
    browser.end().await;
}

/// axe-core, which `.ci/run` installs with npm.
fn axe() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}: npm install --prefix target/axe axe-core", path.display())
    })
}

#[tokio::test]
#[ignore = "needs chromium and axe-core"]
async fn axe_finds_nothing_in_a_page() {
    let browser = Browser::start(&[]).await;
    let (axe, pages) = (axe(), [golden::<Goeben>("goeben-rules-2", Lang::Ja), golden::<GrandFleet>("grand_fleet-rules-2", Lang::En)]);
    for (_, html) in &pages {
        for (size, scheme) in [(SIZES[0], "dark"), (SIZES[0], "light"), (SIZES[1], "dark"), (SIZES[1], "light")] {
            browser.open(html, size, scheme).await;
            browser.check(None).await;
            browser.run("document.querySelector('details').open = true;").await;
            browser.run(&axe).await;
            let script = "
                const done = arguments[0];
                axe.run().then((found) => done([found.passes.length, found.violations.map((one) =>
                    [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html + node.failureSummary)])]));";
            let found = browser.web.execute_async(script, vec![]).await.unwrap().json().clone();
            assert!(found[0].as_u64() > Some(15), "axe has looked at little: {found}");
            assert_eq!(found[1], json!([]), "{size:?} {scheme}: {found:#}");
        }
    }
    browser.end().await;
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
    assert!(!text.contains(&say("page-check-now")) && text.contains("Ottoman"), "{text}");
    off.end().await;
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
    old.end().await;
}
