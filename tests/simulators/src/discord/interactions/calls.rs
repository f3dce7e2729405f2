//! People's calls, presses and choices, made by the test.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};

use super::{
    Acknowledged, Kind, Modal, Record,
    payload::{Act, command_data, focused_data},
};
use crate::discord::{
    Shared,
    people::User,
    reading::{BotMessage, MessageRef, Place},
    state::State,
};

const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;

/// A person's action that the bot must answer.
#[derive(Clone, Debug)]
#[must_use = "an interaction is to be answered; else drop it explicitly"]
pub struct Interaction {
    shared: Arc<Shared>,
    id: u64,
}

impl User {
    /// Calls a command, with its arguments as typed.
    ///
    /// # Panics
    /// Panics if there is no such command, or it cannot be called like that.
    pub async fn runs(&self, place: &impl Place, name: &str, arguments: &[(&str, &str)]) -> Interaction {
        let data = |command: &Value| command_data(command, arguments);
        self.calls(Kind::Command, place.channel_id(), name, data)
    }

    /// Types an argument of a command, and waits for the choices that the bot offers: name and value.
    ///
    /// # Panics
    /// Panics if there is no such argument with autocomplete, or no answer within [`crate::PATIENCE`].
    pub async fn types(
        &self,
        place: &impl Place,
        name: &str,
        argument: &str,
        typed: &str,
    ) -> Vec<(String, String)> {
        let data = |command: &Value| focused_data(command, argument, typed);
        let interaction = self.calls(Kind::Autocomplete, place.channel_id(), name, data);
        interaction.acknowledged().await;
        interaction.read(|record| Some(record.choices.clone())).unwrap_or_default()
    }

    /// Presses the button with that label, as in the given view of the message.
    ///
    /// # Panics
    /// Panics if there is no such button, or they cannot press it.
    pub async fn presses(&self, message: &BotMessage, label: &str) -> Interaction {
        let button = message.buttons.iter().flatten().find(|(shown, _)| shown == label);
        let Some((_, custom_id)) = button else {
            panic!("no button {label:?} under {:?}, only {:?}", message.text, message.labels())
        };
        self.taps_data(message, custom_id).await
    }

    /// Presses a button with this custom id, whether or not the message has one.
    ///
    /// # Panics
    /// Panics if the message is not there, not for them, or the button is disabled.
    pub async fn taps_data(&self, message: &impl MessageRef, custom_id: &str) -> Interaction {
        self.touches(message, json!({"custom_id": custom_id, "component_type": BUTTON}))
    }

    /// Chooses from the menu under a message, by the option's label or value.
    ///
    /// # Panics
    /// Panics if there is no such option, or they cannot choose it.
    pub async fn selects(&self, message: &BotMessage, option: &str) -> Interaction {
        let options = message.menus.iter().flatten();
        let chosen = options.clone().find(|(label, value)| label == option || value == option);
        let Some((_, value)) = chosen else {
            panic!("no option {option:?} under {:?}, only {:?}", message.text, message.menus)
        };
        let (channel, id) = message.location();
        let menu = {
            let state = self.shared.lock();
            let has_option = |menu: &&Value| {
                menu["options"]
                    .as_array()
                    .is_some_and(|options| options.iter().any(|option| option["value"] == *value))
            };
            components(&state, channel, id).find(has_option).map(|menu| menu["custom_id"].clone())
        };
        let custom_id = menu.expect("the menu is still under the message");
        let data = json!({"custom_id": custom_id, "component_type": STRING_SELECT, "values": [value]});
        self.touches(message, data)
    }

    /// Fills in a form, by the custom ids of its inputs, and sends it.
    ///
    /// # Panics
    /// Panics if it has no such input.
    pub async fn submits(&self, modal: &Modal, values: &[(&str, &str)]) -> Interaction {
        for (name, _) in values {
            assert!(modal.inputs.iter().any(|(input, _)| input == name), "the form has no input {name}");
        }
        let row = |(input, _): &(String, String)| {
            let value = values.iter().find(|(name, _)| name == input).map_or("", |(_, value)| *value);
            json!({"type": 1, "components": [{"type": 4, "custom_id": input, "value": value}]})
        };
        let rows: Vec<Value> = modal.inputs.iter().map(row).collect();
        let mut state = self.shared.lock();
        let opener = state.interactions.get(modal.opened_by);
        let (channel, message) = (opener.channel, opener.source);
        let data = json!({"custom_id": modal.custom_id, "components": rows});
        let opened_by = Some(modal.opened_by);
        let act = Act { kind: Kind::Form, user: self.id(), channel, message, data, opened_by };
        let id = state.interact(act);
        drop(state);
        Interaction { shared: self.shared.clone(), id }
    }

