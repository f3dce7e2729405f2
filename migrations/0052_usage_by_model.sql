-- What each person's turns, recordings and spoken answers have used by UTC day and model: as table `usage` sums it up. Days
-- from before have no rows here.

CREATE TABLE usage_by_model (
    user_id       TEXT NOT NULL REFERENCES users (user_id),
    day           TEXT NOT NULL,               -- YYYY-MM-DD
    model         TEXT NOT NULL,               -- its name for people: openai gpt-5
    steps         INTEGER NOT NULL DEFAULT 0,  -- calls of the model
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost_micros   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, day, model)
) STRICT, WITHOUT ROWID;
