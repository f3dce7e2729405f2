-- The release of the time zone data by which due times were last computed.
ALTER TABLE last_run ADD COLUMN zone_data TEXT;
