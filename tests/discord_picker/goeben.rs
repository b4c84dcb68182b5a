//! *Goeben, 1914* as the laws see it.

use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::{Setup, State};

use crate::common::Luck;
use crate::common::laws::Lawful;

impl Lawful for Goeben {
    const SLIPS: &'static [&'static str] = &[];
    const MISPRINTS: &'static [&'static str] = &[];
    const ORDERS_LIMIT: usize = 4000;

    fn built_in() -> Goeben {
        Goeben::new(SeaChart::builtin())
    }

    fn setup(_: &mut Luck) -> Setup {
        Setup::default()
    }

    fn ending(state: &State) -> String {
        format!("{:?}", state.outcome)
    }
}
