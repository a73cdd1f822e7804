// The tables of the sandbox, as a list of migrations.

/** The text at index n brings a database from version n to version n + 1. Existing texts are never changed. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE patient (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    -- first name, last name and date of birth as they are compared
    identity TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    gender TEXT NOT NULL,
    date_of_birth TEXT NOT NULL,
    ethnicity TEXT,
    email TEXT NOT NULL,
    foreign_id TEXT UNIQUE,
    phone_number TEXT,
    address_id TEXT,
    address TEXT
  );

  CREATE TABLE customer (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    phone_number TEXT,
    foreign_id TEXT UNIQUE,
    nhs_number TEXT
  );

  CREATE TABLE purchase (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    number TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    payment_status TEXT NOT NULL,
    shipping_status TEXT NOT NULL,
    shipping_id TEXT NOT NULL,
    shipping_date TEXT,
    customer_id TEXT NOT NULL REFERENCES customer (id),
    address TEXT,
    items TEXT NOT NULL,
    total_minor INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    -- when its parcel moves on next; null when it will not
    due_ms INTEGER
  );
  CREATE INDEX purchase_due ON purchase (due_ms) WHERE due_ms IS NOT NULL;

  CREATE TABLE appointment (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    location_id TEXT NOT NULL,
    starts_ms INTEGER NOT NULL,
    ends_ms INTEGER NOT NULL,
    patient_id TEXT REFERENCES patient (id),
    confirmed INTEGER NOT NULL,
    expires_ms INTEGER,
    -- 1: booked over a taken or closed time, beside whoever has the slot
    overriding INTEGER NOT NULL,
    purchase_id TEXT REFERENCES purchase (id),
    CHECK (confirmed = 1 OR expires_ms IS NOT NULL),
    CHECK (confirmed = 0 OR expires_ms IS NULL)
  );
  CREATE UNIQUE INDEX one_taker ON appointment (location_id, starts_ms) WHERE overriding = 0;
  CREATE INDEX appointment_time ON appointment (location_id, starts_ms);
  CREATE INDEX appointment_expiry ON appointment (expires_ms) WHERE expires_ms IS NOT NULL;
  CREATE INDEX appointment_purchase ON appointment (purchase_id) WHERE purchase_id IS NOT NULL;

  CREATE TABLE registration (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    trf_code TEXT NOT NULL UNIQUE,
    label_code TEXT NOT NULL UNIQUE,
    foreign_id TEXT UNIQUE,
    status TEXT NOT NULL,
    patient_id TEXT REFERENCES patient (id),
    appointment_id TEXT REFERENCES appointment (id),
    purchase_id TEXT REFERENCES purchase (id),
    parent_id TEXT,
    -- SKUs and, where only some biomarkers are tested, their codes: JSON lists
    product_skus TEXT NOT NULL,
    biomarker_codes TEXT,
    scenario TEXT NOT NULL,
    targets TEXT NOT NULL,
    -- 0 begun, 1 sample received, 2 laboratory id given, 3 finished
    stage INTEGER NOT NULL,
    begun_ms INTEGER,
    delay_ms INTEGER NOT NULL,
    due_ms INTEGER,
    results_ready INTEGER NOT NULL,
    lab_id TEXT,
    mobile_phone TEXT,
    created_ms INTEGER NOT NULL,
    registered_ms INTEGER,
    completed_ms INTEGER,
    -- the record as it is sent, so that a page of many is one read
    record TEXT NOT NULL
  );
  CREATE INDEX registration_due ON registration (due_ms) WHERE due_ms IS NOT NULL;
  CREATE INDEX registration_purchase ON registration (purchase_id) WHERE purchase_id IS NOT NULL;
  CREATE INDEX registration_appointment ON registration (appointment_id) WHERE appointment_id IS NOT NULL;

  -- How many registrations live in each run of 512 sequence numbers: a page far down is found without counting rows.
  CREATE TABLE registration_block (block INTEGER PRIMARY KEY, live INTEGER NOT NULL);
  CREATE TRIGGER registration_added AFTER INSERT ON registration BEGIN
    INSERT INTO registration_block (block, live) VALUES (new.seq >> 9, 1)
      ON CONFLICT (block) DO UPDATE SET live = live + 1;
  END;
  CREATE TRIGGER registration_removed AFTER DELETE ON registration BEGIN
    UPDATE registration_block SET live = live - 1 WHERE block = old.seq >> 9;
  END;

  CREATE TABLE webhook_delivery (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms INTEGER,
    -- waiting, delivered or abandoned
    state TEXT NOT NULL,
    last_status INTEGER,
    last_problem TEXT,
    finished_ms INTEGER
  );
  CREATE INDEX webhook_due ON webhook_delivery (due_ms) WHERE due_ms IS NOT NULL;

  CREATE TABLE sent_email (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    registration_id TEXT NOT NULL,
    address TEXT NOT NULL,
    sent_ms INTEGER NOT NULL
  );
  `,
  // The subject of an event: a registration or an order. Events about the same subject are delivered one after the
  // other.
  `
  ALTER TABLE webhook_delivery ADD COLUMN subject TEXT NOT NULL DEFAULT '';
  UPDATE webhook_delivery SET subject = coalesce(
    json_extract(body, '$.data.test_registration_id'), json_extract(body, '$.data.order_id'), '');
  CREATE INDEX webhook_waiting ON webhook_delivery (subject, seq) WHERE state = 'waiting';
  `,
];
