//! The board in a frame, with stand-ins for Discord's client, its proxy and its interface: the client speaks by messages, and the proxy
//! passes an answer on when it is whole.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, Uri, header};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::watch;
use wardroom::app::registry::{Games, registered};
use wardroom::club::browser::BrowserLinks;
use wardroom::club::{DISCORD, MAIL, NewTable};
use wardroom::config::play::ServedActivity;
use wardroom::config::value::Token;
use wardroom::door::play::activity::Activity;
use wardroom::door::play::answer::BoardHandler;
use wardroom::door::play::listener::{BoardListener, run};
use wardroom::keys::Keys;
use wardroom::log::MemoryStore;
use wardroom::words::Lang;

use crate::board::{Board, types, until};
use crate::chromium::{Browser, SIZES};
use crate::toy::{Clock, Toy};

static TOY: Games = Games::new(&[registered::<Toy>()]);
const APPLICATION: u64 = 4242;
const USER: &str = "1701";

/// The script of the client: it says that it is ready, and hands out a code when it is asked for one.
const CLIENT: &str = "
    window.asked = [];
    addEventListener('message', ({ data: [code, said], source, origin }) => {
        window.asked.push([code, said.cmd ?? null, said.client_id ?? said.args.client_id, said.args?.scope ?? null]);
        const answer = code === 0 ? { cmd: 'DISPATCH', evt: 'READY', data: {} }
            : { cmd: said.cmd, evt: null, nonce: said.nonce, data: { code: 'good-code' } };
        source.postMessage([1, answer], origin);
    });";

/// Serves a router at a port of this machine: the port.
async fn served(router: Router) -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    port
}

/// A proxy that passes requests on to the board's path for frames, and each answer once it is whole.
async fn proxied(
    State(board): State<Arc<str>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let target = format!("http://{board}/activity{uri}");
    let mut asked = client.request(method, target).body(body);
    for (name, value) in headers.iter().filter(|(name, _)| **name != header::HOST) {
        asked = asked.header(name, value);
    }
    let answer = asked.send().await.unwrap();
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        if ![header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::CONNECTION].contains(name) {
            response = response.header(name, value);
        }
    }
    response.body(Body::from(answer.bytes().await.unwrap())).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium"]
async fn a_table_is_played_in_a_frame_of_a_client_behind_a_proxy() {
    // Discord's interface.
    let token = || async { Json(json!({ "access_token": "of-ann" })) };
    let me = || async { Json(json!({ "id": USER, "username": "ann", "global_name": "Ann" })) };
    let api = Router::new().route("/api/v10/oauth2/token", post(token)).route("/api/v10/users/@me", get(me));
    let api = format!("http://127.0.0.1:{}", served(api).await);
    // The board, the proxy before it, and the client with a frame of the proxy's. `localhost` is another site than the address.
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let board: Arc<str> = socket.local_addr().unwrap().to_string().into();
    let club = TOY.club(Arc::new(MemoryStore::new()), Clock::new(), None, None).unwrap();
    let links = BrowserLinks::new(&format!("http://{board}"), Keys::new([9; 32], None)).in_discord();
    let club = Arc::new(club.with_browser(links));
    let proxy = served(Router::new().fallback(proxied).with_state(board)).await;
    let origin = format!("http://localhost:{proxy}");
    let frame = format!("{origin}/?instance_id=i&frame_id=f&platform=desktop");
    let page = format!(
        "<!DOCTYPE html><title>Client</title><script>{CLIENT}</script><iframe src=\"{frame}\"></iframe>"
    );
    let client = served(Router::new().route("/", get(|| async move { Html(page) }))).await;
    let client = format!("http://127.0.0.1:{client}");
    let activity = ServedActivity { application: APPLICATION, secret: Token::from("secret"), api: Some(api) };
    let activity = Activity::of(&activity, vec![client.clone()], origin.clone());
    let handler = BoardHandler::new(club.clone(), MAIL).unwrap().in_discord(activity);
    let (_open, closing) = watch::channel(false);
    tokio::spawn(run(BoardListener::new(handler, socket, true), closing));

    let ann = club.people().meet(DISCORD, USER, "Ann", Lang::En).unwrap().id;
    let bob = club.people().meet(MAIL, "bob@x.example", "Bob", Lang::En).unwrap().id;
    let new = NewTable { game: "toy".to_owned(), ..NewTable::default() };
    let table = club.open(&Board::visitor(&ann, "open"), &new, Lang::En).unwrap();
    club.join(&table, &Board::visitor(&bob, "join"), None, Lang::En).unwrap();
    club.people().browsers().lead_to(&ann, &format!("{table}/red")).unwrap();

    let browser = Browser::start(&[]).await;
    browser.visit(&client, SIZES[1], "light").await;
    until(&browser, "window.asked.length === 2").await;
    let asked = browser.run("return window.asked;").await;
    assert_eq!(asked, json!([[0, null, "4242", null], [1, "AUTHORIZE", "4242", ["identify"]]]));
    browser.enter_frame("iframe").await;
    until(&browser, "location.pathname.endsWith('/red') && 'live' in document.documentElement.dataset").await;
    browser.run("window.kept = true;").await;
    types(&browser, "choose 7").await;
    let rows = "document.querySelectorAll('.log li').length";
    // What the other does comes by itself, though the proxy keeps streams back until they end.
    let before = browser.run(&format!("return {rows};")).await;
    let visitor = Board::visitor(&bob, "choose");
    let mut session = club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap();
    let asked = session.asked().unwrap();
    let form = asked.options.sample(&mut |_| 0).unwrap();
    session.begin_line();
    session.order(asked.prompt.unwrap(), form, true).unwrap();
    until(&browser, &format!("{rows} > {before} && document.querySelector('#orders button[name=c]')")).await;
    assert_eq!(browser.run("return window.kept === true;").await, true);
    let names = browser.run("return document.cookie;").await;
    assert_eq!(names, "", "no script reads a cookie of ours");
}
