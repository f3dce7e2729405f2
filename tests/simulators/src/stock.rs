//! Pexels, a service of stock photos, and the server of its files.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use axum::{
    Json,
    extract::{Query, Request},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::server::{Cut, Server};

/// The most results on a page, and the default number.
const MOST: usize = 80;
const USUAL: usize = 15;
/// The hourly request limit of a key, as the headers state it.
const LIMIT: &str = "200";

/// A running service. It has only the photos that the test adds.
#[derive(Debug)]
pub struct StockPhotos {
    state: Arc<Mutex<State>>,
    server: Server,
}

#[derive(Debug)]
struct State {
    key: String,
    photos: Vec<Photo>,
    searches: Vec<BTreeMap<String, String>>,
    /// For each failure, the requests to answer before it, and the seconds until another may follow.
    failures: VecDeque<(usize, u64)>,
    unexpected: Vec<String>,
}

#[derive(Debug)]
struct Photo {
    id: u64,
    alt: String,
    photographer: String,
    bytes: Vec<u8>,
}

impl StockPhotos {
    /// Starts a service on a free port that accepts this key.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start(key: &str) -> Self {
        let state = Arc::new(Mutex::new(State {
            key: key.to_owned(),
            photos: Vec::new(),
            searches: Vec::new(),
            failures: VecDeque::new(),
            unexpected: Vec::new(),
        }));
        let known = state.clone();
        let server = Server::start(0, move |request| {
            let answer = respond(&known, &request);
            async move { Ok::<_, Cut>(answer) }
        });
        let server = server.await.expect("there is a free port");
        Self { state, server }
    }

    /// Returns the service's address, without a slash at the end.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Adds a JPEG, which ranks below the earlier ones.
    pub fn add(&self, id: u64, alt: &str, photographer: &str, bytes: &[u8]) {
        let (alt, photographer, bytes) = (alt.to_owned(), photographer.to_owned(), bytes.to_vec());
        lock(&self.state).photos.push(Photo { id, alt, photographer, bytes });
    }

    /// Refuses an API request as too many, after `first` others. Another may follow after `seconds`.
    pub fn refuse(&self, first: usize, seconds: u64) {
        lock(&self.state).failures.push_back((first, seconds));
    }

    /// Returns the parameters of every answered search.
    pub fn searches(&self) -> Vec<BTreeMap<String, String>> {
        lock(&self.state).searches.clone()
    }
}

impl Drop for StockPhotos {
    fn drop(&mut self) {
        let unexpected = std::mem::take(&mut lock(&self.state).unexpected);
        if !thread::panicking() {
            assert!(unexpected.is_empty(), "unexpected requests for stock photos: {unexpected:?}");
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn respond(state: &Mutex<State>, request: &Request) -> Response {
    let mut state = lock(state);
    let path = request.uri().path().to_owned();
    let header = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let host = header(header::HOST).unwrap_or_default().to_owned();
    if request.method() != Method::GET {
        return unexpected(&mut state, request);
    }
    // Files need no key.
    if let Some(file) = path.strip_prefix("/files/") {
        let id = file.split('/').next().and_then(|id| id.parse::<u64>().ok());
        if header(header::AUTHORIZATION).is_some() {
            state.unexpected.push(format!("{path} with the key"));
        }
        return match state.photos.iter().find(|photo| Some(photo.id) == id) {
            Some(photo) => ([(header::CONTENT_TYPE, "image/jpeg")], photo.bytes.clone()).into_response(),
            None => unexpected(&mut state, request),
        };
    }
    if header(header::AUTHORIZATION) != Some(state.key.as_str()) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "status": 401, "code": "Unauthorized" })))
            .into_response();
    }
    if let Some((first @ 1.., _)) = state.failures.front_mut() {
        *first -= 1;
    } else if let Some((_, seconds)) = state.failures.pop_front() {
        let headers = [
            ("X-Ratelimit-Limit", LIMIT.to_owned()),
            ("X-Ratelimit-Remaining", "0".to_owned()),
            ("X-Ratelimit-Reset", seconds.to_string()),
        ];
        return (StatusCode::TOO_MANY_REQUESTS, headers, "Rate limit exceeded").into_response();
    }
    if let Some(id) = path.strip_prefix("/v1/photos/") {
        let id = id.parse::<u64>().ok();
        return match state.photos.iter().find(|photo| Some(photo.id) == id) {
            Some(photo) => Json(shown(photo, &host)).into_response(),
            None => {
                let body = json!({ "status": 404, "error": "Not Found" });
                (StatusCode::NOT_FOUND, Json(body)).into_response()
            }
        };
    }
    match path.as_str() {
        "/v1/search" => search(&mut state, request, &host),
        _ => unexpected(&mut state, request),
    }
}

fn search(state: &mut State, request: &Request, host: &str) -> Response {
    let Ok(Query(params)) = Query::<BTreeMap<String, String>>::try_from_uri(request.uri()) else {
        return unexpected(state, request);
    };
    let bad =
        |why: &str| (StatusCode::BAD_REQUEST, Json(json!({ "status": 400, "code": why }))).into_response();
    let number = |name: &str, usual: usize| params.get(name).map_or(Some(usual), |text| text.parse().ok());
    let query = params.get("query").map(|query| query.trim().to_lowercase()).unwrap_or_default();
    let (Some(page @ 1..), Some(size)) = (number("page", 1), number("per_page", USUAL)) else {
        return bad("Invalid page");
    };
    if !(1..=MOST).contains(&size) {
        return bad("Invalid per_page");
    }
    if query.is_empty() {
        return bad("No query");
    }
    if params.get("orientation").is_some_and(|it| !matches!(it.as_str(), "landscape" | "portrait" | "square"))
    {
        return bad("Invalid orientation");
    }
    let is_hit =
        |photo: &&Photo| query.split_whitespace().any(|word| photo.alt.to_lowercase().contains(word));
    let found: Vec<_> = state.photos.iter().filter(is_hit).collect();
    let on_page: Vec<_> =
        found.iter().skip((page - 1) * size).take(size).map(|photo| shown(photo, host)).collect();
    let mut answer =
        json!({ "page": page, "per_page": size, "photos": on_page, "total_results": found.len() });
    if page * size < found.len() {
        answer["next_page"] = json!(format!("http://{host}/v1/search?page={}&per_page={size}", page + 1));
    }
    state.searches.push(params);
    let left =
        [("X-Ratelimit-Limit", LIMIT), ("X-Ratelimit-Remaining", "199"), ("X-Ratelimit-Reset", "1590529646")];
    (left, Json(answer)).into_response()
}

fn shown(photo: &Photo, host: &str) -> Value {
    let Photo { id, alt, photographer, .. } = photo;
    let file = |size: &str| format!("http://{host}/files/{id}/{size}.jpg");
    json!({
        "id": id,
        "width": 1200,
        "height": 800,
        "url": format!("https://www.pexels.com/photo/{id}/"),
        "photographer": photographer,
        "photographer_url": format!("https://www.pexels.com/@{}", photographer.to_lowercase().replace(' ', "-")),
        "photographer_id": 1,
        "avg_color": "#978E82",
        "liked": false,
        "alt": alt,
        "src": {
            "original": file("original"), "large2x": file("large2x"), "large": file("large"), "medium": file("medium"),
            "small": file("small"), "portrait": file("portrait"), "landscape": file("landscape"), "tiny": file("tiny"),
        },
    })
}

fn unexpected(state: &mut State, request: &Request) -> Response {
    state.unexpected.push(format!("{} {}", request.method(), request.uri()));
    (StatusCode::NOT_FOUND, "not found").into_response()
}
