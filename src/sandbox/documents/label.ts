// The sample label, 50.8 × 25.4 mm: name, date of birth, TRF code, and the label code as a Code 128 bar code.
import type { World } from '../rules/world.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { barCodeSvg, code128, QUIET_MODULES } from './bar-code.ts';
import { factsOf, type Facts } from './facts.ts';
import { escaped, htmlDocument } from './html.ts';
import { newSheet, type Sheet } from './pdf-page.ts';

const LABEL_WIDTH_MM = 50.8;
const LABEL_HEIGHT_MM = 25.4;
/** Width of the narrowest bar: two dots of a printer with 8 dots per millimetre. */
const MODULE_MM = 0.25;
const MARGIN_MM = 2;
const TEXT_WIDTH_MM = LABEL_WIDTH_MM - 2 * MARGIN_MM;
const BARS_TOP_MM = 10.2;
const BARS_HEIGHT_MM = 10;

export async function labelPdf(world: World, row: RegistrationRow): Promise<Uint8Array> {
  const facts = factsOf(world, row);
  const sheet = newSheet({
    widthMm: LABEL_WIDTH_MM,
    heightMm: LABEL_HEIGHT_MM,
    title: `Sample label ${facts.labelCode}`,
    madeMs: world.clock.nowMs(),
  });
  const half = TEXT_WIDTH_MM / 2;
  writeName(sheet, facts);
  sheet.text(`DOB ${facts.patient?.dateOfBirth ?? ''}`, { x: MARGIN_MM, y: 5.8 }, { size: 7.5, width: half });
  sheet.text(facts.trfCode, { x: MARGIN_MM + half, y: 5.8 }, { size: 7.5, width: half, align: 'right' });
  const code = code128(facts.labelCode);
  const left = Math.max((LABEL_WIDTH_MM - code.modules * MODULE_MM) / 2, QUIET_MODULES * MODULE_MM);
  sheet.barCode(code, { x: left, y: BARS_TOP_MM }, { moduleMm: MODULE_MM, height: BARS_HEIGHT_MM });
  sheet.text(
    facts.labelCode,
    { x: MARGIN_MM, y: 20.9 },
    { size: 7.5, bold: true, width: TEXT_WIDTH_MM, align: 'center' },
  );
  return sheet.bytes();
}

/**
 * Writes the name. A name too long for one line gets two, so that neither the surname nor the first name is cut off.
 */
function writeName(sheet: Sheet, facts: Facts): void {
  if (!facts.patient) return;
  const { name, lastName, firstName } = facts.patient;
  const style = { size: 9, bold: true, width: TEXT_WIDTH_MM } as const;
  if (sheet.fits(name, style)) {
    sheet.text(name, { x: MARGIN_MM, y: 1.6 }, style);
    return;
  }
  sheet.text(`${lastName},`, { x: MARGIN_MM, y: 0.9 }, { ...style, size: 7 });
  sheet.text(firstName, { x: MARGIN_MM, y: 3.4 }, { ...style, size: 7 });
}

export function labelHtml(world: World, row: RegistrationRow): string {
  const facts = factsOf(world, row);
  const style = `@page{size:${LABEL_WIDTH_MM}mm ${LABEL_HEIGHT_MM}mm;margin:0}
    body{width:${LABEL_WIDTH_MM}mm;height:${LABEL_HEIGHT_MM}mm;margin:0;padding:1.5mm 2mm;box-sizing:border-box;font:7.5pt sans-serif}
    strong{display:block;font-size:9pt;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    p{display:flex;justify-content:space-between;margin:0 0 1mm}
    figure{margin:0;text-align:center}`;
  return htmlDocument({
    title: `Sample label ${facts.labelCode}`,
    style,
    body: `<strong>${escaped(facts.patient?.name ?? '')}</strong>
      <p><span>DOB ${escaped(facts.patient?.dateOfBirth ?? '')}</span><span>${escaped(facts.trfCode)}</span></p>
      <figure>${barCodeSvg(code128(facts.labelCode), MODULE_MM, BARS_HEIGHT_MM)}
      <figcaption>${escaped(facts.labelCode)}</figcaption></figure>`,
  });
}
