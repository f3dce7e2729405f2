INSERT INTO allowed VALUES ('telegram:43');
