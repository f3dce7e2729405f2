use std::fs;

use adjutant_config::Config;
use adjutant_simulators::model::{Fault, Model};

use super::*;

const KEY: &str = "sk-of-alice";

/// Returns the embedder for these settings.
fn remote(settings: &str) -> Remote {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, settings).unwrap();
    let config = Config::load(Some(&path), []).unwrap();
    Remote::new(&config.memory.embeddings, &config.model).unwrap()
}

/// Returns an embedder for the simulator.
fn of(model: &Model) -> Remote {
    within(model, "10s")
}

fn within(model: &Model, timeout: &str) -> Remote {
    remote(&format!(
        "[memory.embeddings]\nsource = \"remote\"\nbase_url = \"{}\"\nmodel = \"small\"\ntimeout = \"{timeout}\"\n\
         api_key = \"{KEY}\"",
        model.url()
    ))
}

async fn embed(remote: &Remote, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
    let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
    remote.embed(&texts, Purpose::Document).await
}

/// Returns an error's text with the server's address masked, and its `retry_after` in seconds.
async fn failure(remote: &Remote) -> (String, Option<u64>) {
    let error = embed(remote, &["a secret text"]).await.unwrap_err();
    let said = error.to_string();
    assert!(!said.contains("secret text") && !said.contains(KEY), "{said}");
    let after = match error {
        EmbedError::Unavailable { retry_after, .. } => retry_after.map(|after| after.as_secs()),
        EmbedError::Misconfigured(_) => None,
    };
    (said.replace(&remote.server(), "HOST"), after)
}

#[tokio::test]
async fn vectors_have_unit_length_and_the_order_of_the_texts() {
    let model = Model::start().await;
    model.require_key(KEY);
    model.embed_with(|text| vec![text.len() as f32, 0.0, 1.0]);
    let vectors = embed(&of(&model), &["abc", "a"]).await.unwrap();
    let (three, one) = (10f32.sqrt(), 2f32.sqrt());
    assert_eq!(vectors, [[3.0 / three, 0.0, 1.0 / three], [1.0 / one, 0.0, 1.0 / one]]);
    assert_eq!(model.embedding_requests()[0].model, "small");
}

