// A person's name on a label: on one line, or on two before anything is cut. A name that was cut is marked.
import { inCapitals } from '../../../domain/person-name.ts';
import { cutInMiddle, oneLine, type SetLine } from './label-text.ts';
import { refuseLabel } from './label-stock.ts';

/** What is needed to set a name. Sizes are in eighths of a millimetre for the smallest stock. */
export interface NameSheet {
  /** The greatest width of a line, in dots. */
  readonly room: number;
  /** The smallest size that is easily read, in the same eighths: less than 18 where the stock has grown. */
  readonly smallestSize: number;
  /** The width that the mark of a cut name needs on the first line, in dots. */
  readonly markRoom: number;
  set(field: string, text: string, eighths: number): SetLine;
}

export interface NameBlock {
  readonly lines: readonly SetLine[];
  /** The lines' size in eighths of a millimetre. */
  readonly size: number;
  readonly isCut: boolean;
}

const ONE_LINE_SIZES = [28, 25, 22];
const TWO_LINE_SIZES = [25, 22, 20, 18, 15, 12, 10];

/** Splits a name into two lines without cutting: after the surname, or at a space or hyphen in it. */
function breaks(lastName: string, firstName: string): readonly (readonly [string, string])[] {
  const whole = `${lastName}, ${firstName}`;
  const afterSurname = [`${lastName},`, firstName] as const;
  const elsewhere = Array.from(whole.matchAll(/[-\s]+/g), ({ index, 0: gap }) => {
    const head = whole.slice(0, index + gap.length).trimEnd();
    return [head, whole.slice(index + gap.length)] as const;
  });
  // The later the break, the fuller the first line.
  return [afterSurname, ...elsewhere.reverse()];
}

/**
 * The ways to set a name, best first: whole on one line, whole on two, and cut on two lines and on one. A caller takes
 * the first that its label has the height for. Throws `rejected` when there is no name, or a character of it cannot be
 * set.
 */
export function nameBlocks(
  person: { readonly firstName: string; readonly lastName: string },
  sheet: NameSheet,
): NameBlock[] {
  const firstName = oneLine(person.firstName);
  const lastName = inCapitals(oneLine(person.lastName));
  if (!lastName && !firstName) refuseLabel('lastName', 'is empty');
  const smallest = sheet.smallestSize;
  // Characters that cannot be printed are refused first, so that the error names the right field.
  sheet.set('lastName', lastName, smallest);
  sheet.set('firstName', firstName, smallest);

  const set = (text: string, size: number): SetLine => sheet.set('lastName', text, size);
  const fits = (text: string, size: number, room = sheet.room): boolean => set(text, size).widthDots <= room;
  const blocks: NameBlock[] = [];

  const whole = lastName && firstName ? `${lastName}, ${firstName}` : lastName || firstName;
  const oneLineSize = ONE_LINE_SIZES.find((size) => fits(whole, size));
  if (oneLineSize) blocks.push({ lines: [set(whole, oneLineSize)], size: oneLineSize, isCut: false });

  const pairs = lastName && firstName ? breaks(lastName, firstName) : [];
  for (const size of [...TWO_LINE_SIZES.filter((candidate) => candidate > smallest), smallest]) {
    const pair = pairs.find((lines) => lines.every((text) => fits(text, size)));
    if (pair) blocks.push({ lines: pair.map((text) => set(text, size)), size, isCut: false });
  }
  if (fits(whole, smallest)) {
    blocks.push({ lines: [set(whole, smallest)], size: smallest, isCut: false });
  }

  /** Null where so little is left that it would name nobody: few letters that are wide can fit on two lines and not on one. */
  const cutTo = (text: string, room: number, end = ''): string | null => {
    const cut = cutInMiddle(text, (candidate) => fits(candidate + end, smallest, room));
    return cut === null ? null : cut + end;
  };
  const addCut = (lines: readonly (string | null)[]): void => {
    const kept = lines.filter((text) => text !== null);
    if (kept.length < lines.length) return;
    blocks.push({ lines: kept.map((text) => set(text, smallest)), size: smallest, isCut: true });
  };
  const markedRoom = sheet.room - sheet.markRoom;
  if (lastName && firstName) {
    addCut([cutTo(lastName, markedRoom, ','), cutTo(firstName, sheet.room)]);
    // If the label is too low for two lines, both names are put on one.
    const half = Math.floor(markedRoom / 2);
    const [last, first] = [cutTo(lastName, half, ','), cutTo(firstName, half - set(' ', smallest).widthDots)];
    addCut([last === null || first === null ? null : `${last} ${first}`]);
  } else {
    addCut([cutTo(whole, markedRoom)]);
  }
  if (blocks.length === 0) refuseLabel('lastName', 'does not fit on the label');
  return blocks;
}
