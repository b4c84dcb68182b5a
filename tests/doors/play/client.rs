//! A browser without scripts: it keeps cookies, follows links and fills in forms.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::http::response::Parts;
use axum::http::{HeaderMap, Method, Request, header};
use wardroom::door::play::answer::BoardHandler;

use super::HERE;

const FROM: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

/// A button: its form, its words, and what it adds to the form's fields.
pub type NamedButton = (Form, String, Vec<(String, String)>);

/// A browser.
#[derive(Clone)]
pub struct Browser {
    handler: Arc<BoardHandler>,
    pub cookies: BTreeMap<String, String>,
    /// The number of requests, each from an address of its own, as a minute in a test has no limit.
    asked: u8,
}

/// What was answered.
#[derive(Clone, Debug)]
pub struct Got {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Got {
    pub fn location(&self) -> Option<&str> {
        self.headers.get(header::LOCATION).map(|to| to.to_str().unwrap())
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// The addresses of the page's links to other steps of the order.
    pub fn links(&self) -> Vec<String> {
        let links = tags(&self.text, "<a ").filter_map(|tag| attribute(tag, "href"));
        links.filter(|link| link.contains("?o=") && (link.contains("&c=") || link.contains("&on="))).collect()
    }

    /// The words of every link to another step of the order, each with its address: of those on the board their title.
    pub fn named_links(&self) -> Vec<(String, String)> {
        let links = self.text.split("<a ").skip(1).filter_map(|piece| {
            let piece = piece.split("</a>").next()?;
            let href = attribute(piece, "href").filter(|link| link.contains("?o="))?;
            let is_step = href.contains("&c=") || href.contains("&on=");
            is_step.then(|| (words_of(piece), href))
        });
        links.collect()
    }

    /// The titles of the areas of the board that are links, each with its address.
    pub fn lit(&self) -> Vec<(String, String)> {
        let areas = self.text.split("<a ").filter_map(|piece| {
            let (tag, rest) = piece.split_once('>')?;
            let title = rest.strip_prefix("<title>")?.split("</title>").next()?;
            tag.contains("class=\"lit")
                .then(|| (unescaped(title), attribute(piece, "href").unwrap_or_default()))
        });
        areas.collect()
    }

    /// The buttons that give an order or go on.
    pub fn named_buttons(&self) -> Vec<NamedButton> {
        let mut buttons = Vec::new();
        for piece in self.text.split("<form").skip(1) {
            let piece = piece.split("</form>").next().unwrap();
            let form = Form::read(piece);
            if form.action.ends_with("/line") {
                continue;
            }
            for button in piece.split("<button").skip(1) {
                let button = button.split("</button>").next().unwrap();
                let own = attribute(button, "name").zip(attribute(button, "value"));
                buttons.push((form.clone(), words_of(button), own.into_iter().collect()));
            }
        }
        buttons
    }

    pub fn forms(&self) -> Vec<Form> {
        let pieces = self.text.split("<form").skip(1);
        pieces.map(|piece| Form::read(piece.split("</form>").next().unwrap())).collect()
    }

    /// The form with this end of its action.
    pub fn form(&self, end: &str) -> Form {
        self.forms()
            .into_iter()
            .find(|form| form.action.ends_with(end))
            .unwrap_or_else(|| panic!("{}", self.text))
    }
}

/// The words of an element, from the end of its first tag on.
fn words_of(element: &str) -> String {
    let pieces = element.split('<').map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    let words: Vec<&str> = pieces.filter(|text| !text.trim().is_empty()).collect();
    unescaped(words.join(" ").trim())
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// A form of a page.
#[derive(Clone, Debug, Default)]
pub struct Form {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    /// Buttons with a name and a value.
    pub buttons: Vec<(String, String)>,
    pub checkboxes: Vec<(String, String)>,
    /// Numbers, each with its bounds.
    pub numbers: Vec<(String, i64, i64)>,
    /// Choices, each with its values.
    pub selects: Vec<(String, Vec<String>)>,
    /// The values that are chosen in them.
    pub chosen: Vec<(String, String)>,
    /// A text to be typed.
    pub text: Option<String>,
}

impl Form {
    fn read(piece: &str) -> Form {
        let mut form = Form { action: attribute(piece, "action").unwrap_or_default(), ..Form::default() };
        for tag in tags(piece, "<input ") {
            let (name, value) =
                (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap_or_default());
            match attribute(tag, "type").as_deref() {
                Some("hidden") => form.hidden.push((name, value)),
                Some("checkbox") => form.checkboxes.push((name, value)),
                Some("number") => {
                    let bound = |name| attribute(tag, name).unwrap().parse().unwrap();
                    form.numbers.push((name, bound("min"), bound("max")));
                }
                _ => {}
            }
        }
        for tag in tags(piece, "<button ") {
            if let Some(name) = attribute(tag, "name") {
                form.buttons.push((name, attribute(tag, "value").unwrap()));
            }
        }
        for select in piece.split("<select ").skip(1) {
            let body = select.split("</select>").next().unwrap();
            let name = attribute(body, "name").unwrap();
            let mut values: Vec<String> =
                tags(body, "<option ").filter_map(|tag| attribute(tag, "value")).collect();
            let selected = tags(body, "<option ").find(|tag| tag.contains(" selected"));
            let chosen = selected.and_then(|tag| attribute(tag, "value")).or_else(|| values.first().cloned());
            // A browser does not send a form without what it requires.
            let is_required = body.split('>').next().unwrap().ends_with(" required");
            values.retain(|value| !is_required || !value.is_empty());
            let chosen = chosen.filter(|value| !is_required || !value.is_empty());
            form.chosen.extend(chosen.map(|value| (name.clone(), value)));
            form.selects.push((name, values));
        }
        form.text = tags(piece, "<textarea ").next().and_then(|tag| attribute(tag, "name"));
        form
    }

    /// The fields that it sends, with these beside the hidden ones.
    pub fn with<'f>(&'f self, more: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
        let hidden = self.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        hidden.chain(more.iter().copied()).collect()
    }
}

/// The tags that begin so, up to their end.
fn tags<'t>(text: &'t str, begin: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(begin).skip(1).map(|rest| rest.split('>').next().unwrap())
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let tag = tag.split('>').next().unwrap();
    let tag = format!(" {tag}");
    let rest = tag.split_once(&format!(" {name}=\""))?.1;
    let value = rest.split('"').next().unwrap();
    Some(unescaped(value))
}

impl Browser {
    pub fn new(handler: &Arc<BoardHandler>) -> Browser {
        Browser { handler: handler.clone(), cookies: BTreeMap::new(), asked: 0 }
    }

