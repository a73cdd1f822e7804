// By which product and at which location a registration is, in the order of the list. Counting and paging the list of one
// product or location then reads one stretch of an index, however many registrations there are. SQLite keeps both tables
// itself, so that no writer can forget them.
const columns = (what: string): string => `
  ${what} TEXT NOT NULL, created_on TEXT NOT NULL, registration_id TEXT NOT NULL,
  PRIMARY KEY (${what}, created_on DESC, registration_id DESC)`;

const addProducts = (registration: string, from = ''): string => `
  INSERT INTO mirror_registration_product (product_id, created_on, registration_id)
    SELECT DISTINCT told.value, ${registration}.created_on, ${registration}.id
    FROM ${from}json_each(${registration}.body, '$.product_ids') AS told;`;

const addLocations = (where: string): string => `
  INSERT INTO mirror_registration_location (location_id, created_on, registration_id)
    SELECT appointment.test_location_id, registration.created_on, registration.id
    FROM mirror_registration AS registration JOIN mirror_appointment AS appointment
      ON appointment.id = registration.appointment_id
    ${where};`;

const forgetLocations = (appointment: string): string => `
  DELETE FROM mirror_registration_location WHERE registration_id IN (
    SELECT id FROM mirror_registration WHERE appointment_id = ${appointment});`;

export const registrationPlaces = `
DROP TRIGGER registration_products_added;
DROP TRIGGER registration_products_changed;
DROP TRIGGER registration_gone;
DROP TABLE mirror_registration_product;
DROP INDEX mirror_appointment_location;

CREATE TABLE mirror_registration_product (${columns('product_id')}) STRICT, WITHOUT ROWID;
CREATE INDEX mirror_registration_product_of ON mirror_registration_product (registration_id);
CREATE TABLE mirror_registration_location (${columns('location_id')}) STRICT, WITHOUT ROWID;
CREATE INDEX mirror_registration_location_of ON mirror_registration_location (registration_id);
${addProducts('mirror_registration', 'mirror_registration, ')}
${addLocations('')}

CREATE TRIGGER registration_listed AFTER INSERT ON mirror_registration BEGIN
  ${addProducts('new')}
  ${addLocations('WHERE registration.id = new.id')}
END;
CREATE TRIGGER registration_products_changed AFTER UPDATE OF body ON mirror_registration
  WHEN json_extract(old.body, '$.product_ids') IS NOT json_extract(new.body, '$.product_ids')
    OR old.created_on <> new.created_on BEGIN
  DELETE FROM mirror_registration_product WHERE registration_id = old.id;
  ${addProducts('new')}
END;
CREATE TRIGGER registration_location_changed AFTER UPDATE OF body, appointment_id ON mirror_registration
  WHEN old.appointment_id IS NOT new.appointment_id OR old.created_on <> new.created_on BEGIN
  DELETE FROM mirror_registration_location WHERE registration_id = old.id;
  ${addLocations('WHERE registration.id = new.id')}
END;
CREATE TRIGGER registration_gone AFTER DELETE ON mirror_registration BEGIN
  DELETE FROM mirror_registration_product WHERE registration_id = old.id;
  DELETE FROM mirror_registration_location WHERE registration_id = old.id;
  DELETE FROM mirror_registration_part WHERE registration_id = old.id;
END;
CREATE TRIGGER appointment_listed AFTER INSERT ON mirror_appointment BEGIN
  ${addLocations('WHERE registration.appointment_id = new.id')}
END;
CREATE TRIGGER appointment_location_changed AFTER UPDATE OF test_location_id ON mirror_appointment
  WHEN old.test_location_id <> new.test_location_id BEGIN
  ${forgetLocations('new.id')}
  ${addLocations('WHERE registration.appointment_id = new.id')}
END;
CREATE TRIGGER appointment_gone AFTER DELETE ON mirror_appointment BEGIN
  ${forgetLocations('old.id')}
END;
`;
