//! The head file beside a database.

use std::path::PathBuf;

use crate::log_support::{Scribe, store_all};
use wardroom::log::head_file::{HeadFile, NotedHeads, Witness};
use wardroom::log::{Appended, Head, SqliteStore, Store};

use super::sqlite_log;

#[test]
fn a_head_file_that_cannot_be_written_undoes_nothing_and_is_told() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    // Nothing is still on its way to the file.
    assert_eq!(store.head_file_trouble(), None);
    let noted = store.head_file().read().heads;
    let lock = folder.path().join("log.db.head.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    assert_eq!(store.append(scribe.order()), Ok(Appended::Stored(scribe.head)));
    assert!(store.head_file_trouble().unwrap().to_string().contains("head file"));
    assert_eq!(store.head_file().read().heads, noted, "the database is ahead of it");
    assert_eq!(store.lost_tails().unwrap(), []);
    std::fs::remove_dir(&lock).unwrap();
    // The next commit, of whatever table, makes up for it.
    store_all(&store, vec![Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.head_file_trouble(), None);
    let noted = store.head_file().read().heads;
    assert_eq!((noted["goeben-1"], noted["goeben-2"].seq), (scribe.head, 1));
}

#[test]
fn a_head_file_never_goes_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = HeadFile::beside(&folder.path().join("log.db"));
    let heads = |seq, byte| NotedHeads::from([("goeben-1".to_owned(), Head { seq, chain: [byte; 32] })]);
    assert_eq!(file.read(), Witness::default());
    for (seq, byte, stands) in
        [(5, 5, heads(5, 5)), (4, 4, heads(5, 5)), (5, 6, heads(5, 5)), (6, 6, heads(6, 6))]
    {
        file.note(&heads(seq, byte)).unwrap();
        assert_eq!(file.read(), Witness { heads: stands, missing_since: None });
    }
    let text = format!("goeben-1 6 {}\n", "06".repeat(32));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), text);
}

#[test]
fn what_can_be_read_of_a_head_file_binds_and_the_rest_is_put_aside() {
    let line = |table: &str, seq: u64, byte: u8| format!("{table} {seq} {}\n", hex::encode([byte; 32]));
    let (good, other) = (line("goeben-1", 5, 5), line("goeben-2", 3, 3));
    let only_good = NotedHeads::from([("goeben-1".to_owned(), Head { seq: 5, chain: [5; 32] })]);
    for garbage in [
        String::new(),
        "\n".to_owned(),
        "\0".repeat(200),
        "goeben-2 three\n".to_owned(),
        other[..40].to_owned(),
        line("Goeben 2", 3, 3),
        line("goeben.2", 3, 3),
        other.to_uppercase(),
        other.replace(" 3 ", " 03 "),
        other.replace(" 3 ", " 0 "),
        other.replace(" 3 ", " 99999999999999999999 "),
        format!(" {other}"),
        line("goeben-1", 4, 4),
        "missing-since yesterday\n".to_owned(),
        "x".repeat(17 * 1024 * 1024),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = HeadFile::beside(&folder.path().join("log.db"));
        let text = if garbage.is_empty() { garbage } else { format!("{good}{garbage}") };
        let expected = if text.is_empty() { NotedHeads::new() } else { only_good.clone() };
        let place = &text[..text.len().min(200)];
        std::fs::write(file.path(), &text).unwrap();
        let found = file.read();
        assert_eq!(found.heads, expected, "{place:?}");
        assert!(found.missing_since.is_some(), "{place:?}");
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), text, "to read it changes nothing");
        file.note(&NotedHeads::new()).unwrap();
        let kept: Vec<PathBuf> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.display().to_string().contains("log.db.head.damaged-"))
            .collect();
        assert_eq!(kept.len(), 1, "{place:?}");
        assert_eq!(std::fs::read_to_string(&kept[0]).unwrap(), text);
        let since = file.read();
        assert_eq!((&since.heads, since.missing_since.is_some()), (&expected, true));
        // It is said until it is accepted, whatever is noted meanwhile.
        let later = NotedHeads::from([("goeben-1".to_owned(), Head { seq: 6, chain: [6; 32] })]);
        file.note(&later).unwrap();
        assert_eq!(file.read(), Witness { heads: later.clone(), missing_since: since.missing_since });
        file.accept(&NotedHeads::new()).unwrap();
        assert_eq!(file.read(), Witness { heads: later, missing_since: None });
        assert!(kept[0].exists());
    }
}

#[test]
fn a_table_with_the_name_of_the_other_kind_of_line_is_noted_like_any() {
    let folder = tempfile::tempdir().unwrap();
    let file = HeadFile::beside(&folder.path().join("log.db"));
    let heads = NotedHeads::from([("missing-since".to_owned(), Head { seq: 5, chain: [5; 32] })]);
    file.note(&heads).unwrap();
    assert_eq!(file.read(), Witness { heads: heads.clone(), missing_since: None });
    let at = "1914-08-04T09:30:00.000Z";
    let text = std::fs::read_to_string(file.path()).unwrap();
    std::fs::write(file.path(), format!("missing-since {at}\n{text}")).unwrap();
    assert_eq!(file.read(), Witness { heads, missing_since: Some(at.to_owned()) });
}

#[test]
fn a_folder_in_the_place_of_the_head_file_is_put_aside() {
    let (folder, path) = sqlite_log();
    std::fs::remove_file(folder.path().join("log.db.head")).unwrap();
    std::fs::create_dir(folder.path().join("log.db.head")).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.head_file_trouble(), None);
    let witness = store.witness();
    assert_eq!(witness.heads["goeben-1"], store.head("goeben-1").unwrap());
    assert!(witness.missing_since.is_some());
}

/// One flipped bit either changes what is witnessed, which then does not hold, or is told.
#[test]
fn no_flipped_bit_of_a_head_file_stops_anything_or_passes_unnoticed() {
    let (folder, path) = sqlite_log();
    let head = folder.path().join("log.db.head");
    let bytes = std::fs::read(&head).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.head_file_trouble(), None);
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&head, &flipped).unwrap();
        let noticed = !store.lost_tails().unwrap().is_empty() || store.witness().missing_since.is_some();
        // Without its end the last line says the same.
        assert!(noticed || bit / 8 == bytes.len() - 1, "bit {bit}: {:?}", String::from_utf8_lossy(&flipped));
    }
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
}
