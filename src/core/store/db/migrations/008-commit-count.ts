// How many commits this database has seen, so that one that lost some of them is noticed and copies of it have an order.

export const commitCount = `
CREATE TABLE commit_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  count INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`;
