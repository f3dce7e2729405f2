//! A channel whose limits tools may read, and to which nothing is sent.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    MessageId, Outgoing, SendError, SentIds,
    rich::{self, Rich},
};
use anyhow::Result;
use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

pub(super) struct Silent;

#[async_trait]
impl Channel for Silent {
    fn name(&self) -> &'static str {
        "test"
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: 1.0,
            per_chat_second: 1.0,
            per_group_minute: 1.0,
            draft_interval: Duration::ZERO,
            group_draft_interval: Duration::ZERO,
            in_flight: Duration::ZERO,
            upload_bytes: 1 << 20,
            max_parts: usize::MAX,
            counts_files: false,
            private_answers: false,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        vec![rich::from_markdown(markdown)]
    }

    async fn run(&self, _: Arc<dyn Gateway>, _: CancellationToken) -> Result<()> {
        unreachable!("tools do not receive")
    }

    async fn send(&self, _: &Outgoing) -> Result<SentIds, SendError> {
        unreachable!("tools do not send")
    }

    async fn edit(&self, _: &ChatRef, _: &MessageId, _: &Content, _: Option<&str>) -> Result<(), SendError> {
        unreachable!("tools do not edit")
    }

    async fn typing(&self, _: &ChatRef) -> Result<(), SendError> {
        unreachable!("tools do not send")
    }

    async fn find(&self, _: &LostSend) -> Result<Found, SendError> {
        unreachable!("tools do not send")
    }

    async fn download(&self, _: &Attachment, _: u64) -> Result<Vec<u8>, DownloadError> {
        Err(DownloadError::Gone)
    }

    async fn check(&self) -> Result<String> {
        unreachable!("nobody asks the doctor")
    }

    fn health(&self) -> Health {
        Health::default()
    }
}
