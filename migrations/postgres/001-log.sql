-- The log, and the data stored beside it, as in SQLite (migrations/001 to 007). docs/log-format.md describes the texts.
-- Texts are compared byte by byte, and are never jsonb, which would not return the stored bytes.
CREATE SCHEMA wardroom;

-- One row per migration. `oldest` is the oldest version whose programs still work on this schema.
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
  partial text COLLATE "C" CHECK (partial IS NULL OR partial::json IS NOT NULL), -- the viewer of a partial export; null for a whole log
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

-- The primary key refuses an entry that already exists.
CREATE FUNCTION wardroom.without_gaps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.seq > 1 + coalesce((SELECT max(seq) FROM wardroom.entries WHERE table_id = NEW.table_id), 0) THEN
    RAISE EXCEPTION 'entries follow one another without gaps';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entries_without_gaps BEFORE INSERT ON wardroom.entries
  FOR EACH ROW EXECUTE FUNCTION wardroom.without_gaps();

-- The tables at which a player ever took a seat or had one kept. Derived from the log.
CREATE TABLE wardroom.tables_of_players (
  player_id text COLLATE "C" NOT NULL,
  table_id  bigint NOT NULL REFERENCES wardroom.tables (id),
  PRIMARY KEY (player_id, table_id)
);

-- Answers to orders by idempotency key. Answers to refused orders (not stored) are pruned.
CREATE TABLE wardroom.answers (
  key          text COLLATE "C" PRIMARY KEY CHECK (length(key) = 64),
  content_hash text COLLATE "C" NOT NULL CHECK (length(content_hash) = 64),
  answer_json  text COLLATE "C" NOT NULL CHECK (answer_json::json IS NOT NULL),
  at           text COLLATE "C" NOT NULL,
  stored       boolean NOT NULL
);
CREATE INDEX answers_to_prune ON wardroom.answers (at) WHERE NOT stored;

-- People with their preferences. Rows are erased on request; the log only has the id.
CREATE TABLE wardroom.players (
  id         text COLLATE "C" PRIMARY KEY,
  name       text COLLATE "C" NOT NULL,
  lang       text COLLATE "C",
  zone       text COLLATE "C",
  channels   text COLLATE "C" CHECK (channels IS NULL OR channels::json IS NOT NULL), -- the channels they want notifications by; null for all
  quiet_from integer CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes after midnight in their zone
  quiet_to   integer CHECK (quiet_to BETWEEN 0 AND 1439),
  direct     boolean NOT NULL DEFAULT false, -- their own notices go out by direct message
  ladder     text COLLATE "C", -- their reminders, as typed in English; null for the default
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);
CREATE INDEX players_by_name ON wardroom.players (name);

-- Further ids of a person, from before their doors were linked. The player's row of an alias stays, with its addresses, so that
-- the link can be undone. An alias has no aliases.
CREATE TABLE wardroom.aliases (
  id        text COLLATE "C" PRIMARY KEY REFERENCES wardroom.players (id) ON DELETE CASCADE,
  player_id text COLLATE "C" NOT NULL REFERENCES wardroom.players (id) ON DELETE CASCADE,
  at        text COLLATE "C" NOT NULL,
  CHECK (id <> player_id)
);
CREATE INDEX aliases_of_player ON wardroom.aliases (player_id);

-- Addresses of people. An id is never reused, because deliveries name addresses by it.
CREATE TABLE wardroom.addresses (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id text COLLATE "C" NOT NULL REFERENCES wardroom.players (id) ON DELETE CASCADE,
  kind      text COLLATE "C" NOT NULL,
  value     text COLLATE "C" NOT NULL,
  UNIQUE (kind, value)
);
CREATE INDEX addresses_of_player ON wardroom.addresses (player_id);

-- Notices. planned_at is null until the notice's player and channels are determined.
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
-- One reminder for each step and decision.
CREATE UNIQUE INDEX notices_of_reminders ON wardroom.notices (table_id, seq, seat, why)
  WHERE starts_with(why, 'reminder-');

-- Messages for a channel to send. Pending until ended_at is set; then delivered or given up. address_id is null if it was erased.
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

-- The process that may send by a channel, one at a time.
CREATE TABLE wardroom.leases (
  channel text COLLATE "C" PRIMARY KEY,
  owner   text COLLATE "C" NOT NULL,
  until   text COLLATE "C" NOT NULL
);

-- Small texts of a door under its own keys, such as where a table is played. The door erases and replaces them at will.
CREATE TABLE wardroom.notes (
  door text COLLATE "C" NOT NULL,
  key  text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (door, key)
);

-- Settings of a table, the same for every door.
CREATE TABLE wardroom.settings (
  table_id  bigint PRIMARY KEY REFERENCES wardroom.tables (id),
  lang      text COLLATE "C" NOT NULL, -- of all public messages of the table
  opened_by text COLLATE "C",          -- the opaque id of a player
  begun     boolean NOT NULL DEFAULT false
);

-- The next time to look at each open table, for reminders and expired decisions. Every append sets it to the time of its
-- entries, so that the timekeeper looks soon. `seq` is the head for which the time was computed.
CREATE TABLE wardroom.alarms (
  table_id bigint PRIMARY KEY REFERENCES wardroom.tables (id),
  seq      bigint NOT NULL,
  at       text COLLATE "C" NOT NULL
);
CREATE INDEX alarms_by_time ON wardroom.alarms (at);

INSERT INTO wardroom.schema (version, oldest) VALUES (1, 1);
