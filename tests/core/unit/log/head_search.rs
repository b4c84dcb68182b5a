use wardroom::log::head_search::{HeadsInText, find};

const HEX: &str = "0ac5186a91863e8e1d90c808014aa89b";

fn heads(text: &str) -> Vec<String> {
    let HeadsInText { heads, .. } = find(text, "goeben-9p7n");
    heads.iter().map(|found| format!("{} {}", found.line, found.head)).collect()
}

#[test]
fn heads_are_found_wherever_they_stand() {
    let long = HEX.repeat(2);
    for around in [
        format!("Last change: 2026-03-06 19:10 (Europe/London). Head of the log: 12:{HEX}"),
        format!("12:{HEX}</small></p>"),
        format!("**Log:** `12:{HEX}`"),
        format!(r#"{{"content":"Log: `12:{HEX}`\n"}}"#),
        format!("> > ログ：12:{HEX}。"),
        format!("(12:{HEX}),12:{HEX}"),
    ] {
        assert_eq!(heads(&format!("one\n{around}\n")), [format!("2 12:{HEX}")], "{around}");
    }
    assert_eq!(heads(&format!("12:{long}")), [format!("1 12:{long}")]);
    assert_eq!(heads(&format!("12:{}", &HEX[..16])), [format!("1 12:{}", &HEX[..16])]);
}

#[test]
fn what_only_looks_like_a_head_is_none() {
    for text in [
        format!("12:{}", &HEX[..15]),
        format!("12:{HEX}{HEX}0"),
        format!("12:{HEX}g"),
        format!("08:{HEX}"),
        format!(":{HEX}"),
        format!("10:12:{HEX}"),
        format!("a12:{HEX}"),
        format!("sha256:{HEX}"),
        format!("12/{HEX}"),
        format!("99999999999999999999999:{HEX}"),
        "12:".to_owned(),
        String::new(),
    ] {
        assert_eq!(heads(&text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn heads_that_were_broken_or_encoded_in_transit_are_found() {
    use base64::Engine;
    let broken = format!("Head of the log: 12:{}=\r\n{}\r\nnext\r\n", &HEX[..9], &HEX[9..]);
    assert_eq!(heads(&broken), [format!("1 12:{HEX}")]);
    let code =
        base64::engine::general_purpose::STANDARD.encode(format!("記録のヘッド：12:{HEX} ここまで。\n"));
    let lines: Vec<&str> =
        code.as_bytes().chunks(44).map(|line| std::str::from_utf8(line).unwrap()).collect();
    assert_eq!(heads(&format!("\n{}\n\n", lines.join("\n"))), [format!("2 12:{HEX}")]);
}

#[test]
fn of_a_mailbox_only_mails_count_that_name_the_table() {
    let other = HEX.replace('0', "1");
    let mail = |subject: &str, head: &str| format!("From a@b Thu\nSubject: {subject}\n\nHead: {head}\n\n");
    let text = mail("Goeben (goeben-9p7n)", &format!("12:{HEX}"))
        + &mail("Goeben (goeben-9p7na)", &format!("13:{other}"));
    let found = find(&text, "goeben-9p7n");
    assert_eq!((found.heads.len(), found.elsewhere), (1, 1));
    assert_eq!(found.heads[0].line, 4);
    let encoded = mail("=?utf-8?Q?=E5=A4=A7_(grand=5Ffleet-9p7n)?=", &format!("12:{HEX}"));
    assert_eq!(find(&encoded, "grand_fleet-9p7n").heads.len(), 1);
    assert_eq!(find(&encoded, "grand_fleet-9p7m").elsewhere, 1);
}

/// A Japanese subject is encoded in words that break anywhere; a link in the text names the table as links do.
#[test]
fn a_table_is_found_in_a_subject_in_pieces_and_in_a_link() {
    use base64::Engine;
    let code = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
    let (one, other) = (code("ゲーベン：準備 (goeb"), code("en-9p7n)"));
    let mail = |subject: &str, body: &str| {
        format!("From a@b Thu\nTo: b@c\nSubject: {subject}\nDate: x\n\n{body} 12:{HEX}\n")
    };
    let subject = format!("=?utf-8?b?{one}?=\n =?utf-8?b?{other}?=");
    assert_eq!(find(&mail(&subject, ""), "goeben-9p7n").heads.len(), 1);
    assert_eq!(find(&mail(&subject, ""), "goeben-9p7m").elsewhere, 1);
    let link = "mailto:bot@club.example?subject=Goeben%20%28goeben-9p7n%29";
    assert_eq!(find(&mail("a mail", link), "goeben-9p7n").heads.len(), 1);
    assert_eq!(find(&mail("a mail", "28goeben-9p7n"), "goeben-9p7n").elsewhere, 1);
}
