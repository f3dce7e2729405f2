//! Pictures of pages, as a browser of the operator's draws them.

use std::{env, fs, io, path::PathBuf, process::Stdio, time::Duration};

use adjutant_site::{PICTURES, PictureFile, Rendered};
use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;
use tokio::{process::Command, time::timeout};

/// How long the browser may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The window in which it draws, in pixels.
const WINDOW: &str = "--window-size=1280,1600";
/// The variables of the environment that the browser sees: no secret is among them.
const PASSED_ON: [&str; 5] = ["PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH"];

/// Draws a page of a rendered site as a PNG. `browser`: Chromium or one like it, and its arguments. `picture` says where the
/// file of a picture is. The browser sees copies in a folder of their own, so nothing is asked of any server.
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
    let mut command = Command::new(program);
    command.args(arguments).args(["--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-extensions", WINDOW]);
    command.arg(format!("--user-data-dir={}", place.path().join("profile").display()));
    command.arg(format!("--screenshot={}", picture.display()));
    command.arg(format!("file://{}", site.join(page).display()));
    command.env_clear().envs(PASSED_ON.iter().filter_map(|name| Some((name, env::var_os(name)?))));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let mut browser = command.spawn().with_context(|| format!("the browser {program} cannot be started"))?;
    let Ok(ended) = timeout(PATIENCE, browser.wait()).await else {
        bail!("the browser {program} was not done within {} s", PATIENCE.as_secs())
    };
    let ended = ended?;
    let drawn = tokio::task::spawn_blocking(move || fs::read(&picture)).await?;
    drawn.with_context(|| format!("the browser {program} drew nothing, and ended with {ended}"))
}

/// The folder of the files.
const SITE: &str = "site";

/// Writes the files into a new folder, which is removed when the value is dropped. What is gone of the pictures is left out.
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
