// A sample label with a Data Matrix: the name and the date of birth over the whole width, below them the square and, beside it, what else
// the label says. It fits on labels that are too narrow for bars.
import { AppException } from '../../../domain/app-error.ts';
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
  MARK_PADDING,
  MARK_SIZE,
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
  type LabelField,
  type LabelLayout,
  type LabelTools,
  type Sheet,
} from './label-parts.ts';
import { refuseLabel, type LabelStock } from './label-stock.ts';
import { matrixPlans, QUIET_MODULES, type MatrixPlan } from './matrix-plan.ts';
import type { NameBlock } from './name-block.ts';

/** Sizes in eighths of a millimetre, as in the parts of all labels. The collector's space is left out where it would be smaller. */
const COLLECTOR_WIDTH = 152;
const COLLECTOR_HEIGHT = 44;
const BELOW_BIRTH = 2;

interface Way {
  readonly name: NameBlock;
  readonly withStamp: boolean;
  readonly plan: MatrixPlan;
}

/** The marks beside the date of birth where both find room, otherwise in rows of their own beside the square. */
interface Birth {
  readonly fields: readonly LabelField[];
  readonly marksBelow: readonly string[];
}

function birthRow(sheet: Sheet, content: LabelContent, y: number): Birth {
  const room = sheet.width - 2 * sheet.left;
  const words = marksOf(content);
  const marks = markFields(sheet, words, y);
  const beside = room - widthOfMarks(sheet, marks);
  const line = birthLine(sheet, content, beside);
  if (line.widthDots <= beside) return { fields: [lineAt(sheet.left, y, line), ...marks], marksBelow: [] };
  const alone = birthLine(sheet, content, room);
  if (alone.widthDots > room) return refuseLabel('dateOfBirth', 'does not fit across the label');
  return { fields: [lineAt(sheet.left, y, alone)], marksBelow: words };
}

/** Throws `rejected` where something that must stand on the label finds no room. */
function fieldsOf(sheet: Sheet, content: LabelContent, { name, withStamp, plan }: Way): LabelField[] {
  const { width, height, left, dots } = sheet;
  const tops = nameTops(sheet, name);
  const birthY = (tops.at(-1) ?? 0) + dots(name.size) + dots(GAP);
  const birth = birthRow(sheet, content, birthY);
  const top = birthY + dots(BIRTH_SIZE) + dots(BELOW_BIRTH);
  const bottom = height - dots(BOTTOM);
  const quiet = QUIET_MODULES * plan.moduleDots;
  const from = left + plan.sideDots + 2 * quiet;
  const room = width - left - from;
  const noRoom = (): never => refuseLabel('stock', 'the label is too low for its Data Matrix and its texts');
  // Beyond the label's edge there is no empty paper.
  if (top + plan.sideDots + 2 * quiet > height) return noRoom();
  const fields: LabelField[] = [{ kind: 'matrix', x: left + quiet, y: top + quiet, plan }];
  let y = top;
  const row = (heightDots: number, put: (at: number) => LabelField[]): void => {
    if (y + heightDots > bottom) noRoom();
    fields.push(...put(y));
    y += heightDots + dots(GAP);
  };
  row(dots(CODE_ROW), (at) => [lineAt(from, at, codeLine(sheet, content, room))]);
  const detail = detailText(sheet, content, room);
  if (detail) row(dots(DETAIL_SIZE), (at) => [lineAt(from, at, sheet.set('product', detail, DETAIL_SIZE))]);
  const together = widthOfMarks(sheet, markFields(sheet, birth.marksBelow, y)) <= room;
  const markRows = together ? [birth.marksBelow] : birth.marksBelow.map((word) => [word]);
  for (const words of markRows.filter(({ length }) => length > 0)) {
    row(dots(MARK_SIZE + MARK_PADDING), (at) => {
      const marks = markFields(sheet, words, at);
      if (widthOfMarks(sheet, marks) > room + dots(MARK_PADDING))
        refuseLabel('stock', 'the label is too narrow');
      return marks;
    });
  }
  if (withStamp) {
    const stamp = stampLine(sheet, content, room);
    if (stamp.widthDots > room) return noRoom();
    row(dots(STAMP_SIZE), (at) => [lineAt(from, at, stamp)]);
  }
  const hasSpace = room >= dots(COLLECTOR_WIDTH) && bottom - y >= dots(COLLECTOR_HEIGHT);
  return [
    ...name.lines.map((set, index) => lineAt(left, tops[index] ?? 0, set)),
    ...birth.fields,
    ...fields,
    ...(hasSpace ? collectorFields(sheet, { from, top: y }) : []),
  ];
}

/** As `layOutLabel`, with a Data Matrix in place of the bars: the largest with which the way to set the name that is best finds room. */
export function layOutMatrixLabel(content: LabelContent, stock: LabelStock, tools: LabelTools): LabelLayout {
  const sheet = sheetOf(stock, tools);
  const plans = matrixPlans(content.code, stock);
  const { blocks, cutMark } = nameOf(sheet, content);
  let refusal: unknown = null;
  for (const { block, withStamp } of waysToStack(blocks)) {
    for (const plan of plans) {
      try {
        const fields = fieldsOf(sheet, content, { name: block, withStamp, plan });
        return {
          stock,
          widthDots: sheet.width,
          heightDots: sheet.height,
          name: { lines: block.lines.map(({ text }) => text), isCut: block.isCut },
          fields: [...fields, ...(block.isCut ? cutMark : [])],
        };
      } catch (thrown) {
        if (!(thrown instanceof AppException)) throw thrown;
        // The last way asks for least.
        refusal = thrown;
      }
    }
  }
  throw refusal;
}
