//! Files that people send: the acknowledgements to people, and the notes for the model.

use adjutant_channel::{Attachment, ChatKind, ChatRef};
use adjutant_domain::{document::MOST_READ, ids::TurnId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    attachments::{self, StoredAttachment},
    db::Tx,
    inbox::{self, Delay, Message},
    outbox as rows,
    people::User,
    sessions::Session,
    turns,
};
use adjutant_texts::{self as texts, FilesCame, cards};
use anyhow::Result;

use super::album::Sent;
use crate::{
    agent::pictures,
    core::Core,
    outbox::{self, Address, Slot},
};

/// Files that came with a message, or as an album.
pub(crate) struct Files<'a> {
    pub chat: &'a ChatRef,
    pub chat_kind: ChatKind,
    /// The sender's permanent id.
    pub sender: &'a str,
    pub message: Option<&'a str>,
    /// The files, at least one.
    pub files: &'a [Attachment],
    pub delay: Delay,
    /// Whether a text came with them.
    pub has_text: bool,
}

/// Returns whether one of these attachments is answered even without text: a recording that is transcribed, a picture
/// that a model looks at, or, with a model, an attachment with content of its own, such as a place.
pub(crate) async fn are_answered(
    tx: &Tx,
    core: &Core,
    whose: (&Session, &User),
    attachments: &[Attachment],
) -> Result<bool> {
    let are_looked_at = pictures::are_looked_at(tx, core, whose, attachments).await?;
    Ok(attachments.iter().any(|it| is_answered(core, it, are_looked_at)))
}

fn is_answered(core: &Core, attachment: &Attachment, are_looked_at: bool) -> bool {
    (core.speech.is_some() && inbox::is_recording(attachment)) || is_shown(core, attachment, are_looked_at)
}

/// Returns whether a model can read or see something of an attachment. `are_looked_at` tells whether models look at
/// pictures.
fn is_shown(core: &Core, attachment: &Attachment, are_looked_at: bool) -> bool {
    (core.config.has_model() && attachment.speaks()) || (are_looked_at && inbox::is_picture(attachment))
}

