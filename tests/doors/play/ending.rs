//! The last page of a game: its headline, and the ways on from it.

use wardroom::words::Lang;

use super::Parlour;
use super::client::{Form, Got};
use crate::common::Luck;
use crate::common::steered::until;

/// Orders of *Grand Fleet* that soon leave a side too few ships.
const TO_THE_END: [&str; 8] =
    ["stow-by", "transfer", "send-by", "seek", "accept", "hold-back", "form-by", "return-by"];

/// A table of *Grand Fleet* that is over, with its players, of whom the first reads `lang`.
fn over(lang: Lang) -> (Parlour, String, [String; 2]) {
    for seed in 1..20 {
        let parlour = Parlour::real();
        let players = [parlour.player("Ann", lang), parlour.player("Bob", Lang::En)];
        let table = parlour.table("grand_fleet", &[], &[&players[0], &players[1]]);
        let nothing = ("no such verb", &TO_THE_END[..]);
        assert!(until(&parlour.club, (&table, &players), nothing, &mut Luck::of(seed)).is_none());
        if parlour.club.watch(&table, lang).unwrap().around().closed {
            return (parlour, table, players);
        }
    }
    panic!("no game ends");
}

/// The addresses of links with this in their tag.
fn links(page: &Got, part: &str) -> Vec<String> {
    let tags = page.text.split("<a ").skip(1).map(|rest| rest.split('>').next().unwrap());
    let found = tags.filter(|tag| tag.contains(part)).filter_map(|tag| tag.split_once("href=\""));
    found.map(|(_, rest)| rest.split('"').next().unwrap().replace("&amp;", "&")).collect()
}

/// The form with a button that types this verb.
fn typing(page: &Got, verb: &str) -> Form {
    let types = |form: &Form| form.buttons.iter().any(|(_, value)| value == verb);
    page.forms().into_iter().find(types).unwrap_or_else(|| panic!("no {verb} in {}", page.text))
}

/// The address of the table of a rematch, in the answer of a page.
fn to_rematch(page: &Got) -> String {
    let answer = page.text.split("id=\"answer\"").nth(1).unwrap().split("</div>").next().unwrap();
    let (_, rest) = answer.split_once("href=\"").unwrap_or_else(|| panic!("{}", page.text));
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn the_last_page_says_who_won_and_leads_to_the_log_the_beginning_and_a_rematch() {
    for lang in [Lang::En, Lang::Ja] {
        let (parlour, table, players) = over(lang);
        let session = parlour.club.watch(&table, lang).unwrap();
        let seat = session.sit(parlour.visitor(&players[0], "look"), None).unwrap().seat();
        let (_, result) = session.board(&["ending".to_owned()]).unwrap().swap_remove(0);
        let mut ann = parlour.browser(&players[0]).await;
        let here = format!("/t/{table}/{seat}");
        let page = ann.get(&here).await;
        println!("{result}");
        assert!(page.text.contains(&format!("<h2>{result}</h2>")), "{result} in {}", page.text);
        let won = if lang == Lang::En { " wins: " } else { "勝" };
        assert!(result.contains(won) && page.text.contains("wardroom audit"), "{result}");

        // The log is the export that the player gets at every door.
        let got = ann.get(&links(&page, "download")[0]).await;
        let (name, bytes) = parlour.club.evidence().export(&table, &players[0]).unwrap();
        assert_eq!(got.text.as_bytes(), bytes);
        assert_eq!(got.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        let mut stranger = parlour.browser(&parlour.player("Cid", Lang::En)).await;
        assert_eq!(stranger.get(&format!("{here}/export")).await.status, 404);

        let first = links(&page, "&amp;at=1\"").pop().unwrap();
        assert!(ann.follow(&here, &first).await.text.contains("<svg"));

        let form = typing(&page, "rematch");
        let to = to_rematch(&ann.post(&form.action, &form.with(&[("line", "rematch")])).await);
        assert!(!to.starts_with(&here) && ann.get(&to).await.status == 200, "{to}");
        // The other takes the seat that is kept for them.
        let mut bob = parlour.browser(&players[1]).await;
        let held = session.sit(parlour.visitor(&players[1], "look"), None).unwrap().seat();
        let form = typing(&bob.get(&format!("/t/{table}/{held}")).await, "rematch");
        let other = to_rematch(&bob.post(&form.action, &form.with(&[("line", "rematch")])).await);
        let place = |to: &str| to.rsplit_once('/').unwrap().0.to_owned();
        assert_eq!(place(&other), place(&to));
    }
}

/// While the game goes on there is no such thing, though the log can be had as at every door.
#[tokio::test]
async fn a_page_in_play_offers_no_rematch() {
    let parlour = Parlour::real();
    let ann = parlour.player("Ann", Lang::En);
    let table = parlour.table("goeben", &[], &[&ann]);
    let seat = parlour.asked(&table, &ann).unwrap();
    let page = parlour.browser(&ann).await.get(&format!("/t/{table}/{seat}")).await;
    assert!(links(&page, "download").is_empty() && !page.text.contains("value=\"rematch\""));
}
