//! The size limits of any pack, each in one place.

/// The largest file, in bytes.
pub const FILE_BYTES: usize = 256 * 1024;
/// The longest name, in characters.
pub const NAME_CHARS: usize = 80;
/// The longest notice, in characters.
pub const NOTICE_CHARS: usize = 600;
/// The longest source, in characters.
pub const SOURCE_CHARS: usize = 300;
