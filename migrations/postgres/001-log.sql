-- The log and what is kept beside it, as in SQLite (migrations/001 to 007). docs/log-format.md says what the texts hold.
-- Texts are compared byte by byte, and are never jsonb, which would not give back what was stored.
CREATE SCHEMA wardroom;

-- One row a migration. `oldest` is the oldest version whose programs still work on this schema.
CREATE TABLE wardroom.schema (
  version integer PRIMARY KEY,
  oldest  integer NOT NULL
);

CREATE TABLE wardroom.packs (
  hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
  text text COLLATE "C" NOT NULL CHECK (text::json IS NOT NULL)
);

CREATE TABLE wardroom.tables (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name    text COLLATE "C" NOT NULL UNIQUE,
  pack    text COLLATE "C" NOT NULL REFERENCES wardroom.packs (hash),
  seed    bytea CHECK (length(seed) = 32),
  partial text COLLATE "C" CHECK (partial IS NULL OR partial::json IS NOT NULL), -- whose view it is, when it came from a partial export
  CHECK ((seed IS NULL) = (partial IS NOT NULL))
);

-- `text` is the entry; the columns after it are derived from it, and from the entry before it.
-- The primary key is the lock: of two writers of one (table, seq), one fails.
CREATE TABLE wardroom.entries (
  table_id bigint NOT NULL REFERENCES wardroom.tables (id),
  seq      bigint NOT NULL CHECK (seq > 0),
  text     text COLLATE "C" NOT NULL CHECK (text::json IS NOT NULL),
  kind     text COLLATE "C",
  at       text COLLATE "C",
  cause    bigint,
  digest   bytea NOT NULL CHECK (length(digest) = 32),
  chain    bytea NOT NULL CHECK (length(chain) = 32),
  PRIMARY KEY (table_id, seq)
);

CREATE FUNCTION wardroom.never_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER entries_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON wardroom.entries
  EXECUTE FUNCTION wardroom.never_changed();
CREATE TRIGGER packs_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON wardroom.packs
  EXECUTE FUNCTION wardroom.never_changed();
CREATE TRIGGER tables_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON wardroom.tables
  EXECUTE FUNCTION wardroom.never_changed();

-- An entry that is there already is for the primary key to refuse.
CREATE FUNCTION wardroom.without_gaps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.seq > 1 + coalesce((SELECT max(seq) FROM wardroom.entries WHERE table_id = NEW.table_id), 0) THEN
    RAISE EXCEPTION 'entries follow one another without gaps';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entries_without_gaps BEFORE INSERT ON wardroom.entries
  FOR EACH ROW EXECUTE FUNCTION wardroom.without_gaps();

-- The tables of each player: those where they ever took a seat or one was kept for them. It follows from the log.
CREATE TABLE wardroom.tables_of_players (
  player_id text COLLATE "C" NOT NULL,
  table_id  bigint NOT NULL REFERENCES wardroom.tables (id),
  PRIMARY KEY (player_id, table_id)
);

-- Answers to orders by idempotency key. Those to refused orders (not stored) are pruned.
CREATE TABLE wardroom.answers (
  key          text COLLATE "C" PRIMARY KEY CHECK (length(key) = 64),
  content_hash text COLLATE "C" NOT NULL CHECK (length(content_hash) = 64),
  answer_json  text COLLATE "C" NOT NULL CHECK (answer_json::json IS NOT NULL),
  at           text COLLATE "C" NOT NULL,
  stored       boolean NOT NULL
);
CREATE INDEX answers_to_prune ON wardroom.answers (at) WHERE NOT stored;

