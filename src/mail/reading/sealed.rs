//! Unreadable texts: encrypted ones, and those inside a signature.

use super::entity::{Body, Entity};

/// The way in which the text of a message is closed to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// It is encrypted, or packed into its signature, with PGP or S/MIME.
    Encrypted,
    /// A PGP signature surrounds it, in the text itself.
    Signed,
    /// It has no text but files.
    Attached,
}

/// The way in which the text of a message is closed to us; `None` for one that can be read.
pub(super) fn sealed(message: &Entity<'_>, bodies: &[Body]) -> Option<Sealed> {
    let kinds: Vec<String> =
        [message.kind()].into_iter().chain(message.all().iter().map(Entity::kind)).collect();
    let packed = [
        "multipart/encrypted",
        "application/pgp-encrypted",
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
    ];
    let says = |begins: &str| {
        bodies.iter().any(|body| text(body).lines().any(|line| line.trim().starts_with(begins)))
    };
    if kinds.iter().any(|kind| packed.contains(&kind.as_str())) || says("-----BEGIN PGP MESSAGE-----") {
        return Some(Sealed::Encrypted);
    }
    if says("-----BEGIN PGP SIGNED MESSAGE-----") {
        return Some(Sealed::Signed);
    }
    let empty = bodies.iter().all(|body| text(body).trim().is_empty());
    // A message that is one text, and not an attached one, is no file even where the text is empty.
    let is_text = kinds.len() == 1 && bodies.len() == 1;
    // A piece of a mail that was cut up (RFC 2046, 5.2.2) is no file; the letter says that it is not whole.
    let is_file = |kind: &String| !kind.starts_with("multipart/") && kind != "message/partial";
    (empty && !is_text && kinds.iter().any(is_file)).then_some(Sealed::Attached)
}

fn text(body: &Body) -> &str {
    match body {
        Body::Plain(text, ..) | Body::Html(text) => text,
    }
}
