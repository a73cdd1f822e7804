// The name of a record in web addresses.

/** `Vitamin B12 (active)` → `vitamin-b12-active`. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
