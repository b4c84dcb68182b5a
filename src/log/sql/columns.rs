//! Columns that come out of a statement.

use crate::log::fault::Fault;

/// One row of a result. A value of another type than the column's is reported in the database's words.
pub(in crate::log) trait Columns {
    /// A column of numbers.
    fn number(&self, at: usize) -> Result<Option<i64>, String>;
    /// A column of yes and no.
    fn flag(&self, at: usize) -> Result<Option<bool>, String>;
    /// A column of texts.
    fn text(&self, at: usize) -> Result<Option<&str>, String>;
    /// A column of bytes.
    fn bytes(&self, at: usize) -> Result<Option<&[u8]>, String>;
}

/// A type that a column is read in.
pub(in crate::log) trait Column: Sized {
    /// Reads one column of a row.
    fn read(row: &dyn Columns, at: usize) -> Result<Option<Self>, String>;
}

impl Column for i64 {
    fn read(row: &dyn Columns, at: usize) -> Result<Option<i64>, String> {
        row.number(at)
    }
}

// Both databases' whole numbers are read as `i64`.
macro_rules! narrowed {
    ($($number:ty),+) => {$(
        impl Column for $number {
            fn read(row: &dyn Columns, at: usize) -> Result<Option<$number>, String> {
                let narrow = |number: i64| number.try_into().map_err(|_| format!("{number} is out of range"));
                row.number(at)?.map(narrow).transpose()
            }
        }
    )+};
}

narrowed!(u64, u32, u16);

impl Column for bool {
    fn read(row: &dyn Columns, at: usize) -> Result<Option<bool>, String> {
        row.flag(at)
    }
}

impl Column for String {
    fn read(row: &dyn Columns, at: usize) -> Result<Option<String>, String> {
        Ok(row.text(at)?.map(str::to_owned))
    }
}

impl Column for Vec<u8> {
    fn read(row: &dyn Columns, at: usize) -> Result<Option<Vec<u8>>, String> {
        Ok(row.bytes(at)?.map(<[u8]>::to_vec))
    }
}

impl Column for [u8; 32] {
    fn read(row: &dyn Columns, at: usize) -> Result<Option<[u8; 32]>, String> {
        let found = row.bytes(at)?.map(<[u8; 32]>::try_from).transpose();
        found.map_err(|_| "it is not 32 bytes long".to_owned())
    }
}

impl dyn Columns + '_ {
    /// A column that always has a value.
    pub fn get<T: Column>(&self, at: usize) -> Result<T, Fault> {
        self.found(at).map_err(unreadable)
    }

    /// A column that may have none.
    pub fn maybe<T: Column>(&self, at: usize) -> Result<Option<T>, Fault> {
        T::read(self, at).map_err(unreadable)
    }

    /// As [`get`](Self::get) of a table's row. What cannot be read there is damage, and the fault says where.
    pub fn get_of<T: Column>(&self, at: usize, table: &str, place: &str) -> Result<T, Fault> {
        self.found(at).map_err(|what| damaged(table, place, what))
    }

    /// As [`maybe`](Self::maybe) of a table's row.
    pub fn maybe_of<T: Column>(&self, at: usize, table: &str, place: &str) -> Result<Option<T>, Fault> {
        T::read(self, at).map_err(|what| damaged(table, place, what))
    }

    fn found<T: Column>(&self, at: usize) -> Result<T, String> {
        T::read(self, at)?.ok_or_else(|| "nothing stands there".to_owned())
    }
}

fn unreadable(what: String) -> Fault {
    Fault::Io(format!("the database: {what}"))
}

/// The fault of stored data that has changed since it was written.
pub(super) fn damaged(table: &str, place: &str, what: impl Into<String>) -> Fault {
    Fault::Damaged { table: table.to_owned(), place: place.to_owned(), what: what.into() }
}
