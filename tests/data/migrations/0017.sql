-- Rows as a database of version 17 has them, beside those of the versions before: a message that an answer offers.

INSERT INTO suggestions VALUES ('turn-1', 0, 'remind me in 1 hour to stretch');
