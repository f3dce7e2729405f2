-- Rows as a database of version 2 has them, beside those of version 1.

UPDATE users SET approver = 1 WHERE user_id = 'user-bob';
INSERT INTO sessions VALUES
    ('session-specialist', 'run', 'telegram', '42', '', 'direct', 'user-alice', NULL, 0, 1777622400000, 'researcher', 'call-1');
INSERT INTO tool_outputs VALUES ('call-1', 'session-alice', 'a long page', 1777708800000);
INSERT INTO toolset_state VALUES ('session-alice', 'schedules', '{}', 1777622400000);
INSERT INTO attachments VALUES ('attachment-1', 'session-alice', '100', '{"kind":"photo","file_id":"f","name":null,"size":9}', 0, 1777622400000);
INSERT INTO grants VALUES ('grant-1', 'user-alice', 'http_post', 'kind:example.com', 'example.com', 'conversation',
    'session-alice', 0, 1, 'approval-1', 1777622400000, NULL, NULL, NULL);
INSERT INTO audit VALUES (1, 1777622400000, 'decision', 'user-alice', 'user-alice', 'session-alice', 'call-1', 'web_fetch',
    'approved', '{"scope":"once"}');
