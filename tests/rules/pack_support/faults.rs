//! Faults as data: an edit of one built-in file, and what the club is told.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;
use wardroom::games::pack::{self, Layout, PackFileFault, limits};
use wardroom::reason::{Detail, Reason};
use wardroom::words::{Lang, Words, english, locale_files};

use super::text_of;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    what: String,
    file: String,
    find: String,
    #[serde(default)]
    put: String,
    #[serde(default)]
    everywhere: bool,
    told: String,
}

/// A built-in file with the first `find` in it replaced.
pub fn edited<P: Layout>(file: &str, find: &str, put: &str) -> String {
    let text = text_of::<P>(file);
    assert!(text.contains(find), "{file} has no {find:?}");
    text.replacen(find, put, 1)
}

impl Case {
    /// What the edit is refused for.
    fn fault<P: Layout>(&self) -> Option<PackFileFault> {
        let once = edited::<P>(&self.file, &self.find, &self.put);
        let text =
            if self.everywhere { text_of::<P>(&self.file).replace(&self.find, &self.put) } else { once };
        pack::from_files::<P>([(self.file.clone(), text)]).err()
    }
}

/// What the giver of these files is told.
pub fn told<P: Layout>(files: Vec<(&str, String)>) -> String {
    let files = files.into_iter().map(|(name, text)| (name.to_owned(), text));
    match pack::from_files::<P>(files) {
        Ok(_) => "accepted".to_owned(),
        Err(fault) => english(&fault.reason()),
    }
}

