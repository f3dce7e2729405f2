-- Strangers who wait for the owner: since when, the request to the owner that names them, and their first message.
ALTER TABLE strangers ADD COLUMN username TEXT;
ALTER TABLE strangers ADD COLUMN knocked_at INTEGER NOT NULL DEFAULT 0;  -- 0 if they do not wait
ALTER TABLE strangers ADD COLUMN asked_at INTEGER;        -- when the request was made
ALTER TABLE strangers ADD COLUMN first_event TEXT;        -- JSON, as the channel gave it; NULL once it is decided
ALTER TABLE strangers ADD COLUMN first_message TEXT;      -- its id on the platform
UPDATE strangers SET knocked_at = last_line_at WHERE state = 'waiting' AND last_line_at > 0;
CREATE INDEX strangers_knocking ON strangers (knocked_at) WHERE state = 'waiting' AND knocked_at > 0;
CREATE INDEX strangers_asked ON strangers (asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX strangers_first ON strangers (channel, chat, first_message) WHERE first_message IS NOT NULL;
CREATE INDEX strangers_by_age ON strangers (last_line_at) WHERE state = 'waiting' AND last_line_at > 0;
