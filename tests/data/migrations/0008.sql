-- Rows as a database of version 8 has them, beside those of the versions before: what was said about alice in a group.

INSERT INTO outbox (source, segment, part, channel, chat, thread, chat_kind, content, state, message_id, created_at)
    SELECT source, 0, 0, 'telegram', '-100', '7', 'group', '{"body":{"text":"alice"}}', 'done', 'm-' || source,
           1777622400000
    FROM (SELECT 'day-user-alice-2026-05-01' AS source UNION ALL SELECT 'missed-run-6' UNION ALL SELECT 'delegate-call-1'
          UNION ALL SELECT 'reminder-1' UNION ALL SELECT 'paused-user-alice-schedule-1-1777622400000');
