//! The section `[mail]`.

use std::os::unix::fs::PermissionsExt;

use wardroom::config::Config;
use wardroom::config::mail::{Login, Mail, MailOut, PASSWORD_VARIABLES, Proof, Security, WhoMayStart};
use wardroom::reason::Reason;
use wardroom::words::english;
use wardroom::words::{Lang, Words};

fn with(text: &str, vars: &[(&str, &str)]) -> Result<Mail, Reason> {
    let var = |name: &str| vars.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
    let serving = Config::parse(&format!("[mail]\n{text}"))?.serving(&var)?;
    assert_eq!(serving.discord, None, "a mail door needs no Discord");
    Ok(serving.mail.unwrap())
}

fn mail(text: &str) -> Result<Mail, Reason> {
    with(text, &[])
}

const LEAST: &str = "address = \"bot@example.org\"\nspool = \"/s\"\nsmtp = { host = \"localhost\" }\n";
const IN: &str = "address = \"bot@example.org\"\nsmtp = { host = \"localhost\" }\n";

#[test]
fn what_is_wrong_is_said_in_one_sentence_that_names_the_key_and_what_would_be_right() {
    let words = Words::read().unwrap();
    let imap = |more: &str| format!("{IN}imap = {{ host = \"h\", {more} }}");
    let cases: &[(String, &[&str])] = &[
        (String::new(), &["[mail]", "no way to receive mail", "imap", "spool", "maildir"]),
        ("spool = \"/s\"".into(), &["no way to send mail", "smtp"]),
        ("maildir = \"/m\"".into(), &["[mail] has no address"]),
        ("maildir = \"/m\"\nspool = \"/s\"".into(), &["maildir replaces"]),
        ("maildir = \"/m\"\nsmtp = { host = \"h\" }".into(), &["maildir replaces"]),
        ("maildir = \"/m\"\naddress = \"bot\"".into(), &["address = \"bot\"", "wardroom@example.org"]),
        ("maildir = \"/m\"\naddress = \"b+x@h.org\"".into(), &["address = \"b+x@h.org\""]),
        ("maildir = \"/m\"\naddress = \"b@h.org\\r\\nBcc: x@y.z\"".into(), &["is not an address"]),
        (format!("{IN}imap = {{ host = \"h\" }}"), &["imap has no user"]),
        (imap("user = \"u\""), &["imap has a user but no password", "password_file", PASSWORD_VARIABLES[0]]),
        (imap("password = \"mellon\""), &["no user"]),
        (imap("user = \"u\", password = \"mellon\", password_file = \"/f\""), &["more than one of"]),
        (imap("user = \"u\", password = \"mellon\", token_command = [\"t\"]"), &["more than one of"]),
        (imap("user = \"u\", password = \"mel\\nlon\""), &["password is empty or more than one line"]),
        (imap("user = \"u\", password = \"\""), &["password is empty"]),
        (imap("user = \"u\", password_file = \"/no/such\""), &["password_file = \"/no/such\"", "No such file"]),
        (imap("user = \"u\", token_command = []"), &["token_command names no program"]),
        (imap("user = \"\", token_command = [\"t\"]"), &["user is empty"]),
        (imap("usr = \"u\""), &["line 4", "usr"]),
        (format!("{IN}imap = {{ host = \"a b\", user = \"u\", token_command = [\"t\"] }}"), &["host = \"a b\""]),
        (
            "address = \"bot@example.org\"\nspool = \"/s\"\nsmtp = { host = \"h.org\", security = \"plain\" }".into(),
            &["smtp security = \"plain\"", "\"h.org\"", "starttls"],
        ),
        (format!("{LEAST}folder = \"InBox\""), &["folder = \"InBox\""]),
        (format!("{LEAST}folder = \"a*\""), &["folder = \"a*\""]),
        (format!("{LEAST}folder = \"既読\""), &["folder = \"既読\""]),
        (format!("{LEAST}keep_days = 0"), &["[mail] keep_days = 0", "1 or more"]),
        (format!("{LEAST}keep_days = 40000"), &["keep_days = 40000", "36500"]),
        (format!("{LEAST}answers_an_hour = 0"), &["[mail] answers_an_hour = 0"]),
        (format!("{LEAST}url = \"http://h.org\""), &["url = \"http://h.org\"", "https://"]),
        (format!("{LEAST}url = \"https://\""), &["is not a public address"]),
        (format!("{LEAST}authserv_id = \"a b\""), &["authserv_id = \"a b\""]),
        (format!("{LEAST}forwarders = [\"\"]"), &["forwarders = \"\""]),
        (format!("{LEAST}who_may_start = \"nobody\""), &["line 5", "nobody", "known", "anyone"]),
    ];
    for (text, parts) in cases {
        let reason = mail(text).unwrap_err();
        let said = english(&reason);
        let in_japanese = words.reason(Lang::Ja, &reason);
        assert!(in_japanese.contains(|c: char| ('ぁ'..='ヿ').contains(&c)), "{in_japanese}");
        for part in *parts {
            assert!(said.contains(part), "{text}\n→ {said}\nlacks {part}");
        }
        assert!(!said.contains('\n') && !said.contains("mel"), "{text}\n→ {said}");
    }
}

