-- Rows as a database of version 40 has them, beside those of the versions before: a document that cannot be read.

UPDATE attachments SET given = 1, unreadable = 'is locked with a password' WHERE attachment_id = 'attachment-1';
