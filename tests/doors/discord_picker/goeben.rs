//! *Goeben, 1914* as the laws see it.

use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::{Setup, State};

use crate::common::Luck;
use crate::common::laws::{self, Lawful};
use crate::common::optional::{perhaps_a_fleet, some_rules};

impl Lawful for Goeben {
    const SLIPS: &'static [&'static str] = &[];
    const MISPRINTS: &'static [&'static str] = &[];
    const ORDERS_LIMIT: usize = 4000;

    fn built_in() -> Goeben {
        Goeben::new(SeaChart::builtin())
    }

    fn setup(luck: &mut Luck) -> Setup {
        Setup { optional: some_rules(luck), campaign: luck.below(4) == 0, ..Setup::default() }
    }

    fn beginning(&self, luck: &mut Luck) -> State {
        let mut state = laws::begin(self, luck).1;
        perhaps_a_fleet(self, &mut state, luck);
        state
    }

    fn ending(state: &State) -> String {
        format!("{:?}", state.outcome)
    }
}
