//! A scene as pixels.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::scene::{Figure, Role, Scene};
use super::theme::Tint;
use super::{font, palette, svg};

/// Most backgrounds cached as pixels: whole maps of the games in each theme, and some of clubs.
const GROUNDS_KEPT: usize = 6;
/// Level 6 takes half as much time again and makes files a hundredth smaller.
const DEFLATE: png::DeflateCompression = png::DeflateCompression::Level(5);

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
    /// The file cannot be read.
    #[error("the picture cannot be read from a file: {0}")]
    Read(#[from] png::DecodingError),
}

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| Options {
    fontdb: Arc::new(font::database()),
    font_family: font::FAMILY.to_owned(),
    ..Options::default()
});

/// Grounds as pixels, the latest last.
static GROUNDS: Mutex<Vec<(Ground, Pixmap)>> = Mutex::new(Vec::new());

/// The ground of a picture.
struct Ground {
    width: f64,
    height: f64,
    colour: Tint,
    shapes: Vec<Figure>,
}

impl Ground {
    fn of(scene: &Scene) -> Ground {
        let Scene { width, height, ground, .. } = *scene;
        Ground { width, height, colour: ground, shapes: shapes(scene).cloned().collect() }
    }

    /// Returns whether a picture has this ground.
    fn is_of(&self, scene: &Scene) -> bool {
        (self.width, self.height, self.colour) == (scene.width, scene.height, scene.ground)
            && self.shapes.iter().eq(shapes(scene))
    }
}

/// The shapes of a picture's ground.
fn shapes(scene: &Scene) -> impl Iterator<Item = &Figure> {
    scene.shapes.iter().filter(|shape| shape.role == Role::Ground)
}

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
    let kept = || GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pixels)) = kept().iter().find(|(known, _)| known.is_of(scene)) {
        return Ok(pixels.clone());
    }
    // Drawn without the lock: pictures with another ground need not wait.
    let tree = Tree::from_str(&svg::ground_alone(scene), &OPTIONS)?;
    let mut pixels = Pixmap::new(scene.width as u32, scene.height as u32)
        .ok_or(PictureFault::Size(scene.width, scene.height))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    let mut grounds = kept();
    if grounds.len() >= GROUNDS_KEPT {
        grounds.remove(0);
    }
    grounds.push((Ground::of(scene), pixels.clone()));
    Ok(pixels)
}

/// The ground is opaque, so no transparency is written; the colours are few, so each pixel is the number of one.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, PictureFault> {
    written(pixels.data(), pixels.width(), pixels.height())
}

/// A picture of ours in half its width and height: each pixel is the mean of four.
///
/// # Errors
/// A file that is none of ours.
pub fn halved(file: &[u8]) -> Result<Vec<u8>, PictureFault> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    // Our files have palettes, and the mean of four numbers is no colour.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut pixels)?;
    let (width, height) = (frame.width as usize / 2, frame.height as usize / 2);
    let (bytes, line) = (frame.color_type.samples(), frame.line_size);
    let mut half = Vec::with_capacity(width * height * 4);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let at = |dy: usize, dx: usize| (2 * y + dy) * line + (2 * x + dx) * bytes;
        let corners = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
        // A grey picture has one sample for all three.
        for colour in 0..3 {
            let sum: u32 = corners.iter().map(|at| u32::from(pixels[at + colour.min(bytes - 1)])).sum();
            half.push((sum / 4) as u8);
        }
        half.push(u8::MAX);
    }
    written(&half, width as u32, height as u32)
}

/// Opaque pixels of four bytes each as a file.
fn written(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PictureFault> {
    let (palette, numbers) = palette::of(pixels);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_deflate_compression(DEFLATE);
    // Filters work with differences, which mean nothing between places in a palette.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&numbers)?;
    Ok(file)
}
