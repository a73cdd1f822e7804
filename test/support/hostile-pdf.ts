// PDF documents that are made to do harm: small files that need very much memory or time when they are opened.
import { constants, deflateSync } from 'node:zlib';
import { pdfOfObjects } from './pdf-objects.ts';

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
  return pdfOfObjects(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      // The same page many times; PDF readers accept that.
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPoints} ${heightPoints}] /Contents 4 0 R /Resources << >> >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ],
    trailer,
  );
}
