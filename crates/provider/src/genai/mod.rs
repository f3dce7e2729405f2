//! Language models of any provider, through the `genai` crate.

mod failure;
mod finish;
mod ids;
mod reasoning;
mod sight;
mod think;
mod wire;

use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering::Relaxed},
    },
    time::Duration,
};

use ::genai::adapter::AdapterKind;
use ::genai::chat::{ChatOptions, ChatRequest, ChatStream, ChatStreamEvent, StreamEnd};
use ::genai::resolver::{AuthData, Endpoint, ProviderConfig};
use ::genai::{Client, Headers, ModelIden};
use adjutant_config::{ModelSettings, ProviderName, ReasoningEffort, Secret};
use adjutant_domain::redact::Redactor;
use anyhow::{Context, bail};
use async_trait::async_trait;
use base64::Engine as _;
use futures::StreamExt;
use tokio::sync::OnceCell;
use url::Url;

use self::{finish::Finish, sight::Sight, wire::Streamed};
use super::{ModelError, ModelReply, ModelRequest, Provider, reasoning::ModelId};

/// Timeout of connecting to the provider.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Placeholder key for a server configured without a key; such servers accept any.
const NO_KEY: &str = "none";

/// After how many answers in one piece a server is taken for one that does not stream. Each of them costs a second
/// request, but the first may be an accident.
const SURELY_UNSTREAMED: u8 = 2;

/// Where Cohere speaks OpenAI's protocol. genai has no tool calls for Cohere's own.
const COHERE: &str = "https://api.cohere.ai/compatibility/v1/";

/// A model of a provider that `genai` supports.
pub struct GenaiProvider {
    label: String,
    model: ModelIden,
    base_url: Option<Url>,
    api_key: Option<Secret>,
    /// Whether the provider refuses to be asked for the tokens of a stream.
    counts_unasked: bool,
    /// Read timeout: the longest silence before the answer begins, and between two pieces of it.
    timeout: Duration,
    sight: Sight,
    effort: Option<ReasoningEffort>,
    id: ModelId,
    /// Whether the provider has refused to return the model's reasoning.
    hides_reasoning: AtomicBool,
    /// Whether the last answer of the model began within a block of reasoning: the prompt opens the block.
    begins_within: AtomicBool,
    /// How many requests for a stream in a row were answered in one piece.
    unstreamed: AtomicU8,
    /// Created at the first request, because it takes a while and must not slow down the start.
    client: OnceCell<Client>,
}

impl GenaiProvider {
    /// Prepares the configured model without connecting. Requests need rustls' default crypto provider to be installed
    /// in the process.
    ///
    /// # Errors
    /// Returns an error if the settings name no language model.
    pub fn new(settings: &ModelSettings) -> anyhow::Result<Self> {
        let ModelSettings { provider, name, base_url, api_key, timeout, vision, reasoning_effort, .. } =
            settings;
        let Some(adapter) = adapter(settings) else { bail!("[model] provider names no language model") };
        Ok(Self {
            label: format!("{} {name}", provider.as_str()),
            model: ModelIden::new(adapter, name.as_str()),
            base_url: match (provider, base_url) {
                (ProviderName::Cohere, None) => Some(COHERE.parse()?),
                _ => base_url.clone(),
            },
            counts_unasked: *provider == ProviderName::Cohere,
            api_key: api_key.clone(),
            timeout: *timeout,
            sight: Sight::configured(*vision),
            effort: *reasoning_effort,
            id: ModelId::next(),
            hides_reasoning: AtomicBool::new(false),
            begins_within: AtomicBool::new(false),
            unstreamed: AtomicU8::new(0),
            client: OnceCell::new(),
        })
    }

    async fn client(&self) -> Result<&Client, ModelError> {
        let client = self.client.get_or_try_init(|| async { self.connect() }).await;
        client.map_err(|error| ModelError::Unavailable(format!("{error:#}")))
    }

