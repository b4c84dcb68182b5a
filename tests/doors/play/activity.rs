//! The board in a frame of Discord's, behind its proxy: who may have it in a frame, who looks, and what goes another way there.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::club::DISCORD;
use wardroom::config::play::ServedActivity;
use wardroom::config::value::Token;
use wardroom::door::play::activity::Activity;
use wardroom::words::Lang;

use super::client::{Browser, Got, encoded};
use super::{HERE, Parlour, TOY};

const APPLICATION: u64 = 4242;
const SECRET: &str = "a-client-secret";
/// The origin of the frame, as browsers name it.
const FRAME: &str = "https://4242.discordsays.com";
/// The code that Discord takes, and whose it is.
const CODE: &str = "good-code";
const USER: &str = "1701";

/// What Discord was asked: the forms that came.
type Asked = Arc<Mutex<Vec<String>>>;

/// A Discord that exchanges one code.
async fn discord() -> (String, Asked) {
    let asked = Asked::default();
    let token = |State(asked): State<Asked>, body: String| async move {
        let is_good =
            body.contains(&format!("code={CODE}")) && body.contains(&format!("client_secret={SECRET}"));
        asked.lock().unwrap().push(body);
        match is_good {
            true => (StatusCode::OK, Json(json!({ "access_token": "of-ann", "token_type": "Bearer" }))),
            false => (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))),
        }
    };
    let me = |headers: HeaderMap| async move {
        let answer: (StatusCode, Json<Value>) = match headers.get("authorization").map(|it| it.as_bytes()) {
            Some(b"Bearer of-ann") => {
                (StatusCode::OK, Json(json!({ "id": USER, "username": "ann", "global_name": "Ann" })))
            }
            _ => (StatusCode::UNAUTHORIZED, Json(json!({}))),
        };
        answer
    };
    let router = Router::new()
        .route("/api/v10/oauth2/token", post(token))
        .route("/api/v10/users/@me", get(me))
        .with_state(asked.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (format!("http://{address}"), asked)
}

async fn parlour() -> (Parlour, Asked) {
    let (api, asked) = discord().await;
    let served = ServedActivity { application: APPLICATION, secret: Token::from(SECRET), api: Some(api) };
    (Parlour::new(TOY).in_discord(Activity::new(&served)), asked)
}

/// A browser in the frame: the proxy passes its requests on to the path that the operator named.
struct Framed(Browser);

impl Framed {
    async fn get(&mut self, target: &str) -> Got {
        self.0.get(&format!("/activity{target}")).await
    }

    async fn post(&mut self, target: &str, fields: &[(&str, &str)], origin: &str) -> Got {
        let headers = [("origin", origin), ("sec-fetch-site", "same-origin")];
        self.0.send(Method::POST, &format!("/activity{target}"), &encoded(fields), &headers).await
    }

    async fn enter(&mut self) -> Got {
        self.post("/enter", &[("code", CODE)], FRAME).await
    }
}

#[tokio::test]
async fn the_first_page_asks_who_looks_and_its_files_are_named_by_their_digest() {
    let (parlour, _) = parlour().await;
    let mut frame = Framed(Browser::new(&parlour.handler));
    let page = frame.get("/?instance_id=i&frame_id=f&platform=desktop").await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("data-application=\"4242\""), "{}", page.text);
    assert!(page.text.contains("data-clients=\"https://discord.com "), "{}", page.text);
    let policy = page.header("content-security-policy");
    assert!(policy.contains("frame-ancestors https://discord.com "), "{policy}");
    assert!(policy.contains(FRAME) && policy.contains("default-src 'none'"), "{policy}");
    assert!(!policy.contains("unsafe") && page.header("x-frame-options").is_empty(), "{policy}");
    assert!(!page.text.contains("<style>") && !page.text.contains("<script>"), "{}", page.text);
    let files: Vec<&str> =
        page.text.split("=\"/file/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let got = frame.get(&format!("/file/{file}")).await;
        assert_eq!((got.status, got.header("cache-control")), (200, "public, max-age=31536000, immutable"));
        let digest = hex::encode(Sha256::digest(&got.text));
        assert!(
            file.contains(&digest[..16]) && got.text.len() <= 12 * 1024,
            "{file}: {} bytes",
            got.text.len()
        );
    }
    assert_eq!(frame.get("/file/board-0000000000000000.css").await.status, 404);
}

