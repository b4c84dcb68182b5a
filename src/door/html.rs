//! Shared parts of pages for browsers: the head with its style, the policy that allows only that, the languages, a page of one
//! sentence, the headers of every answer.

use std::borrow::Cow;
use std::io::Write;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::report::Weight;
use crate::words::{Lang, Words};

/// Most languages of a header that are read.
const LANGUAGES: usize = 16;
/// Seconds after which a refused client may come back.
const COME_BACK: &str = "60";

/// The style of pages, with the policy that allows only it.
pub struct PageStyle {
    style: Cow<'static, str>,
    policy: String,
    /// The address of its file, where it is no part of the page.
    file: Option<&'static str>,
}

impl PageStyle {
    /// A style, with the policy that allows it and `more`, and nothing else.
    pub fn new(style: impl Into<Cow<'static, str>>, more: &str) -> PageStyle {
        let style = style.into();
        let source = source_of(&style);
        let policy = format!(
            "default-src 'none'; {more}; style-src {source}; base-uri 'none'; frame-ancestors 'none'"
        );
        PageStyle { style, policy, file: None }
    }

    /// A style in a file of its own, for pages with this policy.
    pub fn in_file(file: &'static str, policy: String) -> PageStyle {
        PageStyle { style: "".into(), policy, file: Some(file) }
    }

    /// Returns whether it has a file of its own.
    pub fn is_in_file(&self) -> bool {
        self.file.is_some()
    }

    /// The content security policy of a page with this style.
    pub fn policy(&self) -> &str {
        &self.policy
    }
}

/// A style or a script as the source that a policy allows.
pub fn source_of(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// A whole page.
pub fn document(lang: Lang, title: &str, style: &PageStyle, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang=(lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex, nofollow";
                meta name="color-scheme" content="light dark";
                title { (title) }
                // Else a browser asks for one.
                link rel="icon" href="data:,";
                @match style.file {
                    Some(file) => { link rel="stylesheet" href=(file); }
                    None => { style { (PreEscaped(&style.style)) } }
                }
            }
            body { (body) }
        }
    }
    .into_string()
}

/// A page that says one sentence, in every language.
pub fn sentence(words: &Words, style: &PageStyle, key: &str) -> String {
    let body = html! {
        main {
            h1 { "Wardroom" }
            @for lang in Lang::ALL { p lang=(lang.code()) { (words.say(*lang, key, &[])) } }
        }
    };
    document(Lang::En, "Wardroom", style, &body)
}

/// Links to the same page in each language, at the address that `link` gives.
pub fn languages(words: &Words, lang: Lang, link: impl Fn(Lang) -> String) -> Markup {
    html! {
        nav aria-label=(words.say(lang, "spectators-languages", &[])) {
            ul.row {
                @for other in Lang::ALL {
                    li {
                        a href=(link(*other)) hreflang=(other.code()) lang=(other.code())
                            aria-current=[(*other == lang).then_some("true")] {
                            (words.say(*other, "spectators-language", &[]))
                        }
                    }
                }
            }
        }
    }
}

/// A line of a report or of a board.
pub fn weighted(weight: Weight, line: &str) -> Markup {
    match weight {
        Weight::Heading => html! { h3 { (line) } },
        Weight::Subheading => html! { h4 { (line) } },
        Weight::Plain | Weight::Closing => html! { p { (coded(line)) } },
    }
}

/// A text in which what is typed stands between backticks.
pub fn coded(text: &str) -> Markup {
    coded_or(text, &|part| html! { (part) })
}

/// The same, with the parts that are not typed as `plain` shows them.
pub fn coded_or(text: &str, plain: &dyn Fn(&str) -> Markup) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick without another behind it is a character like any other.
    let is_closed = |at: usize| at + 1 < parts.len();
    html! {
        @for (at, part) in parts.iter().enumerate() {
            @if at % 2 == 0 { (plain(part)) } @else if is_closed(at) { code { (part) } } @else { "`" (plain(part)) }
        }
    }
}

/// A page in gzip.
pub fn packed(page: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = packer.write_all(page.as_bytes());
    packer.finish().unwrap_or_default()
}

/// A language by its code.
pub fn lang_named(code: &str) -> Option<Lang> {
    Lang::ALL.iter().copied().find(|lang| lang.code() == code)
}

/// The language of ours that a request wants most.
pub fn wanted_by(headers: &HeaderMap) -> Option<Lang> {
    wanted(headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?)
}

/// A response with the headers of every answer: no index lists it, no other site loads it, and it loads what its policy allows. `keep`
/// says how long browsers store it, and `referrer` to whom they name its address.
pub fn response(
    status: StatusCode,
    (kind, body): (&'static str, Body),
    policy: &str,
    (keep, referrer): (&'static str, &'static str),
) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let policy = HeaderValue::from_str(policy);
    // A policy that does not fit in a header would be a fault of ours; then a page loads nothing.
    let policy = policy.unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, keep),
        (header::REFERRER_POLICY, referrer),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static(COME_BACK));
    }
    response
}

/// The language of ours that an `Accept-Language` header wants most (RFC 9110, 12.5.4); `None` where it wants none.
pub fn wanted(header: &str) -> Option<Lang> {
    let mut best: Option<(u32, Lang)> = None;
    for range in header.split(',').take(LANGUAGES) {
        let mut parts = range.split(';').map(str::trim);
        let primary = parts.next().and_then(|tag| tag.split('-').next()).unwrap_or_default();
        let Some(lang) = lang_named(&primary.to_ascii_lowercase()) else { continue };
        let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths);
        // Quality 0 means not acceptable; of equals the first in the header wins.
        if let Some(quality) = quality.filter(|quality| *quality > best.map_or(0, |(quality, _)| quality)) {
            best = Some((quality, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

/// A quality from 0 to 1 with at most three digits behind its point, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = rest.len() <= 3 && rest.bytes().all(|b| b.is_ascii_digit());
    let value = 1000 * whole.parse::<u32>().ok().filter(|whole| *whole <= 1)?;
    digits.then_some(())?;
    Some((value + format!("{rest:0<3}").parse::<u32>().ok()?).min(1000))
}
