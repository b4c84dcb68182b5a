//! Whether a sender's domain vouches for a message: mails signed as programs sign them, changed on the way, forwarded, and forged.

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey};
use mail_auth::arc::ArcSealer;
use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use mail_auth::{ArcOutput, AuthenticatedMessage, AuthenticationResults, DkimOutput};
use sha2::{Digest, Sha256};
use wardroom::mail::reading::authentic::{Dns, Signature, Trust, proof_of, signed_by, signers};
use wardroom::mail::reading::read;
use wardroom::receipt::SenderProof;

/// The first key of RFC 8032's examples.
const SEED: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const RECORD: &str = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

/// A mail of `from`, signed for `domain`, with these headers covered: as RFC 6376 and RFC 8463 say, by other code than what
/// checks it.
fn signed(from: &str, domain: &str, headers: &[&str]) -> Vec<u8> {
    let mail = lettre::Message::builder()
        .from(from.parse().unwrap())
        .to("bot@wardroom.example".parse().unwrap())
        .subject("Re: 番です")
        .message_id(Some("<a@players.example>".to_owned()))
        // Of a mail that is made twice, the second is the same in the next second too.
        .date(UNIX_EPOCH + Duration::from_secs(1_790_000_000))
        .body("移動 dory WSI\ndone\n\n> 1. undo\n".to_owned())
        .unwrap();
    let mail = String::from_utf8(mail.formatted()).unwrap();
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ");
    // "Relaxed": a name in small letters, one space for several, none at the ends.
    let relaxed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let covered = headers.iter().map(|name| {
        let (_, value) =
            head.lines().filter_map(|line| line.split_once(':')).find(|(it, _)| it == name).unwrap();
        format!("{}:{}\r\n", name.to_lowercase(), relaxed(value))
    });
    // "Simple": the body as it is, with one line's end at its own.
    let hash = STANDARD.encode(Sha256::digest(format!("{}\r\n", body.trim_end_matches("\r\n"))));
    let value = format!(
        "v=1; a=ed25519-sha256; c=relaxed/simple; d={domain}; s=s1; h={}; bh={hash}; b=",
        headers.join(":")
    );
    let text = covered.chain([format!("dkim-signature:{value}")]).collect::<String>();
    let key = SigningKey::from_bytes(&hex::decode(SEED).unwrap().try_into().unwrap());
    let signature = STANDARD.encode(key.sign(&Sha256::digest(text)).to_bytes());
    format!("DKIM-Signature: {value}{signature}\r\n{mail}").into_bytes()
}

fn good() -> Vec<u8> {
    signed("Anna <anna@players.example>", "players.example", &["From", "To", "Subject", "Message-ID"])
}

/// `raw` with the first `from` in it replaced.
fn changed(raw: &[u8], from: &str, to: &str) -> Vec<u8> {
    let text = std::str::from_utf8(raw).unwrap();
    assert!(text.contains(from), "{text}");
    text.replacen(from, to, 1).into_bytes()
}

fn key() -> Ed25519Key {
    Ed25519Key::from_seed_and_public_key(&hex::decode(SEED).unwrap(), &hex::decode(PUBLIC).unwrap()).unwrap()
}

fn dns() -> Dns {
    let domains = ["players.example", "mail.players.example", "example", "evil.example", "lists.example"];
    let names = domains.map(|domain| format!("s1._domainkey.{domain}."));
    Dns::fixed(names.iter().map(|name| (name.as_str(), Some(RECORD)))).unwrap()
}

async fn judged(raw: &[u8], trust: &Trust, dns: &Dns) -> Signature {
    signed_by(raw, &read(raw).unwrap().from, trust, dns).await
}

async fn plain(raw: &[u8]) -> Signature {
    judged(raw, &Trust::default(), &dns()).await
}

#[tokio::test]
async fn a_signature_of_the_senders_domain_holds_until_something_is_changed() {
    let pass = Signature::Pass("players.example".to_owned());
    assert_eq!(plain(&good()).await, pass);
    let stored = String::from_utf8(good()).unwrap().replace("\r\n", "\n");
    assert_eq!(plain(stored.as_bytes()).await, pass, "as a mailbox stores it");
    let below = signed("Anna <Anna@East.Players.Example>", "players.example", &["From"]);
    assert_eq!(plain(&below).await, pass, "for what is below the domain");
    for (from, to) in [("Re: ", "Fw: "), ("\r\n\r\n", "\r\n\r\nresign\r\n"), ("anna@", "otto@")] {
        assert_eq!(plain(&changed(&good(), from, to)).await, Signature::Fail, "{to}");
    }
}

