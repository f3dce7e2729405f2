-- Whether a turn was asked to stop by the person's next message, and not by a command: then it keeps what it has written.
ALTER TABLE turns ADD COLUMN interrupted INTEGER NOT NULL DEFAULT 0;
