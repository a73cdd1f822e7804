// Labels for setting a printer up: one that is scanned back, and a ruler by which the size of a label is read. Both are of no
// person and say so.
import type { LabelField, LabelLayout, LabelTools } from './label-parts.ts';
import { labelSizeDots, planBars, refuseLabel, sizeInDots, type LabelStock } from './label-stock.ts';
import { createTypesetter, type SetLine } from './label-text.ts';
import { matrixPlans, QUIET_MODULES } from './matrix-plan.ts';

/** The ruler is as wide as the print heads of most label printers, and longer than most labels. */
export const RULER_MM = { widthMm: 104, heightMm: 80 } as const;

const FRAME_MM = 1;
const FRAME_THICKNESS_MM = 0.25;
const TITLE_MM = 2.5;
const SMALL_MM = 2;
const GAP_MM = 0.6;
/** The first that fits. */
const TITLES = ['TEST - NOT FOR A SAMPLE', 'TEST - NO SAMPLE', 'TEST'] as const;

interface Sheet {
  readonly width: number;
  readonly height: number;
  dots(mm: number): number;
  set(text: string, mm: number): SetLine;
}

function sheetOf(stock: LabelStock, { language, draw }: LabelTools): Sheet {
  const dots = (mm: number): number => Math.round(sizeInDots(mm, stock));
  const typesetter = createTypesetter(language, draw);
  return {
    ...labelSizeDots(stock),
    dots,
    set: (text, mm) => typesetter.set('test', text, { heightDots: dots(mm), headroomDots: dots(mm * 0.2) }),
  };
}

const layoutOf = (stock: LabelStock, fields: readonly LabelField[]): LabelLayout => {
  const { width, height } = labelSizeDots(stock);
  return { stock, widthDots: width, heightDots: height, name: { lines: [], isCut: false }, fields };
};

/**
 * A frame a millimetre inside each edge, so that a shifted or wrong size is seen at once, and `code` as bars or as a square, as on the
 * labels of people. `settings` say what the label was made for.
 *
 * @throws AppException `rejected`, when the code does not fit on the stock
 */
export function layOutTestLabel(
  { code, settings }: { readonly code: string; readonly settings: string },
  stock: LabelStock,
  tools: LabelTools,
): LabelLayout {
  const sheet = sheetOf(stock, tools);
  const { width, height, dots } = sheet;
  const edge = dots(FRAME_MM);
  const thick = dots(FRAME_THICKNESS_MM);
  const across = { x: edge, widthDots: width - 2 * edge, thicknessDots: thick };
  const down = { y: edge, widthDots: thick, thicknessDots: height - 2 * edge };
  const inside = edge + thick + dots(GAP_MM);
  const middle = (y: number, line: SetLine): LabelField => ({
    kind: 'line',
    x: Math.max(inside, Math.floor((width - line.widthDots) / 2)),
    y,
    line,
  });
  const room = width - 2 * inside;
  const title = TITLES.map((text) => sheet.set(text, TITLE_MM)).find((line) => line.widthDots <= room);
  const letters = sheet.set(code, TITLE_MM);
  const small = sheet.set(settings, SMALL_MM);
  const smallY = height - inside - dots(SMALL_MM);
  const lettersY = smallY - dots(GAP_MM) - dots(TITLE_MM);
  const codeY = inside + dots(TITLE_MM) + dots(2 * GAP_MM);
  const codeHeight = lettersY - dots(GAP_MM) - codeY;
  const below = [middle(lettersY, letters), ...(small.widthDots <= room ? [middle(smallY, small)] : [])];
  const codeFields = (): LabelField[] => {
    if (tools.symbol !== 'data-matrix') {
      const plan = planBars(code, stock, tools.language);
      return [{ kind: 'bars', y: codeY, heightDots: Math.max(dots(3), codeHeight), plan }, ...below];
    }
    const squareIn = (boxHeight: number): LabelField | null => {
      const plan = matrixPlans(code, stock).find(
        ({ sideDots, moduleDots }) => sideDots + 2 * QUIET_MODULES * moduleDots <= Math.min(boxHeight, room),
      );
      const middleOf = (from: number, size: number): number =>
        from + Math.floor((size - (plan?.sideDots ?? 0)) / 2);
      return plan ? { kind: 'matrix', x: middleOf(0, width), y: middleOf(codeY, boxHeight), plan } : null;
    };
    const square = squareIn(codeHeight);
    if (square) return [square, ...below];
    // On a low label it stands there without its letters: typing them proves nothing.
    const alone = squareIn(height - inside - codeY);
    return alone ? [alone] : refuseLabel('stock', 'is too small for a test label with a Data Matrix');
  };
  return layoutOf(stock, [
    { kind: 'rule', y: edge, ...across },
    { kind: 'rule', y: height - edge - thick, ...across },
    { kind: 'rule', x: edge, ...down },
    { kind: 'rule', x: width - edge - thick, ...down },
    ...(title ? [middle(inside, title)] : []),
    ...codeFields(),
  ]);
}

/** Rulers across lie so far apart, so that one of them is on any label; the columns down likewise. */
const APART_MM = 20;
const COLUMN_AT_MM = 12;
const TICK_MM = 0.15;

const lengthOfTick = (mm: number): number => (mm % 10 === 0 ? 4 : mm % 5 === 0 ? 3 : 1.6);

/** Millimetres across and down from where the print begins. What is beyond the label's edges is not printed, or on the next one. */
export function layOutRuler(of: Omit<LabelStock, 'widthMm' | 'heightMm'>, tools: LabelTools): LabelLayout {
  const stock = { ...of, ...RULER_MM };
  const sheet = sheetOf(stock, tools);
  const { dots } = sheet;
  const fields: LabelField[] = [];
  const thick = Math.max(1, dots(TICK_MM));
  for (let top = 0; top < RULER_MM.heightMm; top += APART_MM) {
    for (let mm = 0; mm < RULER_MM.widthMm; mm += 1) {
      const thicknessDots = dots(lengthOfTick(mm));
      fields.push({ kind: 'rule', x: dots(mm), y: dots(top), widthDots: thick, thicknessDots });
      if (mm % 10 !== 0) continue;
      const line = sheet.set(String(mm), SMALL_MM);
      const x = Math.max(0, dots(mm) - Math.floor(line.widthDots / 2));
      fields.push({ kind: 'line', x, y: dots(top + 4.6), line });
    }
  }
  for (let left = COLUMN_AT_MM; left < RULER_MM.widthMm; left += APART_MM) {
    for (let mm = 0; mm < RULER_MM.heightMm; mm += 1) {
      const widthDots = dots(lengthOfTick(mm) / 2);
      fields.push({ kind: 'rule', x: dots(left + 1), y: dots(mm), widthDots, thicknessDots: thick });
      // A ruler across is there in place of the number.
      if (mm % 5 !== 0 || mm % APART_MM === 0) continue;
      fields.push({ kind: 'line', x: dots(left + 3.4), y: dots(mm), line: sheet.set(String(mm), SMALL_MM) });
    }
  }
  return layoutOf(stock, fields);
}
