//! What is answered: a page, its picture, or the one sentence that there is nothing, the same whatever is wrong with a link.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::asked::{ONE_FILE, PICTURE, Query, TARGET_BYTES, wanted};
use super::html::{Stylesheet, page, sentence};
use super::kept::{Kept, Made, MadeFor};
use crate::club::limits::RateLimits;
use crate::club::page::PagePath;
use crate::club::picture::{Theme, Wanted};
use crate::club::{Club, ClubError};
use crate::game::Viewer;
use crate::observe;
use crate::words::{Lang, Words, WordsFault};

/// Most requests of one address in a minute: a page and its picture, once a second.
const REQUESTS_A_MINUTE: u32 = 120;
/// Most requests of everybody in a minute.
const REQUESTS_A_MINUTE_IN_ALL: u32 = 3000;
/// Most answers with one calendar in a minute.
const CALENDARS_A_MINUTE: u32 = 1;
/// Answers that are made at once. The others wait, and none of them takes a thread from those who answer players.
const MADE_AT_ONCE: usize = 2;
/// How long a request waits for its turn.
const WAIT: Duration = Duration::from_secs(10);
/// How long it waits for its answer. What takes longer is made all the same, and is there for whoever comes back.
const MADE_WITHIN: Duration = Duration::from_secs(15);
/// What the file of a game may do beside what its own policy says, which stands in it.
const FILE_POLICY: &str = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Seconds after which somebody who was turned away may come back.
const COME_BACK: &str = "60";

/// What answers requests for pages.
pub struct PageDesk {
    club: Arc<Club>,
    words: Words,
    style: Stylesheet,
    kept: Kept,
    turns: Arc<Semaphore>,
    /// Files of whole games are made one at a time: that takes long.
    file_turn: Arc<Semaphore>,
    of_address: RateLimits,
    in_all: RateLimits,
    of_calendar: RateLimits,
}

impl PageDesk {
    /// Answers with the pages of a club.
    ///
    /// # Errors
    /// Words that cannot be read: a fault of the build.
    pub fn new(club: Arc<Club>) -> Result<PageDesk, WordsFault> {
        Ok(PageDesk {
            club,
            words: Words::read()?,
            style: Stylesheet::new(),
            kept: Kept::default(),
            turns: Arc::new(Semaphore::new(MADE_AT_ONCE)),
            file_turn: Arc::new(Semaphore::new(1)),
            of_address: RateLimits::new(0, REQUESTS_A_MINUTE),
            in_all: RateLimits::new(0, REQUESTS_A_MINUTE_IN_ALL),
            of_calendar: RateLimits::new(0, CALENDARS_A_MINUTE),
        })
    }

    /// The answer to a request that comes from `address`; its body is not read.
    pub async fn answer(
        self: Arc<Self>,
        address: IpAddr,
        method: &Method,
        target: (&str, Option<&str>),
        headers: &HeaderMap,
    ) -> Response<Body> {
        let answer = match self.may_ask(address) {
            false => Err(StatusCode::TOO_MANY_REQUESTS),
            true if ![Method::GET, Method::HEAD].contains(method) => Err(StatusCode::METHOD_NOT_ALLOWED),
            true => self.clone().made(target, headers).await,
        };
        let (status, made) = match answer {
            Ok(made) => (StatusCode::OK, made),
            Err(status) => (status, Arc::new(self.nothing(status))),
        };
        observe::page_request(status.as_u16());
        response(status, &made)
    }

