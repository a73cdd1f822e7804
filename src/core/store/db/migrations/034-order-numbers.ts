// What the number of an order leads to, so that a scan of it is answered without the service: orders are found by their number, and
// what the service said a bar code leads to is kept.
export const orderNumbers = `
CREATE INDEX mirror_order_number
  ON mirror_order (COALESCE(body ->> '$.order_number', body ->> '$.number') COLLATE NOCASE);
-- Both ids are the service's. A code that leads to several registrations has several rows.
CREATE TABLE mirror_barcode_answer (
  code TEXT NOT NULL COLLATE NOCASE, registration_id TEXT NOT NULL, PRIMARY KEY (code, registration_id)
) STRICT;
`;
