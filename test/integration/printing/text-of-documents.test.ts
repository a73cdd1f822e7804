// Whom a document names stands in its fields as well as on its pages; and what cannot be read in it is not taken for nothing.
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createBackgroundWorker } from '../../../src/adapters/background-worker.ts';
import { createDocumentReader } from '../../../src/adapters/document-reader.ts';
import type { DocumentReading } from '../../../src/core/ports/pictures.ts';
import { pdfOfObjects, streamObject } from '../../support/pdf-objects.ts';

let failures: unknown[] = [];
const log: Parameters<typeof createDocumentReader>[0] = {
  warn: (_message, fields) => void failures.push(fields?.['failure']),
};
const reader = createDocumentReader(log);
afterAll(() => reader.close());
const read = (pdf: Uint8Array): Promise<DocumentReading> => reader.read(pdf, 'now');
/** Of a document that is whole. */
async function textOf(pdf: Uint8Array): Promise<string> {
  const { text, ...rest } = await read(pdf);
  expect(rest).toEqual({});
  return text;
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const FORM = 'BT /F1 12 Tf 50 700 Td (Test registration form. Name of the patient:) Tj ET';

interface Sheet {
  /** What is drawn with the font F1, or F2. */
  readonly contents?: string;
  readonly annotations?: readonly string[];
  readonly font?: string;
  /** Objects from number 7 on. */
  readonly more?: readonly (string | null)[];
}

/** A form of one page. */
function formWith({ contents = FORM, annotations = [], font = HELVETICA, more = [] }: Sheet): Uint8Array {
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /DA (/F1 12 Tf) /DR << /Font << /F1 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R] ' +
      `/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> /Annots [${annotations.join(' ')}] >>`,
    streamObject(contents),
    HELVETICA,
    font,
    ...more,
  ]);
}

const RECT = '/Rect [50 600 300 620] /F 4';
const field = (rest: string): string => `<< /Type /Annot /Subtype /Widget ${RECT} /T (name) ${rest} >>`;

describe('a form that was filled in says', () => {
  it.each([
    ['what was typed', field('/FT /Tx /V (OLIVER, James)'), []],
    ['what was typed in letters of any script', field('/FT /Tx /V <FEFF004F004C0049005600450052>'), []],
    [
      'what was chosen, in the words that are seen',
      field('/FT /Ch /Opt [[(p1) (OLIVER, James)]] /V (p1)'),
      [],
    ],
    [
      'what a field of several parts has',
      '<< /Subtype /Widget /Rect [0 0 9 9] /F 4 /Parent 7 0 R >>',
      ['<< /FT /Tx /T (name) /V (OLIVER, James) /Kids [] >>'],
    ],
    [
      'what a field shows that keeps nothing',
      field('/FT /Tx /AP << /N 7 0 R >>'),
      [
        streamObject(
          'BT /F1 12 Tf 2 5 Td (OLIVER, James) Tj ET',
          '/Type /XObject /Subtype /Form /BBox [0 0 250 20] /Resources << /Font << /F1 5 0 R >> >>',
        ),
      ],
    ],
    [
      'what was written beside it',
      `<< /Type /Annot /Subtype /FreeText ${RECT} /Contents (OLIVER, James) /DA (/F1 9 Tf) >>`,
      [],
    ],
    ['what a note says', `<< /Type /Annot /Subtype /Text ${RECT} /Contents (OLIVER, James) >>`, []],
  ])('%s', async (_what, annotation, more) => {
    const text = await textOf(formWith({ annotations: [annotation], more }));
    expect(text).toContain('OLIVER');
    expect(text).toContain('Name of the patient');
  });

  it('nothing of what is neither seen nor printed, and nothing of where a link leads', async () => {
    const hidden = field('/FT /Tx /V (OLIVER, James)').replace('/F 4', '/F 2');
    const link = `<< /Type /Annot /Subtype /Link ${RECT} /Contents (MILES, Bea) >>`;
    expect(await textOf(formWith({ annotations: [hidden, link] }))).toMatch(/^Test registration form[^,]*$/);
  });

  it('whom it names where the form itself is a picture', async () => {
    const filled = formWith({
      contents: '0 0 m 9 9 l S',
      annotations: [field('/FT /Tx /V (OLIVER, James)')],
    });
    expect(await textOf(filled)).toBe('OLIVER, James');
  });
});

