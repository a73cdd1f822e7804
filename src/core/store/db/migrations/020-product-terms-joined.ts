// What a product costs and how it is shipped was kept twice: with the product in full, and for orders. Two screens could show two
// prices. It is kept once now, with an age of its own, because it is read more often than the rest. What was read for orders
// alone is read again when the product is put into an order, or with the catalogue.

export const productTermsJoined = `
CREATE TABLE mirror_product_joined (
  product_id TEXT PRIMARY KEY, body TEXT NOT NULL,
  -- When it was read in full; null while only price and shipping were.
  fetched_at_ms INTEGER,
  -- When price and shipping were read.
  terms_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO mirror_product_joined (product_id, body, fetched_at_ms, terms_at_ms)
  SELECT product_id, body, fetched_at_ms, fetched_at_ms FROM mirror_product_detail;
DROP TABLE mirror_product_detail;
DROP TABLE mirror_product_terms;
ALTER TABLE mirror_product_joined RENAME TO mirror_product_detail;
`;
