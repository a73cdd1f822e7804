// When the appointment began for which nobody came, or after which the person left. The service may move an appointment at any
// time, and only one that begins later than that is another chance for whoever did not come.

export const visitsThatEnded = `
-- As it was shown when the visit was marked. Null: it was marked by an earlier version, or had no appointment.
ALTER TABLE visit ADD COLUMN ended_for_ms INTEGER;
`;
