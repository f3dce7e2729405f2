//! Draws a page of a PDF, such as one that was scanned.

use adjutant_domain::picture::{LONG_SIDE, Problem};
use hayro::{
    PixmapSettings, RenderCache, RenderSettings,
    hayro_interpret::InterpreterSettings,
    hayro_syntax::{LoadPdfError, Pdf},
    vello_cpu::color::palette::css::WHITE,
};
use image::{DynamicImage, RgbaImage};

/// Where a PDF begins at the latest, in bytes: what viewers accept.
const HEAD: usize = 1024;
/// The longest side of a page in points that is drawn to scale; a longer one is no page.
const LONGEST: f32 = 100_000.0;

/// Returns whether bytes are a PDF.
pub(crate) fn is_one(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(HEAD)].windows(5).any(|window| window == b"%PDF-")
}

/// Draws a page, from 1, on white paper, as large as models get pictures.
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
    // On white paper nothing is transparent.
    let (width, height) = (drawn.width().into(), drawn.height().into());
    let picture = RgbaImage::from_raw(width, height, drawn.data_as_u8_slice().to_vec());
    picture.map(DynamicImage::from).ok_or(Problem::Damaged)
}
