-- A web server that the owner allows everybody to read from.
ALTER TABLE grants ADD COLUMN for_everybody INTEGER NOT NULL DEFAULT 0;
CREATE INDEX grants_for_everybody ON grants (pattern) WHERE for_everybody = 1;
