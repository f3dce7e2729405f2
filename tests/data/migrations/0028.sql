-- Rows as a database of version 28 has them, beside those of the versions before: an MCP client, and a connection of it.

INSERT INTO mcp_clients (client_id, user_id, name, digest, session_id, created_at)
VALUES ('client-1', 'user-alice', 'laptop', 'digest-1', 'session-alice', 1777622400000);
INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, created_at, client)
VALUES ('session-client-1', 'run', 'telegram', '42', '', 'direct', 'user-alice', 1777622400000, 'client-1');
