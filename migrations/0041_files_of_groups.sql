-- The conversation in which a file was saved: in a group, memory_search finds the documents that were saved there. NULL: it was
-- saved or changed in several chats, or before this column.
ALTER TABLE file_origins ADD COLUMN session_id TEXT;
