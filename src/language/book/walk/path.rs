//! A walk as typed: the places in order, or its end and the places on the way.

use super::super::find::Found;
use super::{ParseError, Walker, is_one_of};
use crate::game::{Arg, Walk, Word};

/// Words before the end of a walk.
const TO: &[&str] = &["to"];
/// Words before the places it leads over.
const VIA: &[&str] = &["via"];
/// Words between the places.
const BETWEEN: &[&str] = &["to", "via", "then", "->", "→", "へ", "経由"];
/// The longest way that is looked for when a place is out of reach.
const FAR_STEPS: usize = 60;

impl Walker<'_> {
    pub(super) fn walk(&mut self, arg: &'static str, walk: &Walk) -> Result<(), ParseError> {
        let mut typed: Vec<&str> =
            self.key(arg)?.map(|v| v.iter().map(String::as_str).collect()).unwrap_or_default();
        let by_position = if typed.is_empty() { self.typed() } else { vec![] };
        typed.extend(&by_position);
        let mut keyed = Vec::new();
        for key in ["via", "to"] {
            keyed.extend(self.key(key)?.into_iter().flatten().map(String::as_str));
        }
        let mut routes: Vec<(Word, Vec<Word>)> = walk.routes().into_iter().collect();
        // The nearest first: a parse error lists only a few of them.
        routes.sort_by_key(|(_, path)| path.len());
        let reach: Vec<Word> = routes.into_iter().map(|(place, _)| place).collect();
        let mut places = self.places(arg, walk, &reach, &typed, !by_position.is_empty())?;
        places.extend(self.places(arg, walk, &reach, &keyed, false)?);
        if places.is_empty() {
            self.left_out.push((arg, reach.clone()));
            return if self.lenient { Ok(()) } else { Err(self.missing(arg, reach)) };
        }
        let path = way(walk, &places, walk.most)
            .filter(|path| walk.accepts(path))
            // Out of reach or barred: a whole way lets the rules say what stops it.
            .or_else(|| way(&unhindered(walk), &places, FAR_STEPS))
            .unwrap_or(places);
        self.form.set(Word::literal(arg), Arg::Words(path));
        Ok(())
    }

    /// The places named by `typed`, in the order of the way.
    fn places(
        &mut self,
        arg: &'static str,
        walk: &Walk,
        reach: &[Word],
        typed: &[&str],
        by_position: bool,
    ) -> Result<Vec<Word>, ParseError> {
        let finder = self.finder(self.arg_spec(arg), walk.lines.keys().copied().collect());
        let (mut places, mut ends, mut ended): (Vec<Word>, Vec<Word>, bool) = (vec![], vec![], false);
        let mut at = 0;
        while at < typed.len() {
            // A place may be called like one of these words; its name comes first.
            let between = is_between(typed[at]) && !finder.names_in_full(reach, &typed[at..=at]);
            let used = match finder.find(reach, &typed[at..]) {
                _ if between => {
                    // `to WSI via NSI` ends at WSI; in `to NSI to WSI` the one comes after the other.
                    if is_one_of(TO, typed[at]) {
                        places.append(&mut ends);
                        ended = true;
                    } else if is_one_of(VIA, typed[at]) {
                        ended = false;
                    }
                    1
                }
                Found::Named(word, n) | Found::Begun(word, n) | Found::Known(word, n) => {
                    if ended {
                        ends.push(word)
                    } else {
                        places.push(word)
                    }
                    n
                }
                _ if by_position && at > 0 && self.begins_again() => break,
                Found::Several(words, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), words));
                }
                Found::Vague(_) | Found::Nothing => {
                    return Err(self.unknown(arg, reach.to_vec(), typed[at]));
                }
            };
            if by_position {
                self.take(arg, reach, used);
            }
            at += used;
        }
        places.append(&mut ends);
        Ok(places)
    }
}

/// Returns whether a word stands between the places of a walk: `to`, `via`.
pub(in crate::book) fn is_between(typed: &str) -> bool {
    is_one_of(BETWEEN, typed)
}

/// The same walk over places that end or bar it.
fn unhindered(walk: &Walk) -> Walk {
    Walk { stops: Default::default(), stops_now: vec![], barred: vec![], ..walk.clone() }
}

/// The way over `places`, each reached by a shortest walk from the one before, in at most `most` steps.
pub(in crate::book) fn way(walk: &Walk, places: &[Word], most: usize) -> Option<Vec<Word>> {
    let mut path: Vec<Word> = Vec::new();
    let mut from = walk.from;
    for place in places {
        if walk.steps_from(from).contains(place) {
            path.push(*place);
        } else {
            let left = Walk { from, most: most.saturating_sub(path.len()), ..walk.clone() };
            path.extend(left.routes().remove(place)?);
        }
        from = *place;
    }
    (path.len() <= most).then_some(path)
}

/// The places to which a walk over `before` may go on, the nearest first.
pub(in crate::book) fn onward(walk: &Walk, before: &[Word]) -> Vec<Word> {
    let Some(path) = way(walk, before, walk.most) else { return vec![] };
    let end = path.last().copied().unwrap_or(walk.from);
    if path.len() >= walk.most || (!path.is_empty() && walk.stops_at(end)) {
        return vec![];
    }
    let left = Walk { from: end, most: walk.most - path.len(), ..walk.clone() };
    let mut routes: Vec<(usize, Word)> =
        left.routes().into_iter().map(|(place, path)| (path.len(), place)).collect();
    routes.extend(walk.steps_from(end).into_iter().map(|place| (1, place)));
    routes.sort();
    routes.dedup_by_key(|(_, place)| *place);
    routes.into_iter().map(|(_, place)| place).collect()
}
