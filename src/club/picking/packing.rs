//! Small numbers packed into the letters of a `custom_id`: together they are one large number, each with its own base,
//! so that none takes more thread than its range needs.

/// The digits, six bits each; all of them are allowed in an address.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Numbers being packed.
#[derive(Debug, Default)]
pub struct Packing {
    numbers: Vec<(u64, u64)>,
}

/// Numbers being unpacked.
#[derive(Debug)]
pub struct Unpacking {
    rest: Large,
}

/// The digit of a number below 64.
pub fn digit(number: usize) -> char {
    char::from(DIGITS[number % DIGITS.len()])
}

/// The number of a digit.
pub fn number(digit: char) -> Option<usize> {
    DIGITS.iter().position(|known| char::from(*known) == digit)
}

impl Packing {
    /// Packs `number`, one of `of` from 0.
    pub fn put(&mut self, number: u64, of: u64) {
        let of = of.max(1);
        self.numbers.push((number.min(of - 1), of));
    }

    /// Packs an index, one of `of` values from 0.
    pub fn put_at(&mut self, at: usize, of: usize) {
        self.put(at as u64, of as u64);
    }

    /// Packs a yes or no.
    pub fn put_flag(&mut self, flag: bool) {
        self.put(u64::from(flag), 2);
    }

    /// The digits, the lowest first.
    pub fn text(&self) -> String {
        let mut large = Large::default();
        for (number, of) in self.numbers.iter().rev() {
            large.times_plus(*of, *number);
        }
        let mut text = String::new();
        while !large.is_zero() {
            text.push(digit(large.divide(DIGITS.len() as u64) as usize));
        }
        text
    }
}

impl Unpacking {
    /// The numbers packed into `text`; `None` when it is no such text.
    pub fn of(text: &str) -> Option<Unpacking> {
        let mut rest = Large::default();
        for c in text.chars().rev() {
            rest.times_plus(DIGITS.len() as u64, number(c)? as u64);
        }
        Some(Unpacking { rest })
    }

    /// The next number, one of `of` from 0.
    pub fn take(&mut self, of: u64) -> u64 {
        self.rest.divide(of.max(1))
    }

    /// The next index; `None` if there is none left.
    pub fn take_at(&mut self, of: usize) -> Option<usize> {
        let at = usize::try_from(self.take(of as u64)).ok()?;
        (at < of).then_some(at)
    }

    /// The next yes or no.
    pub fn take_flag(&mut self) -> bool {
        self.take(2) == 1
    }

    /// Returns whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.rest.is_zero()
    }
}

/// A large number: its 32-bit digits, the lowest first, the highest not zero.
#[derive(Debug, Default)]
struct Large(Vec<u32>);

/// Bits of a digit of a large number.
const LIMB: u32 = u32::BITS;

impl Large {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn times_plus(&mut self, by: u64, plus: u64) {
        let mut carry = u128::from(plus);
        for limb in &mut self.0 {
            carry += u128::from(*limb) * u128::from(by);
            *limb = carry as u32;
            carry >>= LIMB;
        }
        while carry > 0 {
            self.0.push(carry as u32);
            carry >>= LIMB;
        }
    }

    /// Divides by `by`, which is not 0, and gives what remains.
    fn divide(&mut self, by: u64) -> u64 {
        let mut remains = 0u128;
        for limb in self.0.iter_mut().rev() {
            remains = remains << LIMB | u128::from(*limb);
            *limb = (remains / u128::from(by)) as u32;
            remains %= u128::from(by);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remains as u64
    }
}
