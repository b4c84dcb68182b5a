//! Bodies: JSON, or multipart with `payload_json` and files.

use axum::extract::{FromRequest, Multipart};
use axum::http::{HeaderMap, Request, header};
use serde_json::Value;

/// A file that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    /// The n of `files[n]`, then its snowflake once it stands on a message.
    pub id: u64,
    pub name: String,
    pub content_type: String,
    /// What it is, for those who do not see it.
    pub description: String,
    pub bytes: Vec<u8>,
}

/// A body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub json: Value,
    pub files: Vec<FilePart>,
    /// Why it could not be read.
    pub broken: Option<String>,
}

impl Body {
    /// Reads a body by its content type.
    pub async fn read(headers: &HeaderMap, bytes: axum::body::Bytes) -> Body {
        let kind =
            headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if bytes.is_empty() {
            return Body::default();
        }
        let read = if kind.starts_with("multipart/form-data") {
            multipart(kind, bytes).await
        } else if kind.starts_with("application/json") {
            serde_json::from_slice(&bytes)
                .map(|json| Body { json, ..Body::default() })
                .map_err(|why| why.to_string())
        } else {
            Err(format!("content type {kind:?}"))
        };
        read.unwrap_or_else(|why| Body { broken: Some(why), ..Body::default() })
    }
}

async fn multipart(kind: &str, bytes: axum::body::Bytes) -> Result<Body, String> {
    let request = Request::builder().method("POST").header(header::CONTENT_TYPE, kind);
    let request = request.body(axum::body::Body::from(bytes)).map_err(|why| why.to_string())?;
    let mut parts = Multipart::from_request(request, &()).await.map_err(|why| why.to_string())?;
    let mut body = Body::default();
    while let Some(part) = parts.next_field().await.map_err(|why| why.to_string())? {
        let field = part.name().unwrap_or_default().to_owned();
        let name = part.file_name().map(str::to_owned);
        let content_type = part.content_type().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.map_err(|why| why.to_string())?.to_vec();
        if field == "payload_json" {
            body.json = serde_json::from_slice(&bytes).map_err(|why| why.to_string())?;
            continue;
        }
        let number = field.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        let id = number.and_then(|number| number.parse().ok()).ok_or(format!("a part called {field:?}"))?;
        let name = name.ok_or(format!("{field} has no file name"))?;
        body.files.push(FilePart { id, name, content_type, description: String::new(), bytes });
    }
    describe(&mut body)?;
    Ok(body)
}

/// Gives files the descriptions of the `attachments` that stand for them; every such attachment has a file.
fn describe(body: &mut Body) -> Result<(), String> {
    let data = body.json.get("data").unwrap_or(&body.json);
    for attachment in data["attachments"].as_array().into_iter().flatten() {
        let id = number(&attachment["id"]).ok_or("an attachment without an id")?;
        let file = body.files.iter_mut().find(|file| file.id == id);
        match file {
            Some(file) => {
                file.description = attachment["description"].as_str().unwrap_or_default().to_owned()
            }
            None if id < 100 => return Err(format!("attachment {id} has no file")),
            None => {}
        }
    }
    Ok(())
}

/// A number, or text that is one.
pub fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
