//! The rulebook in executable form: every text file under `tests/goeben/` is a list of cases, named by the rule.
//!
//! `tests/goeben/README.md` describes the language. The `rules.txt` of each chapter lists its numbered rules and chart
//! rows; each needs a case here and a citation in the code, and `docs/goeben-rules.md` shows both.

mod campaign;
mod given;
mod language;
mod officers;
mod then;

use crate::casebook::coverage::Rulebook;
use crate::casebook::reader::cases_of;
use crate::casebook::runner::must_fail;
use crate::casebook::turned;
use language::Typed;

const RULEBOOK: Rulebook = Rulebook {
    cases: "tests/goeben",
    code: "src/rules/games/goeben",
    page: "docs/goeben-rules.md",
    head: "# Goeben, 1914: rule, code, case\n\n\
           Every numbered rule of chapters 3 to 25 and every row of every chart, with the code that cites it and the cases\n\
           that show it. Cases are text files under `tests/goeben/`; the tests rewrite this page with `UPDATE=1` and fail when\n\
           a rule has no case or no code.\n",
    row: "chart ",
};

/// The cases of the project. It only grows.
const COUNT: usize = 1166;

crate::casebook::every_case_holds! {
    Typed::read, RULEBOOK.cases, COUNT;
    c03_set_up "03-set-up",
    c04_sequence "04-sequence",
    c05_alert "05-alert",
    c06_squadron "06-squadron",
    c07_outfitting "07-outfitting",
    c08_cargo "08-cargo",
    c09_ports "09-ports",
    c10_repairs "10-repairs",
    c11_intelligence "11-intelligence",
    c12_movement "12-movement",
    c13_incidents "13-incidents",
    c14_naval_combat "14-naval-combat",
    c15_raiding "15-raiding",
    c16_bombardment "16-bombardment",
    c17_victory "17-victory",
    c18_deployment "18-deployment",
    c19_additional_ships "19-additional-ships",
    c20_austria_hungary "20-austria-hungary",
    c21_seaplanes "21-seaplanes",
    c22_night "22-night",
    c23_mines "23-mines",
    c24_campaign "24-campaign",
    c25_officers "25-officers",
}

#[test]
fn every_expectation_turned_around_fails() {
    turned::all_fail(&Typed::read(), &cases_of(RULEBOOK.cases));
}

/// What fails a case besides an expectation that is not met: dice left over, a refusal that nobody expected, a slip.
#[test]
fn every_case_can_fail() {
    let typed = Typed::read();
    for wrong in [
        "case 12.1 wrong\n given phase movement\n > move goeben cruise STY\n then goeben at NSI\n",
        "case 12.1 unused dice\n given phase movement\n dice 3\n > move goeben cruise STY\n then goeben at STY\n",
        "case 14.5 fired at, not firing\n given phase movement\n given goeben at WIO coal 0\n given breslau at POL\n \
         given at WIO shown dublin\n dice 6\n > done\n > fight\n dice 7x1\n > fire goeben dublin normal\n \
         then rolled gunnery dublin primary 7\n",
        "case 14.5 nobody fires\n given phase movement\n given goeben at WIO coal 0\n given breslau at POL\n \
         given at WIO shown dublin\n dice 6\n > done\n > fight\n dice 7x1\n > fire goeben dublin normal\n \
         then rolled gunnery 7\n",
        "case 12.1 silent refusal\n given phase movement\n > move goeben cruise MAT\n then goeben at MES\n",
    ] {
        must_fail(&typed, wrong);
    }
}

#[test]
fn every_rule_and_chart_row_has_a_case_and_code() {
    RULEBOOK.check();
}
