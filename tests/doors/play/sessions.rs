//! Who may play: codes, cookies, tickets, origins.

use axum::http::Method;
use wardroom::club::MAIL;
use wardroom::club::browser::{CODE_SECONDS, SESSION_SECONDS};
use wardroom::club::door::{BY_DOOR, Door};
use wardroom::door::html::source_of;
use wardroom::door::play::wording::InBrowser;
use wardroom::log::notes::of_player;
use wardroom::log::players::DISCORD;
use wardroom::log::stored::StoredLine;
use wardroom::words::{Lang, Words};

use super::client::{Browser, Got, encoded};
use super::{HERE, Parlour, TOY};

#[test]
fn the_browser_has_words_for_all_that_doors_say() {
    let words = Words::read().unwrap();
    let door: &dyn Door = &InBrowser { address_kind: MAIL };
    for key in BY_DOOR {
        assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &door.key(key))), "{key}");
    }
}

/// What everybody gets who gets nothing.
async fn nothing(parlour: &Parlour) -> String {
    let got = Browser::new(&parlour.handler).get("/nowhere").await;
    assert_eq!(got.status, 404);
    got.text
}

fn code(parlour: &Parlour, player: &str) -> String {
    let link = parlour.club.people().browsers().link(player).unwrap().unwrap();
    link.strip_prefix(HERE).unwrap().to_owned()
}

#[tokio::test]
async fn a_code_opens_a_session_once_and_looking_at_it_spends_nothing() {
    let parlour = Parlour::new(TOY);
    let ann = parlour.player("Ann", Lang::En);
    let link = code(&parlour, &ann);
    let mut bot = Browser::new(&parlour.handler);
    for _ in 0..3 {
        let shown = bot.get(&link).await;
        assert!(shown.status == 200 && shown.text.contains("<form method=\"post\">"), "{}", shown.text);
        assert!(shown.text.contains("the tables of Ann"), "{}", shown.text);
    }
    assert!(bot.cookies.is_empty());
    let mut browser = Browser::new(&parlour.handler);
    let entered = browser.post(&link, &[]).await;
    assert_eq!((entered.status, entered.location()), (303, Some("/")));
    let cookie = entered.header("set-cookie");
    for part in
        ["__Host-wardroom=", "; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure", "; Max-Age=2592000"]
    {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(browser.get("/").await.text.contains("You have no table yet."));
    let mut other = Browser::new(&parlour.handler);
    let again = other.post(&link, &[]).await;
    assert_eq!((again.status, again.text), (404, nothing(&parlour).await));
    assert!(other.cookies.is_empty());
}

#[tokio::test]
async fn a_newer_code_ends_an_older_one_and_each_ends_after_its_time() {
    let parlour = Parlour::new(TOY);
    let ann = parlour.player("Ann", Lang::En);
    let (first, second) = (code(&parlour, &ann), code(&parlour, &ann));
    let mut browser = Browser::new(&parlour.handler);
    assert_eq!(browser.post(&first, &[]).await.status, 404);
    parlour.clock.pass(CODE_SECONDS);
    assert_eq!(browser.post(&second, &[]).await.status, 404);
    let mut changed = code(&parlour, &ann);
    let last = changed.pop().unwrap();
    changed.push(if last == 'A' { 'B' } else { 'A' });
    for mangled in [changed.as_str(), "/enter/", "/enter/x", "/enter/%00"] {
        let got = browser.post(mangled, &[]).await;
        assert_eq!((got.status, got.text), (404, nothing(&parlour).await), "{mangled}");
    }
}

#[tokio::test]
async fn sessions_end_by_time_by_browser_off_by_leaving_and_when_a_player_is_forgotten() {
    let parlour = Parlour::new(TOY);
    let ann = parlour.player("Ann", Lang::En);
    let mut browser = parlour.browser(&ann).await;
    parlour.clock.pass(SESSION_SECONDS);
    assert_eq!(browser.get("/").await.status, 404);
    let (mut here, mut there) = (parlour.browser(&ann).await, parlour.browser(&ann).await);
    assert_eq!((here.get("/").await.status, there.get("/").await.status), (200, 200));
    let left = here.post("/leave", &[]).await;
    assert!(left.status == 200 && here.cookies.is_empty());
    assert_eq!(there.get("/").await.status, 404);
    let mut off = parlour.browser(&ann).await;
    parlour.club.people().browsers().end(&ann).unwrap();
    assert_eq!(off.get("/").await.status, 404);
    let (mut kept, link) = (parlour.browser(&ann).await, code(&parlour, &ann));
    parlour.club.people().forget(&ann, "mail").unwrap();
    assert_eq!(kept.get("/").await.status, 404);
    assert_eq!(Browser::new(&parlour.handler).post(&link, &[]).await.status, 404);
}

#[tokio::test]
async fn a_session_follows_a_link_of_two_players_and_ends_when_it_is_undone() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let other = parlour.club.people().meet(DISCORD, "17", "Ann", Lang::En).unwrap().id;
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let mut before = parlour.browser(&other).await;
    assert_eq!(before.get(&format!("/t/{table}/red")).await.status, 404);
    let linking = parlour.club.linking();
    let code = linking.new_code(&other).unwrap();
    let link = linking.link_of(&code, &ann).unwrap().unwrap();
    linking.link(&link, &ann).unwrap().unwrap();
    let mut after = parlour.browser(&ann).await;
    assert_eq!(before.get(&format!("/t/{table}/red")).await.status, 200);
    let link = linking.unlink_of(&ann).unwrap().unwrap();
    linking.unlink(&link, MAIL).unwrap().unwrap();
    assert_eq!((before.get("/").await.status, after.get("/").await.status), (404, 404));
}