/// Returns whether messages begin a turn.
pub(in crate::agent) async fn begin_turn(
    tx: &Tx,
    core: &Core,
    whose: (&Session, &User),
    messages: &[Sent<'_>],
) -> Result<bool> {
    // Recordings have been transcribed by now, or have no words.
    if messages.iter().any(Sent::has_text) {
        return Ok(true);
    }
    let files = || messages.iter().flat_map(|sent| &sent.message.attachments);
    let are_looked_at = pictures::are_looked_at(tx, core, whose, files()).await?;
    Ok(files().any(|it| is_shown(core, it, are_looked_at)))
}

/// Says what happens with files that no turn answers. A model answers the words that came with them.
pub(crate) async fn acknowledge(
    tx: &Tx,
    core: &Core,
    whose @ (_, user): (&Session, &User),
    files: &Files<'_>,
    now: Timestamp,
) -> Result<()> {
    let are_looked_at = pictures::are_looked_at(tx, core, whose, files.files).await?;
    let (answered, unread): (Vec<_>, Vec<_>) =
        files.files.iter().partition(|file| is_answered(core, file, are_looked_at));
    let Some(first) = unread.first() else { return Ok(()) };
    let has_text = files.has_text || !answered.is_empty();
    let keeps = core.config.has_model() && attachments::is_file(first);
    let most = largest(core, files.chat);
    let too_large = unread.iter().find(|file| keeps && file.size.is_some_and(|size| size > most));
    if keeps && has_text && too_large.is_none() {
        return Ok(());
    }
    let (chat, sender) = (files.chat.clone(), files.sender.to_owned());
    let source = OutboxKey::Files { kind: first.kind, chat, sender, sent_at: files.delay.sent_at };
    if !rows::of_source(tx, &source).await?.is_empty() {
        return Ok(());
    }
    let kinds: Vec<_> = unread.iter().map(|file| file.kind).collect();
    let said = match too_large {
        Some(file) => texts::too_large(file, most, has_text),
        None => texts::cannot_read(&kinds, has_text, keeps),
    };
    let said = match files.delay.is_late() {
        true => format!("{}\n\n{said}", texts::late_messages::opening(&files.delay, user.zone(core.zone))),
        false => said,
    };
    let reply_to = files.message.map(str::to_owned);
    let late = files.delay.is_late();
    let to = Address { reply_to, late, ..Address::new(files.chat.clone(), files.chat_kind) };
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await
}

/// Returns the size of the largest file of a chat that the bot can read, keep or send on, in bytes.
fn largest(core: &Core, chat: &ChatRef) -> u64 {
    let fetched = core.channels.get(&chat.channel).map_or(u64::MAX, |channel| channel.max_download());
    fetched.min(core.config.tools.files.max_file.max(MOST_READ as u64))
}

/// Acknowledges the albums among messages that are answered together.
pub(in crate::agent) async fn acknowledge_albums(
    tx: &Tx,
    core: &Core,
    whose @ (session, user): (&Session, &User),
    messages: &[Sent<'_>],
    now: Timestamp,
) -> Result<()> {
    let chat = session.chat();
    for sent in messages {
        let Some(album) = &sent.message.album else { continue };
        let has_text =
            messages.iter().any(Sent::has_text) || inbox::has_album(tx, &chat, album, true).await?;
        let files = Files {
            chat: &chat,
            chat_kind: session.chat_kind,
            sender: user.user_id.as_str(),
            message: sent.first().message_id.as_deref(),
            files: &sent.message.attachments,
            delay: sent.first().delay(),
            has_text,
        };
        acknowledge(tx, core, whose, &files, now).await?;
    }
    Ok(())
}

/// Notes the content of a message's attachments, such as a place. Other people's words are without secrets.
pub(super) async fn append_cards(
    tx: &Tx,
    core: &Core,
    (turn, user): (&TurnId, &User),
    message: &Message,
    now: Timestamp,
) -> Result<()> {
    let secrets = match message.attachments.iter().any(|attachment| attachment.card.is_some()) {
        true => Some(core.secrets_in(tx, &user.user_id).await?),
        false => None,
    };
    for attachment in &message.attachments {
        // The note is shortened, so secrets are redacted first.
        let card = attachment.card.clone().zip(secrets.as_ref());
        let card = card.map(|(card, secrets)| card.with_texts(|text| secrets.redact(text).into_owned()));
        if let Some(said) = cards::note(&Attachment { card, ..attachment.clone() }, message.forwarded) {
            let sources = cards::sources(attachment, message.forwarded);
            turns::append_note(tx, turn, &said, &sources, now).await?;
        }
    }
    Ok(())
}

/// Notes files that came before the messages of a turn.
pub(super) async fn note_before(
    tx: &Tx,
    session: &Session,
    (turn, files): (&TurnId, &[StoredAttachment]),
    now: Timestamp,
) -> Result<()> {
    let (mut late, mut silent) = (Vec::new(), Vec::new());
    for file in files {
        let belongs = inbox::belongs_to_answered_album(tx, &session.chat(), &file.message_id).await?;
        if belongs { &mut late } else { &mut silent }.push(file.clone());
    }
    for (files, came) in [(late, FilesCame::AfterTheirAlbum), (silent, FilesCame::WithoutAWord)] {
        if files.is_empty() {
            continue;
        }
        let sources = files.iter().map(|file| &file.untrusted).collect();
        turns::append_note(tx, turn, &texts::files_note(&files, came), &sources, now).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use adjutant_channel::{AttachmentKind, Card, Event};

    use super::*;
    use crate::testing::{Room, direct, message};

    #[tokio::test]
    async fn a_contact_s_words_lose_secrets_before_they_are_cut() {
        let room = Room::new().await;
        let name = format!("{} ghp_0123456789abcdefghijklmnopqrstuvwxyz", "x".repeat(290));
        let contact = Attachment {
            kind: AttachmentKind::Other,
            file_id: String::new(),
            unique_id: None,
            name: None,
            size: None,
            card: Card::contact(&name, ""),
            still: None,
            seconds: None,
        };
        let mut event = message("m1", "Who is this?");
        if let Event::Message { attachments, .. } = &mut event {
            attachments.push(contact);
        }
        room.happens("alice", &direct("alice"), 0, event).await;
        room.rests().await;
        let conversation = room.conversation();
        assert!(conversation.contains("x (secret)”"), "{conversation}");
        assert!(!conversation.contains("ghp"), "{conversation}");
    }
}
