//! The built program shows pages: a listener of its own, links that hold over restarts, and not a word of them in any log.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

/// How long an answer may take on a busy machine.
const BOUND: Duration = Duration::from_secs(60);
/// Connections of one address, as [`wardroom::door::web::listener`] has it.
const CONNECTIONS: usize = 16;

/// A folder with a configuration and a database.
pub(super) struct Home(tempfile::TempDir);

impl Home {
    pub(super) fn new() -> Home {
        let home = tempfile::tempdir().unwrap();
        let config = "[serve]\nlisten = \"127.0.0.1:0\"\nlog = \"trace\"\n\
                      [pages]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://tables.example/club/\"\n";
        std::fs::write(home.path().join("config.toml"), config).unwrap();
        Home(home)
    }

    fn command(&self, words: &[&str]) -> Command {
        let home: &Path = self.0.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.env_clear().env("HOME", home).current_dir(home).args([
            "--db",
            "w.db",
            "--config",
            "config.toml",
        ]);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The path of a file in the folder.
    pub(super) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// The status of a command, and what it prints.
    pub(super) fn status(&self, words: &[&str]) -> (i32, String) {
        let output = self.command(words).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code().unwrap(), said)
    }

    /// What a command prints, with these lines typed.
    pub(super) fn run(&self, words: &[&str], typed: &str) -> String {
        let mut child = self.command(words).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    /// What is typed at the only table; the path of the link that is told, if one is.
    pub(super) fn play(&self, typed: &str) -> Option<String> {
        let said = self.run(&["play", "goeben"], typed);
        let link = said.split_whitespace().find_map(|word| word.strip_prefix("https://tables.example/club"));
        link.map(str::to_owned)
    }

    pub(super) fn serve(&self) -> Serving {
        let mut child = self.command(&["serve"]).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        let mut address = |what: &str| loop {
            let from = said.len();
            assert!(log.read_line(&mut said).unwrap() > 0, "it ended: {said}");
            let line = &said[from..];
            if line.contains(what) {
                return line.trim().rsplit_once("address=").unwrap().1.to_owned();
            }
        };
        let (ops, pages) = (address(" listening address="), address("listening for pages address="));
        Serving { child, log, said, ops, pages }
    }
}

/// The program, serving.
pub(super) struct Serving {
    child: Child,
    log: BufReader<ChildStderr>,
    said: String,
    ops: String,
    pub(super) pages: String,
}

impl Serving {
    /// Reads its log up to a line with this.
    pub(super) fn reads(&mut self, what: &str) {
        while !self.said.contains(what) {
            assert!(self.log.read_line(&mut self.said).unwrap() > 0, "it ended: {}", self.said);
        }
    }