#[test]
fn what_is_left_out_has_its_usual_value() {
    let least = mail(LEAST).unwrap();
    assert_eq!((least.plus_addresses, least.require_dkim), (false, false));
    assert_eq!((least.folder.as_str(), least.keep_days), ("Wardroom", 30));
    assert_eq!((least.who_may_start, least.strangers_a_day), (WhoMayStart::Known, 20));
    let MailOut::Smtp(smtp) = least.out else { panic!("{:?}", least.out) };
    assert_eq!((smtp.port, smtp.security, smtp.login), (465, Security::Tls, None));
    assert_eq!(least.imap, None);

    let local = mail("maildir = \"/m\"\naddress = \"bot@example.org\"\nurl = \"https://h.org/w/\"").unwrap();
    assert_eq!(local.spool.unwrap(), std::path::Path::new("/m/in"));
    assert_eq!(local.out, MailOut::Maildir("/m/out".into()));
    assert_eq!(local.url.unwrap(), "https://h.org/w", "no slash at its end");

    for (security, imap, smtp) in [("tls", 993, 465), ("starttls", 143, 587), ("plain", 143, 587)] {
        let server =
            format!("{{ host = \"127.0.0.1\", security = \"{security}\", user = \"u\", password = \"p\" }}");
        let text = format!("address = \"b@h.org\"\nimap = {server}\nsmtp = {server}");
        let found = mail(&text).unwrap();
        assert_eq!(found.imap.unwrap().port, imap);
        assert!(matches!(found.out, MailOut::Smtp(server) if server.port == smtp));
    }
}

#[test]
fn a_password_comes_from_the_environment_a_file_or_the_section_and_is_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "two words \n").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    let text = format!(
        "{IN}imap = {{ host = \"h\", user = \"u\", password_file = {:?} }}",
        file.display().to_string()
    );
    let proof = |mail: Mail| mail.imap.unwrap().login.unwrap();
    let is = |login: Login, password: &str| {
        assert_eq!(login, Login { user: "u".into(), proof: Proof::Password(password.into()) });
    };
    is(proof(mail(&text).unwrap()), "two words ");
    let set = [(PASSWORD_VARIABLES[0], "mellon")];
    is(proof(with(&text, &set).unwrap()), "mellon");
    is(proof(with(&text, &[(PASSWORD_VARIABLES[1], "mellon")]).unwrap()), "two words ");
    is(proof(with(&text, &[(PASSWORD_VARIABLES[0], " ")]).unwrap()), "two words ");
    let section = format!("{IN}imap = {{ host = \"h\", user = \"u\", password = \"mellon\" }}");
    let shown = format!("{:?} {:?}", mail(&section).unwrap(), Config::parse(&format!("[mail]\n{section}")));
    assert!(!shown.contains("mellon") && shown.contains("[hidden]"), "{shown}");
    std::fs::write(&file, "x".repeat(5000)).unwrap();
    assert!(english(&mail(&text).unwrap_err()).contains("5000 bytes"));
}
