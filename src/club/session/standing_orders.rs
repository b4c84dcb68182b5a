//! The standing orders of a player's seat.

use chrono::{DateTime, Utc};

use super::PlayerSession;
use crate::book::{ArgKind, Fallback, ParseError, Parsed, Verb, count, fold, is_no, is_one_of};
use crate::club::ClubError;
use crate::club::session::{Asked, OrderOutcome};
use crate::club::standing_orders::{ANSWER_DELAY, KeptOrder, MOST_STANDING_ORDERS, StandingOrders, legal};
use crate::game::standing::Question;
use crate::pace::Overdue;
use crate::report::{self, Phrases, ReportLine};
use crate::standing::{
    PASS_AHEAD, PLAN, PlanStep, StandingError, StandingOrder, StandingRule, Until, Vocabulary, cut_later,
    gauge_names, question_name,
};
use crate::table::time::Expiry;
use crate::words::Value;

/// A change of an existing standing order.
#[derive(Clone, Copy)]
enum Deed {
    Arm,
    Disarm,
    Drop,
}

const ARM: [&str; 2] = ["arm", "有効"];
const DISARM: [&str; 2] = ["disarm", "解除"];
const DROP: [&str; 2] = ["drop", "削除"];
/// All standing orders of the seat, instead of a name.
const ALL: [&str; 3] = ["all", "すべて", "全部"];

impl Deed {
    fn of(word: &str) -> Option<Deed> {
        match word {
            _ if is_one_of(&ARM, word) => Some(Deed::Arm),
            _ if is_one_of(&DISARM, word) => Some(Deed::Disarm),
            _ if is_one_of(&DROP, word) => Some(Deed::Drop),
            _ => None,
        }
    }
}

impl PlayerSession {
    fn kept(&self) -> Result<StandingOrders, ClubError> {
        StandingOrders::read(self.view.store(), self.me(), &self.around().table, self.seat)
    }

    /// True if a standing order can go out: it is armed, and nothing was taken back since.
    fn is_armed(&self, kept: &KeptOrder) -> bool {
        kept.armed.is_some_and(|since| self.around().last_taken_back.is_none_or(|back| back <= since))
    }

    /// The standing orders of this seat that a takeback after entry `seen` has disarmed, for their owner.
    pub(super) fn disarmed_by_takeback(&self, seen: u64) -> Result<Vec<ReportLine>, ClubError> {
        if self.around().last_taken_back.is_none_or(|back| back <= seen) {
            return Ok(vec![]);
        }
        let kept = self.kept()?;
        let is_it = |it: &&KeptOrder| it.armed.is_some() && !self.is_armed(it);
        let names: Vec<String> = kept.all().iter().filter(is_it).map(|it| it.order.name.clone()).collect();
        if names.is_empty() {
            return Ok(vec![]);
        }
        let args = [("count", names.len().into()), ("names", self.phrases().list(names).into())];
        Ok(vec![ReportLine::plain(self.say_by_door("standing-disarmed", &args))])
    }

    fn keep(&self, kept: &StandingOrders) -> Result<(), ClubError> {
        kept.keep(self.view.store(), self.me(), &self.around().table, self.seat)
    }

    /// The last entry that triggers an automatic answer to the open question, if its delay is over: the one that asked or, for
    /// orders that wait for it, the expiry.
    fn past_delay(&self, time_up: bool) -> Option<u64> {
        let asked = self.facts().asked.as_ref().filter(|_| self.facts().awaited)?;
        let now = self.context.platform.now();
        let up = self.expiry(now).map(|expiry| (expiry.seq, expiry.at));
        let called = [Some((asked.number, asked.raised_at)).filter(|_| !time_up), up];
        let past = called.into_iter().flatten().filter(|(_, at)| *at + ANSWER_DELAY <= now);
        past.map(|(number, _)| number).max()
    }

