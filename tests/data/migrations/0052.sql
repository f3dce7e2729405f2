-- Rows as a database of version 52 has them, beside those of the versions before: of one day it is known which models alice
-- used.

INSERT INTO usage_by_model (user_id, day, model, steps) VALUES
    ('user-alice', '2026-04-30', 'openai gpt-5', 2), ('user-alice', '2026-04-30', 'openai gpt-5-mini', 1);
