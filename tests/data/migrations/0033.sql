-- Rows as a database of version 33 has them, beside those of the versions before: half of what was read was cached.

UPDATE turns SET cached_tokens = input_tokens / 2;
UPDATE runs SET cached_tokens = input_tokens / 2;
UPDATE usage SET cached_tokens = input_tokens / 2;
