//! *Goeben, 1914* for players: options, data and names.

use std::collections::BTreeSet;

use super::ids::{Class, Nation, Track};
use super::officers;
use super::pack::{Pack, SeaChart};
use super::picture::{self, Painter};
use super::report::{GoebenReport, points};
use super::state::{Officers, Optional};
use super::{Goeben, candidates, cautions, chances, hint, imagine, lesson, standing};
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

/// The option that names a set of rules.
const RULES: &str = "rules";
/// The set without any optional rule.
const STANDARD: &str = "standard";
/// The set of every optional rule that costs no victory points.
const EVERYTHING: &str = "everything";
/// The option of the campaign (24).
const CAMPAIGN: &str = "campaign";
/// The optional rules in that set.
const FREE: [Optional; 5] = [
    Optional::VariableDeployment,
    Optional::AustriaHungary,
    Optional::Seaplanes,
    Optional::Night,
    Optional::Mines,
];

/// The option that shares the command among several players.
const OFFICERS: &str = "officers";
/// The option that gives the Austro-Hungarian ships a commander of their own.
const AUSTRIAN_COMMANDER: &str = "austrian-commander";

const fn rule(rule: Optional, help: &'static str, help_ja: &'static str) -> SetupOption {
    SetupOption { name: rule.as_str(), value: None, help, help_ja }
}

const OPTIONS: &[SetupOption] = &[
    SetupOption {
        name: RULES,
        value: Some("standard|everything"),
        help: "A named set: no optional rule, or every one that costs no victory points (18, 20 to 23); ships of 19 may be added.",
        help_ja: "まとめて選ぶ：選択ルールなし、または勝利ポイントのいらない全選択ルール（18、20〜23）。19の艦は別に足せます。",
    },
    rule(
        Optional::VariableDeployment,
        "Rule 18: the squadron may begin at a place that a die names.",
        "ルール18：ダイスの示す場所から始めてもかまいません。",
    ),
    rule(
        Optional::Moltke,
        "Rule 19: Moltke in the place of Goeben, for 5 victory points.",
        "ルール19：ゲーベンの代わりにモルトケ。勝利ポイント5を払います。",
    ),
    rule(
        Optional::Stralsund,
        "Rule 19: Stralsund as well, for 10 victory points.",
        "ルール19：シュトラールズントも加わります。勝利ポイント10を払います。",
    ),
    rule(
        Optional::FourShips,
        "Rule 19: all four German ships and a second collier, for 50 victory points; the enemy gets New Zealand.",
        "ルール19：ドイツ艦四隻と二隻目の給炭艦。勝利ポイント50を払い、敵はニュージーランドを得ます。",
    ),
    rule(
        Optional::AustriaHungary,
        "Rule 20: the Austro-Hungarian fleet may come out.",
        "ルール20：オーストリア＝ハンガリー艦が登場します。",
    ),
    rule(
        Optional::Seaplanes,
        "Rules 20.1 and 21.2: battlecruisers may carry a seaplane.",
        "ルール20.1・21.2：巡洋戦艦に水上機を積めます。",
    ),
    rule(Optional::Night, "Rule 22: battles may be fought by night.", "ルール22：夜間戦闘が起こります。"),
    rule(Optional::Mines, "Rule 23: light cruisers may carry mines.", "ルール23：軽巡洋艦に機雷を積めます。"),
    SetupOption {
        name: CAMPAIGN,
        value: None,
        help: "Rule 24: a campaign of up to six missions, whose rewards last to the end.",
        help_ja: "ルール24：最大六つの任務を続けるキャンペーン。得た特典は最後まで続きます。",
    },
    SetupOption {
        name: OFFICERS,
        value: Some("task-force|ships"),
        help: "Rule 25: several players command together, as officers of the task force or each a ship.",
        help_ja: "ルール25：複数のプレイヤーがタスクフォースの士官として、または一隻ずつ指揮します。",
    },
    SetupOption {
        name: AUSTRIAN_COMMANDER,
        value: None,
        help: "Rule 25: a player commands the Austro-Hungarian ships; needs austria-hungary.",
        help_ja: "ルール25：一人がオーストリア＝ハンガリー艦を指揮します。austria-hungary が必要。",
    },
    WITHOUT_ODDS,
    DICE,
    LEARN,
];

