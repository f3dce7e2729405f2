-- Rows as a database of version 38 has them, beside those of the versions before: a picture came during a turn.

INSERT INTO pictures (turn_id, ordinal, attachment_id, responses) SELECT turn_id, 2, 'attachment-1', 1 FROM turns LIMIT 1;
