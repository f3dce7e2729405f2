use image::{ExtendedColorType, Rgb, Rgba, RgbaImage};
use proptest::prelude::*;

use super::*;

const ORDER: Order = Order { max_pixels: 50_000_000, page: None };

pub(crate) fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.into().write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// Returns a picture whose left half is red and whose right half is blue.
pub(crate) fn two_colours(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([255, 0, 0]) } else { Rgb([0, 0, 255]) })
}

/// Returns a JPEG with an EXIF block that holds its orientation, and a place in plain text.
pub(crate) fn photo(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let plain = encoded(two_colours(width, height), ImageFormat::Jpeg);
    let tiff = [
        b"MM\0\x2a\0\0\0\x08\0\x02".as_slice(),
        &[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
        b"\x01\x0e\0\x02\0\0\0\x10\0\0\0\x26\0\0\0\0",
        b"48.20849, 16.37\0",
    ]
    .concat();
    let length = (tiff.len() + 8) as u16;
    [&plain[..2], b"\xff\xe1", &length.to_be_bytes(), b"Exif\0\0", &tiff, &plain[2..]].concat()
}

fn drawn(bytes: &[u8]) -> (Picture, RgbImage) {
    let picture = redraw(bytes, ORDER).unwrap();
    let decoded = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    assert_eq!(decoded.dimensions(), (picture.size.width, picture.size.height));
    (picture, decoded)
}

pub(crate) fn is_near(pixel: &Rgb<u8>, expected: [u8; 3]) -> bool {
    pixel.0.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 40)
}

#[test]
fn a_photo_is_turned_upright_and_loses_its_place() {
    let photo = photo(64, 32, 6);
    assert!(photo.windows(8).any(|window| window == b"48.20849"));
    let (picture, decoded) = drawn(&photo);
    assert_eq!(picture.size, Size { format: Format::Jpeg, width: 32, height: 64 });
    assert!(!picture.bytes.windows(8).any(|window| window == b"48.20849"));
    assert!(!picture.bytes.windows(4).any(|window| window == b"Exif"));
    // A quarter turn to the right: the left side becomes the top.
    assert!(is_near(decoded.get_pixel(16, 4), [255, 0, 0]), "{:?}", decoded.get_pixel(16, 4));
    assert!(is_near(decoded.get_pixel(16, 60), [0, 0, 255]), "{:?}", decoded.get_pixel(16, 60));
}

#[test]
fn a_large_one_is_scaled_down_and_a_small_one_is_not() {
    let (picture, _) = drawn(&encoded(two_colours(3136, 100), ImageFormat::Jpeg));
    assert_eq!((picture.size.width, picture.size.height), (LONG_SIDE, 50));
    let (picture, _) = drawn(&encoded(two_colours(100, 1568), ImageFormat::Png));
    assert_eq!(picture.size, Size { format: Format::Png, width: 100, height: 1568 });
}

#[test]
fn what_is_transparent_lies_on_white_paper() {
    let clear = RgbaImage::from_pixel(8, 8, Rgba([0, 0, 0, 0]));
    for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let (_, decoded) = drawn(&encoded(clear.clone(), format));
        assert!(is_near(decoded.get_pixel(4, 4), [255, 255, 255]), "{format:?}");
    }
}

#[test]
fn every_depth_of_colour_is_read() {
    for depth in [ExtendedColorType::L8, ExtendedColorType::La16, ExtendedColorType::Rgb16] {
        let mut bytes = Vec::new();
        let pixels = vec![128; 4 * 4 * usize::from(depth.bits_per_pixel()) / 8];
        image::write_buffer_with_format(&mut Cursor::new(&mut bytes), &pixels, 4, 4, depth, ImageFormat::Png)
            .unwrap();
        assert_eq!(drawn(&bytes).0.size.width, 4, "{depth:?}");
    }
}

