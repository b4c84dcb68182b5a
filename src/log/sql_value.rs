//! The values of a database's columns.

use std::borrow::Cow;

/// The value of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SqlValue<'a> {
    /// Nothing.
    Null,
    /// A number.
    Number(i64),
    /// Yes or no; SQLite has 1 and 0.
    Flag(bool),
    /// A text.
    Text(Cow<'a, str>),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
}

impl SqlValue<'_> {
    /// The same, owned.
    pub fn into_owned(self) -> SqlValue<'static> {
        match self {
            SqlValue::Null => SqlValue::Null,
            SqlValue::Number(number) => SqlValue::Number(number),
            SqlValue::Flag(flag) => SqlValue::Flag(flag),
            SqlValue::Text(text) => SqlValue::Text(text.into_owned().into()),
            SqlValue::Bytes(bytes) => SqlValue::Bytes(bytes.into_owned().into()),
        }
    }
}

macro_rules! from_number {
    ($($number:ty),+) => {$(
        impl From<$number> for SqlValue<'_> {
            fn from(number: $number) -> Self {
                // No stored number is too big for a column, and no limit means more than all.
                SqlValue::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )+};
}

from_number!(i64, u64, usize, u16);

impl From<bool> for SqlValue<'_> {
    fn from(flag: bool) -> Self {
        SqlValue::Flag(flag)
    }
}

impl<'a> From<&'a str> for SqlValue<'a> {
    fn from(text: &'a str) -> Self {
        SqlValue::Text(text.into())
    }
}

impl<'a> From<&'a String> for SqlValue<'a> {
    fn from(text: &'a String) -> Self {
        SqlValue::Text(text.into())
    }
}

impl From<String> for SqlValue<'_> {
    fn from(text: String) -> Self {
        SqlValue::Text(text.into())
    }
}

impl From<Vec<u8>> for SqlValue<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        SqlValue::Bytes(bytes.into())
    }
}

impl<'a> From<&'a [u8; 32]> for SqlValue<'a> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        SqlValue::Bytes(bytes.as_slice().into())
    }
}

impl<'a, T> From<Option<T>> for SqlValue<'a>
where
    SqlValue<'a>: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(SqlValue::Null, SqlValue::from)
    }
}

/// Makes a list of [`SqlValue`]s.
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::log::sql_value::SqlValue::from($value)),*] };
}
pub(super) use values;
