// Writes and reads query strings as the service expects them: a list is sent as `name[]=a&name[]=b`. Client and sandbox
// both use this file. It does not use URLSearchParams, because this folder may use neither Node's nor the browser's
// types.

/** A value of a query field; a list becomes `name[]=a&name[]=b`, undefined and null are left out. */
export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Encodes a text for a path or a query. A broken surrogate pair becomes U+FFFD instead of an exception. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * Writes a query string with its `?`, percent-encoded; an empty text when there are no fields. Undefined and null
 * fields are left out.
 *
 * @example writeQuery({ page: 2, shipping_type_in: ['walk_in'] }) // '?page=2&shipping_type_in%5B%5D=walk_in'
 */
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
 * Reads the fields of a query string (with or without its `?`), for the `query` schema of an endpoint. `name[]` and
 * `name[0]` become an array under `name`. When a plain field is given twice, the last one counts. Invalid percent codes
 * are kept as they are.
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
