//! A model that does what a test asks of it.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use adjutant_domain::tools::ToolCall;
use adjutant_provider::{ModelError, ModelReply, ModelRequest, Provider};
use async_trait::async_trait;
use tokio::sync::Semaphore;

use super::lock;

/// A model that fails in these ways, makes its calls, each in its own response, then gives its answers in order, and
/// then says "Well.".
#[derive(Default)]
pub struct ScriptedModel {
    pub failures: Mutex<Vec<ModelError>>,
    pub calls: Mutex<Vec<ToolCall>>,
    pub answers: Mutex<Vec<String>>,
    pub requests: Mutex<Vec<ModelRequest>>,
    /// Whether it panics instead of answering.
    pub breaks: AtomicBool,
    /// The permits that its answers need, if they need any.
    pub held: Mutex<Option<Arc<Semaphore>>>,
}

#[async_trait]
impl Provider for ScriptedModel {
    fn label(&self) -> String {
        "scripted".to_owned()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        _: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        lock(&self.requests).push(request.clone());
        assert!(!self.breaks.load(Ordering::Relaxed), "the model panics, as the test asked");
        let held = lock(&self.held).clone();
        if let Some(gate) = held {
            gate.acquire().await.unwrap().forget();
        }
        let mut failures = lock(&self.failures);
        if !failures.is_empty() {
            return Err(failures.remove(0));
        }
        let mut calls = lock(&self.calls);
        if !calls.is_empty() {
            return Ok(ModelReply { calls: vec![calls.remove(0)], ..ModelReply::default() });
        }
        let mut answers = lock(&self.answers);
        let text = if answers.is_empty() { "Well.".to_owned() } else { answers.remove(0) };
        Ok(ModelReply { text, ..ModelReply::default() })
    }
}
