use std::fmt;

use serde::{Deserialize, Serialize};

/// An opaque colour, written `#1d5fb8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour([u8; 3]);

impl Colour {
    pub const BLACK: Self = Self([0; 3]);
    pub const WHITE: Self = Self([255; 3]);

    /// Parses `#rrggbb` or `#rgb`, with or without `#`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let long = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        let hexadecimal = long.bytes().all(|b| b.is_ascii_hexdigit());
        hexadecimal.then(|| u32::from_str_radix(&long, 16).ok()).flatten().map(Self::from_rgb)
    }

    /// Returns the colour of a number such as `0x1d5fb8`.
    pub const fn from_rgb(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self([red, green, blue])
    }

    /// Returns the contrast between two colours: from 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Mixes the colour with a share, from 0 to 1, of another.
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mut mixed = self.0;
        for (own, other) in mixed.iter_mut().zip(other.0) {
            let value = f64::from(*own) * (1.0 - share) + f64::from(other) * share;
            *own = u8::try_from(value.round() as i64).unwrap_or(u8::MAX);
        }
        Self(mixed)
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is no colour such as #1d5fb8"))
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrasts_are_those_of_the_standard() {
        let contrast = |one, two| {
            let ratio = Colour::parse(one).unwrap().contrast(Colour::parse(two).unwrap());
            format!("{ratio:.2}")
        };
        assert_eq!(contrast("#000", "#fff"), "21.00");
        assert_eq!(contrast("#767676", "#ffffff"), "4.54");
        assert_eq!(contrast("#777777", "#ffffff"), "4.48");
    }

    #[test]
    fn what_is_no_colour_is_refused() {
        for bad in ["red", "#12", "#12345g", "#+12345", "#1234567", "", "#é12"] {
            assert_eq!(Colour::parse(bad), None, "{bad}");
        }
        assert_eq!(Colour::parse("1D5FB8").unwrap().to_string(), "#1d5fb8");
    }
}
