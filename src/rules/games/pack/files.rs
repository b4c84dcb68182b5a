//! Packs from the texts of files: the built-in ones and a club's.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::check::nearest;
use super::locate::Located;
use super::stored::unknown_format;
use super::{Layout, PackFileFault, limits, unreadable};
use crate::reason::Reason;

/// A pack from files, each given as its name without a folder and its text.
///
/// A file of [`Layout::FILES`] that is not given is the built-in one. Names that do not end in `.toml` are passed over,
/// so that a folder may hold a page about the pack.
///
/// # Errors
/// The first thing found wrong, with the place in the file.
pub fn from_files<P: Layout>(files: impl IntoIterator<Item = (String, String)>) -> Result<P, PackFileFault> {
    let mut given: BTreeMap<&'static str, String> = BTreeMap::new();
    for (name, text) in files {
        if !name.ends_with(".toml") {
            continue;
        }
        let file = known_file::<P>(&name)?;
        if text.len() > limits::FILE_BYTES {
            let reason = Reason::of("pack-file-long").with("found", text.len());
            let reason = reason.with("limit", limits::FILE_BYTES);
            return Err(PackFileFault::in_file(file, "", reason));
        }
        if given.insert(file, text).is_some() {
            return Err(PackFileFault::in_file(file, "", Reason::of("pack-file-twice")));
        }
    }
    let texts = Texts { given, builtin: P::FILES, unreadable: unreadable::<P> };
    texts.known_format::<P>()?;
    let pack = P::from_texts(&texts)?;
    pack.sound().and_then(|()| pack.fit_for_new_tables()).map_err(|amiss| {
        let fault = amiss.filed::<P>();
        // Places are looked up for a fault only: the text is parsed once more for them.
        let place = Located::of(texts.text(&fault.file)).place_of(&fault.key);
        fault.at(place)
    })?;
    Ok(pack)
}

fn known_file<P: Layout>(name: &str) -> Result<&'static str, PackFileFault> {
    let files: Vec<&'static str> = P::FILES.iter().map(|(file, _)| *file).collect();
    if let Some(file) = files.iter().copied().find(|file| *file == name) {
        return Ok(file);
    }
    let reason = match nearest(name, files.iter().copied()) {
        Some(file) => Reason::of("pack-no-file-near").quoting("file", file),
        None => Reason::of("pack-no-file").quoting("files", files.join(", ")),
    };
    Err(PackFileFault::in_file(name, "", reason))
}

#[derive(Deserialize)]
struct FormatOnly {
    format: Option<toml::Value>,
}

/// The texts of a pack: those given, and the built-in ones for the rest.
pub struct Texts {
    given: BTreeMap<&'static str, String>,
    builtin: &'static [(&'static str, &'static str)],
    unreadable: fn(&str, &str) -> Reason,
}

impl Texts {
    fn text(&self, file: &str) -> &str {
        match self.given.get(file) {
            Some(text) => text,
            None => self.builtin.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| *text),
        }
    }

    /// Checks the format first: the new parts of a newer file would only look like mistakes.
    fn known_format<P: Layout>(&self) -> Result<(), PackFileFault> {
        let text = self.text(P::file_of("format"));
        match toml::from_str(text) {
            Ok(FormatOnly { format: Some(format) }) if format.as_integer() != Some(i64::from(P::FORMAT)) => {
                let place = Located::of(text).place_of("format");
                Err(unknown_format::<P>(&format).filed::<P>().at(place))
            }
            // `parse` reports a text that cannot be read or that has no format.
            _ => Ok(()),
        }
    }

    /// The values of one file.
    ///
    /// # Errors
    /// What cannot be read, with its key and place.
    pub fn parse<T: DeserializeOwned>(&self, file: &str) -> Result<T, PackFileFault> {
        let text = self.text(file);
        toml::from_str(text).map_err(|error| {
            let located = Located::of(text);
            let offset = error.span().map(|span| span.start);
            let key = offset.map(|offset| located.key_at(offset)).unwrap_or_default();
            let reason = (self.unreadable)(&key, error.message());
            PackFileFault::in_file(file, key, reason).at(offset.map(|offset| located.place_at(offset)))
        })
    }
}