#[tokio::test]
async fn no_other_signature_counts() {
    let anna = "Anna <anna@players.example>";
    for domain in ["evil.example", "mail.players.example", "example"] {
        assert_eq!(plain(&signed(anna, domain, &["From"])).await, Signature::None, "{domain}");
    }
    assert_eq!(
        plain(&signed(anna, "players.example", &["To"])).await,
        Signature::Fail,
        "the sender is not covered"
    );
    let unsigned = b"From: anna@players.example\r\n\r\ndone\r\n";
    assert_eq!(plain(unsigned).await, Signature::None);
    let part = DkimSigner::from_key(key())
        .domain("players.example")
        .selector("s1")
        .headers(["From"])
        .body_length(true);
    let part = [part.sign(unsigned).unwrap().to_header().into_bytes(), unsigned.to_vec()].concat();
    assert_eq!(plain(&part).await, Signature::None, "of a body that may be added to");
    let whole = DkimSigner::from_key(key()).domain("players.example").selector("s1").headers(["From"]);
    let header = whole.sign(unsigned).unwrap().to_header().into_bytes();
    let times = |times| [header.repeat(times), unsigned.to_vec()].concat();
    assert_eq!(plain(&times(10)).await, Signature::Pass("players.example".to_owned()));
    assert_eq!(plain(&times(11)).await, Signature::None, "more than are looked at");
}

/// A receipt keeps the message with the records of its keys, by which it is checked later without the DNS.
#[tokio::test]
async fn a_proof_holds_by_its_own_records_and_by_no_others() {
    let from = read(&good()).unwrap().from;
    let Some(SenderProof::Mail(proof)) = proof_of(&good(), &from, &dns()).await else { panic!() };
    assert_eq!(proof.raw().unwrap(), good());
    let name = "s1._domainkey.players.example.".to_owned();
    assert_eq!(proof.records, BTreeMap::from([(name.clone(), RECORD.to_owned())]));
    assert_eq!(signers(&good(), &from, &proof.records).await, ["players.example"]);
    assert!(signers(&changed(&good(), "Re: ", "Fw: "), &from, &proof.records).await.is_empty());
    assert!(signers(&good(), &from, &BTreeMap::new()).await.is_empty());
    let other = RECORD.replace("11qYAYKxCrfVS", "21qYAYKxCrfVS");
    assert!(signers(&good(), &from, &BTreeMap::from([(name, other)])).await.is_empty());

    let none = [
        signed("Anna <anna@players.example>", "evil.example", &["From"]),
        signed("Anna <anna@players.example>", "players.example", &["To"]),
        changed(&good(), "\r\n\r\n", "\r\n\r\nresign\r\n"),
        [good(), b"x".repeat(200 * 1024)].concat(),
    ];
    for raw in none {
        assert!(proof_of(&raw, &from, &dns()).await.is_none(), "{}", raw.len());
    }
    let away = Dns::fixed([("s1._domainkey.players.example.", None)]).unwrap();
    assert!(proof_of(&good(), &from, &away).await.is_none());
}

/// Whoever signs with many names whose servers never answer has two of them asked for, and only of their own domain.
#[tokio::test]
async fn two_signatures_of_the_senders_domain_are_looked_at_and_no_others() {
    let bad = String::from_utf8(signed("Anna <anna@players.example>", "players.example", &["To"])).unwrap();
    let bad = bad.split_once("From:").unwrap().0.as_bytes();
    let evil = String::from_utf8(signed("Anna <anna@players.example>", "evil.example", &["From"])).unwrap();
    let evil = evil.split_once("From:").unwrap().0.as_bytes();
    let below = |above: &[&[u8]]| [above.concat(), good()].concat();
    let pass = Signature::Pass("players.example".to_owned());
    assert_eq!(plain(&below(&[bad])).await, pass);
    assert_eq!(plain(&below(&[bad, bad])).await, Signature::Fail, "the third is not looked at");
    assert_eq!(plain(&below(&[evil; 9])).await, pass, "others take no room");
    // Nothing is asked of a name that says nothing about the sender.
    let silent = |domain: &str| {
        let name = format!("s1._domainkey.{domain}.");
        let key = "s1._domainkey.players.example.";
        Dns::fixed([(name.as_str(), None), (key, Some(RECORD))]).unwrap()
    };
    let trust = Trust { forwarders: vec!["lists.example".to_owned()], ..Trust::default() };
    assert_eq!(judged(&below(&[evil]), &trust, &silent("evil.example")).await, pass);
    let tagged = changed(&good(), "Re: ", "[list] Re: ");
    let forwarded_by = |domain| forwarded(&good(), &tagged, domain);
    assert_eq!(judged(&forwarded_by("evil.example"), &trust, &silent("evil.example")).await, Signature::Fail);
    assert_eq!(
        judged(&forwarded_by("lists.example"), &trust, &silent("lists.example")).await,
        Signature::Unknown
    );
}

