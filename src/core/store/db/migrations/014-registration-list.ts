// What the list of registrations filters by: columns that SQLite derives from the stored record by itself, so that no
// writer can forget them, and indexes in the order of the list. Parts of a registration that were read for somebody are
// kept, so that they can be shown with their age while the service does not answer.
const ofProducts = (body: string, id: string): string =>
  `INSERT INTO mirror_registration_product (product_id, registration_id)
     SELECT DISTINCT told.value, ${id} FROM json_each(${body}, '$.product_ids') AS told`;

export const registrationList = `
ALTER TABLE mirror_registration ADD COLUMN status TEXT GENERATED ALWAYS AS (json_extract(body, '$.status')) VIRTUAL;
ALTER TABLE mirror_registration ADD COLUMN created_on TEXT
  GENERATED ALWAYS AS (coalesce(json_extract(body, '$.created_at'), '')) VIRTUAL;
ALTER TABLE mirror_registration ADD COLUMN results_ready INTEGER
  GENERATED ALWAYS AS (json_extract(body, '$.results_ready')) VIRTUAL;
CREATE INDEX mirror_registration_newest ON mirror_registration (created_on DESC, id DESC);
CREATE INDEX mirror_registration_status ON mirror_registration (status, created_on DESC, id DESC);
CREATE INDEX mirror_registration_ready ON mirror_registration (created_on DESC, id DESC) WHERE results_ready = 1;
CREATE INDEX mirror_registration_lacking ON mirror_registration (created_on DESC, id DESC) WHERE patient_id IS NULL;
CREATE INDEX mirror_appointment_location ON mirror_appointment (test_location_id);
CREATE INDEX mirror_patient_foreign ON mirror_patient (foreign_id COLLATE NOCASE);

CREATE TABLE mirror_registration_product (
  product_id TEXT NOT NULL, registration_id TEXT NOT NULL, PRIMARY KEY (product_id, registration_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror_registration_product_of ON mirror_registration_product (registration_id);
${ofProducts('mirror_registration.body', 'mirror_registration.id').replace(' FROM ', ' FROM mirror_registration, ')};
CREATE TRIGGER registration_products_added AFTER INSERT ON mirror_registration BEGIN
  ${ofProducts('new.body', 'new.id')};
END;
CREATE TRIGGER registration_products_changed AFTER UPDATE OF body ON mirror_registration
  WHEN json_extract(old.body, '$.product_ids') IS NOT json_extract(new.body, '$.product_ids') BEGIN
  DELETE FROM mirror_registration_product WHERE registration_id = old.id;
  ${ofProducts('new.body', 'new.id')};
END;

-- What is only at the service and was read when somebody asked for it. The answer is NULL where the service said that
-- there is none.
CREATE TABLE mirror_registration_part (
  registration_id TEXT NOT NULL, part TEXT NOT NULL, answer TEXT, fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (registration_id, part)
) STRICT;
CREATE TRIGGER registration_gone AFTER DELETE ON mirror_registration BEGIN
  DELETE FROM mirror_registration_product WHERE registration_id = old.id;
  DELETE FROM mirror_registration_part WHERE registration_id = old.id;
END;
`;
