-- Why the text of a file that came with a message cannot be read, as the end of a sentence about the file; NULL: it can, or
-- nobody has tried.
ALTER TABLE attachments ADD COLUMN unreadable TEXT;
