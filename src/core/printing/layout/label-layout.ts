// Lays a sample label out: where each line, the bars and the ruled space go, in dots. Knows no printer language.
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, isCalendarDate } from '../../../domain/site-time.ts';
import type { DrawText } from '../../ports.ts';
import {
  DEFAULT_LABEL_STOCK,
  labelSizeDots,
  MIN_BAR_HEIGHT_MM,
  planBars,
  refuseLabel,
  type BarPlan,
  type LabelStock,
} from './label-preflight.ts';
import { isInPrinterFont, oneLine, setLine, shortened, type SetLine } from './label-text.ts';

/** What a sample label says. */
export interface LabelContent {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  /** As the service words it; null when it is not known. */
  readonly gender: string | null;
  /** What the bars carry. */
  readonly code: string;
  /** Left out of the label when it is the code itself. */
  readonly trfCode: string | null;
  readonly product: string;
  /** The site's clock when the label was made. */
  readonly printedAt: { readonly date: string; readonly time: string };
  readonly siteName: string | null;
  readonly reprint: boolean;
  /** Marks the label so that it cannot pass for a real one. */
  readonly training: boolean;
}

export type LabelField =
  | { readonly kind: 'line'; readonly x: number; readonly y: number; readonly line: SetLine }
  | {
      readonly kind: 'mark';
      readonly x: number;
      readonly y: number;
      readonly line: SetLine;
      readonly paddingDots: number;
    }
  | { readonly kind: 'bars'; readonly y: number; readonly heightDots: number; readonly plan: BarPlan }
  | {
      readonly kind: 'rule';
      readonly x: number;
      readonly y: number;
      readonly widthDots: number;
      readonly thicknessDots: number;
    };

export interface LabelLayout {
  readonly stock: LabelStock;
  readonly widthDots: number;
  readonly heightDots: number;
  readonly fields: readonly LabelField[];
}

// Measures in eighths of a millimetre: dots of a 203 dpi printer, scaled for a finer one.
const MARGIN = 8;
const TOP = 6;
const NAME_SIZES = [28, 25, 22];
const NAME_ROW = 28;
const SMALLEST_NAME = 18;
const BIRTH_SIZE = 21;
const MARK_SIZE = 17;
const BARS_GAP = 3;
const MAX_BAR_HEIGHT = 120;
const CODE_SIZES = [22, 20, 17];
const CODE_ROW = 20;
const DETAIL_SIZE = 15;
const STAMP_SIZE = 14;
const BOTTOM = 6;

const GENDER_WORDS: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other' };

interface Sheet {
  readonly draw: DrawText | null;
  readonly width: number;
  readonly height: number;
  /** Eighths of a millimetre as dots. */
  dots(eighths: number): number;
}

function set(sheet: Sheet, field: string, text: string, eighths: number): SetLine {
  return (
    setLine(text, sheet.dots(eighths), sheet.draw) ??
    refuseLabel(field, 'holds letters that can neither be printed nor drawn')
  );
}

/** The surname whole for as long as it can be, the first name cut first, and every cut marked by a full stop. */
function nameLine(sheet: Sheet, content: LabelContent): SetLine {
  const firstName = oneLine(content.firstName);
  const lastName = oneLine(content.lastName);
  if (!lastName && !firstName) refuseLabel('lastName', 'is empty');
  const room = sheet.width - 2 * sheet.dots(MARGIN);
  const field = isInPrinterFont(formatName({ firstName: '', lastName })) ? 'firstName' : 'lastName';
  const write = (first: string, last: string): string =>
    first && last
      ? formatName({ firstName: first, lastName: last })
      : last.toLocaleUpperCase('en-GB') || first;
  const fitsAt =
    (eighths: number) =>
    (text: string): boolean =>
      set(sheet, field, text, eighths).widthDots <= room;

  const whole = write(firstName, lastName);
  const roomySize = NAME_SIZES.find((size) => fitsAt(size)(whole));
  if (roomySize) return set(sheet, field, whole, roomySize);
  for (const size of [NAME_SIZES.at(-1) ?? SMALLEST_NAME, SMALLEST_NAME]) {
    const fits = fitsAt(size);
    const first = shortened(firstName, 1, (candidate) => fits(write(candidate, lastName)));
    if (first !== null) return set(sheet, field, write(first, lastName), size);
  }
  const fits = fitsAt(SMALLEST_NAME);
  const cut = shortened(whole, 1, fits) ?? refuseLabel('lastName', 'does not fit');
  return set(sheet, field, cut, SMALLEST_NAME);
}

function birthLine(sheet: Sheet, content: LabelContent): SetLine {
  if (!isCalendarDate(content.dateOfBirth)) refuseLabel('dateOfBirth', 'is missing or no date');
  const gender = content.gender === null ? '' : oneLine(content.gender);
  const word = GENDER_WORDS[gender.toLowerCase()] ?? Array.from(gender).slice(0, 10).join('');
  return set(sheet, 'gender', `${formatDate(content.dateOfBirth)}  ${word}`.trimEnd(), BIRTH_SIZE);
}

