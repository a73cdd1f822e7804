// Hands a document to the browser as a file; it asks where to put it, or puts it where its settings say.

export function saveFile(base64: string, file: { readonly name: string; readonly type: string }): void {
  saveParts([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], file);
}

/**
 * Texts are written as UTF-8, one after the other.
 * @example saveParts(lines, { name: 'activity.csv', type: 'text/csv' })
 */
export function saveParts(
  parts: readonly (string | Uint8Array<ArrayBuffer>)[],
  file: { readonly name: string; readonly type: string },
): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: file.type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken the file over once the click is through.
  window.setTimeout(() => URL.revokeObjectURL(address), 0);
}
