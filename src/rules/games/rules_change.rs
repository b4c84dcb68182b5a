//! Differences between versions of a game's rules, which an audit of an old log needs.

/// One reading of the rules that a version changed. `docs/log-format.md` lists them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesChange {
    /// The first version that reads it as today.
    pub since: u32,
    /// The number of the rule.
    pub rule: &'static str,
    /// A short name, unique within the game.
    pub name: &'static str,
    /// The kinds of entries in which the first difference shows; its consequences differ with it.
    pub kinds: &'static [&'static str],
}

/// A change that came with rules version 2.
pub(super) const fn since_2(
    rule: &'static str,
    name: &'static str,
    kinds: &'static [&'static str],
) -> RulesChange {
    RulesChange { since: 2, rule, name, kinds }
}
