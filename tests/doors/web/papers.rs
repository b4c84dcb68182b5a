//! Privacy and terms: the texts of `docs/`, with who runs the server in them.

use std::sync::Arc;

use axum::http::Method;
use wardroom::config::operator::OperatorSection;
use wardroom::door::web::answer::PageHandler;
use wardroom::door::web::papers::Paper;
use wardroom::words::Lang;

use super::{HERE, House, ask};

#[tokio::test]
async fn papers_are_shown_in_both_languages_and_name_the_operator() {
    let house = House::new();
    let operator = OperatorSection {
        name: Some("the <Example> Club".to_owned()),
        contact: Some("mailto:club@example.org".to_owned()),
    };
    let named = Arc::new(PageHandler::new(house.club.clone()).unwrap().run_by(operator));
    for (path, _) in Paper::ALL {
        for (lang, other) in [("en", "ja"), ("ja", "en")] {
            let of_nobody = house.get(&format!("{path}?lang={lang}")).await;
            let got = ask(&named, HERE, Method::GET, &format!("{path}?lang={lang}"), "").await;
            let text = got.text();
            assert_eq!((of_nobody.status, got.status), (200, 200), "{path} {lang}");
            assert!(
                text.contains(&format!("<html lang=\"{lang}\"")) && text.contains(&format!("?lang={other}")),
                "{text}"
            );
            assert!(text.contains("the &lt;Example&gt; Club"), "{text}");
            assert!(text.contains("<a href=\"mailto:club@example.org\">club@example.org</a>"), "{text}");
            for text in [text, of_nobody.text()] {
                // No mark of the text is left, nor the note to operators.
                for mark in ["{operator}", "{contact}", "**", "](", "Developer Portal", "\n|", "`"] {
                    assert!(!text.contains(mark), "{path} {lang} has {mark}: {text}");
                }
            }
        }
    }
    // Browsers say which language they want; without one, English.
    assert!(ask(&named, HERE, Method::GET, "/privacy", "ja").await.text().contains("<html lang=\"ja\""));
    assert!(ask(&named, HERE, Method::GET, "/privacy", "").await.text().contains("<html lang=\"en\""));
    let privacy = house.get("/privacy").await.text();
    assert!(
        privacy.contains("<td><code>players</code></td>")
            && privacy.contains("<th scope=\"col\">columns</th>")
    );
    assert!(house.get("/terms").await.text().contains("<a href=\"privacy\">privacy</a>"));
    assert!(house.get("/terms?lang=ja").await.text().contains("<a href=\"privacy\">"));
    for path in ["/privacy/", "/Privacy", "/terms.md", "/privacy/x"] {
        assert_eq!(house.get(path).await.status, 404, "{path}");
    }
}

/// A heading that is not translated, or a row that is missing, shows at once.
#[test]
fn papers_have_the_same_parts_in_both_languages() {
    for (path, paper) in Paper::ALL {
        let count = |lang, mark: &str| paper.text(lang).lines().filter(|line| line.starts_with(mark)).count();
        for mark in ["# ", "## ", "- ", "|"] {
            assert_eq!(count(Lang::En, mark), count(Lang::Ja, mark), "{path}: {mark}");
        }
    }
}
