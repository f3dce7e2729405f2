-- When a process last ran, by a clock that it had reason to believe: at the next start, a clock far ahead of it is
-- believed only once something confirms it.
CREATE TABLE last_run (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
-- A process renews its leases, for half a minute, for as long as it runs.
INSERT INTO last_run SELECT 1, at FROM (
    SELECT max(at) AS at FROM (
        SELECT max(received_at) AS at FROM inbox
        UNION ALL SELECT max(expires_at) - 30000 FROM leases WHERE expires_at > 30000))
WHERE at IS NOT NULL;
