//! The buckets that requests to Discord count in.

use reqwest::Method;
use wardroom::door::discord::api::post::rest::bucket;

#[test]
fn a_channels_messages_count_together_and_channels_apart() {
    let of = |path: &str| bucket(&Method::POST, path);
    assert_eq!(of("/channels/1/messages"), of("/channels/1/messages/2/threads"));
    assert_ne!(of("/channels/1/messages"), of("/channels/2/messages"));
    assert_ne!(of("/channels/1/messages"), bucket(&Method::PATCH, "/channels/1/messages/5"));
}
