//! Turns an HTTP request into a method, and the result into a response.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::Request,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    Shared,
    errors::{self, ApiError},
    faults::Fault,
    journal::Outcome,
    method::Method,
    methods,
    params::Params,
};
use crate::{
    holds::Stage,
    server::{Cut, dated},
};

/// Answers a request to `/bot<TOKEN>/<Method>` or `/file/bot<TOKEN>/<path>`.
pub(crate) async fn answer(shared: Arc<Shared>, request: Request) -> Result<Response, Cut> {
    let answer = answer_undated(shared.clone(), request).await?;
    Ok(dated(answer, shared.lock().clock.unix()))
}

async fn answer_undated(shared: Arc<Shared>, request: Request) -> Result<Response, Cut> {
    if shared.lock().offline {
        return Err(Cut);
    }
    let path = request.uri().path().to_owned();
    if let Some(path) = path.strip_prefix("/file/bot") {
        return Ok(download(&shared, path));
    }
    let Some((token, name)) = path.strip_prefix("/bot").and_then(|path| path.split_once('/')) else {
        return Ok(refuse(&shared, &format!("request to {path}"), errors::unknown_method()));
    };
    if token != shared.lock().bot.token {
        return Ok(refuse(&shared, &format!("{name} with an unknown token"), errors::unauthorized()));
    }
    let Some(method) = Method::parse(name) else {
        return Ok(refuse(&shared, &format!("unknown method {name}"), errors::unknown_method()));
    };
    let params = match Params::read(request).await {
        Ok(params) => params,
        Err(error) => return Ok(refuse(&shared, name, error)),
    };
    if method == Method::GetUpdates {
        return process(shared, method, params).await;
    }
    // A received request takes effect even if its sender is gone; so it runs apart from the connection.
    tokio::spawn(process(shared, method, params)).await.unwrap_or(Err(Cut))
}

async fn process(shared: Arc<Shared>, method: Method, params: Params) -> Result<Response, Cut> {
    let (number, fault) = {
        let mut state = shared.lock();
        let number = state.journal.begin(method, Value::Object(params.values.clone()));
        (number, state.faults.take(method))
    };
    shared.note_traffic();
    let answer = perform(&shared, method, &params, fault).await;
    let outcome = match &answer {
        Ok(Reply::Done(_)) => Outcome::Done,
        Ok(Reply::Refused(error)) => {
            Outcome::Refused { code: error.code, description: error.description.clone() }
        }
        Ok(Reply::Page(code)) => Outcome::Refused { code: code.as_u16(), description: String::new() },
        Err(Cut) => Outcome::Cut,
    };
    shared.lock().journal.end(number, outcome);
    shared.note_traffic();
    Ok(match answer? {
        Reply::Done(result) => reply(StatusCode::OK, &json!({"ok": true, "result": result})),
        Reply::Refused(error) => refuse(&shared, &format!("{method:?}"), error),
        Reply::Page(code) => {
            let page =
                format!("<html><head><title>{code}</title></head><body><h1>{code}</h1></body></html>\r\n");
            (code, [(CONTENT_TYPE, "text/html")], page).into_response()
        }
    })
}

enum Reply {
    Done(Value),
    Refused(ApiError),
    Page(StatusCode),
}

async fn perform(
    shared: &Arc<Shared>,
    method: Method,
    params: &Params,
    fault: Option<Fault>,
) -> Result<Reply, Cut> {
    shared.gates.pass(method, Stage::Before).await?;
    match fault {
        Some(Fault::TooManyRequests { retry_after }) => {
            return Ok(Reply::Refused(errors::too_many_requests(retry_after)));
        }
        Some(Fault::ServerError(code)) => {
            return Ok(Reply::Page(StatusCode::from_u16(code).unwrap_or(StatusCode::BAD_GATEWAY)));
        }
        Some(Fault::Refused(reason)) => return Ok(Reply::Refused(errors::bad_request(reason))),
        Some(Fault::Cut) => return Err(Cut),
        Some(Fault::CutAfter) | None => {}
    }
    let result = methods::call(shared, method, params).await;
    shared.note_traffic();
    shared.gates.pass(method, Stage::After).await?;
    if fault == Some(Fault::CutAfter) || shared.lock().offline {
        return Err(Cut);
    }
    Ok(result.map_or_else(Reply::Refused, Reply::Done))
}

fn download(shared: &Shared, path: &str) -> Response {
    let state = shared.lock();
    let found = path
        .split_once('/')
        .filter(|(token, _)| *token == state.bot.token)
        .and_then(|(_, path)| state.files.get(path.strip_prefix("files/")?));
    match found {
        Some(file) => Body::from(file.clone()).into_response(),
        None => reply(StatusCode::NOT_FOUND, &errors::unknown_method().body()),
    }
}

fn refuse(shared: &Shared, what: &str, error: ApiError) -> Response {
    if error.is_bug {
        shared.lock().complaints.push(format!("{what}: {}", error.description));
    }
    reply(StatusCode::from_u16(error.code).unwrap_or(StatusCode::BAD_REQUEST), &error.body())
}

fn reply(status: StatusCode, body: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
