//! Witnesses: what they cosign and refuse, and what a club makes of their answers.

use wardroom::app::witness::WitnessDesk;
use wardroom::club::club_log::{Checkpoint, LogSigner, PublicLog};
use wardroom::transparency::compare::{LogVerdict, compare};
use wardroom::transparency::merkle::{TreeHash, consistency, leaf_hash, root};
use wardroom::transparency::witness::{AddCheckpoint, NotCosigned, WitnessAnswer, WitnessedLog};
use wardroom::words::english;

use super::{House, keys, signer, two_tables};
use crate::log_support::Scribe;

const NOW: u64 = 1_800_000_000;

fn witness() -> LogSigner {
    LogSigner::witness("witness.example/w1", [9; 32]).unwrap()
}

fn leaves(count: u8) -> Vec<TreeHash> {
    (0..count).map(|leaf| leaf_hash(&[leaf])).collect()
}

fn checkpoint(leaves: &[TreeHash]) -> Checkpoint {
    Checkpoint::sign(&signer(), leaves.len() as u64, root(leaves))
}

fn asks(leaves: &[TreeHash], old: usize) -> AddCheckpoint {
    let proof = consistency(leaves, old).unwrap();
    AddCheckpoint { old: old as u64, proof, checkpoint: checkpoint(leaves) }
}

#[test]
fn a_witness_cosigns_what_extends_and_nothing_else() {
    let logs = [signer().verifier().clone()];
    let (five, eight) = (leaves(5), leaves(8));
    let last = checkpoint(&five);
    assert_eq!(asks(&five, 0).judge(&logs, None), Ok(()));
    assert_eq!(asks(&five, 5).judge(&logs, Some(&last)), Ok(()));
    assert_eq!(asks(&eight, 5).judge(&logs, Some(&last)), Ok(()));
    assert_eq!(asks(&eight, 5).judge(&[], Some(&last)), Err(NotCosigned::UnknownLog));
    let other = LogSigner::new(signer().verifier().name(), [8; 32]).unwrap();
    assert_eq!(asks(&eight, 5).judge(&[other.verifier().clone()], Some(&last)), Err(NotCosigned::Unsigned));
    for old in [0, 4, 8] {
        assert_eq!(asks(&eight, old).judge(&logs, Some(&last)), Err(NotCosigned::Conflict(5)), "{old}");
    }
    assert_eq!(asks(&eight, 5).judge(&logs, None), Err(NotCosigned::Conflict(0)));
    // The log went back, and has another history of the same length, and of a greater one.
    assert_eq!(asks(&leaves(3), 3).judge(&logs, Some(&last)), Err(NotCosigned::Conflict(5)));
    let other: Vec<TreeHash> = (10..18).map(|leaf| leaf_hash(&[leaf])).collect();
    assert_eq!(asks(&other[..5], 5).judge(&logs, Some(&last)), Err(NotCosigned::Conflict(5)));
    assert_eq!(asks(&other, 5).judge(&logs, Some(&last)), Err(NotCosigned::Unproven));
    // A first checkpoint may be empty.
    let empty = checkpoint(&[]);
    assert_eq!(asks(&five, 0).judge(&logs, Some(&empty)), Ok(()));
    let statuses = [
        NotCosigned::Form,
        NotCosigned::Unsigned,
        NotCosigned::UnknownLog,
        NotCosigned::Conflict(1),
        NotCosigned::Unproven,
    ];
    assert_eq!(statuses.map(NotCosigned::status), [400, 403, 404, 409, 422]);
}

#[test]
fn a_request_has_one_form() {
    let asked = asks(&leaves(8), 5);
    let text = asked.to_string();
    assert!(text.starts_with("old 5\n"), "{text}");
    assert_eq!(AddCheckpoint::read(&text), Ok(asked));
    for wrong in [
        String::new(),
        text.replacen("old 5", "old 05", 1),
        text.replacen("old 5", "old -5", 1),
        text.replacen("old 5", "old 9", 1),
        text.replacen("old 5", "old 0", 1),
        text.replacen("old 5", "5", 1),
        text.replacen("old 5\n", "old 5\nAAAA\n", 1),
        text.replacen(
            "old 5\n",
            &format!("old 5\n{}", "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n".repeat(64)),
            1,
        ),
        text.replacen("\n\n", "\n", 1),
    ] {
        assert_eq!(AddCheckpoint::read(&wrong), Err(NotCosigned::Form), "{wrong}");
    }
}

