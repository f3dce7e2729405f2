//! A picture that is being drawn. Lengths are in pixels; y goes down.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::{
    colours::{PAPER, Rgb},
    font::Type,
};

/// The position of a text relative to the point at which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The shapes of the marks at the points of a line.
const MARKS: usize = 4;

pub(super) struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    /// Begins an empty picture.
    ///
    /// # Panics
    /// Panics if it has no pixels, or more than memory can hold.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let mut pixels = Pixmap::new(width, height).expect("the picture has a size");
        pixels.fill(PAPER.opaque());
        Self { pixels }
    }

    /// Returns the picture as a PNG.
    ///
    /// # Panics
    /// Panics if memory cannot be written.
    pub(super) fn png(self) -> Vec<u8> {
        self.pixels.encode_png().expect("a picture can be encoded")
    }

    pub(super) fn rectangle(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), colour: Rgb) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            self.pixels.fill_rect(rect, &paint(colour), Transform::identity(), None);
        }
    }

    /// Draws a line through points.
    pub(super) fn line(&mut self, points: &[(f32, f32)], width: f32, colour: Rgb) {
        let mut path = PathBuilder::new();
        for (at, (x, y)) in points.iter().enumerate() {
            if at == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
        }
        let Some(path) = path.finish() else { return };
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixels.stroke_path(&path, &paint(colour), &stroke, Transform::identity(), None);
    }

    /// Draws the mark of a series: a disc, a square, a triangle or a diamond, by the index of the series.
    pub(super) fn mark(&mut self, (x, y): (f32, f32), radius: f32, place: usize, colour: Rgb) {
        let path = match place % MARKS {
            0 => PathBuilder::from_circle(x, y, radius),
            1 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)], (x, y), radius),
            2 => polygon(&[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)], (x, y), radius),
            _ => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)], (x, y), radius),
        };
        self.fill(path, colour, Transform::identity());
    }

    /// Draws a slice of a circle. Angles are parts of the whole, clockwise from the top.
    pub(super) fn slice(&mut self, (x, y): (f32, f32), radius: f32, (from, to): (f64, f64), colour: Rgb) {
        /// The share of the whole that one straight edge may span: too little to be visible.
        const EDGE: f64 = 1.0 / 720.0;
        let edges = ((to - from) / EDGE).ceil().max(1.0);
        let mut path = PathBuilder::new();
        path.move_to(x, y);
        for edge in 0..=edges as u32 {
            let (right, down) = on_circle(from + (to - from) * f64::from(edge) / edges);
            path.line_to(x + radius * right, y + radius * down);
        }
        path.close();
        self.fill(path.finish(), colour, Transform::identity());
    }

    /// Writes a text whose baseline is at `y`.
    pub(super) fn text(
        &mut self,
        text: &str,
        (x, y): (f32, f32),
        anchor: Anchor,
        (font, colour): (Type, Rgb),
    ) {
        let x = x - before(font.width(text), anchor);
        self.fill(font.outline(text), colour, Transform::from_translate(x, y));
    }

    /// Writes a text that rises from left to right and ends at a point.
    pub(super) fn rising(
        &mut self,
        text: &str,
        (x, y): (f32, f32),
        degrees: f32,
        (font, colour): (Type, Rgb),
    ) {
        let to_end = Transform::from_translate(-font.width(text), 0.0);
        let turned = to_end.post_rotate(-degrees).post_translate(x, y);
        self.fill(font.outline(text), colour, turned);
    }

    fn fill(&mut self, path: Option<Path>, colour: Rgb, transform: Transform) {
        if let Some(path) = path {
            self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, transform, None);
        }
    }
}

/// Returns the part of a text's width that lies before its point.
fn before(width: f32, anchor: Anchor) -> f32 {
    match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    }
}

/// Returns the point on a circle of radius 1 at this part of the whole, clockwise from the top; x goes right and y
/// down.
pub(super) fn on_circle(part: f64) -> (f32, f32) {
    let angle = part * std::f64::consts::TAU;
    (angle.sin() as f32, -angle.cos() as f32)
}

fn polygon(corners: &[(f32, f32)], (x, y): (f32, f32), radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, (right, down)) in corners.iter().enumerate() {
        let (x, y) = (x + radius * right, y + radius * down);
        if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour.opaque());
    paint
}
