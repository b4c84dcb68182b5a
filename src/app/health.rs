//! `health`: asks the running `serve` of this configuration how it is, for containers and scripts.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use super::CommandResult;
use super::cli::HealthAsk;
use super::error::CliError;
use super::process::ProcessContext;
use crate::config::Config;
use crate::config::serving::LISTEN;
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// Most time for the connection, and for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most bytes of an answer.
const ANSWER_BYTES: u64 = 256 * 1024;

/// An answer of the running program.
pub(super) struct Answered {
    /// The status.
    pub status: u16,
    /// The text below the head.
    pub body: String,
}

/// Asks, and prints the answer: 0 where all is well, 1 where it is not, or nobody answers.
pub(super) fn run(
    ask: &HealthAsk,
    config: &Config,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let address = address(config)?;
    let path = match (ask.live, ask.ready) {
        (true, _) => "/healthz/live",
        (_, true) => "/healthz/ready",
        _ => "/healthz",
    };
    let answered = get(address, path).map_err(|error| {
        CliError::Because(Reason::of("health-no-answer").quoting("address", address).quoting("why", error))
    })?;
    let well = answered.status == 200;
    // The other paths answer in words.
    if json && path == "/healthz" {
        writeln!(process.out, "{}", answered.body.trim_end())?;
        return Ok(well);
    }
    let words = Words::read()?;
    let told = troubles(&answered.body);
    let said = match (well, told.is_empty()) {
        (true, _) => words.say(lang, "health-well", &[("address", address.to_string().into())]),
        (false, true) => answered.body.trim_end().to_owned(),
        (false, false) => told.join("\n"),
    };
    writeln!(process.out, "{said}")?;
    Ok(well)
}

/// The address that `serve` listens at, as this machine reaches it.
pub(super) fn address(config: &Config) -> Result<SocketAddr, CliError> {
    let given = config.serve.listen.as_deref().unwrap_or(LISTEN);
    let listen: SocketAddr = given.parse().map_err(|_| {
        CliError::Usage(Reason::of("config-listen").quoting("given", given).quoting("usual", LISTEN))
    })?;
    Ok(reachable(listen))
}

/// The address by which this machine reaches a listener: one that listens everywhere listens here.
pub(super) fn reachable(listen: SocketAddr) -> SocketAddr {
    let here = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(here, listen.port())
}

/// Asks a listener for a path.
pub(super) fn get(address: SocketAddr, path: &str) -> std::io::Result<Answered> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // By HTTP/1.0 the answer is not chunked, and ends with the connection.
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other("it does not speak HTTP"))?;
    Ok(Answered { status, body: body.to_owned() })
}

/// The fields of `/healthz`, one line each, without those that are never wrong.
fn troubles(body: &str) -> Vec<String> {
    let Ok(Value::Object(health)) = serde_json::from_str::<Value>(body) else { return Vec::new() };
    // Which program it is, and by which zones it goes, is no trouble.
    let passed = ["build", "time_zones"];
    health
        .iter()
        .filter(|(name, _)| !passed.contains(&&***name))
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}
