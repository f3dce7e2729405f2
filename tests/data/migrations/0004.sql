-- Rows as a database of version 4 has them, beside those of the versions before.

INSERT INTO notes (note_id, user_id, content, tags, created_at, updated_at, session_id, message_id, shareable)
    VALUES ('note-4', 'user-alice', 'The shed key hangs by the door.', '[]', 1777622400000, 1777622400000, 'session-alice', '17', 1);
INSERT INTO note_lists (list_id, session_id, purpose, query, found, page, editing, edit_until, created_at)
    VALUES (1, 'session-alice', 'browse', 'shed', '["note-4"]', 0, 'note-4', 1777623000000, 1777622400000);
INSERT INTO summaries VALUES ('session-alice', 0, 1, 'Decided: oats.', NULL, 'turn-1', 0, '[]', 1777622400000);
INSERT INTO vector_spaces VALUES (1, 'sample', 2, 1, 1777622400000);
INSERT INTO vector_blocks VALUES (1, 'user-alice', 1, 'note', x'020000000000000003');
INSERT INTO vectors VALUES (1, 1, 'note', (SELECT rowid FROM notes WHERE note_id = 'note-4'), x'ff7f0000');
INSERT INTO unindexed (kind, row, part) VALUES ('note', (SELECT rowid FROM notes WHERE note_id = 'note-4'), 'words');
INSERT INTO notes_fts (rowid, owner, content, tags)
    VALUES ((SELECT rowid FROM notes WHERE note_id = 'note-4'), 'useralice', 'the shed key hang by the door', '');
INSERT INTO entries_fts (rowid, owner, text, around) VALUES (1, 'useralice', 'what is the wifi code', 'let me see');
INSERT INTO inbox (channel, external_id, chat, kind, message_id, body, state, sent_at, received_at, user_id)
    VALUES ('telegram', 'update-4', '-100', 'control', '44', '{"text":"/status"}', 'done', 1777622400000, 1777622400000, 'user-alice');
INSERT INTO exports VALUES ('export-1', 'user-alice', 'telegram', '42', '', 0, 0, 1777622400000);
INSERT INTO forgettings VALUES ('forgetting-1', 'deleting', 'user-gone', 'telegram', '45', '45', 'salt', 1, 1, 1777622400000, 1777623000000);
INSERT INTO forgotten_users VALUES ('user-gone', 'forgetting-1', NULL);
INSERT INTO forgotten_identities VALUES ('forgetting-1', 'telegram', '45', '45');
