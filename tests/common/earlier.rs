//! A log as it was earlier.

use wardroom::log::Head;
use wardroom::log::chain::digest;

/// The lines before the first entry of a full export: header, data pack, seed.
const BEFORE: usize = 3;

/// A full export as it would have been after entry `seq`.
pub fn cut(export: &str, seq: usize) -> String {
    let lines: Vec<&str> = export.lines().take(BEFORE + seq).collect();
    let head = lines[BEFORE..].iter().fold(Head::EMPTY, |head, line| head.after_digest(&digest(line)));
    let mut header: serde_json::Value = serde_json::from_str(lines[0]).expect("a header");
    header["head"] = serde_json::json!({ "chain": hex::encode(head.chain), "seq": head.seq });
    let lines = [header.to_string()].into_iter().chain(lines[1..].iter().map(|line| line.to_string()));
    lines.map(|line| line + "\n").collect()
}
