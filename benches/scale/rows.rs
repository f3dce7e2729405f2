//! The SQL for rows that are created in bulk.

use crate::{
    fill::{ANSWERED, SAID, TEXTS},
    platform::CHANNEL,
};

/// Returns the statements that create the turns of the plan, without messages from before a time, which would be
/// deleted already.
pub fn statements_of_turns(messages_from: i64) -> Vec<String> {
    let (turn, session, user) = (id_at("turn", "at", "p.n"), id("session", "person"), id("user", "person"));
    // The number of the text that a person writes, or that answers it, in a turn.
    let n = format!("((person * 7919 + seq * 104729) % {TEXTS})");
    let terms = |kind: &str| format!("(SELECT terms FROM texts WHERE kind = '{kind}' AND n = {n})");
    let text = |kind: &str| format!("texts t ON t.kind = {kind} AND t.n = {n}");
    let both = "(SELECT 0 AS k UNION ALL SELECT 1)";
    vec![
        format!(
            "INSERT INTO turns (turn_id, session_id, seq, state, reply_to, steps, began_at, input_tokens,
                 output_tokens, started_at, finished_at)
             SELECT {turn}, {session}, seq, 'done', 3 * n, 1, at, 2000, 50, at, at + 3 FROM plan p ORDER BY n"
        ),
        format!(
            "INSERT INTO entries (entry_id, turn_id, role, text, segment, created_at)
             SELECT 2 * p.n + 1 + k, {turn}, iif(k, 'assistant', 'user'), text, 0, at + 3 * k
             FROM plan p CROSS JOIN {both} CROSS JOIN {} ORDER BY p.n, k",
            text(&format!("iif(k, '{ANSWERED}', '{SAID}')"))
        ),
        format!(
            "INSERT INTO entries_fts (rowid, owner, text)
             SELECT 2 * n + 1 + k, {}, iif(k, {}, {}) FROM plan p CROSS JOIN {both} ORDER BY n, k",
            owner("person"),
            terms(ANSWERED),
            terms(SAID)
        ),
        format!(
            "INSERT INTO inbox (inbox_id, channel, external_id, chat, session_id, kind, message_id, body, state,
                 turn_id, sent_at, received_at, user_id)
             SELECT p.n + 1, '{CHANNEL}', 3 * p.n + 2, 'person' || person, {session}, 'message', 3 * p.n,
                 json_object('text', text, 'forwarded', json('false')), 'done', {turn}, at, at, {user}
             FROM plan p CROSS JOIN {} WHERE at >= {messages_from} ORDER BY p.n",
            text(&format!("'{SAID}'"))
        ),
        format!(
            "INSERT INTO outbox (outbox_id, source, segment, part, channel, chat, thread, chat_kind, reply_to,
                 content, state, in_flight, message_id, claimed_by, created_at, attempt_at, sent_at)
             SELECT p.n + 1, {turn}, 0, 0, '{CHANNEL}', 'person' || person, '', 'direct', 3 * p.n,
                 json_object('body', json_object('text', text)), 'done',
                 json_object('body', json_object('text', text)), 3 * p.n + 1, 'process-of-the-past', at + 3,
                 at + 3, at + 4
             FROM plan p CROSS JOIN {} WHERE at >= {messages_from} ORDER BY p.n",
            text(&format!("'{ANSWERED}'"))
        ),
    ]
}

/// Returns the SQL for an id of a kind, given its number.
pub fn id(kind: &str, n: &str) -> String {
    format!("printf('{kind}-01900000-0000-7000-8000-%012x', {n})")
}

/// Returns the SQL for the id of a row that was created at a time.
pub fn id_at(kind: &str, at: &str, n: &str) -> String {
    format!("printf('{kind}-%08x-%04x-7000-8000-%012x', {at} >> 16, {at} & 65535, {n})")
}

/// Returns the SQL for a person's token in the full-text index.
pub fn owner(person: &str) -> String {
    format!("replace({}, '-', '')", id("user", person))
}
