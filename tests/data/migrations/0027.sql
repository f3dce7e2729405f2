-- Rows as a database of version 27 has them, beside those of the versions before: a server that everybody may read from.

INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id, created_at, for_everybody)
VALUES ('grant-27', 'user-alice', 'web_fetch', 'kind:https://example.org', 'example.org', 'always', 0, 'approval-27',
        1777622400000, 1);
