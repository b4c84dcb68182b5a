//! Standing orders as people type them, in both languages. Whichever language is the reader's, both are read.

use super::{
    Condition, NAME_LETTERS, PASS_AHEAD, PLAN, PlanStep, Relation, StandingError, StandingOrder,
    StandingRule, Until, Vocabulary, gauge_names,
};
use crate::book::{clip, fold, is_one_of, narrowed};
use crate::game::Word;
use crate::game::standing::{Gauge, Question};
use crate::words::Lang;

/// The word that begins a part of a standing order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    When,
    If,
    Then,
}

pub(super) const WHEN: [&str; 3] = ["when", "on", "問い"];
pub(super) const IF: [&str; 2] = ["if", "条件"];
const AND: [&str; 2] = ["and", "かつ"];
pub(super) const THEN: [&str; 4] = ["then", ":", "：", "命令"];
pub(super) const OR: [&str; 2] = ["or", "または"];
/// That the time of the question is up, as a condition.
const TIME_UP: [&str; 5] = ["time is up", "my time is up", "time up", "時間切れ", "時間切れになったら"];
const UNTIL: [&str; 2] = ["until", "まで"];
/// The most orders of a plan: more than the markers of a turn of *Grand Fleet*.
const MOST_STEPS: usize = 40;
/// The separator between an order for now and those for later, outside a plan.
const LATER: [&str; 2] = ["then", "次に"];
/// What stands between the orders of a plan, and between a question and its order.
pub(super) const NEXT: [&str; 5] = ["then", ":", "：", "命令", "次に"];
/// The one of these words that may stand between the places of a way too.
const BETWEEN_PLACES: &str = "then";

/// The words before a compared number, longest first if one begins as another ends, and the words after it; both folded.
const RELATIONS: [(Relation, &[&str], &str); 5] = [
    (Relation::AtLeast, &["at-least", ">=", "≥"], "以上"),
    (Relation::AtMost, &["at-most", "<=", "≤"], "以下"),
    (Relation::Below, &["below", "under", "less-than", "<"], "未満"),
    (Relation::Above, &["above", "over", "more-than", ">"], "超"),
    (Relation::Exactly, &["exactly", "is", "="], ""),
];
/// Words without a meaning between a number's name and the relation, folded.
const FILLERS: [&str; 4] = ["is", "are", "ガ", "ハ"];

impl StandingOrder {
    /// Parses a standing order: its name, `when` a question, perhaps `if` conditions, `then` an order. The caller checks
    /// whether that is an answer to the question.
    ///
    /// # Errors
    /// [`StandingError`].
    pub fn parse(typed: &str, vocabulary: &Vocabulary<'_>) -> Result<StandingOrder, StandingError> {
        let (mut part, mut parts) = (Part::Name, [const { Vec::new() }; 4]);
        for word in typed.split_whitespace() {
            let next = match part {
                // An order may contain any word.
                Part::Then => None,
                _ if is_one_of(&THEN, word) => Some(Part::Then),
                Part::Name if is_one_of(&WHEN, word) => Some(Part::When),
                Part::When if is_one_of(&IF, word) => Some(Part::If),
                _ => None,
            };
            match next {
                Some(next) => part = next,
                None => parts[part as usize].push(word),
            }
        }
        let [name, when, conditions, order] = parts;
        let name = named(&name)?;
        if when.is_empty() {
            return Err(StandingError::NoWhen { name });
        }
        let question = vocabulary.question(&when.join(" "))?;
        let (up, conditions): (Vec<String>, Vec<String>) =
            cut(&conditions, &AND).into_iter().partition(|it| is_time_up(it));
        let conditions: Vec<Condition> =
            conditions.iter().map(|it| vocabulary.condition(it)).collect::<Result<_, _>>()?;
        contradict(&conditions)?;
        if order.is_empty() {
            return Err(StandingError::NoOrder);
        }
        let (question, time_up) = (Word::literal(question.ask), !up.is_empty());
        Ok(StandingOrder {
            name,
            rule: StandingRule::Answer { question, conditions, time_up, order: order.join(" ") },
        })
    }

