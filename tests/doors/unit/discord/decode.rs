//! Where a call comes from.

use serde_json::json;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::inbound::decode::{Decoded, decode};
use wardroom::door::discord::raw::Fields;

#[test]
fn a_call_of_whoever_installed_the_bot_to_their_account_comes_from_no_server() {
    for (owners, guild) in [
        (json!({"0": "5"}), Some(Id(5))),
        (json!({"0": "5", "1": "7"}), Some(Id(5))),
        (json!({"1": "7"}), None),
        (json!({}), Some(Id(5))),
        (json!(null), Some(Id(5))),
    ] {
        let call = json!({
            "id": "8", "token": "a-token", "type": 2, "application_id": "9", "guild_id": "5", "channel_id": "6",
            "member": {"user": {"id": "7", "username": "ann"}, "permissions": "0"}, "app_permissions": "2048",
            "authorizing_integration_owners": owners, "data": {"id": "1", "name": "play", "type": 1},
        })
        .to_string();
        let Decoded::Interaction(came) = decode(&Fields::of(&call).unwrap()) else { panic!("{call}") };
        assert_eq!((came.call.guild, came.call.bot_rights), (guild, Some(2048)), "{owners}");
    }
}
