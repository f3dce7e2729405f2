-- The messages of an album after its first one, whose id stands in its row of the outbox.
CREATE TABLE album_messages (
    outbox_id  INTEGER NOT NULL REFERENCES outbox (outbox_id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,      -- of its file in the album, from 1: the first file's is 0
    message_id TEXT NOT NULL,
    PRIMARY KEY (outbox_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_messages_by_message ON album_messages (message_id);

-- A row that is sent anew, or to another chat, has no messages until it has arrived there.
CREATE TRIGGER album_is_sent_anew AFTER UPDATE OF message_id ON outbox WHEN NEW.message_id IS NULL
BEGIN DELETE FROM album_messages WHERE outbox_id = NEW.outbox_id; END;

-- Telegram alone gives each file a message; the ids of those that were sent before followed one another.
INSERT INTO album_messages (outbox_id, place, message_id)
SELECT o.outbox_id, f.key + 1, CAST(CAST(o.message_id AS INTEGER) + f.key + 1 AS TEXT)
FROM outbox o, json_each(o.content, '$.more') f
WHERE o.channel = 'telegram' AND o.message_id IS NOT NULL;
