//! Small numbers packed into the letters of a `custom_id`: each takes as many bits as its range needs.

/// The digits, six bits each; all of them stand in an address as they are.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Bits of a digit.
const DIGIT_BITS: usize = 6;

/// Numbers being packed.
#[derive(Debug, Default)]
pub(super) struct Packing {
    bits: Vec<bool>,
}

/// Numbers being unpacked.
#[derive(Debug)]
pub(super) struct Packed {
    bits: Vec<bool>,
    at: usize,
}

/// How many bits tell `of` numbers apart.
fn width(of: u64) -> u32 {
    of.saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1)
}

/// The digit of a number below 64.
pub(super) fn digit(number: usize) -> char {
    char::from(DIGITS[number % DIGITS.len()])
}

/// The number of a digit.
pub(super) fn number(digit: char) -> Option<usize> {
    DIGITS.iter().position(|known| char::from(*known) == digit)
}

impl Packing {
    /// Packs `number`, one of `of` from 0.
    pub fn put(&mut self, number: u64, of: u64) {
        let width = width(of);
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    }

    /// Packs a number of things, one of `of` from 0.
    pub fn put_at(&mut self, at: usize, of: usize) {
        self.put(at as u64, of as u64);
    }

    /// Packs a yes or no.
    pub fn put_flag(&mut self, flag: bool) {
        self.bits.push(flag);
    }

    /// The digits.
    pub fn text(&self) -> String {
        let value = |bits: &[bool]| {
            let filled = bits.iter().copied().chain(std::iter::repeat(false)).take(DIGIT_BITS);
            filled.fold(0, |value, bit| value << 1 | usize::from(bit))
        };
        self.bits.chunks(DIGIT_BITS).map(|bits| digit(value(bits))).collect()
    }
}

impl Packed {
    /// The numbers packed into `text`; `None` when it is no such text.
    pub fn of(text: &str) -> Option<Packed> {
        let mut bits = Vec::with_capacity(text.len() * DIGIT_BITS);
        for c in text.chars() {
            let value = number(c)?;
            bits.extend((0..DIGIT_BITS).rev().map(|bit| value >> bit & 1 == 1));
        }
        Some(Packed { bits, at: 0 })
    }

    /// The next number, one of `of` from 0; `None` when there is none or it is out of range.
    pub fn take(&mut self, of: u64) -> Option<u64> {
        let mut number = 0;
        for _ in 0..width(of) {
            number = number << 1 | u64::from(self.take_flag()?);
        }
        (number < of.max(1)).then_some(number)
    }

    /// The next number of things.
    pub fn take_at(&mut self, of: usize) -> Option<usize> {
        usize::try_from(self.take(of as u64)?).ok().filter(|at| *at < of)
    }

    /// The next yes or no.
    pub fn take_flag(&mut self) -> Option<bool> {
        let bit = *self.bits.get(self.at)?;
        self.at += 1;
        Some(bit)
    }

    /// Whether nothing is left but the filling of the last digit.
    pub fn is_used_up(&self) -> bool {
        let rest = self.bits.get(self.at..).unwrap_or_default();
        rest.len() < DIGIT_BITS && rest.iter().all(|bit| !bit)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            numbers in proptest::collection::vec(
                (any::<u64>(), 1u64..=u64::MAX, 0u32..63)
                    .prop_map(|(number, of, less)| { let of = (of >> less).max(1); (number % of, of) }),
                0..20,
            )
        ) {
            let mut packing = Packing::default();
            numbers.iter().for_each(|(number, of)| packing.put(*number, *of));
            let mut packed = Packed::of(&packing.text()).unwrap();
            for (number, of) in numbers {
                prop_assert_eq!(packed.take(of), Some(number));
            }
            prop_assert!(packed.is_used_up());
        }
    }

    #[test]
    fn a_number_out_of_range_or_missing_is_none() {
        assert_eq!(Packed::of("_").unwrap().take(5), None);
        assert_eq!(Packed::of("").unwrap().take(2), None);
        assert_eq!(Packed::of("").unwrap().take(1), Some(0));
        assert!(Packed::of("a b").is_none());
        assert!(!Packed::of("AA").unwrap().is_used_up());
        assert!(!Packed::of("_").unwrap().is_used_up());
    }
}
