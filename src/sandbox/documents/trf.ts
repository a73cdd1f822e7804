// The test registration form on A4: the person, the tests, and empty fields for the phlebotomist to fill in.
import type { World } from '../rules/world.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { barCodeSvg, code128 } from './bar-code.ts';
import { factsOf, REQUESTER, type Facts } from './facts.ts';
import { escaped, htmlDocument } from './html.ts';
import { A4, CONTENT_WIDTH_MM, MARGIN_MM, pageHead } from './page-head.ts';
import { newSheet, type Sheet } from './pdf-page.ts';

const LEFT = MARGIN_MM;
const WIDTH = CONTENT_WIDTH_MM;
const HEAD = {
  title: 'Test registration form',
  bars: { moduleMm: 0.33, height: 14 },
  codeSize: 12,
} as const;
const LOWEST_TEST_MM = 205;

const COLLECTION_FIELDS = ['Date collected', 'Time collected', 'Collected by', 'Site of collection'];
const DECLARATION =
  'I have checked the patient’s name and date of birth, and the label on each tube matches this form.';

type Fact = readonly [name: string, value: string];

const patientLines = (facts: Facts): Fact[] =>
  facts.patient
    ? [
        ['Date of birth', facts.patient.dateOfBirth],
        ['Gender', facts.patient.gender],
        ['E-mail', facts.patient.email],
        ['Telephone', facts.patient.phone ?? '–'],
      ]
    : [
        ['Date of birth', ''],
        ['Gender', ''],
        ['E-mail', ''],
        ['Telephone', ''],
      ];

const requestLines = (facts: Facts): Fact[] => [
  ['Requester', REQUESTER],
  ['Registered', facts.created],
  ['Order', facts.orderNumber ?? '–'],
  ['Reference', facts.foreignId ?? '–'],
  ['Appointment', facts.appointment ? `${facts.appointment.when}, ${facts.appointment.where}` : '–'],
  ['Sample label', facts.labelCode],
];

export async function trfPdf(world: World, row: RegistrationRow): Promise<Uint8Array> {
  const facts = factsOf(world, row);
  const title = `${HEAD.title} ${facts.trfCode}`;
  const sheet = newSheet({ ...A4, title, madeMs: world.clock.nowMs() });
  pageHead(sheet, facts, HEAD);
  const half = WIDTH / 2;
  section(sheet, 'Patient', 46);
  factList(sheet, [['Name', facts.patient?.name ?? '']], { x: LEFT, y: 54 }, { width: WIDTH, bold: true });
  factList(sheet, patientLines(facts), { x: LEFT, y: 61 }, { width: half - 4 });
  factList(sheet, requestLines(facts), { x: LEFT + half, y: 61 }, { width: half });
  section(sheet, 'Tests requested', 106);
  tests(sheet, facts, 114);
  section(sheet, 'Sample collection', 216);
  collection(sheet, 225);
  return sheet.bytes();
}

function section(sheet: Sheet, title: string, y: number): void {
  sheet.text(title, { x: LEFT, y: y - 1 }, { size: 11, bold: true, width: WIDTH });
  sheet.rule({ x: LEFT, y: y + 5 }, { x: LEFT + WIDTH, y: y + 5 });
}

function factList(
  sheet: Sheet,
  lines: readonly Fact[],
  at: { readonly x: number; readonly y: number },
  style: { readonly width: number; readonly bold?: boolean },
): void {
  const { width } = style;
  lines.forEach(([name, value], index) => {
    const y = at.y + index * 6.8;
    sheet.text(name, { x: at.x, y }, { size: 8.5, width: 24, colour: '#555555' });
    if (value === '') sheet.rule({ x: at.x + 25, y: y + 4.5 }, { x: at.x + width, y: y + 4.5 });
    else
      sheet.text(
        value,
        { x: at.x + 25, y: y - 0.3 },
        { size: 10, width: width - 25, bold: style.bold === true },
      );
  });
}

function tests(sheet: Sheet, facts: Facts, top: number): void {
  let y = top;
  const size = facts.tests.length > 5 ? 7 : 9;
  for (const [index, test] of facts.tests.entries()) {
    const style = { size, width: WIDTH - 36, wrap: true, colour: '#444444' } as const;
    if (y + 6 + sheet.heightOf(test.biomarkers, style) > LOWEST_TEST_MM) {
      const more = facts.tests.length - index;
      sheet.text(`… and ${more} more, listed in the registration`, { x: LEFT, y }, { size: 9, width: WIDTH });
      return;
    }
    sheet.text(test.sku, { x: LEFT, y }, { size: 10, bold: true, width: 34 });
    sheet.text(test.name, { x: LEFT + 36, y }, { size: 10, bold: true, width: WIDTH - 36 });
    y += 5 + sheet.text(test.biomarkers, { x: LEFT + 36, y: y + 5 }, style) + 2.5;
  }
}

function collection(sheet: Sheet, top: number): void {
  const width = WIDTH / 2 - 3;
  COLLECTION_FIELDS.forEach((name, index) => {
    const x = LEFT + (index % 2) * (width + 6);
    const y = top + Math.floor(index / 2) * 15;
    sheet.box({ x, y }, { width, height: 12 });
    sheet.text(name, { x: x + 1.5, y: y + 1 }, { size: 7.5, width: width - 3, colour: '#555555' });
  });
  const y = top + 33;
  sheet.box({ x: LEFT, y }, { width: 5, height: 5 });
  sheet.text(DECLARATION, { x: LEFT + 8, y: y + 0.3 }, { size: 9, width: WIDTH - 8, wrap: true });
  sheet.rule({ x: LEFT, y: y + 20 }, { x: LEFT + 80, y: y + 20 });
  sheet.text('Signature', { x: LEFT, y: y + 21 }, { size: 7.5, width: 80, colour: '#555555' });
}

export function trfHtml(world: World, row: RegistrationRow): string {
  const facts = factsOf(world, row);
  const list = (lines: readonly Fact[]): string =>
    `<dl>${lines.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
  const style = `@page{size:A4;margin:15mm} body{font:10pt sans-serif;max-width:180mm;margin:10mm auto}
    header{display:flex;justify-content:space-between} figure{margin:0;text-align:center;font-weight:bold}
    h2{font-size:11pt;border-bottom:1px solid} dl{display:grid;grid-template-columns:30mm 1fr;gap:1mm}
    dt{color:#555} dd{margin:0} .two{display:grid;grid-template-columns:1fr 1fr;gap:6mm}
    .field{border:1px solid;height:12mm;padding:1mm;color:#555;font-size:8pt}`;
  const body = `<header><div><h1>${HEAD.title}</h1><p>${REQUESTER}</p></div>
    <figure>${barCodeSvg(code128(facts.trfCode), HEAD.bars.moduleMm, HEAD.bars.height)}<figcaption>${escaped(facts.trfCode)}</figcaption></figure></header>
    <h2>Patient</h2><p><b>${escaped(facts.patient?.name ?? '')}</b></p><div class="two">${list(patientLines(facts))}${list(requestLines(facts))}</div>
    <h2>Tests requested</h2><ul>${facts.tests
      .map(
        (test) => `<li><b>${escaped(test.sku)}</b> ${escaped(test.name)}: ${escaped(test.biomarkers)}</li>`,
      )
      .join('')}</ul>
    <h2>Sample collection</h2><div class="two">${COLLECTION_FIELDS.map((name) => `<div class="field">${name}</div>`).join('')}</div>
    <p>☐ ${DECLARATION}</p>`;
  return htmlDocument({ title: `Test registration form ${facts.trfCode}`, style, body });
}
