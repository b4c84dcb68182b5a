//! A position as a picture, for every door: drawn once and cached for all. Drawing takes some tenths of a second, so never call
//! it on a thread that answers somebody. As many pictures are drawn at once as there are processors, less one, and at least one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::{ClubError, GameWords};
use crate::game::{Fact, Viewer};
use crate::games::{AskedSeat, Playable, Subject};
use crate::log::Head;
pub use crate::picture::Theme;
use crate::picture::{self, END, PageScene, PictureFault};
use crate::view::VisibleEntry;
use crate::words::Lang;

/// Most cached pictures, some hundred kilobytes each.
const KEPT: usize = 32;
/// Most cached scenes for pages, a hundred kilobytes each: a player who puts an order together looks at the same one at every step.
const KEPT_SCENES: usize = 256;
/// Entries that are read at first to find the reader's last order.
const ENTRIES_AT_FIRST: u64 = 64;

/// A picture of a position as one reader may see it.
#[derive(Debug)]
pub struct Picture {
    /// The name of its file.
    pub name: String,
    /// The file.
    pub png: Vec<u8>,
    /// The text alternative.
    pub alternative: String,
    /// SHA-256 of the picture without the latest events and the seats to decide: it changes only when the position looks
    /// different.
    pub position: String,
}

/// The input of a picture.
pub(super) struct Sitter<'a, G: Playable> {
    pub(super) table: &'a str,
    pub(super) head: Head,
    pub(super) game: &'a G,
    pub(super) game_words: &'a GameWords,
    pub(super) viewer: Viewer,
    pub(super) view: &'a G::View,
    pub(super) awaited: &'a [AskedSeat],
}

impl<G: Playable> Sitter<'_, G> {
    /// The events of the game after an entry, or since the viewer's last order; `lines` reads those after an entry up to the head,
    /// as the viewer may see them.
    pub(super) fn facts_after<E>(
        &self,
        after: Option<u64>,
        lines: impl Fn(u64) -> Result<Vec<VisibleEntry>, E>,
    ) -> Result<Vec<Fact<G::Event>>, ClubError>
    where
        ClubError: From<E>,
    {
        let lines = match after {
            Some(after) => lines(after)?,
            None => since_last_order(self.head.seq, self.viewer, lines)?,
        };
        Ok(self.game_words.facts(&lines)?)
    }
}

/// The requested picture.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// One of the kinds the position has; the best without one.
    pub kind: Option<&'a str>,
    /// The colours.
    pub theme: &'static Theme,
    /// The entry after which events count as the latest; `None` for the reader's last order.
    pub after: Option<u64>,
}

impl Wanted<'_> {
    /// The picture that shows the position best, with the events since the reader's last order.
    pub fn best(theme: &'static Theme) -> Wanted<'static> {
        Wanted { kind: None, theme, after: None }
    }
}

#[derive(Clone, PartialEq)]
struct Key {
    table: String,
    head: Head,
    viewer: Viewer,
    lang: Lang,
    theme: &'static str,
    kind: &'static str,
    after: Option<u64>,
}

/// The latest last; `None` for what cannot be drawn.
type Pictures = Vec<(Key, Option<Arc<Picture>>)>;

static PICTURES: Mutex<Pictures> = Mutex::new(Vec::new());

/// The latest used last; `None` for what cannot be drawn.
type Scenes = Vec<(Key, Option<Arc<PageScene>>)>;

static SCENES: Mutex<Scenes> = Mutex::new(Vec::new());
/// The pictures that are drawn now. One processor is always left to the threads that answer.
static DRAWING: Drawing =
    Drawing { now: Mutex::new(Vec::new()), ended: Condvar::new(), waiting: AtomicUsize::new(0) };
/// Most pictures drawn at once.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1));

/// Threads that wait for a place from which on pictures are crowded.
const WAITING: usize = 24;

/// Pictures being drawn: each once, however many ask for it.
struct Drawing {
    now: Mutex<Vec<Key>>,
    ended: Condvar,
    waiting: AtomicUsize,
}

