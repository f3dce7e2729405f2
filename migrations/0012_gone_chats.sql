-- A direct chat that can no longer be written to, since when; and the schedules of it that go on when its person writes
-- there again.
ALTER TABLE identities ADD COLUMN gone_at INTEGER;
ALTER TABLE schedules ADD COLUMN waits_for_return INTEGER NOT NULL DEFAULT 0;
CREATE INDEX identities_by_direct_chat ON identities (channel, direct_chat) WHERE direct_chat IS NOT NULL;
