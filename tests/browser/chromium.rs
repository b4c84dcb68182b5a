//! Chromium, driven through chromedriver, both on this machine: nothing goes over a network but between them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};

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

/// A process that ends with its test.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser with a folder of its own.
pub struct Browser {
    pub web: WebDriver,
    folder: tempfile::TempDir,
    _driver: Driver,
}

impl Browser {
    pub async fn start(more: &[&str]) -> Browser {
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
    pub async fn open(&self, html: &str, (width, height): (u32, u32), scheme: &str) -> PathBuf {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, html).unwrap();
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.cdp("Emulation.setDeviceMetricsOverride", screen).await;
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.cdp("Emulation.setEmulatedMedia", features).await;
        self.web.goto(format!("file://{}", path.display())).await.unwrap();
        path
    }

    pub async fn cdp(&self, method: &str, params: Value) -> Value {
        self.web.cdp().send_raw(method, params).await.unwrap()
    }

    pub async fn run(&self, script: &str) -> Value {
        self.web.execute(script, vec![]).await.unwrap().json().clone()
    }

    /// Nothing was asked of any network, and nothing was refused or went wrong.
    pub async fn was_quiet(&self) {
        let said = self.web.browser_log().await.unwrap();
        assert!(said.is_empty(), "the console says {said:?}");
        let events = self.web.get_log("performance").await.unwrap();
        let requests: Vec<String> = events
            .iter()
            .map(|event| serde_json::from_str::<Value>(&event.message).unwrap()["message"].clone())
            .filter(|message| message["method"] == "Network.requestWillBeSent")
            .map(|message| message["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect();
        // The page that a browser begins with is one of its own.
        let own = |url: &String| ["file://", "data:", "chrome://"].iter().any(|own| url.starts_with(own));
        assert!(!requests.is_empty() && requests.iter().all(own), "the page asks for {requests:?}");
    }

    /// Nothing keeps people out of the page that axe-core knows of.
    pub async fn is_open_to_all(&self) {
        self.run(&axe_core()).await;
        let script = "
            const done = arguments[0];
            axe.run().then((found) => done([found.passes.length, found.violations.map((one) =>
                [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html + node.failureSummary)])]));";
        let found = self.web.execute_async(script, vec![]).await.unwrap().json().clone();
        assert!(found[0].as_u64() > Some(15), "axe has looked at little: {found}");
        assert_eq!(found[1], json!([]), "{found:#}");
    }

    pub async fn end(self) {
        self.web.quit().await.unwrap();
    }
}

/// axe-core, which `.ci/run` installs with npm.
fn axe_core() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}: npm install --prefix target/axe axe-core", path.display())
    })
}