#[tokio::test]
async fn a_key_that_cannot_be_asked_for_is_not_one_that_is_not_there() {
    let trust = Trust::default();
    let away = Dns::fixed([("s1._domainkey.players.example.", None)]).unwrap();
    assert_eq!(judged(&good(), &trust, &away).await, Signature::Unknown);
    assert_eq!(judged(&good(), &trust, &Dns::fixed([]).unwrap()).await, Signature::Fail);
}

#[tokio::test]
async fn the_own_server_is_believed_in_the_topmost_header_alone() {
    let trust = Trust { authserv_id: Some("mx.wardroom.example".to_owned()), ..Trust::default() };
    let judge = async |headers: &str| {
        let raw = format!("{headers}From: anna@players.example\r\nSubject: x\r\n\r\ndone\r\n");
        judged(raw.as_bytes(), &trust, &Dns::fixed([]).unwrap()).await
            == Signature::Pass("mx.wardroom.example".to_owned())
    };
    let results = |results: &str| format!("Authentication-Results: {results}\r\n");
    for good in [
        "mx.wardroom.example; dkim=pass header.d=players.example",
        "MX.Wardroom.Example 1; spf=fail smtp.mailfrom=x@evil.example;\r\n dkim=pass (2048-bit key; unprotected)\r\n\theader.i=@players.example header.s=s1",
        "mx.wardroom.example; dkim=fail header.d=evil.example; dkim=pass header.d=example.players.example header.d=players.example;\r\n dkim=pass header.d=players.example",
    ] {
        assert!(judge(&results(good)).await, "{good}");
    }
    for bad in [
        "mx.wardroom.example; dkim=fail header.d=players.example",
        "mx.wardroom.example; dkim=pass header.d=evil.example",
        "mx.wardroom.example; dkim=pass header.d=mail.players.example",
        "mx.wardroom.example; spf=pass smtp.mailfrom=anna@players.example",
        "mx.wardroom.example.evil.example; dkim=pass header.d=players.example",
        "mx.evil.example; dkim=pass header.d=players.example",
        "dkim=pass header.d=players.example; mx.wardroom.example",
        "mx.wardroom.example; spf=fail smtp.mailfrom=\"; dkim=pass header.d=players.example \"@evil.example",
        "mx.wardroom.example; spf=fail (; dkim=pass header.d=players.example )",
        "mx.wardroom.example; spf=fail (\\) ; dkim=pass header.d=players.example",
        "mx.wardroom.example; =?utf-8?q?=3B_dkim=3Dpass_header=2Ed=3Dplayers=2Eexample?=",
        "mx.wardroom.example; none",
        "",
    ] {
        assert!(!judge(&results(bad)).await, "{bad}");
    }
    let ours = results("mx.wardroom.example; dkim=pass header.d=players.example");
    assert!(!judge(&(results("mx.wardroom.example; dkim=none") + &ours)).await, "a forged one below ours");
    assert!(!judge(&(results("mx.other.example; dkim=none") + &ours)).await, "a forged one below another's");
    assert!(judge(&(ours.clone() + &results("mx.evil.example; dkim=fail"))).await);
    let unasked = Trust::default();
    let raw = format!("{ours}From: anna@players.example\r\n\r\ndone\r\n");
    assert_eq!(judged(raw.as_bytes(), &unasked, &Dns::fixed([]).unwrap()).await, Signature::None);
}

/// `raw` as a forwarder sends it on that found `signed` signed, and then changed it.
fn forwarded(signed: &[u8], raw: &[u8], domain: &str) -> Vec<u8> {
    let before = AuthenticatedMessage::parse(signed).unwrap();
    let found = DkimOutput::pass().with_signature(&before.dkim_headers[0].header);
    let results =
        AuthenticationResults::new("mx.lists.example").with_dkim_results(&[found], "players.example");
    let message = AuthenticatedMessage::parse(raw).unwrap();
    let sealer = ArcSealer::from_key(key()).domain(domain).selector("s1").headers(["From", "Subject"]);
    let set = sealer.seal(&message, &results, &ArcOutput::default()).unwrap();
    [set.to_header().into_bytes(), raw.to_vec()].concat()
}