    /// Parses passing ahead until a condition: questions and numbers, one of which is enough.
    ///
    /// # Errors
    /// [`StandingError`].
    pub fn parse_pass(typed: &str, vocabulary: &Vocabulary<'_>) -> Result<StandingOrder, StandingError> {
        let words: Vec<&str> = typed.split_whitespace().filter(|word| !is_one_of(&UNTIL, word)).collect();
        let until = vocabulary.untils(&words)?;
        match until.is_empty() {
            true => Err(StandingError::NoUntil),
            false => Ok(StandingOrder { name: PASS_AHEAD.to_owned(), rule: StandingRule::PassUntil(until) }),
        }
    }
}

impl StandingOrder {
    /// Parses a plan for a part of the log: orders in the order in which they go out, orders that answer a question whenever it is asked, and perhaps
    /// `until` what ends it. `each` gives the orders that a text means: several, if it names several things for one verb. `is_way`
    /// says whether a `then` between two texts stands in the way of one order: between `move WSI` and `GTA`.
    ///
    /// # Errors
    /// [`StandingError`].
    pub fn parse_plan(
        typed: &str,
        part: Option<u32>,
        vocabulary: &Vocabulary<'_>,
        each: &dyn Fn(&str) -> Vec<String>,
        is_way: &dyn Fn(&str, &str) -> bool,
    ) -> Result<StandingOrder, StandingError> {
        // `;` separates orders on any line, so it does in a plan too, and stands in no way.
        let typed = typed.replace([';', '；'], " : ");
        let words: Vec<&str> = typed.split_whitespace().collect();
        let (mut steps, mut until, mut asked) = (Vec::new(), Vec::new(), None);
        for step in parts_of(&words, is_way).into_iter().filter(|step| !step.is_empty()) {
            let (mut step, mut end) = cut_until(step);
            while !end.is_empty() {
                until.extend(vocabulary.untils(&end)?);
                (step, end) = cut_until(step);
            }
            if step.is_empty() {
                continue;
            }
            match (question_in(step), asked.take()) {
                (Some(question), _) => asked = Some(Word::literal(vocabulary.question(&question)?.ask)),
                (None, Some(ask)) => steps.push(PlanStep { asked: Some(ask), order: step.join(" ") }),
                (None, None) => {
                    let orders = each(&step.join(" ")).into_iter();
                    steps.extend(orders.map(|order| PlanStep { asked: None, order }));
                }
            }
        }
        if asked.is_some() {
            return Err(StandingError::NoOrder);
        }
        if !(1..=MOST_STEPS).contains(&steps.len()) {
            return Err(StandingError::Steps { given: steps.len(), most: MOST_STEPS });
        }
        Ok(StandingOrder { name: PLAN.to_owned(), rule: StandingRule::Plan { steps, until, part } })
    }
}

/// Cuts a line into the orders for now and the plan: `place 505 then pass`, `then pass`, `if asked interception then pass`. `None`
/// for a line without a plan. `begins_order` says whether a text begins with an order: `WSI then GTA` is a way.
pub fn cut_later<'t>(typed: &'t str, begins_order: &dyn Fn(&str) -> bool) -> Option<(&'t str, &'t str)> {
    let typed = typed.trim();
    let asks = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        question_in(&words).is_some() && words.iter().any(|word| is_one_of(&NEXT, word))
    };
    // First: in `if asked X then Y` the word `then` belongs to the question, and cuts no order off.
    if asks(typed) {
        return Some(("", typed));
    }
    let mut end = 0;
    for word in typed.split_whitespace() {
        let at = end + typed[end..].find(word)?;
        end = at + word.len();
        let (now, later) = (&typed[..at], typed[end..].trim_start());
        if is_one_of(&LATER, word) && (now.is_empty() || asks(later) || begins_order(later)) {
            return Some((now.trim_end_matches([' ', ',', '、', ';', '；']), later));
        }
    }
    None
}

