//! *Grand Fleet 1.2* for players: options, data and names.

use super::ids::Side;
use super::pack::{Chart, Pack};
use super::picture::{self, Painter};
use super::report::GrandFleetReport;
use super::view::BattleView;
use super::{
    GrandFleet, appraisal, candidates, cautions, chronicle::Chronicle, hint, imagine, lesson, standing,
};
use crate::book::Lexicon;
use crate::game::candidate::Candidate;
use crate::game::caution::Caution;
use crate::game::hint::Hint;
use crate::game::lesson::{Lesson, Past};
use crate::game::standing::{Gauge, Question};
use crate::game::tally::GameTally;
use crate::game::{Dice, Fact, Options, OrderForm, Prompt, Seat, Word};
use crate::games::{self, DICE, LEARN, PackFault, Playable, SetupFault, SetupOption, Subject, WITHOUT_ODDS};
use crate::names;
use crate::picture::{Scene, Theme};
use crate::report::{Emblem, Emblems, Phrases};
use crate::words::Words;

/// The option of the historical game (12).
const HISTORICAL: &str = "historical";
/// The option that leaves HMS Audacious out (12).
const WITHOUT_AUDACIOUS: &str = "without-audacious";

impl Playable for GrandFleet {
    type Report<'a> = GrandFleetReport<'a>;

    const MAP: Option<&'static str> = Some(picture::MAP);
    const CARD: Option<&'static str> = Some(picture::CARD);
    const TALLY_TERMS: &'static [&'static str] = &["gf-cause", "gf-ending"];

    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: HISTORICAL,
            value: None,
            help: "2 VP for Britain at the start; the submarine war breaks out on turn 6.",
            help_ja: "イギリスは2勝利点で始め、潜水艦戦は第6ターンに始まります。",
        },
        SetupOption {
            name: WITHOUT_AUDACIOUS,
            value: None,
            help: "HMS Audacious is left out.",
            help_ja: "オーディシャスは登場しません。",
        },
        WITHOUT_ODDS,
        DICE,
        LEARN,
    ];
    const SHOWN_BY: &'static [(&'static str, &'static str)] =
        &[("DiceChosen", "DiceShown"), ("TargetsChosen", "TargetsShown")];

    fn from_files(files: Vec<(String, String)>) -> Result<GrandFleet, PackFault> {
        // The built-in pack is checked once a process, and each table shares it.
        if files.is_empty() {
            return Ok(GrandFleet::new(Chart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(Chart::new);
        chart.map(GrandFleet::new).map_err(|fault| PackFault { game: "grand_fleet", what: fault.reason() })
    }

    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault> {
        let has = |option: &str| options.iter().any(|(name, _)| name == option);
        Ok(Self::Setup {
            historical: has(HISTORICAL),
            audacious: !has(WITHOUT_AUDACIOUS),
            without_odds: has(WITHOUT_ODDS.name),
            learn: games::learns(options),
        })
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        names::grand_fleet::lexicon(words, self.chart().pack())
    }

    /// The last marker of both may end the placement, and all markers are shown.
    fn can_take_back(&self, view: &Self::View, verb: Word) -> bool {
        let left = |battle: &BattleView| {
            let of = |side: Side| battle.hidden_left[side] as usize + battle.shown_left[side].len();
            of(Side::British) + of(Side::German)
        };
        match verb.as_str() {
            "stow" | "stow-by" => true,
            "place" | "place-shown" => view.battle.as_ref().is_some_and(|battle| left(battle) > 1),
            _ => false,
        }
    }

    fn emblems(&self, phrases: &Phrases<'_>) -> Emblems {
        let flag = |side: Side| match side {
            Side::British => Emblem::Britain,
            Side::German => Emblem::Germany,
        };
        let types = self.chart().pack().types.keys().map(|kind| (kind.word(), Emblem::Battleship));
        let words = types.chain(Side::ALL.iter().map(|side| (side.word(), flag(*side))));
        let seats = Side::ALL.iter().map(|side| (side.seat(), flag(*side)));
        Emblems::new(words.map(|(word, emblem)| (phrases.name(word), emblem)), seats)
    }

    fn report<'a>(&'a self, phrases: Phrases<'a>) -> GrandFleetReport<'a> {
        GrandFleetReport { phrases, chart: self.chart() }
    }

    fn hints(&self, view: &Self::View, prompt: &Prompt, options: &Options) -> Vec<Hint> {
        hint::hints(self.chart(), view, prompt, options)
    }

    fn cautions(
        &self,
        view: &Self::View,
        prompt: &Prompt,
        options: &Options,
        order: Option<&OrderForm>,
    ) -> Vec<Caution> {
        cautions::cautions(self.chart(), view, prompt, options, order)
    }

    fn imagine(
        &self,
        view: &Self::View,
        _seat: Seat,
        _past: &[Fact<Self::Event>],
        dice: &mut Dice,
    ) -> Option<Self::State> {
        Some(imagine::imagine(self.chart(), view, dice))
    }

    fn without_odds(state: &mut Self::State) {
        // A playout views its world at each decision and reads no odds.
        state.setup.without_odds = true;
    }

    fn candidates(
        &self,
        view: &Self::View,
        prompt: &Prompt,
        options: &Options,
        dice: &mut Dice,
    ) -> Vec<Candidate> {
        candidates::candidates(self.chart(), view, prompt, options, dice)
    }

    fn evaluate(&self, view: &Self::View, seat: Seat) -> u32 {
        Side::of(seat).map_or(500, |side| appraisal::evaluate(self.chart(), view, side))
    }

    fn tally(&self, state: &Self::State, facts: &[Fact<Self::Event>]) -> GameTally {
        let mut tally =
            GameTally { ending: state.outcome.map(|outcome| outcome.why.word()), ..GameTally::default() };
        let chronicle = Chronicle::of(facts);
        for side in Side::ALL.iter().copied() {
            for (why, points) in chronicle.by_cause(side) {
                tally.score(side.word(), why.word(), points.into());
            }
        }
        tally
    }

    fn questions(&self, seat: Seat) -> Vec<Question> {
        Side::of(seat).map(standing::questions).unwrap_or_default()
    }

    fn gauges(&self, view: &Self::View, seat: Seat) -> Vec<Gauge> {
        Side::of(seat).map(|side| standing::gauges(self.chart(), view, side)).unwrap_or_default()
    }

    fn is_taught(view: &Self::View) -> bool {
        lesson::is_taught(view)
    }

    fn lesson(
        &self,
        view: &Self::View,
        prompt: Option<&Prompt>,
        options: &Options,
        past: &[Past<Self::Event>],
    ) -> Option<Lesson> {
        lesson::lesson(self.chart(), view, prompt, options, past)
    }

    fn is_on_map(&self, view: &Self::View) -> bool {
        view.battle.is_some()
    }

    fn pictures(&self, view: &Self::View) -> Vec<&'static str> {
        picture::kinds(view)
    }

    fn picture(
        &self,
        kind: &str,
        subject: &Subject<'_, Self>,
        phrases: Phrases<'_>,
        theme: &'static Theme,
    ) -> Option<Scene> {
        let Subject { reader, view, facts, awaited } = *subject;
        Painter { phrases, chart: self.chart(), theme, reader, view, facts, awaited, chronicle: None }
            .draw(kind)
    }
}
