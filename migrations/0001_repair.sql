-- Brings a database that an early build made as version 1 to what version 1 is now.

ALTER TABLE strangers ADD COLUMN chat_kind TEXT NOT NULL DEFAULT 'direct' CHECK (chat_kind IN ('direct', 'group'));
CREATE INDEX inbox_written ON inbox (channel, chat, inbox_id) WHERE message_id IS NOT NULL;
ALTER TABLE turns RENAME COLUMN leg_started_at TO began_at;
ALTER TABLE turns DROP COLUMN leg;
ALTER TABLE turns ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
DROP INDEX outbox_by_message;
CREATE INDEX outbox_arrived ON outbox (channel, chat, outbox_id) WHERE message_id IS NOT NULL;
