// The number of the last commit. By it a database that lost commits is noticed, and copies of it have an order.

export const commitCount = `
CREATE TABLE commit_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  count INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`;
