//! Checks whether the domain of a sender vouches for a message: by its signature (DKIM, RFC 6376), by the verdict of the
//! operator's mail server (RFC 8601), or by the verdict of a trusted forwarder before it changed the message (ARC, RFC 8617).

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::time::Instant;

use super::entity::Entity;
use super::{MAX_LISTED, Sender};
use crate::receipt::{MAX_MESSAGE_BYTES, SenderProof, SignedMail};
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::dkim::Signature as Signed;
use mail_auth::{
    AuthenticatedMessage, DkimResult, DnsError, Error, MessageAuthenticator, Parameters, ResolverCache, Txt,
};

/// The most signatures that a message may have, and the most forwarders.
const MAX_SIGNATURES: usize = 10;
/// The most signatures that are checked: those of the sender's domain, from the top. Each costs a DNS query, and anybody can
/// write as many as they like under names whose servers never answer.
const LOOKED_AT: usize = 2;

/// Whether the domain of the sender vouches for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signature {
    /// It does, as this domain or server says.
    Pass(String),
    /// It signed, and the signature does not hold.
    Fail,
    /// It says nothing.
    None,
    /// Its key could not be fetched: it may be known later.
    Unknown,
}

/// The trusted sources of verdicts, besides the DNS.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// The name of the own mail server in `Authentication-Results`. It must remove such headers of others.
    pub authserv_id: Option<String>,
    /// Domains of forwarders whose word counts, as their seal names them.
    pub forwarders: Vec<String>,
}

/// The source of keys.
pub struct Dns {
    resolver: MessageAuthenticator,
    keys: Keys,
    /// The texts of fixed records.
    texts: BTreeMap<String, String>,
}

impl Dns {
    /// The name servers that this machine is set up with.
    ///
    /// # Errors
    /// A set-up that cannot be read.
    pub fn system() -> Result<Dns, std::io::Error> {
        let resolver = MessageAuthenticator::new_system_conf().map_err(std::io::Error::other)?;
        Ok(Dns { resolver, keys: Keys(None), texts: BTreeMap::new() })
    }

    /// A fixed set of records by their names with a dot at the end; one without a text counts as unavailable.
    ///
    /// # Errors
    /// A record that is no key.
    pub fn fixed<'a>(
        records: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<Dns, std::io::Error> {
        let records: Vec<_> = records.into_iter().collect();
        let texts = records.iter().filter_map(|(name, text)| Some(((*name).to_owned(), (*text)?.to_owned())));
        let texts = texts.collect();
        let key = |(name, record): (&str, Option<&str>)| {
            let away = Txt::Error(Error::Dns(DnsError::Resolver(name.to_owned())));
            let key =
                |record: &str| DomainKey::parse(record.as_bytes()).map(|key| Txt::DomainKey(key.into()));
            record.map_or(Ok(away), key).map(|record| (name.into(), record))
        };
        let keys: Result<_, Error> = records.into_iter().map(key).collect();
        let resolver = MessageAuthenticator::new(Default::default(), Default::default());
        Ok(Dns {
            resolver: resolver.map_err(std::io::Error::other)?,
            keys: Keys(Some(keys.map_err(std::io::Error::other)?)),
            texts,
        })
    }

    /// The text of the record of this name.
    async fn text(&self, name: &str) -> Option<String> {
        if self.keys.0.is_some() {
            return self.texts.get(name).cloned();
        }
        String::from_utf8(self.resolver.txt_raw_lookup(name).await.ok()?).ok()
    }
}

/// The records there are, where they are fixed.
struct Keys(Option<HashMap<Box<str>, Txt>>);

impl ResolverCache<Box<str>, Txt> for Keys {
    fn get<Q: Hash + Eq + ?Sized>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
    {
        let nowhere = || Txt::Error(Error::Dns(DnsError::InvalidRecordType));
        self.0.as_ref().map(|keys| keys.get(name).cloned().unwrap_or_else(nowhere))
    }

