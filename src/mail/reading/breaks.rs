//! Lines that a mail program broke: the HTML beside the text shows their ends, or they are unknown.

use super::raw::Raw;

/// Programs break lines so that none is longer than this, in columns.
const LONGEST: usize = 78;
/// No program breaks a line that has room for the next word up to this column.
const SHORTEST: usize = 60;

/// The number of columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

fn width(c: char) -> usize {
    if c < '\u{1100}' { 1 } else { 2 }
}

/// The lines of a plain text as their sender wrote them: broken ones are joined if the HTML has them in one piece, and marked
/// if nothing tells.
pub(super) fn mended(lines: Vec<Raw>, html: Option<&[Raw]>) -> Vec<Raw> {
    let whole: Vec<(&str, String)> =
        html.into_iter().flatten().filter_map(Raw::text).map(|text| (text, squeezed(text))).collect();
    let (mut mended, mut at) = (Vec::with_capacity(lines.len()), 0);
    // The line above, where its end is not known to be one.
    let mut above: Option<&str> = None;
    while let Some(line) = lines.get(at) {
        let Some(text) = line.text() else {
            mended.push(line.clone());
            (above, at) = (None, at + 1);
            continue;
        };
        let (joined, after) =
            longest(&lines, at, &whole).map_or((None, at + 1), |(text, after)| (Some(text), after));
        let own = joined.unwrap_or(text).to_owned();
        mended.push(match above.is_some_and(|above| may_go_on(above, text)) {
            true => Raw::Broken(own),
            false => Raw::Own(own),
        });
        // The HTML shows that a joined line ends here, so the next one is no rest of it.
        above = if joined.is_some() { None } else { Some(text) };
        at = after;
    }
    mended
}

/// The longest line whose parts are the lines from `at` on, and the start of the next.
fn longest<'a>(lines: &[Raw], at: usize, whole: &[(&'a str, String)]) -> Option<(&'a str, usize)> {
    let most = whole.iter().map(|(_, squeezed)| squeezed.len()).max()?;
    let (mut text, mut found) = (String::new(), None);
    for (line, after) in lines[at..].iter().zip(at + 1..) {
        let Some(part) = line.text() else { break };
        text.push_str(&squeezed(part));
        // Longer than every line of the HTML, so no further part makes it one of them.
        if text.len() > most {
            break;
        }
        found = whole.iter().find(|(_, it)| *it == text).map(|(line, _)| (*line, after)).or(found);
    }
    found
}

/// A text without spaces and signs between words, in which programs differ.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns whether `next` may be the end of the line `above` it: there was no room for its first word.
fn may_go_on(above: &str, next: &str) -> bool {
    // Japanese is broken between any two letters.
    let first = next.chars().next().map_or(0, width);
    let word = if first > 1 { first } else { columns(next.split_whitespace().next().unwrap_or_default()) };
    let above = columns(above);
    above <= LONGEST && above + 1 + word > SHORTEST
}
