-- Rows as a database of version 36 has them, beside those of the versions before: a person sees what the model reasons.

UPDATE entries SET reasoning = 'They want to know.' WHERE role = 'assistant';
