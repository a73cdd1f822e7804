// Query strings of the service: a list is sent as `name[]=a&name[]=b`. One writer and one reader, for both sides.
// Written out because this folder belongs to no runtime and so has no URLSearchParams.

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Text as it stands in a path or a query. Half a surrogate pair becomes U+FFFD instead of an exception. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** `?a=1&b[]=x`, percent-encoded, or an empty text when nothing is asked. Undefined and null are left out. */
export function writeQuery(query: Readonly<Record<string, QueryValue>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const values = typeof value === 'object' ? value : [value];
    const written = encodePart(typeof value === 'object' ? `${name}[]` : name);
    for (const one of values) parts.push(`${written}=${encodePart(String(one))}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/**
 * The fields of a query string (with or without its `?`), ready for an operation's `query` schema: `name[]` and
 * `name[0]` become arrays under `name`; of a plain field given twice the last one counts. Broken percent signs are
 * taken as they stand.
 */
export function readQuery(search: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const cut = part.indexOf('=');
    const written = decodePart(cut < 0 ? part : part.slice(0, cut));
    const value = cut < 0 ? '' : decodePart(part.slice(cut + 1));
    const list = /^(.+)\[\d*\]$/s.exec(written);
    if (!list) {
      fields.set(written, value);
      continue;
    }
    const name = list[1] as string;
    const listed = fields.get(name);
    if (Array.isArray(listed)) listed.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(fields);
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
