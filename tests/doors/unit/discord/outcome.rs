//! Answers of Discord, and the errors that they mean.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use wardroom::door::discord::api::post::outcome::{later, trouble};
use wardroom::door::discord::api::post::{ApiError, Cause, Missing};

#[test]
fn what_discord_answers_is_understood() {
    let at = |path: &str, status: u16, answer: Value| {
        trouble(StatusCode::from_u16(status).unwrap(), path, &answer, None)
    };
    let said =
        |status, code: u64| at("/channels/5/messages", status, json!({"code": code, "message": "why"}));
    for (status, code, meant) in [
        (404, 10_003, ApiError::Gone),
        (403, 50_001, ApiError::Forbidden(Missing::Access)),
        (403, 50_013, ApiError::Forbidden(Missing::Permission)),
        (403, 77, ApiError::Forbidden(Missing::Permission)),
        (401, 0, ApiError::Forbidden(Missing::Token)),
        (400, 50_024, ApiError::Forbidden(Missing::Kind)),
        (400, 50_083, ApiError::Archived),
        (400, 160_005, ApiError::Forbidden(Missing::Unlocked)),
        (400, 160_006, ApiError::Forbidden(Missing::RoomForThreads)),
        (400, 30_003, ApiError::Forbidden(Missing::RoomForPins)),
        (403, 50_007, ApiError::ClosedDm),
        (403, 50_278, ApiError::ClosedDm),
        (400, 50_035, ApiError::Never("50035 why".to_owned())),
    ] {
        assert_eq!(said(status, code), meant, "{status} {code}");
    }
    assert!(matches!(said(500, 0), ApiError::Later { seconds: None, .. }));
    assert!(matches!(said(503, 130_000), ApiError::Later { .. }));
    assert!(matches!(said(400, 40_003), ApiError::Later { .. }));
    for path in ["/channels/5/messages/6", "/channels/5/messages/pins/6", "/channels/5/messages/6/threads"] {
        assert_eq!(at(path, 404, json!({"code": 10_003})), ApiError::NoMessage, "{path}");
    }
    assert_eq!(at("/channels/5", 404, json!({"code": 10_003})), ApiError::Gone);
    for code in [0, 77, 10_008] {
        for path in ["/channels/5", "/channels/5/messages"] {
            assert!(matches!(at(path, 404, json!({"code": code})), ApiError::Later { .. }), "{path} {code}");
        }
    }
    let of_a_member = |code| at("/channels/5/thread-members/6", 404, json!({"code": code, "message": "why"}));
    for code in [77, 10_004, 10_007, 10_013] {
        assert_eq!(of_a_member(code), ApiError::Never(format!("{code} why")));
    }
    assert_eq!(of_a_member(10_003), ApiError::Gone);
    assert_eq!(at("/users/@me/channels", 404, json!({"code": 10_013})), ApiError::ClosedDm);
    assert!(matches!(at("/channels/5/messages", 413, Value::Null), ApiError::Never(_)));
    for status in [403, 404, 405] {
        assert!(matches!(at("/channels/5", status, Value::Null), ApiError::Later { .. }), "{status}");
    }
    let of_answer = |answer| at("/webhooks/1/a-token/messages/@original", 404, answer);
    assert_eq!(of_answer(json!({"code": 10_015})), ApiError::NoInteraction);
    for (path, code) in [
        ("/webhooks/1/a-token/messages/@original", 10_008),
        ("/interactions/5/a-token/callback", 10_062),
        ("/applications/1/commands/7", 10_063),
        ("/gateway/bot", 0),
    ] {
        assert!(matches!(at(path, 404, json!({"code": code})), ApiError::Never(_)), "{path}");
    }
    let refused = at("/gateway/bot", 403, json!({"code": 40_333, "message": "internal network error"}));
    assert_eq!(refused, ApiError::Never("40333 internal network error".to_owned()));
    let errors =
        json!({"code": 50_035, "message": "Invalid Form Body", "errors": {"content": {"_errors": []}}});
    let refused = ApiError::Never("50035 Invalid Form Body: {\"content\":{\"_errors\":[]}}".to_owned());
    assert_eq!(at("/channels/5/messages", 400, errors), refused);
}

#[test]
fn a_wait_is_rounded_up_to_whole_seconds() {
    let seconds = |wait: f64| match later(Cause::Haste, Some(Duration::from_secs_f64(wait)), "") {
        ApiError::Later { seconds, .. } => seconds,
        other => panic!("{other:?}"),
    };
    assert_eq!((seconds(0.3), seconds(2.0), seconds(64.57)), (Some(1), Some(2), Some(65)));
}
