//! Pages of tables, made as the program makes them.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::toy::TestPlatform;
use wardroom::club::GameWords;
use wardroom::club::one_file::{OneFile, one_file};
use wardroom::game::Viewer;
use wardroom::games::Playable;
use wardroom::log::MemoryStore;
use wardroom::log::import::import;
use wardroom::table::Tables;
use wardroom::words::Lang;

/// The page of a table.
pub fn page_of<G: Playable>(
    store: &MemoryStore,
    table: &str,
    viewer: Viewer,
    lang: Lang,
    with_written: bool,
) -> OneFile {
    let tables: Tables<G, MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(1));
    let words = GameWords::of(&*tables.game_at(table).unwrap(), lang).unwrap();
    one_file(&tables, table, viewer, &words, with_written).unwrap()
}

/// A golden log and its page.
pub fn golden<G: Playable>(name: &str, lang: Lang) -> (String, String) {
    page_of_log::<G>(&format!("tests/golden/{name}.jsonl"), lang)
}

/// A full export in a file, and its page. A page takes seconds, and each is made once.
pub fn page_of_log<G: Playable>(file: &str, lang: Lang) -> (String, String) {
    type Made = Arc<OnceLock<(String, String)>>;
    static MADE: Mutex<BTreeMap<(String, Lang), Made>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let page = made.entry((file.to_owned(), lang)).or_default().clone();
    drop(made);
    page.get_or_init(|| make_page_of_log::<G>(file, lang)).clone()
}

fn make_page_of_log<G: Playable>(file: &str, lang: Lang) -> (String, String) {
    let log = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let store = MemoryStore::new();
    let table = import(&mut log.as_bytes(), &store).unwrap().table;
    (log, page_of::<G>(&store, &table, Viewer::All, lang, false).html)
}

/// A log as it stands in a page.
pub fn embedded(log: &str) -> String {
    log.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