/// The parts of a plan: orders, questions and ends.
fn parts_of<'p, 'w>(words: &'p [&'w str], is_way: &dyn Fn(&str, &str) -> bool) -> Vec<&'p [&'w str]> {
    let is_end = |word: &&str| is_one_of(&UNTIL, word);
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate().filter(|(_, word)| is_one_of(&NEXT, word)) {
        let before = &words[from..at];
        let behind = words[at + 1..].split(|word| is_one_of(&NEXT, word)).next().unwrap_or_default();
        // An end that comes first is a part of its own.
        let is_step = question_in(behind).is_none()
            && behind.iter().position(is_end).is_none_or(|end| end > 0 && behind[end].is_ascii());
        let goes_on = word.eq_ignore_ascii_case(BETWEEN_PLACES)
            && is_step
            && !before.iter().any(is_end)
            && is_way(&before.join(" "), &behind.join(" "));
        if !goes_on {
            parts.push(before);
            from = at + 1;
        }
    }
    parts.push(&words[from..]);
    parts
}

/// A part of a plan without its end, and the words of the end: all behind `until`, or all before `まで`.
fn cut_until<'p, 'w>(part: &'p [&'w str]) -> (&'p [&'w str], Vec<&'w str>) {
    match part.iter().position(|word| is_one_of(&UNTIL, word)) {
        None => (part, vec![]),
        Some(at) if part[at].is_ascii() => (&part[..at], part[at + 1..].to_vec()),
        Some(at) => (&part[at + 1..], part[..at].to_vec()),
    }
}

/// The question that a part of a plan names instead of an order: `if asked QUESTION`, `when QUESTION`.
fn question_in(part: &[&str]) -> Option<String> {
    let question = match part {
        [first, second, question @ ..] if is_one_of(&IF, first) && second.eq_ignore_ascii_case("asked") => {
            question
        }
        [first, question @ ..] if is_one_of(&WHEN, first) => question,
        _ => return None,
    };
    Some(question.join(" "))
}

fn is_time_up(condition: &str) -> bool {
    is_one_of(&TIME_UP, condition)
}

/// The words between those of `separators`, each run as one text; empty for no words.
fn cut(words: &[&str], separators: &[&str]) -> Vec<String> {
    let runs = words.split(|word| is_one_of(separators, word));
    runs.map(|run| run.join(" ")).filter(|run| !run.is_empty()).collect()
}

fn named(words: &[&str]) -> Result<String, StandingError> {
    let typed = words.join(" ");
    let name = fold(&typed);
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty()
        || name.len() > NAME_LETTERS
        || !name.chars().all(fits)
        || [PASS_AHEAD, PLAN].contains(&&*name)
    {
        return Err(StandingError::NoName { given: clip(&typed) });
    }
    Ok(name)
}

/// Refuses conditions of one number that never hold together.
fn contradict(conditions: &[Condition]) -> Result<(), StandingError> {
    for (at, one) in conditions.iter().enumerate() {
        for other in &conditions[at + 1..] {
            let (one_span, other_span) = (one.span(), other.span());
            let apart = one_span.0.max(other_span.0) > one_span.1.min(other_span.1);
            if one.gauge == other.gauge && one.of == other.of && apart {
                return Err(StandingError::Contradiction(one.clone(), other.clone()));
            }
        }
    }
    Ok(())
}

