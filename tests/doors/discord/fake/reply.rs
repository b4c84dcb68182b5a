//! What the fake answers.

use serde_json::{Value, json};

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Option<Value>,
    pub headers: Vec<(&'static str, String)>,
}

/// An answer, or one that says why not.
pub type Answer = Result<Reply, Reply>;

impl Reply {
    pub fn ok(body: Value) -> Reply {
        Reply { status: 200, body: Some(body), headers: vec![] }
    }

    pub fn created(body: Value) -> Reply {
        Reply { status: 201, ..Reply::ok(body) }
    }

    pub fn nothing() -> Reply {
        Reply { status: 204, body: None, headers: vec![] }
    }

    /// An error as Discord words it.
    pub fn error(status: u16, code: u32, message: &str) -> Reply {
        Reply { status, body: Some(json!({ "message": message, "code": code })), headers: vec![] }
    }

    /// What is answered where something is not.
    pub fn unknown(code: u32, what: &str) -> Reply {
        Reply::error(404, code, &format!("Unknown {what}"))
    }

    pub fn missing_permissions() -> Reply {
        Reply::error(403, 50013, "Missing Permissions")
    }

    pub fn missing_access() -> Reply {
        Reply::error(403, 50001, "Missing Access")
    }

    pub fn thread_archived() -> Reply {
        Reply::error(400, 50083, "Thread is archived")
    }

    /// The answer to a body that breaks limits.
    pub fn invalid_form(complaints: &[String]) -> Reply {
        let errors: Vec<Value> = complaints
            .iter()
            .map(|said| json!({ "code": "BASE_TYPE_BAD_LENGTH", "message": said }))
            .collect();
        let body = json!({ "message": "Invalid Form Body", "code": 50035, "errors": { "_errors": errors } });
        Reply { status: 400, body: Some(body), headers: vec![] }
    }
}
