//! Audits of computer players' orders by their thoughts: all of them, or a sample that begins by chance.

use chrono::{DateTime, Utc};

use super::Against;
use crate::seats::exported;
use crate::tamper::Log;
use wardroom::audit::{self, Conclusion, Evidence, Findings, Logbook, Verdict};
use wardroom::bots::{ComputerId, PLAYER_VERSION};
use wardroom::club::replayed::{self, Repeated};
use wardroom::club::strength::{COMPUTER, strength_called};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::visibility::LogViewer;
use wardroom::reason::Reason;
use wardroom::seal::SealError;
use wardroom::table::{Platform, System};

/// A platform whose randomness is one number, the place where a sample begins; `None` if it has no randomness.
struct Beginning(Option<usize>);

impl Platform for Beginning {
    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        let place = self.0.ok_or_else(|| SealError::NoRandomness("none".to_owned()))?;
        bytes.copy_from_slice(&(place as u64).to_le_bytes());
        Ok(())
    }
}

/// The verdict of an audit with the default sample on the rules and the computer's thoughts, of the whole game.
pub(super) fn again(game: &Against) -> Verdict {
    let (evidence, book) = whole(game);
    replayed::check::<GrandFleet>(&evidence, &book, Repeated::sample(&System))
}

/// The number of orders that an audit of the rules checks.
pub(super) fn checked(game: &Against) -> usize {
    let (evidence, book) = whole(game);
    match audit::rules::check::<GrandFleet>(&evidence, &book) {
        Verdict::Ok { checked, .. } => checked,
        other => panic!("{other}"),
    }
}

fn whole(game: &Against) -> (Evidence, Logbook) {
    let text = exported(&game.store, &game.table, &LogViewer::Full);
    let evidence = Evidence::from_export(&mut text.as_bytes()).unwrap();
    let (book, _) = audit::integrity::check(&evidence, &[]);
    (evidence, book)
}

/// The entries of the computer's orders.
fn orders(game: &Against) -> Vec<u64> {
    let entries = game.entries().into_iter();
    entries.filter(|entry| entry.door.as_deref() == Some(COMPUTER)).map(|entry| entry.seq).collect()
}

/// The findings of an audit that repeats these thoughts.
fn findings(game: &Against, repeated: Repeated<'_>) -> Findings {
    let (evidence, _) = whole(game);
    audit::audit(&evidence, &[], |evidence, book| replayed::check::<GrandFleet>(evidence, book, repeated))
}

/// A whole game in which somebody gave one order in the lieutenant's name, and the entry of that order.
fn forged() -> (Against, u64) {
    let mut game = Against::of("lieutenant");
    let mut forged = None;
    for _ in 0..20_000 {
        if game.session().asked().unwrap().over {
            break;
        }
        let head = game.entries().len();
        if !game.person_orders() && forged.is_none() {
            forged = game.orders_in_its_name();
        }
        if game.entries().len() == head {
            game.clock.pass(60);
            game.computers.attend().unwrap();
        }
    }
    let (seq, _) = forged.expect("it was asked");
    (game, seq)
}

#[test]
fn a_thought_of_another_version_is_not_replayed_and_no_fault() {
    let mut game = Against::of("lieutenant");
    game.go_on(|_| false);
    let orders = orders(&game).len();
    let text = exported(&game.store, &game.table, &LogViewer::Full);
    let id = |version| ComputerId { strength: strength_called("lieutenant").unwrap(), version }.to_string();
    let other = Log::of(&text.replace(&id(PLAYER_VERSION), &id(PLAYER_VERSION + 1))).text();
    let evidence = Evidence::from_export(&mut other.as_bytes()).unwrap();
    let (book, _) = audit::integrity::check(&evidence, &[]);
    let except = Reason::of("found-thoughts-foreign").with("again", 0u64).with("orders", orders);
    assert_eq!(
        replayed::check::<GrandFleet>(&evidence, &book, Repeated::All),
        Verdict::Ok { checked: checked(&game), except: Some(except), also: None }
    );
}

#[test]
fn an_audit_has_them_think_again_and_names_the_order_of_somebody_else() {
    let mut game = Against::of("captain:3");
    game.go_on(|_| false);
    let also = Reason::of("found-thoughts-all").with("again", orders(&game).len());
    assert_eq!(again(&game), Verdict::Ok { checked: checked(&game), except: None, also: Some(also) });
    let id = ComputerId { strength: strength_called("captain:3").unwrap(), version: PLAYER_VERSION };
    assert!(
        game.entries().iter().any(|entry| entry.by.as_ref().is_some_and(|by| by.player == id.to_string()))
    );

    // Somebody with the database orders in its name what it would not have.
    let (game, seq) = forged();
    match again(&game) {
        Verdict::Failed { entry, .. } => assert_eq!(entry, Some(seq)),
        other => panic!("{other}"),
    }
}

#[test]
fn a_sample_is_spread_evenly_from_its_beginning_and_does_not_pass_for_the_whole() {
    let mut game = Against::of("lieutenant");
    game.go_on(|_| false);
    let count = orders(&game).len();
    assert!(count > 10, "{count} orders");
    // Each order counts as one playout, and a sample has a third of them.
    let most = (count as u64).div_ceil(3);
    let step = count.div_ceil(most as usize);
    assert!(step > 1);
    let mut repeated = 0;
    for first in 0..step {
        let found = findings(&game, Repeated::Sample { most, platform: &Beginning(Some(first)) });
        let again = (first..count).step_by(step).count();
        let except = Reason::of("found-thoughts-sample").with("again", again).with("orders", count);
        let part = Verdict::Ok { checked: checked(&game), except: Some(except), also: None };
        assert_eq!((found.rules, found.conclusion), (part, Conclusion::HoldsSoFar), "from {first}");
        repeated += again;
    }
    assert_eq!(repeated, count, "each order is in the sample of one beginning");
    // The place may be any number; and a sample is never empty, however long a thought takes.
    let rules = |most, platform: &dyn Platform| {
        findings(&game, Repeated::Sample { most, platform }).rules.to_string()
    };
    assert_eq!(rules(most, &Beginning(Some(step))), rules(most, &Beginning(Some(0))));
    assert!(rules(1, &Beginning(Some(count - 1))).contains(&format!("; 1 of {count} orders")));
    // Without randomness, and on request, all are thought again.
    for all in [Repeated::All, Repeated::Sample { most, platform: &Beginning(None) }] {
        let found = findings(&game, all);
        let told = format!("all {count} orders of computer players were thought again");
        assert!(found.rules.to_string().contains(&told), "{}", found.rules);
        assert_eq!(found.conclusion, Conclusion::Holds);
    }
}

#[test]
fn all_thoughts_find_a_changed_order_that_a_sample_passes_over() {
    let (game, seq) = forged();
    let orders = orders(&game);
    let (count, at) = (orders.len(), orders.iter().position(|order| *order == seq).unwrap());
    let most = (count as u64).div_ceil(3);
    let step = count.div_ceil(most as usize);
    assert!(step > 1, "{count} orders");
    let sample = |first| findings(&game, Repeated::Sample { most, platform: &Beginning(Some(first)) });
    let passed_over = sample((at + 1) % step);
    assert_eq!(passed_over.conclusion, Conclusion::HoldsSoFar, "{}", passed_over.rules);
    for found in [sample(at % step), findings(&game, Repeated::All)] {
        assert_eq!((found.rules.entry(), found.conclusion), (Some(seq), Conclusion::Failed));
    }
}
