-- What a call would change, as it was when a person was asked about it: a digest; NULL where nothing is compared.
ALTER TABLE approvals ADD COLUMN basis TEXT;
