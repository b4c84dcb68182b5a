//! The listener for players with a browser.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as Socket};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::answer::{BoardHandler, Place};
use crate::door::listener::{Connections, names_one_host};

/// Most bytes of a form.
const FORM_BYTES: usize = 64 * 1024;

/// The listener for players with a browser.
pub struct BoardListener {
    handler: Arc<BoardHandler>,
    connections: Arc<Connections>,
    socket: Socket,
}

impl BoardListener {
    /// Answers with `handler` on a socket. `behind_proxy`: every connection is a proxy's, which says in `X-Forwarded-For` whose it
    /// is.
    pub fn new(handler: BoardHandler, socket: Socket, behind_proxy: bool) -> BoardListener {
        let connections = Connections::new(behind_proxy, "board-full");
        BoardListener { handler: Arc::new(handler), connections: Arc::new(connections), socket }
    }

    /// The address that it listens at, if the socket tells.
    pub fn address(&self) -> Option<SocketAddr> {
        self.socket.local_addr().ok()
    }

    /// A flag that says whether it listens, from now on.
    pub fn up(&self) -> Arc<AtomicBool> {
        self.connections.up()
    }
}

/// Answers connections until `closing` is `true`, then those that are open.
///
/// # Errors
/// A socket that cannot be waited for.
pub async fn run(board: BoardListener, closing: watch::Receiver<bool>) -> io::Result<()> {
    let BoardListener { handler, connections, socket } = board;
    // tokio takes only sockets that do not block.
    socket.set_nonblocking(true)?;
    let listener = TcpListener::from_std(socket)?;
    let live = tokio::spawn(handler.live().watch(closing.clone()));
    let answer = move |address: IpAddr, request: Request<Incoming>| {
        let handler = handler.clone();
        async move {
            let (head, body) = request.into_parts();
            if !names_one_host(&head.headers) {
                return handler.refusal(Place::Window, StatusCode::BAD_REQUEST);
            }
            match to_bytes(Body::new(body), FORM_BYTES).await {
                Ok(body) => handler.answer(address, head, body).await,
                Err(_) => handler.refusal(Place::Window, StatusCode::PAYLOAD_TOO_LARGE),
            }
        }
    };
    connections.run(listener, closing, answer).await;
    live.abort();
    Ok(())
}