/// Every case of a `faults.toml` is told as it says; how many there are.
pub fn all_are_told<P: Layout>(cases: &str) -> usize {
    let Cases { case: cases } = toml::from_str(cases).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let Case { what, told: wanted, .. } = case;
        let told = case.fault::<P>().map_or_else(|| "accepted".to_owned(), |fault| english(&fault.reason()));
        if !told.contains(wanted.as_str()) {
            wrong.push(format!("{what}: wanted {wanted}\n    got {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    cases.len()
}

/// Every case of a `faults.toml` is told in Japanese too, by whoever has no game's words at hand, and every message
/// for faults in the game's own `locales` is told by a case.
pub fn all_are_told_in_japanese<P: Layout>(cases: &str) {
    let (words, Cases { case: cases }) = (Words::read().unwrap(), toml::from_str(cases).unwrap());
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    for case in &cases {
        let reason = case.fault::<P>().unwrap().reason();
        let said = words.reason(Lang::Ja, &reason);
        let (keys, mut quoted) = parts(&reason);
        let english = english_words(&said, &mut quoted);
        if !english.is_empty() {
            wrong.push(format!("{}: {said}: {english:?}", case.what));
        }
        met.extend(keys);
    }
    let own = locale_files(Lang::Ja, Some(P::GAME)).into_iter().find(|(file, _)| file.ends_with("pack.ftl"));
    let keys = own.unwrap().1.lines().filter_map(|line| line.split_once(" = "));
    wrong.extend(
        keys.filter(|(key, _)| !met.contains(*key)).map(|(key, _)| format!("{key} is told by no case")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The messages of a reason, and what they quote: names and keys of one word, and what a parser said.
fn parts(reason: &Reason) -> (Vec<String>, Vec<String>) {
    let (mut keys, mut quoted) = (vec![reason.key.to_owned()], Vec::new());
    for (_, detail) in &reason.about {
        match detail {
            Detail::Reason(inner) => {
                let (more, words) = parts(inner);
                keys.extend(more);
                quoted.extend(words);
            }
            Detail::Text(text) if reason.key == "pack-unreadable" || !text.contains(' ') => {
                quoted.push(text.clone());
            }
            _ => {}
        }
    }
    (keys, quoted)
}

/// What is left of a sentence without what it quotes and without names of keys, files and values: words of English.
fn english_words(said: &str, quoted: &mut [String]) -> Vec<String> {
    // A quotation may hold another one.
    quoted.sort_by_key(|quoted| std::cmp::Reverse(quoted.len()));
    let rest = quoted.iter().fold(said.to_owned(), |rest, quoted| rest.replace(quoted.as_str(), ""));
    let words = rest.split(|c: char| !(c.is_ascii_alphanumeric() || "._-`".contains(c)));
    let english = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    words.filter(english).filter(|word| !NAMED.contains(word)).map(str::to_owned).collect()
}

/// Names of the files' language that sentences speak of.
const NAMED: &[&str] = &[
    "ID",
    "VP",
    "BC",
    "CL",
    "owner",
    "kind",
    "zone",
    "allied",
    "atlantic",
    "friendly",
    "neutral",
    "true",
    "british",
    "french",
    "german",
    "turn",
    "circled",
    "near",
    "home",
    "forbidden",
    "slow",
    "fast",
];

/// A fault that a check finds after these edits, each `(file, find, put)`, stands in the edited line.
pub fn stand_in_their_lines<P: Layout>(cases: &[(&str, &str, &str)]) {
    for (file, find, put) in cases {
        let text = edited::<P>(file, find, put);
        let before = text_of::<P>(file).split(find).next().unwrap();
        let line = before.matches('\n').count() + 1;
        let fault = pack::from_files::<P>([((*file).to_owned(), text)]).err().unwrap();
        assert_eq!(
            (fault.file.as_str(), fault.place.map(|place| place.line)),
            (*file, Some(line)),
            "{fault:?}"
        );
    }
}

/// Files are known by name, given once and not huge; `wrong` is a slip for the file `meant`.
pub fn files_are_known_given_once_and_not_huge<P: Layout>(wrong: &str, meant: &str) {
    let unknown = told::<P>(vec![(wrong, String::new())]);
    assert_eq!(unknown, format!("{wrong}: a pack has no such file; did you mean {meant}?"));
    let files: Vec<&str> = P::FILES.iter().map(|(file, _)| *file).collect();
    // Neither is near a file, though the second has as many bytes as would make `pack.toml` near.
    for name in ["q.toml", "海.toml"] {
        let strange = told::<P>(vec![(name, String::new())]);
        assert_eq!(strange, format!("{name}: a pack has no such file; its files are {}", files.join(", ")));
    }
    let given = || (meant, text_of::<P>(meant).to_owned());
    assert_eq!(told::<P>(vec![given(), given()]), format!("{meant}: the file is given twice"));
    let huge = format!("{}#{}", given().1, "x".repeat(limits::FILE_BYTES));
    assert!(told::<P>(vec![(meant, huge)]).contains("bytes; the limit is 262144"));
    assert!(told::<P>(vec![(meant, String::new())]).contains("missing field `"));
}

/// What is told of the built-in pack with a change, as a log would give it back.
pub fn told_of_stored<P: Layout>(change: impl FnOnce(&mut Value)) -> String {
    let mut value = pack::to_value(&super::builtin::<P>());
    change(&mut value);
    pack::from_value::<P>(value).map_or_else(|fault| english(&fault.reason()), |_| "accepted".to_owned())
}

/// A stored pack is of this format, whole and holds nothing else; `key` stands in `file`.
pub fn stored_packs_are_whole<P: Layout>(key: &str, file: &str) {
    assert_eq!(
        told_of_stored::<P>(|pack| pack["format"] = 9.into()),
        "pack.toml, `format`: format 9 is unknown; this version reads format 1"
    );
    let without = |key: &str| {
        let key = key.to_owned();
        told_of_stored::<P>(move |pack| drop(pack.as_object_mut().unwrap().remove(&key)))
    };
    assert_eq!(without("format"), "pack.toml, `format`: the key is missing; this version reads format 1");
    assert_eq!(without(key), format!("{file}, `{key}`: the key is missing"));
    assert_eq!(
        told_of_stored::<P>(|pack| pack["surprise"] = 1.into()),
        "pack.toml, `surprise`: a pack has no such key"
    );
    assert_eq!(told_of_stored::<P>(|pack| *pack = Value::Null), "pack.toml: a pack must be a JSON object");
}

/// The page for clubs shows what is told after these edits, and lists every file.
pub fn are_on_the_page<P: Layout>(page: &str, cases: &[(&str, &str, &str)]) {
    for (file, find, put) in cases {
        let told = told::<P>(vec![(file, edited::<P>(file, find, put))]);
        assert!(page.contains(&told), "the page lacks: {told}");
    }
    let missing = P::FILES.iter().find(|(file, _)| !page.contains(&format!("| `{file}` |")));
    assert_eq!(missing.map(|(file, _)| file), None, "every file is in the table of the page");
}