    /// Stops it; all that it logged.
    pub(super) fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.log.read_to_string(&mut self.said).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{}", self.said);
        std::mem::take(&mut self.said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // A test that fails leaves no server behind; one that has ended needs no kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer to these bytes, until the other end closes.
fn send(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(BOUND)).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    // Whoever is turned away in mid-request may be reset.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn ask(address: &str, method: &str, target: &str) -> String {
    send(address, format!("{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes())
}

pub(super) fn get(address: &str, target: &str) -> String {
    ask(address, "GET", target)
}

pub(super) fn is(answer: &str, status: u16) -> bool {
    answer.starts_with(&format!("HTTP/1.1 {status} "))
}

/// An answer when all is well. On a busy machine a store may not answer in time, and is well again.
fn well(address: &str, target: &str, is_well: impl Fn(&str) -> bool) -> String {
    const LOOKS: usize = 1200;
    let mut answer = String::new();
    for _ in 0..LOOKS {
        answer = get(address, target);
        if is_well(&answer) {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{answer}");
}

fn healthy(address: &str) -> String {
    well(address, "/healthz", |answer| is(answer, 200))
}

/// An answer without what tells the time.
fn undated(answer: &str) -> String {
    answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
}

/// An alarm on what grows sees the first event only of a series that was there before it.
#[test]
fn every_number_is_there_from_the_start() {
    let serving = Home::new().serve();
    let store = "wardroom_healthy{part=\"store\"} 1";
    let numbers = well(&serving.ops, "/metrics", |numbers| numbers.contains(store));
    let mut series = vec![
        "wardroom_lost_pages_total 0".to_owned(),
        "wardroom_head_file_ok 1".to_owned(),
        "wardroom_open_tables 0".to_owned(),
        "wardroom_timekeeper_late_seconds 0".to_owned(),
        "wardroom_tables_ahead_of_clock 0".to_owned(),
        "wardroom_files_open_to_others 0".to_owned(),
        "wardroom_healthy{part=\"mail-sending\"} 1".to_owned(),
        "wardroom_healthy{part=\"board\"} 1".to_owned(),
    ];
    for (name, labels) in [
        ("interactions_total", "kind=\"command\",outcome=\"failed\""),
        ("interactions_total", "kind=\"strange\",outcome=\"refused\""),
        ("refusals_total", "reason=\"broken\""),
        ("refusals_total", "reason=\"pages-full\""),
        ("outbox_age_seconds", "door=\"discord\""),
        ("outbox_age_seconds", "door=\"mail\""),
        ("mails_read_total", "outcome=\"silent\",reason=\"unsigned\""),
        ("mails_read_total", "outcome=\"failed\",reason=\"sending\""),
        ("mails_sent_total", "outcome=\"failed\""),
        ("page_requests_total", "status=\"503\""),
        ("board_requests_total", "status=\"303\""),
        ("gateway_shards", "state=\"connected\""),
    ] {
        series.push(format!("wardroom_{name}{{{labels}}} 0"));
    }
    for line in series {
        assert!(numbers.lines().any(|found| found == line), "{line}\n{numbers}");
    }
    let build = numbers.lines().find(|line| line.starts_with("wardroom_build_info{")).unwrap();
    let version = format!("version=\"{}\"", wardroom::observe::VERSION);
    for part in [&*version, "commit=", "date=", "schema=\"", "rules=\"goeben:2 grand_fleet:2\""] {
        assert!(build.contains(part) && build.ends_with(" 1"), "{part}: {build}");
    }
    serving.stop();
}

#[test]
fn a_request_that_names_no_host_or_two_is_refused_everywhere() {
    let serving = Home::new().serve();
    for address in [&serving.ops, &serving.pages] {
        for target in ["/", "/healthz", "/metrics"] {
            for hosts in ["", "host: x\r\nhost: x\r\n", "host: x\r\nHost: y\r\n"] {
                for version in ["1.0", "1.1"] {
                    let request = format!("GET {target} HTTP/{version}\r\n{hosts}connection: close\r\n\r\n");
                    let answer = send(address, request.as_bytes());
                    assert!(answer.contains(" 400 Bad Request\r\n"), "{request}\n{answer}");
                }
            }
        }
    }
    healthy(&serving.ops);
    serving.stop();
}

#[test]
fn a_page_has_a_listener_of_its_own_and_no_log_knows_its_link() {
    let home = Home::new();
    let path = home.play("publish\n").expect("the link");
    let serving = home.serve();
    let page = get(&serving.pages, &path);
    assert!(
        is(&page, 200) && page.contains("Goeben, 1914") && page.contains("cache-control: no-store"),
        "{page}"
    );
    let picture = get(&serving.pages, &format!("{path}map.png"));
    assert!(is(&picture, 200) && picture.contains("image/png"), "{}", &picture[..200]);
    let head = ask(&serving.pages, "HEAD", &path);
    assert!(is(&head, 200) && head.ends_with("\r\n\r\n") && head.contains("content-length: "), "{head}");
    // Neither listener knows what the other shows.
    let nothing = undated(&get(&serving.pages, "/"));
    for target in ["/metrics", "/healthz", "/interactions", "/unsubscribe/x"] {
        assert_eq!(undated(&get(&serving.pages, target)), nothing, "{target}");
    }
    assert!(is(&get(&serving.ops, &path), 404));
    let health = healthy(&serving.ops);
    assert!(health.contains("\"pages\":\"up\""), "{health}");
    // What a link must be is a secret; what is asked for otherwise is not answered.
    for target in [
        "/..%2f..%2fetc/passwd",
        "/%ff%fe",
        &format!("/{}", "a".repeat(8000)),
        &format!("{path}?{}", "q".repeat(900)),
    ] {
        assert_eq!(undated(&get(&serving.pages, target)), nothing, "{target}");
    }
    for (request, status) in [
        (format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n"), 405),
        (format!("GET {path} HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(40_000)), 431),
        ("GET /\u{e9} HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), 404),
        ("nonsense\r\n\r\n".to_owned(), 400),
    ] {
        let answer = send(&serving.pages, request.as_bytes());
        assert!(is(&answer, status) || (status == 404 && is(&answer, 400)), "{status}: {answer}");
    }
    let metrics = get(&serving.ops, "/metrics");
    let (link, since) = (path.rsplit('-').next().unwrap().trim_end_matches('/'), "/map.png");
    assert!(metrics.contains("wardroom_page_requests_total{status=\"200\"}"), "{metrics}");
    assert!(!metrics.contains(link) && !metrics.contains(since), "{metrics}");
    let log = serving.stop();
    // The name of the club's log is no link, and is public.
    let named = log.replace("key=tables.example/club/log+", "");
    assert!(!log.contains(link) && !named.contains("tables.example"), "{log}");

    // It holds over a restart and, for a while, over a new secret; who asks is told another then.
    home.run(&["rotate-secret"], "");
    let serving = home.serve();
    assert!(is(&get(&serving.pages, &path), 200));
    let told = home.play("who\n").unwrap();
    assert_ne!(told, path);
    assert!(is(&get(&serving.pages, &told), 200));
    // Taken away it is dead, under every link, and looks as if it never was.
    home.play("unpublish\n");
    for link in [&path, &told] {
        assert_eq!(undated(&get(&serving.pages, link)), nothing);
    }
    let again = home.play("publish\n").unwrap();
    assert!(again != told && is(&get(&serving.pages, &again), 200) && is(&get(&serving.pages, &told), 404));
    serving.stop();
}

#[test]
fn whoever_sends_slowly_holds_a_connection_and_not_for_long() {
    let home = Home::new();
    let path = home.play("publish\n").unwrap();
    let serving = home.serve();
    let slow: Vec<TcpStream> = (0..CONNECTIONS)
        .map(|_| {
            let mut stream = TcpStream::connect(&serving.pages).unwrap();
            stream.write_all(format!("GET {path} HTTP/1.1\r\nhost").as_bytes()).unwrap();
            stream.set_read_timeout(Some(BOUND)).unwrap();
            stream
        })
        .collect();
    assert_eq!(get(&serving.pages, &path), "", "an address has its share of connections");
    for mut stream in slow {
        // Each ends by itself, answered or not.
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(is(&get(&serving.pages, &path), 200));
    assert!(get(&serving.ops, "/metrics").contains("wardroom_refusals_total{reason=\"pages-full\"} 1"));
    serving.stop();
}

#[test]
fn an_address_of_the_pages_in_use_is_said_in_a_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let home = Home::new();
    let config = format!(
        "[serve]\nlisten = \"127.0.0.1:0\"\n[pages]\nlisten = \"{address}\"\npublic_url = \"http://x\"\n"
    );
    std::fs::write(home.0.path().join("config.toml"), config).unwrap();
    let said = home.run(&["serve"], "");
    assert!(said.contains(&address) && said.contains("[pages] listen"), "{said}");
}

/// `health` asks the server of its configuration, and `check` finds that it is the one that listens there.
#[test]
fn health_asks_the_server_that_runs() {
    let home = Home::new();
    let path = home.0.path().join("config.toml");
    let began_with = std::fs::read_to_string(&path).unwrap();
    let serving = home.serve();
    // The addresses that it was given.
    let config = format!(
        "[serve]\nlisten = \"{}\"\n[pages]\nlisten = \"{}\"\npublic_url = \"https://tables.example\"\n",
        serving.ops, serving.pages
    );
    std::fs::write(&path, config).unwrap();
    healthy(&serving.ops);
    for words in [&["health"][..], &["health", "--live"], &["health", "--ready"]] {
        let asked = home.command(words).output().unwrap();
        assert!(asked.status.success(), "{asked:?}");
        assert!(String::from_utf8_lossy(&asked.stdout).contains("is healthy"), "{asked:?}");
    }
    let asked = home.command(&["health", "--json"]).output().unwrap();
    let health: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert_eq!(
        (&health["status"], &health["build"]["version"]),
        (&"ok".into(), &wardroom::observe::VERSION.into())
    );
    assert_eq!(health["build"]["rules"]["goeben"], 2);
    let checked = home.command(&["check"]).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{checked:?}");
    assert_eq!(said.matches("Wardroom is running there already").count(), 2, "{said}");
    // How old the newest backup is, is among the numbers once a folder is named.
    assert!(!get(&serving.ops, "/metrics").contains("wardroom_last_backup"));
    serving.stop();
    let folder = home.0.path().join("backups");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(path, began_with.replace("[serve]\n", "[serve]\nbackups = \"backups\"\n")).unwrap();
    let serving = home.serve();
    let backup = || {
        let numbers = get(&serving.ops, "/metrics");
        let line = numbers.lines().find(|line| line.starts_with("wardroom_last_backup_timestamp_seconds "));
        line.unwrap().rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(backup(), 0.0);
    std::fs::write(folder.join("w.db.untried"), "").unwrap();
    assert_eq!(backup(), 0.0);
    std::fs::write(folder.join("w.db"), "").unwrap();
    assert!(backup() > 1e9);
    serving.stop();
}

/// systemd is told when calls are taken, again and again that the program is alive, and when it stops.
#[test]
fn a_service_manager_is_told() {
    let home = Home::new();
    let path = home.0.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(BOUND)).unwrap();
    let heard = || {
        let mut bytes = [0; 64];
        let length = manager.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = home.command(&["serve"]);
    let mut child = command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "200000").spawn().unwrap();
    assert_eq!(heard(), "READY=1");
    assert_eq!(heard(), "WATCHDOG=1");
    assert_eq!(heard(), "WATCHDOG=1");
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let last = std::iter::repeat_with(heard).find(|told| told != "WATCHDOG=1");
    assert_eq!(last.as_deref(), Some("STOPPING=1"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Prometheus reads every number, and each has its kind and its help.
#[test]
#[ignore = "needs promtool"]
fn numbers_are_as_prometheus_wants_them() {
    let serving = Home::new().serve();
    let numbers = get(&serving.ops, "/metrics");
    let (_, body) = numbers.split_once("\r\n\r\n").unwrap();
    let mut checking = Command::new("promtool");
    checking.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut checking = checking.spawn().expect("promtool is not installed");
    checking.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let checked = checking.wait_with_output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    serving.stop();
}

/// A Prometheus of the test's own, which reads a running server with the rules for alerts.
struct Prometheus {
    _folder: tempfile::TempDir,
    child: Child,
    address: String,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Prometheus {
    fn reading(server: &str) -> Prometheus {
        let folder = tempfile::tempdir().unwrap();
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/alerts.yml");
        let config = serde_json::json!({
            "global": { "scrape_interval": "1s", "evaluation_interval": "1s" },
            "rule_files": [rules],
            "scrape_configs": [{ "job_name": "wardroom", "static_configs": [{ "targets": [server] }] }],
        });
        // JSON is YAML too.
        std::fs::write(folder.path().join("prometheus.yml"), config.to_string()).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut command = Command::new("prometheus");
        command.args(["--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.level=error"]);
        command.arg(format!("--web.listen-address={address}")).current_dir(folder.path());
        let child = command.spawn().unwrap();
        Prometheus { _folder: folder, child, address }
    }

    /// The answer of its interface; nothing while it starts.
    fn asked(&self, path: &str, query: &str) -> serde_json::Value {
        let coded: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let Ok(mut stream) = TcpStream::connect(&self.address) else { return serde_json::Value::Null };
        stream.set_read_timeout(Some(BOUND)).unwrap();
        write!(stream, "GET /api/v1/{path}?query={coded} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).unwrap_or_default()
    }

    /// Waits until this holds of an answer.
    fn until(&self, path: &str, query: &str, holds: impl Fn(&serde_json::Value) -> bool) {
        const LOOKS: usize = 1200;
        let mut answer = serde_json::Value::Null;
        for _ in 0..LOOKS {
            answer = self.asked(path, query);
            if holds(&answer) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{path} {query}: {answer}");
    }
}

/// Every rule is evaluated, every panel of the dashboard is answered, and a server that is gone is noticed.
#[test]
#[ignore = "needs prometheus"]
fn soak_prometheus_evaluates_every_rule_and_panel() {
    let serving = Home::new().serve();
    let prometheus = Prometheus::reading(&serving.ops);
    let value = |answer: &serde_json::Value| answer["data"]["result"][0]["value"][1].clone();
    prometheus.until("query", "up{job=\"wardroom\"}", |answer| value(answer) == "1");
    prometheus.until("rules", "", |answer| {
        let rules = answer["data"]["groups"][0]["rules"].as_array().cloned().unwrap_or_default();
        !rules.is_empty() && rules.iter().all(|rule| rule["health"] == "ok" && rule["state"] == "inactive")
    });
    let board = include_str!("../../../packaging/dashboard.json");
    let board: serde_json::Value = serde_json::from_str(board).unwrap();
    for target in board["panels"].as_array().unwrap().iter().flat_map(|it| it["targets"].as_array().unwrap())
    {
        let query = target["expr"].as_str().unwrap();
        let query = query.replace("$__rate_interval", "5m").replace("$job", ".+");
        prometheus.until("query", &query, |answer| answer["status"] == "success");
    }
    prometheus.until("query", "count({__name__=~\"wardroom_.+\"})", |answer| {
        value(answer).as_str().and_then(|count| count.parse().ok()).is_some_and(|count: u32| count > 30)
    });
    serving.stop();
    prometheus.until("rules", "", |answer| {
        let rules = answer["data"]["groups"][0]["rules"].as_array().cloned().unwrap_or_default();
        rules.iter().any(|rule| rule["name"] == "WardroomDown" && rule["state"] == "pending")
    });
}
