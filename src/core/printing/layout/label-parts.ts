// What sample labels are made of, however their code stands on them: the lines of text, the marks and the ruled spaces. Knows no
// printer language.
import { isLabelCodeOfDesk } from '../../../domain/desk-code.ts';
import type { LabelSymbol } from '../../../domain/label-symbol.ts';
import { formatDate, isCalendarDate } from '../../../domain/site-time.ts';
import type { DrawText } from '../../ports/pictures.ts';
import type { LabelLanguage } from './label-language.ts';
import {
  DEFAULT_LABEL_STOCK,
  labelSizeDots,
  refuseLabel,
  sizeInDots,
  type BarPlan,
  type LabelStock,
} from './label-stock.ts';
import { createTypesetter, cutAtEnd, oneLine, type SetLine } from './label-text.ts';
import type { MatrixPlan } from './matrix-plan.ts';
import { nameBlocks, type NameBlock } from './name-block.ts';

/** What a sample label shows. */
export interface LabelContent {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  /** As the service words it; null when it is not known. */
  readonly gender: string | null;
  /** The code that is scanned. */
  readonly code: string;
  /** The code on the person's form; null while the service has not given one. */
  readonly trfCode: string | null;
  readonly product: string;
  /** The site's clock when the label was made. */
  readonly printedAt: { readonly date: string; readonly time: string };
  readonly siteName: string | null;
  readonly reprint: boolean;
  /** True marks the label, so that nobody takes it for a real one. */
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
  | { readonly kind: 'matrix'; readonly x: number; readonly y: number; readonly plan: MatrixPlan }
  | {
      readonly kind: 'rule';
      readonly x: number;
      readonly y: number;
      readonly widthDots: number;
      readonly thicknessDots: number;
    };

/** A label that is laid out for one stock: what is drawn where, in dots from the top left corner. */
export interface LabelLayout {
  readonly stock: LabelStock;
  readonly widthDots: number;
  readonly heightDots: number;
  /** The name as the label shows it, and whether something of it was left out. */
  readonly name: { readonly lines: readonly string[]; readonly isCut: boolean };
  readonly fields: readonly LabelField[];
}

/** What a layout needs besides the content and the stock. */
export interface LabelTools {
  readonly language: LabelLanguage;
  /** Draws letters that the printer's font does not have; with null such letters are refused. */
  readonly draw: DrawText | null;
  /** How the code stands on the label; left out: as bars. */
  readonly symbol?: LabelSymbol | undefined;
}

// Sizes are in eighths of a millimetre for the smallest stock. On larger stock everything but the bars grows with it.
const MARGIN = 8;
const TOP = 3;
/** Room for accents on a name's capitals, as a fraction of its size: above it, and between its two lines. */
const NAME_HEADROOM = 0.2;
const NAME_LEADING = 0.25;
/** The smallest size of a name that can be read at arm's length. */
const SMALLEST_NAME = 18;
export const BIRTH_SIZE = 21;
export const MARK_SIZE = 17;
export const MARK_PADDING = 4;
export const GAP = 2;
const CODE_SIZES = [22, 20, 17];
export const CODE_ROW = 20;
export const DETAIL_SIZE = 15;
export const STAMP_SIZE = 14;
export const BOTTOM = 5;
/** How the collector's space is divided. */
const INITIALS_SHARE = 0.36;

const MAX_GROWTH = 2.5;
const CUT_MARK = 'NAME CUT';

const GENDER_WORDS: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other' };

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  /** How much larger everything is than on the smallest stock. */
  readonly growth: number;
  /** Eighths of a millimetre in dots, enlarged for the stock. */
  dots(eighths: number): number;
  set(field: string, text: string, eighths: number): SetLine;
  /** One line of what names neither the person nor the sample, with a sign for each letter that no font has. */
  plainly(text: string): string;
}

export function sheetOf(stock: LabelStock, { language, draw }: LabelTools): Sheet {
  const { width, height } = labelSizeDots(stock);
  const room = Math.min(
    stock.widthMm / DEFAULT_LABEL_STOCK.widthMm,
    stock.heightMm / DEFAULT_LABEL_STOCK.heightMm,
  );
  const growth = Math.min(Math.max(room, 1), MAX_GROWTH);
  const dots = (eighths: number): number => Math.round(sizeInDots((eighths * growth) / 8, stock));
  const typesetter = createTypesetter(language, draw);
  return {
    width,
    height,
    left: dots(MARGIN),
    growth,
    dots,
    set: (field, text, eighths) =>
      typesetter.set(field, text, { heightDots: dots(eighths), headroomDots: dots(eighths * NAME_HEADROOM) }),
    plainly: (text) => typesetter.writable(oneLine(text)),
  };
}

/** From the label's right edge inwards. */
export function markFields(sheet: Sheet, words: readonly string[], y: number): LabelField[] {
  const paddingDots = sheet.dots(MARK_PADDING);
  let right = sheet.width - sheet.left;
  return words.map((word): LabelField => {
    const line = sheet.set('code', word, MARK_SIZE);
    const x = right - line.widthDots - 2 * paddingDots;
    right = x - sheet.dots(5);
    return { kind: 'mark', x, y, line, paddingDots };
  });
}

export function widthOfMarks(sheet: Sheet, marks: readonly LabelField[]): number {
  const leftmost = marks.reduce((left, mark) => ('x' in mark ? Math.min(left, mark.x) : left), sheet.width);
  return marks.length === 0 ? 0 : sheet.width - sheet.left - leftmost + sheet.dots(5);
}

/**
 * The date of birth is never cut. If space is short, the gender becomes one letter, and then is left out for the marks.
 */
