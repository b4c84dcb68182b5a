//! A letter as HTML, without anything that a program would have to fetch. It is readable on a phone, in the dark, and in
//! programs that drop its styles.

use super::body::{Body, Piece, PieceStyle, shown};
use super::tap::Tap;
use crate::club::picture::Picture;
use crate::mail::reading::ABOVE;

/// Most orders in the line that a list of mails shows.
const IN_PREVIEW: usize = 4;
/// The longest such line, in characters.
const PREVIEW: usize = 140;

/// The styles for programs that read them: the inline ones go before them elsewhere.
const STYLES: &str = ":root{color-scheme:light dark;supported-color-schemes:light dark}\
     @media (prefers-color-scheme:dark){body,.page{background:#14181c!important;color:#e3e6e9!important}\
     .tap{background:#2f6ea5!important;border-color:#2f6ea5!important;color:#fff!important}\
     .soft{color:#9aa4ad!important}.wrong{color:#ff9c8f!important}.question{color:#fff!important}}\
     @media (max-width:600px){.tap{display:block!important;margin:6px 0!important;text-align:center}}";
const PAGE: &str = "max-width:44em;margin:0 auto;padding:0 4px;overflow-wrap:anywhere;\
     font:16px/1.45 -apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',Helvetica,Arial,sans-serif";
const TAP: &str = "display:inline-block;padding:7px 14px;margin:2px 6px 2px 0;border:1px solid #1f4e79;border-radius:6px;\
     background:#1f4e79;color:#fff;text-decoration:none;font-weight:600";
const DRAWING: &str = "font:11px/1.25 ui-monospace,Menlo,Consolas,'Noto Sans Mono CJK JP',monospace;overflow-x:auto;margin:8px 0";

/// The page around a letter's words.
pub(super) struct HtmlPage<'a> {
    pub(super) above: &'a str,
    pub(super) footer: &'a str,
    /// The subject of mails that links open.
    pub(super) subject: &'a str,
    /// The address that they are for; without one there are no links.
    pub(super) to: Option<&'a str>,
    /// The picture, and its name in the mail.
    pub(super) picture: Option<(String, &'a Picture)>,
}

