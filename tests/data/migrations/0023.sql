-- Rows as a database of version 23 has them, beside those of the versions before: a stranger who waits.

INSERT INTO strangers (channel, external_id, knock_token, name, chat, chat_kind, state, last_line_at, wrong_codes,
    username, knocked_at, asked_at, first_event, first_message)
VALUES ('telegram', '45', 'knock-2', 'dave', '45', 'direct', 'waiting', 1777622400000, 0, 'dave', 1777622400000,
    1777622400000, '{}', '7');