#[tokio::test]
async fn a_forwarder_is_believed_that_is_trusted() {
    let trusted = Trust { forwarders: vec!["lists.example".to_owned()], ..Trust::default() };
    let tagged = changed(&good(), "Re: ", "[list] Re: ");
    let mail = forwarded(&good(), &tagged, "lists.example");
    assert_eq!(judged(&mail, &trusted, &dns()).await, Signature::Pass("lists.example".to_owned()));
    assert_eq!(judged(&mail, &Trust::default(), &dns()).await, Signature::Fail, "nobody is trusted");
    let other = forwarded(&good(), &tagged, "evil.example");
    assert_eq!(judged(&other, &trusted, &dns()).await, Signature::Fail, "another forwarder");
    assert_eq!(
        judged(&changed(&mail, "[list]", "[x]"), &trusted, &dns()).await,
        Signature::Fail,
        "changed since"
    );
    let evil = signed("Anna <anna@players.example>", "evil.example", &["From"]);
    let mail = forwarded(&evil, &evil, "lists.example");
    assert_eq!(judged(&mail, &trusted, &dns()).await, Signature::None, "it found another's signature");
    let forged = changed(&mail, "header.d=evil.example", "header.d=players.example");
    assert_eq!(judged(&forged, &trusted, &dns()).await, Signature::None, "what it found was changed");
}

#[tokio::test]
async fn results_below_the_line_of_the_own_server_are_the_senders() {
    let trust = Trust { authserv_id: Some("mx.wardroom.example".to_owned()), ..Trust::default() };
    let pass = "Authentication-Results: mx.wardroom.example; dkim=pass header.d=players.example\r\n";
    let judge = async |head: String| {
        let raw = format!("{head}From: anna@players.example\r\nSubject: x\r\n\r\ndone\r\n");
        judged(raw.as_bytes(), &trust, &Dns::fixed([]).unwrap()).await
    };
    for by in [
        "mx.wardroom.example",
        "MX.wardroom.example;",
        "in.mx.wardroom.example (Postfix)",
        "wardroom.example",
    ] {
        let received =
            format!("Received: from out.players.example\r\n\tby {by} with ESMTPS; Thu, 26 Nov 2026\r\n");
        let own = Signature::Pass("mx.wardroom.example".to_owned());
        assert_eq!(judge(format!("{pass}{received}")).await, own, "{by}");
        assert_eq!(judge(format!("{received}{pass}")).await, Signature::None, "{by}");
    }
    // What a mailbox or another server adds on top is not the line of the own server.
    let later = "Received: from mx.wardroom.example by store.elsewhere.example; Thu, 26 Nov 2026\r\n";
    let received = "Received: from x by mx.wardroom.example; Thu, 26 Nov 2026\r\n";
    assert_ne!(judge(format!("{later}{pass}{received}")).await, Signature::None);
}

#[test]
fn a_domain_that_disowns_a_mail_is_heard_of_through_the_topmost_results_of_a_server() {
    let disowned = |head: &str| {
        let raw = format!("{head}From: anna@players.example\r\nSubject: x\r\n\r\ndone\r\n");
        read(raw.as_bytes()).unwrap().disowned_by
    };
    let results = |results: &str| format!("Authentication-Results: {results}\r\n");
    let fails = "mx.wardroom.example; dkim=fail; DMARC=fail (p=none) header.from=players.example";
    assert_eq!(disowned(&results(fails)), ["mx.wardroom.example"]);
    assert_eq!(disowned(&results("mx.wardroom.example; dmarc=fail")), ["mx.wardroom.example"]);
    for passes in [
        "mx.wardroom.example; dmarc=pass header.from=players.example",
        "mx.wardroom.example; dmarc=fail header.from=evil.example",
        "mx.wardroom.example; dkim=fail header.d=players.example",
        "mx.wardroom.example; spf=fail (dmarc=fail)",
    ] {
        assert!(disowned(&results(passes)).is_empty(), "{passes}");
    }
    assert!(
        disowned(&(results("mx.wardroom.example; dmarc=pass") + &results(fails))).is_empty(),
        "an older one"
    );
}
