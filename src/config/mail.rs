//! The section `[mail]` as written, and checked.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::value::{SecretFiles, Token, at_least_one};
use crate::reason::Reason;

/// The variables of the environment that hold the passwords; each goes before the file.
pub const PASSWORD_VARIABLES: [&str; 2] = ["WARDROOM_IMAP_PASSWORD", "WARDROOM_SMTP_PASSWORD"];
/// The default folder for finished mail.
pub const FOLDER: &str = "Wardroom";
/// The default number of days for finished mail.
pub const KEEP_DAYS: u32 = 30;
/// The default limit of strangers answered a day.
pub const STRANGERS_A_DAY: u32 = 20;
/// The default limit of answers an hour to one address.
pub const ANSWERS_AN_HOUR: u32 = 60;
/// The folders of a `maildir` that mails are read from and written to.
pub const MAILDIR_FOLDERS: [&str; 2] = ["in", "out"];
/// The longest storage of anything, in days: a century.
const MOST_DAYS: u32 = 36_500;
/// Most bytes of a password file.
const PASSWORD_BYTES: u64 = 4096;

/// The section `[mail]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailSection {
    /// The bot's own address.
    pub address: Option<String>,
    /// True if mail to `name+anything@` comes to it too.
    pub plus_addresses: Option<bool>,
    /// The server to fetch mail from.
    pub imap: Option<ServerSection>,
    /// The server to send mail by.
    pub smtp: Option<ServerSection>,
    /// A folder with two maildirs, instead of both.
    pub maildir: Option<PathBuf>,
    /// A maildir that `wardroom deliver` writes and `serve` reads.
    pub spool: Option<PathBuf>,
    /// The folder of the mailbox that read mail is moved to.
    pub folder: Option<String>,
    /// Days after which read mail is deleted.
    pub keep_days: Option<u32>,
    /// True if only mail with a valid DKIM signature of its sender's domain is read.
    pub require_dkim: Option<bool>,
    /// The name under which the own mail server writes `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// The domains of forwarders whose ARC seals are believed.
    pub forwarders: Option<Vec<String>>,
    /// The people who may write to the bot first.
    pub who_may_start: Option<WhoMayStart>,
    /// Most strangers answered a day.
    pub strangers_a_day: Option<u32>,
    /// Most answers an hour to one address.
    pub answers_an_hour: Option<u32>,
    /// True if mails show the table in a picture.
    pub pictures: Option<bool>,
    /// The public address of this server, for one-click unsubscribing.
    pub url: Option<String>,
}

/// A mail server, as written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSection {
    /// Its name, or its address.
    pub host: String,
    /// Its port; without it the usual one for the protocol and the security.
    pub port: Option<u16>,
    /// The security of the connection.
    pub security: Option<Security>,
    /// A file with the certificate of a certification authority that is believed too, PEM.
    pub ca_file: Option<PathBuf>,
    /// The login; without it there is none.
    pub user: Option<String>,
    /// The password.
    pub password: Option<Token>,
    /// A file with the password.
    pub password_file: Option<PathBuf>,
    /// A program, with its arguments, that prints an access token for XOAUTH2.
    pub token_command: Option<Vec<String>>,
}

/// The security of a connection to a mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// TLS by STARTTLS; never without.
    Starttls,
    /// None: only to this machine itself.
    Plain,
}

/// The people who may write to the bot first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhoMayStart {
    /// Players, and those whom a player invited.
    #[default]
    Known,
    /// Anybody whose mail is authentic.
    Anyone,
}

/// The mail door, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The bot's own address.
    pub address: String,
    /// True if mail to `name+anything@` comes to it too.
    pub plus_addresses: bool,
    /// The mailbox that is fetched. There is this, or a spool, or both.
    pub imap: Option<MailServer>,
    /// The maildir that is read.
    pub spool: Option<PathBuf>,
    /// The way that mail is sent.
    pub out: MailOut,
    /// The folder of the mailbox that read mail is moved to.
    pub folder: String,
    /// Days after which read mail is deleted.
    pub keep_days: u32,
    /// True if only mail with a valid DKIM signature of its sender's domain is read.
    pub require_dkim: bool,
    /// The name under which the own mail server writes `Authentication-Results`.
    pub authserv_id: Option<String>,
    /// The domains of forwarders whose ARC seals are believed, in lower case.
    pub forwarders: Vec<String>,
    /// The people who may write to the bot first.
    pub who_may_start: WhoMayStart,
    /// Most strangers answered a day.
    pub strangers_a_day: u32,
    /// Most answers an hour to one address.
    pub answers_an_hour: u32,
    /// True if mails show the table in a picture.
    pub pictures: bool,
    /// The public address of this server, `https://…` without a slash at its end.
    pub url: Option<String>,
}

