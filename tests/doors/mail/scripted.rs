//! A server that answers line by line as a test tells it, on the loopback, unencrypted.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use wardroom::config::mail::{Login, MailServer, Proof, Security};
use wardroom::mail::transport::trouble::MailTrouble;
use wardroom::mail::transport::{Mailbox, Stored};

/// The unfinished mails of a mailbox, whether they were read before or not.
pub async fn fetch(mailbox: &mut Mailbox, at_most: usize) -> Result<Vec<Stored>, MailTrouble> {
    Ok(mailbox.fetch(at_most, &BTreeSet::new()).await?.mails)
}

/// What a server answers to a line; `None` hangs up.
pub type Answer = Box<dyn FnMut(&str) -> Option<String> + Send>;

/// A server, and what it has heard.
pub struct Scripted {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Scripted {
    /// A server that greets whoever connects, each one the next of these words and answers; further ones are hung up on.
    pub fn start(lines: Vec<(&'static str, Answer)>) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = heard.clone();
        std::thread::spawn(move || {
            for ((greeting, answer), stream) in lines.into_iter().zip(listener.incoming()) {
                let (stream, hears) = (stream.unwrap(), hears.clone());
                // Whoever hangs up is heard no more.
                std::thread::spawn(move || serve(stream, greeting, answer, &hears));
            }
        });
        Scripted { port, heard }
    }

    /// What it has heard, line by line.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    /// How it is reached, by somebody.
    pub fn server(&self, security: Security, proof: Proof) -> MailServer {
        let login = Some(Login { user: "bot".into(), proof });
        MailServer { host: "127.0.0.1".into(), port: self.port, security, ca_file: None, login }
    }
}

fn serve(
    mut stream: TcpStream,
    greeting: &str,
    mut answer: Answer,
    heard: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    stream.write_all(greeting.as_bytes())?;
    let lines = BufReader::new(stream.try_clone()?).lines();
    for line in lines {
        let line = line?;
        heard.lock().unwrap().push(line.clone());
        let Some(said) = answer(&line) else { break };
        stream.write_all(said.as_bytes())?;
    }
    stream.shutdown(std::net::Shutdown::Both)
}

/// An IMAP server with mails by number. What `amiss` answers to a command goes before what is usual.
pub fn imap(
    can: &'static str,
    mails: &[(u32, &str)],
    mut amiss: impl FnMut(&str) -> Option<&'static str> + Send + 'static,
) -> Answer {
    let mails: Vec<(u32, String)> = mails.iter().map(|(uid, mail)| (*uid, (*mail).to_owned())).collect();
    let mut idling = String::new();
    Box::new(move |line| {
        let (tag, command) = match line {
            "DONE" => (idling.clone(), line),
            line => line.split_once(' ').map(|(tag, command)| (tag.to_owned(), command)).unwrap_or_default(),
        };
        let ok = |before: String| Some(format!("{before}{tag} OK done\r\n"));
        match amiss(line).or_else(|| amiss(command).filter(|_| command != line)) {
            Some("hang up") => return None,
            Some(said) if command == "IDLE" => {
                idling = tag;
                return Some(said.to_owned());
            }
            Some(said) => return Some(said.replace("{tag}", &tag)),
            None => {}
        }
        if command == "IDLE" {
            idling = tag;
            return Some("+ idling\r\n".to_owned());
        }
        let words: Vec<&str> = command.split(' ').collect();
        match words[..] {
            ["CAPABILITY"] => ok(format!("* CAPABILITY IMAP4rev1 {can}\r\n")),
            ["LIST", ..] => ok("* LIST () \"/\" \"Wardroom\"\r\n".into()),
            ["SELECT", ..] => ok(format!("* {} EXISTS\r\n* OK [UIDVALIDITY 7] \r\n", mails.len())),
            ["UID", "SEARCH", ..] => {
                let uids: Vec<String> = mails.iter().map(|(uid, _)| uid.to_string()).collect();
                ok(format!("* SEARCH {}\r\n", uids.join(" ")))
            }
            ["UID", "FETCH", uids, ref what @ ..] => {
                let mut said = String::new();
                for uid in uids.split(',') {
                    let found = mails.iter().enumerate().find(|(_, (of, _))| of.to_string() == uid);
                    let Some((at, (uid, mail))) = found else { continue };
                    let part = match what.join(" ").as_str() {
                        "(UID RFC822.SIZE)" => format!("RFC822.SIZE {}", mail.len()),
                        "(UID BODY.PEEK[])" => format!("BODY[] {{{}}}\r\n{mail}", mail.len()),
                        _ => {
                            let header = &mail[..mail.find("\r\n\r\n").unwrap() + 4];
                            format!("BODY[HEADER]<0> {{{}}}\r\n{header}", header.len())
                        }
                    };
                    said += &format!("* {} FETCH (UID {uid} {part})\r\n", at + 1);
                }
                ok(said)
            }
            _ => ok(String::new()),
        }
    })
}

/// An SMTP server that can this. What `amiss` answers to a command goes before what is usual.
pub fn smtp(
    can: &'static [&'static str],
    mut amiss: impl FnMut(&str) -> Option<&'static str> + Send + 'static,
) -> Answer {
    let mut inside = false;
    Box::new(move |line| {
        if inside && line != "." {
            return Some(String::new());
        }
        match amiss(line) {
            Some("hang up") => return None,
            Some(said) => return Some(format!("{said}\r\n")),
            None => {}
        }
        inside = line == "DATA";
        Some(match line {
            line if line.starts_with("EHLO") => {
                let lines: Vec<String> = can.iter().map(|can| format!("250-{can}\r\n")).collect();
                format!("250-here\r\n{}250 HELP\r\n", lines.concat())
            }
            "DATA" => "354 go on\r\n".into(),
            _ => "250 2.0.0 well\r\n".into(),
        })
    })
}
