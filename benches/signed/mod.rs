//! Signed interactions over connections that stay open, as Discord sends them: what benches of its endpoint share.
#![allow(dead_code)] // each uses its part of it

use std::fmt::Write as _;
use std::net::SocketAddr;

use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use wardroom::door::discord::inbound::endpoint::PATH;
use wardroom::table::{Platform, System};

pub const GUILD: u64 = 700_000_000_000_000_001;
pub const CHANNEL: u64 = 700_000_000_000_000_002;
pub const APPLICATION: u64 = 700_000_000_000_000_003;
pub const FIRST_USER: u64 = 700_000_000_000_001_000;
/// A slash command that is given.
pub const GIVEN: u8 = 2;
/// One that is being typed.
pub const TYPED: u8 = 4;

/// The key that all of them are signed with.
pub fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

/// The signed request of an interaction.
pub fn request(key: &SigningKey, id: u64, kind: u8, user: u64, command: &str, options: &Value) -> Vec<u8> {
    let body = interaction(id, kind, user, command, options).to_string();
    let now = System.now().timestamp().to_string();
    let signature = key.sign([now.as_bytes(), body.as_bytes()].concat().as_slice());
    let mut request =
        format!("POST {PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
    let signature = hex::encode(signature.to_bytes());
    let _ = write!(request, "x-signature-ed25519: {signature}\r\nx-signature-timestamp: {now}\r\n");
    let _ = write!(request, "content-length: {}\r\n\r\n{body}", body.len());
    request.into_bytes()
}

/// A slash command as Discord sends it: given (2), or being typed (4).
fn interaction(id: u64, kind: u8, user: u64, command: &str, options: &Value) -> Value {
    json!({
        "id": id.to_string(), "application_id": APPLICATION.to_string(), "type": kind, "token": format!("token-{id}"),
        "version": 1, "channel_id": CHANNEL.to_string(), "guild_id": GUILD.to_string(),
        "guild": { "id": GUILD.to_string(), "features": [], "locale": "en-US" }, "guild_locale": "en-US",
        "locale": "en-US", "app_permissions": "562949953421311", "entitlements": [], "context": 0,
        "authorizing_integration_owners": { "0": GUILD.to_string() }, "attachment_size_limit": 10_485_760,
        "channel": { "id": CHANNEL.to_string(), "type": 0, "guild_id": GUILD.to_string(), "name": "games",
            "permissions": "0" },
        "member": {
            "user": { "id": user.to_string(), "username": format!("user{user}"), "discriminator": "0",
                "global_name": "Captain", "avatar": null },
            "nick": null, "roles": [], "joined_at": "2026-01-01T00:00:00Z", "deaf": false, "mute": false,
            "permissions": "0", "flags": 0
        },
        "data": { "id": "9", "name": command, "type": 1, "options": options }
    })
}

/// A connection that stays open.
pub struct Line {
    stream: TcpStream,
    address: SocketAddr,
}

impl Line {
    pub async fn to(address: SocketAddr) -> Line {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("a connection");
        Line { stream, address }
    }

    /// The body of the answer to a request, which is one of status 200.
    pub async fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        let (status, body) = self.answer(request).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        body
    }

    /// The status and the body of the answer to a request.
    pub async fn answer(&mut self, request: &[u8]) -> (u16, Vec<u8>) {
        self.stream.write_all(request).await.expect("a connection");
        let (mut got, mut part) = (Vec::new(), [0; 8192]);
        loop {
            let count = self.stream.read(&mut part).await.expect("an answer");
            assert!(count > 0, "{} hung up: {}", self.address, String::from_utf8_lossy(&got));
            got.extend_from_slice(&part[..count]);
            let Some(end) = got.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&got[..end]).to_lowercase();
            let status = head.get(9..12).and_then(|status| status.parse().ok()).expect("a status");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.and_then(|length| length.parse().ok()).expect("a length");
            if got.len() >= end + 4 + length {
                return (status, got.split_off(end + 4));
            }
        }
    }
}
