//! Texts for strangers, for the owner about them, and for people whom the owner admits.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::buttons::Button;

use super::{button, in_a_line};

/// The most of a stranger's name that is shown, in characters: they choose it themselves.
const NAME: usize = 60;

pub fn welcome_owner() -> &'static str {
    "Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can \
     do."
}

pub fn wrong_code() -> &'static str {
    "That code is not valid. A code works once, and I make a new one each time I start without an owner. The program \
     printed the current one when it started."
}

pub fn code_in_private() -> &'static str {
    "Please send the code in a direct chat with me, not here: whoever sends it first becomes the owner."
}

pub fn code_void() -> &'static str {
    "That was the owner code, and others here have read it, so it is void. The program makes a new one when it is \
     started again, or at once with `adjutant people owner`. Send that one to me in a direct chat."
}

/// The reply to a stranger. `asked`: the owner was told of them; `ownerless`: nobody has used the owner's code yet.
pub fn private_bot(asked: bool, ownerless: bool, channel: &str, id: &str) -> String {
    if ownerless {
        "This bot is private, and nobody owns it here yet. If it is yours: send me `/start CODE` with the code that \
         the program printed when it started."
            .to_owned()
    } else if asked {
        "This bot is private. I have asked its owner to let you in. If they do, I will answer you here."
            .to_owned()
    } else {
        format!(
            "This bot is private. Its owner can let you in by adding `{channel}:{id}` to the list `allow` under \
             `[access]` in its configuration."
        )
    }
}

pub fn knock(name: &str, channel: &str, id: &str, token: &str) -> Content {
    let body = Rich::builder()
        .bold(in_a_line(name, NAME))
        .text(format!(
            " ({channel} {id}) wants to talk to me. May they? They would have a memory of their own, and "
        ))
        .text("would never see yours.")
        .build();
    let buttons = vec![vec![
        button("Admit", Button::Knock { token, admits: true }, ButtonStyle::Primary),
        button("Refuse", Button::Knock { token, admits: false }, ButtonStyle::Danger),
    ]];
    Content { body, buttons, media: None }
}

pub fn knock_decided(name: &str, admitted: bool) -> Content {
    let outcome = if admitted { " was admitted." } else { " was refused." };
    Content::text(Rich::builder().bold(in_a_line(name, NAME)).text(outcome).build())
}

pub fn knock_decided_before() -> &'static str {
    "You have already decided this. Nothing has changed."
}

pub fn admitted() -> &'static str {
    "The owner has let you in. Write to me as you would to a person, or send /help to see what I can do."
}
