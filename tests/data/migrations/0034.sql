-- Rows as a database of version 34 has them, beside those of the versions before: a turn that the next message ended.

UPDATE turns SET interrupted = cancel_requested;
