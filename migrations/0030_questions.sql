-- What the model asks the person of a turn: {"options": ["…"], "several": false}; NULL where a call needs a decision.
ALTER TABLE approvals ADD COLUMN question TEXT;
-- What they have marked so far, and then their answer: {"chosen": [0], "text": "…"}.
ALTER TABLE approvals ADD COLUMN answer TEXT;
