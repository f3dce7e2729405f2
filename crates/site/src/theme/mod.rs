//! The look of a site: one of three themes, each light and dark, with an accent colour and a font.

pub use colour::Colour;
use serde::{Deserialize, Serialize};

mod colour;

/// The least contrast between a text and its background (WCAG 2.2, AA).
pub const MIN_CONTRAST: f64 = 4.5;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ThemeSettings {
    pub theme: Theme,
    /// Replaces the theme's accent on its light background; the accent of the dark mode is derived from it.
    pub accent: Option<Colour>,
    pub font: Option<Font>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    Plain,
    Warm,
    Bold,
}

/// Fonts that the reader's own machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Font {
    /// The font of the reader's system.
    System,
    Humanist,
    Geometric,
    Serif,
    Antique,
    Slab,
    Rounded,
}

/// The colours of a theme in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub background: Colour,
    /// Behind cards, quotes and the footer.
    pub surface: Colour,
    pub line: Colour,
    pub text: Colour,
    /// For secondary texts: dates, captions.
    pub muted: Colour,
    /// Links and buttons.
    pub accent: Colour,
    /// A text on the accent.
    pub on_accent: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Light,
    Dark,
}

/// An accent is illegible on the theme's background.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the accent {accent} has a contrast of {ratio:.1}:1 against {background} of the theme {theme}; at least \
     {MIN_CONTRAST}:1 can be read, and {closest} is close to it"
)]
pub struct AccentRefusal {
    pub accent: Colour,
    pub background: Colour,
    pub theme: &'static str,
    pub ratio: f64,
    /// The same colour, darkened until it is legible.
    pub closest: Colour,
}

impl ThemeSettings {
    /// Checks that the accent is legible in the theme.
    pub fn check(&self) -> Result<(), AccentRefusal> {
        let Some(accent) = self.accent else { return Ok(()) };
        let palette = self.theme.palette(Mode::Light);
        let background = palette.worst_background(accent);
        let ratio = accent.contrast(background);
        if ratio >= MIN_CONTRAST {
            return Ok(());
        }
        let closest = palette.readable(accent, Colour::BLACK);
        Err(AccentRefusal { accent, background, theme: self.theme.name(), ratio, closest })
    }

    /// Returns the colours of one mode. An illegible accent is changed until it is legible.
    pub fn palette(&self, mode: Mode) -> Palette {
        let palette = self.theme.palette(mode);
        let Some(accent) = self.accent else { return palette };
        let accent = match mode {
            Mode::Light => palette.readable(accent, Colour::BLACK),
            Mode::Dark => palette.readable(accent, Colour::WHITE),
        };
        palette.with_accent(accent)
    }

    pub fn font(&self) -> Font {
        self.font.unwrap_or(match self.theme {
            Theme::Plain => Font::System,
            Theme::Warm => Font::Serif,
            Theme::Bold => Font::Geometric,
        })
    }
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::Plain, Self::Warm, Self::Bold];

    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Warm => "warm",
            Self::Bold => "bold",
        }
    }

    fn palette(self, mode: Mode) -> Palette {
        let [background, surface, line, text, muted, accent] = match (self, mode) {
            (Self::Plain, Mode::Light) => {
                [0xff_ff_ff, 0xf4_f6_f8, 0xd9_de_e4, 0x1b_1f_24, 0x57_60_6a, 0x1d_5f_b8]
            }
            (Self::Plain, Mode::Dark) => {
                [0x13_16_1a, 0x1d_22_28, 0x34_3b_44, 0xe7_ea_ee, 0xa4_ad_b8, 0x7d_b2_ff]
            }
            (Self::Warm, Mode::Light) => {
                [0xfd_f9_f2, 0xf5_ec_df, 0xe2_d3_bf, 0x2b_21_18, 0x69_58_47, 0x9c_3d_1a]
            }
            (Self::Warm, Mode::Dark) => {
                [0x1c_16_11, 0x29_20_19, 0x47_39_2d, 0xf2_e9_de, 0xbd_ac_99, 0xf2_a6_82]
            }
            (Self::Bold, Mode::Light) => {
                [0xff_ff_ff, 0xf2_ef_fc, 0xd6_cf_ee, 0x12_10_1c, 0x56_50_6c, 0x5a_20_d4]
            }
            (Self::Bold, Mode::Dark) => {
                [0x0d_0b_14, 0x1a_16_27, 0x39_32_52, 0xf3_f0_ff, 0xad_a6_c6, 0xb8_9f_ff]
            }
        }
        .map(Colour::from_rgb);
        Palette { background, surface, line, text, muted, accent, on_accent: text }.with_accent(accent)
    }
}

