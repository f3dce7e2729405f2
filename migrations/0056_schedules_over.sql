-- Schedules that are over are deleted with age.
CREATE INDEX schedules_over ON schedules (updated_at) WHERE status = 'completed';
