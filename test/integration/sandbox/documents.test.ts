// The sandbox's documents: what stands on them, how large they are, and bar codes read by an independent decoder.
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rasterOf, readCodes } from '../../support/label-eyes.ts';
import { freeSlot, newOrder, newPatient, newRegistration, startCaller, type Caller } from './caller.ts';

const POINTS_PER_MM = 72 / 25.4;

interface Page {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly text: string;
  readonly png: Uint8Array;
}

/** The pages of a PDF, drawn at `dotsPerMm`. */
async function pagesOf(bytes: Uint8Array, dotsPerMm: number): Promise<Page[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 });
  const pdf = await task.promise;
  const pages: Page[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: dotsPerMm / POINTS_PER_MM });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, canvasContext, viewport }).promise;
    const { items } = await page.getTextContent();
    pages.push({
      widthMm: viewport.width / dotsPerMm,
      heightMm: viewport.height / dotsPerMm,
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      png: canvas.toBuffer('image/png'),
    });
  }
  await task.destroy();
  return pages;
}

describe('documents', () => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await startCaller();
  });
  afterEach(() => caller.close());

  const path = (id: string, document: string) =>
    `/api/test_registration/${encodeURIComponent(id)}/${document}`;
  const pdf = async (id: string, document: string, dotsPerMm = 8): Promise<Page[]> => {
    const answer = await caller.bytes(path(id, document));
    expect(answer).toMatchObject({ status: 200, type: 'application/pdf' });
    return pagesOf(answer.bytes, dotsPerMm);
  };
  const html = async (id: string, document: string): Promise<string> => {
    const answer = await caller.bytes(path(id, `${document}?show_as_html=1`));
    expect(answer.status).toBe(200);
    expect(answer.type).toMatch(/^text\/html/);
    return new TextDecoder().decode(answer.bytes);
  };

  const NAMED = { first_name: 'Siobhán', last_name: 'O’Neill-Świątek', date_of_birth: '1984-03-15' };

  test('the label is one page of 50.8 by 25.4 mm with name, date of birth and code', async () => {
    const patient = await newPatient(caller, NAMED);
    const made = await newRegistration(caller, { patient_id: patient.id });
    const [page, ...more] = await pdf(made.id, 'label');
    expect(more).toEqual([]);
    expect(page?.widthMm).toBeCloseTo(50.8, 1);
    expect(page?.heightMm).toBeCloseTo(25.4, 1);
    expect(page?.text).toContain('O’NEILL-ŚWIĄTEK, Siobhán');
    expect(page?.text).toContain('15-Mar-1984');
    expect(page?.text).toContain(made.label_sample_id);
    expect(page?.text).toContain(made.trf_code);
  });

  test.each([8, 11.8])('the label’s bar code is read back at %d dots a millimetre', async (dotsPerMm) => {
    for (let round = 0; round < 3; round += 1) {
      const made = await newRegistration(caller);
      const [page] = await pdf(made.id, 'label', dotsPerMm);
      expect(await readCodes(page?.png ?? new Uint8Array())).toEqual([made.label_sample_id]);
    }
  });

  test('the label’s bar code keeps quiet zones of ten modules', async () => {
    const made = await newRegistration(caller);
    const [page] = await pdf(made.id, 'label', 16);
    const raster = await rasterOf(page?.png ?? new Uint8Array());
    const row = Math.round(15 * 16);
    const dark = Array.from({ length: raster.width }, (_, x) => x).filter((x) => raster.isBlack(x, row));
    const quietDots = 10 * 0.25 * 16;
    expect(dark[0]).toBeGreaterThanOrEqual(quietDots);
    expect(raster.width - (dark.at(-1) ?? 0)).toBeGreaterThanOrEqual(quietDots);
  });

  test('a name too long for a line loses neither surname nor first name', async () => {
    const patient = await newPatient(caller, {
      first_name: 'Wilhelmina Alexandrina',
      last_name: 'Featherstonehaugh-Wolstenholme-Cholmondeley',
    });
    const made = await newRegistration(caller, { patient_id: patient.id });
    const [page] = await pdf(made.id, 'label');
    expect(page?.text).toContain('FEATHERSTONEHAUGH-WOLSTEN');
    expect(page?.text).toContain('Wilhelmina Alexandrina');
  });

  test('capitals on a label of two lines change no letter and break none', async () => {
    const patient = await newPatient(caller, {
      first_name: 'Wilhelmina Alexandrina',
      last_name: 'Yıldırım-Großmann-ბერიძე-Featherstonehaugh',
    });
    const made = await newRegistration(caller, { patient_id: patient.id });
    const [page] = await pdf(made.id, 'label');
    expect(page?.text).toContain('YıLDıRıM-GROßMANN-ბერიძე');
    expect(page?.text).toContain('Wilhelmina Alexandrina');
  });

  test('the label is 404 while no patient is assigned, and so are the results', async () => {
    const order = await newOrder(caller);
    const id = order.test_registrations[0]?.id ?? '';
    for (const document of ['label', 'label?show_as_html=1', 'download_pdf']) {
      expect((await caller.send('GET', path(id, '') + document)).status).toBe(404);
    }
    expect((await caller.bytes(path(id, 'trf'))).status).toBe(200);
  });

  test('the TRF is A4 with identifiers, tests, requester and fields for the collection', async () => {
    const patient = await newPatient(caller, NAMED);
    const slot = await freeSlot(caller);
    const appointment = await caller.call('appointments.create', {
      body: { slot_id: slot.id, confirmed: true },
    });
    const made = await newRegistration(caller, {
      patient_id: patient.id,
      product_skus: ['IRON-4', 'LIPID-5'],
      foreign_id: 'CRM-77',
      appointment_id: appointment.id,
    });
    const [page, ...more] = await pdf(made.trf_code, 'trf');
    expect(more).toEqual([]);
    expect([page?.widthMm, page?.heightMm].map((size) => Math.round(size ?? 0))).toEqual([210, 297]);
    const wanted = ['O’NEILL-ŚWIĄTEK, Siobhán', '15-Mar-1984', 'IRON-4', 'Ferritin', 'LIPID-5', 'CRM-77'];
    wanted.push(
      'Requester',
      '01-Jul-2026 10:00',
      'Date collected',
      'Time collected',
      'Collected by',
      'Signature',
    );
    for (const text of wanted) expect(page?.text).toContain(text);
    expect(await readCodes(page?.png ?? new Uint8Array())).toEqual([made.trf_code]);
  });

  test('a TRF without a patient leaves room to write', async () => {
    const id = (await newOrder(caller)).test_registrations[0]?.id ?? '';
    const [page] = await pdf(id, 'trf');
    expect(page?.text).toContain('Date of birth');
    expect(page?.text).toContain('ORD-');
  });

  test('the results show values, ranges, flags, comments and the doctor’s note', async () => {
    const patient = await newPatient(caller, NAMED);
    const made = await newRegistration(caller, {
      patient_id: patient.id,
      foreign_id: 'test:abnormal_high+instant@FERR:1',
    });
    const [page] = await pdf(made.id, 'download_pdf');
    const { items } = await caller.call('registrations.labResults', { params: { id: made.id } });
    // The font draws the micro sign as the Greek letter, which is how it is read back.
    expect(items).toHaveLength(4);
    for (const one of items) expect(page?.text).toContain(one.human_readable_value.normalize('NFKC'));
    for (const text of ['HIGH', 'above the reference range', '15–150', 'Doctor’s note', 'Siobhán']) {
      expect(page?.text).toContain(text);
    }
    expect(await readCodes(page?.png ?? new Uint8Array())).toEqual([made.trf_code]);
  });

  test('failed results say why, and long reports go on to another page that says whose it is', async () => {
    const patient = await newPatient(caller, NAMED);
    const made = await newRegistration(caller, {
      patient_id: patient.id,
      product_skus: ['BLOOD-PRO', 'IRON-4', 'THYR-3', 'TESTO-4', 'FERT-4', 'COELIAC-2', 'B12FOL-2'],
      foreign_id: 'test:all_failed+instant:1',
    });
    const pages = await pdf(made.id, 'download_pdf');
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page.text).toContain('O’NEILL-ŚWIĄTEK, Siobhán');
      expect(page.text).toContain('haemolysed');
    }
  });

  test('results that are not there yet are said so', async () => {
    const made = await newRegistration(caller);
    const [page] = await pdf(made.id, 'download_pdf');
    expect(page?.text).toContain('No results are available yet');
  });

  test('TRF and label come as HTML when asked, with every text escaped', async () => {
    const patient = await newPatient(caller, { first_name: '<script>alert(1)</script>', last_name: '"&\'' });
    const made = await newRegistration(caller, { patient_id: patient.id, foreign_id: '<b>' });
    for (const document of ['trf', 'label']) {
      const page = await html(made.id, document);
      expect(page).toMatch(/^<!doctype html>/);
      expect(page).not.toContain('<script>alert');
      expect(page).toContain('&lt;script&gt;');
      expect(page).toContain('<svg');
    }
    const answer = await caller.send('GET', path(made.id, 'trf?show_as_html=0'));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  test('any name makes a label: other scripts, emoji, control characters, a text of 2,000 letters', async () => {
    for (const last_name of [
      '王小明',
      'ابن سينا',
      '👩🏽‍⚕️',
      'a\u0000b\u0007c',
      '\u202Egnol',
      'x'.repeat(2_000),
    ]) {
      const patient = await newPatient(caller, { last_name });
      const made = await newRegistration(caller, { patient_id: patient.id });
      const [page, ...more] = await pdf(made.id, 'label');
      expect(more).toEqual([]);
      expect(await readCodes(page?.png ?? new Uint8Array())).toEqual([made.label_sample_id]);
      await pdf(made.id, 'trf', 2);
      await html(made.id, 'label');
    }
  });
});
