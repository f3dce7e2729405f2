//! Pictures of pages, drawn by the operator's browser.

use std::{fs, io, path::PathBuf, time::Duration};

use adjutant_site::{PICTURES, PictureFile, Rendered};
use anyhow::{Context as _, Result};
use tempfile::TempDir;

use super::program::run;

/// The time limit of the browser.
const PATIENCE: Duration = Duration::from_secs(30);
/// Makes the browser draw without a window and ask nothing. The size is in pixels.
const HEADLESS: [&str; 7] = [
    "--headless=new",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-extensions",
    "--window-size=1280,1600",
];
/// The variables of the environment that the browser sees. None is a secret.
const PASSED_ON: [&str; 5] = ["PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH"];

/// Draws a page of a rendered site as a PNG. `browser`: Chromium or a similar browser, and its arguments. `picture`
/// returns the path of a picture's file. The browser sees copies in a separate folder, so it sends no requests to any
/// server.
///
/// # Errors
/// Returns an error if the browser cannot be started, takes too long, or draws nothing.
pub(super) async fn draw(
    browser: &[String],
    (rendered, page): (Rendered, &str),
    picture: impl Fn(&PictureFile) -> io::Result<PathBuf> + Send + 'static,
) -> Result<Vec<u8>> {
    let (program, arguments) = browser.split_first().context("no browser is named")?;
    let place = tokio::task::spawn_blocking(move || lay_out(&rendered, &picture)).await??;
    let (site, picture) = (place.path().join(SITE), place.path().join("page.png"));
    let mut arguments = arguments.to_vec();
    arguments.extend(HEADLESS.map(str::to_owned));
    arguments.push(format!("--user-data-dir={}", place.path().join("profile").display()));
    arguments.push(format!("--screenshot={}", picture.display()));
    arguments.push(format!("file://{}", site.join(page).display()));
    let drawn = run((program, arguments.into_iter()), &PASSED_ON, PATIENCE).await;
    drawn.with_context(|| format!("the browser {program} failed"))?;
    let drawn = tokio::task::spawn_blocking(move || fs::read(&picture)).await?;
    drawn.with_context(|| format!("the browser {program} drew nothing"))
}

/// The folder of the files.
const SITE: &str = "site";

/// Writes the files into a new folder, which is removed when the value is dropped. Leaves out pictures whose files are
/// gone.
fn lay_out(rendered: &Rendered, picture: &dyn Fn(&PictureFile) -> io::Result<PathBuf>) -> Result<TempDir> {
    let place = tempfile::Builder::new().prefix("site-").tempdir()?;
    let site = place.path().join(SITE);
    for (name, bytes) in &rendered.files {
        let path = site.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&site))?;
        fs::write(path, bytes)?;
    }
    fs::create_dir_all(site.join(PICTURES))?;
    for file in &rendered.pictures {
        if let Ok(path) = picture(file) {
            fs::copy(path, site.join(PICTURES).join(file.as_str()))?;
        }
    }
    Ok(place)
}
