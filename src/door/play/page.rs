//! The page of a table as HTML that needs no script, and has one: the question, the board, what may be chosen, the log.

use chrono::DateTime;
use maud::{Markup, html};

use super::board::figure;
use super::filling::{BEGUN, FIELD, NAMED, field_of, field_of_class};
use super::sheet::script;
use super::table::BoardPage;
use crate::club::picking::names::range;
use crate::club::picking::steps::{
    ChoicePlace, DONE, OrderMenu, OrderStep, SortBin, SortedThing, StepChoice, StepForm,
};
use crate::club::table_words::TableVerb;
use crate::door::html::{PageStyle, coded, document, languages, weighted};
use crate::game::Word;
use crate::report::Weight;
use crate::words::{Value, Words};

/// The end of the address of the log as a file.
pub const EXPORT: &str = "export";

/// The page of a table.
pub fn table_page(words: &Words, style: &PageStyle, page: &BoardPage) -> String {
    // The orders of a battle come before its card, which fills the screen of a phone.
    let is_card = page.board.as_ref().is_some_and(|board| board.kind == "card");
    let shown = Shower { words, page, is_framed: style.is_in_file() };
    let body = html! {
        a.skip href="#orders" { (shown.say("board-to-orders")) }
        header { (shown.head()) }
        main data-mark=(page.mark) {
            p id="news" role="status" data-lost=(shown.say("board-lost")) data-changed=(shown.say("board-news")) {}
            (shown.answer())
            (shown.question())
            div.sides {
                @if !is_card { (shown.board()) }
                section id="orders" tabindex="-1" aria-label=(shown.say("board-orders")) {
                    (shown.orders())
                    (shown.line())
                    (shown.odds())
                    (shown.requests())
                }
                @if is_card { (shown.board()) }
                (shown.log())
            }
            (shown.in_words())
        }
        footer {
            p.soft { (shown.say("spectators-head")) " " code { (page.head) } }
            // With the ticket: another language loses no half-made order.
            (languages(words, page.lang, |lang| format!("{}&lang={}", shown.step(""), lang.code())))
        }
        (script(style))
    };
    // In the title, so that a tab in the background shows that it waits for its player.
    let mark = if page.asked.prompt.is_some() || page.asked.has_to_answer { "● " } else { "" };
    document(page.lang, &format!("{mark}{} · {}", page.label, page.table), style, &body)
}

/// A page being written.
struct Shower<'a> {
    words: &'a Words,
    page: &'a BoardPage,
    /// True in a frame of Discord's, out of which no link leads.
    is_framed: bool,
}

