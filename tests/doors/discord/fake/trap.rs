//! The way to any other address leads here.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;

use super::Shared;

/// How long a visitor may take to say where they wanted to go.
const FIRST_WORDS: Duration = Duration::from_secs(2);

/// A proxy that connects to nothing and keeps who came.
pub struct Trap {
    address: SocketAddr,
    contacts: Mutex<Vec<String>>,
}

impl Trap {
    pub(super) fn set() -> (Trap, TcpListener) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let trap = Trap { address: listener.local_addr().unwrap(), contacts: Mutex::default() };
        (trap, listener)
    }

    /// What makes a process's HTTP clients come here for every address but this machine's.
    pub(super) fn environment(&self) -> Vec<(&'static str, String)> {
        let here = format!("http://{}", self.address);
        let ways = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
        let own = ["NO_PROXY", "no_proxy"].map(|name| (name, "127.0.0.1".to_owned()));
        ways.map(|name| (name, here.clone())).into_iter().chain(own).collect()
    }

    fn keep(&self, contact: String) {
        self.contacts.lock().unwrap_or_else(PoisonError::into_inner).push(contact);
    }

    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.contacts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Keeps everybody who comes, at once, and where they wanted to go, when they say it.
pub(super) async fn listen(listener: TcpListener, shared: Arc<Shared>) {
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    while let Ok((visitor, from)) = listener.accept().await {
        shared.trap.keep(format!("a connection from {from}"));
        shared.changed.send_modify(|version| *version += 1);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            if let Ok(Some(first)) = tokio::time::timeout(FIRST_WORDS, first_line(&visitor)).await {
                shared.trap.keep(first);
            }
        });
    }
}

async fn first_line(visitor: &TcpStream) -> Option<String> {
    let mut words = [0; 1024];
    loop {
        visitor.readable().await.ok()?;
        match visitor.try_read(&mut words) {
            Ok(length) => return String::from_utf8_lossy(&words[..length]).lines().next().map(str::to_owned),
            Err(why) if why.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return None,
        }
    }
}
