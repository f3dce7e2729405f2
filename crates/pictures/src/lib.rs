//! Redraws pictures for models: upright, with at most [`LONG_SIDE`] pixels on the longer side, as PNG or JPEG, and
//! without the metadata that cameras add, such as place and time. Draws single pages of a PDF, and makes the files of a
//! picture for websites.
//!
//! Pictures come from strangers, and the libraries that read them have flaws. So this runs in a child process that can
//! only compute (`adjutant-sandbox`): a hostile picture costs one answer at most.

mod pdf;
mod site;

use std::{io::Cursor, panic};

use adjutant_domain::picture::{Answer, Format, LONG_SIDE, Order, Picture, Problem, Size};
pub use site::answer as answer_for_site;

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage, codecs::jpeg::JpegEncoder,
    imageops::FilterType, metadata::Orientation,
};

/// The quality of a JPEG, out of 100.
const QUALITY: u8 = 85;
/// The most bytes of a PNG. A picture that needs more is a photo, and smaller as a JPEG.
const LARGEST_PNG: usize = 1 << 20;
/// The most memory for a decoded picture, in bytes: eight for each of 50 million pixels.
const MOST_MEMORY: u64 = 400_000_000;

/// Redraws a picture. Takes an [`Order`] as a line of JSON and the picture's bytes; returns an [`Answer`] as a line of
/// JSON and the bytes of the new picture.
pub fn answer(given: &[u8]) -> Vec<u8> {
    let drawn = panic::catch_unwind(|| {
        let (order, picture) = split(given).ok_or(Problem::Unknown)?;
        redraw(picture, order)
    });
    let (answer, bytes) = match drawn.unwrap_or(Err(Problem::Damaged)) {
        Ok(Picture { size, bytes }) => (Answer::Drawn(size), bytes),
        Err(problem) => (Answer::Refused(problem), Vec::new()),
    };
    // Numbers and names can always be written as JSON.
    let mut line = serde_json::to_vec(&answer).unwrap_or_default();
    line.push(b'\n');
    line.extend(bytes);
    line
}

fn split(given: &[u8]) -> Option<(Order, &[u8])> {
    let end = given.iter().position(|byte| *byte == b'\n')?;
    Some((serde_json::from_slice(&given[..end]).ok()?, &given[end + 1..]))
}

/// Redraws a picture: the first frame of an animation, or the requested page of a PDF.
///
/// # Errors
/// Returns an error if the picture has too many pixels, cannot be read, or has no such page.
pub fn redraw(bytes: &[u8], order: Order) -> Result<Picture, Problem> {
    let page = order.page.unwrap_or(1);
    if pdf::is_one(bytes) {
        return encode(&pdf::draw(bytes, page)?, true);
    }
    if page != 1 {
        return Err(Problem::NoSuchPage { pages: 1 });
    }
    let (picture, orientation, format) = decode(bytes, order.max_pixels)?;
    let mut picture = scaled(picture);
    picture.apply_orientation(orientation);
    let is_drawn = matches!(format, ImageFormat::Png | ImageFormat::Gif | ImageFormat::Bmp);
    encode(&picture, is_drawn)
}

/// Returns the picture as it is stored, the orientation to apply, and its format.
fn decode(bytes: &[u8], max_pixels: u64) -> Result<(DynamicImage, Orientation, ImageFormat), Problem> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| Problem::Damaged)?;
    let format = reader.format().filter(ImageFormat::reading_enabled).ok_or(Problem::Unknown)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Problem::Damaged)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > max_pixels {
        return Err(Problem::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| Problem::Damaged)?;
    Ok((picture, orientation, format))
}

fn scaled(picture: DynamicImage) -> DynamicImage {
    if picture.width().max(picture.height()) <= LONG_SIDE {
        return picture;
    }
    picture.resize(LONG_SIDE, LONG_SIDE, FilterType::CatmullRom)
}

/// Encodes a picture: as a PNG if it is a drawing, such as a screenshot, and not too large; as a JPEG otherwise.
fn encode(picture: &DynamicImage, is_drawn: bool) -> Result<Picture, Problem> {
    let (width, height) = (picture.width(), picture.height());
    let flat = flat(picture);
    if is_drawn {
        let mut bytes = Vec::new();
        flat.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).map_err(|_| Problem::Damaged)?;
        if bytes.len() <= LARGEST_PNG {
            return Ok(Picture { size: Size { format: Format::Png, width, height }, bytes });
        }
    }
    let mut bytes = Vec::new();
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY))
        .map_err(|_| Problem::Damaged)?;
    Ok(Picture { size: Size { format: Format::Jpeg, width, height }, bytes })
}

/// Returns the picture on a white background: a JPEG has no transparency, and models show transparent pixels in colours
/// of their own.
fn flat(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let rgba = picture.to_rgba8();
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [red, green, blue, alpha] = rgba.get_pixel(x, y).0.map(u16::from);
        let on_white = |colour: u16| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8;
        image::Rgb([on_white(red), on_white(green), on_white(blue)])
    })
}

#[cfg(test)]
mod tests;
