//! Every fault of a configuration, where other readers stop at the first: for `wardroom check`.

use std::path::PathBuf;

use toml::de::DeTable;

use super::mail::{MailSection, Security, ServerSection};
use super::serving::{DiscordSection, ServeSection};
use super::value::Token;
use super::{Config, form};
use crate::reason::Reason;

/// Most faults of form that are looked for: each costs a reading.
const MOST_FAULTS: usize = 100;
/// Stands in for what a section lacks while another part of it is checked.
const STAND_IN: &str = "stand-in";

impl Config {
    /// The configuration in a text without what is wrong in it, and each fault. `None` where too little is left to be read.
    pub fn with_faults(text: &str) -> (Option<Config>, Vec<Reason>) {
        let (mut text, mut faults) = (text.to_owned(), Vec::new());
        while faults.len() < MOST_FAULTS {
            // A reading ends at its first fault: with that line blanked, the next one is found.
            let error = match toml::from_str(&text) {
                Ok(config) => return (Some(config), faults),
                Err(error) => error,
            };
            faults.push(form::fault(&text, &error));
            let Some(blanked) = error.span().map(|span| blanked(&text, span.start, span.end)) else { break };
            // A text of another form, or a value of several lines: what follows would be told of the wrong thing.
            if blanked == text || DeTable::parse(&blanked).is_err() {
                break;
            }
            text = blanked;
        }
        (None, faults)
    }

    /// Every fault of the settings of `wardroom serve`, with the variables of the environment: the parts of a section are checked
    /// one by one.
    pub fn serving_faults(&self, vars: &dyn Fn(&str) -> Option<String>) -> Vec<Reason> {
        let mut faults: Vec<Reason> = Vec::new();
        // The whole as well as the parts, because some faults lie between two sections.
        for config in [self.clone()].into_iter().chain(self.parts()) {
            if let Err(fault) = config.serving(vars)
                && !faults.contains(&fault)
            {
                faults.push(fault);
            }
        }
        faults
    }

    /// Configurations with a part of this one each, and stand-ins for what that part needs.
    fn parts(&self) -> Vec<Config> {
        let bare = Config {
            file: self.file.clone(),
            secrets_readable_by_others: self.secrets_readable_by_others,
            ..Config::default()
        };
        // Sections alone are complete only with a door; this one needs nothing.
        let door = || Some(MailSection { address: Some(format!("{STAND_IN}@localhost")), ..to_folder() });
        let mut parts = vec![
            // `listen` and `log` in two parts, because `serving` stops at the first fault.
            Config { serve: ServeSection { log: None, ..self.serve.clone() }, mail: door(), ..bare.clone() },
            Config {
                serve: ServeSection { log: self.serve.log.clone(), ..ServeSection::default() },
                mail: door(),
                ..bare.clone()
            },
            Config { operator: self.operator.clone(), mail: door(), ..bare.clone() },
            Config { club_log: self.club_log.clone(), mail: door(), ..bare.clone() },
            Config { pages: self.pages.clone(), mail: door(), ..bare.clone() },
            Config {
                play: self.play.clone(),
                discord: self.discord.as_ref().map(with_application),
                mail: door(),
                ..bare.clone()
            },
        ];
        let discord = self.discord.iter().flat_map(discord_parts);
        parts.extend(discord.map(|section| Config { discord: Some(section), ..bare.clone() }));
        let mail = self.mail.iter().flat_map(mail_parts);
        parts.extend(mail.map(|section| Config { mail: Some(section), ..bare.clone() }));
        parts
    }
}

/// A text of the same length in which the lines from one byte to another are empty.
fn blanked(text: &str, from: usize, to: usize) -> String {
    let start = text.get(..from).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(to..).and_then(|after| after.find('\n')).map_or(text.len(), |at| to + at);
    // Each line keeps its place, by which later faults are named.
    let blank = |(at, c): (usize, char)| match (start..end).contains(&at) && c != '\n' {
        true => " ".repeat(c.len_utf8()),
        false => c.to_string(),
    };
    text.char_indices().map(blank).collect()
}

/// The part of a bot's section that the board needs.
fn with_application(section: &DiscordSection) -> DiscordSection {
    let token = Some(Token::from(STAND_IN));
    DiscordSection { application_id: section.application_id, token, ..DiscordSection::default() }
}

fn discord_parts(section: &DiscordSection) -> Vec<DiscordSection> {
    let token = || Some(Token::from(STAND_IN));
    let DiscordSection { tables_a_guild, orders_a_minute, .. } = section.clone();
    vec![
        DiscordSection {
            token: section.token.clone(),
            token_file: section.token_file.clone(),
            ..DiscordSection::default()
        },
        DiscordSection {
            way: section.way,
            application_id: section.application_id,
            public_key: section.public_key.clone(),
            shards: section.shards,
            token: token(),
            ..DiscordSection::default()
        },
        DiscordSection { tables_a_guild, token: token(), ..DiscordSection::default() },
        DiscordSection { orders_a_minute, token: token(), ..DiscordSection::default() },
        DiscordSection {
            contact_url: section.contact_url.clone(),
            token: token(),
            ..DiscordSection::default()
        },
    ]
}

fn mail_parts(section: &MailSection) -> Vec<MailSection> {
    let address = Some(format!("{STAND_IN}@localhost"));
    let server = || ServerSection {
        host: "localhost".to_owned(),
        port: None,
        security: Some(Security::Plain),
        ca_file: None,
        user: None,
        password: None,
        password_file: None,
        token_command: None,
    };
    let mut parts = Vec::new();
    if let Some(imap) = &section.imap {
        let (imap, smtp) = (Some(imap.clone()), Some(server()));
        parts.push(MailSection { address: address.clone(), imap, smtp, ..MailSection::default() });
    }
    if let Some(smtp) = &section.smtp {
        let (smtp, spool) = (Some(smtp.clone()), Some(PathBuf::from(STAND_IN)));
        parts.push(MailSection { address: address.clone(), smtp, spool, ..MailSection::default() });
    }
    let alone = |section| MailSection { address: address.clone(), ..section };
    parts.extend([
        MailSection { address: section.address.clone(), ..to_folder() },
        alone(MailSection { folder: section.folder.clone(), ..to_folder() }),
        alone(MailSection { keep_days: section.keep_days, ..to_folder() }),
        alone(MailSection { authserv_id: section.authserv_id.clone(), ..to_folder() }),
        alone(MailSection { forwarders: section.forwarders.clone(), ..to_folder() }),
        alone(MailSection { answers_an_hour: section.answers_an_hour, ..to_folder() }),
        alone(MailSection { url: section.url.clone(), ..to_folder() }),
    ]);
    parts
}

/// A section whose mails lie in a folder, which is not looked at here.
fn to_folder() -> MailSection {
    MailSection { maildir: Some(PathBuf::from(STAND_IN)), ..MailSection::default() }
}
