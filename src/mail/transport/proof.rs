//! What shows who signs on: a password, or an access token that a program of the owner's prints.

use std::process::Stdio;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::process::Command;
use tokio::time::timeout;

use super::trouble::{MailTrouble, TroubleKind};
use crate::config::mail::Proof;
use crate::reason::Reason;

/// Timeout of the program.
const COMMAND: Duration = Duration::from_secs(30);
/// Most bytes of an access token.
const TOKEN_BYTES: usize = 16 * 1024;

/// The credentials of one login.
pub enum Shown {
    /// A password.
    Password(SecretString),
    /// An access token, for XOAUTH2.
    Token(SecretString),
}

impl Shown {
    /// The credentials to sign on with now.
    ///
    /// # Errors
    /// A program that cannot be run, fails, takes too long or prints no token.
    pub async fn now(proof: &Proof) -> Result<Shown, MailTrouble> {
        match proof {
            Proof::Password(password) => Ok(Shown::Password(password.expose().into())),
            Proof::Command(command) => Ok(Shown::Token(token(command).await?)),
        }
    }

    /// The secret itself.
    pub fn expose(&self) -> &str {
        match self {
            Shown::Password(secret) | Shown::Token(secret) => secret.expose_secret(),
        }
    }

    /// A server's words without the secret, which some repeat.
    pub fn kept_from(&self, words: &str) -> String {
        words.replace(self.expose(), "…")
    }
}

/// Runs the program that prints an access token. Its other output is not logged, because it may contain anything.
async fn token(command: &[String]) -> Result<SecretString, MailTrouble> {
    let trouble = |why: Reason| {
        let program = command.first().map(String::as_str).unwrap_or_default();
        let reason = Reason::of("mail-token-command").quoting("program", program).with("why", why);
        MailTrouble::new(TroubleKind::Account, reason)
    };
    let [program, args @ ..] = command else { return Err(trouble(Reason::of("mail-token-none"))) };
    let mut running = Command::new(program);
    // A program that hangs must not outlive its timeout.
    running.args(args).stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = match timeout(COMMAND, running.output()).await {
        Ok(output) => {
            output.map_err(|error| trouble(Reason::of("mail-token-cannot-run").quoting("why", error)))?
        }
        Err(_) => return Err(trouble(Reason::of("mail-token-slow").with("seconds", COMMAND.as_secs()))),
    };
    if !output.status.success() {
        return Err(trouble(Reason::of("mail-token-failed").quoting("status", output.status)));
    }
    let printed = String::from_utf8(output.stdout).unwrap_or_default();
    let token = printed.trim();
    let good = !token.is_empty() && token.len() <= TOKEN_BYTES && token.chars().all(|c| c.is_ascii_graphic());
    if good { Ok(token.into()) } else { Err(trouble(Reason::of("mail-token-none"))) }
}
