//! Addresses in comparable form, and the names beside them.

use mail_parser::{Addr, Address, HeaderForm, HeaderValue};

use super::entity::Entity;
use super::{MAX_LISTED, RECIPIENTS, Unreadable};
use crate::reason::is_plain;

/// Most characters of a name that are kept.
const MAX_NAME: usize = 64;
/// The longest local part and the longest domain (RFC 5321), in bytes.
const MAX_LOCAL: usize = 64;
const MAX_DOMAIN: usize = 253;

/// Whom a `From` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The address, as compared.
    pub address: String,
    /// The name beside it: one line of characters that are seen.
    pub name: Option<String>,
}

impl Sender {
    /// The domain of the address, in ASCII.
    pub fn domain(&self) -> &str {
        self.address.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

/// An address in the form in which it is compared: ASCII letters lower case, the domain as IDNA writes it, no quotes, which
/// addresses with dots in odd places are written in. `None` for what no mail can be sent to.
pub fn compared(address: &str) -> Option<String> {
    let (local, domain) = address.trim().rsplit_once('@')?;
    let local = local.trim().to_ascii_lowercase();
    let local = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&local);
    let fits = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    // A dot at the end of a domain names the root, and changes nothing.
    let domain = idna::domain_to_ascii(domain.trim().trim_end_matches('.')).ok()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let good = (1..=MAX_LOCAL).contains(&local.len())
        && local.chars().all(fits)
        && (1..=MAX_DOMAIN).contains(&domain.len())
        && domain.chars().all(is_name);
    good.then(|| format!("{local}@{domain}"))
}

/// A text from a header on one line, without characters that are not seen, no longer than `most`.
pub(super) fn cleaned(text: &str, most: usize) -> String {
    let seen = |c: char| c.is_whitespace() || is_plain(c.encode_utf8(&mut [0; 4]));
    let text: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| seen(*c)).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(most).collect::<String>().trim_end().to_owned()
}

/// The sender in the one `From` of a message.
pub(super) fn sender(message: &Entity<'_>) -> Result<Sender, Unreadable> {
    let mut headers = message.headers("From", HeaderForm::Addresses);
    let header = headers.pop().ok_or(Unreadable::NoSender)?;
    let HeaderValue::Address(Address::List(list)) = header else { return Err(Unreadable::NoSender) };
    let [sender] = &list[..] else { return Err(Unreadable::SeveralSenders) };
    if !headers.is_empty() {
        return Err(Unreadable::SeveralSenders);
    }
    let (address, name) = parts(sender).ok_or(Unreadable::NoSender)?;
    let name = name.map(|name| cleaned(name, MAX_NAME)).filter(|name| !name.is_empty());
    Ok(Sender { address, name })
}

/// An address as compared, and the name beside it.
fn parts<'a>(one: &'a Addr<'_>) -> Option<(String, Option<&'a str>)> {
    let (address, name) = (one.address.as_deref()?, one.name.as_deref());
    // The parser takes a quoted local part without brackets around it for a name.
    match name.filter(|_| address.starts_with('@')) {
        Some(local) => compared(&format!("{local}{address}")).map(|address| (address, None)),
        None => compared(address).map(|address| (address, name)),
    }
}

/// The addresses a message was delivered and addressed to.
pub(super) fn recipients(message: &Entity<'_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for value in RECIPIENTS.iter().flat_map(|name| message.headers(name, HeaderForm::Addresses)) {
        let HeaderValue::Address(list) = value else { continue };
        let list: Vec<Addr<'_>> = match list {
            Address::List(list) => list,
            Address::Group(groups) => groups.into_iter().flat_map(|group| group.addresses).collect(),
        };
        for (address, _) in list.iter().filter_map(parts) {
            if found.len() < MAX_LISTED && !found.contains(&address) {
                found.push(address);
            }
        }
    }
    found
}
