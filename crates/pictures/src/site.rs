//! The files of a picture on a website: in several widths, each as WebP, and as JPEG or PNG for browsers without WebP.

use std::{io::Cursor, panic};

use adjutant_domain::{
    picture::{DrawnFile, HIGHEST, Problem, SiteAnswer, WIDTHS},
    site::VariantFormat,
};
use image::{
    DynamicImage, ImageFormat, RgbImage, codecs::jpeg::JpegEncoder, imageops::FilterType,
    metadata::Orientation,
};

use crate::{decode, pdf, split};

/// The quality of a JPEG, out of 100.
const JPEG: u8 = 80;
/// The quality of a WebP that looks as good, out of 100.
const WEBP: f32 = 76.0;
/// The least ratio of a picture's width to a narrower variant, in percent. Narrower variants that are closer are left
/// out.
const APART: u32 = 125;

/// Makes the files of a picture. Takes the same input as [`crate::answer`]; returns a [`SiteAnswer`] as a line of JSON,
/// and the bytes of the files one after another.
pub fn answer(given: &[u8]) -> Vec<u8> {
    let drawn = panic::catch_unwind(|| {
        let (order, picture) = split(given).ok_or(Problem::Unknown)?;
        files(picture, order.max_pixels)
    });
    let (answer, bytes) = match drawn.unwrap_or(Err(Problem::Damaged)) {
        Ok(files) => {
            let (files, bytes): (Vec<_>, Vec<_>) = files.into_iter().unzip();
            (SiteAnswer::Drawn(files), bytes.concat())
        }
        Err(problem) => (SiteAnswer::Refused(problem), Vec::new()),
    };
    // Numbers and names can always be written as JSON.
    let mut line = serde_json::to_vec(&answer).unwrap_or_default();
    line.push(b'\n');
    line.extend(bytes);
    line
}

/// Returns the files of a picture, the narrowest first; for an animation, those of its first frame.
///
/// # Errors
/// Returns an error if the picture has too many pixels or cannot be read.
fn files(bytes: &[u8], max_pixels: u64) -> Result<Vec<(DrawnFile, Vec<u8>)>, Problem> {
    if pdf::is_one(bytes) {
        return Err(Problem::Unknown);
    }
    let (picture, orientation, _) = decode(bytes, max_pixels)?;
    let mut picture = scaled(picture, orientation);
    picture.apply_orientation(orientation);
    let widest = if is_transparent(&picture) {
        DynamicImage::from(picture.into_rgba8())
    } else {
        DynamicImage::from(picture.into_rgb8())
    };
    let mut files = Vec::new();
    for width in widths(widest.width()) {
        let height = ratio(widest.height(), width, widest.width());
        let picture = match width == widest.width() {
            true => widest.clone(),
            false => widest.resize_exact(width, height, FilterType::Lanczos3),
        };
        for format in [VariantFormat::WebP, fallback(&picture)] {
            let bytes = encode(&picture, format)?;
            let (width, height) = (picture.width(), picture.height());
            files.push((DrawnFile { format, width, height, bytes: bytes.len() }, bytes));
        }
    }
    Ok(files)
}

/// Scales a picture down so that it fits the largest size once it is upright.
fn scaled(picture: DynamicImage, orientation: Orientation) -> DynamicImage {
    let widest = WIDTHS[WIDTHS.len() - 1];
    let is_on_its_side = matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    let (width, height) = if is_on_its_side { (HIGHEST, widest) } else { (widest, HIGHEST) };
    if picture.width() <= width && picture.height() <= height {
        return picture;
    }
    // `resize` keeps at least one pixel of the shorter side.
    picture.resize(width, height, FilterType::Lanczos3)
}

/// Returns the widths of a picture's variants, given the widest one.
fn widths(widest: u32) -> impl Iterator<Item = u32> {
    let narrower = WIDTHS.into_iter().filter(move |width| width * APART / 100 <= widest && *width < widest);
    narrower.chain([widest])
}