impl Playable for Goeben {
    type Report<'a> = GoebenReport<'a>;

    const OPTIONS: &'static [SetupOption] = OPTIONS;
    const MAP: Option<&'static str> = Some(picture::WHOLE);
    const CARD: Option<&'static str> = Some(picture::CARD);
    const TALLY_TERMS: &'static [&'static str] = &["cause", "why", "outcome", "verdict"];
    const BEGINS_PART: Option<&'static str> = Some("MissionBegan");

    fn from_files(files: Vec<(String, String)>) -> Result<Goeben, PackFault> {
        if files.is_empty() {
            return Ok(Goeben::new(SeaChart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(SeaChart::new);
        chart.map(Goeben::new).map_err(|fault| PackFault { game: "goeben", what: fault.reason() })
    }

    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault> {
        let mut optional: BTreeSet<Optional> =
            options.iter().filter_map(|(name, _)| Optional::named(name)).collect();
        match options.iter().find(|(name, _)| name == RULES).map(|(_, set)| set.as_str()) {
            None => {}
            // `standard` says that no optional rule is played, so one beside it contradicts.
            Some(STANDARD) if optional.is_empty() => {}
            Some(STANDARD) => {
                let without = optional.iter().map(ToString::to_string).collect();
                return Err(SetupFault::Alone { option: format!("{RULES}={STANDARD}"), without });
            }
            Some(EVERYTHING) => optional.extend(FREE),
            Some(_) => {
                return Err(SetupFault::NotOneOf {
                    name: RULES.to_owned(),
                    known: vec![STANDARD, EVERYTHING],
                });
            }
        }
        let campaign = options.iter().any(|(name, _)| name == CAMPAIGN);
        let officers = match options.iter().find(|(name, _)| name == OFFICERS) {
            None => None,
            Some((_, how)) => Some(Officers::named(how).ok_or_else(|| SetupFault::NotOneOf {
                name: OFFICERS.to_owned(),
                known: [Officers::TaskForce, Officers::Ships].map(Officers::as_str).to_vec(),
            })?),
        };
        let austrian_commander = options.iter().any(|(name, _)| name == AUSTRIAN_COMMANDER);
        // After the named set, which may have brought the Austro-Hungarian ships along.
        if austrian_commander && !optional.contains(&Optional::AustriaHungary) {
            let needed = Optional::AustriaHungary.to_string();
            return Err(SetupFault::Needs { option: AUSTRIAN_COMMANDER, needed });
        }
        let without_odds = options.iter().any(|(name, _)| name == WITHOUT_ODDS.name);
        let learn = games::learns(options);
        Ok(Self::Setup { optional, campaign, officers, austrian_commander, without_odds, learn })
    }

    fn every_seat(&self) -> Vec<Seat> {
        officers::every_seat(self.board())
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        names::goeben::lexicon(words, self.board().pack())
    }

    fn can_take_back(&self, _view: &Self::View, verb: Word) -> bool {
        // Orders without dice that bring nothing new to light; others may draw markers or end a phase.
        ["load", "collier", "discard", "trade", "swap", "deploy"].contains(&verb.as_str())
    }

    fn emblems(&self, phrases: &Phrases<'_>) -> Emblems {
        let pack = self.board().pack();
        let german = pack.german.iter().map(|(id, spec)| (id.0, ship(spec.class)));
        let others = pack.ships.iter().map(|(id, spec)| (id.0, ship(spec.class)));
        let nations = pack.nations.keys().map(|nation| (nation.word(), flag(*nation)));
        let words = german.chain(others).chain(nations).chain([(Track::Coal.word(), Emblem::Coal)]);
        let of_seat = |seat: Seat| match seat == officers::austria() {
            true => (seat, Emblem::AustroHungarian),
            false => (seat, Emblem::Germany),
        };
        let seats = self.every_seat().into_iter().map(of_seat);
        Emblems::new(words.map(|(word, emblem)| (phrases.name(word), emblem)), seats)
    }

    fn report<'a>(&'a self, phrases: Phrases<'a>) -> GoebenReport<'a> {
        GoebenReport { phrases, chart: self.board().chart() }
    }

    fn hints(&self, view: &Self::View, prompt: &Prompt, options: &Options) -> Vec<Hint> {
        hint::hints(self.board().chart(), view, prompt, options)
    }

    fn cautions(
        &self,
        view: &Self::View,
        prompt: &Prompt,
        options: &Options,
        order: Option<&OrderForm>,
    ) -> Vec<Caution> {
        cautions::cautions(self.board().chart(), view, prompt, options, order)
    }

    fn imagine(
        &self,
        view: &Self::View,
        seat: Seat,
        past: &[Fact<Self::Event>],
        dice: &mut Dice,
    ) -> Option<Self::State> {
        Some(imagine::imagine(self.board(), view, seat, past, dice))
    }

    fn candidates(
        &self,
        view: &Self::View,
        prompt: &Prompt,
        options: &Options,
        _dice: &mut Dice,
    ) -> Vec<Candidate> {
        candidates::candidates(self.board().chart(), view, prompt, options)
    }

    fn holds_back(&self, view: &Self::View, prompt: &Prompt, options: &Options) -> bool {
        candidates::holds_back(self.board().chart(), view, prompt, options)
    }

    fn evaluate(&self, view: &Self::View, _seat: Seat) -> u32 {
        chances::chance(self.board().chart(), view)
    }

    fn tally(&self, state: &Self::State, facts: &[Fact<Self::Event>]) -> GameTally {
        let mut tally = GameTally::default();
        let german = Nation::German.word();
        for (cause, points) in points::by_cause(facts) {
            tally.score(german, cause, points.into());
        }
        let verdict = state.campaign.as_ref().and_then(|campaign| campaign.verdict);
        tally.ending = verdict.map(|verdict| verdict.word()).or(state.outcome.map(|outcome| outcome.word()));
        // A campaign has several missions, none of which is the kind of the whole.
        tally.kind = state.mission.filter(|_| state.campaign.is_none()).map(|mission| mission.word());
        tally
    }

    fn questions(&self, _seat: Seat) -> Vec<Question> {
        standing::QUESTIONS.to_vec()
    }

    fn gauges(&self, view: &Self::View, _seat: Seat) -> Vec<Gauge> {
        standing::gauges(self.board(), view)
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
        lesson::lesson(self.board().chart(), view, prompt, options, past)
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
        Painter { phrases, chart: self.board().chart(), theme, reader, view, facts, awaited, voyage: None }
            .draw(kind)
    }
}

/// The emblem of a class of ships.
fn ship(class: Class) -> Emblem {
    match class {
        Class::Battleship | Class::Battlecruiser | Class::PreDreadnought => Emblem::Battleship,
        Class::ArmouredCruiser | Class::ProtectedCruiser | Class::LightCruiser => Emblem::Cruiser,
        Class::Destroyers => Emblem::Flotilla,
        Class::TroopConvoy => Emblem::Transport,
    }
}

/// The flag of a nation.
fn flag(nation: Nation) -> Emblem {
    match nation {
        Nation::German => Emblem::Germany,
        Nation::British => Emblem::Britain,
        Nation::French => Emblem::French,
        Nation::AustroHungarian => Emblem::AustroHungarian,
        Nation::Italian => Emblem::Italian,
        Nation::Ottoman => Emblem::Ottoman,
        Nation::Greek => Emblem::Greek,
        Nation::Spanish => Emblem::Spanish,
    }
}
