//! Connections of browsers to a door of ours: a limited number at once, each for one request and a limited time. A slow client
//! costs only a connection, and not for long. A stream of events ([`Lasting`]) has no part in those limits: its door has others.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_tokio::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::observe;

/// Most connections at once.
pub const CONNECTIONS: usize = 256;
/// Most of them from one asker, unless all come from a proxy.
const CONNECTIONS_OF_ASKER: usize = 16;
/// Timeout for the client to send the head of its request.
const SENT_WITHIN: Duration = Duration::from_secs(5);
/// Timeout of a whole connection: request, wait, answer.
const CONNECTION: Duration = Duration::from_secs(30);
/// Timeout of the connection of a stream, for a client that takes nothing of it. The stream itself ends earlier.
const STREAM: Duration = Duration::from_secs(60 * 60);
/// Most bytes of a request's lines.
const REQUEST_BYTES: usize = 16 * 1024;
/// The pause after a failed accept: the machine is out of connections at that moment.
const AGAIN: Duration = Duration::from_millis(100);
/// The header in which a proxy says whose a request is.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The mark of an answer that goes on: an extension of the response. Its door limits their number, and ends them.
#[derive(Clone, Copy, Debug)]
pub struct Lasting;

/// True if a request has one `Host` line, as every one has to (RFC 9112, 3.2).
pub fn names_one_host(headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().count() == 1
}

/// The asker, for the limits: one network of IPv6 is one asker, whichever of its addresses it takes.
pub fn asker(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("{:x?}", &address.segments()[..4]),
    }
}

/// The connections of a door.
pub struct Connections {
    behind_proxy: bool,
    /// The kind of refusal that is counted when there is no room.
    full: &'static str,
    /// True if it listens.
    up: Arc<AtomicBool>,
    guests: Guests,
}

impl Connections {
    /// Connections of a door. `behind_proxy`: every connection is a proxy's, which says in `X-Forwarded-For` whose it is. A refusal
    /// for want of room is counted as `full`.
    pub fn new(behind_proxy: bool, full: &'static str) -> Connections {
        Connections { behind_proxy, full, up: Arc::default(), guests: Guests::default() }
    }

    /// A flag that says whether it listens, from now on.
    pub fn up(&self) -> Arc<AtomicBool> {
        self.up.clone()
    }

    /// The client's address: the peer; behind a proxy the last address it names, because anybody may have written the ones
    /// before.
    fn asker(&self, peer: IpAddr, request: &Request<Incoming>) -> IpAddr {
        let header = request.headers().get_all(FORWARDED_FOR).into_iter().next_back();
        let named = header.and_then(|header| header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        named.filter(|_| self.behind_proxy).unwrap_or(peer)
    }

    /// Answers connections until `closing` is `true`, then those that are open. `answer` gets the client's address and the request.
    pub async fn run<F>(
        self: Arc<Self>,
        listener: TcpListener,
        mut closing: watch::Receiver<bool>,
        answer: impl Fn(IpAddr, Request<Incoming>) -> F + Clone + Send + Sync + 'static,
    ) where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let mut connections = JoinSet::new();
        self.up.store(true, Ordering::Relaxed);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let most = if self.behind_proxy { CONNECTIONS } else { CONNECTIONS_OF_ASKER };
                        match self.guests.enter(peer.ip(), most) {
                            Some(guest) => {
                                drop(connections.spawn(self.clone().attend(stream, guest, answer.clone())));
                            }
                            None => observe::refused(self.full),
                        }
                    }
                    Err(trouble) => {
                        tracing::warn!(%trouble, "a connection of a browser could not be taken");
                        tokio::time::sleep(AGAIN).await;
                    }
                },
                Some(_) = connections.join_next() => {}
                () = told(&mut closing) => break,
            }
        }
        self.up.store(false, Ordering::Relaxed);
        // Every connection has a timeout, so this ends.
        while connections.join_next().await.is_some() {}
    }

    async fn attend<F>(
        self: Arc<Self>,
        stream: TcpStream,
        guest: Guest,
        answer: impl Fn(IpAddr, Request<Incoming>) -> F + Send + Sync,
    ) where
        F: Future<Output = Response<Body>> + Send,
    {
        let peer = guest.address;
        // A stream gives its place up early, because it has limits of its own.
        let guest = Mutex::new(Some(guest));
        let leave = || guest.lock().unwrap_or_else(PoisonError::into_inner).take();
        let answered = service_fn(|request: Request<Incoming>| {
            let (answer, leave) = (answer(self.asker(peer, &request), request), &leave);
            async move {
                let response = answer.await;
                if response.extensions().get::<Lasting>().is_some() {
                    leave();
                }
                Ok::<_, std::convert::Infallible>(response)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(SENT_WITHIN)
            .keep_alive(false)
            .max_buf_size(REQUEST_BYTES)
            .serve_connection(TokioIo::new(stream), answered);
        // An error of a connection is the client's. It is not logged, because it may contain the link.
        let mut connection = pin!(connection);
        // If the guest had left already, the answer is a stream, which has more time.
        if timeout(CONNECTION, &mut connection).await.is_err() && leave().is_none() {
            let _ = timeout(STREAM, connection).await;
        }
    }
}

/// Waits for the signal to close.
async fn told(closing: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone: nobody could close later, so it counts as the signal.
    let _ = closing.wait_for(|close| *close).await;
}

/// The connected askers, as [`asker`] names them, with their connections.
#[derive(Clone, Default)]
pub struct Guests(Arc<Mutex<BTreeMap<String, usize>>>);

/// A connection, until it is dropped.
pub struct Guest {
    guests: Guests,
    address: IpAddr,
    asker: String,
}

impl Guests {
    /// Adds a connection of an address whose asker may have `most`; `None` if there is no room.
    pub fn enter(&self, address: IpAddr, most: usize) -> Option<Guest> {
        let asker = asker(address);
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = guests.values().sum();
        let of_asker = guests.get(&asker).copied().unwrap_or_default();
        if all >= CONNECTIONS || of_asker >= most {
            return None;
        }
        guests.insert(asker.clone(), of_asker + 1);
        Some(Guest { guests: self.clone(), address, asker })
    }

    /// True if nobody is connected, and no asker is remembered.
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut guests = self.guests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(connected) = guests.get_mut(&self.asker) {
            *connected -= 1;
            if *connected == 0 {
                guests.remove(&self.asker);
            }
        }
    }
}
