//! Whether a run can work at all; one that cannot takes nothing, and says why.

use anyhow::Result;

use super::finish::{Ended, Fault};
use crate::{
    budget::Spent,
    config::ProviderName,
    core::Core,
    day,
    db::Tx,
    provider::offline,
    store::{runs::Status, schedules::Schedule, sessions::Session},
    texts::{schedules as texts, usage},
};

/// What keeps a run from its work.
pub(super) struct Obstacle {
    why: String,
    fault: Fault,
}

impl Obstacle {
    /// The end of the run that did not begin.
    pub(super) fn ends(&self) -> Ended<'_> {
        let spent = Spent::default();
        Ended { status: Status::Failed, said: &self.why, long: None, fault: self.fault, spent }
    }
}

/// What would keep a run of a schedule from its work in the chat of origin, if anything.
pub(super) async fn obstacle(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    origin: &Session,
) -> Result<Option<Obstacle>> {
    let channel = &origin.chat().channel;
    if core.channels.get(channel).is_err() {
        return Ok(Some(Obstacle { why: texts::no_channel(channel), fault: Fault::Own }));
    }
    if core.config.model.provider == ProviderName::Offline {
        // It takes nothing, but what it does not understand it cannot do either.
        let is_hard = !offline::understands(&schedule.goal);
        return Ok(is_hard.then(|| Obstacle { why: texts::no_model().to_owned(), fault: Fault::Own }));
    }
    let used_up = day::used_up(tx, core, &schedule.user_id, Spent::default()).await?;
    Ok(used_up.map(|measure| Obstacle { why: usage::day_used_up(measure), fault: Fault::Day }))
}
