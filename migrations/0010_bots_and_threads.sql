-- Delivery -----------------------------------------------------------------------------------------------------

-- For how long attempts at the message have failed, without the time in which nothing was tried, and when the last did.
ALTER TABLE outbox ADD COLUMN failing_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN failed_at INTEGER;
-- How many attempts ended in doubt although the platform took something else in the chat.
ALTER TABLE outbox ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0;

-- The messages of a channel by time: lost sends are looked for above what was known before them.
CREATE INDEX outbox_sent ON outbox (channel, sent_at) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_written_at ON inbox (channel, received_at) WHERE message_id IS NOT NULL;

-- Receiving ----------------------------------------------------------------------------------------------------

-- The bot that was the first to receive after this version was installed. Ids of events from before it, which name no
-- bot, are taken for this bot's.
CREATE TABLE first_bots (
    channel TEXT PRIMARY KEY,
    bot     TEXT NOT NULL             -- the platform's own id
) STRICT, WITHOUT ROWID;
