//! The answers: a page, its picture, or the one sentence that there is nothing, the same for every fault of a link.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::asked::{ONE_FILE, PICTURE, Query, TARGET_BYTES};
use super::club_log::LogFile;
use super::html::{page, page_style};
use super::kept::{Kept, Made, MadeFor, Making, PageAnswer};
use super::papers::Paper;
use crate::club::limits::RateLimits;
use crate::club::page::PagePath;
use crate::club::picture::{Theme, Wanted};
use crate::club::reader::TableReader;
use crate::club::{Club, ClubError, Player};
use crate::config::operator::OperatorSection;
use crate::door::html::{self, PageStyle, sentence, wanted_by};
use crate::door::listener::asker;
use crate::game::Viewer;
use crate::observe;
use crate::words::{Lang, Words, WordsFault};

/// Most answers per minute to one address that had to be made or were refused: a page and its picture, once a second.
const MADE_A_MINUTE: u32 = 120;
/// The same for all addresses together.
const MADE_A_MINUTE_IN_ALL: u32 = 3000;
/// Most requests per minute from one address, of any kind.
const REQUESTS_A_MINUTE: u32 = 1200;
/// Seconds for which a calendar is cached.
const CALENDAR_HOLDS: i64 = 60;
/// Answers that are made at once. The others wait, and none of them takes a thread from those who answer players.
const MADE_AT_ONCE: usize = 2;
/// Requests for which the target and the cache are looked up at once.
const LOOKED_UP_AT_ONCE: usize = 4;
/// The permissions of a game's file beyond its own policy, which is inside it.
const FILE_POLICY: &str = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The name in the log instead of a table, if a calendar cannot be shown.
const CALENDAR: &str = "calendar";
/// The name in the log instead of a table, if the club's log cannot be shown.
const CLUB_LOG: &str = "club-log";

/// The handler of requests for pages.
pub struct PageHandler {
    club: Arc<Club>,
    words: Words,
    style: PageStyle,
    kept: Kept,
    making: Arc<Making>,
    looks: Arc<Semaphore>,
    turns: Turns,
    asked_by: RateLimits,
    made_for: RateLimits,
    made_in_all: RateLimits,
    operator: OperatorSection,
    patience: Patience,
}

/// The times that a request waits.
#[derive(Clone, Copy)]
pub struct Patience {
    /// For its turn to be made.
    pub turn: Duration,
    /// For its answer. A slower answer is still made, and cached for a second request.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { turn: Duration::from_secs(10), answer: Duration::from_secs(25) }
    }
}

/// The turns to make something: while others hold them, nothing is made.
#[derive(Clone)]
pub struct Turns {
    /// For pages, pictures and calendars.
    pub pages: Arc<Semaphore>,
    /// For files of whole games, which are made one at a time, because that takes long.
    pub files: Arc<Semaphore>,
}

/// The parsed request.
#[derive(Clone)]
struct Request {
    path: String,
    lang: Option<Lang>,
    query: Query,
}

/// The source of an answer.
enum Behind<'a> {
    Calendar(Player),
    Page(PagePath<'a>, Box<dyn TableReader>, Lang),
}

impl PageHandler {
    /// Answers with the pages of a club.
    ///
    /// # Errors
    /// Words that cannot be read: a fault of the build.
    pub fn new(club: Arc<Club>) -> Result<PageHandler, WordsFault> {
        let turns = |count| Arc::new(Semaphore::new(count));
        Ok(PageHandler {
            club,
            words: Words::read()?,
            style: page_style(),
            kept: Kept::default(),
            making: Arc::default(),
            looks: turns(LOOKED_UP_AT_ONCE),
            turns: Turns { pages: turns(MADE_AT_ONCE), files: turns(1) },
            asked_by: RateLimits::new(0, REQUESTS_A_MINUTE),
            made_for: RateLimits::new(0, MADE_A_MINUTE),
            made_in_all: RateLimits::new(0, MADE_A_MINUTE_IN_ALL),
            operator: OperatorSection::default(),
            patience: Patience::default(),
        })
    }

    /// The same where an operator says who they are.
    pub fn run_by(self, operator: OperatorSection) -> PageHandler {
        PageHandler { operator, ..self }
    }

    /// The same with other times to wait.
    pub fn waiting(self, patience: Patience) -> PageHandler {
        PageHandler { patience, ..self }
    }

    /// The turns to make something.
    pub fn turns(&self) -> Turns {
        self.turns.clone()
    }

    /// True if nothing is being made.
    pub fn is_idle(&self) -> bool {
        self.making.is_idle()
    }

    /// The answer to a request that comes from `address`; its body is not read.
    pub async fn answer(
        self: Arc<Self>,
        address: IpAddr,
        method: &Method,
        target: (&str, Option<&str>),
        headers: &HeaderMap,
    ) -> Response<Body> {
        let asker = asker(address);
        let answer = match self.asked_by.order(&asker, self.club.now()).is_ok() {
            false => Err(StatusCode::TOO_MANY_REQUESTS),
            true if ![Method::GET, Method::HEAD].contains(method) => {
                self.count(&asker).and(Err(StatusCode::METHOD_NOT_ALLOWED))
            }
            true => self.found(&asker, target, headers).await,
        };
        match answer {
            Ok(made) if has(headers, &made.tag) => counted(StatusCode::NOT_MODIFIED, &made),
            Ok(made) => counted(StatusCode::OK, &made),
            Err(status) => self.refusal(status),
        }
    }

