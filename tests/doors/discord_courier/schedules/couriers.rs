//! Couriers of one table, whose players have no clock.

use super::CALM_ROUNDS;
use super::judge::{Events, signal};
use super::stage::Schedule;

impl Schedule<'_> {
    /// Plays by this seed, and judges; says what is wrong.
    pub fn couriers(&self) -> Result<(), String> {
        let table = &self.tables[0];
        if (self.seed / 2).is_multiple_of(2) {
            table.by_dm("blue");
        }
        let (mut at, mut events) = (self.world.now(), Events::new());
        // By the right clock.
        let mut order = |what: u32| {
            let now = self.world.now();
            table.pass(now - std::mem::replace(&mut at, now));
            let number = events.len();
            match what {
                0..3 => signal(self, table, &mut events, number),
                3 => table.nudge(),
                _ => table.turn(),
            }
        };
        for _ in 0..6 {
            order(self.world.below(5));
            self.leave()?;
        }
        self.calm()?;
        order(0);
        let mut told = false;
        for _ in 0..CALM_ROUNDS {
            self.world.pass(10);
            self.leave()?;
            told = self.is_all_told(table, true);
            if told {
                break;
            }
        }
        let wrong = |what: String| Err(format!("{what}; room: {:?}", table.room()));
        self.judge_sent(table, &events).or_else(wrong)?;
        match told {
            true => Ok(()),
            false => wrong(format!(
                "the table does not move: {:?} {:?}",
                table.outcomes("red"),
                table.outcomes("blue")
            )),
        }
    }
}
