-- What turns and runs take, beside tokens and money.

-- Calls of the model, and milliseconds at work.
ALTER TABLE usage ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN millis INTEGER NOT NULL DEFAULT 0;
-- The person was told that little of the day's budget is left.
ALTER TABLE usage ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;

-- Milliseconds at work, in all attempts.
ALTER TABLE runs ADD COLUMN millis INTEGER NOT NULL DEFAULT 0;