fn ratio(length: u32, of: u32, to: u32) -> u32 {
    let scaled = (u64::from(length) * u64::from(of) + u64::from(to) / 2) / u64::from(to.max(1));
    u32::try_from(scaled).unwrap_or(HIGHEST).max(1)
}

/// Returns whether any pixel is transparent.
fn is_transparent(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX)
}

/// Returns the format for browsers without WebP. JPEG has no transparency.
fn fallback(picture: &DynamicImage) -> VariantFormat {
    if picture.color().has_alpha() { VariantFormat::Png } else { VariantFormat::Jpeg }
}

fn encode(picture: &DynamicImage, format: VariantFormat) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    match (format, picture) {
        (VariantFormat::WebP, DynamicImage::ImageRgb8(picture)) => {
            let encoder = webp::Encoder::from_rgb(picture, picture.width(), picture.height());
            bytes = lossy(&encoder)?;
        }
        (VariantFormat::WebP, picture) => {
            let rgba = picture.to_rgba8();
            bytes = lossy(&webp::Encoder::from_rgba(&rgba, rgba.width(), rgba.height()))?;
        }
        (VariantFormat::Jpeg, picture) => {
            let rgb: RgbImage = picture.to_rgb8();
            rgb.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG))
                .map_err(|_| Problem::Damaged)?;
        }
        (VariantFormat::Png, picture) => {
            picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).map_err(|_| Problem::Damaged)?;
        }
    }
    Ok(bytes)
}

fn lossy(encoder: &webp::Encoder<'_>) -> Result<Vec<u8>, Problem> {
    encoder.encode_simple(false, WEBP).map(|bytes| bytes.to_vec()).map_err(|_| Problem::Exhausting)
}

#[cfg(test)]
mod tests {
    use image::{ImageReader, Rgba, RgbaImage};
    use proptest::prelude::*;

    use super::*;
    use crate::tests::{encoded, is_near, photo, two_colours};

    const MAX_PIXELS: u64 = 50_000_000;

    /// Returns the files of a picture, such as `480x240 webp`, and checks that each has the format and size it claims.
    fn drawn(bytes: &[u8]) -> (String, Vec<DynamicImage>) {
        let (mut told, mut pictures) = (Vec::new(), Vec::new());
        for (file, bytes) in files(bytes, MAX_PIXELS).unwrap() {
            assert_eq!(file.bytes, bytes.len());
            let reader = ImageReader::new(Cursor::new(&bytes)).with_guessed_format().unwrap();
            let format = match file.format {
                VariantFormat::Jpeg => ImageFormat::Jpeg,
                VariantFormat::WebP => ImageFormat::WebP,
                VariantFormat::Png => ImageFormat::Png,
            };
            assert_eq!(reader.format(), Some(format));
            let picture = reader.decode().unwrap();
            assert_eq!((picture.width(), picture.height()), (file.width, file.height));
            told.push(format!("{}x{} {}", file.width, file.height, file.format.ending()));
            pictures.push(picture);
        }
        (told.join(", "), pictures)
    }

    #[test]
    fn a_picture_is_drawn_in_each_width_that_it_has_and_never_wider() {
        for (width, height, expected) in [
            (2000, 1000, "480x240 webp, 480x240 jpg, 960x480 webp, 960x480 jpg, 1600x800 webp, 1600x800 jpg"),
            (1600, 800, "480x240 webp, 480x240 jpg, 960x480 webp, 960x480 jpg, 1600x800 webp, 1600x800 jpg"),
            (1300, 100, "480x37 webp, 480x37 jpg, 960x74 webp, 960x74 jpg, 1300x100 webp, 1300x100 jpg"),
            (1000, 100, "480x48 webp, 480x48 jpg, 1000x100 webp, 1000x100 jpg"),
            (490, 10, "490x10 webp, 490x10 jpg"),
            (60, 40, "60x40 webp, 60x40 jpg"),
            (1, 1, "1x1 webp, 1x1 jpg"),
            (3000, 1, "480x1 webp, 480x1 jpg, 960x1 webp, 960x1 jpg, 1600x1 webp, 1600x1 jpg"),
            (100, 9000, "46x4096 webp, 46x4096 jpg"),
        ] {
            let (files, _) = drawn(&encoded(two_colours(width, height), ImageFormat::Png));
            assert_eq!(files, expected, "{width}x{height}");
        }
    }

