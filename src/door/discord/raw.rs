//! Discord's payloads, read field by field: only requested fields are read, in any form, and an unreadable one is named. So
//! fields that nobody needs can have any form.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::id::Id;

/// Whole numbers up to here are exact as JSON numbers with a point.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The name of a field that is missing or of a form that cannot be read: `data.options[0].value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd(String);

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The fields of a JSON object, none of them read yet.
pub struct Fields<'a> {
    path: String,
    values: BTreeMap<String, &'a RawValue>,
}

/// A field that may be there or not.
pub struct Field<'a> {
    path: String,
    value: Option<&'a RawValue>,
}

impl<'a> Fields<'a> {
    /// The fields of a JSON text; `None` when it is no object.
    pub fn of(text: &'a str) -> Option<Fields<'a>> {
        Some(Fields { path: String::new(), values: serde_json::from_str(text).ok()? })
    }

    /// The same, named as if they were not nested.
    pub fn alone(self) -> Fields<'a> {
        Fields { path: String::new(), ..self }
    }

    /// The field called `name`; one that is `null` is not there.
    pub fn field(&self, name: &str) -> Field<'a> {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Field { path, value: self.values.get(name).copied().filter(|value| value.get() != "null") }
    }
}

impl<'a> Field<'a> {
    /// Its name, as what cannot be read.
    pub fn odd(&self) -> Odd {
        Odd(self.path.clone())
    }

    /// Returns whether there is anything.
    pub fn is_there(&self) -> bool {
        self.value.is_some()
    }

    /// Its own fields; none when it is no object.
    pub fn fields(&self) -> Fields<'a> {
        let values = self.value.and_then(|value| serde_json::from_str(value.get()).ok());
        Fields { path: self.path.clone(), values: values.unwrap_or_default() }
    }

    /// The field's items, as a list.
    ///
    /// # Errors
    /// [`Odd`] when it is no list.
    pub fn items(&self) -> Result<Vec<Field<'a>>, Odd> {
        let list: Option<Vec<&'a RawValue>> =
            self.value.and_then(|value| serde_json::from_str(value.get()).ok());
        let named = |(at, value)| Field { path: format!("{}[{at}]", self.path), value: Some(value) };
        Ok(list.ok_or_else(|| self.odd())?.into_iter().enumerate().map(named).collect())
    }

    /// A text.
    pub fn text(&self) -> Option<String> {
        self.read()
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        self.read()
    }

    /// A whole number, written as a number or as a text.
    pub fn number(&self) -> Option<u64> {
        self.value()?.parse().ok()
    }

    /// A Discord id. The ends of the range are no ids, and the libraries do not take them.
    pub fn id(&self) -> Option<Id> {
        self.number().filter(|id| (1..=i64::MAX.unsigned_abs()).contains(id)).map(Id)
    }

    /// A text, a number or a truth value, as text.
    pub fn value(&self) -> Option<String> {
        match self.read()? {
            Value::String(text) => Some(text),
            Value::Bool(flag) => Some(flag.to_string()),
            Value::Number(number) => Some(match number.as_f64().filter(|_| number.is_f64()) {
                Some(whole) if whole.fract() == 0.0 && whole.abs() <= EXACT => format!("{whole:.0}"),
                _ => number.to_string(),
            }),
            _ => None,
        }
    }

    fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.value?.get()).ok()
    }
}
