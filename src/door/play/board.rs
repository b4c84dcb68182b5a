//! The pictures of a position, with the areas of what may be chosen as links.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

use crate::club::ClubError;
use crate::club::picking::OptionsPath;
use crate::club::picking::steps::{ChoicePlace, StepChoice, Steps, THEN};
use crate::club::session::PlayerSession;
use crate::door::html::coded_or;
use crate::game::Word;
use crate::picture::{PageScene, TargetLink, linked};
use crate::report::Phrases;
use crate::words::{Lang, Words};

/// The picture of a page, and the kinds that the position has.
pub struct BoardPicture {
    /// The picture.
    pub svg: String,
    /// Its kind.
    pub kind: &'static str,
    /// All kinds, the best one first.
    pub kinds: Vec<&'static str>,
    /// The names of areas that may be pointed at, the longest first, with their words.
    pub named: Vec<(String, String)>,
}

impl BoardPicture {
    /// The picture of a scene. The areas that `text` names may be pointed at.
    pub fn of(
        (scene, kind, kinds): (&PageScene, &'static str, Vec<&'static str>),
        phrases: Phrases<'_>,
        link: &dyn Fn(&str) -> Option<TargetLink>,
        text: &str,
    ) -> BoardPicture {
        let words: BTreeSet<&str> = scene.targets().iter().map(|target| target.word.as_str()).collect();
        let name = |word: &str| Some((phrases.name(word.parse().ok()?), word.to_owned()));
        let mut named: Vec<(String, String)> = words.into_iter().filter_map(name).collect();
        named.retain(|(name, _)| found(text, name).is_some());
        named.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let svg = linked(scene, link, &|word| named.iter().any(|(_, named)| named == word));
        BoardPicture { svg, kind, kinds, named }
    }

    /// True if an area of it is a link.
    pub fn is_lit(&self) -> bool {
        self.svg.contains("class=\"lit")
    }

    /// A text, in which the names of areas lead to them; what is typed stands between backticks.
    pub fn pointing(&self, text: &str) -> Markup {
        coded_or(text, &|part| self.named_in(part))
    }

    fn named_in(&self, text: &str) -> Markup {
        let first = |(at, name, word): (usize, &String, &String)| (at, name.len(), word.clone());
        let names = self.named.iter().filter_map(|(name, word)| Some((found(text, name)?, name, word)));
        // Of names at one place the first is taken, and that is the longest.
        let Some((at, length, word)) = names.min_by_key(|(at, ..)| *at).map(first) else {
            return html! { (text) };
        };
        let (before, rest) = text.split_at(at);
        let (name, after) = rest.split_at(length);
        html! { (before) a href={ "#s-" (word) } { (name) } (self.named_in(after)) }
    }
}

/// The place of a name in a text, which no letter of a longer word touches: Japanese has no spaces.
fn found(text: &str, name: &str) -> Option<usize> {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = is_letter(name.chars().next()) && is_letter(text[..*at].chars().next_back());
        let after = is_letter(name.chars().next_back()) && is_letter(text[at + name.len()..].chars().next());
        !name.is_empty() && !before && !after
    })
}

/// An area that is a link.
pub struct LitArea {
    /// The end of its address.
    pub end: String,
    /// Its effect, in words.
    pub title: String,
    /// True if it is chosen already.
    pub chosen: bool,
    /// True if a script that follows it gives an order; the page behind it shows the order.
    pub gives: bool,
}

/// The areas that are links, by their words.
pub type Lit = BTreeMap<Word, LitArea>;

/// The areas that are links at a step.
pub fn lit(steps: &Steps<'_>, path: Option<&OptionsPath>) -> Lit {
    let of_word = |(word, choices): (Word, Vec<StepChoice>)| {
        let area = match &choices[..] {
            [only] => LitArea {
                end: format!("c={}", only.code),
                title: title(only),
                chosen: only.chosen,
                gives: only.shown == ChoicePlace::Order,
            },
            several => {
                LitArea { end: format!("on={word}"), title: titles(several), chosen: false, gives: false }
            }
        };
        (word, area)
    };
    steps.on_board(path).into_iter().map(of_word).collect()
}

/// The titles of several choices. A beginning that they share is written once.
fn titles(several: &[StepChoice]) -> String {
    let (mut titles, mut alike) = (String::new(), "");
    for choice in several {
        let label = choice.label.as_str();
        let head = label.rfind(THEN).map_or("", |at| &label[..at + THEN.len()]);
        let is_alike = !head.is_empty() && head == alike;
        let part = if is_alike { &label[head.len()..] } else { label };
        titles = if titles.is_empty() { part.to_owned() } else { format!("{titles} · {part}") };
        alike = head;
    }
    titles
}

/// What a choice is, with a line about it.
fn title(choice: &StepChoice) -> String {
    if choice.about.is_empty() { choice.label.clone() } else { format!("{}: {}", choice.label, choice.about) }
}

/// The picture of the wanted kind; without one, of the first kind in which something is a link, else of the best. `address` is that
/// of a link.
pub fn drawn(
    session: &PlayerSession,
    wanted: Option<&str>,
    (lit, address): (&Lit, &dyn Fn(&LitArea) -> String),
    text: &str,
) -> Result<Option<BoardPicture>, ClubError> {
    let kinds = session.pictures();
    let link = |word: &str| {
        let area = lit.get(&word.parse::<Word>().ok()?)?;
        Some(TargetLink { href: address(area), title: area.title.clone(), chosen: area.chosen })
    };
    let has = |scene: &PageScene| {
        lit.keys().filter(|word| scene.targets().iter().any(|target| target.word == word.as_str())).count()
    };
    let named = kinds.iter().copied().filter(|kind| wanted.is_none_or(|wanted| wanted == *kind));
    let mut best: Option<(usize, &'static str, Arc<PageScene>)> = None;
    for kind in named {
        let Some(scene) = session.scene(kind)? else { continue };
        let count = has(&scene);
        if best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, kind, scene));
        }
        // No other kind can have more links.
        if lit.is_empty() || count == lit.len() {
            break;
        }
    }
    let phrases = session.game_words().phrases();
    Ok(best.map(|(_, kind, scene)| BoardPicture::of((&scene, kind, kinds), phrases, &link, text)))
}

/// A picture, with links to those of other kinds.
pub fn figure(words: &Words, lang: Lang, board: &BoardPicture, link: impl Fn(&str) -> String) -> Markup {
    html! {
        figure {
            div class={ "board " (board.kind) } tabindex="0" { (PreEscaped(&board.svg)) }
            @if board.kinds.len() > 1 {
                figcaption {
                    nav.row aria-label=(words.say(lang, "board-views", &[])) {
                        @for kind in &board.kinds {
                            a href=(link(kind)) aria-current=[(*kind == board.kind).then_some("true")] {
                                (words.say(lang, &format!("board-view-{kind}"), &[]))
                            }
                        }
                    }
                }
            }
        }
    }
}
