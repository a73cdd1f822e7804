// The report of results on A4: values, ranges, flags and comments, on as many pages as needed.
import type { LabResult } from '../../wire/lab-result.ts';
import type { World } from '../rules/world.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { factsOf, rangeInWords, remarkOn, resultFacts, type Facts } from './facts.ts';
import { A4, CONTENT_WIDTH_MM, MARGIN_MM, pageHead } from './page-head.ts';
import { newSheet, type Sheet } from './pdf-page.ts';

const LEFT = MARGIN_MM;
const WIDTH = CONTENT_WIDTH_MM;
const LOWEST_MM = 275;
const HEAD = { title: 'Laboratory results', bars: { moduleMm: 0.3, height: 11 }, codeSize: 10 } as const;

const COLUMNS = [
  { title: 'Test', x: LEFT, width: 56 },
  { title: 'Result', x: LEFT + 58, width: 32 },
  { title: 'Reference range', x: LEFT + 92, width: 28 },
  { title: 'Flag', x: LEFT + 122, width: 12 },
  { title: 'Comment', x: LEFT + 136, width: WIDTH - 136 },
] as const;

export async function resultsPdf(world: World, row: RegistrationRow): Promise<Uint8Array> {
  const facts = factsOf(world, row);
  const sheet = newSheet({ ...A4, title: `Results ${facts.trfCode}`, madeMs: world.clock.nowMs() });
  let y = header(sheet, facts);
  const results = resultFacts(world, row);
  if (results.length === 0) {
    sheet.text('No results are available yet.', { x: LEFT, y }, { size: 11, width: WIDTH });
    return sheet.bytes();
  }
  y = columnTitles(sheet, y);
  for (const result of results) {
    const height = heightOf(sheet, result);
    if (y + height > LOWEST_MM) {
      sheet.newPage();
      y = columnTitles(sheet, header(sheet, facts));
    }
    line(sheet, result, y);
    y += height;
    sheet.rule({ x: LEFT, y: y - 1 }, { x: LEFT + WIDTH, y: y - 1 }, 0.05);
  }
  if (facts.doctorsNote !== null) doctorsNote(sheet, facts, y + 4);
  return sheet.bytes();
}

/**
 * Writes the head of a page: title, bar code, person. Returns the height at which the content begins, in millimetres.
 */
function header(sheet: Sheet, facts: Facts): number {
  pageHead(sheet, facts, HEAD);
  sheet.text(facts.patient?.name ?? '', { x: LEFT, y: 38 }, { size: 12, bold: true, width: WIDTH });
  const about = [
    `Date of birth ${facts.patient?.dateOfBirth ?? ''}`,
    `Gender ${facts.patient?.gender ?? ''}`,
    `Laboratory number ${facts.labId ?? '–'}`,
    `Completed ${facts.completed ?? '–'}`,
  ].join('   ·   ');
  sheet.text(about, { x: LEFT, y: 44.5 }, { size: 9, width: WIDTH });
  return 56;
}

function columnTitles(sheet: Sheet, y: number): number {
  for (const { title, x, width } of COLUMNS) {
    sheet.text(title, { x, y }, { size: 8.5, bold: true, width, colour: '#555555' });
  }
  sheet.rule({ x: LEFT, y: y + 5 }, { x: LEFT + WIDTH, y: y + 5 }, 0.3);
  return y + 7;
}

const FLAGS: Readonly<Record<string, string>> = { high: '▲ HIGH', low: '▼ LOW' };
const flagInWords = (result: LabResult): string => FLAGS[result.out_of_range ?? ''] ?? '';

const REMARK = { size: 8, width: COLUMNS[4].width, wrap: true } as const;
const NAME = { size: 9.5, width: COLUMNS[0].width, wrap: true } as const;

const heightOf = (sheet: Sheet, result: LabResult): number =>
  Math.max(sheet.heightOf(remarkOn(result), REMARK), sheet.heightOf(result.name, NAME), 5) + 3;

function line(sheet: Sheet, result: LabResult, y: number): void {
  const marked = result.out_of_range !== null;
  const [name, value, range, flag, remark] = COLUMNS;
  sheet.text(result.name, { x: name.x, y }, NAME);
  sheet.text(result.human_readable_value, { x: value.x, y }, { size: 9.5, bold: marked, width: value.width });
  sheet.text(rangeInWords(result), { x: range.x, y }, { size: 9, width: range.width });
  sheet.text(
    flagInWords(result),
    { x: flag.x, y },
    { size: 8, bold: true, width: flag.width, colour: '#a00000' },
  );
  sheet.text(remarkOn(result), { x: remark.x, y }, REMARK);
}

function doctorsNote(sheet: Sheet, facts: Facts, y: number): void {
  const style = { size: 10, width: WIDTH, wrap: true } as const;
  const note = facts.doctorsNote ?? '';
  const fits = y + 8 + sheet.heightOf(note, style) + 8 < LOWEST_MM + 10;
  if (!fits) sheet.newPage();
  const top = fits ? y : header(sheet, facts);
  sheet.text('Doctor’s note', { x: LEFT, y: top }, { size: 11, bold: true, width: WIDTH });
  const height = sheet.text(note, { x: LEFT, y: top + 7 }, style);
  sheet.text(
    facts.doctorsName ?? '',
    { x: LEFT, y: top + 9 + height },
    { size: 9, width: WIDTH, colour: '#444444' },
  );
}