/// A table of the toy whose players have chosen, so that red may act.
async fn begun(parlour: &Parlour) -> (String, Browser, Browser) {
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let (mut red, mut blue) = (parlour.browser(&ann).await, parlour.browser(&bob).await);
    for (browser, seat) in [(&mut red, "red"), (&mut blue, "blue")] {
        let page = browser.get(&format!("/t/{table}/{seat}")).await;
        let next = page.links().into_iter().find(|link| link.contains("&c=m0"));
        let page = match next {
            Some(link) => browser.get(&format!("/t/{table}/{seat}{link}")).await,
            None => page,
        };
        let form = page.form("/choose");
        let whole = browser.submit(&form.action, &form.with(&[("f", "7")])).await;
        let give = whole.form("/order");
        assert_eq!(browser.post(&give.action, &give.with(&[])).await.status, 303);
    }
    (table, red, blue)
}

#[tokio::test]
async fn a_form_sent_twice_is_one_order_and_a_stale_one_does_nothing() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, _) = begun(&parlour).await;
    let page = red.get(&format!("/t/{table}/red")).await;
    let form = page.form("/order");
    let button = form.buttons[0].clone();
    let fields = form.with(&[(&button.0, &button.1)]);
    let before = parlour.last(&table);
    assert_eq!(red.post(&form.action, &fields).await.status, 303);
    let after = parlour.last(&table);
    assert!(after > before);
    for _ in 0..3 {
        let again = red.post(&form.action, &fields).await;
        assert!(again.status == 200 && again.text.contains("is not given twice"), "{}", again.text);
    }
    let other = form.buttons.iter().find(|other| **other != button).unwrap();
    let late = red.post(&form.action, &form.with(&[(&other.0, &other.1)])).await;
    assert!(late.status == 200 && late.text.contains("Nothing was done"), "{}", late.text);
    assert_eq!(parlour.last(&table), after);
    // Nothing of that stays in the address.
    let shown = red.get(&form.action).await;
    assert!(
        !shown.text.contains("Nothing was done") && !shown.text.contains("given twice"),
        "{}",
        shown.text
    );
}

