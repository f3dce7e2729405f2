-- Rows as a database of version 3 has them, beside those of the versions before.

INSERT INTO links VALUES ('link-1', 'hash', 'asked', 1777622400000, 1777623000000);
INSERT INTO link_sides VALUES
    ('link-1', 'maker', 'telegram', '42', '42', 'alice', 1),
    ('link-1', 'typist', 'discord', '1234', '5678', 'alice', 0);
INSERT INTO link_guesses VALUES ('discord', '4321', 2, 1777622400000);
INSERT INTO channel_marks VALUES ('discord', '1234567890', 1777622400000);
INSERT INTO missed VALUES ('telegram', '42', '', 'user-alice', 0, 3, 1777600800000);
