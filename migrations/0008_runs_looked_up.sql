-- How runs are looked up, where there are many: no question about a few of them reads the others. SQLite takes a partial
-- index only where its condition stands in the question word by word.
DROP INDEX runs_by_user;
CREATE INDEX runs_by_user ON runs (user_id, started_at);
DROP INDEX runs_under_way;
CREATE INDEX runs_under_way ON runs (schedule_id, due_at, status) WHERE finished_at IS NULL;
CREATE INDEX runs_at_work ON runs (user_id) WHERE status = 'running';
CREATE INDEX runs_failed ON runs (schedule_id, finished_at) WHERE status = 'failed';
CREATE INDEX runs_by_message ON runs (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (channel, chat, message_id) WHERE message_id IS NOT NULL;