#[tokio::test]
async fn a_line_typed_on_an_old_page_is_kept_and_not_carried_out() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, mut blue) = begun(&parlour).await;
    let old = red.get(&format!("/t/{table}/red")).await.form("/line");
    let fresh = red.get(&format!("/t/{table}/red")).await.form("/line");
    assert_eq!(red.post(&fresh.action, &fresh.with(&[("line", "pass")])).await.status, 303);
    let turn = blue.get(&format!("/t/{table}/blue")).await.form("/line");
    assert_eq!(blue.post(&turn.action, &turn.with(&[("line", "pass")])).await.status, 303);
    let before = parlour.last(&table);
    let kept = red.post(&old.action, &old.with(&[("line", "flip")])).await;
    assert!(kept.status == 200 && kept.text.contains("value=\"flip\""), "{}", kept.text);
    assert_eq!(parlour.last(&table), before);
    // The page has the address of the form, and its links lead on from there.
    assert_eq!(red.get(&format!("{}?lang=ja", old.action)).await.status, 200);
}

#[tokio::test]
async fn what_is_foreign_or_mangled_gets_the_one_page_and_does_nothing() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, mut blue) = begun(&parlour).await;
    let nothing = nothing(&parlour).await;
    let page = red.get(&format!("/t/{table}/red")).await;
    let form = page.form("/order");
    let (ticket, button) = (form.hidden[0].1.clone(), form.buttons[0].1.clone());
    let before = parlour.last(&table);
    let to = |seat: &str| format!("/t/{table}/{seat}/order");
    // Another's session, another's seat, another table, no session at all.
    let fields = [("o", ticket.as_str()), ("c", button.as_str())];
    let mut stranger = Browser::new(&parlour.handler);
    let eve = parlour.player("Eve", Lang::En);
    let mut outside = parlour.browser(&eve).await;
    let refused: Vec<Got> = vec![
        blue.post(&to("red"), &fields).await,
        red.post(&to("blue"), &fields).await,
        red.post("/t/toy-none/red/order", &fields).await,
        stranger.post(&to("red"), &fields).await,
        outside.post(&to("red"), &fields).await,
        outside.get(&format!("/t/{table}/red")).await,
        stranger.get(&format!("/t/{table}/red")).await,
        blue.get(&format!("/t/{table}/red")).await,
        red.get("/t/toy-none/red").await,
    ];
    let of_blue = blue.post(&to("blue"), &fields).await;
    assert!(of_blue.status == 200 && of_blue.text.contains("Nothing was done"), "{}", of_blue.text);
    let mut damaged = vec!["x".to_owned(), ticket[1..].to_owned()];
    for at in [0, 5, ticket.len() - 1] {
        let other = if ticket.as_bytes()[at] == b'A' { "B" } else { "A" };
        let mut changed = ticket.clone();
        changed.replace_range(at..=at, other);
        damaged.push(changed);
    }
    // At one's own seat it may be of an earlier session: nothing is done, and it starts over.
    for ticket in damaged {
        let sent = red.post(&to("red"), &[("o", ticket.as_str()), ("c", &button)]).await;
        assert!(sent.status == 200 && sent.text.contains("Nothing was done"), "{}", sent.text);
        let shown = red.get(&format!("/t/{table}/red?o={ticket}")).await;
        assert!(shown.status == 200 && shown.text.contains("in an earlier session"), "{}", shown.text);
    }
    // A code of very many choices is none, and takes no thread's stack.
    for code in ["b0", "h0", "m0", "p0", "t0", "w0"] {
        let code = [code; 20_000].join("/");
        assert!(red.post(&to("red"), &[("o", ticket.as_str()), ("c", &code)]).await.status < 500);
        assert!(red.get(&format!("/t/{table}/red?o={ticket}&c={code}")).await.status < 500);
    }
    for got in refused {
        assert_eq!((got.status, &got.text), (404, &nothing));
    }
    // A form of another site, and one of nowhere.
    let body = encoded(&fields);
    for headers in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "null")],
        &[("sec-fetch-site", "cross-site")],
        &[("origin", HERE), ("sec-fetch-site", "same-site")],
        &[],
    ] {
        let got = red.send(Method::POST, &to("red"), &body, headers).await;
        assert_eq!((got.status, &got.text), (403, &nothing), "{headers:?}");
    }
    assert_eq!(parlour.last(&table), before);
}