#[test]
fn what_is_wrong_with_an_answer_is_one_sentence() {
    let asked = asks(&leaves(8), 5);
    let log = || WitnessedLog::new(witness().verifier().clone(), Some(5));
    let note = asked.checkpoint.note();
    let right = witness().cosign(note, NOW);
    let mut hears = log();
    assert_eq!(hears.hear(&asked, (200, &right), NOW + 60), Ok(WitnessAnswer::Cosigned));
    assert_eq!(hears.cosigned(), Some(8));
    assert_eq!(log().hear(&asked, (409, "7\n"), NOW), Ok(WitnessAnswer::Since(7)));
    let other = LogSigner::witness("witness.example/w1", [8; 32]).unwrap();
    let of_another = witness().cosign(checkpoint(&leaves(7)).note(), NOW);
    for (status, body, says) in [
        (200, other.cosign(note, NOW), "does not hold: it is not signed by witness.example/w1"),
        (200, of_another, "does not hold: its signature by"),
        (200, String::new(), "does not hold"),
        (200, "<html>\n".to_owned(), "does not hold"),
        (200, witness().cosign(note, NOW - 3600), "3600 seconds off"),
        (409, "many\n".to_owned(), "did not give the size"),
        (409, "9\n".to_owned(), "cosigned 9 leaves of this log, but this checkpoint has only 8"),
        (409, "5\n".to_owned(), "two histories"),
        (409, "3\n".to_owned(), "knows 3 leaves, and had cosigned 5"),
        (404, String::new(), "does not list this log, club.example/log"),
        (403, String::new(), "with another key"),
        (422, String::new(), "HTTP status 422"),
        (500, "x".repeat(100_000), "HTTP status 500"),
    ] {
        let said = english(&log().hear(&asked, (status, &body), NOW).unwrap_err());
        assert!(said.contains("witness.example/w1") && said.contains(says), "{status} {said}");
    }
    // A witness that lost its memory is asked from where it is.
    let mut forgot = log();
    forgot.hear(&asked, (409, "3\n"), NOW).unwrap_err();
    assert_eq!(forgot.cosigned(), Some(3));
    // One that lost all of it, too: that it has nothing is known, and is no reason to begin again at what it had.
    let mut forgot = log();
    forgot.hear(&asked, (409, "0\n"), NOW).unwrap_err();
    assert_eq!(forgot.cosigned(), Some(0));
    let anew = asks(&leaves(8), 0);
    assert_eq!(forgot.hear(&anew, (200, &right), NOW), Ok(WitnessAnswer::Cosigned));
}

/// Anybody can send a checkpoint of the log with a proof of nothing: that takes no room from real evidence.
#[test]
fn only_another_root_of_the_same_size_is_evidence() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("witness-logs");
    let desk = WitnessDesk::new(witness(), vec![signer().verifier().clone()], folder.clone());
    let answers = |asked: &AddCheckpoint| desk.answer(&asked.to_string(), NOW).0;
    let kept = |extension: &str| {
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        let found: Vec<_> = files.filter(|file| file.extension().is_some_and(|of| of == extension)).collect();
        assert!(found.len() < 2, "{found:?}");
        found.first().map(|file| std::fs::read_to_string(file).unwrap())
    };
    assert_eq!(answers(&asks(&leaves(5), 0)), 200);
    for size in [7, 8] {
        let unproven = AddCheckpoint { proof: Vec::new(), ..asks(&leaves(size), 5) };
        assert_eq!(answers(&unproven), 422);
        assert_eq!(kept("unproven"), Some(unproven.checkpoint.note().to_string()), "the last one");
        assert_eq!(kept("refused"), None);
    }
    let other: Vec<TreeHash> = (10..15).map(|leaf| leaf_hash(&[leaf])).collect();
    assert_eq!(answers(&asks(&other, 5)), 409);
    assert_eq!(kept("refused"), Some(checkpoint(&other).note().to_string()));
    assert_eq!(answers(&asks(&leaves(8), 5)), 200, "the log goes on");
    assert_eq!(kept("draft"), None);
}

