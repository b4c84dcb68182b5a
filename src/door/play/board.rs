//! The pictures of a position, with the areas of what may be chosen as links.

use std::collections::BTreeMap;

use super::steps::{ChoicePlace, StepChoice, Steps};
use crate::club::ClubError;
use crate::club::session::PlayerSession;
use crate::game::Word;
use crate::picture::{Scene, TargetLink, linked};

/// The picture of a page, and the kinds that the position has.
pub struct BoardPicture {
    /// The picture.
    pub svg: String,
    /// Its kind.
    pub kind: &'static str,
    /// All kinds, the best one first.
    pub kinds: Vec<&'static str>,
    /// The words whose areas are links in it.
    pub lit: usize,
}

/// What an area does: the end of its address, and its title.
pub type Lit = BTreeMap<Word, (String, String, bool)>;

/// The areas that are links at a step: at the first, those that begin an order.
pub fn lit(steps: &Steps<'_>, choices: &[StepChoice], is_first: bool) -> Lit {
    if is_first {
        let of_word = |(word, choices): (Word, Vec<StepChoice>)| {
            let titles = choices.iter().map(title).collect::<Vec<_>>().join(" · ");
            let end = match &choices[..] {
                [only] => format!("c={}", only.code),
                _ => format!("on={word}"),
            };
            (word, (end, titles, false))
        };
        return steps.on_board().into_iter().map(of_word).collect();
    }
    let of_word = |choice: &StepChoice| {
        let word = choice.word.filter(|_| choice.shown != ChoicePlace::Order)?;
        Some((word, (format!("c={}", choice.code), title(choice), choice.chosen)))
    };
    choices.iter().filter_map(of_word).collect()
}

/// What a choice is, with a line about it.
fn title(choice: &StepChoice) -> String {
    if choice.about.is_empty() { choice.label.clone() } else { format!("{}: {}", choice.label, choice.about) }
}

/// The picture of the wanted kind; without one, of the first kind in which something is a link, else of the best. Links begin with
/// `base`.
pub fn drawn(
    session: &PlayerSession,
    wanted: Option<&str>,
    base: &str,
    lit: &Lit,
) -> Result<Option<BoardPicture>, ClubError> {
    let kinds = session.pictures();
    let link = |word: &str| {
        let (end, title, chosen) = lit.get(&word.parse::<Word>().ok()?)?;
        Some(TargetLink { href: format!("{base}{end}"), title: title.clone(), chosen: *chosen })
    };
    let has = |scene: &Scene| {
        lit.keys().filter(|word| scene.targets.iter().any(|target| target.word == word.as_str())).count()
    };
    let named = kinds.iter().copied().filter(|kind| wanted.is_none_or(|wanted| wanted == *kind));
    let mut best: Option<(usize, &'static str, Scene)> = None;
    for kind in named {
        let Some(scene) = session.scene(kind)? else { continue };
        let count = has(&scene);
        if best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, kind, scene));
        }
        if lit.is_empty() || count == lit.len() {
            break;
        }
    }
    Ok(best.map(|(lit, kind, scene)| BoardPicture { svg: linked(&scene, &link), kind, kinds, lit }))
}