#[tokio::test]
async fn a_code_is_exchanged_by_the_server_and_opens_a_session_of_the_frame_alone() {
    let (parlour, asked) = parlour().await;
    let mut frame = Framed(Browser::new(&parlour.handler));
    // Nobody yet, a code that Discord does not take, a form of another site, and of the board in a window.
    assert_eq!(frame.get("/").await.status, 404);
    assert_eq!(frame.post("/enter", &[("code", "bad")], FRAME).await.status, 404);
    for origin in ["https://evil.example", HERE, "null"] {
        assert_eq!(frame.post("/enter", &[("code", CODE)], origin).await.status, 403, "{origin}");
    }
    assert!(frame.0.cookies.is_empty());
    assert_eq!(asked.lock().unwrap().len(), 1, "what comes from elsewhere is not sent on");
    let entered = frame.enter().await;
    assert_eq!((entered.status, entered.location()), (303, Some("/")));
    let cookie = entered.header("set-cookie");
    for part in ["__Host-wardroom-frame=", "; Path=/", "; HttpOnly", "; SameSite=None; Secure; Partitioned"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let sent = asked.lock().unwrap().last().unwrap().clone();
    for part in ["client_id=4242", "grant_type=authorization_code", "code=good-code"] {
        assert!(sent.contains(part), "{sent}");
    }
    let tables = frame.get("/").await;
    assert!(tables.status == 200 && tables.text.contains("Ann"), "{}", tables.text);
    for text in [&entered.text, &tables.text] {
        assert!(!text.contains(SECRET) && !text.contains("of-ann"));
    }
    // In a window the same cookie opens nothing.
    assert_eq!(frame.0.get("/").await.status, 404);
    // Whoever opens it next is asked anew.
    assert!(frame.get("/?frame_id=g").await.text.contains("data-application"));
}

#[tokio::test]
async fn a_table_is_played_in_a_frame_by_the_player_whom_discord_names() {
    let (parlour, _) = parlour().await;
    let ann = parlour.club.people().meet(DISCORD, USER, "Ann", Lang::En).unwrap().id;
    let bob = parlour.player("Bob", Lang::En);
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    parlour.club.people().browsers().lead_to(&ann, &format!("{table}/red")).unwrap();
    let mut frame = Framed(Browser::new(&parlour.handler));
    let here = format!("/t/{table}/red");
    assert_eq!(frame.enter().await.location(), Some(here.as_str()), "where the button was pressed");
    assert_eq!(frame.enter().await.location(), Some("/"), "once");
    let page = frame.get(&here).await;
    assert!(page.status == 200 && page.header("x-frame-options").is_empty(), "{}", page.text);
    assert!(page.text.contains("<script src=\"/file/live-"), "{}", page.text);
    let form = page.form("/line");
    let before = parlour.last(&table);
    let fields = form.with(&[("line", "choose 7")]);
    assert_eq!(frame.post(&form.action, &fields, HERE).await.status, 403);
    let given = frame.post(&form.action, &fields, FRAME).await;
    assert_eq!((given.status, given.location()), (303, Some(here.as_str())), "{}", given.text);
    assert!(parlour.last(&table) > before);
    // A stream has one line: a proxy that keeps it back passes it on when it ends.
    let news = frame.get(&format!("{here}/live?at=x")).await;
    assert!(
        news.status == 200 && news.text.starts_with("data: ") && news.text.ends_with("\n\n"),
        "{}",
        news.text
    );
    assert_eq!(news.text.matches("data:").count(), 1);
    // Codes and links of mails are for windows.
    let link = parlour.club.people().browsers().link(&ann).unwrap().unwrap();
    assert_eq!(frame.get(link.strip_prefix(HERE).unwrap()).await.status, 404);
    // The pages of windows are in no frame.
    let mut window = parlour.browser(&ann).await;
    let page = window.get(&here).await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'none'") && page.header("x-frame-options") == "DENY",
        "{policy}"
    );
}

#[tokio::test]
async fn where_it_is_not_switched_on_there_is_nothing_for_frames() {
    let parlour = Parlour::new(TOY);
    let mut frame = Framed(Browser::new(&parlour.handler));
    for target in ["/?frame_id=f", "/", "/file/launch.js"] {
        let got = frame.get(target).await;
        assert_eq!((got.status, got.header("x-frame-options")), (404, "DENY"), "{target}");
    }
    assert_eq!(frame.enter().await.status, 403);
    let mut there = Framed(Browser::new(&self::parlour().await.0.handler));
    assert_eq!(there.get("y").await.status, 404, "a path that only begins like it");
}
