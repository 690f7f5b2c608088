-- A database with what importers meet; made into a file by the tests.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  display_name VARCHAR(80) DEFAULT 'it''s me',
  is_admin BOOLEAN NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  balance DECIMAL(10,2) DEFAULT 0.00,
  avatar BLOB,
  parent_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  score,
  full TEXT GENERATED ALWAYS AS (display_name || email) VIRTUAL
);
CREATE TABLE orders (
  order_no TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  shipped_by INTEGER REFERENCES users(id),
  total REAL CHECK (total >= 0),
  note TEXT
);
CREATE TABLE order_items (
  order_no TEXT NOT NULL REFERENCES orders, line INT NOT NULL, qty SMALLINT DEFAULT (1),
  PRIMARY KEY (order_no, line)
) WITHOUT ROWID;
CREATE TABLE tags (name TEXT PRIMARY KEY NOT NULL);
CREATE TABLE order_tags (
  order_no TEXT REFERENCES orders(order_no) ON DELETE CASCADE, tag TEXT REFERENCES tags(name) ON DELETE RESTRICT,
  PRIMARY KEY (order_no, tag)
);
CREATE TABLE follows (
  follower_id INTEGER REFERENCES users(id), followee_id INTEGER REFERENCES users(id),
  UNIQUE (follower_id, followee_id)
);
CREATE TABLE profiles (user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE, bio TEXT);
CREATE TABLE "weird ""name"".x" ("a b" TEXT, "class" INT, "a.b" INT, "$x" INT, "CREATE" TEXT, hashValue TEXT);
CREATE TABLE eggs (id INTEGER PRIMARY KEY, hen INTEGER NOT NULL REFERENCES hens(id));
CREATE TABLE hens (id INTEGER PRIMARY KEY, egg INTEGER NOT NULL REFERENCES eggs(id));
CREATE TABLE parcels (a TEXT, b INT, gone INTEGER REFERENCES nowhere(id), FOREIGN KEY (a, b) REFERENCES order_items(order_no, line));
CREATE INDEX orders_total ON orders(total DESC, note);
CREATE INDEX orders_open ON orders(note) WHERE shipped_by IS NULL AND note = 'x';
CREATE INDEX orders_large ON orders(note) WHERE total > 100;
CREATE INDEX orders_odd ON orders(lower(note));
CREATE UNIQUE INDEX one_open ON orders(user_id) WHERE total > 5;
CREATE INDEX orders_user ON orders(user_id);
CREATE VIEW everyone AS SELECT * FROM users;
CREATE TRIGGER welcome AFTER INSERT ON users BEGIN SELECT 1; END;
INSERT INTO users (email, score) VALUES ('a@example.com', 1.5), ('b@example.com', 2);
