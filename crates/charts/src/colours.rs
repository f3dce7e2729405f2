//! The colours. The first eight of series are based on Okabe and Ito's, which people with the common kinds of colour
//! blindness can distinguish: the yellow is darker here, so that it is visible on paper, and the black is a grey. The
//! other four differ from them in brightness.

use tiny_skia::Color;

use super::MAX_SERIES;

pub(super) const PAPER: Rgb = Rgb(255, 255, 255);
pub(super) const INK: Rgb = Rgb(33, 37, 41);
/// For secondary texts: numbers at the axis, the unit.
pub(super) const GREY: Rgb = Rgb(88, 96, 105);
/// For the lines of the grid.
pub(super) const GRID: Rgb = Rgb(224, 228, 232);
/// For the head of a table.
pub(super) const HEAD: Rgb = Rgb(228, 233, 238);
/// For every second row of a table.
pub(super) const SHADE: Rgb = Rgb(245, 247, 249);
/// For the line at zero.
pub(super) const AXIS: Rgb = Rgb(120, 128, 136);

const SERIES: [Rgb; MAX_SERIES] = [
    Rgb(0, 114, 178),
    Rgb(230, 159, 0),
    Rgb(0, 158, 115),
    Rgb(213, 94, 0),
    Rgb(86, 180, 233),
    Rgb(204, 121, 167),
    Rgb(64, 64, 64),
    Rgb(214, 200, 30),
    Rgb(102, 37, 110),
    Rgb(153, 220, 196),
    Rgb(120, 60, 20),
    Rgb(170, 170, 170),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl Rgb {
    pub(super) fn opaque(self) -> Color {
        Color::from_rgba8(self.0, self.1, self.2, u8::MAX)
    }

    /// Returns the colour that is easier to read on this one: [`INK`] or [`PAPER`].
    pub(super) fn writing(self) -> Self {
        // The perceived brightness of the colour, of 255,000.
        let bright = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if bright > 140_000 { INK } else { PAPER }
    }
}

/// Returns the colour of a series or a slice by its index.
pub(super) fn series(place: usize) -> Rgb {
    SERIES[place % SERIES.len()]
}