    pub async fn send(&mut self, method: Method, target: &str, body: &str, headers: &[(&str, &str)]) -> Got {
        let (parts, bytes) = self.sent(method, target, body, headers).await;
        let text = String::from_utf8(bytes).unwrap();
        Got { status: parts.status.as_u16(), headers: parts.headers, text }
    }

    async fn sent(
        &mut self,
        method: Method,
        target: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> (Parts, Vec<u8>) {
        self.asked = self.asked.wrapping_add(1);
        let IpAddr::V4(from) = FROM else { panic!() };
        let [a, b, c, _] = from.octets();
        let from = IpAddr::V4(Ipv4Addr::new(a, b, c, self.asked));
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder().method(method).uri(target);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "play.example");
        }
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, ()) = request.body(()).unwrap().into_parts();
        let response = self.handler.clone().answer(from, head, Bytes::from(body.to_owned())).await;
        let (parts, body) = response.into_parts();
        for line in parts.headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().unwrap();
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            match line.contains("Max-Age=0") {
                true => drop(self.cookies.remove(name)),
                false => drop(self.cookies.insert(name.to_owned(), value.to_owned())),
            }
        }
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        (parts, bytes.to_vec())
    }

    /// The same browser, at another process.
    pub fn at(&self, handler: &Arc<BoardHandler>) -> Browser {
        Browser { handler: handler.clone(), ..self.clone() }
    }

    /// What is on the wire.
    pub async fn bytes(&mut self, target: &str, headers: &[(&str, &str)]) -> Vec<u8> {
        self.sent(Method::GET, target, "", headers).await.1
    }

    pub async fn get(&mut self, target: &str) -> Got {
        self.send(Method::GET, target, "", &[]).await
    }

    /// Follows a link of the page of a seat.
    pub async fn follow(&mut self, here: &str, link: &str) -> Got {
        let page = if link.starts_with('/') { "" } else { here };
        self.get(&format!("{page}{link}")).await
    }

    /// The same as the script does it: a link to a form sends what its address says.
    pub async fn click(&mut self, here: &str, link: &str) -> Got {
        let Some((_, said)) = link.split_once('?').filter(|_| link.starts_with('/')) else {
            return self.follow(here, link).await;
        };
        let pairs = said.split('&').map(|pair| pair.split_once('=').unwrap());
        self.submit(link, &pairs.collect::<Vec<_>>()).await
    }

    /// Sends a form as a browser sends it from a page of the board.
    pub async fn post(&mut self, target: &str, fields: &[(&str, &str)]) -> Got {
        let headers = [("origin", HERE), ("sec-fetch-site", "same-origin")];
        self.send(Method::POST, target, &encoded(fields), &headers).await
    }

    /// Sends a form, and goes where that leads.
    pub async fn submit(&mut self, target: &str, fields: &[(&str, &str)]) -> Got {
        let got = self.post(target, fields).await;
        match got.location().map(str::to_owned) {
            Some(to) => self.get(&to).await,
            None => got,
        }
    }
}

/// The fields as a form sends them.
pub fn encoded(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            b' ' => "+".to_owned(),
            byte if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    pairs.join("&")
}
