//! Real mail servers for a test: Dovecot for the mailboxes and Exim, which passes mail on to it, on free ports of the
//! loopback, with a certification authority of the test's own.
//!
//! Nothing here needs root. Dovecot and Exim run as whoever runs the test; where that is root, they run as `nobody`, as
//! Dovecot reads no mail as root. Exim is installed setuid root and gives that up when it is told of a configuration. What is
//! needed is installed: `dovecot-imapd dovecot-lmtpd exim4-daemon-light openssl`; what is missing fails the test.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use tempfile::TempDir;
use wardroom::config::mail::{Login, MailServer, Proof, Security};

/// The password of every mailbox.
pub const PASSWORD: &str = "mellon";
/// The key of every access token.
const TOKEN_KEY: &[u8] = b"friend";
/// The domains of every mailbox.
pub const DOMAINS: [&str; 2] = ["game.test", "players.test"];
/// What Exim answers where it takes no mail for somebody; and the word for that it takes it, and sends it back later.
pub const UNKNOWN: &str = "550 5.1.1 no such person";
pub const GREYLISTED: &str = "451 4.7.1 greylisted, come again";
pub const FULL: &str = "552 5.2.2 mailbox is full";
pub const LATER: &str = "later";
/// What leaves no room for another mail.
const LIMIT: &str = "quota_rule=*:messages=1";
/// Where the servers write what they do.
const DOVECOT_LOG: &str = "run/dovecot.log";
const EXIM_LOG: &str = "exim.log";
/// How long a server may take to start or to end, or a mail to arrive.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the servers show who they are with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// One for `localhost`, of the test's authority.
    Good,
    /// One for another name.
    OfAnother,
    /// One that was good until yesterday.
    Expired,
    /// None: no TLS at all.
    None,
}

/// How the servers differ from the usual.
#[derive(Clone, Debug)]
pub struct Ways {
    pub certificate: Certificate,
    /// What Dovecot says that it can, in place of everything.
    pub can: Option<&'static str>,
    /// Most messages of a mailbox.
    pub quota: Option<u32>,
    /// The name under which Exim vouches for mails of those who signed on.
    pub vouches: Option<&'static str>,
    /// Whether Exim takes mail from its own machine without a login.
    pub takes_from_here: bool,
    /// In which folder they have theirs.
    pub on: PathBuf,
}

impl Default for Ways {
    fn default() -> Ways {
        let (can, quota, vouches) = (None, None, None);
        let on = std::env::temp_dir();
        Ways { certificate: Certificate::Good, can, quota, vouches, takes_from_here: false, on }
    }
}

/// Mail servers, stopped when this is dropped.
pub struct Servers {
    folder: TempDir,
    /// Whom they run as, where that is not whoever runs the test.
    user: Option<(u32, u32)>,
    ports: Ports,
    has_tls: bool,
    dovecot: Option<Child>,
    exim: Option<Child>,
}

#[derive(Clone, Copy)]
struct Ports {
    imap: u16,
    imaps: u16,
    lmtp: u16,
    submission: u16,
    submissions: u16,
}

impl Servers {
    pub fn start() -> Servers {
        Servers::start_with(&Ways::default())
    }