impl Shower<'_> {
    fn say(&self, key: &str) -> String {
        self.words.say(self.page.lang, key, &[])
    }

    fn say_with(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.page.lang, key, args)
    }

    /// The address of the page, or of one of its forms, with the kind of picture.
    fn here(&self, form: &str) -> String {
        let view = self.page.view.map(|view| format!("?v={view}")).unwrap_or_default();
        format!("/t/{}/{}{form}{view}", self.page.table, self.page.seat)
    }

    /// The address of a step of the half-made order.
    fn step(&self, choice: &str) -> String {
        let view = self.page.view.map(|view| format!("&v={view}")).unwrap_or_default();
        format!("?o={}{choice}{view}", self.page.ticket)
    }

    fn head(&self) -> Markup {
        let page = self.page;
        html! {
            nav.row aria-label=(self.say("board-tables")) {
                a href="/" { (self.say("board-tables")) }
                @if let Some((table, seat)) = &page.next {
                    a href={ "/t/" (table) "/" (seat) } { (self.say("board-next")) }
                }
            }
            h1 { (page.label) }
            @if page.seats.len() > 1 {
                nav.row aria-label=(self.say("board-seats")) {
                    @for (seat, name, asked) in &page.seats {
                        a href={ "/t/" (page.table) "/" (seat) } aria-current=[(*seat == page.seat).then_some("page")] {
                            (name) @if *asked { " ●" }
                        }
                    }
                }
            }
        }
    }

    /// The result of the last form, and notes.
    fn answer(&self) -> Markup {
        let (page, answer) = (self.page, &self.page.answer);
        let note = page.note.map(|note| self.say(&format!("board-{note}")));
        html! {
            div id="answer" role="status" {
                @if let Some(note) = &note { p.note { (note) } }
                @if note.is_some() && !page.typed.is_empty() { p.note { (self.say("board-typed")) } }
                @if let Some(why) = &answer.refused { (lines("refused", why)) }
                @if let Some(line) = &answer.to_confirm {
                    (self.posting(None, "/line", &html! {
                        input type="hidden" name="line" value=(line);
                        input type="hidden" name="sure" value="1";
                        button.danger { (self.say("pick-anyway")) }
                    }))
                }
                // The button that confirms it stands at the form of the order.
                @if let Some(unconfirmed) = &answer.unconfirmed { (lines("refused", &unconfirmed.why)) }
                @for (weight, line) in &answer.shown { (weighted(*weight, line)) }
                @if let Some((table, seat)) = &page.rematch {
                    a.button href={ "/t/" (table) "/" (seat) } { (self.say("board-to-rematch")) }
                }
            }
        }
    }

    /// When the decision is due, for a script that knows the reader's clock, and what is left.
    fn due(&self, at: i64, left: i64) -> Markup {
        let moment = DateTime::from_timestamp(at, 0).unwrap_or_default();
        let (minutes, is_left) = (left / 60, left > 0);
        let args = [
            ("days", (minutes / (24 * 60)).into()),
            ("hours", (minutes / 60 % 24).into()),
            ("minutes", (minutes % 60).into()),
        ];
        html! {
            p.soft {
                time datetime=(moment.format("%Y-%m-%dT%H:%M:%SZ").to_string()) {
                    (moment.format("%Y-%m-%d %H:%M UTC").to_string())
                }
                " " span { @if is_left { (self.say_with("board-time-left", &args)) } }
            }
        }
    }

    /// A form of the page, with its ticket.
    fn posting(&self, class: Option<&str>, to: &str, fields: &Markup) -> Markup {
        html! {
            form class=[class] method="post" action=(self.here(to)) {
                input type="hidden" name="o" value=(self.page.ticket);
                (fields)
            }
        }
    }

    /// The half-made order as it is typed, for a form that comes too late.
    fn begun(&self) -> Markup {
        html! { @if !self.page.begun.is_empty() { input type="hidden" name=(BEGUN) value=(self.page.begun); } }
    }

    /// Buttons that type a verb of the table.
    fn verbs(&self, verbs: &[(TableVerb, &str)]) -> Markup {
        let buttons = html! {
            @for (verb, key) in verbs {
                button name="line" value=(verb.as_str()) { (self.say(key)) }
            }
        };
        self.posting(Some("row"), "/line", &buttons)
    }

    fn question(&self) -> Markup {
        let (page, asked) = (self.page, &self.page.asked);
        let (result, ending) = page.ending.as_deref().and_then(<[_]>::split_first).unzip();
        html! {
            section.question aria-label=(self.say("board-question")) {
                h2 { (coded(result.map_or(&asked.question, |(_, result)| result))) }
                @if result.is_some() { p.soft { (coded(&asked.question)) } }
                @for line in &page.lesson { p.lesson { (coded(line)) } }
                @if let Some(due) = &asked.due { p.soft { (due) } }
                @if let Some((at, left)) = page.due { (self.due(at, left)) }
                @for line in &page.brief { p.soft { (coded(line)) } }
                @if let Some(request) = &asked.request { p.note { (coded(request)) } }
                @if asked.has_to_answer {
                    (self.verbs(&[(TableVerb::Agree, "board-agree"), (TableVerb::Object, "board-object")]))
                }
                @if asked.has_to_get_ready { (self.verbs(&[(TableVerb::Ready, "board-ready")])) }
                @if page.can_undo { (self.verbs(&[(TableVerb::Undo, "board-undo")])) }
                // The script looks by itself, and its style hides this.
                @if asked.awaits { p.again { a.button href=(self.here("")) { (self.say("board-again")) } } }
                @if page.ending.is_some() { (self.afterwards()) }
                @if let Some(ending) = ending.filter(|ending| !ending.is_empty()) {
                    details {
                        summary { (self.say("board-ending")) }
                        @for (weight, line) in ending { (weighted(*weight, line)) }
                    }
                }
            }
        }
    }

    /// The next things that a player wants once the game is over.
    fn afterwards(&self) -> Markup {
        let page = self.page;
        html! {
            @if !page.asked.over && !page.accompanied { (self.verbs(&[(TableVerb::Close, "board-close")])) }
            (self.verbs(&[(TableVerb::Rematch, "board-rematch")]))
            p.row {
                a.button href=(self.step("&at=1")) { (self.say("board-replay")) }
                @if !self.is_framed {
                    a.button download href=(self.here(&format!("/{EXPORT}"))) { (self.say("board-export")) }
                    @if let Some(link) = &page.published_at { a.button href=(link) { (self.say("board-page")) } }
                }
            }
        }
    }

    fn board(&self) -> Markup {
        let Some(board) = &self.page.board else { return html! {} };
        figure(self.words, self.page.lang, board, |kind| format!("?o={}&v={kind}", self.page.ticket))
    }

    /// A text, in which the names of areas of the board lead to them.
    fn pointing(&self, text: &str) -> Markup {
        self.page.board.as_ref().map_or_else(|| coded(text), |board| board.pointing(text))
    }

    /// What players ask of each other, each a verb of the table.
    fn requests(&self) -> Markup {
        let page = self.page;
        if page.asked.over || page.asked.gone {
            return html! {};
        }
        let publish = match page.published {
            true => (TableVerb::Unpublish, "board-unpublish"),
            false => (TableVerb::Publish, "board-publish"),
        };
        let with_words = [
            (TableVerb::Pace, "board-pace"),
            (TableVerb::Pause, "board-pause"),
            (TableVerb::AskUndo, "board-ask-undo"),
        ];
        let (close, resign) = ((TableVerb::Close, "board-close"), (TableVerb::Resign, "board-resign"));
        let verbs = [(TableVerb::Who, "board-who"), publish, close, resign];
        html! {
            details {
                summary { (self.say("board-requests")) }
                @for (verb, key) in with_words.iter().filter(|_| page.accompanied) {
                    (self.posting(Some("line"), "/line", &html! {
                        label for=(verb.as_str()) { (self.say(key)) }
                        div {
                            input id=(verb.as_str()) name="words" type="text" autocomplete="off" maxlength="200";
                            button name="line" value=(verb.as_str()) { (self.say("board-send")) }
                        }
                    }))
                }
                (self.verbs(&verbs))
            }
        }
    }

    fn orders(&self) -> Markup {
        let Some(step) = &self.page.step else { return html! {} };
        html! {
            @if !step.given.is_empty() {
                p.given { @for line in &step.given { span { (line) } " " } }
            }
            @if let Some((_, sentence)) = &step.order { (self.give(sentence, step.question.is_some())) }
            @if let Some(question) = &step.question { h3 { (coded(question)) } }
            @for line in &step.more { p.soft { (coded(line)) } }
            (self.buttons(step))
            (self.asides(step))
            @for menu in &step.menus { (self.menu(menu)) }
            (self.links(step))
            @if let Some(form) = &step.form { (self.form(form, step.gives)) }
            (self.ways(step))
        }
    }

    /// The order, complete; or as it would be if it were `cut` here.
    fn give(&self, sentence: &str, cut: bool) -> Markup {
        let confirms = self.page.answer.unconfirmed.is_some();
        let fields = html! {
            (self.begun())
            p { (sentence) }
            @if cut { input type="hidden" name="c" value=(DONE); }
            @if confirms {
                input type="hidden" name="anyway" value="1";
                button.danger { (self.say("pick-anyway")) }
            } @else {
                button.main autofocus[!cut] { (self.say("pick-give")) }
            }
        };
        self.posting(None, "/order", &fields)
    }

    /// Orders that a button gives at once.
    fn buttons(&self, step: &OrderStep) -> Markup {
        if !self.page.has(ChoicePlace::Order) {
            return html! {};
        }
        let buttons = html! {
            @for choice in step.choices.iter().filter(|choice| choice.shown == ChoicePlace::Order) {
                button name="c" value=(choice.code) { (labelled(choice)) }
            }
        };
        self.posting(Some("choices"), "/order", &buttons)
    }

    /// Ways to change the orders of the buttons.
    fn asides(&self, step: &OrderStep) -> Markup {
        let mut asides = step.choices.iter().filter(|choice| choice.shown == ChoicePlace::Aside).peekable();
        let Some(first) = asides.peek() else { return html! {} };
        html! {
            details {
                summary { (first.about) }
                ul.choices { @for choice in asides { li { a.button href=(self.href(choice)) { (choice.label) } } } }
            }
        }
    }

    /// Orders that are too many for a button each.
    fn menu(&self, menu: &OrderMenu) -> Markup {
        let fields = html! {
            label {
                span { (menu.verb) }
                select name="c" required {
                    option value="" { (self.say("board-choose")) }
                    @for choice in &menu.choices {
                        option value=(choice.code) {
                            (choice.label) @if !choice.about.is_empty() { " " (choice.about) }
                        }
                    }
                }
            }
            button { (self.say("pick-give")) }
        };
        self.posting(Some("fields"), "/order", &fields)
    }

    fn href(&self, choice: &StepChoice) -> String {
        self.step(&format!("&c={}", choice.code))
    }

    fn links(&self, step: &OrderStep) -> Markup {
        if !self.page.has(ChoicePlace::Link) {
            return html! {};
        }
        html! {
            ul.choices {
                @for (at, choice) in step.choices.iter().filter(|choice| choice.shown == ChoicePlace::Link).enumerate() {
                    li {
                        a.button href=(self.href(choice)) autofocus[at == 0 && self.page.is_beside] {
                            (labelled(choice))
                        }
                    }
                }
            }
        }
    }

    /// Done, by hand, back, and back to the beginning.
    fn ways(&self, step: &OrderStep) -> Markup {
        if self.page.is_first {
            return html! {};
        }
        // A button gives the order as it is.
        let is_way = |choice: &&StepChoice| {
            choice.shown == ChoicePlace::Way && (choice.code != DONE || step.order.is_none())
        };
        html! {
            p.row {
                @for choice in step.choices.iter().filter(is_way) {
                    a.button href=(self.href(choice)) { (choice.label) }
                }
                a.button href=(self.here("")) { (self.say("pick-over")) }
            }
        }
    }

    /// A form that goes on with the order, or gives it.
    fn form(&self, form: &StepForm, gives: bool) -> Markup {
        let action = if matches!(form, StepForm::Text(_)) { "/order" } else { "/choose" };
        let label = if gives || action == "/order" { "pick-give" } else { "board-go-on" };
        // What was filled in and refused is shown again.
        let again = &self.page.kept;
        let kept = |name: &str, else_: String| self.kept(name, else_);
        // Boxes without a tick send nothing, so the ticket of a form tells that it was filled in.
        let ticked = |at: usize, chosen: bool| match again.get("o") {
            Some(_) => again.all(FIELD).any(|ticked| ticked == at.to_string()),
            None => chosen,
        };
        let fields = html! {
            @if matches!(form, StepForm::Number(..) | StepForm::Shares(_)) { (self.begun()) }
            @match form {
                StepForm::Some(items) => fieldset {
                    legend { (self.say("board-several")) }
                    @for (at, (name, about, chosen)) in items.iter().enumerate() {
                        label {
                            input type="checkbox" name=(FIELD) value=(at) checked[ticked(at, *chosen)];
                            " " (name) @if !about.is_empty() { " " span.soft { (about) } }
                        }
                    }
                },
                StepForm::Number(least, most) => {
                    label for=(FIELD) { (range(&|key, args| self.say_with(key, args), (*least, *most))) }
                    input id=(FIELD) name=(FIELD) type="number" inputmode="numeric" min=(least) max=(most)
                        value=(kept(FIELD, String::new())) required;
                },
                StepForm::Shares(bins) => @for (at, (name, most, shared)) in bins.iter().enumerate() {
                    @let range = range(&|key, args| self.say_with(key, args), (0, *most));
                    input type="hidden" name=(NAMED) value=(name);
                    label {
                        span { (self.say_with("pick-share", &[("bin", name.as_str().into()), ("range", range.into())])) }
                        input name=(field_of(at)) type="number" inputmode="numeric" min="0" max=(most)
                            value=(kept(&field_of(at), shared.to_string()));
                    }
                },
                StepForm::Sort(things, bins) => (self.sorting(things, bins)),
                StepForm::Text(most) => {
                    label for=(FIELD) { (self.say("board-text")) }
                    textarea id=(FIELD) name=(FIELD) rows="3" maxlength=(most) required { (kept(FIELD, String::new())) }
                },
            }
            button.main { (self.say(label)) }
        };
        self.posting(Some("fields"), action, &fields)
    }

    /// The refused value that was filled in, else `value`.
    fn kept(&self, name: &str, value: String) -> String {
        self.page.kept.get(name).map_or(value, str::to_owned)
    }

    /// A bin for each thing, class by class, and one for all of a class, where a bin holds them.
    fn sorting(&self, things: &[SortedThing], bins: &[SortBin]) -> Markup {
        let mut classes: Vec<(Word, Vec<(usize, &SortedThing)>)> = Vec::new();
        for (at, thing) in things.iter().enumerate() {
            match classes.iter_mut().find(|(class, _)| *class == thing.class) {
                Some((_, of_class)) => of_class.push((at, thing)),
                None => classes.push((thing.class, vec![(at, thing)])),
            }
        }
        let select = |name: &str, chosen: &str, (class, count): (Word, usize), as_below: Option<&str>| {
            html! {
                select name=(name) {
                    @if let Some(text) = as_below { option value="" { (text) } }
                    option value="0" selected[chosen == "0"] { "–" }
                    @for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.holds(class, count)) {
                        option value=(at + 1) selected[chosen == (at + 1).to_string()] { (bin.name) }
                    }
                }
            }
        };
        let each = |of_class: &[(usize, &SortedThing)]| {
            html! {
                @for (at, thing) in of_class {
                    @let bin = self.kept(&field_of(*at), thing.bin.to_string());
                    label { span { (thing.name) " " span.soft { (thing.class_name) } } (select(&field_of(*at), &bin, (thing.class, 1), None)) }
                }
            }
        };
        html! {
            @for (class, of_class) in &classes {
                @let together = (*class, of_class.len());
                @if let [(_, first), _, ..] = of_class[..] && bins.iter().any(|bin| bin.holds(*class, of_class.len())) {
                    @let name = field_of_class(*class);
                    @let args = [("class", first.class_name.as_str().into()), ("count", of_class.len().into())];
                    label {
                        span { (self.say_with("board-all-of", &args)) }
                        (select(&name, &self.kept(&name, String::new()), together, Some(&self.say("board-each"))))
                    }
                    details { summary { (first.class_name) " · " (self.say("board-each")) } (each(of_class)) }
                } @else {
                    (each(of_class))
                }
            }
        }
    }

    fn line(&self) -> Markup {
        let fields = html! {
            label for="line" { (self.say("board-line")) }
            div {
                input id="line" name="line" type="text" value=(self.page.typed) autocomplete="off"
                    autocapitalize="off" spellcheck="false" maxlength="2000";
                button { (self.say("board-send")) }
            }
        };
        self.posting(Some("line"), "/line", &fields)
    }

    fn odds(&self) -> Markup {
        if self.page.odds.is_empty() {
            return html! {};
        }
        html! {
            details {
                summary { (self.say("board-odds")) }
                ul { @for line in &self.page.odds { li { (line) } } }
            }
        }
    }

    fn log(&self) -> Markup {
        let recap = &self.page.recap;
        html! {
            section.log aria-label=(self.say("board-log")) {
                @if let Some(heading) = &recap.heading {
                    h3 { (heading) }
                    @for line in &recap.lines {
                        @match line.weight {
                            Weight::Plain => p { (self.pointing(&line.text)) },
                            weight => (weighted(weight, &line.text)),
                        }
                    }
                }
                details open[recap.heading.is_none()] {
                    summary { (self.say("board-log")) }
                    ul {
                        @for (entry, row) in self.page.log.iter().rev() {
                            li {
                                @let back = self.step(&format!("&at={entry}"));
                                a.at href=(back) title=(self.say("board-look-back")) { (entry) }
                                " " (self.pointing(row))
                            }
                        }
                    }
                }
            }
        }
    }

    fn in_words(&self) -> Markup {
        html! {
            details {
                summary { (self.say("board-in-words")) }
                @for (weight, line) in &self.page.in_words { (weighted(*weight, line)) }
            }
        }
    }
}

/// The label of a choice, with a line about it.
fn labelled(choice: &StepChoice) -> Markup {
    html! { (choice.label) @if !choice.about.is_empty() { span.soft { (choice.about) } } }
}

/// The lines of a text, a paragraph each.
fn lines(class: &str, text: &str) -> Markup {
    html! { @for line in text.lines() { p class=(class) { (coded(line)) } } }
}
