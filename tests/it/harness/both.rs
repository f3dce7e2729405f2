//! One person on two platforms at once.

use std::sync::Arc;

use adjutant::core::Core;
use adjutant_channel::Channel;
use adjutant_config::Config;
use adjutant_domain::clock::Clock;

use super::{Chat, Pressed, Shown};

/// A person's two chats with one bot. As a [`Chat`], it is the first one.
#[derive(Clone)]
pub struct Both<A, B>(pub A, pub B);

impl<A: Chat, B: Chat> Chat for Both<A, B> {
    const CHANNEL: &'static str = A::CHANNEL;

    async fn open() -> Self {
        Self(A::open().await, B::open().await)
    }

    fn set_clock(&self, clock: Arc<dyn Clock>) {
        self.0.set_clock(clock.clone());
        self.1.set_clock(clock);
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        self.0.settings().into_iter().chain(self.1.settings()).collect()
    }

    fn channel(&self, config: &Config) -> Arc<dyn Channel> {
        self.0.channel(config)
    }

    fn channels(&self, config: &Config) -> Vec<Arc<dyn Channel>> {
        let mut channels = self.0.channels(config);
        channels.extend(self.1.channels(config));
        channels
    }

    fn shows_gateway(&self, core: &Arc<Core>) {
        self.0.shows_gateway(core);
        self.1.shows_gateway(core);
    }

    async fn connect(&self) {
        self.0.connect().await;
        self.1.connect().await;
    }

    async fn catch_up(&self) {
        self.0.catch_up().await;
        self.1.catch_up().await;
    }

    async fn says(&self, text: &str) {
        self.0.says(text).await;
    }

    async fn sends(&self, name: &str, bytes: &[u8], caption: &str) {
        self.0.sends(name, bytes, caption).await;
    }

    async fn speaks(&self, bytes: &[u8]) {
        self.0.speaks(bytes).await;
    }

    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>) {
        self.0.file_of(message).await
    }

    async fn album_of(&self, message: &Shown) -> Vec<(String, Vec<u8>)> {
        self.0.album_of(message).await
    }

    async fn next_message(&self) -> Shown {
        self.0.next_message().await
    }

    async fn shows(&self, message: &Shown, text: &str) -> Shown {
        self.0.shows(message, text).await
    }

    async fn changes(&self, message: &Shown) -> Shown {
        self.0.changes(message).await
    }

    async fn presses(&self, message: &Shown, label: &str) -> Pressed {
        self.0.presses(message, label).await
    }

    async fn taps(&self, message: &Shown, label: &str) -> Shown {
        self.0.taps(message, label).await
    }

    async fn sees_it_waits(&self) {
        self.0.sees_it_waits().await;
    }

    fn finish(&self) {
        self.0.finish();
        self.1.finish();
    }
}
