-- What visitors of a website have sent by its contact form.
CREATE TABLE site_messages (
    message_id  TEXT PRIMARY KEY,
    site_id     TEXT NOT NULL REFERENCES sites (site_id),
    page        TEXT NOT NULL,           -- the title of the page with the form; empty if unknown
    name        TEXT NOT NULL,           -- this and the next two as the visitor wrote them
    email       TEXT NOT NULL,
    message     TEXT NOT NULL,
    address     TEXT NOT NULL,           -- keyed digest of the visitor's network address
    content     TEXT NOT NULL,           -- SHA-256 of what was written, by which a repetition is known
    received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX site_messages_by_site ON site_messages (site_id, received_at);
CREATE INDEX site_messages_by_address ON site_messages (site_id, address, received_at);
CREATE INDEX site_messages_by_content ON site_messages (site_id, content, received_at);
CREATE INDEX site_messages_by_age ON site_messages (received_at);

-- Whose messages a website takes no more. A row outlives the message, so that its button still takes it back.
CREATE TABLE site_blocked_senders (
    message_id TEXT PRIMARY KEY,         -- the message below which the owner pressed
    site_id    TEXT NOT NULL REFERENCES sites (site_id),
    email      TEXT NOT NULL,            -- in lower case
    address    TEXT NOT NULL,            -- as in site_messages
    blocked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX site_blocked_senders_by_email ON site_blocked_senders (site_id, email);
CREATE INDEX site_blocked_senders_by_address ON site_blocked_senders (site_id, address);
CREATE INDEX site_blocked_senders_by_time ON site_blocked_senders (site_id, blocked_at);

-- The keys of the digests of addresses.
CREATE TABLE site_address_keys (
    site_id TEXT PRIMARY KEY REFERENCES sites (site_id),
    sealed  TEXT NOT NULL                -- Base64; the vault opens it
) STRICT;
