// The list of orders is read from indexes in its order: its first rows without a look at the thousands behind them, and those
// made here without a look at all other changes.
export const ordersByTime = `
CREATE INDEX mirror_order_known ON mirror_order (known_at_ms DESC, id);
CREATE INDEX outbox_kind ON outbox (kind, sequence);
`;