#[test]
fn what_is_too_large_or_no_picture_is_refused() {
    let png = encoded(two_colours(100, 100), ImageFormat::Png);
    assert_eq!(redraw(&png, Order { max_pixels: 9_999, ..ORDER }), Err(Problem::TooManyPixels));
    for (bytes, problem) in [
        (&b"hello"[..], Problem::Unknown),
        (b"", Problem::Unknown),
        // A phone's picture in a format that is not read (HEIC).
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Problem::Unknown),
        (&png[..60], Problem::Damaged),
        (b"\x89PNG\r\n\x1a\n", Problem::Damaged),
        (b"GIF89a", Problem::Damaged),
    ] {
        assert_eq!(redraw(bytes, ORDER), Err(problem), "{}", bytes.escape_ascii());
    }
    // The header claims more pixels than are allowed.
    let mut bomb = encoded(two_colours(4, 4), ImageFormat::Bmp);
    bomb[18..26].copy_from_slice(&[0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    assert_eq!(redraw(&bomb, ORDER), Err(Problem::TooManyPixels));
}

#[test]
fn the_answer_is_a_line_and_the_picture() {
    let order = serde_json::to_vec(&ORDER).unwrap();
    let given = [&order[..], b"\n", &encoded(two_colours(8, 8), ImageFormat::Png)].concat();
    let answered = answer(&given);
    let end = answered.iter().position(|byte| *byte == b'\n').unwrap();
    let first: Answer = serde_json::from_slice(&answered[..end]).unwrap();
    assert_eq!(first, Answer::Drawn(Size { format: Format::Png, width: 8, height: 8 }));
    assert_eq!(image::load_from_memory(&answered[end + 1..]).unwrap().width(), 8);
    assert_eq!(answer(b"no order"), b"{\"refused\":\"unknown\"}\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A damaged picture is drawn as far as it can be read, or refused.
    #[test]
    fn damaged_pictures_end_with_an_answer(
        which in 0..5_usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp];
        let mut bytes = encoded(two_colours(20, 10), formats[which]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let _ = redraw(&bytes, Order { max_pixels: 1_000_000, ..ORDER });
    }
}

/// Returns a PDF whose pages are photos, as scanners produce it.
fn scan(pages: &[RgbImage]) -> Vec<u8> {
    let count = pages.len();
    let kids: Vec<_> = (0..count).map(|page| format!("{} 0 R", 3 + 3 * page)).collect();
    let mut pdf = format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [{}] /Count {count} >>\nendobj\n",
        kids.join(" ")
    )
    .into_bytes();
    for (at, page) in pages.iter().enumerate() {
        let (own, draws, photo) = (3 + 3 * at, 4 + 3 * at, 5 + 3 * at);
        let jpeg = encoded(page.clone(), ImageFormat::Jpeg);
        let content = "200 0 0 100 0 0 cm /Photo Do";
        let head = format!(
            "{own} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents {draws} 0 R /Resources << /XObject << /Photo {photo} 0 R >> >> >>\nendobj\n{draws} 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n{photo} 0 obj\n<< /Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length {} >>\nstream\n",
            content.len(),
            page.width(),
            page.height(),
            jpeg.len()
        );
        pdf.extend([head.as_bytes(), &jpeg, b"\nendstream\nendobj\n"].concat());
    }
    pdf.extend(b"trailer\n<< /Root 1 0 R >>\n%%EOF\n");
    pdf
}

#[test]
fn of_a_scan_each_page_is_drawn() {
    let plain = |colour| RgbImage::from_pixel(64, 32, Rgb(colour));
    let pdf = scan(&[two_colours(64, 32), plain([0, 255, 0])]);
    let of = |page| redraw(&pdf, Order { page, ..ORDER });
    for (page, left, right) in [(None, [255, 0, 0], [0, 0, 255]), (Some(2), [0, 255, 0], [0, 255, 0])] {
        let picture = of(page).unwrap();
        assert_eq!((picture.size.width, picture.size.height), (LONG_SIDE, LONG_SIDE / 2));
        let decoded = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
        assert!(is_near(decoded.get_pixel(100, 100), left), "{page:?} {:?}", decoded.get_pixel(100, 100));
        assert!(is_near(decoded.get_pixel(LONG_SIDE - 100, 100), right), "{page:?}");
    }
    for page in [0, 3] {
        assert_eq!(of(Some(page)), Err(Problem::NoSuchPage { pages: 2 }));
    }
    let photo = photo(64, 32, 1);
    assert_eq!(redraw(&photo, Order { page: Some(2), ..ORDER }), Err(Problem::NoSuchPage { pages: 1 }));
}

#[test]
fn text_on_a_page_is_drawn_and_a_locked_one_is_said() {
    let tides = include_bytes!("../../documents/src/data/tides.pdf");
    let (_, decoded) = drawn(tides);
    let ink = decoded.pixels().filter(|pixel| pixel.0[0] < 100).count();
    assert!((100..decoded.pixels().len() / 2).contains(&ink), "{ink} dark pixels");
    let locked = include_bytes!("../../documents/src/data/locked.pdf");
    assert_eq!(redraw(locked, ORDER), Err(Problem::Locked));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_damaged_pdf_ends_in_an_answer(at in 0_usize..2_000, with in any::<[u8; 4]>(), length in 0_usize..4_000) {
        let mut bytes = scan(&[two_colours(64, 32)]);
        bytes.truncate(length.max(1).min(bytes.len()));
        for (byte, with) in bytes.iter_mut().skip(at).zip(with) {
            *byte = with;
        }
        let order = serde_json::to_vec(&ORDER).unwrap();
        let told = answer(&[&order, b"\n".as_slice(), &bytes].concat());
        let is_answer = told.starts_with(b"{\"drawn\"") || told.starts_with(b"{\"refused\"");
        prop_assert!(is_answer);
    }
}