    pub fn start_with(ways: &Ways) -> Servers {
        let folder = tempfile::tempdir_in(&ways.on).unwrap();
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o711)).unwrap();
        let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
        let user = is_root.then(|| (number(&["-u", "nobody"]), number(&["-g", "nobody"])));
        let [imap, imaps, lmtp, submission, submissions] = free_ports();
        let has_tls = ways.certificate != Certificate::None;
        let ports = Ports { imap, imaps, lmtp, submission, submissions };
        let mut servers = Servers { folder, user, ports, has_tls, dovecot: None, exim: None };
        for name in ["run", "state", "home", "spool"] {
            std::fs::create_dir(servers.path(name)).unwrap();
        }
        servers.refuse(&[]);
        servers.fill(&[]);
        servers.make_certificates(ways.certificate);
        servers.write("dovecot.conf", &servers.dovecot_conf(ways));
        servers.write("exim.conf", &servers.exim_conf(ways));
        std::fs::create_dir_all(servers.path("keys/default/HS256")).unwrap();
        servers.write("keys/default/HS256/default", &STANDARD.encode(TOKEN_KEY));
        servers.write(
            "oauth2.conf",
            &format!(
                "introspection_mode = local\nusername_attribute = sub\nlocal_validation_key_dict = fs:posix:prefix={}/\n",
                servers.path("keys").display()
            ),
        );
        for name in ["run", "state", "home", "spool", "server.key"] {
            servers.give(&servers.path(name));
        }
        servers.start_imap();
        servers.start_smtp();
        servers
    }

    /// The file with the certificate of the test's authority.
    pub fn authority(&self) -> PathBuf {
        self.path("ca.pem")
    }

    /// Dovecot, for a user.
    pub fn imap(&self, user: &str, security: Security) -> MailServer {
        self.server(user, security, [self.ports.imaps, self.ports.imap])
    }

    /// Exim, for a user.
    pub fn smtp(&self, user: &str, security: Security) -> MailServer {
        self.server(user, security, [self.ports.submissions, self.ports.submission])
    }

    /// The section `[mail]` for a bot whose mailbox is a user's.
    pub fn section(&self, user: &str) -> String {
        let secured = match self.has_tls {
            true => format!("ca_file = {:?}", self.authority()),
            false => "security = \"plain\"".to_owned(),
        };
        let server = |[tls, other]: [u16; 2]| {
            let port = if self.has_tls { tls } else { other };
            format!(
                "{{ host = \"localhost\", port = {port}, user = \"{user}\", password = \"{PASSWORD}\", {secured} }}"
            )
        };
        let Ports { imap, imaps, submission, submissions, .. } = self.ports;
        let (imap, smtp) = (server([imaps, imap]), server([submissions, submission]));
        let address = format!("{user}@{}", DOMAINS[0]);
        format!("[mail]\naddress = \"{address}\"\nplus_addresses = true\nimap = {imap}\nsmtp = {smtp}\n")
    }

    /// An access token of a user's that Dovecot believes for ten minutes from `issued` on, in seconds since 1970.
    pub fn token(&self, user: &str, issued: i64) -> String {
        let claims = json!({ "sub": user, "iat": issued, "exp": issued + 600 });
        let parts = [json!({ "alg": "HS256", "typ": "JWT" }), claims];
        let text = parts.map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
        let mut mac = Hmac::<Sha256>::new_from_slice(TOKEN_KEY).unwrap();
        mac.update(text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// A user's maildir, in which Dovecot keeps their inbox.
    pub fn maildir(&self, user: &str) -> PathBuf {
        self.path("home").join(user).join("Maildir")
    }

    /// The mails in a user's inbox.
    pub fn inbox(&self, user: &str) -> Vec<Vec<u8>> {
        files_of(&self.maildir(user)).iter().filter_map(|file| std::fs::read(file).ok()).collect()
    }

    /// The mails in a user's inbox once there are so many.
    pub fn inbox_of(&self, user: &str, at_least: usize) -> Vec<Vec<u8>> {
        until(&format!("{at_least} mails of {user}"), || {
            Some(self.inbox(user)).filter(|found| found.len() >= at_least)
        })
    }

    /// From now on Exim refuses mail for these users with these replies; with [`LATER`] it takes it and sends it back.
    pub fn refuse(&self, users: &[(&str, &str)]) {
        let always = [("nobody", UNKNOWN), ("grey", GREYLISTED), ("full", FULL)];
        let lines = always.iter().chain(users).map(|(user, reply)| format!("{user}: {reply}\n"));
        self.write("refused", &lines.collect::<String>());
    }

    /// From now on Dovecot has no room for mail to these users, and says so for now only.
    pub fn fill(&self, users: &[&str]) {
        let home = self.path("home");
        let line = |user: &&str| format!("{user}:::::{}/{user}::userdb_{LIMIT}\n", home.display());
        self.write("limits", &users.iter().map(line).collect::<String>());
        for user in users {
            // Dovecot looks at the file once a second.
            let rule =
                || self.doveadm(&["user", "-f", "quota_rule", user]).filter(|said| !said.trim().is_empty());
            until("a limit", rule);
        }
    }

    /// How often the servers have said this.
    pub fn times(&self, words: &str) -> usize {
        self.said().matches(words).count()
    }

    /// Puts a mail into a user's inbox, as Exim does.
    pub fn deliver(&self, user: &str, mail: &[u8]) {
        let mut line = Lmtp::connect(self.ports.lmtp);
        for (word, code) in [("LHLO localhost", "250"), ("MAIL FROM:<anna@players.test>", "250")] {
            line.says(word, code);
        }
        line.says(&format!("RCPT TO:<{user}@{}>", DOMAINS[0]), "250");
        line.says("DATA", "354");
        let text = mail.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let lines: Vec<u8> = text
            .flat_map(|line| [if line.starts_with(b".") { b"." } else { &b""[..] }, line, b"\r\n"].concat())
            .collect();
        line.0.write_all(&lines).unwrap();
        line.says(".", "250");
    }

    /// Deletes every mail of an inbox behind its reader's back.
    pub fn expunge(&self, user: &str) {
        self.doveadm(&["expunge", "-u", user, "mailbox", "INBOX", "all"]).unwrap();
    }

    /// Breaks the lines of a user who is signed on.
    pub fn cut_off(&self, user: &str) {
        until(&format!("{user} is signed on"), || self.doveadm(&["kick", user]));
    }

    /// Reads every mail of an inbox, as its owner may with a program of their own.
    pub fn look_at(&self, user: &str) {
        self.doveadm(&["flags", "add", "-u", user, "\\Seen", "mailbox", "INBOX", "all"]).unwrap();
    }

    /// Makes a user's inbox anew: the same mails under new numbers.
    pub fn renumber(&mut self, user: &str) {
        self.stop_imap();
        let maildir = self.maildir(user);
        for entry in std::fs::read_dir(&maildir).unwrap().map(Result::unwrap) {
            let name = entry.file_name().to_string_lossy().into_owned();
            // What is left keeps the new numbers from being the old ones.
            if name == "dovecot-uidlist" || name.starts_with("dovecot.index") {
                std::fs::remove_file(entry.path()).unwrap();
            }
        }
        self.start_imap();
    }

    pub fn start_imap(&mut self) {
        let mut command = self.command("dovecot");
        command.arg("-F").arg("-c").arg(self.path("dovecot.conf"));
        self.dovecot = Some(command.spawn().expect("dovecot-imapd is not installed"));
        let Ports { imap, imaps, lmtp, .. } = self.ports;
        for port in [imap, lmtp].into_iter().chain(self.has_tls.then_some(imaps)) {
            self.listens(port);
        }
    }

    pub fn start_smtp(&mut self) {
        let mut command = self.command("/usr/sbin/exim4");
        // In the foreground it writes its log there.
        command.stderr(File::options().create(true).append(true).open(self.path(EXIM_LOG)).unwrap());
        command.arg("-C").arg(self.path("exim.conf")).args(["-bdf", "-q1s"]);
        self.exim = Some(command.spawn().expect("exim4-daemon-light is not installed"));
        for port in [self.ports.submission, self.ports.submissions] {
            self.listens(port);
        }
    }

    /// Stops Dovecot; whoever is signed on is cut off.
    pub fn stop_imap(&mut self) {
        if let Some(child) = self.dovecot.take() {
            end(child);
        }
    }

    /// Stops Exim.
    pub fn stop_smtp(&mut self) {
        if let Some(child) = self.exim.take() {
            end(child);
        }
    }

    /// Waits until Exim has passed on everything that it took: whoever stops it, or Dovecot, before that may have mails come
    /// twice.
    pub fn wait_for_exim(&self) {
        let spool = || std::fs::read_dir(self.path("spool/input"));
        until("an empty spool", || spool().is_ok_and(|mut spool| spool.next().is_none()).then_some(()));
    }

    fn server(&self, user: &str, security: Security, [tls, other]: [u16; 2]) -> MailServer {
        MailServer {
            host: "localhost".into(),
            port: if security == Security::Tls { tls } else { other },
            security,
            ca_file: Some(self.authority()),
            login: Some(Login { user: user.to_owned(), proof: Proof::Password(PASSWORD.into()) }),
        }
    }

    /// How many mails lie in a folder beside a user's inbox.
    pub fn count_in(&self, user: &str, folder: &str) -> usize {
        files_of(&self.maildir(user).join(format!(".{folder}"))).len()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn give(&self, path: &Path) {
        if let Some((user, group)) = self.user {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }

    /// A program that runs as the servers do.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.current_dir(self.folder.path()).process_group(0);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// What it says; nothing where it cannot be done.
    fn doveadm(&self, args: &[&str]) -> Option<String> {
        let mut command = self.command("doveadm");
        command.stdout(Stdio::piped()).arg("-c").arg(self.path("dovecot.conf")).args(args);
        let output = command.output().unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn listens(&self, port: u16) {
        until(&format!("port {port}: {}", self.said()), || TcpStream::connect(("127.0.0.1", port)).ok());
    }

    /// What the servers logged.
    pub fn said(&self) -> String {
        [DOVECOT_LOG, EXIM_LOG]
            .map(|name| std::fs::read(self.path(name)).unwrap_or_default())
            .map(|said| String::from_utf8_lossy(&said).into_owned())
            .concat()
    }

    fn make_certificates(&self, certificate: Certificate) {
        let (host, days) = match certificate {
            Certificate::Good | Certificate::None => ("localhost", "2"),
            Certificate::OfAnother => ("example.org", "2"),
            Certificate::Expired => ("localhost", "-1"),
        };
        self.write("names", &format!("subjectAltName=DNS:{host}\n"));
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        let authority = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign";
        for command in [
            format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority {authority}"),
            format!("req {key} -keyout server.key -out server.csr -subj /CN={host}"),
            format!(
                "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days {days} -extfile names -out server.pem"
            ),
        ] {
            let mut openssl = Command::new("openssl");
            openssl.args(command.split(' ')).current_dir(self.folder.path());
            let output = openssl.output().expect("openssl is not installed");
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }

    fn names(&self) -> (String, String) {
        match self.user {
            Some(_) => ("nobody".into(), text(&["-gn", "nobody"])),
            None => (text(&["-un"]), text(&["-gn"])),
        }
    }

    fn dovecot_conf(&self, ways: &Ways) -> String {
        let (folder, (user, group)) = (self.folder.path().display(), self.names());
        let Ports { imap, imaps, lmtp, .. } = self.ports;
        let ssl = match ways.certificate {
            Certificate::None => "ssl = no".to_owned(),
            _ => format!("ssl = yes\nssl_cert = <{folder}/server.pem\nssl_key = <{folder}/server.key"),
        };
        let mut conf = format!(
            "base_dir = {folder}/run\nstate_dir = {folder}/state\nlog_path = {folder}/{DOVECOT_LOG}\n\
             protocols = imap lmtp\nlisten = 127.0.0.1\n{ssl}\nauth_mechanisms = plain login xoauth2\nauth_username_format = %n\n\
             default_internal_user = {user}\ndefault_internal_group = {group}\ndefault_login_user = {user}\n\
             mail_uid = {user}\nmail_gid = {group}\nfirst_valid_uid = 1\nrecipient_delimiter = +\n\
             mail_location = maildir:~/Maildir\nauth_failure_delay = 0\n\
             passdb {{\n  driver = oauth2\n  mechanisms = xoauth2\n  args = {folder}/oauth2.conf\n}}\n\
             passdb {{\n  driver = static\n  args = password={PASSWORD}\n}}\n\
             userdb {{\n  driver = passwd-file\n  args = {folder}/limits\n}}\n\
             userdb {{\n  driver = static\n  args = uid={user} gid={group} home={folder}/home/%n\n}}\n\
             service anvil {{\n  chroot =\n}}\nservice stats {{\n  chroot =\n}}\n\
             service imap-login {{\n  chroot =\n  inet_listener imap {{\n    port = {imap}\n  }}\n  \
             inet_listener imaps {{\n    port = {imaps}\n  }}\n}}\n\
             service lmtp {{\n  inet_listener lmtp {{\n    address = 127.0.0.1\n    port = {lmtp}\n  }}\n}}\n\
             namespace inbox {{\n  inbox = yes\n}}\n\
             mail_plugins = quota\nprotocol imap {{\n  mail_plugins = quota imap_quota\n}}\nquota_full_tempfail = yes\n\
             plugin {{\n  quota = count:all\n  quota_vsizes = yes\n  quota_rule = *:messages={}\n}}\n",
            // None is no limit.
            ways.quota.unwrap_or_default()
        );
        if let Some(can) = ways.can {
            let _ = writeln!(conf, "imap_capability = {can}");
        }
        conf
    }

    fn exim_conf(&self, ways: &Ways) -> String {
        let (folder, (user, group)) = (self.folder.path().display(), self.names());
        let Ports { lmtp, submission, submissions, .. } = self.ports;
        // Every host there is here is this one.
        let from = if ways.takes_from_here { "hosts" } else { "authenticated" };
        let vouched = ways.vouches.map_or_else(String::new, |name| {
            format!(
                "  warn authenticated = *\n    add_header = :at_start:Authentication-Results: \
                 {name}; dkim=pass header.d=$sender_address_domain\n"
            )
        });
        let tls = match ways.certificate {
            Certificate::None => "tls_advertise_hosts =".to_owned(),
            _ => format!(
                "tls_advertise_hosts = *\ntls_certificate = {folder}/server.pem\ntls_privatekey = {folder}/server.key"
            ),
        };
        format!(
            "REFUSED = ${{lookup{{$local_part}}lsearch{{{folder}/refused}}}}\nexim_user = {user}\nexim_group = {group}\nspool_directory = {folder}/spool\n\
             log_file_path = {folder}/spool/%slog\npid_file_path = {folder}/spool/exim.pid\nprimary_hostname = localhost\n\
             local_interfaces = 127.0.0.1\ndaemon_smtp_ports = {submission} : {submissions}\n\
             tls_on_connect_ports = {submissions}\n{tls}\nauth_advertise_hosts = *\ndomainlist ours = {}\n\
             acl_smtp_rcpt = rcpt\nacl_smtp_data = data\nnever_users =\nhost_lookup =\nkeep_environment =\nqueue_run_in_order\n\
             begin acl\n\
             rcpt:\n  defer message = REFUSED\n    condition = ${{if match{{REFUSED}}{{^4}}}}\n  \
             deny message = REFUSED\n    condition = ${{if match{{REFUSED}}{{^5}}}}\n  accept domains = +ours\n    {from} = *\n  deny message = nothing leaves this machine\n\
             data:\n  deny message = 5.6.0 not this one\n    condition = ${{if match{{$h_subject:}}{{refuse}}}}\n{vouched}  accept\n\
             begin routers\n\
             back:\n  driver = redirect\n  domains = +ours\n  data = ${{if eq{{REFUSED}}{{{LATER}}}{{:fail: no such person}}}}\n  allow_fail\n\
             all:\n  driver = manualroute\n  domains = +ours\n  transport = dovecot\n  route_list = * 127.0.0.1 byname\n  self = send\n\
             begin transports\n\
             dovecot:\n  driver = smtp\n  protocol = lmtp\n  port = {lmtp}\n  allow_localhost\n  hosts_avoid_tls = *\n\
             begin retry\n* * F,1h,1s\n\
             begin rewrite\n\
             begin authenticators\n\
             plain:\n  driver = plaintext\n  public_name = PLAIN\n  server_condition = ${{if eq{{$auth3}}{{{PASSWORD}}}}}\n  server_set_id = $auth2\n",
            DOMAINS.join(" : ")
        )
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.stop_imap();
        self.stop_smtp();
    }
}

/// Mail as one server hands it to another.
struct Lmtp(TcpStream);

impl Lmtp {
    fn connect(port: u16) -> Lmtp {
        let mut line = Lmtp(TcpStream::connect(("127.0.0.1", port)).unwrap());
        line.0.set_read_timeout(Some(PATIENCE)).unwrap();
        line.hears("220");
        line
    }

    fn says(&mut self, word: &str, code: &str) {
        self.0.write_all(format!("{word}\r\n").as_bytes()).unwrap();
        self.hears(code);
    }

    fn hears(&mut self, code: &str) {
        let mut heard = String::new();
        let mut byte = [0];
        while !heard
            .lines()
            .last()
            .is_some_and(|line| heard.ends_with('\n') && line.as_bytes().get(3) == Some(&b' '))
        {
            self.0.read_exact(&mut byte).unwrap();
            heard.push(char::from(byte[0]));
        }
        assert!(heard.starts_with(code), "{heard}");
    }
}

/// The mails of a maildir.
fn files_of(maildir: &Path) -> Vec<PathBuf> {
    let folders = ["new", "cur"].map(|name| maildir.join(name));
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// What comes about in time.
pub fn until<T>(what: &str, found: impl FnMut() -> Option<T>) -> T {
    until_within(PATIENCE, what, found)
}

/// What comes about in so much time.
pub fn until_within<T>(patience: Duration, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + patience;
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < end, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a server, and then what is left of those that it started.
fn end(mut child: Child) {
    let kill = |args: &[&str]| Command::new("kill").args(args).stderr(Stdio::null()).status().unwrap();
    let number = child.id().to_string();
    kill(&[&number]);
    let end = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "a server does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    kill(&["-KILL", "--", &format!("-{number}")]);
}

/// Ports that nobody listens at, of those that no machine gives to whoever connects: such a one may be taken before the
/// server is started, or while it is restarted.
fn free_ports<const N: usize>() -> [u16; N] {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let next = || {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        u16::try_from(10_000 + (std::process::id() * 101 + tried) % 20_000).unwrap()
    };
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::array::from_fn(|_| std::iter::repeat_with(next).find(is_free).unwrap())
}

fn text(args: &[&str]) -> String {
    let output = Command::new("id").args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn number(args: &[&str]) -> u32 {
    text(args).parse().unwrap()
}