impl HtmlPage<'_> {
    /// The letter.
    pub(super) fn html(&self, body: &Body) -> String {
        let [above, footer] = [self.above, self.footer].map(|text| marked(text).replace('\n', "<br>"));
        let (before, after) = match body.0.iter().position(|piece| piece.style == PieceStyle::Picture) {
            Some(at) => body.0.split_at(at),
            None => (&body.0[..], &[][..]),
        };
        format!(
            "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light dark\"><style>{STYLES}</style></head><body>\n\
             <div style=\"display:none;max-height:0;overflow:hidden\">{}</div>\n<div class=\"page\" style=\"{PAGE}\">\n\
             <p class=\"soft\" style=\"margin:4px 0;color:#66707a\"><small>{ABOVE} {above}</small></p>\n{}{}{}\
             <hr><p class=\"soft\" style=\"color:#66707a\"><small>{footer}</small></p>\n</div></body></html>\n",
            escaped(&preview(body)),
            self.pieces(before),
            self.image(),
            self.pieces(after),
        )
    }

    fn image(&self) -> String {
        self.picture.as_ref().map_or_else(String::new, |(name, picture)| {
            let alternative = escaped(&shown(&picture.alternative));
            format!(
                "<p><img src=\"cid:{name}\" alt=\"{alternative}\" style=\"max-width:100%;height:auto\"></p>\n"
            )
        })
    }

    /// Pieces one after another; what the picture shows is not repeated.
    fn pieces(&self, pieces: &[Piece]) -> String {
        let is_shown = |piece: &&Piece| !(piece.pictured && self.picture.is_some());
        let pieces: Vec<&Piece> = pieces.iter().filter(is_shown).collect();
        let is_drawing = |piece: &&Piece| piece.style == PieceStyle::Drawing;
        pieces.chunk_by(|a, b| is_drawing(a) && is_drawing(b)).map(|together| self.chunk(together)).collect()
    }

    fn chunk(&self, together: &[&Piece]) -> String {
        let [piece] = together else {
            let lines: Vec<String> = together.iter().map(|piece| escaped(&shown(&piece.text))).collect();
            return format!("<pre style=\"{DRAWING}\">{}</pre>\n", lines.join("\n"));
        };
        let text = marked(&shown(&piece.text)).replace('\n', "<br>");
        match piece.style {
            PieceStyle::Question => {
                format!("<h2 class=\"question\" style=\"font-size:1.2em;margin:10px 0\">{text}</h2>\n")
            }
            PieceStyle::Heading => format!("<h3 style=\"font-size:1.05em;margin:18px 0 6px\">{text}</h3>\n"),
            PieceStyle::Subheading => format!("<h4 style=\"font-size:1em;margin:14px 0 4px\">{text}</h4>\n"),
            // Columns keep their spaces.
            PieceStyle::Plain if piece.text.contains("  ") => {
                format!("<p style=\"margin:4px 0;white-space:pre-wrap\">{text}</p>\n")
            }
            PieceStyle::Plain => format!("<p style=\"margin:4px 0\">{text}</p>\n"),
            PieceStyle::Choice => match (self.to, &piece.taps[..]) {
                (Some(_), [tap, ..]) => {
                    let beside = marked(&shown(&piece.beside));
                    format!("<p style=\"margin:4px 0\">{} {beside}</p>\n", self.tap(tap))
                }
                _ => format!("<p style=\"margin:4px 0\">{text}</p>\n"),
            },
            PieceStyle::Web => {
                let url = piece.url.as_deref().unwrap_or_default();
                format!("<p style=\"margin:6px 0\">{}</p>\n", link(url, &piece.beside))
            }
            PieceStyle::Links if self.to.is_none() => String::new(),
            PieceStyle::Links => {
                let links: String = piece.taps.iter().map(|tap| self.tap(tap)).collect();
                format!("<p style=\"margin:6px 0\">{links}</p>\n")
            }
            PieceStyle::Drawing => {
                format!("<pre style=\"{DRAWING}\">{}</pre>\n", escaped(&shown(&piece.text)))
            }
            PieceStyle::Dice => {
                format!("<p class=\"soft\" style=\"margin:2px 0 2px 1em;color:#66707a\"><i>{text}</i></p>\n")
            }
            PieceStyle::Written => {
                let text = escaped(&shown(&piece.text));
                format!("<p style=\"margin:10px 0 4px\"><code>&gt; {text}</code></p>\n")
            }
            PieceStyle::Wrong => {
                format!("<p class=\"wrong\" style=\"margin:4px 0;color:#a4201a\"><b>{text}</b></p>\n")
            }
            PieceStyle::Note => {
                format!("<p class=\"soft\" style=\"margin:10px 0;color:#66707a\"><small>{text}</small></p>\n")
            }
            PieceStyle::Rule => "<hr>\n".to_owned(),
            PieceStyle::Picture => String::new(),
        }
    }

    fn tap(&self, tap: &Tap) -> String {
        let url = self.to.map_or_else(String::new, |to| tap.link(to, self.subject));
        link(&url, &tap.label)
    }
}

/// A link that looks like a button.
fn link(url: &str, label: &str) -> String {
    format!("<a class=\"tap\" href=\"{}\" style=\"{TAP}\">{}</a>", escaped(url), escaped(&shown(label)))
}

/// The line that a list of mails shows of a letter: the decision with its orders, after the first thing not carried out.
fn preview(body: &Body) -> String {
    let of = |style: PieceStyle| body.0.iter().filter(move |piece| piece.style == style);
    let first = of(PieceStyle::Wrong).take(1).chain(of(PieceStyle::Question)).map(|piece| piece.text.clone());
    let choices = of(PieceStyle::Choice).count();
    let labels = of(PieceStyle::Choice).flat_map(|piece| &piece.taps).map(|tap| tap.label.clone());
    // Some of many orders would pass for all of them.
    let labels = labels.take(if choices <= IN_PREVIEW { choices } else { 0 });
    let mut words: Vec<String> = first.chain(labels).collect();
    if words.is_empty() {
        words.extend(body.0.iter().map(|piece| piece.text.clone()).find(|text| !text.is_empty()));
    }
    let preview = shown(&words.join(" ")).replace(['`', '\n'], " ");
    preview.chars().take(PREVIEW).collect()
}

/// A text in which words between back-ticks are what a reader types.
fn marked(text: &str) -> String {
    let escaped = escaped(text);
    let (mut html, mut inside) = (String::new(), false);
    for (at, part) in escaped.split('`').enumerate() {
        if at > 0 {
            html.push_str(if inside { "</code>" } else { "<code>" });
            inside = !inside;
        }
        html.push_str(part);
    }
    if inside { html + "</code>" } else { html }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
