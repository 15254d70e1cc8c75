CREATE TABLE tables (
	id VARCHAR(24) NOT NULL,
	game VARCHAR(40) NOT NULL,
	rules INTEGER NOT NULL,
	scenario VARCHAR(40) NOT NULL,
	options TEXT NOT NULL,
	dice TEXT NOT NULL,
	opening TEXT NOT NULL,
	seats TEXT NOT NULL,
	parent VARCHAR(24) NOT NULL,
	created VARCHAR(32) NOT NULL,
	updated VARCHAR(32) NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE chat (
	id SERIAL NOT NULL,
	table_id VARCHAR(24) NOT NULL,
	name VARCHAR(40) NOT NULL,
	text TEXT NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE INDEX ix_chat_table_id ON chat (table_id);
CREATE TABLE keys (
	hash VARCHAR(64) NOT NULL,
	table_id VARCHAR(24) NOT NULL,
	kind VARCHAR(8) NOT NULL,
	sides VARCHAR(80) NOT NULL,
	name VARCHAR(40) NOT NULL,
	notes TEXT NOT NULL,
	email VARCHAR(120) NOT NULL,
	PRIMARY KEY (hash),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE INDEX ix_keys_table_id ON keys (table_id);
CREATE TABLE log (
	table_id VARCHAR(24) NOT NULL,
	n INTEGER NOT NULL,
	kind VARCHAR(12) NOT NULL,
	side VARCHAR(20) NOT NULL,
	text TEXT NOT NULL,
	idem VARCHAR(64),
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (table_id, n),
	UNIQUE (table_id, idem),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
