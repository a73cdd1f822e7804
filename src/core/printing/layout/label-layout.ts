// Lays out a sample label: the places of each line, of the code and of the ruled spaces, in dots. Knows no printer language.
import {
  BIRTH_SIZE,
  birthLine,
  BOTTOM,
  CODE_ROW,
  codeLine,
  collectorFields,
  DETAIL_SIZE,
  detailText,
  GAP,
  lineAt,
  markFields,
  marksOf,
  nameOf,
  nameTops,
  sheetOf,
  STAMP_SIZE,
  stampLine,
  waysToStack,
  widthOfMarks,
  type LabelContent,
  type LabelLayout,
  type LabelTools,
  type Sheet,
} from './label-parts.ts';
import { leastInDots, MIN_BAR_HEIGHT_MM, planBars, refuseLabel, type LabelStock } from './label-stock.ts';
import { layOutMatrixLabel } from './matrix-label.ts';
import type { NameBlock } from './name-block.ts';

export type { LabelContent, LabelField, LabelLayout, LabelTools } from './label-parts.ts';

const BARS_GAP = 2;
const MAX_BAR_HEIGHT = 120;
/** Where the collector's space begins, as a fraction of the label's width. */
const COLLECTOR_FROM = 0.56;

interface Rows {
  readonly name: NameBlock;
  /** Tops of the name's lines, in dots. */
  readonly nameYs: readonly number[];
  readonly birthY: number;
  readonly barsY: number;
  readonly barHeight: number;
  readonly codeY: number;
  readonly detailY: number;
  /** Null when the name needs its row. */
  readonly stampY: number | null;
}

/** Places the rows for one way to set the name; null when too little height would be left for the bars. */
function stack(
  sheet: Sheet,
  name: NameBlock,
  options: { readonly withStamp: boolean; readonly minBarHeight: number },
): Rows | null {
  const { dots } = sheet;
  const nameYs = nameTops(sheet, name);
  const birthY = (nameYs.at(-1) ?? 0) + dots(name.size) + dots(GAP);
  const barsY = birthY + dots(BIRTH_SIZE) + dots(BARS_GAP);
  const stampY = sheet.height - dots(BOTTOM) - dots(STAMP_SIZE);
  const detailY = (options.withStamp ? stampY - dots(GAP) : sheet.height - dots(BOTTOM)) - dots(DETAIL_SIZE);
  const codeY = detailY - dots(1) - dots(CODE_ROW);
  const barHeight = Math.min(codeY - dots(BARS_GAP) - barsY, dots(MAX_BAR_HEIGHT));
  if (barHeight < options.minBarHeight) return null;
  return {
    name,
    nameYs,
    birthY,
    barsY,
    barHeight,
    codeY,
    detailY,
    stampY: options.withStamp ? stampY : null,
  };
}

/** The first way that its label has the height for: two lines before a shorter cut. */
function chooseRows(blocks: readonly NameBlock[], sheet: Sheet, stock: LabelStock): Rows {
  const minBarHeight = leastInDots(MIN_BAR_HEIGHT_MM, stock);
  for (const { block, withStamp } of waysToStack(blocks)) {
    const rows = stack(sheet, block, { withStamp, minBarHeight });
    if (rows) return rows;
  }
  return refuseLabel('stock', `${stock.heightMm} mm leaves no room for bars ${MIN_BAR_HEIGHT_MM} mm high`);
}

function layOutBarLabel(content: LabelContent, stock: LabelStock, tools: LabelTools): LabelLayout {
  const sheet = sheetOf(stock, tools);
  const { width, height, left, dots } = sheet;
  const plan = planBars(content.code, stock, tools.language);
  const { blocks, cutMark } = nameOf(sheet, content);
  const rows = chooseRows(blocks, sheet, stock);
  const marks = markFields(sheet, marksOf(content), rows.birthY);
  const from = Math.round(width * COLLECTOR_FROM);
  const room = from - left - dots(6);
  const detail = detailText(sheet, content, room);
  return {
    stock,
    widthDots: width,
    heightDots: height,
    name: { lines: rows.name.lines.map(({ text }) => text), isCut: rows.name.isCut },
    fields: [
      ...rows.name.lines.map((set, index) => lineAt(left, rows.nameYs[index] ?? 0, set)),
      ...(rows.name.isCut ? cutMark : []),
      lineAt(left, rows.birthY, birthLine(sheet, content, width - 2 * left - widthOfMarks(sheet, marks))),
      ...marks,
      {
        kind: 'bars',
        y: rows.barsY,
        heightDots: rows.barHeight,
        plan,
      },
      lineAt(left, rows.codeY, codeLine(sheet, content, room)),
      ...(detail ? [lineAt(left, rows.detailY, sheet.set('product', detail, DETAIL_SIZE))] : []),
      ...(rows.stampY === null ? [] : [lineAt(left, rows.stampY, stampLine(sheet, content, room))]),
      ...collectorFields(sheet, { from, top: rows.codeY }),
    ],
  };
}

/**
 * Lays out one sample label. Nothing that identifies a person or a sample is cut, except a name that is too long for
 * two lines: such a label is marked, and shows the start and the end of both names.
 *
 * @throws AppException `rejected`, with the field that does not fit or cannot be printed
 */
export function layOutLabel(content: LabelContent, stock: LabelStock, tools: LabelTools): LabelLayout {
  return tools.symbol === 'data-matrix'
    ? layOutMatrixLabel(content, stock, tools)
    : layOutBarLabel(content, stock, tools);
}