#[tokio::test]
async fn an_order_by_click_and_one_that_is_typed_make_the_same_entry() {
    let mut entries = Vec::new();
    for typed in [false, true] {
        let parlour = Parlour::new(TOY);
        let (table, mut red, _) = begun(&parlour).await;
        let page = red.get(&format!("/t/{table}/red")).await;
        let before = parlour.last(&table);
        let done = match typed {
            false => {
                let form = page.form("/order");
                let (name, value) = form.buttons[0].clone();
                red.post(&form.action, &form.with(&[(&name, &value)])).await
            }
            true => {
                let form = page.form("/line");
                red.post(&form.action, &form.with(&[("line", "pass")])).await
            }
        };
        assert_eq!(done.status, 303, "{}", done.text);
        let rows = parlour.store.read_line_range(&table, before + 1..=parlour.last(&table)).unwrap();
        let entry = |row: StoredLine| match row {
            StoredLine::Entry(entry) => {
                (entry.by.clone(), entry.door.clone(), format!("{} {}", entry.kind, entry.body))
            }
            other => panic!("{other:?}"),
        };
        entries.push(rows.into_iter().map(entry).collect::<Vec<_>>());
    }
    assert_eq!(entries[0], entries[1]);
    assert!(entries[0].iter().any(|(_, door, _)| door.as_deref() == Some("browser")));
}

#[tokio::test]
async fn a_page_lets_nothing_in_and_tells_nobody() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, _) = begun(&parlour).await;
    let page = red.get(&format!("/t/{table}/red")).await;
    let policy = page.header("content-security-policy");
    for part in [
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "style-src 'sha256-",
        "script-src 'sha256-",
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !page.text.contains(" style="), "{}", page.text);
    // One script, which the policy names; others would not run.
    let scripts: Vec<&str> = page.text.split("<script").skip(1).collect();
    let [script] = scripts[..] else { panic!("{} scripts", scripts.len()) };
    let script = script.strip_prefix('>').unwrap().split("</script>").next().unwrap();
    assert!(script.len() <= 12 * 1024, "{} bytes", script.len());
    assert!(policy.contains(&format!("script-src {};", source_of(script))), "{policy}");
    for evil in ["innerHTML =", "eval", "Function(", "document.write", "import("] {
        assert!(!script.contains(evil), "{evil}");
    }
    assert_eq!((page.header("cache-control"), page.header("referrer-policy")), ("no-store", "same-origin"));
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("strict-transport-security"), "max-age=31536000");
    let mut elsewhere = red.clone();
    let head = elsewhere.send(Method::GET, "/", "", &[("host", "evil.example")]).await;
    assert_ne!(head.status, 200);
}

#[tokio::test]
async fn the_entrance_is_in_the_browsers_language_and_names_whose_tables_it_opens() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let (link, mut browser) = (code(&parlour, &ann), Browser::new(&parlour.handler));
    let japanese = [("accept-language", "fr, ja;q=0.8, en;q=0.5")];
    let shown = browser.send(Method::GET, &link, "", &japanese).await;
    assert!(shown.text.contains("<html lang=\"ja\">") && shown.text.contains("Annの卓"), "{}", shown.text);
    assert!(browser.get(&link).await.text.contains("<html lang=\"en\">"));
    let mut of_bob = parlour.browser(&bob).await;
    let shown = of_bob.get(&link).await;
    assert!(
        shown.text.contains("now open for Bob") && shown.text.contains("the tables of Ann"),
        "{}",
        shown.text
    );
    let mut of_ann = parlour.browser(&ann).await;
    let again = code(&parlour, &ann);
    assert!(of_ann.get(&again).await.text.contains("open for Ann already"));
    // A spent one says nothing of anybody.
    assert_eq!(browser.get(&link).await.text, nothing(&parlour).await);
}

#[tokio::test]
async fn sessions_whose_generation_cannot_be_read_are_no_sessions_until_it_is_ended() {
    let parlour = Parlour::new(TOY);
    let ann = parlour.player("Ann", Lang::En);
    let mut browser = parlour.browser(&ann).await;
    parlour.club.people().browsers().end(&ann).unwrap();
    let mut ended = browser.clone();
    let key = of_player(&ann, "browser-generation");
    assert_eq!(parlour.store.note("club", &key).unwrap().as_deref(), Some("1"));
    parlour.store.put_note("club", &key, "1 or so").unwrap();
    assert_eq!(ended.get("/").await.status, 503);
    parlour.club.people().browsers().end(&ann).unwrap();
    assert_eq!(browser.get("/").await.status, 404);
    assert_eq!(parlour.browser(&ann).await.get("/").await.status, 200);
}

