//! The keys of receipts, which are notes in the database, sealed under the server's secret. So a rotation of the secret loses no receipt:
//! the next start seals the keys under the new one.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{Club, ClubError};
use crate::keys::{KEY_BYTES, Keys};
use crate::log::Store;
use crate::receipt::{ReceiptKeys, key_id};
use crate::table::Platform;

/// The owner of their notes.
const RECEIPTS: &str = "receipts";
/// The prefix of the notes with the keys; a key's id follows.
const KEY: &str = "key/";
/// The context in which keys are sealed.
const SEALED_AS: &[&str] = &["receipt key v1"];

/// The same club, which keeps receipts under these keys.
pub fn keeping(club: Club, keys: ReceiptKeys) -> Club {
    Club { receipts: Some(Arc::new(keys)), ..club }
}

/// The keys of the receipts in a store, as far as the server's secret opens them; `None` without any.
///
/// # Errors
/// A store that cannot be read.
pub fn keys_of(
    store: &dyn Store,
    secret: &Keys,
    now: DateTime<Utc>,
) -> Result<Option<ReceiptKeys>, ClubError> {
    let notes = store.notes(RECEIPTS, KEY)?;
    let mut keys = notes.iter().filter_map(|(_, sealed)| key_in(&secret.open(SEALED_AS, sealed, now)?));
    Ok(keys.next().map(|first| ReceiptKeys::new(first, keys)))
}

/// The same for a server that keeps receipts: the first key is made, and keys under an older secret are sealed under the present one.
///
/// # Errors
/// A store that cannot be read or written; no randomness.
pub fn keys_for(store: &dyn Store, secret: &Keys, platform: &dyn Platform) -> Result<ReceiptKeys, ClubError> {
    let now = platform.now();
    for (name, sealed) in store.notes(RECEIPTS, KEY)? {
        let Some(text) = secret.open(SEALED_AS, &sealed, now) else {
            tracing::warn!(
                key = name,
                "receipts under this key can no longer be read: the secret is another"
            );
            continue;
        };
        let anew = secret.seal(SEALED_AS, &text);
        if anew != sealed {
            store.put_note(RECEIPTS, &name, &anew)?;
        }
    }
    if let Some(keys) = keys_of(store, secret, now)? {
        return Ok(keys);
    }
    let mut key = [0; KEY_BYTES];
    platform.fill(&mut key)?;
    let sealed = secret.seal(SEALED_AS, &hex::encode(key));
    store.put_note(RECEIPTS, &format!("{KEY}{}", key_id(&key)), &sealed)?;
    Ok(ReceiptKeys::new(key, None))
}

fn key_in(text: &str) -> Option<[u8; KEY_BYTES]> {
    let mut key = [0; KEY_BYTES];
    hex::decode_to_slice(text, &mut key).ok()?;
    Some(key)
}
