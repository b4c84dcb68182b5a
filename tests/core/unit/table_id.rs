//! The ids of tables.

use wardroom::seal::SealError;
use wardroom::table::id::new_id;
use wardroom::table::platform::Platform;

struct Counting(std::sync::Mutex<u8>);

impl Platform for Counting {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        chrono::DateTime::UNIX_EPOCH
    }
    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        for byte in bytes {
            let mut next = self.0.lock().unwrap();
            *byte = *next;
            *next = next.wrapping_add(1);
        }
        Ok(())
    }
}

#[test]
fn ids_use_plain_letters_and_skip_bytes_that_would_weigh_some_letters_more() {
    assert_eq!(new_id("chess", &Counting(0.into())).unwrap(), "chess-2345");
    assert_eq!(new_id("chess", &Counting(250.into())).unwrap(), "chess-xy23");
}