    fn expiry(&self, now: DateTime<Utc>) -> Option<Expiry> {
        self.view.time_at(now).waits.into_iter().find(|wait| wait.seat == self.seat)?.expired
    }

    /// Returns whether the table agreed that standing orders answer when time is up.
    fn answers_when_up(&self) -> bool {
        let terms = &self.around().terms;
        terms.has_pace() && terms.overdue == Overdue::StandingOrders
    }

    /// The typed text as a standing order, or the reason why it is none.
    fn typed_standing(
        &self,
        parse: impl FnOnce(&Vocabulary<'_>) -> Result<StandingOrder, StandingError>,
    ) -> Result<StandingOrder, OrderOutcome> {
        let (phrases, facts) = (self.phrases(), self.standing_facts());
        let Phrases { words, lexicon, lang, .. } = phrases;
        let said = |error: StandingError| OrderOutcome::Refused(error.in_words(words, lang, lexicon));
        let order = parse(&facts.vocabulary(&phrases)).map_err(said)?;
        if let StandingRule::Answer { question, order: text, time_up, .. } = &order.rule {
            if *time_up && !self.answers_when_up() {
                return Err(self.refused("standing-up-not-agreed", &[]));
            }
            let question = facts.questions.iter().find(|it| it.ask == question.as_str());
            self.check_answer(question, text).map_err(|misfit| misfit.outcome(said))?;
        }
        if let StandingRule::Plan { steps, .. } = &order.rule {
            self.check_plan(&facts.questions, steps).map_err(|misfit| misfit.outcome(said))?;
        }
        Ok(order)
    }

    /// The verbs that answer a question, as typed: those without arguments, if there are any.
    fn bare_answers(&self, question: &Question) -> Vec<String> {
        let (book, lang) = (&self.game_words.book, self.game_words.lang);
        let specs: Vec<&Verb> = question.verbs.iter().filter_map(|verb| book.verb(verb)).collect();
        let is_bare =
            |spec: &&&Verb| spec.args.iter().all(|arg| arg.optional || arg.default != Fallback::None);
        let bare: Vec<&Verb> = specs.iter().filter(is_bare).copied().collect();
        let shown = if bare.is_empty() { specs } else { bare };
        shown.into_iter().map(|spec| spec.label(lang).to_owned()).collect()
    }

    /// Refuses an order that never answers the question, or that is illegal while the question is open.
    fn check_answer(&self, question: Option<&Question>, text: &str) -> Result<(), Misfit> {
        let Some(question) = question else { return Ok(()) };
        let never = || {
            let label = |verb: &&str| {
                let spec = self.game_words.book.verb(verb);
                spec.map_or_else(|| (*verb).to_owned(), |spec| spec.label(self.game_words.lang).to_owned())
            };
            let verbs = question.verbs.iter().map(label).collect();
            Misfit::Never(StandingError::NoAnswer { order: text.to_owned(), question: question.ask, verbs })
        };
        let verb = self.game_words.book.order_verb(text).ok_or_else(never)?;
        if !question.verbs.contains(&verb.name.as_str()) {
            return Err(never());
        }
        let asked = self.facts().asked.as_ref().filter(|_| self.facts().awaited);
        let Some(asked) = asked.filter(|asked| asked.prompt.ask.as_str() == question.ask) else {
            return Ok(());
        };
        let Some((form, anyway)) = legal(&self.game_words, &self.facts().options, text) else {
            let why = self.why_not(text);
            let args = [("order", text.into()), ("why", why.into())];
            return Err(Misfit::Now(self.refused("standing-illegal-now", &args)));
        };
        match self.to_confirm(asked.number, &form, None).filter(|_| !anyway) {
            Some(unconfirmed) => Err(Misfit::Now(OrderOutcome::Refused(unconfirmed.why))),
            None => Ok(()),
        }
    }

    /// Refuses an order of a plan that never answers a question of the seat, and a first one that is illegal now.
    fn check_plan(&self, questions: &[Question], steps: &[PlanStep]) -> Result<(), Misfit> {
        let asked = self.facts().asked.as_ref().filter(|_| self.facts().awaited);
        let asked = asked.map(|asked| asked.prompt.ask);
        let first = steps.iter().position(|step| step.asked.is_none());
        for (at, step) in steps.iter().enumerate() {
            let verb = self.game_words.book.order_verb(&step.order);
            let answers = |it: &&Question| verb.is_some_and(|verb| it.verbs.contains(&verb.name.as_str()));
            // The first step may answer the question that is open now; each other one waits for the first with its verb.
            let question = match step.asked {
                Some(ask) => questions.iter().find(|it| it.ask == ask.as_str()),
                None => {
                    let now = questions
                        .iter()
                        .filter(answers)
                        .find(|it| asked.is_some_and(|ask| it.ask == ask.as_str()));
                    now.filter(|_| Some(at) == first).or_else(|| questions.iter().find(answers))
                }
            };
            let Some(question) = question else {
                let verbs = questions.iter().flat_map(|question| self.bare_answers(question)).collect();
                return Err(Misfit::Never(StandingError::NeverAsked { order: step.order.clone(), verbs }));
            };
            if let Some(error) = self.game_words.book.too_many(&step.order) {
                let Phrases { words, lexicon, lang, .. } = self.phrases();
                let why = report::parse_error(words, lang, &self.game_words.book, lexicon, &error);
                return Err(Misfit::Now(OrderOutcome::Refused(why)));
            }
            if step.asked.is_some() || Some(at) == first {
                self.check_answer(Some(question), &step.order)?;
            }
        }
        Ok(())
    }

    /// Why an order cannot be given now.
    fn why_not(&self, text: &str) -> String {
        let (book, lexicon, options) =
            (&self.game_words.book, &self.game_words.lexicon, &self.facts().options);
        let phrases = self.phrases();
        match book.one(text, options, lexicon) {
            Err(error) => report::parse_error(phrases.words, phrases.lang, book, lexicon, &error),
            Ok(Parsed::Order { form, .. }) => {
                let refusal = self.view.refusal_of(&form);
                refusal.map(|refusal| self.refusal(&refusal)).unwrap_or_default()
            }
            Ok(_) => phrases.say("standing-no-order", &[]),
        }
    }

    /// Stores a standing order, armed.
    fn put(&mut self, order: StandingOrder) -> Result<OrderOutcome, ClubError> {
        let mut kept = self.kept()?;
        let is_new = kept.all().iter().all(|it| it.order.name != order.name);
        if is_new && kept.all().len() >= MOST_STANDING_ORDERS {
            let most = [("most", MOST_STANDING_ORDERS.into())];
            return Ok(self.refused("standing-too-many", &most));
        }
        let (name, time_up) = (order.name.clone(), order.rule.waits_for_time_up());
        kept.put(order, self.around().last, self.past_delay(time_up));
        self.keep(&kept)?;
        let told = kept.all().iter().filter(|it| it.order.name == name).map(|it| self.kept_line(it));
        Ok(OrderOutcome::Noted(told.chain([self.goes_out(time_up)]).collect()))
    }

    fn goes_out(&self, time_up: bool) -> String {
        // Once the delay is over the open question is for the player; the order waits for the next one.
        let key = match (time_up, self.past_delay(time_up).is_some()) {
            (true, false) => "standing-when-up",
            (true, true) => "standing-next-up",
            (false, false) => "standing-when",
            (false, true) if self.answers_when_up() && self.past_delay(true).is_none() => {
                "standing-next-or-up"
            }
            (false, true) => "standing-next",
        };
        self.phrases().say(key, &[("seconds", ANSWER_DELAY.num_seconds().into())])
    }

    fn do_to(&mut self, deed: Deed, name: &str) -> Result<OrderOutcome, ClubError> {
        let (mut kept, name) = (self.kept()?, fold(name));
        if is_one_of(&ALL, &name) && kept.all().iter().all(|it| it.order.name != name) {
            let names: Vec<String> = kept.all().iter().map(|it| it.order.name.clone()).collect();
            return self.do_to_all(deed, &names);
        }
        let named = kept.all().iter().find(|it| it.order.name == name);
        let time_up = named.is_some_and(|it| it.order.rule.waits_for_time_up());
        let past = self.past_delay(time_up);
        let (done, said) = match deed {
            Deed::Arm => (kept.arm(&name, Some(self.around().last), past), "armed"),
            Deed::Disarm => (kept.arm(&name, None, None), "disarmed"),
            Deed::Drop => (kept.drop(&name), "dropped"),
        };
        if done.is_none() {
            let names: Vec<String> = kept.all().iter().map(|it| it.order.name.clone()).collect();
            return Ok(match names.is_empty() {
                true => self.refused("standing-no-such-none", &[("name", name.into())]),
                false => {
                    let args = [("name", name.into()), ("names", self.phrases().list(names).into())];
                    self.refused("standing-no-such", &args)
                }
            });
        }
        self.keep(&kept)?;
        let args: [(&str, Value<'_>); 2] = [("name", name.into()), ("done", said.into())];
        let mut told = vec![self.phrases().say("standing-done", &args)];
        if matches!(deed, Deed::Arm) {
            told.push(self.goes_out(time_up));
        }
        Ok(OrderOutcome::Noted(told))
    }

    /// The same change for every standing order of the seat.
    fn do_to_all(&mut self, deed: Deed, names: &[String]) -> Result<OrderOutcome, ClubError> {
        let mut told = Vec::new();
        for name in names {
            match self.do_to(deed, name)? {
                OrderOutcome::Noted(lines) => {
                    told.extend(lines.into_iter().filter(|line| !told.contains(line)).collect::<Vec<_>>())
                }
                other => return Ok(other),
            }
        }
        if told.is_empty() {
            told.push(self.phrases().say("standing-none", &[]));
        }
        Ok(OrderOutcome::Noted(told))
    }

    fn told(&self) -> Result<OrderOutcome, ClubError> {
        let kept = self.kept()?;
        let mut lines: Vec<String> = kept.all().iter().map(|it| self.kept_line(it)).collect();
        let phrases = self.phrases();
        if lines.is_empty() {
            lines.push(phrases.say("standing-none", &[]));
        }
        let facts = self.standing_facts();
        let gauges =
            gauge_names(&facts.gauges).into_iter().map(|it| phrases.say(&format!("gauge-{it}"), &[]));
        let (words, lang) = (phrases.words, phrases.lang);
        let questions = phrases.list(facts.questions.iter().map(|it| question_name(words, lang, it.ask)));
        let args = [("questions", questions.into()), ("gauges", phrases.list(gauges).into())];
        lines.push(phrases.say("standing-vocabulary", &args));
        Ok(OrderOutcome::Noted(lines))
    }

    fn kept_line(&self, kept: &KeptOrder) -> String {
        let phrases = self.phrases();
        let Phrases { words, lexicon, lang, .. } = phrases;
        let question = |ask: &str| phrases.say(&format!("question-{ask}"), &[]);
        let until = |until: &Until| match until {
            Until::Asked(ask) => {
                phrases.say("standing-asked", &[("question", question(ask.as_str()).into())])
            }
            Until::Holds(condition) => condition.in_words(words, lang, lexicon),
        };
        let joined = |key: &str, parts: Vec<String>| Value::from(parts.join(&phrases.say(key, &[])));
        let state = if self.is_armed(kept) { "armed" } else { "disarmed" };
        let mut args: Vec<(&str, Value<'_>)> =
            vec![("name", kept.order.name.as_str().into()), ("state", state.into())];
        let key = match &kept.order.rule {
            StandingRule::Answer { question: ask, conditions, time_up, order } => {
                args.push(("question", question(ask.as_str()).into()));
                args.push(("order", order.as_str().into()));
                let up = time_up.then(|| phrases.say("standing-time-up", &[]));
                let said = conditions.iter().map(|it| it.in_words(words, lang, lexicon));
                let said: Vec<String> = up.into_iter().chain(said).collect();
                let is_bare = said.is_empty();
                args.push(("conditions", joined("standing-and", said)));
                if is_bare { "standing-answers" } else { "standing-answers-if" }
            }
            StandingRule::PassUntil(ends) => {
                args.push(("until", joined("standing-or", ends.iter().map(until).collect())));
                "standing-passes"
            }
            StandingRule::Plan { steps, until: ends, .. } => {
                let step = |step: &PlanStep| match step.asked {
                    None => step.order.clone(),
                    Some(ask) => {
                        let args = [
                            ("question", question(ask.as_str()).into()),
                            ("order", step.order.as_str().into()),
                        ];
                        phrases.say("standing-plan-asked", &args)
                    }
                };
                args.push(("steps", joined("standing-plan-then", steps.iter().map(step).collect())));
                let is_bare = ends.is_empty();
                args.push(("until", joined("standing-or", ends.iter().map(until).collect())));
                if is_bare { "standing-plan" } else { "standing-plan-until" }
            }
        };
        phrases.say(key, &args)
    }

    /// Why there can be no standing orders here.
    fn no_standing_orders(&self) -> Option<OrderOutcome> {
        if self.around().gone {
            return Some(self.refused("table-seat-gone", &[]));
        }
        if self.facts().over || self.facts().closed.is_some() {
            return Some(self.refused("standing-over", &[]));
        }
        self.standing_facts().questions.is_empty().then(|| self.refused("standing-game-none", &[]))
    }
}

/// Why an order does not work as a standing one.
enum Misfit {
    Never(StandingError),
    Now(OrderOutcome),
}

impl Misfit {
    fn outcome(self, said: impl Fn(StandingError) -> OrderOutcome) -> OrderOutcome {
        match self {
            Misfit::Never(error) => said(error),
            Misfit::Now(outcome) => outcome,
        }
    }
}

impl PlayerSession {
    /// Lists the standing orders, or changes them: `NAME when QUESTION if CONDITION then ORDER`, `arm NAME`, `disarm NAME`,
    /// `drop NAME`.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn standing_order(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        if let Some(refused) = self.no_standing_orders() {
            return Ok(refused);
        }
        let (first, rest) = typed.trim().split_once(char::is_whitespace).unwrap_or((typed.trim(), ""));
        match Deed::of(first) {
            _ if first.is_empty() => self.told(),
            Some(deed) => self.do_to(deed, rest.trim()),
            None => match self.typed_standing(|vocabulary| StandingOrder::parse(typed, vocabulary)) {
                Ok(order) => self.put(order),
                Err(refused) => Ok(refused),
            },
        }
    }

    /// Standing orders that could be typed, going on from `typed`.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn suggest_standing(&self, typed: &str) -> Result<Vec<String>, ClubError> {
        let typed = typed.trim_start();
        if let Some((first, rest)) = typed.split_once(char::is_whitespace)
            && Deed::of(first).is_some()
        {
            let kept = self.kept()?;
            let names = kept.all().iter().map(|kept| kept.order.name.as_str());
            let named = names.filter(|name| name.starts_with(&*fold(rest)));
            return Ok(named.map(|name| format!("{first} {name}")).collect());
        }
        let (phrases, facts) = (self.phrases(), self.standing_facts());
        let answers = |question: &Question| self.bare_answers(question);
        Ok(facts.vocabulary(&phrases).suggest_orders(typed, phrases.lang, &answers))
    }

    /// Plans that could be typed, going on from `typed`: with the orders that are legal now.
    pub fn suggest_plan(&self, typed: &str) -> Vec<String> {
        let (phrases, facts) = (self.phrases(), self.standing_facts());
        let orders: Vec<String> = facts.questions.iter().flat_map(|it| self.bare_answers(it)).collect();
        let vocabulary = facts.vocabulary(&phrases);
        let is_right = |text: &str| {
            self.parse_plan(text, facts.part, &vocabulary).is_ok_and(|plan| match &plan.rule {
                StandingRule::Plan { steps, .. } => self.check_plan(&facts.questions, steps).is_ok(),
                _ => false,
            })
        };
        vocabulary.suggest_plans(typed, phrases.lang, &orders, &is_right)
    }

    /// Ends of passing ahead that could be typed, going on from `typed`.
    pub fn suggest_pass(&self, typed: &str) -> Vec<String> {
        let (phrases, facts) = (self.phrases(), self.standing_facts());
        facts.vocabulary(&phrases).suggest_passes(typed, phrases.lang)
    }

    /// Passes ahead until the typed condition, or stops: `until break-off or day is at least 4`, `off`.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn pass_ahead(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        if let Some(refused) = self.no_standing_orders() {
            return Ok(refused);
        }
        let typed = typed.trim();
        if is_no(typed) {
            return self.do_to(Deed::Drop, PASS_AHEAD);
        }
        match self.typed_standing(|vocabulary| StandingOrder::parse_pass(typed, vocabulary)) {
            Ok(order) => self.put(order),
            Err(refused) => Ok(refused),
        }
    }

    /// Plans the seat's next orders of this turn, or stops: `place 504, dover then if asked interception then pass`, `off`. Without
    /// anything it lists what is planned.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn plan(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        if let Some(refused) = self.no_standing_orders() {
            return Ok(refused);
        }
        let typed = typed.trim();
        if typed.is_empty() {
            return self.told();
        }
        if is_no(typed) {
            return self.do_to(Deed::Drop, PLAN);
        }
        let part = self.standing_facts().part;
        match self.typed_standing(|vocabulary| self.parse_plan(typed, part, vocabulary)) {
            Ok(plan) => self.put(plan),
            Err(refused) => Ok(refused),
        }
    }

    fn parse_plan(
        &self,
        typed: &str,
        part: Option<u32>,
        vocabulary: &Vocabulary<'_>,
    ) -> Result<StandingOrder, StandingError> {
        let book = &self.game_words.book;
        let is_way = |before: &str, behind: &str| book.is_way(before, behind);
        StandingOrder::parse_plan(typed, part, vocabulary, &|order| book.each(order), &is_way)
    }

    /// Cuts a line into the orders for now and those for later questions: `place 505 then pass`, `then pass`. `None` for a line
    /// without a plan, such as one with a text of the player's own.
    pub fn cut_later<'t>(&self, line: &'t str) -> Option<(&'t str, &'t str)> {
        let book = &self.game_words.book;
        let (now, later) = cut_later(line, &|text| book.order_verb(text).is_some())?;
        let takes_text = |verb: &Verb| verb.args.iter().any(|arg| arg.kind == ArgKind::Text);
        let is_order = || book.order_verb(now).is_some_and(|verb| !takes_text(verb));
        (now.is_empty() || count(now).is_some() || is_order()).then_some((now, later))
    }

    /// Plans the rest of a list of orders, such as that of `place 505, 506`, after the first was given: `rest` begins with the
    /// order that is `parsed`. `None` where that one is for now, since the seat is asked again at once.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn plan_rest(
        &mut self,
        asked: &Asked,
        parsed: &Result<Parsed, ParseError>,
        rest: &str,
    ) -> Result<Option<OrderOutcome>, ClubError> {
        match asked.is_for_later(parsed) {
            true => self.plan(rest).map(Some),
            false => Ok(None),
        }
    }
}
