// Products in full, with all that belongs to them, as they were last read.

export const productDetails = `
CREATE TABLE mirror_product_detail (
  product_id TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;
`;
