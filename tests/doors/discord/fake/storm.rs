//! Faults on purpose, and rate limits with Discord's headers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::json;

use super::clock::Clock;
use super::reply::Reply;

/// Requests by method and by a part of their path, each of which may be left open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
}

impl Route {
    /// Every request.
    pub const ANY: Route = Route { method: "", path: "" };
    /// Messages that are sent to channels and threads.
    pub const SENDING: Route = Route { method: "POST", path: "/messages" };

    fn fits(self, method: &str, path: &str) -> bool {
        (self.method.is_empty() || self.method == method) && path.contains(self.path)
    }
}

/// Which of the requests it strikes.
#[derive(Clone, Copy, Debug)]
pub enum When {
    Always,
    /// The first so many.
    First(u32),
    /// Every n-th, the n-th first.
    Every(u32),
    /// So many of a hundred, by chance from a seed.
    Percent(u32, u64),
}

/// What befalls a request.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    /// Nothing is done; the answer is this status: 500, 502, 503.
    Fail(u16),
    /// Nothing is done: 429, to be tried again after so many seconds.
    Limit { retry_after: f64, global: bool },
    /// It is carried out, and the answer is this status all the same.
    Lose(u16),
    /// It is carried out after a while.
    Slow(Duration),
}

/// A fault that goes on until [`super::Fake::calm`].
#[derive(Clone, Copy, Debug)]
pub struct Storm {
    pub on: Route,
    pub when: When,
    pub fate: Fate,
}

struct Blowing {
    storm: Storm,
    seen: u32,
    luck: ChaCha8Rng,
}

/// How many requests a bucket takes in a while.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub requests: u32,
    pub per: Duration,
}

/// Wide enough for any test that does not ask for less.
const WIDE: Pace = Pace { requests: 10_000, per: Duration::from_secs(1) };

struct Bucket {
    since: Duration,
    used: u32,
}

/// The storms that blow and the buckets that fill.
pub struct Weather {
    clock: Arc<Clock>,
    storms: Vec<Blowing>,
    paces: Vec<(Route, Pace)>,
    buckets: HashMap<String, Bucket>,
    /// How many requests were struck.
    pub strikes: u32,
}

impl Weather {
    pub(super) fn new(clock: Arc<Clock>) -> Weather {
        let (storms, paces, buckets) = (vec![], vec![], HashMap::new());
        Weather { clock, storms, paces, buckets, strikes: 0 }
    }

    pub(super) fn blow(&mut self, storm: Storm) {
        let seed = if let When::Percent(_, seed) = storm.when { seed } else { 0 };
        self.storms.push(Blowing { storm, seen: 0, luck: ChaCha8Rng::seed_from_u64(seed) });
    }

    pub(super) fn calm(&mut self) {
        self.storms.clear();
        self.paces.clear();
    }

    pub(super) fn pace(&mut self, on: Route, pace: Pace) {
        self.paces.push((on, pace));
    }

    /// What befalls a request; the first storm that strikes decides.
    pub(super) fn fate(&mut self, method: &str, path: &str) -> Option<Fate> {
        let struck = self.storms.iter_mut().find_map(|blowing| blowing.strikes(method, path))?;
        self.strikes += 1;
        Some(struck)
    }

    /// The headers of a request's bucket, or the 429 when it is full. Answers to interactions have no bucket.
    pub(super) fn limit(&mut self, method: &str, path: &str) -> Result<Vec<(&'static str, String)>, Reply> {
        if path.contains("/interactions/") {
            return Ok(vec![]);
        }
        let now = self.clock.passed();
        let (name, paces) = (bucket_name(method, path), &self.paces);
        let pace = paces.iter().rev().find(|(on, _)| on.fits(method, path)).map_or(WIDE, |(_, pace)| *pace);
        let bucket = self.buckets.entry(name.clone()).or_insert(Bucket { since: now, used: 0 });
        let taken = bucket.take(pace, now);
        let left = pace.per.saturating_sub(now - bucket.since).as_secs_f64();
        let headers = headers(&name, pace.requests, pace.requests - bucket.used, left);
        match taken {
            Ok(()) => Ok(headers),
            Err(left) => Err(too_many(left, false, "user", headers)),
        }
    }
}

impl Bucket {
    /// Counts a request.
    ///
    /// # Errors
    /// In how many seconds the next is taken, when there were too many.
    fn take(&mut self, pace: Pace, now: Duration) -> Result<(), f64> {
        if now - self.since >= pace.per {
            *self = Bucket { since: now, used: 0 };
        }
        if self.used >= pace.requests {
            return Err(pace.per.saturating_sub(now - self.since).as_secs_f64());
        }
        self.used += 1;
        Ok(())
    }
}

impl Blowing {
    fn strikes(&mut self, method: &str, path: &str) -> Option<Fate> {
        if !self.storm.on.fits(method, path) {
            return None;
        }
        self.seen += 1;
        let struck = match self.storm.when {
            When::Always => true,
            When::First(count) => self.seen <= count,
            When::Every(nth) => self.seen.is_multiple_of(nth.max(1)),
            When::Percent(percent, _) => self.luck.next_u32() % 100 < percent,
        };
        struck.then_some(self.storm.fate)
    }
}

/// The answer of a storm.
pub(super) fn refusal(fate: Fate) -> Option<Reply> {
    match fate {
        Fate::Fail(status) | Fate::Lose(status) => {
            Some(Reply::error(status, 0, &format!("{status}: a storm")))
        }
        Fate::Limit { retry_after, global } => {
            let headers = if global { vec![] } else { headers("storm", 5, 0, retry_after) };
            Some(too_many(retry_after, global, if global { "global" } else { "user" }, headers))
        }
        Fate::Slow(_) => None,
    }
}

fn too_many(after: f64, global: bool, scope: &str, mut headers: Vec<(&'static str, String)>) -> Reply {
    // The header tells whole seconds, the body the fraction too.
    headers.push(("retry-after", format!("{}", after.ceil().max(1.0))));
    headers.push(("x-ratelimit-scope", scope.to_owned()));
    if global {
        headers.push(("x-ratelimit-global", "true".to_owned()));
    }
    let message = "You are being rate limited.";
    let body = json!({ "message": message, "retry_after": after, "global": global });
    Reply { status: 429, body: Some(body), headers }
}

fn headers(bucket: &str, limit: u32, remaining: u32, after: f64) -> Vec<(&'static str, String)> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    let name = bucket.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    vec![
        ("x-ratelimit-limit", limit.to_string()),
        ("x-ratelimit-remaining", remaining.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", now + after)),
        ("x-ratelimit-reset-after", format!("{after:.3}")),
        ("x-ratelimit-bucket", format!("{name:016x}")),
    ]
}

/// A bucket is a route with the ids that matter: of the channel, the guild, or the webhook with its token.
fn bucket_name(method: &str, path: &str) -> String {
    let mut name = method.to_owned();
    let mut major = 0;
    for segment in path.split('/') {
        let is_id = segment.bytes().all(|byte| byte.is_ascii_digit()) && !segment.is_empty();
        major = match segment {
            "channels" | "guilds" => 1,
            "webhooks" => 2,
            _ => major,
        };
        let kept = !is_id || major > 0;
        name.push('/');
        name.push_str(if kept { segment } else { "id" });
        if is_id {
            major = 0;
        }
    }
    name
}