export function birthLine(sheet: Sheet, content: LabelContent, room: number): SetLine {
  if (!isCalendarDate(content.dateOfBirth)) refuseLabel('dateOfBirth', 'is missing or no date');
  const born = `DOB ${formatDate(content.dateOfBirth)}`;
  const gender = content.gender === null ? '' : sheet.plainly(content.gender);
  const word = GENDER_WORDS[gender.toLowerCase()] ?? Array.from(gender).slice(0, 10).join('');
  const initial = Array.from(word)[0] ?? '';
  const fitting = [`${born}  ${word}`, `${born}  ${initial}`]
    .map((text) => sheet.set('gender', text.trimEnd(), BIRTH_SIZE))
    .find((line) => line.widthDots <= room);
  return fitting ?? sheet.set('dateOfBirth', born, BIRTH_SIZE);
}

/** The code in letters, with a caption when it is the form's code or the desk's. */
export function codeLine(sheet: Sheet, content: LabelContent, room: number): SetLine {
  const { code, trfCode } = content;
  const caption = code === trfCode ? 'TRF' : isLabelCodeOfDesk(code) ? 'DESK' : null;
  const texts = caption === null ? [code] : [`${caption} ${code}`, code];
  for (const text of texts) {
    for (const size of CODE_SIZES) {
      const line = sheet.set('code', text, size);
      if (line.widthDots <= room) return line;
    }
  }
  return refuseLabel('code', 'does not fit in readable letters');
}

/** The form's code is an identifier and is never cut. If space is short, the product's name is cut instead. */
export function detailText(sheet: Sheet, content: LabelContent, room: number): string {
  const fits = (text: string): boolean => sheet.set('product', text, DETAIL_SIZE).widthDots <= room;
  const product = sheet.plainly(content.product);
  const trfCode =
    content.trfCode === null || content.trfCode === content.code ? '' : `TRF ${oneLine(content.trfCode)}`;
  if (trfCode && !fits(trfCode)) refuseLabel('trfCode', 'does not fit');
  const lead = trfCode && product ? `${trfCode}  ` : trfCode;
  return (lead + (cutAtEnd(product, 1, (candidate) => fits(lead + candidate)) ?? '')).trim();
}

export function stampLine(sheet: Sheet, content: LabelContent, room: number): SetLine {
  const fits = (text: string): boolean => sheet.set('siteName', text, STAMP_SIZE).widthDots <= room;
  const stamp = `Printed ${formatDate(content.printedAt.date)} ${content.printedAt.time}`;
  const site = content.siteName === null ? '' : sheet.plainly(content.siteName);
  const short = site && cutAtEnd(site, 3, (candidate) => fits(`${stamp}  ${candidate}`));
  return sheet.set('siteName', short ? `${stamp}  ${short}` : stamp, STAMP_SIZE);
}

/** Captions and ruled lines for what the collector writes by hand, to the right of `from`. */
export function collectorFields(sheet: Sheet, { from, top }: { from: number; top: number }): LabelField[] {
  const { width, left, dots } = sheet;
  const all = width - left - from;
  const initials = Math.round(all * INITIALS_SHARE);
  const spaces = [
    { x: from, widthDots: initials, caption: 'Initials' },
    {
      x: from + initials + dots(6),
      widthDots: all - initials - dots(6),
      caption: 'Taken: date, time',
    },
  ];
  return spaces.flatMap(({ x, widthDots, caption }): LabelField[] => [
    { kind: 'line', x, y: top, line: sheet.set('code', caption, STAMP_SIZE) },
    {
      kind: 'rule',
      x,
      y: sheet.height - dots(BOTTOM) - dots(2),
      widthDots,
      thicknessDots: Math.max(2, dots(2)),
    },
  ]);
}

/** The ways to set the name on this label, best first, and the mark of a cut one. */
export function nameOf(
  sheet: Sheet,
  content: LabelContent,
): { readonly blocks: NameBlock[]; readonly cutMark: LabelField[] } {
  const cutMark = markFields(sheet, [CUT_MARK], sheet.dots(TOP));
  const blocks = nameBlocks(content, {
    room: sheet.width - 2 * sheet.left,
    smallestSize: SMALLEST_NAME / sheet.growth,
    markRoom: widthOfMarks(sheet, cutMark),
    set: sheet.set,
  });
  return { blocks, cutMark };
}

/** The tops of a name's lines, in dots. */
export function nameTops({ dots }: Sheet, name: NameBlock): number[] {
  const headroom = dots(name.size * NAME_HEADROOM);
  return name.lines.map(
    (line, index) => dots(TOP) + headroom + index * (line.heightDots + dots(name.size * NAME_LEADING)),
  );
}

/** What matters more comes first: the whole name before the printing time, and the printing time before a larger name. */
export function waysToStack(
  blocks: readonly NameBlock[],
): readonly { readonly block: NameBlock; readonly withStamp: boolean }[] {
  return [
    ...[true, false].flatMap((withStamp) =>
      blocks.filter(({ isCut }) => !isCut).map((block) => ({ block, withStamp })),
    ),
    ...blocks
      .filter(({ isCut }) => isCut)
      .flatMap((block) => [true, false].map((withStamp) => ({ block, withStamp }))),
  ];
}

/** The words of the marks that a label carries beside the date of birth. */
export const marksOf = ({ training, reprint }: LabelContent): string[] => [
  ...(training ? ['TRAINING'] : []),
  ...(reprint ? ['REPRINT'] : []),
];

export const lineAt = (x: number, y: number, line: SetLine): LabelField => ({ kind: 'line', x, y, line });
