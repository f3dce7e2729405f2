//! Chats whose id the platform has changed.

use adjutant_channel::ChatRef;
use anyhow::Result;

use crate::db::{Tx, params};

/// Moves the open work of a chat to the chat's new id.
///
/// The new chat counts its messages from the beginning, so none of the old message ids is valid there. Past messages
/// keep the old chat's id: a press below one is still recognised, and a reply in the new chat is not mistaken for a
/// reply to one. Messages that wait for delivery are sent as new messages, and quote nothing. So are the prompts that
/// wait for a decision, because nobody can press the buttons of the old chat any more.
pub async fn migrate_chat(tx: &Tx, channel: &str, from: &str, to: &str) -> Result<()> {
    for sql in [
        "UPDATE turns SET reply_to = NULL WHERE state = 'running'
             AND session_id IN (SELECT session_id FROM sessions WHERE channel = ?1 AND chat = ?2)",
        "UPDATE turns SET reply_to = NULL WHERE state = 'waiting'
             AND session_id IN (SELECT session_id FROM sessions WHERE channel = ?1 AND chat = ?2)",
        "UPDATE runs SET message_id = NULL
         WHERE message_id IS NOT NULL AND schedule_id IN (
             SELECT c.schedule_id FROM sessions o CROSS JOIN schedules c USING (session_id)
             WHERE o.channel = ?1 AND o.chat = ?2)",
    ] {
        tx.execute(sql, params![channel, from]).await?;
    }
    for sql in [
        // Only an open turn has a draft.
        "UPDATE outbox SET chat = ?3, message_id = NULL, reply_to = NULL
         WHERE channel = ?1 AND chat = ?2 AND state = 'draft' AND source IN (
             SELECT turn_id FROM sessions s CROSS JOIN turns t USING (session_id)
             WHERE s.channel = ?1 AND s.chat = ?2 AND t.state = 'running'
             UNION ALL SELECT turn_id FROM sessions s CROSS JOIN turns t USING (session_id)
             WHERE s.channel = ?1 AND s.chat = ?2 AND t.state = 'waiting')",
        // A prompt, with the texts above it that it has no room for.
        "UPDATE outbox SET chat = ?3, message_id = NULL, reply_to = NULL, sent_at = NULL, claim = claim + 1,
             state = 'pending'
         WHERE channel = ?1 AND chat = ?2 AND state = 'done' AND outbox_id IN (
             SELECT w.outbox_id FROM approvals a
             CROSS JOIN outbox p USING (outbox_id) CROSS JOIN outbox w USING (source, segment)
             WHERE a.state = 'pending' AND p.channel = ?1 AND p.chat = ?2)",
        // A message that is being sent is moved once the platform has refused it.
        "UPDATE outbox SET chat = ?3, message_id = NULL, reply_to = NULL, claim = claim + 1
         WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown') AND state <> 'sending'",
        // A person who already has a conversation in the new chat keeps both.
        "UPDATE sessions SET chat = ?3 WHERE channel = ?1 AND chat = ?2 AND (kind <> 'chat' OR NOT EXISTS (
             SELECT 1 FROM sessions n WHERE n.kind = 'chat' AND n.channel = ?1 AND n.chat = ?3
                 AND n.thread = sessions.thread AND n.user_id = sessions.user_id))",
        "UPDATE site_shares SET chat = ?3 WHERE channel = ?1 AND chat = ?2
             AND NOT EXISTS (SELECT 1 FROM site_shares n WHERE n.channel = ?1 AND n.chat = ?3)",
    ] {
        tx.execute(sql, params![channel, from, to]).await?;
    }
    // Where the reason for a denial, or an answer in words, is awaited.
    let place =
        |chat: &str| ChatRef { channel: channel.to_owned(), chat: chat.to_owned(), thread: None }.to_string();
    tx.execute(
        "UPDATE approvals SET why_chat = ?2 WHERE state = 'pending' AND why_chat = ?1",
        params![place(from), place(to)],
    )
    .await?;
    Ok(())
}
