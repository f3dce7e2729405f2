-- Rows as a database of version 29 has them, beside those of the versions before: a request that says what it is about.

UPDATE approvals SET basis = 'digest-2' WHERE state = 'pending';
