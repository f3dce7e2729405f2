-- Brings a database that an early build made as version 2 to what version 2 is now.

CREATE INDEX sessions_by_run ON sessions (run_id) WHERE run_id IS NOT NULL;
ALTER TABLE scratchpads ADD COLUMN untrusted TEXT;
