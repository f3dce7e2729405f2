-- Lists of schedules show what is held of each.
CREATE INDEX runs_held_of_schedule ON runs (schedule_id, deliver_at) WHERE delivery = 'held';