    fn remove<Q: Hash + Eq + ?Sized>(&self, _: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
    {
        None
    }

    // The resolver has a cache of its own.
    fn insert(&self, _: Box<str>, _: Txt, _: Instant) {}
}

/// Checks that the domain of `from`, whom the message names as its sender, vouches for it.
pub async fn signed_by(raw: &[u8], from: &Sender, trust: &Trust, dns: &Dns) -> Signature {
    let Some(entity) = Entity::message(raw) else { return Signature::None };
    if let Some(own) = &trust.authserv_id
        && let Some((name, found)) = above_received(&entity, own).split_first()
        && name.first().is_some_and(|name| name.eq_ignore_ascii_case(own))
        && vouch(found, from)
    {
        return Signature::Pass(own.clone());
    }
    let are_many_seals = entity.names().filter(|name| name == "arc-seal").count() > MAX_SIGNATURES;
    let raw = as_sent(raw);
    let message = own_signatures(&raw, from).filter(|_| !are_many_seals);
    let Some(message) = message else { return Signature::None };
    let (mut failed, mut unknown) = (false, false);
    for output in dns.resolver.verify_dkim(Parameters::new(&message).with_txt_cache(&dns.keys)).await {
        let Some(signature) = output.signature() else { continue };
        match output.result() {
            DkimResult::Pass if names_sender(&signature.h) => return Signature::Pass(signature.d.clone()),
            DkimResult::TempError(_) => unknown = true,
            _ => failed = true,
        }
    }
    let is_trusted = |domain: &str| trust.forwarders.iter().any(|one| one.eq_ignore_ascii_case(domain));
    let sealed = message.as_headers.iter().max_by_key(|seal| seal.header.i).map(|seal| &*seal.header.d);
    let signed = message.ams_headers.iter().max_by_key(|set| set.header.i).map(|set| &*set.header.d);
    // A chain without a trusted forwarder at its end needs no queries.
    if sealed.is_some_and(is_trusted) && signed.is_some_and(is_trusted) {
        let arc = dns.resolver.verify_arc(Parameters::new(&message).with_txt_cache(&dns.keys)).await;
        let last = arc.sets().last().filter(|_| *arc.result() == DkimResult::Pass);
        let trusted = |set: &&mail_auth::arc::Set<'_>| {
            let signed = &set.signature.header;
            is_trusted(&set.seal.header.d) && is_trusted(&signed.d) && names_sender(&signed.h)
        };
        if let Some(set) = last.filter(trusted) {
            let found = results(&String::from_utf8_lossy(set.results.value));
            // Behind the number of the forwarder and the name of its server.
            if vouch(found.get(2..).unwrap_or_default(), from) {
                return Signature::Pass(set.seal.header.d.clone());
            }
        }
        unknown |= matches!(arc.result(), DkimResult::TempError(_));
    }
    match (unknown, failed) {
        (true, _) => Signature::Unknown,
        (false, true) => Signature::Fail,
        (false, false) => Signature::None,
    }
}

/// The proof that the domain of `from` signed a message: the message with the records of the keys by which the signatures hold. `None` if
/// none holds, or if it is too long for a receipt.
pub async fn proof_of(raw: &[u8], from: &Sender, dns: &Dns) -> Option<SenderProof> {
    if raw.len() > MAX_MESSAGE_BYTES {
        return None;
    }
    let mut records = BTreeMap::new();
    for name in key_names(raw, from) {
        let Some(text) = dns.text(&name).await else { continue };
        let one = BTreeMap::from([(name, text)]);
        if !signers(raw, from, &one).await.is_empty() {
            records.extend(one);
        }
    }
    (!records.is_empty()).then(|| SenderProof::Mail(SignedMail::new(raw, records)))
}

/// The names of the records with the keys of a message's signatures by the domain of `from`.
fn key_names(raw: &[u8], from: &Sender) -> Vec<String> {
    let sent = as_sent(raw);
    let Some(message) = own_signatures(&sent, from) else { return Vec::new() };
    let name = |signature: &Signed| format!("{}._domainkey.{}.", signature.s, signature.d).to_lowercase();
    let mut names: Vec<String> = message.dkim_headers.iter().map(|header| name(&header.header)).collect();
    // At most LOOKED_AT, two, so equal names are neighbours.
    names.dedup();
    names
}

/// The domains, of `from` or above it, whose signatures of a message hold by these records alone. Nothing is asked of the DNS. A signature
/// that has run out since holds as it did.
pub async fn signers(raw: &[u8], from: &Sender, records: &BTreeMap<String, String>) -> Vec<String> {
    let sent = as_sent(raw);
    let records = records.iter().map(|(name, text)| (name.as_str(), Some(text.as_str())));
    let (Ok(dns), Some(mut message)) = (Dns::fixed(records), own_signatures(&sent, from)) else {
        return Vec::new();
    };
    message.dkim_headers.iter_mut().for_each(|signature| signature.header.x = 0);
    let checked = dns.resolver.verify_dkim(Parameters::new(&message).with_txt_cache(&dns.keys)).await;
    let holds = |output: &mail_auth::DkimOutput<'_>| {
        let signature = output.signature().filter(|signature| names_sender(&signature.h))?;
        (*output.result() == DkimResult::Pass).then(|| signature.d.to_ascii_lowercase())
    };
    let mut domains: Vec<String> = checked.iter().filter_map(holds).collect();
    // Not sorted: at most LOOKED_AT, two, are checked, so equal ones are neighbours.
    domains.dedup();
    domains
}

