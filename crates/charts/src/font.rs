//! Letters as paths: Noto Sans, which is bundled with the program.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Parses a bundled font, which is always valid.
fn face(bytes: &'static [u8]) -> Face<'static> {
    Face::parse(bytes, 0).expect("the bundled font is a font")
}

static REGULAR: LazyLock<Face<'static>> = LazyLock::new(|| face(notosans::REGULAR_TTF));
static BOLD: LazyLock<Face<'static>> = LazyLock::new(|| face(notosans::BOLD_TTF));

/// The size and weight of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    /// The height of the font, in pixels.
    pub(super) size: f32,
    pub(super) bold: bool,
}

impl Type {
    pub(super) const fn regular(size: f32) -> Self {
        Self { size, bold: false }
    }

    pub(super) const fn bold(size: f32) -> Self {
        Self { size, bold: true }
    }

    fn face(self) -> &'static Face<'static> {
        if self.bold { &BOLD } else { &REGULAR }
    }

    /// Returns the pixels of one unit of the font.
    fn scale(self) -> f32 {
        self.size / f32::from(self.face().units_per_em())
    }

    /// Returns the height of a capital letter, in pixels.
    pub(super) fn capital(self) -> f32 {
        f32::from(self.face().capital_height().unwrap_or_default()) * self.scale()
    }

    /// Returns the width of a text, in pixels.
    pub(super) fn width(self, text: &str) -> f32 {
        self.glyphs(text).map(|glyph| self.advance(glyph)).sum()
    }

    fn advance(self, glyph: GlyphId) -> f32 {
        f32::from(self.face().glyph_hor_advance(glyph).unwrap_or_default()) * self.scale()
    }

    /// Returns the glyphs of a text. Characters that the font lacks, such as emoji, are left out.
    fn glyphs(self, text: &str) -> impl Iterator<Item = GlyphId> {
        let face = self.face();
        text.chars().filter(|letter| !letter.is_control()).filter_map(|letter| face.glyph_index(letter))
    }

    /// Returns the outline of a text whose baseline begins at (0, 0); `None` if it shows nothing.
    pub(super) fn outline(self, text: &str) -> Option<Path> {
        let mut outline = Outline { path: PathBuilder::new(), scale: self.scale(), x: 0.0 };
        for glyph in self.glyphs(text) {
            self.face().outline_glyph(glyph, &mut outline);
            outline.x += self.advance(glyph);
        }
        outline.path.finish()
    }

    /// Returns a text that is at most this wide, in pixels, with an ellipsis where it was cut.
    pub(super) fn fit(self, text: &str, width: f32) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let ends = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
        ends.into_iter().find(|cut| self.width(cut) <= width).unwrap_or_default()
    }
}

/// Returns whether the font has a letter.
pub(super) fn has(letter: char) -> bool {
    REGULAR.glyph_index(letter).is_some()
}

/// Moves the outlines of glyphs, whose y goes up, to their places in a picture, whose y goes down.
struct Outline {
    path: PathBuilder,
    scale: f32,
    /// The x at which the glyph begins.
    x: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
