-- Programs that a person lets use their memory, schedules and files over MCP.
CREATE TABLE mcp_clients (
    client_id    TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (user_id),
    name         TEXT NOT NULL,
    digest       TEXT NOT NULL UNIQUE,  -- SHA-256 of its token, which is stored nowhere else
    session_id   TEXT NOT NULL REFERENCES sessions (session_id),  -- the conversation in which it was made, where it asks
    shown_by     TEXT,                  -- the source of the message that shows the token; NULL once it does not
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    UNIQUE (user_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX mcp_clients_by_session ON mcp_clients (session_id);

-- The client whose connection a session of kind 'run' is.
ALTER TABLE sessions ADD COLUMN client TEXT;
CREATE INDEX sessions_of_clients ON sessions (client, created_at) WHERE client IS NOT NULL;
