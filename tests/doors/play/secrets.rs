//! Twins: two tables that differ in what a seat may not know show it the same pages.

use wardroom::words::Lang;

use super::{Parlour, TOY};

/// A page without what is random in it: its tickets.
pub fn without_tickets(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    for (mark, end) in std::iter::repeat([("?o=", ['&', '"']), ("name=\"o\" value=\"", ['"', '"'])]).flatten()
    {
        if !rest.contains("?o=") && !rest.contains("name=\"o\" value=\"") {
            break;
        }
        let Some((before, after)) = rest.split_once(mark) else { continue };
        if mark == "?o=" && before.contains("name=\"o\" value=\"") {
            continue;
        }
        if mark != "?o=" && before.contains("?o=") {
            continue;
        }
        out += before;
        out += mark;
        rest = &after[after.find(end).unwrap()..];
    }
    out + rest
}

#[tokio::test]
async fn what_another_chose_in_secret_changes_no_page() {
    let mut shown: Vec<Vec<(String, u16)>> = Vec::new();
    for secret in ["7", "8"] {
        let parlour = Parlour::new(TOY);
        let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::Ja));
        let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
        let mut red = parlour.browser(&ann).await;
        let mut blue = parlour.browser(&bob).await;
        let page = red.get(&format!("/t/{table}/red")).await;
        let line = page.form("/line");
        let done = red.post(&line.action, &line.with(&[("line", &format!("choose {secret}"))])).await;
        assert_eq!(done.status, 303, "{}", done.text);
        let mut pages = Vec::new();
        for target in ["/".to_owned(), format!("/t/{table}/blue"), format!("/t/{table}/blue?v=plan")] {
            let got = blue.get(&target).await;
            assert_eq!(got.status, 200, "{target}");
            pages.push((without_tickets(&got.text), got.status));
        }
        let own = red.get(&format!("/t/{table}/red")).await;
        assert!(own.text.contains(secret));
        shown.push(pages);
    }
    for (one, other) in shown[0].iter().zip(&shown[1]) {
        assert!(one == other, "{}\n\n{}", one.0, other.0);
    }
}