    fn calls(&self, kind: Kind, channel: u64, name: &str, data: impl FnOnce(&Value) -> Value) -> Interaction {
        let mut state = self.shared.lock();
        self.join(&mut state, channel);
        let guild = state.channels.get(&channel).and_then(|channel| channel.guild());
        let command = state.commands.find(guild, name);
        let command = command.unwrap_or_else(|| panic!("the bot has no command {name:?}"));
        let act =
            Act { kind, user: self.id(), channel, message: None, data: data(&command), opened_by: None };
        let id = state.interact(act);
        drop(state);
        Interaction { shared: self.shared.clone(), id }
    }

    fn touches(&self, message: &impl MessageRef, data: Value) -> Interaction {
        let (channel, id) = message.location();
        let mut state = self.shared.lock();
        self.join(&mut state, channel);
        let shown = state.message(channel, id).expect("the message is still there");
        assert!(shown.ephemeral_for.is_none_or(|user| user == self.id()), "they do not see the message");
        let touched =
            components(&state, channel, id).find(|component| component["custom_id"] == data["custom_id"]);
        assert!(touched.is_none_or(|component| component["disabled"] != true), "it is disabled");
        let message = Some(id);
        let act = Act { kind: Kind::Component, user: self.id(), channel, message, data, opened_by: None };
        let id = state.interact(act);
        drop(state);
        Interaction { shared: self.shared.clone(), id }
    }
}

impl Interaction {
    /// Returns the interaction's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Waits for the first answer.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn acknowledged(&self) -> Acknowledged {
        self.wait(|record| record.acknowledged, "acknowledged").await
    }

    /// Returns how long the first answer took; `None` if there is none yet.
    pub fn elapsed_to_ack(&self) -> Option<Duration> {
        self.read(|record| record.acknowledged).map(|acknowledged| acknowledged.after)
    }

    /// Waits for the first message with content: the first answer, the content of a deferred one, a follow-up, or the
    /// changed message with the button. Marks it as read.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn answer(&self) -> BotMessage {
        let id = self.wait(|record| record.answer, "answered").await;
        self.take(id)
    }

    /// Waits for the first follow-up, regardless of other changes. Marks it as read.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn follow_up(&self) -> BotMessage {
        let id = self.wait(|record| record.followups.first().copied(), "followed up").await;
        self.take(id)
    }

    /// Marks a message as read and returns it.
    fn take(&self, id: u64) -> BotMessage {
        let mut state = self.shared.lock();
        let channel = state.interactions.get(self.id).channel;
        if let Some(channel) = state.channels.get_mut(&channel) {
            channel.unread.retain(|unread| *unread != id);
        }
        state.message(channel, id).map(BotMessage::of).expect("the answer was not deleted")
    }

    /// Waits for a form.
    ///
    /// # Panics
    /// Panics if none comes within [`crate::PATIENCE`].
    pub async fn modal(&self) -> Modal {
        let data = self.wait(|record| record.modal.clone(), "answered with a form").await;
        Modal::read(&data, self.id)
    }

    async fn wait<T>(&self, look: impl Fn(&Record) -> Option<T>, what: &str) -> T {
        let waited = self.shared.until(|state| look(state.interactions.get(self.id))).await;
        waited.unwrap_or_else(|| {
            let state = self.shared.lock();
            panic!("the interaction was never {what}; complaints: {:#?}", state.complaints)
        })
    }

    fn read<T>(&self, look: impl FnOnce(&Record) -> Option<T>) -> Option<T> {
        look(self.shared.lock().interactions.get(self.id))
    }
}

/// Iterates over the buttons and menus under a message.
fn components(state: &State, channel: u64, id: u64) -> impl Iterator<Item = &Value> {
    let rows = state.message(channel, id).into_iter().flat_map(|message| &message.components);
    rows.filter_map(|row| row["components"].as_array()).flatten()
}