describe('letters that have no map', () => {
  it('are as a picture is: the form is read by the others', async () => {
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Sans /Encoding /Identity-H /DescendantFonts [7 0 R] >>';
    const more = [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Sans /DW 600 ' +
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R >>',
      '<< /Type /FontDescriptor /FontName /AAAAAA+Sans /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 ' +
        '/Ascent 9 /Descent 0 /CapHeight 9 /StemV 1 >>',
    ];
    const contents = `${FORM} BT /F2 12 Tf 50 600 Td <000100020003000400050006> Tj ET`;
    expect(await textOf(formWith({ contents, font, more }))).toContain('Name of the patient');
  });

  it('are read where a font of symbols only has them elsewhere', async () => {
    const map = `1 begincodespacerange <00> <FF> endcodespacerange
      1 beginbfrange <20> <7E> <F020> endbfrange`;
    const font = HELVETICA.replace('>>', '/ToUnicode 7 0 R >>');
    const contents = `${FORM} BT /F2 12 Tf 50 600 Td (DRW-7K2M9Q) Tj ET`;
    expect(await textOf(formWith({ contents, font, more: [streamObject(map)] }))).toContain('DRW-7K2M9Q');
  });
});

describe('a document of which a part is damaged, although the rest can be read, is read in part', () => {
  const two = (second: string | Uint8Array | null, kids = '[3 0 R]'): Uint8Array =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids ${kids} /Count 1 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 6 0 R] /Resources << /Font << /F1 5 0 R >> /XObject << /X1 7 0 R >> >> >>',
      streamObject(FORM),
      HELVETICA,
      second,
      streamObject('BT /F1 9 Tf 50 600 Td (OLIVER, James) Tj ET', '/Subtype /Form /BBox [0 0 9 9]'),
    ]);
  const NAME = 'BT /F1 12 Tf 50 600 Td (OLIVER, James) Tj ET';

  const written = (pdf: Uint8Array, what: string, over: string): Uint8Array =>
    Buffer.from(Buffer.from(pdf).toString('latin1').replace(what, over), 'latin1');

  it('whole, it is, also where a program left the name of a field that it took out', async () => {
    expect(await textOf(formWith({ annotations: ['12 0 R'] }))).toContain('Name of the patient');
  });

  it('whole, it is, also where it names a font that it has not', async () => {
    for (const part of [NAME, '/X1 Do', NAME.replace('/F1', '/F9')]) {
      const text = await textOf(two(streamObject(part)));
      expect(text).toMatch(/patient:.*OLIVER, James/);
    }
  });

  const packed = deflateSync(Buffer.from(NAME.repeat(20)));
  packed.fill(0x5a, 20, 40);
  it.each([
    [
      'contents with a wrong byte',
      two(
        Buffer.concat([
          Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
          packed,
          Buffer.from('\nendstream'),
        ]),
      ),
    ],
    ['contents that are not there', two(null)],
    ['a page that is not there', two(streamObject(NAME), '[3 0 R 12 0 R]')],
    ['a part that is not there', two(streamObject('/X2 Do'))],
    ['a font that is not there', written(two(streamObject(NAME)), '/F1 5 0 R', '/F1 9 0 R')],
    [
      'a part whose head was written over, and the list of parts with it',
      written(written(two(streamObject(NAME)), '\n6 0 obj', '\n\0\0\0\0\0\0\0'), '\nxref\n', '\n\0\0\0\0\n'),
    ],
  ])('%s', async (_what, pdf) => {
    expect(await read(pdf)).toEqual({ text: expect.stringContaining('Name of the patient'), isInPart: true });
  });
});

it('text is read where nothing can be drawn; a label is not, as it may have a code', async () => {
  const withoutCanvas = createDocumentReader(log, (_file, work) =>
    createBackgroundWorker(new URL('../../support/worker-without-canvas.ts', import.meta.url), work),
  );
  failures = [];
  expect((await withoutCanvas.read(formWith({}), 'now')).text).toContain('Name of the patient');
  expect(await withoutCanvas.inspect(formWith({}))).toEqual({ pages: 1 });
  expect(failures).toEqual([]);
  expect(await withoutCanvas.readLabel(formWith({}), 'ahead')).toEqual({
    text: '',
    code: null,
    notRead: true,
  });
  expect(failures).toEqual(['CanvasMissing']);
  await withoutCanvas.close();
});