    fn may_ask(&self, address: IpAddr) -> bool {
        let now = self.club.now();
        // One network of IPv6 is one asker, whichever of its addresses it takes.
        let asker = match address.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("{:x?}", &address.segments()[..4]),
        };
        self.of_address.order(&asker, now).is_ok() && self.in_all.order("", now).is_ok()
    }

    /// What is behind a path, or the status that says why not.
    async fn made(
        self: Arc<Self>,
        (path, query): (&str, Option<&str>),
        headers: &HeaderMap,
    ) -> Result<Arc<Made>, StatusCode> {
        let too_long = path.len() + query.map_or(0, str::len) > TARGET_BYTES;
        let calendar = self.club.calendar_path(path).is_some();
        // Nothing is read of a link that this server never gave.
        if too_long || !calendar && self.club.page_path(path).is_none() {
            return Err(StatusCode::NOT_FOUND);
        }
        let query = Query::read(query.unwrap_or_default());
        let header = headers.get(header::ACCEPT_LANGUAGE).and_then(|header| header.to_str().ok());
        let asked_for = query.lang.or_else(|| wanted(header.unwrap_or_default()));
        let is_file = path.ends_with(ONE_FILE);
        let turns = if is_file { &self.file_turn } else { &self.turns };
        let turn = timeout(WAIT, turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(StatusCode::SERVICE_UNAVAILABLE) };
        let path = path.to_owned();
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            if calendar {
                return self.calendar(&path);
            }
            let named = self.club.page_path(&path).ok_or(StatusCode::NOT_FOUND)?;
            self.behind(&named, asked_for, query)
                .map_err(|trouble| {
                    tracing::error!(table = named.table, %trouble, "a page cannot be shown");
                    StatusCode::INTERNAL_SERVER_ERROR
                })?
                .ok_or(StatusCode::NOT_FOUND)
        });
        let made = timeout(MADE_WITHIN, made).await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
        made.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// The calendar behind a path, or the status that says why not: dead links are answered as those that never were, however
    /// often they are asked for.
    fn calendar(&self, path: &str) -> Result<Arc<Made>, StatusCode> {
        let fault = |trouble: ClubError| {
            tracing::error!(%trouble, "a calendar cannot be shown");
            StatusCode::INTERNAL_SERVER_ERROR
        };
        let named = self.club.calendar_path(path).ok_or(StatusCode::NOT_FOUND)?;
        let owner = self.club.calendar_owner(&named).map_err(fault)?.ok_or(StatusCode::NOT_FOUND)?;
        let now = self.club.now();
        self.of_calendar.order(named.name, now).map_err(|_| StatusCode::TOO_MANY_REQUESTS)?;
        let bytes = self.club.calendar(&self.words, &owner).map_err(fault)?.into_bytes();
        Ok(Arc::new(Made {
            kind: "text/calendar; charset=utf-8",
            policy: "default-src 'none'".to_owned(),
            bytes,
        }))
    }

    /// What is behind a link; `None` where that is dead, or has no such file.
    fn behind(
        &self,
        named: &PagePath<'_>,
        lang: Option<Lang>,
        query: Query,
    ) -> Result<Option<Arc<Made>>, ClubError> {
        let of_table = || Ok::<_, ClubError>(self.club.settings(named.table)?.map(|its| its.lang));
        let lang = match lang {
            Some(lang) => lang,
            None => of_table()?.map_or(Lang::En, |lang| Lang::of_locale(&lang)),
        };
        let Some(reader) = self.club.published(named, lang)? else { return Ok(None) };
        let key = MadeFor {
            table: named.table.to_owned(),
            last: reader.last(),
            file: named.file.to_owned(),
            lang,
            day: query.day.filter(|_| named.file != ONE_FILE),
            picture: if named.file == PICTURE { query.picture } else { 0 },
            dark: query.dark && named.file == PICTURE,
        };
        if let Some(made) = self.kept.find(&key) {
            return Ok(Some(made));
        }
        let day = query.day.map(|day| day - 1);
        let theme = if query.dark { Theme::dark() } else { Theme::light() };
        let made = match named.file {
            "" => {
                let content = reader.page(day, Wanted::best(theme))?;
                Some(self.of_html(page(&self.words, lang, &self.style, &content)))
            }
            PICTURE => reader.page_picture(day, query.picture, Wanted::best(theme))?.map(|picture| Made {
                kind: "image/png",
                policy: "default-src 'none'".to_owned(),
                bytes: picture.png.clone(),
            }),
            // Of a table that goes on it would tell no more than the page, and it takes long to make.
            ONE_FILE if reader.is_closed() => {
                // What players wrote to each other is in no file for strangers.
                let file = self.club.one_file(named.table, Viewer::All, lang, false)?;
                let (kind, policy) = ("text/html; charset=utf-8", FILE_POLICY.to_owned());
                Some(Made { kind, policy, bytes: file.html.into_bytes() })
            }
            _ => None,
        };
        let made = made.map(Arc::new);
        if let Some(made) = &made {
            self.kept.keep(key, made.clone());
        }
        Ok(made)
    }

    fn of_html(&self, html: String) -> Made {
        let bytes = html.into_bytes();
        Made { kind: "text/html; charset=utf-8", policy: self.style.policy(), bytes }
    }

    /// What is said where there is nothing to show: it depends on the status alone.
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

/// A response with what every answer has: a browser keeps it nowhere, tells nobody where it was, and lets nothing else in.
fn response(status: StatusCode, made: &Made) -> Response<Body> {
    let mut response = Response::new(Body::from(made.bytes.clone()));
    *response.status_mut() = status;
    let policy = HeaderValue::from_str(&made.policy);
    let policy = policy.unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (header::CONTENT_TYPE, made.kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(COME_BACK));
        }
        _ => {}
    }
    response
}
