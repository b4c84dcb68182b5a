//! What a pack must hold to be played.

use super::{Pack, PackFault};

impl Pack {
    /// Checks everything a pack must hold to be played.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub fn check(&self) -> Result<(), PackFault> {
        Ok(())
    }
}

/// The one of `known` that `wrong` was probably meant to be.
pub(super) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_ascii_lowercase();
    let slips = |name: &str| strsim::osa_distance(&wrong, &name.to_ascii_lowercase());
    known
        .into_iter()
        .map(|name| (slips(name), name))
        .filter(|(n, _)| n * 2 <= wrong.len())
        .min()
        .map(|(_, name)| name)
}
#[cfg(test)]
mod tests {
    use super::super::*;
    #[test]
    fn builtin_pack_loads() {
        let pack = Pack::builtin();
        assert_eq!(pack.spaces.len(), 102);
        println!("{}", pack.canonical().len());
    }
}
