-- Rows as a database of version 1 has them: one of each, of alice's, with bob and carol about.

INSERT INTO users VALUES ('user-alice', 'owner', 'alice', 1777622400000), ('user-bob', 'member', 'bob', 1777622400000);
INSERT INTO identities VALUES ('telegram', '42', 'user-alice', 'owner', '42', 1777622400000),
    ('web', 'owner', 'user-alice', 'owner', NULL, 1777622400000), ('telegram', '43', 'user-bob', 'listed', '43', 1777622400000);
INSERT INTO owner_code VALUES (1, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 1777622400000, NULL);
INSERT INTO strangers VALUES ('telegram', '44', 'knock-1', 'carol', '44', 'direct', 'waiting', 1777622400000, 0);

INSERT INTO sessions VALUES
    ('session-alice', 'chat', 'telegram', '42', '', 'direct', 'user-alice', NULL, 0, 1777622400000),
    ('session-group', 'chat', 'telegram', '-100', '7', 'group', 'user-bob', NULL, 0, 1777622400000),
    ('session-run', 'run', 'telegram', '42', '', 'direct', 'user-alice', 'run-1', 0, 1777622400000);
INSERT INTO inbox VALUES
    (1, 'telegram', 'update-1', '42', 'session-alice', 'message', '100', '{"text":"what is the wifi code?","forwarded":false}', 'taken', 'turn-1', 1777622400000, 1777622400000),
    (2, 'telegram', 'update-2', '42', 'session-alice', 'message', '102', '{"text":"and fetch the page","forwarded":false}', 'waiting', NULL, 1777622400000, 1777622400000),
    (3, 'telegram', 'update-3', '42', NULL, 'control', NULL, '{}', 'done', NULL, 1777622400000, 1777622400000);
INSERT INTO turns VALUES ('turn-1', 'session-alice', 0, 'waiting', 0, NULL, 0, 1, 2, 1777622400000, 120, 30, 0, 1777622400000, NULL);
INSERT INTO entries VALUES (1, 'turn-1', 'user', 'what is the wifi code?', 0, 1777622400000),
    (2, 'turn-1', 'note', '[a note]', 0, 1777622400000), (3, 'turn-1', 'assistant', 'Let me see.', 0, 1777622400000);
INSERT INTO entries_fts (rowid, owner, text) VALUES (1, 'useralice', 'what is the wifi code?'), (3, 'useralice', 'Let me see.');
INSERT INTO tool_calls VALUES ('call-1', 'turn-1', 3, 0, 'c1', 'web_fetch', '{"url":"https://example.com/"}', 'asking',
    'pending: waiting for the person''s approval', NULL, NULL);

INSERT INTO approvals VALUES ('approval-1', 'call-1', 'turn-1', 'session-alice', 'user-alice', 1, 'web_fetch',
    '{"url":"https://example.com/"}', 'fc3bcafb91730693484452065cac4cc17786f2307976d83295ada192d2f86e8e',
    'Fetch https://example.com/', 'The host example.com is not on the list of allowed hosts.', 'example.com', 'pending', 0,
    NULL, 1777622400000, 1777708800000, NULL);
INSERT INTO grants VALUES ('user-alice', 'web_fetch', 'example.org', 'approval-0', 1777622400000, NULL);

INSERT INTO scratchpads VALUES ('session-alice', '["buy oats"]', 1777622400000);
INSERT INTO notes VALUES (1, 'note-1', 'user-alice', 'The wifi code is 4711.', '["home"]', 1777622400000, 1777622400000);
INSERT INTO notes_fts (rowid, owner, content, tags) VALUES (1, 'useralice', 'The wifi code is 4711.', 'home');

INSERT INTO schedules VALUES ('schedule-1', 'user-alice', 'session-alice', 'stretch', 'Stretch!', 1, 'interval', '3600',
    'Europe/Paris', 'always', 'active', 0, 1777626000000, 1777629600000, 1777622400000, 1777622400000);
INSERT INTO runs VALUES ('run-1', 'schedule-1', 'user-alice', 0, 1777626000000, 'succeeded', 'delivered',
    '{"send":true,"reason":"due"}', 'Stretch!', NULL, 0, '101', 1777626000000, 1777626000500);

INSERT INTO outbox VALUES
    (1, 'prompt-3', 0, 0, 'telegram', '42', '', 'direct', NULL, '{"body":{"text":"Fetch?"},"buttons":[[{"label":"Approve","data":"a:y:approval-1","style":"primary"}]]}', 'done', '{"body":{"text":"Fetch?"},"buttons":[[{"label":"Approve","data":"a:y:approval-1","style":"primary"}]]}', '103', 'process-1', 0, 0, NULL, 0, NULL, 1777622400000, 1777622400000),
    (2, 'turn-1', 0, 0, 'telegram', '42', '', 'direct', NULL, '{"body":{"text":"Let me see."}}', 'pending', NULL, NULL, NULL, 0, 0, NULL, 0, NULL, 1777622400000, NULL);

INSERT INTO leases VALUES ('session-alice', 'process-1', 3, 1777622430000);
INSERT INTO usage VALUES ('user-alice', '2026-05-01', 1, 120, 30, 0);
