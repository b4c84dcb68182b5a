//! Terms of time in words.

use chrono::{DateTime, Utc};

use super::Phrases;
use crate::log::TimeChange;
use crate::pace::{Overdue, STOPS, Terms};
use crate::words::Value;

impl Phrases<'_> {
    /// A change of how time passes, as proposed or agreed.
    pub fn time_change(&self, change: &TimeChange) -> String {
        self.time_change_at(change, &|at| self.utc(at))
    }

    /// The same, with `moment` for formatting moments.
    pub fn time_change_at(&self, change: &TimeChange, moment: &dyn Fn(&str) -> String) -> String {
        match change {
            TimeChange::Terms(terms) => self.terms(terms),
            TimeChange::Pause { until: None } => self.say("time-pause", &[]),
            TimeChange::Pause { until: Some(until) } => {
                self.say("time-pause-until", &[("until", moment(until).into())])
            }
            TimeChange::Resume => self.say("time-resume", &[]),
        }
    }

    /// A table's agreed terms of time, in a sentence.
    pub fn terms(&self, terms: &Terms) -> String {
        let Terms { big, small, weekends_off, grace_hours, overdue, absence_days, stops } = terms;
        let mut parts = vec![match big == small {
            true => self.say("time-pace", &[("pace", big.typed(self.lang).into())]),
            false => {
                let args = [("big", big.typed(self.lang).into()), ("small", small.typed(self.lang).into())];
                self.say("time-paces", &args)
            }
        }];
        if let Some(zone) = weekends_off {
            parts.push(self.say("time-weekends-off", &[("zone", zone.named_in(self.lang).into())]));
        }
        // Without a pace nothing is ever due, so nobody needs to hear of grace, absences and stops.
        if terms.has_pace() {
            parts.push(self.say("time-grace", &[("hours", u64::from(grace_hours.count()).into())]));
            parts.push(self.overdue(*overdue));
            parts.push(self.say("time-absence", &[("days", u64::from(*absence_days).into())]));
            // The usual number is left out, as in the log.
            if *stops != STOPS {
                parts.push(self.say("time-stops", &[("stops", u64::from(*stops).into())]));
            }
        }
        parts.join(&self.say("list-separator-strong", &[]))
    }

    /// The agreed consequence when the time of a decision is up.
    pub fn overdue(&self, overdue: Overdue) -> String {
        let strength = overdue.computer().unwrap_or_default();
        self.say(overdue_key(overdue), &[("strength", strength.into())])
    }

    /// A time of the log, for readers of any zone.
    pub fn utc(&self, at: &str) -> String {
        let time: Option<DateTime<Utc>> = at.parse().ok();
        let time = time.map(|time| time.format("%Y-%m-%d %H:%M").to_string());
        let args: [(&str, Value<'_>); 1] = [("time", time.unwrap_or_else(|| at.to_owned()).into())];
        self.say("time-utc", &args)
    }
}

fn overdue_key(overdue: Overdue) -> &'static str {
    match overdue {
        Overdue::Wait => "time-overdue-wait",
        Overdue::Claim => "time-overdue-claim",
        Overdue::Substitute => "time-overdue-substitute",
        Overdue::StandIn => "time-overdue-stand-in",
        Overdue::StandingOrders => "time-overdue-standing-orders",
        Overdue::Midshipman | Overdue::Lieutenant | Overdue::Captain => "time-overdue-computer",
    }
}