/** Marks stand at the right of the date of birth, from the edge inwards. */
function markFields(sheet: Sheet, content: LabelContent, y: number): LabelField[] {
  const words = [...(content.training ? ['TRAINING'] : []), ...(content.reprint ? ['REPRINT'] : [])];
  const paddingDots = sheet.dots(4);
  const fields: LabelField[] = [];
  let right = sheet.width - sheet.dots(MARGIN);
  for (const word of words) {
    const line = set(sheet, 'code', word, MARK_SIZE);
    right -= line.widthDots + 2 * paddingDots;
    fields.push({ kind: 'mark', x: right, y, line, paddingDots });
    right -= sheet.dots(5);
  }
  return fields;
}

function codeLine(sheet: Sheet, code: string, room: number): SetLine {
  for (const size of CODE_SIZES) {
    const line = set(sheet, 'code', code, size);
    if (line.widthDots <= room) return line;
  }
  return refuseLabel('code', 'does not fit in readable letters');
}

/** The TRF code is an identifier and stays whole; the product's name is what gives way. */
function detailLine(sheet: Sheet, content: LabelContent, room: number): SetLine | null {
  const fits = (text: string): boolean => set(sheet, 'product', text, DETAIL_SIZE).widthDots <= room;
  const product = oneLine(content.product);
  const trfCode =
    content.trfCode === null || content.trfCode === content.code ? '' : oneLine(content.trfCode);
  if (trfCode && !fits(trfCode)) refuseLabel('trfCode', 'does not fit');
  const lead = trfCode && product ? `${trfCode}  ` : trfCode;
  const short = shortened(product, 1, (candidate) => fits(lead + candidate)) ?? '';
  const text = (lead + short).trim();
  return text ? set(sheet, 'product', text, DETAIL_SIZE) : null;
}

function stampLine(sheet: Sheet, content: LabelContent, room: number): SetLine {
  const fits = (text: string): boolean => set(sheet, 'siteName', text, STAMP_SIZE).widthDots <= room;
  const stamp = `Printed ${formatDate(content.printedAt.date)} ${content.printedAt.time}`;
  const site = content.siteName === null ? '' : oneLine(content.siteName);
  const short = site && shortened(site, 3, (candidate) => fits(`${stamp}  ${candidate}`));
  return set(sheet, 'siteName', short ? `${stamp}  ${short}` : stamp, STAMP_SIZE);
}

/**
 * Lays out one sample label. `draw` draws names whose letters the printer's font lacks; without it such a name is
 * refused. Throws an AppException of kind `rejected` naming the field that does not fit or cannot be printed.
 */
export function layOutLabel(
  content: LabelContent,
  stock: LabelStock = DEFAULT_LABEL_STOCK,
  draw: DrawText | null = null,
): LabelLayout {
  const { width, height } = labelSizeDots(stock);
  const dots = (eighths: number): number => Math.round((eighths * stock.dotsPerMm) / 8);
  const sheet: Sheet = { draw, width, height, dots };
  const left = dots(MARGIN);

  const nameY = dots(TOP);
  const birthY = nameY + dots(NAME_ROW) + dots(2);
  const barsY = birthY + dots(BIRTH_SIZE) + dots(BARS_GAP);
  const stampY = height - dots(BOTTOM) - dots(STAMP_SIZE);
  const detailY = stampY - dots(2) - dots(DETAIL_SIZE);
  const codeY = detailY - dots(1) - dots(CODE_ROW);
  const barHeight = Math.min(codeY - dots(BARS_GAP) - barsY, dots(MAX_BAR_HEIGHT));
  if (barHeight < MIN_BAR_HEIGHT_MM * stock.dotsPerMm) {
    refuseLabel('stock', `${stock.heightMm} mm leaves no room for bars ${MIN_BAR_HEIGHT_MM} mm high`);
  }

  const takenX = Math.round(width * 0.56);
  const room = takenX - left - dots(6);
  const name = nameLine(sheet, content);
  const birth = birthLine(sheet, content);
  const marks = markFields(sheet, content, birthY);
  const detail = detailLine(sheet, content, room);
  return {
    stock,
    widthDots: width,
    heightDots: height,
    fields: [
      // A name set smaller keeps the row's foot.
      { kind: 'line', x: left, y: nameY + dots(NAME_ROW) - name.heightDots, line: name },
      { kind: 'line', x: left, y: birthY, line: birth },
      ...marks,
      { kind: 'bars', y: barsY, heightDots: barHeight, plan: planBars(content.code, stock) },
      { kind: 'line', x: left, y: codeY, line: codeLine(sheet, content.code, room) },
      ...(detail ? [{ kind: 'line' as const, x: left, y: detailY, line: detail }] : []),
      { kind: 'line', x: left, y: stampY, line: stampLine(sheet, content, room) },
      { kind: 'line', x: takenX, y: codeY, line: set(sheet, 'code', 'Taken', DETAIL_SIZE) },
      {
        kind: 'rule',
        x: takenX,
        y: height - dots(BOTTOM) - dots(2),
        widthDots: width - left - takenX,
        thicknessDots: Math.max(2, dots(2)),
      },
    ],
  };
}