/// The way that mail is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOut {
    /// To a server, which passes it on.
    Smtp(MailServer),
    /// Into a maildir.
    Maildir(PathBuf),
}

/// A mail server, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailServer {
    /// Its name, or its address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The security of the connection.
    pub security: Security,
    /// A file with the certificate of a certification authority that is believed too, PEM.
    pub ca_file: Option<PathBuf>,
    /// The login, if there is one.
    pub login: Option<Login>,
}

/// A login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The user.
    pub user: String,
    /// The proof of identity.
    pub proof: Proof,
}

/// The proof of identity at a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A password.
    Password(Token),
    /// A program, with its arguments, that prints an access token; it is run at each login.
    Command(Vec<String>),
}

/// The differences of the two protocols here.
struct Protocol {
    key: &'static str,
    /// The variable of the environment with the password.
    variable: &'static str,
    /// The usual ports: with TLS from the first byte, and without.
    ports: [u16; 2],
}

const IMAP: Protocol = Protocol { key: "imap", variable: PASSWORD_VARIABLES[0], ports: [993, 143] };
const SMTP: Protocol = Protocol { key: "smtp", variable: PASSWORD_VARIABLES[1], ports: [465, 587] };

impl MailSection {
    /// The section with the variables of the environment.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub(super) fn checked(
        &self,
        vars: &dyn Fn(&str) -> Option<String>,
        files: &SecretFiles,
    ) -> Result<Mail, Reason> {
        if self.maildir.is_some() && (self.imap.is_some() || self.smtp.is_some() || self.spool.is_some()) {
            return Err(Reason::of("config-mail-maildir-alone"));
        }
        let imap = self.imap.as_ref().map(|server| server.checked(&IMAP, vars, files)).transpose()?;
        // Mail cannot be fetched without a login, but a server may take mail for others without one.
        if imap.as_ref().is_some_and(|server| server.login.is_none()) {
            return Err(Reason::of("config-mail-no-user"));
        }
        let spool = self.spool();
        if imap.is_none() && spool.is_none() {
            return Err(Reason::of("config-mail-no-way-in"));
        }
        let out = match (&self.maildir, &self.smtp) {
            (Some(folder), _) => MailOut::Maildir(folder.join(MAILDIR_FOLDERS[1])),
            (None, Some(server)) => MailOut::Smtp(server.checked(&SMTP, vars, files)?),
            (None, None) => return Err(Reason::of("config-mail-no-way-out")),
        };
        Ok(Mail {
            address: self.checked_address()?,
            plus_addresses: self.plus_addresses.unwrap_or(false),
            imap,
            spool,
            out,
            folder: self.checked_folder()?,
            keep_days: self.checked_days()?,
            require_dkim: self.require_dkim.unwrap_or(false),
            authserv_id: self.authserv_id.as_deref().map(|name| domain("authserv_id", name)).transpose()?,
            forwarders: self
                .forwarders
                .iter()
                .flatten()
                .map(|name| domain("forwarders", name))
                .collect::<Result<_, _>>()?,
            who_may_start: self.who_may_start.unwrap_or_default(),
            strangers_a_day: self.strangers_a_day.unwrap_or(STRANGERS_A_DAY),
            answers_an_hour: at_least_one(
                "mail",
                "answers_an_hour",
                self.answers_an_hour.unwrap_or(ANSWERS_AN_HOUR),
            )?,
            pictures: self.pictures.unwrap_or(true),
            url: self.checked_url()?,
        })
    }

    /// The maildir that `wardroom deliver` writes and `serve` reads. It needs no other key: the mail server's user may not know
    /// the passwords.
    pub fn spool(&self) -> Option<PathBuf> {
        let inbox = || Some(self.maildir.as_ref()?.join(MAILDIR_FOLDERS[0]));
        self.spool.clone().or_else(inbox)
    }

    fn checked_address(&self) -> Result<String, Reason> {
        let Some(address) = &self.address else { return Err(Reason::of("config-mail-no-address")) };
        let plain = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        let good = address.split_once('@').is_some_and(|(name, domain)| {
            plain(name) && plain(domain) && !domain.starts_with('.') && !domain.ends_with('.')
        });
        match good && address.parse::<lettre::Address>().is_ok() {
            true => Ok(address.clone()),
            false => Err(Reason::of("config-mail-address").quoting("given", address)),
        }
    }

    /// A name that means the same in IMAP's own spelling of other letters, and that no server takes for a pattern.
    fn checked_folder(&self) -> Result<String, Reason> {
        let folder = self.folder.as_deref().unwrap_or(FOLDER);
        let good = |c: char| (c.is_ascii_graphic() || c == ' ') && !"\"\\%*&".contains(c);
        // Mail that is moved to the inbox would be read again.
        if folder.trim().is_empty() || !folder.chars().all(good) || folder.eq_ignore_ascii_case("inbox") {
            return Err(Reason::of("config-mail-folder").quoting("given", folder));
        }
        Ok(folder.to_owned())
    }

    fn checked_days(&self) -> Result<u32, Reason> {
        let days = at_least_one("mail", "keep_days", self.keep_days.unwrap_or(KEEP_DAYS))?;
        if days > MOST_DAYS {
            return Err(Reason::of("config-mail-days").quoting("given", days).quoting("most", MOST_DAYS));
        }
        Ok(days)
    }

    fn checked_url(&self) -> Result<Option<String>, Reason> {
        let Some(url) = &self.url else { return Ok(None) };
        let rest = url.strip_prefix("https://").map(|rest| rest.trim_end_matches('/'));
        match rest.filter(|rest| {
            !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && !"<>,?#".contains(c))
        }) {
            Some(rest) => Ok(Some(format!("https://{rest}"))),
            None => Err(Reason::of("config-mail-url").quoting("given", url)),
        }
    }
}

