//! The answers: who asks, and what they get. Whatever is dead, spent, foreign or mangled gets one page, the same for all.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use chrono::DateTime;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::activity::{self, Activity, DiscordUser};
use super::live::{FollowedPage, LivePages};
use super::page::{EXPORT, table_page};
use super::paper::{TableLine, by_mail, entrance, launch, tables};
use super::past::past_page;
use super::request::{FormFields, cookie, is_from, takes_gzip};
use super::sheet::{BoardFile, FILES, board_style};
use super::table::{AtBoard, Came, Posting};
use crate::club::browser::{BrowserSession, ENTER, MAILED, SESSION_SECONDS};
use crate::club::limits::RateLimits;
use crate::club::zone::{lang_of, zone_of, zoned};
use crate::club::{Club, ClubError, DISCORD, Player, PlayerTable};
use crate::door::html::{self, PageStyle, lang_named, packed, sentence, wanted_by};
use crate::door::listener::asker;
use crate::game::Seat;
use crate::observe;
use crate::waits::Waits;
use crate::words::{Lang, Words, WordsFault};

/// Most requests per minute from one address.
const REQUESTS_A_MINUTE: u32 = 600;
/// Most pages per minute of one player.
const PAGES_A_MINUTE: u32 = 240;
/// Most forms per minute of one player that may change something.
const FORMS_A_MINUTE: u32 = 60;
/// Most bytes of a path and a query.
const TARGET_BYTES: usize = 6 * 1024;
/// Answers that are made at once.
const MADE_AT_ONCE: usize = 8;
/// The time that a request waits for its turn and for its answer. What it began is carried out all the same.
const MADE_WITHIN: Duration = Duration::from_secs(25);
/// The rule for browsers that reach the board over TLS: to do so for a year.
const ONLY_TLS: &str = "max-age=31536000";
/// The cookie of the language.
const LANG: &str = "wardroom-lang";
/// The name of the session's cookie over TLS: a browser takes it from this host alone.
const COOKIE: &str = "__Host-wardroom";
/// The same in a frame.
const FRAMED_COOKIE: &str = "__Host-wardroom-frame";
/// The rule for files, whose names change with what is in them.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The handler of requests for the board.
pub struct BoardHandler {
    club: Arc<Club>,
    words: Words,
    style: PageStyle,
    turns: Arc<Semaphore>,
    asked_by: RateLimits,
    shown_to: RateLimits,
    given_by: RateLimits,
    live: Arc<LivePages>,
    address_kind: &'static str,
    activity: Option<Activity>,
}

/// The place where a page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a window or a tab.
    Window,
    /// In a frame of Discord's.
    Frame,
}

/// What is answered.
enum Reply {
    Page(StatusCode, String),
    /// A page in gzip.
    Packed(StatusCode, Vec<u8>),
    Elsewhere(String),
    /// Elsewhere, with a cookie.
    Enter(String, String),
    Leave,
    /// A file of pages in a frame.
    File(&'static BoardFile),
    /// A file to keep, by its name.
    Download(String, Vec<u8>),
    /// Events, as long as they come.
    Live(Box<Response<Body>>),
    /// The page that says why there are none.
    Refused(StatusCode),
}

/// A request with a session, or without.
struct Asker {
    known: Option<(BrowserSession, Player)>,
    /// The session's cookie.
    cookie: String,
    lang: Lang,
    place: Place,
}

impl BoardHandler {
    /// Answers for the players of a club that has the board; `address_kind` is the kind of the addresses that they are invited by.
    ///
    /// # Errors
    /// Words that cannot be read: a fault of the build.
    pub fn new(club: Arc<Club>, address_kind: &'static str) -> Result<BoardHandler, WordsFault> {
        let clock = club.clone();
        let waits = Waits::new(Arc::new(move || clock.now()));
        Ok(BoardHandler {
            live: Arc::new(LivePages::new(club.clone(), address_kind, waits)),
            club,
            words: Words::read()?,
            style: board_style(),
            turns: Arc::new(Semaphore::new(MADE_AT_ONCE)),
            asked_by: RateLimits::new(0, REQUESTS_A_MINUTE),
            shown_to: RateLimits::new(0, PAGES_A_MINUTE),
            given_by: RateLimits::new(0, FORMS_A_MINUTE),
            address_kind,
            activity: None,
        })
    }

