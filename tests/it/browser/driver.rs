//! Chromium, driven through chromedriver by the WebDriver protocol.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

/// The variable that makes the tests fail instead of being left out; `.ci/run` sets it.
const REQUIRED: &str = "ADJUTANT_TEST_BROWSER";

/// The path of axe-core's `axe.min.js`. Without it, the pages are not checked for accessibility.
const AXE: &str = "ADJUTANT_TEST_AXE";

/// How long the browser may take to answer one request, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// A little less than the time that the driver gives a script by default.
const SCRIPT_TIME: Duration = Duration::from_secs(25);

/// The name under which the protocol returns an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

pub struct Window {
    pub width: u32,
    pub height: u32,
    pub is_phone: bool,
    /// The preferred languages of the browser, such as `de-DE,de`.
    pub languages: &'static str,
}

/// A tab of a browser.
pub struct Tab(Value);

/// A browser with one window.
pub struct Browser {
    client: reqwest::Client,
    /// The address of the session.
    session: String,
    axe: Option<String>,
    _driver: Child,
    _profile: TempDir,
}

impl Browser {
    /// Opens a window; `None` if this machine has no browser and none is required.
    pub async fn open(window: &Window) -> Option<Self> {
        let is_required = env::var_os(REQUIRED).is_some();
        let (Some(chromium), Some(chromedriver)) = (program("chromium"), program("chromedriver")) else {
            assert!(!is_required, "{REQUIRED} is set, but there is no chromedriver or no Chromium");
            eprintln!("left out: the page in a browser, because there is no chromedriver or no Chromium");
            return None;
        };
        let axe = env::var_os(AXE).map(|path| fs::read_to_string(path).expect("axe-core is there"));
        assert!(axe.is_some() || !is_required, "{REQUIRED} is set, but {AXE} is not");
        if axe.is_none() {
            eprintln!("left out: accessibility, because {AXE} does not name axe-core's axe.min.js");
        }
        let mut driver = Command::new(chromedriver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let port = port_of(&mut driver).await;
        let profile = tempfile::tempdir().unwrap();
        // The error of a second installation is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
        let sessions = format!("http://127.0.0.1:{port}/session");
        let wanted = json!({"capabilities": {"alwaysMatch": capabilities(window, &chromium, &profile)}});
        let made = request(&client, &sessions, &wanted).await.expect("the browser starts");
        let session = format!("{sessions}/{}", made["sessionId"].as_str().expect("it has an id"));
        Some(Self { client, session, axe, _driver: driver, _profile: profile })
    }

    pub async fn goes_to(&self, url: &str) {
        self.asks("url", json!({"url": url})).await.unwrap();
    }

    pub async fn reloads(&self) {
        self.asks("refresh", json!({})).await.unwrap();
    }

    /// Opens an empty tab and shows it. Returns the tab that it hides.
    pub async fn opens_tab(&self) -> Tab {
        let shown = self.get("window").await;
        let opened = self.asks("window/new", json!({"type": "tab"})).await.unwrap();
        self.shows_tab(&Tab(opened["handle"].clone())).await;
        Tab(shown)
    }

    /// Shows a tab and hides the others.
    pub async fn shows_tab(&self, Tab(handle): &Tab) {
        self.asks("window", json!({"handle": handle})).await.unwrap();
    }

    /// Types into the focused element.
    pub async fn types(&self, keys: &str) {
        let focused = self.get("element/active").await;
        let path = format!("element/{}/value", focused[ELEMENT].as_str().expect("something has the focus"));
        self.asks(&path, json!({"text": keys})).await.unwrap();
    }

    pub async fn empties_the_box(&self) {
        let emptied = "(() => { const input = document.querySelector('#input'); input.value = '';
                       input.dispatchEvent(new Event('input')); input.focus(); })()";
        self.sees(emptied).await;
    }

    /// Clicks in the middle of an element; fails if something else covers it.
    pub async fn clicks(&self, css: &str) {
        let wanted = json!({"using": "css selector", "value": css});
        let found = self.asks("element", wanted).await.unwrap_or_else(|error| panic!("{css}: {error}"));
        let path = format!("element/{}/click", found[ELEMENT].as_str().expect("it was found"));
        self.asks(&path, json!({})).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Returns the value of a JavaScript expression.
    pub async fn sees(&self, expression: &str) -> Value {
        let script = json!({"script": format!("return ({expression})"), "args": []});
        self.asks("execute/sync", script).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until an expression is true. The page evaluates it before each frame.
    pub async fn until(&self, expression: &str) {
        let script = format!(
            "const done = arguments[0];
             const look = () => (({expression}) ? done(true) : requestAnimationFrame(look));
             look();"
        );
        let body = json!({"script": script, "args": []});
        let began = Instant::now();
        while let Err(error) = self.asks("execute/async", body.clone()).await {
            // A page that reloads itself aborts the script, long before its time is up.
            if began.elapsed() >= SCRIPT_TIME {
                let shows = self.sees("document.body.innerText").await;
                panic!("waited in vain for {expression}: {error}\nthe page shows: {shows}");
            }
        }
    }

    /// Checks the present page with axe-core, in light and in dark colours.
    pub async fn is_accessible(&self, state: &str) {
        let Some(axe) = &self.axe else { return };
        if self.sees("window.axe === undefined").await == true {
            let script = json!({"script": format!("{axe}; window.axe = axe;"), "args": []});
            self.asks("execute/sync", script).await.unwrap();
        }
        // Elements that fade in have their final colours only at the end.
        let check = "const done = arguments[0];
            document.getAnimations().forEach((animation) =>
                animation.effect.getTiming().iterations < 9 && animation.finish());
            axe.run().then(({ violations }) => done(violations.flatMap(({ id, nodes }) =>
                nodes.map(({ html, failureSummary }) => `${id}: ${html}\\n${failureSummary}`))));";
        for scheme in ["light", "dark"] {
            let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            let emulate = json!({"cmd": "Emulation.setEmulatedMedia", "params": media});
            self.asks("goog/cdp/execute", emulate).await.unwrap();
            let found = self.asks("execute/async", json!({"script": check, "args": []})).await.unwrap();
            assert_eq!(found, json!([]), "{state}, {scheme}");
        }
    }

    /// Returns the browser's log entries since the last call, except mere remarks.
    pub async fn complains(&self) -> Vec<String> {
        let log = self.asks("se/log", json!({"type": "browser"})).await.unwrap();
        let is_bad = |entry: &&Value| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING"));
        let told = log.as_array().into_iter().flatten().filter(is_bad);
        told.map(|entry| entry["message"].to_string()).collect()
    }

    pub async fn forgets_its_cookies(&self) {
        // The protocol's own command leaves cookies for paths below the page's.
        self.asks("goog/cdp/execute", json!({"cmd": "Network.clearBrowserCookies", "params": {}}))
            .await
            .unwrap();
    }

    pub async fn closes(self) {
        self.client.delete(&self.session).send().await.unwrap();
    }

    async fn asks(&self, path: &str, body: Value) -> Result<Value, String> {
        request(&self.client, &format!("{}/{path}", self.session), &body).await
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.client.get(format!("{}/{path}", self.session)).send().await.unwrap();
        response.json::<Value>().await.unwrap()["value"].take()
    }
}

/// Returns the value of the driver's response, or its error message.
async fn request(client: &reqwest::Client, url: &str, body: &Value) -> Result<Value, String> {
    let response = client.post(url).json(body).send().await.map_err(|error| error.to_string())?;
    let is_success = response.status().is_success();
    let value = response.json::<Value>().await.map_err(|error| error.to_string())?["value"].take();
    if is_success { Ok(value) } else { Err(value["message"].to_string()) }
}

/// Returns the path of a program in `PATH`.
fn program(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.exists())
}

async fn port_of(driver: &mut Child) -> String {
    let mut lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            return port.trim_end_matches('.').to_owned();
        }
    }
    panic!("chromedriver ended");
}

fn capabilities(window: &Window, chromium: &Path, profile: &TempDir) -> Value {
    let Window { width, height, languages, .. } = window;
    let args = vec![
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-quic".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        // A fake microphone that beeps, and no question for permission.
        "--use-fake-device-for-media-stream".to_owned(),
        "--use-fake-ui-for-media-stream".to_owned(),
        format!("--user-data-dir={}", profile.path().display()),
        format!("--window-size={width},{height}"),
    ];
    let prefs = json!({"intl.accept_languages": languages});
    let mut options = json!({"args": args, "binary": chromium, "prefs": prefs});
    if window.is_phone {
        options["mobileEmulation"] = json!({
            "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0, "touch": true, "mobile": true},
        });
    }
    json!({"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}})
}
