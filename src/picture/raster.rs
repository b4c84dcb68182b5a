//! A scene as pixels.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::scene::Scene;
use super::{font, palette, svg};

/// Most backgrounds cached as pixels: whole maps of the games in each theme, and some of clubs.
const GROUNDS_KEPT: usize = 6;

/// A picture that cannot be drawn: a fault of the program.
#[derive(Debug, thiserror::Error)]
pub enum PictureFault {
    /// The SVG is none.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no size, or too much of it.
    #[error("the picture has no pixels: {0}×{1}")]
    Size(f64, f64),
    /// The file cannot be written.
    #[error("the picture cannot be written as a file: {0}")]
    Png(#[from] png::EncodingError),
}

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| Options {
    fontdb: Arc::new(font::database()),
    font_family: font::FAMILY.to_owned(),
    ..Options::default()
});

/// Grounds as pixels, by their SVG, the latest last.
static GROUNDS: Mutex<Vec<(String, Pixmap)>> = Mutex::new(Vec::new());

/// The picture as a PNG file. It takes a good part of a second: not for a thread that answers anybody.
///
/// # Errors
/// [`PictureFault`].
pub fn png(scene: &Scene) -> Result<Vec<u8>, PictureFault> {
    let mut pixels = ground(scene)?;
    let tree = Tree::from_str(&svg::without_ground(scene), &OPTIONS)?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    encoded(&pixels)
}

/// The ground of a picture as pixels, drawn once for all pictures that have it in common.
fn ground(scene: &Scene) -> Result<Pixmap, PictureFault> {
    let text = svg::ground_alone(scene);
    let kept = || GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pixels)) = kept().iter().find(|(known, _)| *known == text) {
        return Ok(pixels.clone());
    }
    let tree = Tree::from_str(&text, &OPTIONS)?;
    let mut pixels = Pixmap::new(scene.width as u32, scene.height as u32)
        .ok_or(PictureFault::Size(scene.width, scene.height))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    let mut grounds = kept();
    if grounds.len() >= GROUNDS_KEPT {
        grounds.remove(0);
    }
    grounds.push((text, pixels.clone()));
    Ok(pixels)
}

/// The ground is opaque, so no transparency is written; the colours are few, so each pixel is the number of one.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, PictureFault> {
    let (palette, numbers) = palette::of(pixels.data());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&numbers)?;
    Ok(file)
}
