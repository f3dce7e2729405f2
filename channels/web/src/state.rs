//! The state that all routes share.

use std::sync::Arc;

use adjutant_channel::{ChatRef, Command, Gateway, Menu};
use axum::{Json, extract::State};
use tokio_util::sync::CancellationToken;

use crate::{
    CHANNEL, CHAT, error::ApiError, feed::Feed, guard::Guard, recent_media::RecentMedia, uploads::Uploads,
};

/// How many past messages a page reads at once.
pub(crate) const HISTORY: usize = 100;

/// The state that all routes share.
pub(crate) struct AppState {
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) feed: Feed,
    pub(crate) recent_media: RecentMedia,
    pub(crate) uploads: Uploads,
    pub(crate) guard: Guard,
    pub(crate) identity: String,
    pub(crate) title: String,
    pub(crate) commands: &'static [Command],
    pub(crate) translations: &'static [Menu],
    pub(crate) shutdown: CancellationToken,
}

pub(crate) type Shared = State<Arc<AppState>>;
pub(crate) type ApiResult<T> = Result<Json<T>, ApiError>;

pub(crate) fn chat() -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: CHAT.to_owned(), thread: None }
}