    /// The answer that there is nothing to show: it depends only on the status.
    pub fn refusal(&self, status: StatusCode) -> Response<Body> {
        counted(status, &self.nothing(status))
    }

    /// Counts an answer that has to be made, or a refusal. A cached answer costs nothing, and is given even to an address that
    /// has used up its minute.
    fn count(&self, asker: &str) -> Result<(), StatusCode> {
        let now = self.club.now();
        let fits = self.made_for.order(asker, now).is_ok() && self.made_in_all.order("", now).is_ok();
        if fits { Ok(()) } else { Err(StatusCode::TOO_MANY_REQUESTS) }
    }

    /// The answer for a path, or the status that says why not.
    async fn found(
        self: &Arc<Self>,
        asker: &str,
        (path, query): (&str, Option<&str>),
        headers: &HeaderMap,
    ) -> PageAnswer {
        let too_long = path.len() + query.map_or(0, str::len) > TARGET_BYTES;
        if let Some(file) = LogFile::at(path).filter(|_| !too_long) {
            self.count(asker)?;
            return self.clone().log_file(file).await;
        }
        let paper = Paper::at(path).filter(|_| !too_long);
        // Nothing is read of a link that this server never gave.
        let is_link =
            || self.club.pages().calendar_path(path).is_some() || self.club.pages().path(path).is_some();
        if too_long || paper.is_none() && !is_link() {
            return self.count(asker).and(Err(StatusCode::NOT_FOUND));
        }
        let query = Query::read(query.unwrap_or_default());
        let lang = query.lang.or_else(|| wanted_by(headers));
        if let Some(paper) = paper {
            let page = paper.page(&self.words, lang.unwrap_or(Lang::En), &self.style, &self.operator);
            return Ok(Arc::new(self.of_html(page)));
        }
        let request = Request { path: path.to_owned(), lang, query };
        let found = async {
            // The cache comes before the queue: a cached answer waits for no other.
            let key = match self.looked_up(request.clone()).await? {
                Ok(kept) => return Ok(kept),
                Err(key) => key,
            };
            // Whoever asks for the same meanwhile shares the making, and is not counted.
            let awaited = match self.making.find(&key) {
                Some(awaited) => awaited,
                None => {
                    self.count(asker)?;
                    self.making.start(key, self.clone().made(request))
                }
            };
            awaited.await
        };
        let found =
            timeout(self.patience.answer, found).await.unwrap_or(Err(StatusCode::SERVICE_UNAVAILABLE));
        match found {
            Err(StatusCode::NOT_FOUND) => self.count(asker).and(found),
            found => found,
        }
    }

    /// A file of the club's log.
    async fn log_file(self: Arc<Self>, file: LogFile) -> PageAnswer {
        let look = self.looks.clone().acquire_owned().await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        let made = tokio::task::spawn_blocking(move || {
            let _look = look;
            let made = file.made(&self.club).map_err(|trouble| failed(CLUB_LOG, &trouble))?;
            made.map(Arc::new).ok_or(StatusCode::NOT_FOUND)
        });
        made.await.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// The cached answer, or what has to be made for the request.
    async fn looked_up(self: &Arc<Self>, request: Request) -> Result<Result<Arc<Made>, MadeFor>, StatusCode> {
        let look = self.looks.clone().acquire_owned().await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        let handler = self.clone();
        let looked_up = tokio::task::spawn_blocking(move || {
            let _look = look;
            let (key, _) = handler.behind(&request)?;
            Ok(handler.kept.find(&key, handler.club.now()).ok_or(key))
        });
        looked_up.await.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// Makes the answer of a request, when it is its turn.
    async fn made(self: Arc<Self>, request: Request) -> PageAnswer {
        let turns = if request.path.ends_with(ONE_FILE) { &self.turns.files } else { &self.turns.pages };
        let turn = timeout(self.patience.turn, turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(StatusCode::SERVICE_UNAVAILABLE) };
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            // Looked up again: during the wait the table may have gone on, or its page may have ended.
            let (key, behind) = self.behind(&request)?;
            let now = self.club.now();
            if let Some(made) = self.kept.find(&key, now) {
                return Ok(made);
            }
            let holds = matches!(behind, Behind::Calendar(_)).then_some(now..now + CALENDAR_HOLDS);
            let made = self.make(behind, request.query).map_err(|trouble| match &key {
                MadeFor::Page { table, .. } => failed(table, &trouble),
                MadeFor::Calendar { .. } => failed(CALENDAR, &trouble),
            })?;
            let made = Arc::new(made.ok_or(StatusCode::NOT_FOUND)?);
            self.kept.keep(key, made.clone(), holds);
            Ok(made)
        });
        made.await.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// The target of a link, or a status: dead links get the same answer as links that never were.
    fn behind<'a>(&self, request: &'a Request) -> Result<(MadeFor, Behind<'a>), StatusCode> {
        if let Some(named) = self.club.pages().calendar_path(&request.path) {
            let owner =
                self.club.pages().calendar_owner(&named).map_err(|trouble| failed(CALENDAR, &trouble))?;
            let owner = owner.ok_or(StatusCode::NOT_FOUND)?;
            let key = MadeFor::Calendar { player: named.player.to_owned(), name: named.name.to_owned() };
            return Ok((key, Behind::Calendar(owner)));
        }
        let named = self.club.pages().path(&request.path).ok_or(StatusCode::NOT_FOUND)?;
        let of_table = |trouble| failed(named.table, &trouble);
        let lang = match request.lang {
            Some(lang) => lang,
            None => {
                let settings = self.club.records().settings(named.table).map_err(of_table)?;
                settings.map_or(Lang::En, |its| Lang::of_locale(&its.lang))
            }
        };
        let reader =
            self.club.pages().published(&named, lang).map_err(of_table)?.ok_or(StatusCode::NOT_FOUND)?;
        let key = MadeFor::Page {
            table: named.table.to_owned(),
            // An answer of an earlier position has another key, so it is never found again.
            last: reader.around().last,
            file: named.file.to_owned(),
            lang,
            // Parts of a query that do not matter to the file are left out: else it would be made for each.
            day: request.query.day.filter(|_| named.file != ONE_FILE),
            picture: if named.file == PICTURE { request.query.picture } else { 0 },
            dark: request.query.dark && named.file == PICTURE,
        };
        Ok((key, Behind::Page(named, reader, lang)))
    }

