//! Events as the macros of the engine declare them.

use std::collections::BTreeMap;

use serde_json::Value;
use wardroom::game::{Chapter, Defect, EventKind, Events, FactPolicy, joined};
use wardroom::{chapters, events};

events! {
    /// A chapter.
    pub enum Stowing {
        /// Boxes are filled.
        2 Stowed { boxes: BTreeMap<u8, String> } => match boxes.len() {
            0 => FactPolicy::HIDDEN,
            _ => FactPolicy::PUBLIC,
        },
        /// All is done.
        1 Ended {} => FactPolicy::OPENS,
    }
}

impl Chapter<usize> for Stowing {
    fn apply(&self, state: &mut usize) -> Result<(), Defect> {
        match self {
            Stowing::Stowed { boxes } => *state += boxes.len(),
            Stowing::Ended {} => *state = 0,
        }
        Ok(())
    }
}

chapters! {
    /// All.
    pub enum Event of usize {
        /// The chapter.
        Stowing(Stowing),
    }
}

#[test]
fn events_are_read_as_they_were_written() {
    let stowed = Stowing::Stowed { boxes: BTreeMap::from([(3, "coal".to_owned())]) };
    for event in [Event::from(stowed), Stowing::Ended {}.into()] {
        let whole = serde_json::to_value(&event).unwrap();
        assert_eq!((whole["kind"].as_str(), &whole["body"]), (Some(event.kind()), &event.body().unwrap()));
        assert_eq!(Event::read(event.kind(), &whole["body"]).unwrap(), event);
    }
    assert_eq!(Event::from(Stowing::Ended {}).body().unwrap(), serde_json::json!({}));
    for (kind, body) in [("Stowed", "{}"), ("Ended", r#"{"more":1}"#), ("Sunk", "{}")] {
        let body: Value = serde_json::from_str(body).unwrap();
        assert!(Event::read(kind, &body).is_err(), "{kind} {body}");
    }
}

#[test]
fn kinds_and_policies_follow_from_the_declaration() {
    assert_eq!(Event::KINDS, [("Stowed", 2), ("Ended", 1)]);
    assert_eq!(Event::from(Stowing::Stowed { boxes: BTreeMap::new() }).policy(), FactPolicy::HIDDEN);
    assert!(Event::from(Stowing::Ended {}).policy().opens());
}

#[test]
fn a_kind_named_twice_makes_no_list() {
    let (one, other): (&[EventKind], &[EventKind]) = (&[("Stowed", 1), ("Ended", 1)], &[("Ended", 2)]);
    assert_eq!(joined::<3>(&[one, other]), None);
    assert_eq!(joined::<2>(&[one]), Some([("Stowed", 1), ("Ended", 1)]));
    assert_eq!(joined::<2>(&[other]), None);
}