-- People with what they prefer. Rows are erased on request; the log holds the id only.
CREATE TABLE wardroom.players (
  id         text COLLATE "C" PRIMARY KEY,
  name       text COLLATE "C" NOT NULL,
  lang       text COLLATE "C",
  zone       text COLLATE "C",
  channels   text COLLATE "C" CHECK (channels IS NULL OR channels::json IS NOT NULL), -- those they want to be told by; null for all
  quiet_from integer CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes after midnight in their zone
  quiet_to   integer CHECK (quiet_to BETWEEN 0 AND 1439),
  direct     boolean NOT NULL DEFAULT false, -- what is for them comes to them alone
  ladder     text COLLATE "C", -- the reminders they want, as they are typed in English; null for the program's
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX players_by_name ON wardroom.players (name);

-- Ids under which a player was known before it turned out that they are one person. The row of an alias stays as it was,
-- with its addresses, so that the link can be undone. No alias has aliases.
CREATE TABLE wardroom.aliases (
  id        text COLLATE "C" PRIMARY KEY REFERENCES wardroom.players (id) ON DELETE CASCADE,
  player_id text COLLATE "C" NOT NULL REFERENCES wardroom.players (id) ON DELETE CASCADE,
  at        text COLLATE "C" NOT NULL,
  CHECK (id <> player_id)
);
CREATE INDEX aliases_of_player ON wardroom.aliases (player_id);

-- Where people can be met. A number is never used again: deliveries name addresses by it.
CREATE TABLE wardroom.addresses (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id text COLLATE "C" NOT NULL REFERENCES wardroom.players (id) ON DELETE CASCADE,
  kind      text COLLATE "C" NOT NULL,
  value     text COLLATE "C" NOT NULL,
  UNIQUE (kind, value)
);
CREATE INDEX addresses_of_player ON wardroom.addresses (player_id);

-- Notices. Null in planned_at until it was found out for whom it is and by which channels it goes to them.
CREATE TABLE wardroom.notices (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_id   bigint NOT NULL REFERENCES wardroom.tables (id),
  seq        bigint NOT NULL,
  seat       text COLLATE "C" NOT NULL,
  why        text COLLATE "C" NOT NULL,
  planned_at text COLLATE "C"
);
CREATE INDEX notices_to_plan ON wardroom.notices (id) WHERE planned_at IS NULL;
CREATE INDEX notices_of_seat ON wardroom.notices (table_id, seat, id);
CREATE INDEX notices_planned ON wardroom.notices (planned_at) WHERE planned_at IS NOT NULL;
-- A reminder is sent once for a step and a decision.
CREATE UNIQUE INDEX notices_of_reminders ON wardroom.notices (table_id, seq, seat, why)
  WHERE starts_with(why, 'reminder-');

-- What a channel has to send. Pending until ended_at is set; then delivered or given up. No address: it was erased.
CREATE TABLE wardroom.deliveries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id  bigint NOT NULL REFERENCES wardroom.notices (id) ON DELETE CASCADE,
  channel    text COLLATE "C" NOT NULL,
  address_id bigint REFERENCES wardroom.addresses (id) ON DELETE SET NULL,
  attempts   integer NOT NULL DEFAULT 0,
  due_at     text COLLATE "C",
  ended_at   text COLLATE "C",
  outcome    text COLLATE "C",
  delivered  boolean NOT NULL DEFAULT false,
  UNIQUE (notice_id, channel, address_id)
);
CREATE INDEX deliveries_pending ON wardroom.deliveries (channel, address_id, notice_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_of_address ON wardroom.deliveries (address_id);
CREATE INDEX deliveries_ended ON wardroom.deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- Who sends by a channel: one process at a time.
CREATE TABLE wardroom.leases (
  channel text COLLATE "C" PRIMARY KEY,
  owner   text COLLATE "C" NOT NULL,
  until   text COLLATE "C" NOT NULL
);

-- Small texts of a door under keys of its own, such as where a table is played. Erased and replaced at will.
CREATE TABLE wardroom.notes (
  door text COLLATE "C" NOT NULL,
  key  text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (door, key)
);

-- What belongs to a table, whatever the door it is played through.
CREATE TABLE wardroom.settings (
  table_id  bigint PRIMARY KEY REFERENCES wardroom.tables (id),
  lang      text COLLATE "C" NOT NULL, -- of everything public at the table
  opened_by text COLLATE "C",          -- the opaque id of a player
  begun     boolean NOT NULL DEFAULT false
);

-- When each open table is next looked at for what time brings. Every append sets it to the time of its entries, so that the
-- table is looked at soon. `seq` is the head that the time was found for.
CREATE TABLE wardroom.alarms (
  table_id bigint PRIMARY KEY REFERENCES wardroom.tables (id),
  seq      bigint NOT NULL,
  at       text COLLATE "C" NOT NULL
);
CREATE INDEX alarms_by_time ON wardroom.alarms (at);

INSERT INTO wardroom.schema (version, oldest) VALUES (1, 1);
