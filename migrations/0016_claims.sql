-- How many times a message was claimed to be sent: the number of a claim is the token that its outcome carries.
ALTER TABLE outbox ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