    /// An answer; `None` where a page has no such file.
    fn make(&self, behind: Behind<'_>, query: Query) -> Result<Option<Made>, ClubError> {
        let (named, reader, lang) = match behind {
            Behind::Calendar(owner) => {
                let bytes = self.club.pages().calendar(&self.words, &owner)?.into_bytes();
                let made = Made::new("text/calendar; charset=utf-8", "default-src 'none'".to_owned(), bytes);
                return Ok(Some(made));
            }
            Behind::Page(named, reader, lang) => (named, reader, lang),
        };
        let day = query.day.map(|day| day - 1);
        let theme = if query.dark { Theme::dark() } else { Theme::light() };
        Ok(match named.file {
            "" => {
                let content = reader.page(day, Wanted::best(theme))?;
                Some(self.of_html(page(&self.words, lang, &self.style, &content)))
            }
            PICTURE => reader
                .page_picture(day, query.picture, Wanted::best(theme))?
                .map(|picture| Made::new("image/png", "default-src 'none'".to_owned(), picture.png.clone())),
            // For a table in play the file would show no more than the page, and takes long to make.
            ONE_FILE if reader.around().closed => {
                // A file for strangers contains no texts between players.
                let file = self.club.evidence().one_file(named.table, Viewer::All, lang, false)?;
                let (kind, policy) = ("text/html; charset=utf-8", FILE_POLICY.to_owned());
                Some(Made::new(kind, policy, file.html.into_bytes()))
            }
            _ => None,
        })
    }

    fn of_html(&self, html: String) -> Made {
        Made::new("text/html; charset=utf-8", self.style.policy().to_owned(), html.into_bytes())
    }

    /// The answer with nothing to show: it depends on the status alone.
    fn nothing(&self, status: StatusCode) -> Made {
        let key = match status {
            StatusCode::NOT_FOUND => "spectators-none",
            StatusCode::METHOD_NOT_ALLOWED => "spectators-only-shown",
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => "spectators-too-much",
            _ => "spectators-trouble",
        };
        self.of_html(sentence(&self.words, &self.style, key))
    }
}

/// The status for something that cannot be shown. The link is not logged, because anybody with it can see the page.
fn failed(table: &str, trouble: &ClubError) -> StatusCode {
    tracing::error!(table, %trouble, "a page cannot be shown");
    StatusCode::INTERNAL_SERVER_ERROR
}

/// True if the client already has the answer with this tag (RFC 9110, 13.1.2).
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let listed = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|header| header.to_str().ok());
    let mut tags = listed.flat_map(|header| header.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// A response that is counted.
fn counted(status: StatusCode, made: &Made) -> Response<Body> {
    observe::page_request(status.as_u16());
    response(status, made)
}

/// A response that browsers do not store, and whose address they name to nobody.
fn response(status: StatusCode, made: &Made) -> Response<Body> {
    let is_known = status == StatusCode::NOT_MODIFIED;
    let body = if is_known { Body::empty() } else { Body::from(made.bytes.clone()) };
    let mut response = html::response(status, (made.kind, body), &made.policy, ("no-store", "no-referrer"));
    let headers = response.headers_mut();
    if is_known || status == StatusCode::OK {
        headers.extend(HeaderValue::from_str(&made.tag).map(|tag| (header::ETAG, tag)));
    }
    // RFC 9110, 15.4.5: a 304 has no content, so it has no type.
    if is_known {
        headers.remove(header::CONTENT_TYPE);
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}
