//! Files that are for their owner only.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use wardroom::private::{
    Access, PartFile, create, create_beside, create_folders, others_can_read, publish_new,
};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn a_part_of_a_killed_process_is_replaced_and_one_that_is_written_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let (to, part) = (folder.path().join("b.db"), folder.path().join("b.db.part"));
    let other = folder.path().join("whole");
    fs::write(&other, "whole").unwrap();
    // Killed between its two names, and the file was moved since.
    fs::hard_link(&other, &part).unwrap();
    fs::write(folder.path().join("b.db.part-journal"), "hot").unwrap();
    let written = PartFile::begin(&to, folder.path()).unwrap();
    assert!(!folder.path().join("b.db.part-journal").exists());
    assert_eq!(fs::read_to_string(&other).unwrap(), "whole", "it is not written over");
    assert!(matches!(PartFile::begin(&to, folder.path()), Err(e) if e.kind() == ErrorKind::WouldBlock));
    assert_eq!(mode(&part), 0o600);
    written.finish().unwrap();
    assert!(to.exists() && !part.exists());
    let again = PartFile::begin(&to, folder.path()).unwrap();
    assert_eq!(again.finish().unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert!(!part.exists(), "what was not finished is removed");
    fs::create_dir(&part).unwrap();
    fs::remove_file(&to).unwrap();
    assert!(PartFile::begin(&to, folder.path()).is_err(), "a folder is not removed");
}

#[test]
fn a_new_file_gets_its_name_also_where_there_are_no_links() {
    let folder = tempfile::tempdir().unwrap();
    let (draft, path) = (folder.path().join("draft"), folder.path().join("secret"));
    for text in ["first", "second"] {
        fs::write(&draft, text).unwrap();
        let taken = publish_new(&draft, &path).err().map(|error| error.kind());
        assert_eq!(taken, (text == "second").then_some(ErrorKind::AlreadyExists));
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), draft.exists()), ("first", false));
    }
    // No disk links folders, so that a folder is to any of them what a file is to a disk without links.
    fs::create_dir(&draft).unwrap();
    assert_eq!(publish_new(&draft, &path).unwrap_err().kind(), ErrorKind::AlreadyExists);
    publish_new(&draft, &folder.path().join("other")).unwrap();
    assert!(folder.path().join("other").is_dir() && !draft.exists());
}

#[test]
fn files_beside_another_have_its_rights_and_none_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let of = folder.path().join("log.db");
    for (given, expected) in [(0o644, 0o600), (0o600, 0o600), (0o666, 0o660), (0o640, 0o600)] {
        fs::write(&of, "").unwrap();
        fs::set_permissions(&of, Permissions::from_mode(given)).unwrap();
        let path = folder.path().join(format!("{given:o}"));
        create_beside(&path, &of).unwrap();
        assert_eq!(mode(&path), expected, "{given:o}");
        fs::remove_file(&of).unwrap();
    }
    create_folders(&folder.path().join("a/b")).unwrap();
    assert_eq!((mode(&folder.path().join("a")), mode(&folder.path().join("a/b"))), (0o700, 0o700));
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
    assert!(create(&link, Access::Owner).is_err(), "a link is never followed to a new file");
}

#[test]
fn a_file_in_a_folder_that_nobody_enters_is_read_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
    assert!(!others_can_read(&path).unwrap(), "the folder is closed");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o711)).unwrap();
    assert!(others_can_read(&path).unwrap());
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    assert!(!others_can_read(&path).unwrap());
}
