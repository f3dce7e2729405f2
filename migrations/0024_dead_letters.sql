-- The dead letters of one chat are found without reading everybody's.
CREATE INDEX outbox_dead_of_chat ON outbox (channel, chat, outbox_id) WHERE state = 'dead';