/// A cosigned checkpoint is shown until another is signed; a proof carries its cosignatures, and an audit counts them.
#[test]
fn cosignatures_are_kept_shown_and_counted() {
    let house = House::new();
    let (_, signed) = two_tables(&house);
    let (log, checkpointer) = (PublicLog::new(&house.store), house.checkpointer(None));
    let last = checkpointer.last_of_this_server().unwrap().unwrap();
    assert_eq!(Some(&last), signed.last());
    let hashes = checkpointer.leaf_hashes(&last).unwrap();
    let request = AddCheckpoint::extending(3, &hashes, &last).unwrap();
    assert!(AddCheckpoint::extending(9, &hashes, &last).is_err());
    assert_eq!(request.judge(&[signer().verifier().clone()], Some(&signed[1])), Ok(()));
    let cosigned = last.with_lines_of(&witness().cosign(last.note(), NOW), witness().verifier()).unwrap();
    checkpointer.keep_cosigned(&cosigned).unwrap();
    assert_eq!(log.checkpoint().unwrap(), Some(cosigned.clone()));
    assert_eq!(checkpointer.cosigned().unwrap(), Some(cosigned.clone()));
    // Asked again, its cosignature takes the place of the one before.
    let again =
        cosigned.with_lines_of(&witness().cosign(last.note(), NOW + 1), witness().verifier()).unwrap();
    assert_eq!(again.note().signers().count(), 2);

    let (key, its) = (signer(), witness());
    let stranger = LogSigner::witness("stranger.example/w", [4; 32]).unwrap();
    let both = [its.verifier().clone(), stranger.verifier().clone()];
    let proofs = log.proofs("goeben-1").unwrap();
    let chain = house.chain("goeben-1");
    let found = chain.check_proofs(&proofs, (Some(key.verifier()), &both[..1]));
    assert_eq!(found.worst(), LogVerdict::Holds, "{found:?}");
    assert_eq!(keys(&found, LogVerdict::Holds).last(), Some(&"club-log-cosigned"));
    let found = chain.check_proofs(&proofs, (Some(key.verifier()), &both));
    assert_eq!(keys(&found, LogVerdict::Unchecked), ["club-log-not-cosigned"]);
    let said = english(&found.0.iter().find(|(_, why)| why.key == "club-log-cosigned").unwrap().1);
    assert!(said.starts_with("1 of 2 witnesses that you named cosigned checkpoint 4/"), "{said}");
    assert!(said.ends_with("first on 2027-01-15 08:00 UTC"), "{said}");
    let forged = cosigned.note().to_string().replacen("\n4\n", "\n5\n", 1);
    let forged = Checkpoint::read(&forged).unwrap();
    let found = compare((&signed[0], &forged), (None, &both[..1]), &[], &[]);
    assert_eq!(keys(&found, LogVerdict::Fails), ["club-log-not-cosigned"]);

    house.store(vec![Scribe::new("goeben-3", 3).open()]);
    let next = house.checkpoint();
    assert_eq!((next.size, next.note().signers().count()), (5, 1));
    assert_eq!(checkpointer.cosigned().unwrap(), Some(cosigned), "from there on a proof is made");
}

/// A witness whose answer comes too late remembers its cosignature, and the club does not: no checkpoint is lost by that, and the
/// next request gets what is missing.
#[test]
fn an_answer_that_comes_too_late_costs_no_checkpoint() {
    let home = tempfile::tempdir().unwrap();
    let logs = vec![signer().verifier().clone()];
    let desk = WitnessDesk::new(witness(), logs, home.path().join("witness-logs"));
    let house = House::new();
    let (_, signed) = two_tables(&house);
    let (public, checkpointer) = (PublicLog::new(&house.store), house.checkpointer(None));
    let answers = |old: u64, last: &Checkpoint| {
        let hashes = checkpointer.leaf_hashes(last).unwrap();
        let request = AddCheckpoint::extending(old, &hashes, last).unwrap();
        let (status, _, body) = desk.answer(&request.to_string(), NOW);
        (request, status, body)
    };
    let comes_late = |old: u64, last: &Checkpoint| {
        assert_eq!(answers(old, last).1, 200, "the witness has cosigned it");
        assert_eq!(public.checkpoint().unwrap().as_ref(), Some(last), "without its cosignature");
    };
    // From what the club knows, then from what the witness knows.
    let cosigns = |log: &mut WitnessedLog, last: &Checkpoint, known: u64| {
        let (request, status, body) = answers(log.cosigned().unwrap_or(0), last);
        assert_eq!(log.hear(&request, (status, &body), NOW), Ok(WitnessAnswer::Since(known)));
        let (request, status, body) = answers(known, last);
        assert_eq!(log.hear(&request, (status, &body), NOW), Ok(WitnessAnswer::Cosigned));
        let cosigned = last.with_lines_of(&body, log.key()).unwrap();
        checkpointer.keep_cosigned(&cosigned).unwrap();
        assert_eq!(public.checkpoint().unwrap(), Some(cosigned.clone()));
        cosigned
    };
    let mut log = WitnessedLog::new(witness().verifier().clone(), None);
    // The same checkpoint is asked for again.
    let last = signed.last().unwrap();
    comes_late(0, last);
    let cosigned = cosigns(&mut log, last, 4);
    // The log has gone on before it is asked again.
    house.store(vec![Scribe::new("goeben-3", 3).open()]);
    comes_late(4, &house.checkpoint());
    assert_eq!(checkpointer.cosigned().unwrap(), Some(cosigned), "the last one with a cosignature stays");
    house.store(vec![Scribe::new("goeben-4", 4).open()]);
    let next = house.checkpoint();
    cosigns(&mut log, &next, 5);
    assert_eq!((next.size, log.cosigned()), (6, Some(6)));
}

/// One key is not taken for the other.
#[test]
fn the_key_of_a_witness_is_no_key_of_a_log() {
    let text = witness().expose_text();
    let read = LogSigner::read(&text).unwrap();
    assert_eq!(read.verifier(), witness().verifier());
    assert!(read.verifier().is_witness() && !signer().verifier().is_witness());
}
