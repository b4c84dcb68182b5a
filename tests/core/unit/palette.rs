//! The few colours of a picture.

use wardroom::picture::palette::{MOST, of};

#[test]
fn few_colours_stay_as_they_are_and_of_many_the_closest_is_taken() {
    let (palette, numbers) = of(&[0, 0, 0, 255, 0, 0, 0, 255, 200, 0, 0, 255, 203, 0, 0, 255]);
    assert_eq!((palette, numbers), (vec![[0, 0, 0], [200, 0, 0]], vec![0, 0, 1, 1]));
    let many: Vec<u8> = (0..4096_u32)
        .flat_map(|n| [(n % 16) as u8 * 17, (n / 16 % 16) as u8 * 17, (n / 256) as u8 * 17, 255])
        .collect();
    let (palette, numbers) = of(&many);
    assert_eq!((palette.len(), numbers.len()), (MOST, 4096));
    assert_eq!(of(&many).1, numbers, "the same again");
}