impl Vocabulary<'_> {
    /// The names of a message in both languages, folded.
    fn names(&self, kind: &str, key: &str) -> [String; 3] {
        let said = |lang| fold(&self.words.say(lang, &format!("{kind}-{key}"), &[]));
        [fold(key), said(Lang::En), said(Lang::Ja)]
    }

    fn question(&self, typed: &str) -> Result<&Question, StandingError> {
        let key = fold(typed);
        let called = |it: &&Question| self.names("question", it.ask).contains(&key);
        self.questions.iter().find(called).ok_or_else(|| StandingError::NoQuestion {
            given: clip(typed),
            questions: self.questions.iter().map(|it| it.ask).collect(),
        })
    }

    /// Questions and numbers that end something, joined by `or`.
    fn untils(&self, words: &[&str]) -> Result<Vec<Until>, StandingError> {
        // A condition has a digit in it, and no question's name has one.
        let until = |typed: &String| match typed.contains(|c: char| c.is_numeric()) {
            true => self.condition(typed).map(Until::Holds),
            false => self.question(typed).map(|it| Until::Asked(Word::literal(it.ask))),
        };
        cut(words, &OR).iter().map(until).collect()
    }

    /// `NUMBER of THING is at least 2`, and so in Japanese.
    fn condition(&self, typed: &str) -> Result<Condition, StandingError> {
        let example = self.gauges.last().map(|gauge| (gauge.name, gauge.of));
        let none = || StandingError::NoCondition { given: clip(typed), example };
        let (before, number, after) = around_number(typed).ok_or_else(none)?;
        let (before, after) = (fold(&before), fold(&after));
        let compared = RELATIONS.iter().find_map(|(is, words, suffix)| match after.as_str() {
            "" => words.iter().find_map(|word| Some((*is, before.strip_suffix(word)?))),
            after => (after == *suffix).then_some((*is, before.as_str())),
        });
        let (is, mut name) = compared.ok_or_else(none)?;
        name = name.trim_end_matches('-');
        name =
            FILLERS.iter().find_map(|filler| name.strip_suffix(filler)).unwrap_or(name).trim_end_matches('-');
        let gauge = self.gauge(name, typed)?;
        let condition = Condition { gauge: Word::literal(gauge.name), of: gauge.of, is, number };
        let (least, most) = condition.span();
        // Refused while its owner is there to read it: the order would wait for ever, and say nothing.
        if least.max(gauge.range.0) > most.min(gauge.range.1) {
            return Err(StandingError::Never(condition, gauge.range));
        }
        Ok(condition)
    }

    /// The number called `name`, folded: `number-of-thing`, `thing-s-number`, in Japanese joined by `ノ`, and without the thing
    /// if only one has it.
    fn gauge(&self, name: &str, typed: &str) -> Result<&Gauge, StandingError> {
        let called = self.gauges.iter().flat_map(|gauge| {
            let names = self.names("gauge", gauge.name).into_iter();
            names.filter_map(move |called| Some((called.len(), gauge, of_what(name, &called)?)))
        });
        // Of names that begin alike the longest is meant: `primary guns`, not `primary`.
        if let Some((_, gauge, of)) = called.max_by_key(|(length, ..)| *length) {
            let same: Vec<&Gauge> = self.gauges.iter().filter(|it| it.name == gauge.name).collect();
            let words = self.lexicon.named(of);
            let meant = |it: &&&Gauge| match it.of {
                None => of.is_empty(),
                // A number named without its thing is clear only if a single thing has it.
                Some(_) if of.is_empty() => same.len() == 1,
                Some(word) => words.contains(&word) || fold(word.as_str()) == of,
            };
            return same.iter().find(meant).copied().ok_or_else(|| StandingError::WhichOf {
                gauge: gauge.name,
                of: same.iter().filter_map(|it| it.of).collect(),
            });
        }
        Err(StandingError::NoGauge { given: clip(typed), gauges: gauge_names(self.gauges) })
    }
}

/// The words around the name of a number in `text`, both folded: none, or the thing; `None` if the name is not in it.
fn of_what<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    if text == name {
        return Some("");
    }
    let behind = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    let behind = behind.map(|rest| rest.strip_prefix("of-").unwrap_or(rest));
    let before = || {
        let rest = text.strip_suffix(name)?;
        rest.strip_suffix("-s-").or_else(|| rest.strip_suffix(['-', 'ノ']))
    };
    behind.or_else(before)
}

/// The only number in a text, with the text before and after it.
fn around_number(typed: &str) -> Option<(String, i64, String)> {
    let text = narrowed(typed);
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let to = from + text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - from);
    let number: i64 = text[from..to].parse().ok()?;
    let (before, after) = (&text[..from], &text[to..]);
    // A sign belongs to the number if only a space or a comparison is before it.
    let signed = before.strip_suffix('-').filter(|rest| !rest.ends_with(char::is_alphanumeric));
    Some(match signed {
        Some(rest) => (rest.to_owned(), -number, after.to_owned()),
        None => (before.to_owned(), number, after.to_owned()),
    })
}
