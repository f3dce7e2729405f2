-- What a model says that it reasoned before it; NULL unless the person wants to see it.
ALTER TABLE entries ADD COLUMN reasoning TEXT;
