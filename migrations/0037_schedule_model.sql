-- The name of the model that works on a schedule's runs, [models.NAME]; NULL for the usual one of runs.
ALTER TABLE schedules ADD COLUMN model TEXT;
