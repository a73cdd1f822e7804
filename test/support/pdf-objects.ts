// PDF files written object by object, for what no library writes: forms with fields, fonts without a map, parts that are not there.

/** A part with contents that are not packed; `fields` go into its dictionary. */
export const streamObject = (contents: string, fields = ''): string =>
  `<< /Length ${Buffer.byteLength(contents)} ${fields} >>\nstream\n${contents}\nendstream`;

/** A whole PDF of these objects, which are numbered from 1 on; the first is its catalogue. Null: there is none of that number. */
export function pdfOfObjects(objects: readonly (string | Uint8Array | null)[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')];
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  const rows = objects.map((object, index) => {
    if (object === null) return '0000000000 00000 f \n';
    const row = `${String(length()).padStart(10, '0')} 00000 n \n`;
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
    return row;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const start = length();
  parts.push(
    Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}
