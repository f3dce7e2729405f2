//! Sends spans to the collector.

use std::{sync::Arc, time::Duration};

use adjutant_clock::Timer;
use anyhow::{Context as _, Result};
use reqwest::{
    Client, StatusCode,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{Lost, Settings, encode, span::Span};

/// The most spans of one request.
const BATCH: usize = 512;
/// The most bytes of a collector's response that are read.
const ANSWER: u64 = 64 << 10;
/// How long the first span of a request waits for others.
const GATHER: Duration = Duration::from_secs(1);
/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before repetitions of a request. Its spans are dropped after the last one.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(15)];

/// The numbers of spans so far, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The collector accepted them.
    pub exported: u64,
    /// The queue was full, or the collector did not accept them.
    pub dropped: u64,
}

/// Sends the spans from a [`Recorder`](crate::Recorder).
pub struct Exporter {
    spans: mpsc::Receiver<Span>,
    lost: Lost,
    clock: Arc<dyn Timer>,
    http: Client,
    url: Url,
    headers: HeaderMap,
    version: &'static str,
    exported: u64,
    refused: u64,
    /// Whether the last request failed.
    is_away: bool,
}

impl Exporter {
    pub(crate) fn new(
        settings: Settings,
        clock: Arc<dyn Timer>,
        (spans, lost): (mpsc::Receiver<Span>, Lost),
    ) -> Result<Self> {
        let Settings { mut endpoint, headers, sample: _, version } = settings;
        let path = format!("{}/v1/traces", endpoint.path().trim_end_matches('/'));
        endpoint.set_path(&path);
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            // The error must not quote the value.
            let mut value = HeaderValue::from_str(&value)
                .ok()
                .with_context(|| format!("the value of {name} cannot be sent"))?;
            value.set_sensitive(true);
            all.insert(HeaderName::try_from(&name).with_context(|| format!("{name} is no header"))?, value);
        }
        all.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-protobuf"));
        Ok(Self {
            spans,
            lost,
            clock,
            http: adjutant_net::client(TIMEOUT)?,
            url: endpoint,
            headers: all,
            version,
            exported: 0,
            refused: 0,
            is_away: false,
        })
    }

    /// Sends spans until `stop` is cancelled, and then the remaining ones once. Passes the counts to `note`.
    pub async fn run(mut self, stop: CancellationToken, note: impl Fn(Counts)) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                received = self.spans.recv_many(&mut batch, BATCH) => if received == 0 { break },
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.clock.sleep(GATHER) => {}
            }
            self.fill(&mut batch);
            self.deliver(&mut batch, &stop).await;
            note(self.counts());
        }
        self.fill(&mut batch);
        while !batch.is_empty() {
            self.deliver(&mut batch, &stop).await;
            self.fill(&mut batch);
        }
        note(self.counts());
    }

    fn counts(&self) -> Counts {
        Counts { exported: self.exported, dropped: self.refused + self.lost.total() }
    }

    fn fill(&mut self, batch: &mut Vec<Span>) {
        while batch.len() < BATCH
            && let Ok(span) = self.spans.try_recv()
        {
            batch.push(span);
        }
    }

    /// Sends spans, repeatedly if that can help, and empties the batch.
    async fn deliver(&mut self, batch: &mut Vec<Span>, stop: &CancellationToken) {
        let (body, number) = (encode::request(batch, self.version), batch.len() as u64);
        batch.clear();
        let mut pauses = PAUSES.into_iter();
        loop {
            let refusal = match self.post(body.clone()).await {
                Ok(rejected) => {
                    self.refused += rejected.min(number);
                    self.exported += number.saturating_sub(rejected);
                    if self.is_away {
                        tracing::info!("the collector takes traces again");
                        self.is_away = false;
                    }
                    return;
                }
                Err(refusal) => refusal,
            };
            if !self.is_away {
                tracing::warn!(
                    why = refusal.why,
                    "the collector of [traces] does not take traces; what it has not taken within 20 seconds is dropped"
                );
                self.is_away = true;
            }
            let pause = pauses.next().filter(|_| refusal.may_pass && !stop.is_cancelled());
            let Some(pause) = pause else {
                self.refused += number;
                return;
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.clock.sleep(pause) => {}
            }
        }
    }

    /// Sends a request once. Returns how many of its spans the collector rejected.
    async fn post(&self, body: Vec<u8>) -> Result<u64, Refusal> {
        let request = self.http.post(self.url.clone()).headers(self.headers.clone()).body(body);
        let response = request.send().await.map_err(|error| Refusal {
            // The URL may contain a password.
            why: error.without_url().to_string(),
            may_pass: true,
        })?;
        let status = response.status();
        let may_pass = matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT
        );
        match status.is_success() {
            // A successful response may have no body.
            true => Ok(match adjutant_net::read(response, ANSWER).await {
                Ok(Some(answer)) => encode::rejected(&answer),
                Ok(None) | Err(_) => 0,
            }),
            false => Err(Refusal { why: format!("it answers {status}"), may_pass }),
        }
    }
}

/// The reason why spans were not accepted.
struct Refusal {
    why: String,
    /// Whether the same request may be accepted later.
    may_pass: bool,
}
