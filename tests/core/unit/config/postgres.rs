//! The password of `[postgres]`.

use wardroom::config::postgres::PostgresSection;
use wardroom::config::value::{SecretFiles, Token};
use wardroom::words::english;

#[test]
fn a_password_is_one_line_and_the_environment_goes_before_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "mellon\n").unwrap();
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let section = PostgresSection { password_file: Some(file.clone()), ..PostgresSection::default() };
    let read = |var: Option<&str>| section.password(&|_| var.map(str::to_owned), &SecretFiles::default());
    assert_eq!(read(None).unwrap(), Some(Token::from("mellon")));
    assert_eq!(read(Some("friend")).unwrap(), Some(Token::from("friend")));
    assert_eq!(PostgresSection::default().password(&|_| None, &SecretFiles::default()).unwrap(), None);
    for wrong in ["", "mellon\nmellon\n"] {
        std::fs::write(&file, wrong).unwrap();
        let error = english(&read(None).unwrap_err());
        assert!(!error.contains("mellon"), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    assert!(read(None).is_err());
    assert!(!format!("{:?}", Token::from("mellon")).contains("mellon"));
}
