//! *Goeben, 1914* as the program offers it.

use super::{Offered, SetupFault, SetupOption, told_by};
use crate::book::Lexicon;
use crate::game::{Fact, Form, Options, Prompt, Refusal, Roll, Word};
use crate::games::PackFault;
use crate::games::goeben::Goeben;
use crate::games::goeben::pack::{Pack, SeaChart};
use crate::report::goeben::{Teller, lexicon};
use crate::report::{Listing, Menu, Phrases, Tells, Told, Weight};
use crate::words::Words;

/// The option of the campaign (24).
const CAMPAIGN: &str = "campaign";

impl Offered for Goeben {
    fn from_files(files: Vec<(String, String)>) -> Result<Goeben, PackFault> {
        if files.is_empty() {
            return Ok(Goeben::new(SeaChart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(SeaChart::new);
        chart.map(Goeben::new).map_err(|fault| PackFault { game: "goeben", what: fault.to_string() })
    }

    fn options_help() -> &'static [SetupOption] {
        &[SetupOption {
            name: CAMPAIGN,
            value: None,
            help: "A campaign: up to six missions, one after the other, with what each gives the next (24).",
            help_ja: "キャンペーン。最大六つの任務を続け、成果が次に引き継がれる（24）。",
        }]
    }

    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault> {
        let has = |option: &str| options.iter().any(|(name, _)| name == option);
        Ok(Self::Setup { campaign: has(CAMPAIGN), ..Self::Setup::default() })
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        lexicon(words, Goeben::board(self).pack())
    }

    told_by!(teller);
}

fn teller<'a>(game: &'a Goeben, phrases: &Phrases<'a>) -> Teller<'a> {
    Teller { phrases: *phrases, chart: Goeben::board(game).chart() }
}
