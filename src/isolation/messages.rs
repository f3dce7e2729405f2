//! The messages of the chats, by people and by the bot, which can be pressed and quoted.

use adjutant_channel::{ChatRef, Content, MessageId, Quoted};

use super::{NAMES, WORDS};
use crate::testing::Place;

/// A message in its present form.
struct Message {
    chat: ChatRef,
    id: MessageId,
    text: String,
    /// The data of its buttons.
    buttons: Vec<String>,
    from_bot: bool,
}

#[derive(Default)]
pub(super) struct Messages {
    all: Vec<Message>,
    /// Each person's quotations in the group.
    quoted: [Vec<Quoted>; 2],
}

impl Messages {
    /// Records a person's message.
    pub(super) fn written(&mut self, chat: &ChatRef, id: &MessageId, text: &str) {
        let (chat, id, text) = (chat.clone(), id.clone(), text.to_owned());
        self.all.push(Message { chat, id, text, buttons: Vec::new(), from_bot: false });
    }

    /// Records a message of the bot, or its edit.
    pub(super) fn shown(&mut self, chat: &ChatRef, id: &MessageId, content: &Content) {
        let text = content.body.text.clone();
        let buttons = content.buttons.iter().flatten().map(|button| button.data.clone()).collect();
        match self.all.iter_mut().find(|message| message.chat == *chat && message.id == *id) {
            Some(message) => (message.text, message.buttons) = (text, buttons),
            None => {
                let (chat, id) = (chat.clone(), id.clone());
                self.all.push(Message { chat, id, text, buttons, from_bot: true });
            }
        }
    }

    /// Returns a message with buttons in a chat, counted back from the newest, and its buttons' data.
    pub(super) fn with_buttons(&self, chat: &ChatRef, back: usize) -> Option<(&MessageId, &[String])> {
        let here =
            self.all.iter().rev().filter(|message| message.chat == *chat && !message.buttons.is_empty());
        here.take(back + 1).last().map(|message| (&message.id, &*message.buttons))
    }

    /// Quotes a message, counted back from the newest: one of this chat, or one of another chat, whose text no platform
    /// would show.
    pub(super) fn quote(
        &mut self,
        who: usize,
        place: &Place,
        back: usize,
        elsewhere: bool,
    ) -> Option<Quoted> {
        let fitting = self.all.iter().rev().filter(|message| (message.chat == place.chat) != elsewhere);
        let message = fitting.take(back + 1).last()?;
        let text = if elsewhere { String::new() } else { message.text.clone() };
        let quoted = Quoted { message_id: message.id.clone(), text, from_bot: message.from_bot };
        if place.chat.chat != NAMES[who] {
            self.quoted[who].push(quoted.clone());
        }
        Some(quoted)
    }

    /// Returns a person's quotations in the group, where they read what the other says.
    pub(super) fn quoted_by(&self, who: usize) -> &[Quoted] {
        &self.quoted[who]
    }

    /// Returns whether a person has quoted the other's words in the group.
    pub(super) fn has_quoted_the_other(&self, who: usize) -> bool {
        self.quoted[who].iter().any(|quoted| quoted.text.contains(WORDS[1 - who][1]))
    }
}