/// A message with the signatures of the sender's domain that are looked at, and no others.
fn own_signatures<'a>(sent: &'a [u8], from: &Sender) -> Option<AuthenticatedMessage<'a>> {
    let entity = Entity::message(sent)?;
    if entity.names().filter(|name| name == "dkim-signature").count() > MAX_SIGNATURES {
        return None;
    }
    let mut message = AuthenticatedMessage::parse(sent)?;
    message.dkim_headers.retain(|signature| is_of(&signature.header.d, from));
    message.dkim_headers.truncate(LOOKED_AT);
    Some(message)
}

/// The topmost results of a server, which were written last. Everything below the line by which the server `own` received the
/// message was there before: its sender may have written it.
fn above_received(entity: &Entity<'_>, own: &str) -> Vec<Vec<String>> {
    let is_received = |(name, value): &(String, String)| name == "received" && is_by(value, own);
    let mut above = entity.lines().take_while(|line| !is_received(line));
    above
        .find(|(name, _)| name == "authentication-results")
        .map(|(_, value)| results(&value))
        .unwrap_or_default()
}

/// Returns whether a `Received` is by the server of that name, or by a host of its domain.
fn is_by(received: &str, own: &str) -> bool {
    let mut words = received.split_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("by"));
    let Some(host) = words.nth(1).map(|host| host.trim_end_matches([';', '.']).to_ascii_lowercase()) else {
        return false;
    };
    let below = |name: &str, of: &str| {
        name.strip_suffix(of).is_some_and(|rest| rest.ends_with('.') && of.contains('.'))
    };
    let own = own.to_ascii_lowercase();
    host == own || below(&host, &own) || below(&own, &host)
}

/// The servers that say that the sender's domain disowns a message (DMARC, RFC 7489), each by its topmost results. That is
/// believed in any place: forging it only harms the forger's mail.
pub(super) fn disowners(entity: &Entity<'_>, from: &Sender) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (_, value) in entity.lines().filter(|(name, _)| name == "authentication-results").take(MAX_LISTED) {
        let parts = results(&value);
        let Some(server) = parts.first().and_then(|words| words.first()).cloned() else { continue };
        if seen.contains(&server) {
            continue;
        }
        let fails = |words: &Vec<String>| {
            let about = words.iter().find_map(|word| word.strip_prefix("header.from="));
            words.first().is_some_and(|word| word == "dmarc=fail")
                && about.is_none_or(|about| is_of(about, from))
        };
        if parts.iter().skip(1).any(fails) {
            found.push(server.clone());
        }
        seen.push(server);
    }
    found
}

/// A message with the line ends with which it was sent and signed; some stores use others.
fn as_sent(raw: &[u8]) -> Cow<'_, [u8]> {
    if raw.windows(2).any(|pair| pair == b"\r\n") {
        return raw.into();
    }
    raw.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]).into()
}

/// Returns whether a signature covers who the sender is.
fn names_sender(headers: &[String]) -> bool {
    headers.iter().any(|name| name.eq_ignore_ascii_case("from"))
}

/// Returns whether `domain` is the sender's, or above it: a domain's owner has its subdomains. A subdomain does not vouch for
/// its parent.
fn is_of(domain: &str, from: &Sender) -> bool {
    let domain = domain.to_ascii_lowercase();
    let above = from.domain().strip_suffix(&domain).is_some_and(|rest| rest.ends_with('.'));
    from.domain() == domain || above && domain.contains('.')
}

/// Returns whether results say that a signature of the sender's domain held.
fn vouch(results: &[Vec<String>], from: &Sender) -> bool {
    results.iter().any(|words| {
        let value = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
        let signer =
            value("header.d=").or_else(|| value("header.i=").map(|id| id.rsplit('@').next().unwrap_or(id)));
        words.first().is_some_and(|word| word == "dkim=pass")
            && signer.is_some_and(|domain| is_of(domain, from))
    })
}

/// The words of an `Authentication-Results`, by its parts between semicolons, in lower case, without comments. A quoted text
/// becomes one word without a meaning: senders write it.
fn results(text: &str) -> Vec<Vec<String>> {
    let (mut plain, mut depth, mut quoted, mut escaped) = (String::new(), 0_usize, false, false);
    for c in text.chars() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            _ if quoted => plain.push('"'),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c.to_ascii_lowercase()),
            _ => plain.push(' '),
        }
    }
    plain.split(';').map(|part| part.split_whitespace().map(str::to_owned).collect()).collect()
}