/// A picture being drawn, until this is dropped.
struct UnderWay<'a>(&'a Drawing, &'a Key);

impl Drawing {
    /// Waits for a place. Returns the picture if another thread has drawn it meanwhile.
    fn begin<'a>(&'a self, key: &'a Key) -> Result<UnderWay<'a>, Option<Arc<Picture>>> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(known) = kept(key) {
                return Err(known);
            }
            if now.len() < *AT_ONCE && !now.contains(key) {
                now.push(key.clone());
                return Ok(UnderWay(self, key));
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
            now = self.ended.wait(now).unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.now.lock().unwrap_or_else(PoisonError::into_inner).retain(|key| key != self.1);
        self.0.ended.notify_all();
    }
}

/// True if so many threads wait for pictures that somebody at a screen is better told in words: orders need the threads.
pub fn is_crowded() -> bool {
    DRAWING.waiting.load(Ordering::Relaxed) >= WAITING
}

/// The picture; `None` if the position has none of that kind, or if it cannot be drawn, which is logged. `facts` returns the
/// events after an entry, or since the reader's last order, as far as the viewer may know them.
pub(super) fn drawn<G: Playable>(
    sitter: &Sitter<'_, G>,
    wanted: Wanted<'_>,
    facts: impl FnOnce(Option<u64>) -> Result<Vec<Fact<G::Event>>, ClubError>,
) -> Result<Option<Arc<Picture>>, ClubError> {
    let kinds = sitter.game.pictures(sitter.view);
    let kind = match wanted.kind {
        Some(kind) => kinds.into_iter().find(|known| *known == kind),
        None => kinds.first().copied(),
    };
    let Some(kind) = kind else { return Ok(None) };
    let key = Key {
        table: sitter.table.to_owned(),
        head: sitter.head,
        viewer: sitter.viewer,
        lang: sitter.game_words.lang,
        theme: wanted.theme.name,
        kind,
        after: wanted.after,
    };
    if let Some(known) = kept(&key) {
        return Ok(known);
    }
    let _under_way = match DRAWING.begin(&key) {
        Ok(under_way) => under_way,
        Err(known) => return Ok(known),
    };
    let facts = facts(if kind == END { Some(0) } else { wanted.after })?;
    // A position that cannot be drawn must not lose the report in words.
    let made = catch_unwind(AssertUnwindSafe(|| made(sitter, kind, wanted.theme, &facts)));
    let made = match made {
        Ok(Ok(made)) => made.map(Arc::new),
        Ok(Err(fault)) => {
            tracing::error!(table = sitter.table, head = sitter.head.seq, kind, %fault, "a position cannot be drawn");
            None
        }
        Err(_) => {
            tracing::error!(table = sitter.table, head = sitter.head.seq, kind, "a position cannot be drawn");
            None
        }
    };
    let mut pictures = PICTURES.lock().unwrap_or_else(PoisonError::into_inner);
    if pictures.len() >= KEPT {
        pictures.remove(0);
    }
    pictures.push((key.clone(), made.clone()));
    Ok(made)
}

/// As [`scene_of`], of the table as it is: drawn once for each viewer and language, and cached.
pub(super) fn scene_now<G: Playable>(
    sitter: &Sitter<'_, G>,
    kind: &str,
    facts: impl FnOnce(Option<u64>) -> Result<Vec<Fact<G::Event>>, ClubError>,
) -> Result<Option<Arc<PageScene>>, ClubError> {
    let known = sitter.game.pictures(sitter.view).into_iter().find(|known| *known == kind);
    let Some(kind) = known else { return Ok(None) };
    let (theme, after) = (Theme::styled().name, None);
    let (table, lang) = (sitter.table.to_owned(), sitter.game_words.lang);
    let key = Key { table, head: sitter.head, viewer: sitter.viewer, lang, theme, kind, after };
    if let Some(known) = kept_scene(&key) {
        return Ok(known);
    }
    let made = scene_of(sitter, kind, facts)?.map(Arc::new);
    let mut scenes = SCENES.lock().unwrap_or_else(PoisonError::into_inner);
    if scenes.len() >= KEPT_SCENES {
        scenes.remove(0);
    }
    scenes.push((key, made.clone()));
    Ok(made)
}

