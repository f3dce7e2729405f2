-- Rows as a database of version 31 has them, beside those of the versions before: a picture that a turn is looking at, and
-- one that could not be drawn.

INSERT INTO pictures SELECT turn_id, 0, 'attachment-1', NULL, NULL, NULL, 0 FROM turns LIMIT 1;
INSERT INTO pictures SELECT turn_id, 1, NULL, 'call-1', '{"refused":"damaged"}', NULL, 1 FROM turns LIMIT 1;