    #[test]
    fn a_photo_is_turned_upright_and_loses_its_place() {
        // The photo is stored on its side: upright, it is 600 pixels wide and 1200 high.
        let photo = photo(1200, 600, 6);
        let (files, pictures) = drawn(&photo);
        assert_eq!(files, "480x960 webp, 480x960 jpg, 600x1200 webp, 600x1200 jpg");
        for picture in &pictures {
            let (rgb, middle) = (picture.to_rgb8(), picture.width() / 2);
            assert!(is_near(rgb.get_pixel(middle, 10), [255, 0, 0]), "{:?}", rgb.get_pixel(middle, 10));
            let last = picture.height() - 10;
            assert!(is_near(rgb.get_pixel(middle, last), [0, 0, 255]), "{:?}", rgb.get_pixel(middle, last));
        }
        let answer = answer(&[b"{\"max_pixels\":1000000,\"page\":null}\n", &photo[..]].concat());
        for secret in [&b"48.20849"[..], b"Exif"] {
            assert!(photo.windows(secret.len()).any(|window| window == secret));
            assert!(!answer.windows(secret.len()).any(|window| window == secret));
        }
    }

    #[test]
    fn what_can_be_seen_through_stays_so() {
        let half =
            RgbaImage::from_fn(
                100,
                50,
                |x, _| {
                    if x < 50 { Rgba([0, 128, 0, 255]) } else { Rgba([0, 0, 0, 0]) }
                },
            );
        let (files, pictures) = drawn(&encoded(half, ImageFormat::Png));
        assert_eq!(files, "100x50 webp, 100x50 png");
        for picture in pictures {
            let rgba = picture.to_rgba8();
            assert_eq!((rgba.get_pixel(10, 10).0[3], rgba.get_pixel(90, 10).0[3]), (255, 0));
        }
        let opaque = RgbaImage::from_pixel(100, 50, Rgba([0, 128, 0, 255]));
        assert_eq!(drawn(&encoded(opaque, ImageFormat::Png)).0, "100x50 webp, 100x50 jpg");
    }

    #[test]
    fn what_is_too_large_or_no_picture_is_refused() {
        let png = encoded(two_colours(100, 100), ImageFormat::Png);
        assert_eq!(files(&png, 9_999), Err(Problem::TooManyPixels));
        for (bytes, problem) in [
            (&b"hello"[..], Problem::Unknown),
            (b"", Problem::Unknown),
            (b"%PDF-1.4", Problem::Unknown),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Problem::Unknown),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Problem::Unknown),
            (&png[..60], Problem::Damaged),
        ] {
            assert_eq!(files(bytes, MAX_PIXELS), Err(problem), "{}", bytes.escape_ascii());
        }
        assert_eq!(answer(b"no order"), b"{\"refused\":\"unknown\"}\n");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A damaged picture is drawn as far as it can be read, or refused; the answer gives the length of each file.
        #[test]
        fn damaged_pictures_end_with_an_answer(
            which in 0..5_usize,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
            cut in any::<prop::sample::Index>(),
        ) {
            let formats =
                [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp];
            let mut bytes = encoded(two_colours(20, 10), formats[which]);
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes.truncate(cut.index(bytes.len()) + 1);
            let answer = answer(&[b"{\"max_pixels\":1000000,\"page\":null}\n", &bytes[..]].concat());
            let end = answer.iter().position(|byte| *byte == b'\n').unwrap();
            match serde_json::from_slice(&answer[..end]).unwrap() {
                SiteAnswer::Drawn(files) => {
                    let all: usize = files.iter().map(|file| file.bytes).sum();
                    prop_assert!(all > 0 && all == answer.len() - end - 1);
                }
                SiteAnswer::Refused(_) => prop_assert_eq!(answer.len(), end + 1),
            }
        }
    }
}
