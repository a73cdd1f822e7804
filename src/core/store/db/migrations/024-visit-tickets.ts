// Visit tickets: each visit's number in the queue and the code of its ticket; print jobs of tickets.

export const visitTickets = `
-- One ticket a visit, however often it is printed. The code leads to the visit for good.
CREATE TABLE visit_ticket (
  visit_id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  location_id TEXT NOT NULL,
  date TEXT NOT NULL,
  -- Counted from 1 on each day at each location.
  number INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL,
  UNIQUE (location_id, date, number)
) STRICT;

-- {patientId, firstName, lastName, dateOfBirth}: whom a ticket is for; null for what is no ticket.
ALTER TABLE print_job ADD COLUMN ticket_for TEXT;
`;
