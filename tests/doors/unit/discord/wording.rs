//! Discord has words for all that doors say.

use wardroom::club::door::{BY_DOOR, Door};
use wardroom::door::discord::outbound::wording::AtDiscord;
use wardroom::words::{Lang, Words};

#[test]
fn discord_has_words_for_all_that_doors_say() {
    let (words, door): (_, &dyn Door) = (Words::read().unwrap(), &AtDiscord);
    for key in BY_DOOR {
        assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &door.key(key))), "{key}");
    }
}
