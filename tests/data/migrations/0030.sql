-- Rows as a database of version 30 has them, beside those of the versions before: a question with two options, of which
-- one is marked.

UPDATE approvals SET question = '{"options":["Red","Blue"],"several":true}', answer = '{"chosen":[1]}'
WHERE state = 'pending';
