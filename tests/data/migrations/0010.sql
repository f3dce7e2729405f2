-- Rows as a database of version 10 has them, beside those of the versions before: the bot whose events came in before,
-- and a message of alice's that Telegram has failed to take for an hour.

INSERT INTO first_bots (channel, bot) VALUES ('telegram', '7000001');
UPDATE outbox SET failing_ms = 3600000, failed_at = 1777622400000, doubts = 2 WHERE state = 'pending';