#[tokio::test]
async fn one_table_that_cannot_be_read_hides_no_other() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let good = parlour.table("toy", &[], &[&ann, &bob]);
    let elsewhere = Parlour::real_beside(&parlour);
    let bad = elsewhere.table("goeben", &[], &[&ann]);
    // This server does not play that game.
    let listed = parlour.browser(&ann).await.get("/").await;
    assert_eq!(listed.status, 200);
    for said in [good, format!("Table {bad} cannot be read just now")] {
        assert!(listed.text.contains(&said), "{said}: {}", listed.text);
    }
}

#[tokio::test]
async fn a_page_has_a_limit_for_each_player_and_a_form_for_its_fields() {
    let parlour = Parlour::new(TOY);
    let ann = parlour.player("Ann", Lang::En);
    let mut browser = parlour.browser(&ann).await;
    for _ in 0..240 {
        assert_eq!(browser.get("/").await.status, 200);
    }
    let late = browser.get("/").await;
    assert_eq!((late.status, late.header("retry-after")), (429, "60"));
    parlour.clock.pass(61);
    assert_eq!(browser.get("/").await.status, 200);
    let many: Vec<(&str, &str)> = std::iter::repeat_n(("f", "1"), 513).collect();
    let refused = browser.post("/t/toy-none/red/choose", &many).await;
    assert!(refused.status == 413 && refused.text.contains("Nothing was done"), "{}", refused.text);
    assert_eq!(browser.post("/t/toy-none/red/choose", &many[1..]).await.status, 404);
    let headers = [("origin", HERE)];
    assert_eq!(browser.send(Method::POST, "/leave", "f=%zz", &headers).await.status, 400);
}

#[tokio::test]
async fn what_is_typed_into_a_form_is_kept_when_it_is_refused_and_when_it_is_out_of_date() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, _) = begun(&parlour).await;
    let signal = |page: &Got| page.form("/order");
    let mut page = red.get(&format!("/t/{table}/red")).await;
    for link in page.links() {
        let next = red.get(&format!("/t/{table}/red{link}")).await;
        if next.forms().iter().any(|form| form.text.is_some()) {
            page = next;
            break;
        }
    }
    let form = signal(&page);
    let long = "north ".repeat(400);
    let refused = red.post(&form.action, &form.with(&[("f", &long)])).await;
    assert!(refused.status == 200 && refused.text.contains("class=\"refused\""), "{}", refused.text);
    assert!(refused.text.contains(&format!("required>{}", &long[..2000])), "{}", refused.text);
    let line = red.get(&format!("/t/{table}/red")).await.form("/line");
    assert_eq!(red.post(&line.action, &line.with(&[("line", "pass")])).await.status, 303);
    let before = parlour.last(&table);
    let late = red.post(&form.action, &form.with(&[("f", "Steam north.")])).await;
    assert!(late.text.contains("value=\"Steam north.\""), "{}", late.text);
    assert_eq!(parlour.last(&table), before);
}

#[tokio::test]
async fn the_language_and_the_picture_are_changed_without_losing_a_half_made_order() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[], &[&ann, &bob]);
    let (here, mut red) = (format!("/t/{table}/red"), parlour.browser(&ann).await);
    let mut page = red.get(&here).await;
    if let Some(verb) = page.links().into_iter().find(|link| link.contains("&c=m0")) {
        page = red.get(&format!("{here}{verb}")).await;
    }
    let form = page.form("/choose");
    let misfilled = red.post(&form.action, &form.with(&[("f", "12")])).await;
    assert!(misfilled.text.contains("value=\"12\""), "{}", misfilled.text);
    let whole = red.submit(&form.action, &form.with(&[("f", "7")])).await;
    assert!(whole.text.contains("action=\"/t/") && !whole.text.contains("/choose\""), "{}", whole.text);
    let other = whole.text.split("href=\"").map(|rest| rest.split('"').next().unwrap());
    let other = other.filter(|link| link.contains("lang=ja")).last().unwrap().replace("&amp;", "&");
    let japanese = red.get(&format!("{here}{other}")).await;
    assert!(japanese.text.contains("<html lang=\"ja\">"), "{}", japanese.text);
    let give = japanese.form("/order");
    assert!(!japanese.forms().iter().any(|form| form.action.ends_with("/choose")), "{}", japanese.text);
    assert_eq!(red.post(&give.action, &give.with(&[])).await.status, 303);
}

