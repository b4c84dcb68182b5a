//! From keys to places in a TOML text and back, so that a fault can point at a line.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::FilePosition;

/// A text with the keys found in it, even where it does not parse.
pub(super) struct Located<'t> {
    text: &'t str,
    root: Spanned<DeTable<'t>>,
}

impl<'t> Located<'t> {
    pub(super) fn of(text: &'t str) -> Located<'t> {
        let (root, _) = DeTable::parse_recoverable(text);
        Located { text, root }
    }

    /// Line and column of a byte.
    pub(super) fn place_at(&self, offset: usize) -> FilePosition {
        let before: String =
            self.text.char_indices().take_while(|(at, _)| *at < offset).map(|(_, c)| c).collect();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        FilePosition {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The deepest key whose name or value covers a byte.
    pub(super) fn key_at(&self, offset: usize) -> String {
        table_key_at(self.root.get_ref(), offset).unwrap_or_default()
    }

    /// The place of `key`, or of the part of it that is there.
    pub(super) fn place_of(&self, key: &str) -> Option<FilePosition> {
        start_in_table(self.root.get_ref(), key).map(|offset| self.place_at(offset))
    }
}

fn table_key_at(table: &DeTable<'_>, offset: usize) -> Option<String> {
    table.iter().find_map(|(name, value)| {
        let inside = value_key_at(value, offset);
        let here = name.span().contains(&offset) || value.span().contains(&offset);
        match inside {
            Some(rest) if rest.starts_with('[') => Some(format!("{}{rest}", name.get_ref())),
            Some(rest) => Some(format!("{}.{rest}", name.get_ref())),
            None => here.then(|| name.get_ref().to_string()),
        }
    })
}

fn value_key_at(value: &Spanned<DeValue<'_>>, offset: usize) -> Option<String> {
    match value.get_ref() {
        DeValue::Table(table) => table_key_at(table, offset),
        DeValue::Array(rows) => rows.iter().enumerate().find_map(|(index, row)| {
            let number = index + 1;
            match value_key_at(row, offset) {
                Some(rest) if rest.starts_with('[') => Some(format!("[{number}]{rest}")),
                Some(rest) => Some(format!("[{number}].{rest}")),
                None => row.span().contains(&offset).then(|| format!("[{number}]")),
            }
        }),
        _ => None,
    }
}

fn start_in_table(table: &DeTable<'_>, key: &str) -> Option<usize> {
    table.iter().find_map(|(name, value)| {
        let rest = key.strip_prefix(name.get_ref().as_ref())?;
        match rest.strip_prefix('.') {
            _ if rest.is_empty() => Some(name.span().start),
            Some(rest) => Some(start_in_value(value, rest).unwrap_or(value_start(name.span().start, value))),
            None if rest.starts_with('[') => Some(start_in_value(value, rest).unwrap_or(name.span().start)),
            // A key that only begins alike, as `line` and `lines`, leaves a rest without a separator.
            None => None,
        }
    })
}

fn start_in_value(value: &Spanned<DeValue<'_>>, key: &str) -> Option<usize> {
    match value.get_ref() {
        DeValue::Table(table) => start_in_table(table, key),
        DeValue::Array(rows) => {
            let (number, rest) = key.strip_prefix('[')?.split_once(']')?;
            let row = rows.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            let inside = rest.strip_prefix('.').map_or(Some(rest).filter(|rest| rest.starts_with('[')), Some);
            Some(inside.and_then(|rest| start_in_value(row, rest)).unwrap_or(row.span().start))
        }
        _ => None,
    }
}

/// A table written under its own heading begins there, not at the first heading that mentions its parent.
fn value_start(name_start: usize, value: &Spanned<DeValue<'_>>) -> usize {
    match value.get_ref() {
        DeValue::Table(_) => value.span().start.max(name_start),
        _ => name_start,
    }
}
