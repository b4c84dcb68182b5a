//! The database is lost while somebody sits at a terminal, and comes back.

use std::sync::{Arc, Mutex};

use wardroom::app::App;
use wardroom::log::{Fault, Store};

use super::{Ship, Step, meanwhile, play_at};
use crate::common::interposed::{Between, Interposed};

/// How a database is reached.
#[derive(Clone, Copy, Default)]
enum Reach {
    /// As it should be.
    #[default]
    Well,
    /// Not at all.
    Gone,
    /// Not any more, once it has stored something.
    GoneOnceStored,
    /// It is not heard whether it stored what it was to.
    Unheard,
}

#[derive(Default)]
struct Way(Mutex<Reach>);

impl Way {
    fn is(&self, reach: Reach) {
        *self.0.lock().unwrap() = reach;
    }

    fn reach(&self) -> Reach {
        *self.0.lock().unwrap()
    }
}

impl Between for Way {
    fn reads(&self) -> Result<(), Fault> {
        match self.reach() {
            Reach::Gone => Err(Fault::Unreachable { database: "it".into(), what: "gone".into() }),
            _ => Ok(()),
        }
    }

    fn writes(&self, _: &'static str) -> Result<(), Fault> {
        match self.reach() {
            Reach::Unheard => Err(Fault::Unknown { what: "gone".into() }),
            _ => self.reads(),
        }
    }

    fn wrote(&self, call: &'static str, _: bool) {
        let mut reach = self.0.lock().unwrap();
        if call == "append" && matches!(*reach, Reach::GoneOnceStored) {
            *reach = Reach::Gone;
        }
    }
}

/// What red, in a table that was just opened, is told.
fn told(steps: impl FnOnce(Arc<Interposed<Way>>) -> Vec<Step<'static>>) -> String {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    let app = ship.app("ada");
    let way = Arc::new(Interposed::over(app.store.shared(), Way::default()));
    let app = App { store: (way.clone() as Arc<dyn Store>).into(), ..app };
    play_at(&app, &[&ship.table()], steps(way), true).unwrap().1
}

fn becomes(way: &Arc<Interposed<Way>>, reach: Reach) -> Step<'static> {
    let way = way.clone();
    meanwhile(move || way.between.is(reach))
}

#[test]
fn whoever_sits_there_goes_on_when_it_is_back() {
    let said = told(|way| {
        vec![
            becomes(&way, Reach::Gone),
            Step::Tick,
            Step::Line("choose 4"),
            Step::Tick,
            becomes(&way, Reach::Well),
            Step::Line("choose 5"),
        ]
    });
    assert_eq!(said.matches("The table cannot be read now").count(), 1, "{said}");
    assert_eq!(said.matches("That may or may not have been done").count(), 1, "{said}");
    assert!(!said.contains("number: 4") && said.contains("number: 5"), "{said}");
}

#[test]
fn what_was_stored_before_it_was_lost_is_told_when_it_is_back() {
    let said = told(|way| {
        vec![
            becomes(&way, Reach::GoneOnceStored),
            Step::Line("choose 4"),
            Step::Tick,
            becomes(&way, Reach::Well),
        ]
    });
    let (lost, told) = (said.find("The table cannot be read now"), said.find("number: 4"));
    assert!(lost.is_some() && lost < told, "{said}");
    assert!(!said.contains("nothing of it is in the log"), "{said}");
}

#[test]
fn that_nothing_was_stored_is_not_said_where_nobody_knows() {
    let said =
        told(|way| vec![becomes(&way, Reach::Unheard), Step::Line("choose 4"), becomes(&way, Reach::Well)]);
    assert!(said.contains("That may or may not have been done"), "{said}");
    assert!(!said.contains("nothing of it is in the log"), "{said}");
}
