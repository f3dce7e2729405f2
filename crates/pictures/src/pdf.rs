//! Draws a page of a PDF, such as a scanned one.

use adjutant_domain::picture::{LONG_SIDE, Problem};
use hayro::{
    PixmapSettings, RenderCache, RenderSettings,
    hayro_interpret::InterpreterSettings,
    hayro_syntax::{LoadPdfError, Pdf},
    vello_cpu::color::palette::css::WHITE,
};
use image::{DynamicImage, RgbaImage};

/// The number of bytes at the start in which a PDF must begin, as viewers accept it.
const HEAD: usize = 1024;
/// The limit of a page's longer side, in points. A page that long or longer counts as damaged.
const LONGEST: f32 = 100_000.0;

/// Returns whether the bytes are a PDF.
pub(crate) fn is_one(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(HEAD)].windows(5).any(|window| window == b"%PDF-")
}

/// Draws a page, counted from 1, on a white background, with a longer side of [`LONG_SIDE`].
///
/// # Errors
/// Returns an error if the PDF cannot be read or has no such page.
pub(crate) fn draw(bytes: &[u8], page: u32) -> Result<DynamicImage, Problem> {
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Problem::Locked,
        LoadPdfError::Invalid => Problem::Damaged,
    })?;
    let pages = pdf.pages();
    let wanted = (page as usize).checked_sub(1).and_then(|at| pages.get(at));
    let page = wanted.ok_or(Problem::NoSuchPage { pages: pages.len() as u32 })?;
    let (width, height) = page.render_dimensions();
    let longer = width.max(height);
    if !(1.0..LONGEST).contains(&longer) || width.min(height) < 1.0 {
        return Err(Problem::Damaged);
    }
    let scale = LONG_SIDE as f32 / longer;
    let drawn = hayro::render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE },
    );
    // On a white background, no pixel is transparent.
    let (width, height) = (drawn.width().into(), drawn.height().into());
    let picture = RgbaImage::from_raw(width, height, drawn.data_as_u8_slice().to_vec());
    picture.map(DynamicImage::from).ok_or(Problem::Damaged)
}
