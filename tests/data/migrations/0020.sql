-- Rows as a database of version 20 has them, beside those of the versions before: which time zone data counted.

UPDATE last_run SET zone_data = '2026f';
