//! *Grand Fleet 1.2* as the program offers it.

use super::{Offered, SetupFault, SetupOption, told_by};
use crate::book::Lexicon;
use crate::game::{Fact, Form, Options, Prompt, Refusal, Roll, Seat, Word};
use crate::games::PackFault;
use crate::games::grand_fleet::GrandFleet;
use crate::games::grand_fleet::pack::{Chart, Pack};
use crate::report::grand_fleet::{Teller, lexicon};
use crate::report::{Listing, Menu, Phrases, Tells, Told, Weight};
use crate::words::Words;

/// The option of the historical game (12).
const HISTORICAL: &str = "historical";
/// The option that leaves HMS Audacious out (12).
const WITHOUT_AUDACIOUS: &str = "without-audacious";

impl Offered for GrandFleet {
    fn from_files(files: Vec<(String, String)>) -> Result<GrandFleet, PackFault> {
        if files.is_empty() {
            return Ok(GrandFleet::new(Chart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(Chart::new);
        chart.map(GrandFleet::new).map_err(|fault| PackFault { game: "grand_fleet", what: fault.to_string() })
    }

    fn options_help() -> &'static [SetupOption] {
        &[
            SetupOption {
                name: HISTORICAL,
                value: None,
                help: "2 VP for Britain at the start; the submarine war breaks out on turn 6.",
                help_ja: "イギリスは2勝利点で始め、潜水艦戦は第6ターンに始まる。",
            },
            SetupOption {
                name: WITHOUT_AUDACIOUS,
                value: None,
                help: "HMS Audacious is left out.",
                help_ja: "オーディシャスは登場しない。",
            },
        ]
    }

    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault> {
        let has = |option: &str| options.iter().any(|(name, _)| name == option);
        Ok(Self::Setup { historical: has(HISTORICAL), audacious: !has(WITHOUT_AUDACIOUS) })
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        lexicon(words, self.chart().pack())
    }

    const SHOWN_BY: &'static [(&'static str, &'static str)] =
        &[("DiceChosen", "DiceShown"), ("TargetsChosen", "TargetsShown")];

    fn tell_order(&self, phrases: &Phrases<'_>, seat: Seat, order: &Form) -> Option<String> {
        teller(self, phrases).given(seat, order)
    }

    fn glance(&self, phrases: &Phrases<'_>, view: &Self::View) -> Vec<(Weight, String)> {
        teller(self, phrases).glance(view)
    }

    fn brief(&self, phrases: &Phrases<'_>, view: &Self::View, prompt: &Prompt) -> Vec<String> {
        teller(self, phrases).brief(view, prompt)
    }

    told_by!(teller);
}

fn teller<'a>(game: &'a GrandFleet, phrases: &Phrases<'a>) -> Teller<'a> {
    Teller { phrases: *phrases, chart: game.chart() }
}
