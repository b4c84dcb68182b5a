//! *Goeben, 1914* as the program offers it.

use super::{Offered, SetupFault, told_by};
use crate::book::Lexicon;
use crate::game::{Fact, Form, Options, Prompt, Refusal, Roll, Word};
use crate::games::PackFault;
use crate::games::goeben::Goeben;
use crate::games::goeben::pack::{Pack, SeaChart};
use crate::report::goeben::{Teller, lexicon};
use crate::report::{Listing, Menu, Phrases, Tells, Told, Weight};
use crate::words::Words;

impl Offered for Goeben {
    fn from_files(files: Vec<(String, String)>) -> Result<Goeben, PackFault> {
        if files.is_empty() {
            return Ok(Goeben::new(SeaChart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(SeaChart::new);
        chart.map(Goeben::new).map_err(|fault| PackFault { game: "goeben", what: fault.to_string() })
    }

    fn setup(_options: &[(String, String)]) -> Result<Self::Setup, SetupFault> {
        Ok(Self::Setup::default())
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        lexicon(words, Goeben::board(self).pack())
    }

    fn brief(&self, phrases: &Phrases<'_>, view: &Self::View, prompt: &Prompt) -> Vec<String> {
        teller(self, phrases).brief(view, prompt)
    }

    told_by!(teller);
}

fn teller<'a>(game: &'a Goeben, phrases: &Phrases<'a>) -> Teller<'a> {
    Teller { phrases: *phrases, chart: Goeben::board(game).chart() }
}
