// PDF documents that are made to do harm: small files that need very much memory or time when they are opened.
import { constants, deflateSync } from 'node:zlib';

const BLOCK_BYTES = 1_000_000;

/** A PDF of a few megabytes. The instructions of its only page unpack to `unfoldedBytes` bytes (all of them spaces). */
export function unfoldingPdf(unfoldedBytes: number): Uint8Array {
  // A block that ends with a full flush does not depend on earlier ones, so the same block can be repeated.
  const block = deflateSync(Buffer.alloc(BLOCK_BYTES, ' '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const head = block.subarray(0, 2);
  const body = block.subarray(2);
  const blocks = Array.from({ length: Math.ceil(unfoldedBytes / BLOCK_BYTES) }, () => body);
  return pdfOf(Buffer.concat([head, ...blocks]), { widthPoints: 144, heightPoints: 72 });
}

/** A PDF with `pages` empty pages of this size. */
export function emptyPdf(options: {
  readonly pages: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
}): Uint8Array {
  return pdfOf(deflateSync(Buffer.from(' ')), options);
}

/** A PDF of one page that opens with a password only. */
export function lockedPdf(): Uint8Array {
  const key = '41'.repeat(32);
  const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<${key}> <${key}>]`;
  return pdfOf(deflateSync(Buffer.from(' ')), { widthPoints: 595, heightPoints: 842, trailer });
}

function pdfOf(
  content: Buffer,
  page: {
    readonly widthPoints: number;
    readonly heightPoints: number;
    readonly pages?: number;
    readonly trailer?: string;
  },
): Uint8Array {
  const { widthPoints, heightPoints, pages = 1, trailer = '' } = page;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    // The same page many times; PDF readers accept that.
    Buffer.from(`<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPoints} ${heightPoints}] /Contents 4 0 R /Resources << >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0));
    parts.push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
