// What readings need: whether the service was asked for a label's code, and indexes for appointments in order of time.

export const pullNeeds = `
-- Registrations whose label of the service was read, whether a code was found on it or not. The codes are in label_code.
CREATE TABLE label_code_asked (registration_id TEXT PRIMARY KEY, asked_at_ms INTEGER NOT NULL) STRICT;
CREATE INDEX mirror_appointment_place ON mirror_appointment (test_location_id, starts_at_ms);
CREATE INDEX mirror_appointment_time ON mirror_appointment (starts_at_ms, id);
CREATE INDEX mirror_appointment_patient ON mirror_appointment (patient_id);
-- What the upkeep and each start look for, without walking through everything that was ever sent or fetched.
CREATE INDEX mirror_document_age ON mirror_document (fetched_at_ms);
CREATE INDEX outbox_state ON outbox (state, finished_at_ms);
CREATE INDEX outbox_holds ON outbox (subject_id) WHERE kind = 'appointment.hold' AND state = 'confirmed';
`;