    /// The same, and in frames of Discord's.
    #[must_use]
    pub fn in_discord(self, activity: Activity) -> BoardHandler {
        BoardHandler { activity: Some(activity), ..self }
    }

    /// The same, with another clock for streams of events.
    #[must_use]
    pub fn waiting(self, waits: Waits) -> BoardHandler {
        let live = Arc::new(LivePages::new(self.club.clone(), self.address_kind, waits));
        BoardHandler { live, ..self }
    }

    /// The pages that change by themselves.
    pub fn live(&self) -> Arc<LivePages> {
        self.live.clone()
    }

    /// The answer to a request that comes from `address`.
    pub async fn answer(self: Arc<Self>, address: IpAddr, head: Parts, body: Bytes) -> Response<Body> {
        let (place, _) = self.place(head.uri.path());
        if self.asked_by.order(&asker(address), self.club.now()).is_err() {
            return self.refusal(place, StatusCode::TOO_MANY_REQUESTS);
        }
        let turns = self.turns.clone();
        let handler = self.clone();
        let made = async move {
            // Before a turn is taken, or a few slow answers of Discord would hold up every page.
            let user = handler.user(&asker(address), &head, &body).await?;
            let turn = turns.acquire_owned().await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
            let made = tokio::task::spawn_blocking(move || {
                // The thread itself keeps the turn, because it goes on after the timeout.
                let _turn = turn;
                handler.made(&head, &body, user)
            });
            made.await.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))
        };
        let made = timeout(MADE_WITHIN, made).await.unwrap_or(Err(StatusCode::SERVICE_UNAVAILABLE));
        made.unwrap_or_else(|status| self.refusal(place, status))
    }

    /// The place of a path's page, and the path as it would be in a window.
    fn place<'p>(&self, path: &'p str) -> (Place, &'p str) {
        match (&self.activity, path.strip_prefix(activity::PATH)) {
            (Some(_), Some("")) => (Place::Frame, "/"),
            (Some(_), Some(rest)) if rest.starts_with('/') => (Place::Frame, rest),
            _ => (Place::Window, path),
        }
    }

    /// The style of pages there, with their policy.
    fn style(&self, place: Place) -> &PageStyle {
        self.activity(place).map_or(&self.style, |activity| &activity.style)
    }

    /// The frames of Discord's, for a page in one.
    fn activity(&self, place: Place) -> Option<&Activity> {
        self.activity.as_ref().filter(|_| place == Place::Frame)
    }

    /// The user of the code that a frame's first page sends; `None` for every other request.
    async fn user(&self, from: &str, head: &Parts, body: &Bytes) -> Result<Option<DiscordUser>, StatusCode> {
        let (place, path) = self.place(head.uri.path());
        let Some(activity) = self.activity(place) else { return Ok(None) };
        if path != activity::ENTER || head.method != Method::POST {
            return Ok(None);
        }
        if !is_from(&head.headers, &activity.origin) {
            return Err(StatusCode::FORBIDDEN);
        }
        // Each asks Discord twice.
        if self.given_by.order(from, self.club.now()).is_err() {
            return Err(StatusCode::TOO_MANY_REQUESTS);
        }
        let form = FormFields::read(std::str::from_utf8(body).map_err(|_| StatusCode::BAD_REQUEST)?)?;
        let user = activity.user(form.get("code").unwrap_or_default()).await;
        user.map(Some).ok_or(StatusCode::NOT_FOUND)
    }

    /// The answer that nothing can be shown: it depends on the status alone.
    pub fn refusal(&self, place: Place, status: StatusCode) -> Response<Body> {
        let key = match status {
            StatusCode::TOO_MANY_REQUESTS => "board-too-much",
            StatusCode::PAYLOAD_TOO_LARGE => "board-too-large",
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::INTERNAL_SERVER_ERROR => "board-trouble",
            _ => "board-nothing",
        };
        let page = sentence(&self.words, self.style(place), key);
        self.response(place, Reply::Page(status, page), HeaderMap::new())
    }

    fn made(
        &self,
        head: &Parts,
        body: &Bytes,
        user: Option<DiscordUser>,
    ) -> Result<Response<Body>, StatusCode> {
        let trouble = |trouble: ClubError| {
            tracing::error!(%trouble, "the board cannot be shown");
            StatusCode::SERVICE_UNAVAILABLE
        };
        let (place, path) = self.place(head.uri.path());
        let query = head.uri.query().unwrap_or_default();
        let links = self.club.people().browsers().links().ok_or(StatusCode::NOT_FOUND)?;
        let host = head.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        // A name that somebody else has directed to this address, as by DNS rebinding, gets nothing.
        let is_here = host.is_some_and(|host| host.eq_ignore_ascii_case(links.host()));
        if !is_here || path.len() + query.len() > TARGET_BYTES {
            return Err(StatusCode::NOT_FOUND);
        }
        let query = FormFields::read(query)?;
        let asker = self.asker(place, &head.headers, &query).map_err(trouble)?;
        let origin = self.activity(place).map_or(links.origin(), |activity| &activity.origin);
        let reply = match head.method {
            Method::GET | Method::HEAD => self.shown(path, &query, &asker),
            Method::POST if !is_from(&head.headers, origin) => {
                return Err(StatusCode::FORBIDDEN);
            }
            Method::POST if let Some(user) = &user => self.entered(user, asker.lang),
            Method::POST => {
                let form = std::str::from_utf8(body).map_err(|_| StatusCode::BAD_REQUEST)?;
                self.posted((path, &query), &FormFields::read(form)?, &asker)
            }
            _ => return Err(StatusCode::METHOD_NOT_ALLOWED),
        };
        let reply = reply.map_err(trouble)?.ok_or(StatusCode::NOT_FOUND)?;
        let mut headers = HeaderMap::new();
        let reply = match reply {
            // A page that repeats what somebody else could have made the browser send is not packed: its length would tell
            // of the secrets beside it. Forms come from our own pages alone, and of an address a table's page repeats only what we sealed.
            Reply::Page(status, page) if path.starts_with("/t/") && takes_gzip(&head.headers) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                Reply::Packed(status, packed(&page))
            }
            reply => reply,
        };
        if let Some(lang) = query.get("lang").and_then(lang_named) {
            let where_sent = if place == Place::Frame { "None; Secure; Partitioned" } else { "Lax" };
            let cookie =
                format!("{LANG}={}; Path=/; SameSite={where_sent}; Max-Age={SESSION_SECONDS}", lang.code());
            headers.extend(HeaderValue::from_str(&cookie).map(|cookie| (header::SET_COOKIE, cookie)));
        }
        Ok(self.response(place, reply, headers))
    }

    /// Opens a session for a user whom Discord named.
    fn entered(&self, user: &DiscordUser, lang: Lang) -> Result<Option<Reply>, ClubError> {
        let people = self.club.people();
        // A browser's language is no choice: a known player keeps their own.
        let known = people.known_at(DISCORD, &user.id)?.map(|id| people.player(&id)).transpose()?.flatten();
        let lang = known.as_ref().map_or(lang, lang_of);
        let player = people.meet(DISCORD, &user.id, &user.name, lang)?;
        let browsers = self.club.people().browsers();
        let to = browsers.led_to(&player.id)?.map(|seat| format!("/t/{seat}"));
        let to = to.filter(|to| table_path(to).is_some()).unwrap_or_else(|| "/".to_owned());
        Ok(browsers.begin(&player.id)?.map(|cookie| Reply::Enter(cookie, to)))
    }

    fn asker(&self, place: Place, headers: &HeaderMap, query: &FormFields) -> Result<Asker, ClubError> {
        let given = cookie(headers, &self.cookie_name(place));
        let known = match given {
            Some(cookie) => self.club.people().browsers().session(cookie)?,
            None => None,
        };
        let lang = query.get("lang").and_then(lang_named);
        let lang = lang.or_else(|| cookie(headers, LANG).and_then(lang_named));
        let lang = lang.or_else(|| known.as_ref().map(|(_, player)| lang_of(player)));
        let lang = lang.or_else(|| wanted_by(headers)).unwrap_or(Lang::En);
        Ok(Asker { known, cookie: given.unwrap_or_default().to_owned(), lang, place })
    }

    /// The name of the session's cookie. Without TLS, on this machine, it has the port: cookies do not distinguish ports.
    fn cookie_name(&self, place: Place) -> String {
        match self.club.people().browsers().links() {
            _ if place == Place::Frame => FRAMED_COOKIE.to_owned(),
            Some(links) if !links.is_secure() => {
                format!("wardroom-{}", links.host().rsplit(':').next().unwrap_or_default())
            }
            _ => COOKIE.to_owned(),
        }
    }

    /// The answer to a request that changes nothing; `None` for what does not exist, or not for this asker.
    fn shown(&self, path: &str, query: &FormFields, asker: &Asker) -> Result<Option<Reply>, ClubError> {
        let (style, in_window) = (self.style(asker.place), asker.place == Place::Window);
        let page = |page: String| Some(Reply::Page(StatusCode::OK, page));
        if let Some(activity) = self.activity(asker.place) {
            if let Some(file) = FILES.iter().find(|file| file.path == path) {
                return Ok(Some(Reply::File(file)));
            }
            // Somebody else may look at this client by now: each opening asks who it is.
            if path == "/" && query.get(activity::FRAME).is_some() {
                return Ok(page(launch(&self.words, asker.lang, style, activity)));
            }
        }
        if let Some(code) = path.strip_prefix(ENTER).filter(|_| in_window) {
            // A program that looks at links before their reader does spends no code.
            let Some(owner) = self.club.people().browsers().owner(code)? else { return Ok(None) };
            let known = asker.known.as_ref().map(|(_, player)| player);
            let to = query.get("t").map(|to| format!("&t={to}")).unwrap_or_default();
            return Ok(page(entrance(&self.words, asker.lang, style, (&owner, known, &to))));
        }
        if let Some(sealed) = path.strip_prefix(MAILED).filter(|_| in_window) {
            let is_theirs =
                |player: &str| asker.known.iter().any(|(_, known)| known.ids().any(|id| id == player));
            return Ok(match self.mailed_to(sealed) {
                Some((player, seat)) if is_theirs(&player) => Some(Reply::Elsewhere(format!("/t/{seat}"))),
                _ => page(by_mail(&self.words, asker.lang, style, false)),
            });
        }
        let Some((session, player)) = &asker.known else { return Ok(None) };
        // Streams have limits of their own.
        if !path.ends_with("/live") && self.shown_to.order(&player.id, self.club.now()).is_err() {
            return Ok(Some(self.too_much(asker.place)));
        }
        if path == "/" {
            let (lines, unreadable) = self.lines(player, asker.lang)?;
            let listed = (player.name.as_str(), lines.as_slice(), unreadable.as_slice());
            return Ok(page(tables(&self.words, asker.lang, style, listed)));
        }
        if let Some((table, seat, "live")) = table_path(path) {
            let (cookie, table, lang) = (asker.cookie.clone(), table.to_owned(), asker.lang);
            let page = FollowedPage { cookie, table, seat, lang };
            // A proxy may keep a stream back until it ends, so there it ends with its first line.
            let stream = self.live.follow(page, (query.get("at").unwrap_or_default(), !in_window))?;
            return Ok(Some(stream.map_or_else(Reply::Refused, |live| Reply::Live(Box::new(live)))));
        }
        // A page that answers a form has the form's address, from which its links lead on.
        let Some((table, seat, part @ ("" | "order" | "choose" | "line" | EXPORT))) = table_path(path) else {
            return Ok(None);
        };
        let Some(at) = self.at((table, seat), session, (asker.lang, query)) else { return Ok(None) };
        if part == EXPORT {
            return Ok(at.export()?.map(|(name, bytes)| Reply::Download(name, bytes)));
        }
        Ok(self.came(asker.place, at.shown(query)?))
    }

    /// The player of a link that a mail has, and their seat.
    fn mailed_to(&self, sealed: &str) -> Option<(String, String)> {
        let now = DateTime::from_timestamp(self.club.now(), 0)?;
        self.club.people().browsers().links()?.mailed_to(sealed, now)
    }

    fn too_much(&self, place: Place) -> Reply {
        Reply::Page(StatusCode::TOO_MANY_REQUESTS, sentence(&self.words, self.style(place), "board-too-much"))
    }

    fn posted(
        &self,
        (path, query): (&str, &FormFields),
        fields: &FormFields,
        asker: &Asker,
    ) -> Result<Option<Reply>, ClubError> {
        let in_window = asker.place == Place::Window;
        if let Some(code) = path.strip_prefix(ENTER).filter(|_| in_window) {
            let to = query.get("t").map(|to| format!("/t/{to}")).filter(|to| table_path(to).is_some());
            let to = to.unwrap_or_else(|| "/".to_owned());
            return Ok(self.club.people().browsers().spend(code)?.map(|cookie| Reply::Enter(cookie, to)));
        }
        if let Some(sealed) = path.strip_prefix(MAILED).filter(|_| in_window) {
            if let Some((player, seat)) = self.mailed_to(sealed) {
                self.club.personal().mail_board_link(&player, &seat)?;
            }
            // The same, whoever it is, and whether or not anything was sent.
            let page = by_mail(&self.words, asker.lang, &self.style, true);
            return Ok(Some(Reply::Page(StatusCode::OK, page)));
        }
        let Some((session, player)) = &asker.known else { return Ok(None) };
        if self.given_by.order(&player.id, self.club.now()).is_err() {
            return Ok(Some(self.too_much(asker.place)));
        }
        if path == "/leave" {
            self.club.people().browsers().end(&session.player)?;
            return Ok(Some(Reply::Leave));
        }
        let Some((table, seat, deed)) = table_path(path) else { return Ok(None) };
        let deed = match deed {
            "order" => Posting::Order,
            "choose" => Posting::Choose,
            "line" => Posting::Line,
            _ => return Ok(None),
        };
        let Some(at) = self.at((table, seat), session, (asker.lang, query)) else { return Ok(None) };
        Ok(self.came(asker.place, at.posted(deed, fields)?))
    }

    fn at<'a>(
        &'a self,
        seat: (&'a str, Seat),
        session: &'a BrowserSession,
        (lang, query): (Lang, &'a FormFields),
    ) -> Option<AtBoard<'a>> {
        // It is put into addresses as it is, so nothing in it may need encoding.
        let view = query.get("v").filter(|view| view.bytes().all(|byte| byte.is_ascii_lowercase()));
        AtBoard::of((&*self.club, self.address_kind), session, seat, (lang, view))
    }

    fn came(&self, place: Place, came: Came) -> Option<Reply> {
        let style = self.style(place);
        match came {
            Came::Nothing => None,
            Came::Elsewhere(address) => Some(Reply::Elsewhere(address)),
            Came::Past(page) => Some(Reply::Page(StatusCode::OK, past_page(&self.words, style, &page))),
            Came::Page(page) => Some(Reply::Page(StatusCode::OK, table_page(&self.words, style, &page))),
        }
    }

    /// The player's tables, those that wait for them first, and the ids of those that cannot be read.
    fn lines(&self, player: &Player, lang: Lang) -> Result<(Vec<TableLine>, Vec<String>), ClubError> {
        let zone = zone_of(player);
        let line = |it: PlayerTable| TableLine {
            seat: it.seat_to_play(),
            stands: it.stands(),
            due: it.due_by().map(|due| zoned(&self.words, lang, due, &zone)),
            table: it.table,
            label: it.label,
        };
        let (readable, unreadable) = self.club.people().readable_tables_of(&player.id)?;
        Ok((readable.into_iter().map(line).collect(), unreadable))
    }

    fn response(&self, place: Place, reply: Reply, mut more: HeaderMap) -> Response<Body> {
        let name = self.cookie_name(place);
        let (secure, framed) = (name.starts_with(COOKIE), place == Place::Frame);
        let cookie = |value: &str, seconds: i64| {
            let rule = match (framed, secure) {
                // Nothing else is sent from a frame, and this from frames of the same site alone.
                (true, _) => "SameSite=None; Secure; Partitioned",
                (false, true) => "SameSite=Lax; Secure",
                (false, false) => "SameSite=Lax",
            };
            let cookie = format!("{name}={value}; Path=/; HttpOnly; {rule}; Max-Age={seconds}");
            HeaderValue::from_str(&cookie).ok().map(|cookie| (header::SET_COOKIE, cookie))
        };
        let (mut kind, mut keep) = ("text/html; charset=utf-8", "no-store");
        let (status, body, to) = match reply {
            Reply::Live(response) => return *response,
            Reply::Refused(status) => return self.refusal(place, status),
            Reply::Page(status, page) => (status, page.into_bytes(), None),
            Reply::Packed(status, page) => (status, page, None),
            Reply::File(file) => {
                (kind, keep) = (file.kind, FOR_EVER);
                (StatusCode::OK, file.text.clone().into_bytes(), None)
            }
            Reply::Download(name, bytes) => {
                kind = "application/octet-stream";
                let named = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
                more.extend(named.map(|named| (header::CONTENT_DISPOSITION, named)));
                (StatusCode::OK, bytes, None)
            }
            Reply::Elsewhere(address) => (StatusCode::SEE_OTHER, vec![], Some(address)),
            Reply::Enter(value, to) => {
                more.extend(cookie(&value, SESSION_SECONDS));
                (StatusCode::SEE_OTHER, vec![], Some(to))
            }
            Reply::Leave => {
                more.extend(cookie("", 0));
                let page = sentence(&self.words, self.style(place), "board-left");
                (StatusCode::OK, page.into_bytes(), None)
            }
        };
        observe::board_request(status.as_u16());
        // Browsers name the origin of a form only where they may name it.
        let policy = self.style(place).policy();
        let mut response = html::response(status, (kind, body.into()), policy, (keep, "same-origin"));
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        // In a frame the policy says whose.
        if !framed {
            headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
            let opener = HeaderName::from_static("cross-origin-opener-policy");
            headers.insert(opener, HeaderValue::from_static("same-origin"));
        }
        if secure {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(ONLY_TLS));
        }
        let to = to.and_then(|to| HeaderValue::from_str(&to).ok());
        headers.extend(to.map(|to| (header::LOCATION, to)));
        headers.extend(more);
        response
    }
}

/// The table, the seat and the rest of a path: `/t/TABLE/SEAT`, perhaps with more behind it.
fn table_path(path: &str) -> Option<(&str, Seat, &str)> {
    let mut parts = path.strip_prefix("/t/")?.splitn(3, '/');
    let (table, seat) = (parts.next()?, parts.next()?.parse().ok()?);
    Some((table, seat, parts.next().unwrap_or_default()))
}
