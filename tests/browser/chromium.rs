//! Chromium, driven through chromedriver, both on this machine: nothing goes over a network but between them.
//!
//! The commands are those of [WebDriver](https://www.w3.org/TR/webdriver2/#endpoints), and chromedriver's own for what it
//! logged and for the browser's tools.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A phone held upright, and a desk: their width and height.
pub const SIZES: [(u32, u32); 2] = [(400, 800), (1280, 900)];
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

/// What a page is asked to wait for at most, in milliseconds.
const SCRIPT_MS: u32 = 120_000;
/// The key under which an element's reference stands (WebDriver, 12.2).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Where a page does not fit its screen: what is wider than it.
const TOO_WIDE: &str = "
    const wide = document.documentElement.scrollWidth;
    return wide <= innerWidth ? [] : Array.from(document.body.querySelectorAll('*'))
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('svg'))
        .map((one) => `${one.tagName}#${one.id} ${one.textContent.slice(0, 60)}`);";

/// Keys as WebDriver types them (WebDriver, 17.4.2).
pub mod key {
    pub const PAGE_UP: &str = "\u{e00e}";
    pub const PAGE_DOWN: &str = "\u{e00f}";
    pub const END: &str = "\u{e010}";
    pub const HOME: &str = "\u{e011}";
    pub const LEFT: &str = "\u{e012}";
    pub const RIGHT: &str = "\u{e014}";
    pub const ENTER: &str = "\u{e007}";
}

/// chromedriver and the browser it began, which end with their test, however that ends.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-9", "--", &format!("-{}", self.0.id())]).status();
        let _ = self.0.wait();
    }
}

/// A browser with a folder of its own.
pub struct Browser {
    http: reqwest::Client,
    session: String,
    // Ended before its folder is removed.
    _driver: Driver,
    folder: tempfile::TempDir,
}

/// The value with which chromedriver answers.
async fn answer(request: reqwest::RequestBuilder) -> Value {
    let mut answer: Value = request.send().await.unwrap().json().await.unwrap();
    let value = answer["value"].take();
    assert!(value["error"].is_null(), "{value:#}");
    value
}

impl Browser {
    pub async fn start(more: &[&str]) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("chromedriver: install Debian's chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let driver = Driver(driver);
        let port = lines.find_map(|line| {
            line.strip_suffix('.')?.rsplit_once("successfully on port ").map(|(_, port)| port.to_owned())
        });
        let folder = tempfile::tempdir().unwrap();
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        let flags: Vec<&str> = FLAGS.iter().chain(more).copied().chain([profile.as_str()]).collect();
        let wanted = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "timeouts": { "script": SCRIPT_MS },
        });
        let http = reqwest::Client::new();
        let sessions = format!("http://127.0.0.1:{}/session", port.expect("a port"));
        let wanted = json!({ "capabilities": { "alwaysMatch": wanted } });
        let begun = answer(http.post(&sessions).json(&wanted)).await;
        let session = format!("{sessions}/{}", begun["sessionId"].as_str().unwrap());
        Browser { http, session, _driver: driver, folder }
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        answer(self.http.post(format!("{}/{path}", self.session)).json(&body)).await
    }

    /// Opens a page from a file, on a screen of this size.
    pub async fn open(&self, html: &str, size: (u32, u32), scheme: &str) -> PathBuf {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, html).unwrap();
        self.visit(&format!("file://{}", path.display()), size, scheme).await;
        path
    }

    /// Goes to an address, on a screen of this size.
    pub async fn visit(&self, url: &str, (width, height): (u32, u32), scheme: &str) {
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.cdp("Emulation.setDeviceMetricsOverride", screen).await;
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.cdp("Emulation.setEmulatedMedia", features).await;
        self.post("url", json!({ "url": url })).await;
    }

    /// A command of the browser's tools.
    pub async fn cdp(&self, method: &str, params: Value) -> Value {
        self.post("goog/cdp/execute", json!({ "cmd": method, "params": params })).await
    }

    /// What a script gives back.
    pub async fn run(&self, script: &str) -> Value {
        self.post("execute/sync", json!({ "script": script, "args": [] })).await
    }

    /// What a script hands to its last argument.
    pub async fn run_to_end(&self, script: &str, args: &[Value]) -> Value {
        self.post("execute/async", json!({ "script": script, "args": args })).await
    }

    /// Presses keys where the first element that a selector names has the focus.
    pub async fn press(&self, selector: &str, keys: &str) {
        self.at(selector, "value", json!({ "text": keys })).await;
    }

    /// From here on everything is meant for the frame that a selector names.
    pub async fn enter_frame(&self, selector: &str) {
        let found = self.post("element", json!({ "using": "css selector", "value": selector })).await;
        self.post("frame", json!({ "id": found })).await;
    }

    /// Clicks on the first element that a selector names.
    pub async fn click(&self, selector: &str) {
        self.at(selector, "click", json!({})).await;
    }

    async fn at(&self, selector: &str, command: &str, body: Value) {
        let found = self.post("element", json!({ "using": "css selector", "value": selector })).await;
        let element = found[ELEMENT].as_str().unwrap();
        self.post(&format!("element/{element}/{command}"), body).await;
    }

    /// The screen, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        let shown = answer(self.http.get(format!("{}/screenshot", self.session))).await;
        STANDARD.decode(shown.as_str().unwrap()).unwrap()
    }

    /// What the browser logged of this kind since it was last asked.
    async fn logged(&self, kind: &str) -> Vec<Value> {
        self.post("se/log", json!({ "type": kind })).await.as_array().unwrap().clone()
    }

    /// The page is no wider than its screen.
    pub async fn fits(&self) {
        assert_eq!(self.run(TOO_WIDE).await, json!([]), "what is too wide");
    }

    /// Nothing was asked but of `house`, and nothing was refused or went wrong.
    pub async fn was_quiet(&self, house: &[&str]) {
        // That a new element has the focus already is no news.
        let mut said = self.logged("browser").await;
        said.retain(|said| said["level"] != "INFO");
        assert!(said.is_empty(), "the console says {said:?}");
        let events = self.logged("performance").await;
        let requests: Vec<String> = events
            .iter()
            .map(|event| event["message"].as_str().unwrap())
            .map(|message| serde_json::from_str::<Value>(message).unwrap()["message"].clone())
            .filter(|message| message["method"] == "Network.requestWillBeSent")
            .map(|message| message["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect();
        // The page that a browser begins with is one of its own.
        let own = |url: &String| {
            ["file://", "data:", "chrome://"].iter().chain(house).any(|own| url.starts_with(own))
        };
        assert!(!requests.is_empty() && requests.iter().all(own), "the page asks for {requests:?}");
    }

    /// Nothing keeps people out of the page that axe-core knows of.
    pub async fn is_open_to_all(&self) {
        self.run(&axe_core()).await;
        let script = "
            const done = arguments[0];
            axe.run().then((found) => done([found.passes.length, found.violations.map((one) =>
                [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html + node.failureSummary)])]));";
        let found = self.run_to_end(script, &[]).await;
        assert!(found[0].as_u64() > Some(15), "axe has looked at little: {found}");
        assert_eq!(found[1], json!([]), "{found:#}");
    }
}

/// axe-core, which `.ci/run` installs with npm.
fn axe_core() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}: npm install --prefix target/axe --no-save axe-core@4.14.1", path.display())
    })
}
