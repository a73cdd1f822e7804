// The first schema: the mirror of the service, the outbox, the desk's own records, the print queue, the activity.
// Mirror tables (mirror_*) are written only from the service's answers. A change made here is a row of the outbox, and
// screens show the mirror with the waiting changes applied. Ids in the desk's tables are local ids, which never change:
// the service's id where the record came from the service, else a UUID made here; id_map says which belong together.

export const initial = `
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE mirror_location (
  id TEXT PRIMARY KEY, body TEXT NOT NULL, hash TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE mirror_product (
  id TEXT PRIMARY KEY, sku TEXT NOT NULL, name TEXT NOT NULL,
  body TEXT NOT NULL, hash TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE mirror_patient (
  id TEXT PRIMARY KEY, foreign_id TEXT, body TEXT NOT NULL, hash TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE mirror_registration (
  id TEXT PRIMARY KEY, trf_code TEXT NOT NULL, short_code TEXT, foreign_id TEXT, label_sample_id TEXT,
  patient_id TEXT, appointment_id TEXT, completed INTEGER NOT NULL,
  body TEXT NOT NULL, hash TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL,
  -- Complete scans in a row that did not list it; it is dropped only after two and a 404.
  missing_scans INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX mirror_registration_trf ON mirror_registration (trf_code COLLATE NOCASE);
CREATE INDEX mirror_registration_short ON mirror_registration (short_code COLLATE NOCASE);
CREATE INDEX mirror_registration_foreign ON mirror_registration (foreign_id COLLATE NOCASE);
CREATE INDEX mirror_registration_sample ON mirror_registration (label_sample_id COLLATE NOCASE);
CREATE INDEX mirror_registration_patient ON mirror_registration (patient_id);
CREATE INDEX mirror_registration_appointment ON mirror_registration (appointment_id);
CREATE TABLE mirror_appointment (
  id TEXT PRIMARY KEY, test_location_id TEXT NOT NULL, starts_at_ms INTEGER NOT NULL, patient_id TEXT,
  body TEXT NOT NULL, hash TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE mirror_slots (
  location_id TEXT NOT NULL, date TEXT NOT NULL, body TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (location_id, date)
) STRICT;
-- Forms and labels fetched ahead, so that they can be opened and read with the line down.
CREATE TABLE mirror_document (
  registration_id TEXT NOT NULL, kind TEXT NOT NULL, content_type TEXT NOT NULL, bytes BLOB NOT NULL,
  fetched_at_ms INTEGER NOT NULL, PRIMARY KEY (registration_id, kind)
) STRICT;
-- The code for a registration's labels, where the service gave one or one was read off its label document.
CREATE TABLE label_code (
  registration_id TEXT PRIMARY KEY, code TEXT NOT NULL, source TEXT NOT NULL CHECK (source IN ('service', 'label-document'))
) STRICT;
CREATE INDEX label_code_code ON label_code (code COLLATE NOCASE);

CREATE TABLE id_map (
  local_id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('patient', 'appointment', 'registration')),
  server_id TEXT NOT NULL,
  -- 1 where the record was known here under the service's id already, and that id stays the one it goes by.
  alias INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX id_map_server ON id_map (kind, server_id);

CREATE TABLE outbox (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  payload_version INTEGER NOT NULL,
  payload TEXT NOT NULL,
  -- Local id of the record it makes or changes.
  subject_id TEXT NOT NULL,
  visit_id TEXT,
  state TEXT NOT NULL CHECK (state IN
    ('pending', 'sending', 'unknown', 'confirmed', 'conflict', 'refused', 'needs-human', 'cancelled', 'discarded')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempted_at_ms INTEGER,
  next_attempt_at_ms INTEGER,
  last_error TEXT,
  -- What the service answered, when a person has to compare it with what was asked.
  answer TEXT,
  resolution TEXT,
  actor TEXT NOT NULL,
  command_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
CREATE INDEX outbox_open ON outbox (sequence) WHERE state NOT IN ('confirmed', 'cancelled', 'discarded');
CREATE INDEX outbox_subject ON outbox (subject_id);
CREATE INDEX outbox_visit ON outbox (visit_id);
CREATE INDEX outbox_command ON outbox (command_id);
CREATE TABLE outbox_dependency (
  sequence INTEGER NOT NULL REFERENCES outbox (sequence),
  parent_sequence INTEGER NOT NULL REFERENCES outbox (sequence),
  PRIMARY KEY (sequence, parent_sequence)
) STRICT;
CREATE INDEX outbox_dependency_parent ON outbox_dependency (parent_sequence);

-- Everybody known here, for finding: derived from mirror and outbox, rebuilt at will.
CREATE TABLE person (
  id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, date_of_birth TEXT, gender TEXT,
  email TEXT, phone_number TEXT, search_key TEXT NOT NULL
) STRICT;
CREATE INDEX person_birth ON person (date_of_birth);
CREATE VIRTUAL TABLE person_search USING fts5 (search_key, content='person', content_rowid='rowid', prefix='1 2 3');
CREATE TRIGGER person_added AFTER INSERT ON person BEGIN
  INSERT INTO person_search (rowid, search_key) VALUES (new.rowid, new.search_key);
END;
CREATE TRIGGER person_removed AFTER DELETE ON person BEGIN
  INSERT INTO person_search (person_search, rowid, search_key) VALUES ('delete', old.rowid, old.search_key);
END;
CREATE TRIGGER person_changed AFTER UPDATE ON person BEGIN
  INSERT INTO person_search (person_search, rowid, search_key) VALUES ('delete', old.rowid, old.search_key);
  INSERT INTO person_search (rowid, search_key) VALUES (new.rowid, new.search_key);
END;

CREATE TABLE visit (
  id TEXT PRIMARY KEY,
  location_id TEXT NOT NULL,
  date TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('appointment', 'walk-in')),
  appointment_id TEXT UNIQUE,
  patient_id TEXT,
  desk_state TEXT NOT NULL,
  arrived_at_ms INTEGER,
  collecting_at_ms INTEGER,
  collected_at_ms INTEGER,
  left_at_ms INTEGER,
  -- {identifiers, confirmedAtMs, confirmedBy, relaxedReason}; null until confirmed.
  identity TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX visit_day ON visit (location_id, date);
CREATE INDEX visit_patient ON visit (patient_id);
CREATE TABLE visit_registration (
  visit_id TEXT NOT NULL REFERENCES visit (id), registration_id TEXT NOT NULL UNIQUE,
  PRIMARY KEY (visit_id, registration_id)
) STRICT;

CREATE TABLE label (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  registration_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  -- Fixed when first printed, so that a label in somebody's hand goes on being right.
  code TEXT,
  verified_at_ms INTEGER,
  verified_by TEXT,
  UNIQUE (registration_id, ordinal)
) STRICT;
CREATE INDEX label_visit ON label (visit_id);
CREATE INDEX label_code_printed ON label (code COLLATE NOCASE);

CREATE TABLE print_job (
  id TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL UNIQUE,
  printer_id TEXT NOT NULL,
  title TEXT NOT NULL,
  visit_id TEXT,
  label_id TEXT,
  bytes BLOB NOT NULL,
  -- The same label with its mark, for sending again where something may have been printed already.
  reprint_bytes BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'sending', 'sent', 'sent-unacknowledged', 'attention', 'failed', 'unsure', 'printed', 'cancelled')),
  detail TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Set while it goes out by itself; null when a person has to send it again.
  next_attempt_at_ms INTEGER,
  reprint_reason TEXT,
  actor TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
CREATE INDEX print_job_open ON print_job (printer_id, sequence) WHERE state IN ('queued', 'sending', 'attention');
CREATE INDEX print_job_state ON print_job (state);
CREATE INDEX print_job_label ON print_job (label_id);

CREATE TABLE staff (initials TEXT PRIMARY KEY, name TEXT NOT NULL, added_at_ms INTEGER NOT NULL) STRICT;

CREATE TABLE activity (
  number INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, actor TEXT NOT NULL,
  visit_id TEXT, kind TEXT NOT NULL, detail TEXT NOT NULL
) STRICT;
CREATE INDEX activity_visit ON activity (visit_id, number);
CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;
CREATE TRIGGER activity_is_never_deleted BEFORE DELETE ON activity BEGIN
  SELECT RAISE(ABORT, 'activity is append-only');
END;

-- The first answer to each command id, given again when the id comes back.
CREATE TABLE command_answer (
  command_id TEXT PRIMARY KEY, name TEXT NOT NULL, input_hash TEXT NOT NULL, answer TEXT NOT NULL, at_ms INTEGER NOT NULL
) STRICT;
`;
