-- How many responses a turn had when a picture came with a message: it stands behind them.
ALTER TABLE pictures ADD COLUMN responses INTEGER NOT NULL DEFAULT 0;