#[tokio::test]
async fn many_texts_are_several_requests() {
    let model = Model::start().await;
    let texts: Vec<_> = (0..BATCH + 1).map(|number| "x".repeat(number + 1)).collect();
    let remote = of(&model);
    assert_eq!(remote.embed(&texts, Purpose::Query).await.unwrap().len(), BATCH + 1);
    let sizes: Vec<_> = model.embedding_requests().iter().map(|request| request.texts.len()).collect();
    assert_eq!(sizes, [BATCH, 1]);
    assert!(embed(&remote, &[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn texts_are_sent_as_servers_take_them() {
    let model = Model::start().await;
    embed(&of(&model), &["", &"ä".repeat(LONGEST + 7)]).await.unwrap();
    let texts = &model.embedding_requests()[0].texts;
    assert_eq!((texts[0].as_str(), texts[1].chars().count()), (" ", LONGEST));
}

#[tokio::test]
async fn errors_say_what_to_do_and_nothing_else() {
    let model = Model::start().await;
    let cases = [
        (
            Fault::Error(429, Some(7), "rate_limit_exceeded"),
            "refuses: HTTP 429, rate_limit_exceeded",
            Some(7),
        ),
        (Fault::Error(503, None, "Overloaded by 'a secret text'"), "refuses: HTTP 503", None),
        (Fault::Error(404, None, "model_not_found"), "refuses: HTTP 404, model_not_found", None),
        (Fault::Cut, "does not answer: ", None),
    ];
    for (fault, expected, after) in cases {
        model.fail_embeddings([fault]);
        let (said, retry_after) = failure(&of(&model)).await;
        let expected = format!("the embeddings server HOST {expected}");
        assert!(said == expected || expected.ends_with(": ") && said.starts_with(&expected), "{said}");
        assert_eq!(retry_after, after);
    }
    model.require_key("another");
    assert_eq!(failure(&of(&model)).await.0, "the embeddings server HOST refuses: HTTP 401, invalid_api_key");
}

#[tokio::test]
async fn what_works_later_and_what_never_does_are_told_apart() {
    let model = Model::start().await;
    for (status, is_hopeless) in
        [(400, false), (401, true), (404, true), (408, false), (413, false), (429, false), (500, false)]
    {
        model.fail_embeddings([Fault::Error(status, None, "simulated")]);
        let error = embed(&of(&model), &["a"]).await.unwrap_err();
        assert_eq!(matches!(error, EmbedError::Misconfigured(_)), is_hopeless, "{status}");
    }
}

#[tokio::test]
async fn a_server_that_is_slow_or_down_is_unavailable() {
    let model = Model::start().await;
    model.fail_embeddings([Fault::Hang]);
    assert_eq!(
        failure(&within(&model, "100ms")).await.0,
        "the embeddings server HOST does not answer: it took too long"
    );
    let remote = of(&model);
    drop(model);
    let (said, _) = failure(&remote).await;
    assert!(said.starts_with("the embeddings server HOST does not answer: "), "{said}");
}

#[tokio::test]
async fn answers_that_make_no_sense_are_errors() {
    let model = Model::start().await;
    let vector = |numbers: &str| format!(r#"{{"data": [{{"index": 0, "embedding": [{numbers}]}}]}}"#);
    let cases = [
        ("<html>", "is not understood"),
        (r#"{"data": []}"#, "does not have one vector for each text"),
        (r#"{"data": [{"index": 1, "embedding": [1]}]}"#, "does not have one vector for each text"),
        (&vector("1], \"index\": 0}, {\"index\": 0, \"embedding\": [1"), "is not understood"),
        (&vector(""), "has a vector that cannot be normalised"),
        (&vector("0, 0"), "has a vector that cannot be normalised"),
        (&vector("1e30, 1e30"), "has a vector that cannot be normalised"),
        (&vector("1, null"), "is not understood"),
        (&vector("1, NaN"), "is not understood"),
    ];
    for (body, expected) in cases {
        model.fail_embeddings([Fault::Body(body.to_owned())]);
        assert_eq!(
            failure(&of(&model)).await.0,
            format!("the answer of the embeddings server HOST {expected}")
        );
    }
    model.fail_embeddings([Fault::Body("x".repeat(MAX_ANSWER as usize + 1))]);
    assert_eq!(failure(&of(&model)).await.0, "the answer of the embeddings server HOST is too large");
}

#[tokio::test]
async fn vectors_of_another_dimension_are_not_mixed_with_the_first() {
    let model = Model::start().await;
    let remote = of(&model);
    model.embed_with(|_| vec![1.0; 4]);
    embed(&remote, &["a"]).await.unwrap();
    model.embed_with(|_| vec![1.0; 5]);
    assert_eq!(
        failure(&remote).await.0,
        "the answer of the embeddings server HOST has a vector of 5 dimensions, where 4 came before"
    );
}

#[test]
fn the_key_of_the_language_model_goes_to_its_own_server_only() {
    let model = format!(
        "[model]\nprovider = \"openai\"\nname = \"large\"\nbase_url = \"http://127.0.0.1:1/v1\"\napi_key = \"{KEY}\"\n\
         [memory.embeddings]\nsource = \"remote\"\nmodel = \"small\"\n"
    );
    let shared = remote(&model);
    assert_eq!(shared.key.as_ref().map(Secret::expose), Some(KEY));
    assert_eq!(shared.endpoint.as_str(), "http://127.0.0.1:1/v1/embeddings");
    let own = remote(&format!("{model}base_url = \"http://alice:pass@127.0.0.2/api\"\n"));
    assert_eq!(own.key, None);
    assert_eq!(own.space(), "small of 127.0.0.2/api/");
    assert_ne!(own.space(), shared.space());
}