impl ServerSection {
    fn checked(
        &self,
        protocol: &Protocol,
        vars: &dyn Fn(&str) -> Option<String>,
        files: &SecretFiles,
    ) -> Result<MailServer, Reason> {
        let of = |key: &'static str| Reason::of(key).quoting("server", protocol.key);
        let good = |c: char| c.is_ascii_alphanumeric() || ".-:_".contains(c);
        if self.host.is_empty() || !self.host.chars().all(good) {
            return Err(of("config-mail-host").quoting("given", &self.host));
        }
        let security = self.security.unwrap_or_default();
        if security == Security::Plain && !is_this_machine(&self.host) {
            return Err(of("config-mail-plain").quoting("host", &self.host));
        }
        let [tls, other] = protocol.ports;
        let usual = if security == Security::Tls { tls } else { other };
        Ok(MailServer {
            host: self.host.clone(),
            port: self.port.unwrap_or(usual),
            security,
            ca_file: self.ca_file.clone(),
            login: self.checked_login(protocol, vars, files)?,
        })
    }

    fn checked_login(
        &self,
        protocol: &Protocol,
        vars: &dyn Fn(&str) -> Option<String>,
        files: &SecretFiles,
    ) -> Result<Option<Login>, Reason> {
        let of = |key: &'static str| Reason::of(key).quoting("server", protocol.key);
        let given = [self.password.is_some(), self.password_file.is_some(), self.token_command.is_some()];
        // Of two proofs nobody could say which one is used.
        if given.into_iter().filter(|given| *given).count() > 1 {
            return Err(of("config-mail-two-proofs"));
        }
        let Some(user) = &self.user else {
            return if given.contains(&true) { Err(of("config-mail-nobody")) } else { Ok(None) };
        };
        if user.is_empty() || user.chars().any(char::is_control) {
            return Err(of("config-mail-user"));
        }
        // The environment takes precedence over the file, as for every secret.
        let from_environment = || vars(protocol.variable).filter(|password| !password.trim().is_empty());
        let proof = match (&self.token_command, from_environment()) {
            (Some(command), _) if command.first().is_none_or(String::is_empty) => {
                return Err(of("config-mail-command"));
            }
            (Some(command), _) => Proof::Command(command.clone()),
            (None, Some(password)) => Proof::Password(one_line(of("config-mail-password"), &password)?),
            (None, None) => match (&self.password, &self.password_file) {
                (Some(password), _) => {
                    Proof::Password(one_line(of("config-mail-password"), password.expose())?)
                }
                (None, Some(file)) => {
                    let text = password_in(file, protocol, files)?;
                    Proof::Password(one_line(of("config-mail-password"), &text)?)
                }
                (None, None) => {
                    return Err(of("config-mail-no-proof").quoting("variable", protocol.variable));
                }
            },
        };
        Ok(Some(Login { user: user.clone(), proof }))
    }
}

/// Returns whether a host is the loopback, which nobody else can listen to.
fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

fn domain(key: &'static str, name: &str) -> Result<String, Reason> {
    let good = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    if name.is_empty() || !name.chars().all(good) {
        return Err(Reason::of("config-mail-domain").quoting("key", key).quoting("given", name));
    }
    Ok(name.to_ascii_lowercase())
}

/// A password: all of a line, spaces too.
fn one_line(wrong: Reason, text: &str) -> Result<Token, Reason> {
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() || text.chars().any(char::is_control) { Err(wrong) } else { Ok(Token::from(text)) }
}

fn password_in(file: &Path, protocol: &Protocol, files: &SecretFiles) -> Result<String, Reason> {
    files.text_in(file, PASSWORD_BYTES).map_err(|why| {
        let place = Reason::of("config-mail-password-file").quoting("server", protocol.key);
        place.quoting("file", file.display()).with("why", why)
    })
}