    fn connect(&self) -> anyhow::Result<Client> {
        let http = reqwest::Client::builder()
            .user_agent(concat!("adjutant/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(self.timeout)
            // A redirect would send the key to another address.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("cannot create the HTTP client")?;
        let key = self.api_key.as_ref().map_or(NO_KEY, Secret::expose);
        let provider = ProviderConfig {
            endpoint: self
                .base_url
                .as_ref()
                .map(|url| Endpoint::from_owned(without_credentials(url).as_str())),
            auth: Some(AuthData::from_single(key)),
        };
        let client =
            Client::builder().with_reqwest(http).append_provider_config(self.model.adapter_kind, provider);
        Ok(client.build()?)
    }

    fn to_genai(&self, request: &ModelRequest) -> ChatRequest {
        let adapter = self.model.adapter_kind;
        wire::request(request, (adapter, self.id), has_breakpoints(adapter))
    }

    fn options(&self, request: &ModelRequest) -> ChatOptions {
        let adapter = self.model.adapter_kind;
        let effort =
            reasoning::effort(adapter, self.effort, (&request.messages, request.max_tokens), self.id);
        let mut options = ChatOptions::default()
            .with_max_tokens(request.max_tokens)
            .with_capture_usage(!self.counts_unasked)
            .with_capture_tool_calls(true)
            .with_capture_reasoning_content(reasoning::is_asked_for(
                adapter,
                effort.as_ref(),
                self.shows_reasoning(request),
            ));
        options.reasoning_effort = effort;
        match self.base_url.as_ref().and_then(basic_auth) {
            Some(value) => options.with_extra_headers(Headers::from([("Authorization", value)])),
            None => options,
        }
    }

    fn shows_reasoning(&self, request: &ModelRequest) -> bool {
        request.shows_reasoning && !self.hides_reasoning.load(Relaxed)
    }

    /// Requests a streamed response, or a whole one from a server that does not stream. A stream's tool calls may be
    /// missing or garbled, see [`Streamed::is_garbled`].
    async fn stream(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<Streamed, ModelError> {
        if self.unstreamed.load(Relaxed) >= SURELY_UNSTREAMED {
            return self.shown_whole(request, on_text).await;
        }
        let finish = Arc::new(Finish::default());
        let options = self.options(request).with_raw_frame_sink_arc(finish.clone());
        let response =
            self.client().await?.exec_chat_stream(&self.model, self.to_genai(request), Some(&options)).await;
        let mut events = response.map_err(|error| self.failure(error))?.stream;
        let by = (self.model.adapter_kind, self.id);
        let mut streamed = Streamed::of_model(self.begins_within.load(Relaxed));
        let end = self.read(&mut events, &finish, &mut streamed, on_text).await?;
        let Some(mut end) = end.or_else(|| finish.end(streamed.calls_so_far())) else {
            return self.without_end(request, &finish, on_text).await;
        };
        if self.counts_unasked {
            end.captured_usage = finish.usage();
        }
        self.unstreamed.store(0, Relaxed);
        streamed.note_refusal(&finish.refusal(), on_text);
        streamed.end(by, end, on_text);
        Ok(streamed)
    }

    /// Reads a stream, and returns its end if genai reports it.
    async fn read(
        &self,
        events: &mut ChatStream,
        finish: &Finish,
        streamed: &mut Streamed,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<Option<StreamEnd>, ModelError> {
        while let Some(event) = events.next().await {
            let event = match event {
                // The connection broke off after the answer.
                Err(::genai::Error::WebStream { .. }) if finish.is_seen() => return Ok(None),
                Err(::genai::Error::ChatResponse { .. }) if finish.has_only_usage() => continue,
                Err(::genai::Error::ChatResponse { .. }) if finish.is_blocked() => {
                    return Err(ModelError::Withheld(finish::BLOCKED.to_owned()));
                }
                // An event with half of a character, such as `\ud83e`, is no JSON for genai.
                Err(::genai::Error::StreamParse { serde_error, .. }) if serde_error.is_syntax() => {
                    finish.note_unparsed();
                    return Ok(None);
                }
                event => event.map_err(|error| self.failure(error))?,
            };
            match event {
                ChatStreamEvent::Chunk(chunk) => streamed.note_content(&chunk.content, on_text),
                ChatStreamEvent::ReasoningChunk(chunk) => streamed.reasoning.text.push_str(&chunk.content),
                ChatStreamEvent::ToolCallChunk(chunk) => streamed.note_call(chunk.tool_call),
                ChatStreamEvent::End(end) if is_cut(self.model.adapter_kind, &end) => return Ok(None),
                ChatStreamEvent::End(end) => return Ok(Some(end)),
                ChatStreamEvent::Start
                | ChatStreamEvent::ThoughtSignatureChunk(_)
                | ChatStreamEvent::Heartbeat => {}
            }
        }
        Ok(None)
    }

    /// Returns the answer for a stream that brought none. A stream without any data may be the whole answer of a server
    /// that does not stream, or a web page; only a request without streaming shows either.
    async fn without_end(
        &self,
        request: &ModelRequest,
        finish: &Finish,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<Streamed, ModelError> {
        if finish.has_unparsed() {
            tracing::warn!("stream cannot be parsed; repeating request without streaming");
            return self.shown_whole(request, on_text).await;
        }
        if finish.has_data() {
            return Err(ModelError::Cut);
        }
        let whole = self.shown_whole(request, on_text).await?;
        let times = self.unstreamed.fetch_add(1, Relaxed) + 1;
        tracing::debug!(times, "model server does not stream");
        Ok(whole)
    }

    /// Requests an answer without streaming, and passes on its text.
    async fn shown_whole(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<Streamed, ModelError> {
        let whole = self.whole(request).await?;
        if !whole.text.is_empty() {
            on_text(&whole.text);
        }
        Ok(whole)
    }

    /// Requests an answer without streaming.
    async fn whole(&self, request: &ModelRequest) -> Result<Streamed, ModelError> {
        let options = self.options(request).with_capture_raw_body(true);
        let response =
            self.client().await?.exec_chat(&self.model, self.to_genai(request), Some(&options)).await;
        let response = response.map_err(|error| self.failure(error))?;
        // Some servers send an error with the status of success.
        if let Some(body) = response.captured_raw_body.as_ref().filter(|body| failure::holds_error(body)) {
            let (model_iden, body) = (self.model.clone(), body.clone());
            return Err(self.failure(::genai::Error::ChatResponse { model_iden, body }));
        }
        let by = (self.model.adapter_kind, self.id);
        let whole = Streamed::whole(by, response, self.begins_within.load(Relaxed));
        if whole.is_empty() {
            return Err(ModelError::Cut);
        }
        if whole.lacks_calls() {
            return Err(ModelError::Unavailable("it announces tool calls and sends none".to_owned()));
        }
        Ok(whole)
    }

    /// Repeats the request without streaming to get the tool calls that the stream lost. Text that people have already
    /// read stays the reply's text.
    async fn retry_without_streaming(
        &self,
        request: &ModelRequest,
        lost: Streamed,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        tracing::warn!("tool calls lost in stream; repeating request without streaming");
        let mut reply = self.whole(request).await?.into_reply()?;
        if lost.text.is_empty() {
            if !reply.text.is_empty() {
                on_text(&reply.text);
            }
        } else {
            reply.text = lost.text;
        }
        reply.usage = reply.usage + lost.usage;
        Ok(reply)
    }

    /// Maps an error of the library; removes the key and the address's credentials from the text.
    fn failure(&self, error: ::genai::Error) -> ModelError {
        let password = self.base_url.as_ref().and_then(Url::password);
        let secrets = self.api_key.as_ref().map(Secret::expose).into_iter().chain(password);
        match Redactor::new(secrets) {
            Ok(redactor) => {
                failure::classify(error, self.timeout, &|text| redactor.redact(text).into_owned())
            }
            Err(error) => ModelError::Unavailable(error.to_string()),
        }
    }
}

#[async_trait]
impl Provider for GenaiProvider {
    fn label(&self) -> String {
        self.label.clone()
    }

    fn sees(&self) -> bool {
        self.sight.sees()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        let mut request = Cow::Borrowed(request);
        let mut streamed = self.stream(&request, on_text).await;
        let adapter = self.model.adapter_kind;
        if let Err(ModelError::Refused(why)) = &streamed
            && let Some(less) = reasoning::withdrawn(adapter, &request, self.id, why)
        {
            tracing::warn!("reasoning refused; repeating request without it");
            request = Cow::Owned(less);
            streamed = self.stream(&request, on_text).await;
        }
        if matches!(streamed, Err(ModelError::Refused(_)))
            && self.shows_reasoning(&request)
            && reasoning::may_be_refused(adapter)
        {
            self.hides_reasoning.store(true, Relaxed);
            streamed = self.stream(&request, on_text).await;
            // If it fails again, something else is wrong with the request.
            self.hides_reasoning.store(streamed.is_ok(), Relaxed);
        }
        let streamed = match streamed {
            Err(error) if request.shows_pictures() => return Err(self.sight.refused(error)),
            streamed => streamed?,
        };
        if request.shows_pictures() {
            self.sight.taken();
        }
        if let Some(within) = streamed.began_within() {
            self.begins_within.store(within, Relaxed);
        }
        if streamed.is_garbled() {
            self.retry_without_streaming(&request, streamed, on_text).await
        } else {
            streamed.into_reply()
        }
    }
}

/// Returns the protocol for the settings; `None` for the offline assistant.
fn adapter(settings: &ModelSettings) -> Option<AdapterKind> {
    let ModelSettings { provider, name, base_url, api_key, .. } = settings;
    Some(match provider {
        ProviderName::Offline => return None,
        // Some of OpenAI's own models work better, or only, with its Responses API; other servers support neither.
        ProviderName::OpenAi if base_url.is_none() => match AdapterKind::from_model(name) {
            Ok(AdapterKind::OpenAIResp) => AdapterKind::OpenAIResp,
            _ => AdapterKind::OpenAI,
        },
        ProviderName::OpenAi | ProviderName::Cohere => AdapterKind::OpenAI,
        ProviderName::Anthropic => AdapterKind::Anthropic,
        ProviderName::Gemini => AdapterKind::Gemini,
        // Ollama speaks OpenAI's protocol under /v1/ and its own elsewhere. genai sends a key only with the former and
        // to Ollama's cloud.
        ProviderName::Ollama if base_url.as_ref().is_some_and(|url| url.path().ends_with("/v1/")) => {
            AdapterKind::OpenAI
        }
        ProviderName::Ollama if api_key.is_some() => AdapterKind::OllamaCloud,
        ProviderName::Ollama => AdapterKind::Ollama,
        ProviderName::OpenRouter => AdapterKind::OpenRouter,
        ProviderName::Groq => AdapterKind::Groq,
        ProviderName::DeepSeek => AdapterKind::DeepSeek,
        ProviderName::Mistral => AdapterKind::Mistral,
        ProviderName::Xai => AdapterKind::Xai,
        ProviderName::Together => AdapterKind::Together,
        ProviderName::Fireworks => AdapterKind::Fireworks,
        ProviderName::Moonshot => AdapterKind::Moonshot,
        ProviderName::Zai => AdapterKind::Zai,
    })
}

/// Returns whether a provider caches up to given breakpoints. The others cache the beginnings of requests on their own,
/// and so do OpenAI's models before gpt-5.6, for which genai omits the breakpoints.
fn has_breakpoints(adapter: AdapterKind) -> bool {
    matches!(adapter, AdapterKind::Anthropic | AdapterKind::OpenAI | AdapterKind::OpenAIResp)
}

/// Returns whether genai made up the end of a stream, as it does for some protocols when the connection ends.
fn is_cut(adapter: AdapterKind, end: &StreamEnd) -> bool {
    let makes_up = matches!(
        adapter,
        AdapterKind::Gemini | AdapterKind::Ollama | AdapterKind::OllamaCloud | AdapterKind::OpenAIResp
    );
    makes_up && end.captured_stop_reason.is_none()
}

/// Returns the address without credentials: the HTTP client would add them to those that genai sends.
fn without_credentials(url: &Url) -> Url {
    let mut url = url.clone();
    // Both fail only for addresses without a host, which http(s) has.
    _ = url.set_username("");
    _ = url.set_password(None);
    url
}

/// Returns the basic authorization header for the credentials in the address.
fn basic_auth(url: &Url) -> Option<String> {
    let password = url.password()?;
    let decode = |text| percent_encoding::percent_decode_str(text).decode_utf8_lossy();
    let pair = format!("{}:{}", decode(url.username()), decode(password));
    Some(format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair)))
}

#[cfg(test)]
mod tests;
