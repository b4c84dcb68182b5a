//! The listener for readers of pages.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::answer::PageHandler;
use crate::door::listener::{Connections, names_one_host};

/// The listener for readers of pages.
pub struct PageListener {
    handler: Arc<PageHandler>,
    connections: Arc<Connections>,
}

impl PageListener {
    /// Answers with `handler`. `behind_proxy`: every connection is a proxy's, which says in `X-Forwarded-For` whose it is.
    pub fn new(handler: PageHandler, behind_proxy: bool) -> PageListener {
        let connections = Connections::new(behind_proxy, "pages-full");
        PageListener { handler: Arc::new(handler), connections: Arc::new(connections) }
    }

    /// A flag that says whether it listens, from now on.
    pub fn up(&self) -> Arc<AtomicBool> {
        self.connections.up()
    }
}

/// Answers connections until `closing` is `true`, then those that are open.
pub async fn run(pages: PageListener, listener: TcpListener, closing: watch::Receiver<bool>) {
    let PageListener { handler, connections } = pages;
    let answer = move |address: IpAddr, request: Request<Incoming>| {
        let handler = handler.clone();
        async move {
            let (uri, headers) = (request.uri(), request.headers());
            match names_one_host(headers) {
                true => {
                    let target = (uri.path(), uri.query());
                    handler.answer(address, request.method(), target, headers).await
                }
                // Whoever passes it on may take it for another than we do.
                false => handler.refusal(StatusCode::BAD_REQUEST),
            }
        }
    };
    connections.run(listener, closing, answer).await;
}
