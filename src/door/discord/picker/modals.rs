//! Forms: numbers, and the rest of an order as typed.

use super::screens::BINS_AT_ONCE;
use super::steps::Steps;
use super::{Pick, PickAction, PickerStep};
use crate::book::{Parsed, number};
use crate::club::picking::course::shares_of;
use crate::club::picking::names::range;
use crate::club::picking::path_value::share_bounds;
use crate::club::picking::{OptionsPath, PathEnd, PathNode, PathValue};
use crate::door::discord::limits::{FIELD_LABEL, FIELD_PLACEHOLDER, MODAL_TITLE};
use crate::door::discord::outbound::message::{FormField, FormInput, Modal, TextInput};
use crate::door::discord::outbound::paginate::shorten;
use crate::game::{Arg, Node, OrderForm, Word};
use crate::report::{Phrases, parse_error};

/// The field of the number, or of the bin being filled.
const NUMBER: &str = "n";
/// The field for typed text.
const TYPED: &str = "t";

impl Steps<'_> {
    /// The form for a number, for a few bins at once or for the next of many.
    pub fn number_modal(&self, path: &OptionsPath) -> Option<Modal> {
        let place = path.place(self.options())?;
        let arg = place.node.arg()?;
        let fields = match place.node {
            Node::Number { least, most, .. } => {
                vec![self.field(NUMBER, &self.names.arg(place.verb, arg), *least, *most, true)]
            }
            Node::Split { bins, most, .. } if bins.len() <= BINS_AT_ONCE => {
                let field = |(at, (bin, limit)): (usize, &(Word, u32))| {
                    let most = i64::from((*limit).min(*most));
                    self.field(&at.to_string(), &self.names.word(place.verb, arg, *bin), 0, most, false)
                };
                bins.iter().enumerate().map(field).collect()
            }
            Node::Split { bins, least, most, .. } => {
                let shares = shares_of(path);
                let (bin, _) = bins.get(shares.len())?;
                let (from, to) = share_bounds(bins, *least, *most, &shares);
                vec![self.field(
                    NUMBER,
                    &self.names.word(place.verb, arg, *bin),
                    from.into(),
                    to.into(),
                    true,
                )]
            }
            _ => return None,
        };
        Some(self.modal(path, &place, PickAction::Fill, fields))
    }

    /// The form for the rest of the order in words.
    pub fn typing_modal(&self, path: &OptionsPath) -> Option<Modal> {
        let place = path.place(self.options())?;
        let label = place.node.arg().map_or_else(String::new, |arg| self.names.arg(place.verb, arg));
        let label = if label.is_empty() { self.on.position.verb(place.verb) } else { label };
        let input = TextInput {
            placeholder: shorten(&self.names.example(place.verb).unwrap_or_default(), FIELD_PLACEHOLDER),
            long: true,
            required: true,
            ..TextInput::default()
        };
        let field = text_field(TYPED, &label, input);
        Some(self.modal(path, &place, PickAction::Type, vec![field]))
    }

    fn modal(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        deed: PickAction,
        fields: Vec<FormField>,
    ) -> Modal {
        let title = shorten(&self.on.position.verb(place.verb), MODAL_TITLE);
        Modal { custom_id: self.id(deed, 0, Some(path)), title, fields, ..Modal::default() }
    }

    pub fn field(&self, custom_id: &str, label: &str, least: i64, most: i64, required: bool) -> FormField {
        let range = range(&|key, args| self.names.say(key, args), (least, most));
        let placeholder = shorten(&range, FIELD_PLACEHOLDER);
        text_field(custom_id, label, TextInput { placeholder, required, ..TextInput::default() })
    }

    /// The step after a filled form; `None` if it fits no legal order. One that is not whole gives no order at once.
    pub fn filled(&self, pick: &Pick, fields: &[(String, String)], is_whole: bool) -> Option<PickerStep> {
        let path = OptionsPath::read(self.options(), &pick.path)?;
        match pick.deed {
            PickAction::Fill => self.filled_in(&path, fields),
            PickAction::Type => self.typed_in(&path, text(fields, TYPED)?),
            PickAction::Form => Some(self.formed(path.verb, fields, is_whole)),
            _ => None,
        }
    }

    fn filled_in(&self, path: &OptionsPath, fields: &[(String, String)]) -> Option<PickerStep> {
        let place = path.place(self.options())?;
        let given = |least: i64, most: i64| -> Option<Result<i64, PickerStep>> {
            Some(self.number_in(text(fields, NUMBER)?, least, most))
        };
        match place.node {
            Node::Number { least, most, .. } => Some(match given(*least, *most)? {
                Ok(number) => self.go(path.with_end(PathEnd::whole(PathValue::Number(number)))),
                Err(input_error) => input_error,
            }),
            Node::Split { bins, least, most, .. } if bins.len() <= BINS_AT_ONCE => {
                let mut shares = Vec::new();
                for (at, (_, limit)) in bins.iter().enumerate() {
                    let typed = text(fields, &at.to_string()).unwrap_or_default();
                    let typed = if typed.trim().is_empty() { "0" } else { typed };
                    match self.number_in(typed, 0, i64::from(*limit)) {
                        Ok(share) => shares.push(u32::try_from(share).ok()?),
                        Err(input_error) => return Some(input_error),
                    }
                }
                let path = path.with_end(PathEnd::whole(PathValue::Shares(shares)));
                Some(match path.form(self.options()) {
                    Some(_) => self.go(path),
                    None => PickerStep::InputError(self.names.say_range("pick-points", (*least, *most))),
                })
            }
            Node::Split { bins, least, most, .. } => {
                let (from, to) = share_bounds(bins, *least, *most, &shares_of(path));
                Some(match given(from.into(), to.into())? {
                    Ok(share) => self.share(path, bins, u32::try_from(share).ok()?),
                    Err(input_error) => input_error,
                })
            }
            _ => None,
        }
    }

    /// The number typed, if it is one from `least` to `most`.
    pub fn number_in(&self, typed: &str, least: i64, most: i64) -> Result<i64, PickerStep> {
        let number = number(typed).filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            let typed = shorten(typed, FIELD_LABEL);
            let args = [("given", typed.into()), ("least", least.into()), ("most", most.into())];
            PickerStep::InputError(self.names.say("pick-not-a-number", &args))
        })
    }

    /// Reads typed text as the rest of the order, or as all of it.
    pub fn typed_in(&self, path: &OptionsPath, typed: &str) -> Option<PickerStep> {
        let phrases = &self.on.position.phrases;
        let begun = path.beside.is_none().then(|| path.begun(self.options()))??;
        let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Node::Text { arg, .. } = path.place(self.options())?.node {
            return Some(PickerStep::Give { form: begun.with(arg, Arg::Text(typed)), anyway: false });
        }
        // The text is the whole order if it reads as one of this verb, and the rest of it otherwise.
        let read = |text: &str| phrases.book.one(text, self.options(), phrases.lexicon);
        let whole = match read(&typed) {
            Ok(Parsed::Order { form, anyway, .. }) if form.verb == begun.verb => Some((form, anyway)),
            _ => None,
        };
        let (form, anyway) = match whole {
            Some(given) => given,
            None => match read(&format!("{} {typed}", phrases.book.type_out(&begun))) {
                Ok(Parsed::Order { form, anyway, .. }) => (form, anyway),
                Ok(_) => return None,
                Err(why) => {
                    let Phrases { words, lang, book, lexicon, .. } = *phrases;
                    return Some(PickerStep::InputError(parse_error(words, lang, book, lexicon, &why)));
                }
            },
        };
        Some(self.typed_order(form, anyway))
    }

    /// A typed order is shown before it is given, where a component can carry it; one that is confirmed is not.
    fn typed_order(&self, form: OrderForm, anyway: bool) -> PickerStep {
        match OptionsPath::of_form(self.options(), &form).filter(|path| !anyway && self.fits(path)) {
            Some(path) => self.go(path),
            None => PickerStep::Give { form, anyway },
        }
    }
}

/// A field for a text.
pub(super) fn text_field(custom_id: &str, label: &str, input: TextInput) -> FormField {
    FormField {
        custom_id: custom_id.to_owned(),
        label: shorten(label, FIELD_LABEL),
        description: String::new(),
        input: FormInput::Text(input),
    }
}

pub(super) fn text<'f>(fields: &'f [(String, String)], name: &str) -> Option<&'f str> {
    fields.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
}
