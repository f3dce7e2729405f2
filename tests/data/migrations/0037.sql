-- Rows as a database of version 37 has them, beside those of the versions before: tasks have a model of their own.

UPDATE schedules SET model = 'local' WHERE reminder = 0;
