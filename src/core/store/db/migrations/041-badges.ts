// Staff badges: of the code nothing but a slow hash is kept, and whether it is too long to be guessed.

export const badges = `
ALTER TABLE staff ADD COLUMN badge_hash TEXT;
ALTER TABLE staff ADD COLUMN badge_is_long INTEGER NOT NULL DEFAULT 0;
`;
