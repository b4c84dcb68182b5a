//! Officers of one task force over the wire: a proposal and the commander's word, a message that only two ever see.

use std::time::Duration;

use wardroom::words::Lang;

use super::bot::*;
use super::duel::settled;
use super::fake::*;
use super::playing::Board;

/// How long a direct message may take.
const SENT: Duration = Duration::from_secs(40);

#[tokio::test(flavor = "multi_thread")]
async fn a_message_reaches_its_reader_alone_and_a_proposal_the_commander() {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let [ann, rin, cy] = [("Ann", "en-GB"), ("Rin", "ja"), ("Cy", "en-US")]
        .map(|(name, locale)| fake.add_member(name, locale, channel));
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let options = [("game", "goeben"), ("options", "officers=task-force")];
    let opened = ann.slash("table", "new", &options).await;
    let board = Board::of(&fake, &bot.store, &opened, Lang::En).await;
    let [ann, rin, cy] = [ann, rin, cy].map(|player| player.inside(board.thread));
    for (player, seat) in [(&rin, "first-officer"), (&cy, "engineer"), (&cy, "gunnery")] {
        let joined = player.slash("table", "join", &[("seat", seat)]).await;
        assert!(joined.ephemeral, "{joined:?}");
    }
    // An outfit is one touch for whoever decides what is stowed, and no order of one who may only propose.
    let pinned = fake.pinned(board.thread).remove(0);
    for (player, decides) in [(&ann, true), (&rin, false)] {
        let asked = player.click(&pinned, "Give orders").await;
        let has = asked.shown().buttons().any(|part| part.label.starts_with("Outfit for raiding"));
        assert_eq!(has, decides, "{asked:?}");
    }
    // What is for another is refused, and says for whom.
    let refused = rin.slash("goeben-outfitting", "collier", &[("space", "STY")]).await;
    println!("{}", refused.text);
    let proposed = cy.slash("goeben-officers", "approve", &[("officer", "first-officer")]).await;
    println!("{}", proposed.text);
    assert!(proposed.text.contains("25.0"), "{proposed:?}");
    assert!(settled(&fake, &path, &board.table, SENT).await);
    let status = || {
        let shown = fake.messages(board.thread).into_iter();
        shown.map(|it| it.text).find(|text| text.contains("** · table `")).unwrap()
    };
    let before = fake.messages(board.thread).len();
    let pinned = status();
    let said = rin
        .slash("goeben-officers", "message", &[("to", "commander"), ("text", "Zwei *Kohlendampfer*; @here?")])
        .await;
    assert!(said.ephemeral && said.text.contains("Kohlendampfer"), "{said:?}");
    assert!(settled(&fake, &path, &board.table, SENT).await);
    assert_eq!((fake.messages(board.thread).len(), status()), (before, pinned), "no trace of it");
    let direct = fake.dms(ann.id);
    assert!(direct.iter().any(|it| it.text.contains("Kohlendampfer")), "{direct:?}");
    let thread = fake.messages(board.thread);
    assert!(thread.iter().all(|it| !it.text.contains("Kohlendampfer")), "{thread:?}");
    assert!(thread.iter().any(|it| it.text.contains("proposal")), "the commander is called: {thread:?}");
    assert!(fake.dms(cy.id).is_empty(), "{:?}", fake.dms(cy.id));
    for (player, knows) in [(&ann, true), (&cy, false)] {
        let position = player.slash("show", "hand", &[]).await;
        assert_eq!(position.text.contains("Kohlendampfer"), knows, "{position:?}");
    }
    let approved = ann.slash("goeben-officers", "approve", &[("officer", "first-officer")]).await;
    assert!(approved.text.contains("STY"), "{approved:?}");
    bot.stop().await;
}
