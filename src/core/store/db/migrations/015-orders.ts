// Orders that this desk made or was led to, the parts of each that were read, and what the products of an order cost and
// how they can be shipped. An order made here has a local id, so the map of ids takes orders too.

export const orders = `
CREATE TABLE mirror_order (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  -- When this desk first knew of it; the list is sorted by it.
  known_at_ms INTEGER NOT NULL,
  -- When the order itself was last read; null for one that was only made.
  fetched_at_ms INTEGER
) STRICT;
CREATE TABLE mirror_order_part (
  order_id TEXT NOT NULL, part TEXT NOT NULL,
  -- Null where the service says that the order has none.
  body TEXT,
  fetched_at_ms INTEGER NOT NULL, PRIMARY KEY (order_id, part)
) STRICT;
CREATE TABLE mirror_product_terms (
  product_id TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at_ms INTEGER NOT NULL
) STRICT;

-- Triggers name id_map, which is not there for a moment; without this SQLite refuses to give the new table its name.
PRAGMA legacy_alter_table = ON;
CREATE TABLE id_map_with_orders (
  local_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('patient', 'appointment', 'registration', 'order')),
  server_id TEXT NOT NULL,
  alias INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO id_map_with_orders (local_id, kind, server_id, alias) SELECT local_id, kind, server_id, alias FROM id_map;
DROP TABLE id_map;
ALTER TABLE id_map_with_orders RENAME TO id_map;
CREATE INDEX id_map_server ON id_map (kind, server_id);
PRAGMA legacy_alter_table = OFF;
`;
