//! The stylesheet and the icon, made from the theme.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Asset, views::escape};
use crate::{
    problem::Problem,
    theme::{Mode, Palette, Theme, ThemeSettings},
};

/// Returns the stylesheet of a site. An illegible accent is an error.
pub(super) fn stylesheet(settings: &ThemeSettings, errors: &mut Vec<Problem>) -> Asset {
    if let Err(refusal) = settings.check() {
        let given = format!(
            "{}, which has a contrast of {:.1}:1 against {}",
            refusal.accent, refusal.ratio, refusal.background
        );
        let fits = format!("a colour that can be read on it, such as {}", refusal.closest);
        errors.push(Problem::new("accent", given, fits));
    }
    let mut css = format!(
        ":root{{color-scheme:light dark;--font:{};{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        settings.font().stack(),
        variables(&settings.palette(Mode::Light)),
        variables(&settings.palette(Mode::Dark)),
    );
    css.push_str(&shortened(include_str!("css/base.css")));
    css.push_str(&shortened(match settings.theme {
        Theme::Plain => include_str!("css/plain.css"),
        Theme::Warm => include_str!("css/warm.css"),
        Theme::Bold => include_str!("css/bold.css"),
    }));
    asset("style", "css", css)
}

/// Returns the icon of a site: the first letter of its title on the accent.
pub(super) fn icon(title: &str, settings: &ThemeSettings) -> Asset {
    let letter: String =
        title.chars().find(|c| c.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
    let palette = settings.palette(Mode::Light);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" height=\"64\" rx=\"14\" \
         fill=\"{}\"/><text x=\"32\" y=\"46\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"40\" \
         font-weight=\"700\" fill=\"{}\">{}</text></svg>\n",
        palette.accent,
        palette.on_accent,
        escape(&letter)
    );
    asset("icon", "svg", svg)
}

/// Returns a file with a name made from its content.
fn asset(name: &str, ending: &str, content: String) -> Asset {
    let mut hash = String::new();
    for byte in Sha256::digest(content.as_bytes()).iter().take(6) {
        // Writing to a string does not fail.
        let _ = write!(hash, "{byte:02x}");
    }
    Asset { path: format!("assets/{name}.{hash}.{ending}"), content: content.into_bytes() }
}

fn variables(palette: &Palette) -> String {
    let named = [
        ("background", palette.background),
        ("surface", palette.surface),
        ("line", palette.line),
        ("text", palette.text),
        ("muted", palette.muted),
        ("accent", palette.accent),
        ("on-accent", palette.on_accent),
    ];
    named.map(|(name, colour)| format!("--{name}:{colour}")).join(";")
}

/// Returns a stylesheet without indentation, line ends and comments.
fn shortened(css: &str) -> String {
    css.lines().map(str::trim).filter(|line| !line.starts_with("/*")).collect::<Vec<_>>().join("")
}
