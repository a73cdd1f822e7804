// Puts a print job together from lines of commands and binary data.

/** Commands are ASCII; data goes as it is. */
export function jobBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Between two labels on most rolls; printers that sense the gap correct it themselves. */
export const USUAL_GAP_MM = 3;