#[tokio::test]
async fn a_picture_that_was_chosen_stays_while_an_order_is_made() {
    let parlour = Parlour::real();
    let ann = parlour.player("Ann", Lang::En);
    let table = parlour.table("goeben", &[], &[&ann]);
    let seat = parlour.asked(&table, &ann).unwrap();
    let (here, mut ann) = (format!("/t/{table}/{seat}"), parlour.browser(&ann).await);
    let page = ann.get(&here).await;
    let kind = page.text.split("&amp;v=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let page = ann.get(&format!("{here}?v={kind}")).await;
    let steps: Vec<String> = page.links().into_iter().filter(|link| link.contains("&c=")).collect();
    assert!(!steps.is_empty() && steps.iter().all(|link| link.ends_with(&format!("&v={kind}"))), "{steps:?}");
    assert!(page.forms().iter().all(|form| form.action.ends_with(&format!("?v={kind}"))));
}

#[tokio::test]
async fn resigning_is_confirmed_once_however_it_is_typed() {
    let parlour = Parlour::new(TOY);
    for line in ["resign yes", "resign"] {
        let (table, mut red, _) = begun(&parlour).await;
        let form = red.get(&format!("/t/{table}/red")).await.form("/line");
        let mut got = red.post(&form.action, &form.with(&[("line", line)])).await;
        if line == "resign" {
            let sure =
                got.forms().into_iter().find(|form| form.hidden.iter().any(|(name, _)| name == "sure"));
            let sure = sure.unwrap();
            got = red.post(&sure.action, &sure.with(&[])).await;
        }
        assert_eq!(got.status, 303, "{line}: {}", got.text);
        assert!(parlour.club.watch(&table, Lang::En).unwrap().around().closed);
    }
}

#[tokio::test]
async fn an_order_whose_answer_was_lost_with_the_process_is_given_once() {
    let parlour = Parlour::new(TOY);
    let (table, mut red, _) = begun(&parlour).await;
    let form = red.get(&format!("/t/{table}/red")).await.form("/order");
    let (name, value) = form.buttons[0].clone();
    let fields = form.with(&[(&name, &value)]);
    assert_eq!(red.post(&form.action, &fields).await.status, 303);
    let given = parlour.last(&table);
    // Another process, with the same secret: the browser sends the form again.
    let next = parlour.restarted();
    let mut again = red.at(&next.handler);
    let sent = again.post(&form.action, &fields).await;
    assert!(sent.status == 200 && sent.text.contains("is not given twice"), "{}", sent.text);
    assert_eq!(parlour.last(&table), given);
}

#[tokio::test]
async fn the_first_page_is_small_on_the_wire_and_says_the_same() {
    let parlour = Parlour::real();
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::Ja));
    let tables = [parlour.table("goeben", &[], &[&ann]), parlour.table("grand_fleet", &[], &[&ann, &bob])];
    let player = ann;
    let mut ann = parlour.browser(&player).await;
    for table in &tables {
        let session = parlour.club.watch(table, Lang::En).unwrap();
        let seat = session.sit(parlour.visitor(&player, "look"), None).unwrap().held()[0].0;
        let target = format!("/t/{table}/{seat}");
        let plain = ann.get(&target).await;
        assert_eq!(plain.status, 200, "{target}");
        let headers = [("accept-encoding", "br, gzip")];
        let packed = ann.bytes(&target, &headers).await;
        println!("{target}: {} bytes, {} on the wire", plain.text.len(), packed.len());
        assert!(packed.len() < 80_000 && packed.starts_with(&[0x1f, 0x8b]), "{target}: {}", packed.len());
    }
}