fn kept_scene(key: &Key) -> Option<Option<Arc<PageScene>>> {
    let mut scenes = SCENES.lock().unwrap_or_else(PoisonError::into_inner);
    let at = scenes.iter().position(|(known, _)| known == key)?;
    scenes[at..].rotate_left(1);
    scenes.last().map(|(_, scene)| scene.clone())
}

/// The scene of a picture of this kind, in the colours of a style sheet; `None` if the position has none of the kind, or if it
/// cannot be drawn, which is logged. `facts` as for [`drawn`].
pub(super) fn scene_of<G: Playable>(
    sitter: &Sitter<'_, G>,
    kind: &str,
    facts: impl FnOnce(Option<u64>) -> Result<Vec<Fact<G::Event>>, ClubError>,
) -> Result<Option<PageScene>, ClubError> {
    let known = sitter.game.pictures(sitter.view).into_iter().find(|known| *known == kind);
    let Some(kind) = known else { return Ok(None) };
    let facts = facts(if kind == END { Some(0) } else { None })?;
    let subject =
        Subject { reader: sitter.viewer.seat(), view: sitter.view, facts: &facts, awaited: sitter.awaited };
    let (phrases, theme) = (sitter.game_words.phrases(), Theme::styled());
    let draw = || sitter.game.picture(kind, &subject, phrases, theme).map(PageScene::of);
    Ok(catch_unwind(AssertUnwindSafe(draw)).unwrap_or_else(|_| {
        tracing::error!(table = sitter.table, head = sitter.head.seq, kind, "a position cannot be drawn");
        None
    }))
}

fn kept(key: &Key) -> Option<Option<Arc<Picture>>> {
    let pictures = PICTURES.lock().unwrap_or_else(PoisonError::into_inner);
    pictures.iter().find(|(known, _)| known == key).map(|(_, picture)| picture.clone())
}

fn made<G: Playable>(
    sitter: &Sitter<'_, G>,
    kind: &'static str,
    theme: &'static Theme,
    facts: &[Fact<G::Event>],
) -> Result<Option<Picture>, PictureFault> {
    let scene = |facts: &[_], awaited: &[_]| {
        let subject = Subject { reader: sitter.viewer.seat(), view: sitter.view, facts, awaited };
        sitter.game.picture(kind, &subject, sitter.game_words.phrases(), theme)
    };
    let Some((scene, position)) = scene(facts, sitter.awaited).zip(scene(&[], &[])) else { return Ok(None) };
    Ok(Some(Picture {
        name: format!("{}-{}-{kind}.png", sitter.table, sitter.head.seq),
        png: picture::png(&scene)?,
        alternative: scene.alternative(),
        position: hex::encode(Sha256::digest(picture::svg(&position))),
    }))
}

/// The lines of the log from the viewer's last order (for a spectator, from anybody's) to entry `last`; all lines if there is
/// no such order. `lines` reads those after an entry, as the viewer may see them.
///
/// # Errors
/// Those of `lines`.
pub fn since_last_order<E>(
    last: u64,
    viewer: Viewer,
    lines: impl Fn(u64) -> Result<Vec<VisibleEntry>, E>,
) -> Result<Vec<VisibleEntry>, E> {
    let ordered = |line: &VisibleEntry| match viewer {
        Viewer::Seat(seat) => line.by().is_some_and(|by| by.seat == seat.as_str()),
        Viewer::Spectator | Viewer::All => true,
    };
    let mut back = ENTRIES_AT_FIRST;
    loop {
        let after = last.saturating_sub(back);
        let mut lines = lines(after)?;
        let order = lines.iter().rposition(|line| line.is_of("OrderGiven") && ordered(line));
        if order.is_some() || after == 0 {
            return Ok(lines.split_off(order.unwrap_or(0)));
        }
        back = back.saturating_mul(2);
    }
}