impl Palette {
    fn with_accent(self, accent: Colour) -> Self {
        let on_accent = if accent.contrast(Colour::WHITE) >= accent.contrast(Colour::BLACK) {
            Colour::WHITE
        } else {
            Colour::BLACK
        };
        Self { accent, on_accent, ..self }
    }

    /// Returns the background of the theme on which a colour is the least legible.
    fn worst_background(&self, colour: Colour) -> Colour {
        if colour.contrast(self.background) <= colour.contrast(self.surface) {
            self.background
        } else {
            self.surface
        }
    }

    /// Mixes a colour with another until it is legible on every background of the theme.
    fn readable(&self, colour: Colour, towards: Colour) -> Colour {
        (0..=20)
            .map(|step| colour.mixed(towards, f64::from(step) / 20.0))
            .find(|mixed| mixed.contrast(self.worst_background(*mixed)) >= MIN_CONTRAST)
            .unwrap_or(towards)
    }
}

impl Font {
    pub const ALL: [Self; 7] = [
        Self::System,
        Self::Humanist,
        Self::Geometric,
        Self::Serif,
        Self::Antique,
        Self::Slab,
        Self::Rounded,
    ];

    /// Returns the value of `font-family`. The stacks are those of modernfontstacks.com.
    pub fn stack(self) -> &'static str {
        match self {
            Self::System => "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif",
            Self::Humanist => {
                "Seravek,\"Gill Sans Nova\",Ubuntu,Calibri,\"DejaVu Sans\",source-sans-pro,sans-serif"
            }
            Self::Geometric => "Avenir,Montserrat,Corbel,\"URW Gothic\",source-sans-pro,sans-serif",
            Self::Serif => "Charter,\"Bitstream Charter\",\"Sitka Text\",Cambria,Georgia,serif",
            Self::Antique => "\"Iowan Old Style\",\"Palatino Linotype\",\"URW Palladio L\",P052,serif",
            Self::Slab => "Rockwell,\"Rockwell Nova\",\"Roboto Slab\",\"DejaVu Serif\",\"Sitka Small\",serif",
            Self::Rounded => {
                "ui-rounded,\"Hiragino Maru Gothic ProN\",Quicksand,Comfortaa,Manjari,Calibri,sans-serif"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_readable(palette: &Palette, what: &str) {
        for background in [palette.background, palette.surface] {
            for text in [palette.text, palette.muted, palette.accent] {
                let ratio = text.contrast(background);
                assert!(ratio >= MIN_CONTRAST, "{what}: {text} on {background} has {ratio:.2}");
            }
        }
        assert!(palette.on_accent.contrast(palette.accent) >= MIN_CONTRAST, "{what}: {palette:?}");
    }

    #[test]
    fn every_theme_can_be_read_in_both_modes() {
        for theme in Theme::ALL {
            for mode in [Mode::Light, Mode::Dark] {
                assert_readable(&theme.palette(mode), &format!("{theme:?} {mode:?}"));
            }
        }
    }

    #[test]
    fn any_accent_can_be_read_in_the_colours_made_from_it() {
        for theme in Theme::ALL {
            for rgb in (0..0x0100_0000).step_by(0x3_1007) {
                let settings = ThemeSettings { theme, accent: Some(Colour::from_rgb(rgb)), font: None };
                for mode in [Mode::Light, Mode::Dark] {
                    assert_readable(&settings.palette(mode), &format!("{theme:?} {mode:?} {rgb:06x}"));
                }
            }
        }
    }

    #[test]
    fn an_accent_that_cannot_be_read_is_refused_with_its_ratio() {
        let with = |accent| ThemeSettings { accent: Colour::parse(accent), ..ThemeSettings::default() };
        assert_eq!(with("#1d5fb8").check(), Ok(()));
        insta::assert_snapshot!(
            with("#ffcc00").check().unwrap_err(),
            @"the accent #ffcc00 has a contrast of 1.4:1 against #f4f6f8 of the theme plain; at least 4.5:1 can be read, and #806600 is close to it"
        );
    }

    #[test]
    fn the_suggested_accent_is_accepted() {
        for theme in Theme::ALL {
            for rgb in (0..0x0100_0000).step_by(0x3_1007) {
                let mut settings = ThemeSettings { theme, accent: Some(Colour::from_rgb(rgb)), font: None };
                if let Err(refusal) = settings.check() {
                    settings.accent = Some(refusal.closest);
                    assert_eq!(settings.check(), Ok(()));
                }
            }
        }
    }
}
