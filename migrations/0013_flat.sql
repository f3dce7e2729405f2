-- What is looked up by something that no index began with, so that the whole table was read. Most of these indexes hold
-- rows that are seldom written, or few of them.

CREATE INDEX sessions_by_chat ON sessions (channel, chat);
CREATE INDEX turns_waiting ON turns (session_id) WHERE state = 'waiting';
CREATE INDEX users_owner ON users (role) WHERE role = 'owner';
CREATE INDEX identities_by_link ON identities (user_id) WHERE by_link;
DROP INDEX grants_by_user;
CREATE INDEX grants_by_user ON grants (user_id, tool);
CREATE INDEX leases_held ON leases (owner) WHERE expires_at > 0;
CREATE INDEX vector_blocks_by_space ON vector_blocks (space_id);

-- For retention and for forgetting, also by what refers to a row that goes.
CREATE INDEX attachments_by_age ON attachments (created_at);
CREATE INDEX sessions_of_runs ON sessions (created_at) WHERE kind = 'run';
CREATE INDEX note_lists_by_age ON note_lists (created_at);
CREATE INDEX note_lists_by_session ON note_lists (session_id);
CREATE INDEX schedule_lists_by_age ON schedule_lists (created_at);
CREATE INDEX schedule_lists_by_session ON schedule_lists (session_id);
CREATE INDEX missed_by_user ON missed (user_id);
CREATE INDEX approvals_by_decider ON approvals (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX approvals_by_reason ON approvals (why_from) WHERE why_from IS NOT NULL;

-- The users of people who have accounts, none of which is served now. Asked for one user, it reads that person's rows
-- only.
DROP VIEW away;
CREATE VIEW away (user_id) AS
    SELECT u.user_id FROM users u
    WHERE EXISTS (SELECT 1 FROM same_person p JOIN identities i ON i.user_id = p.member
                  WHERE p.user_id = u.user_id AND i.admission = 'listed')
        AND NOT EXISTS (SELECT 1 FROM same_person q JOIN served_identities s ON s.user_id = q.member
                        WHERE q.user_id = u.user_id);
