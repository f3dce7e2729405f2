-- Rows as a database of version 32 has them, beside those of the versions before: a saved document, of which one passage has
-- been stored, and another that is being removed.

INSERT INTO documents (document_id, user_id, path, bytes, modified_at, state)
    SELECT 101, user_id, '/shared/report.pdf', 1000, 1777620000000, 'waiting' FROM users ORDER BY user_id LIMIT 1;
INSERT INTO documents (document_id, user_id, path, bytes, modified_at, state)
    SELECT 102, user_id, '/shared/report.pdf', 900, 1777610000000, 'gone' FROM users ORDER BY user_id LIMIT 1;
INSERT INTO passages (row, document_id, number, place, heading, text)
    VALUES (1, 101, 1, 'page 1', 'Results', 'The survey took a year.');
INSERT INTO passages_fts (rowid, owner, text) SELECT 1, replace(user_id, '-', ''), 'the survey took a year' FROM documents WHERE document_id = 101;
INSERT INTO unindexed (kind, row, part) VALUES ('document', 1, 'vector');
