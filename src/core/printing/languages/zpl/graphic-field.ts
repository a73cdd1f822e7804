// The data of a picture in ZPL (^GFA), made shorter as its guide says, and read back. (ZPL II Programming Guide, “Alternative Data
// Compression Scheme”.)

/** So often the digit behind it stands there: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400 in twenties. */
const ONES = 'GHIJKLMNOPQRSTUVWXY';
const TWENTIES = 'ghijklmnopqrstuvwxyz';
const MOST_AT_ONCE = 400;
/** A count of two is no shorter than the digit twice. */
const LEAST_COUNTED = 3;

function counted(count: number, digit: string): string {
  let text = '';
  let left = count;
  while (left >= MOST_AT_ONCE) {
    text += `z${digit}`;
    left -= MOST_AT_ONCE;
  }
  if (left < LEAST_COUNTED) return text + digit.repeat(left);
  const twenties = Math.floor(left / 20);
  const ones = left % 20;
  return `${text}${TWENTIES[twenties - 1] ?? ''}${ONES[ones - 1] ?? ''}${digit}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

function shorterRow(digits: string): string {
  const beginning = digits.replace(/0+$/, '');
  const fill = beginning === digits ? '' : ',';
  return beginning.replace(/(.)\1*/g, (run) => counted(run.length, run.charAt(0))) + fill;
}

/**
 * Rows of dots as the data of `^GFA`: a row that is as the one before is `:`, and one that ends in white has `,` for that. The sign `!` for
 * one that ends in black is not used, because it is read in two ways: as dots and as digits that are 1.
 *
 *     shortenedRows(Uint8Array.of(0xf0, 0x00, 0xf0, 0x00), 2) // 'F,:'
 */
export function shortenedRows(rows: Uint8Array, bytesPerRow: number): string {
  let data = '';
  let before: string | null = null;
  for (let from = 0; from < rows.length; from += bytesPerRow) {
    let digits = '';
    for (let at = from; at < from + bytesPerRow; at += 1) digits += HEX[rows[at] ?? 0] ?? '';
    data += digits === before ? ':' : shorterRow(digits);
    before = digits;
  }
  return data;
}

/**
 * The opposite of {@link shortenedRows}; it also reads data that was not shortened.
 *
 * @throws Error when the data are not exactly so many rows
 */
export function rowsOfShortened(data: string, bytesPerRow: number, rowCount: number): Uint8Array {
  const perRow = bytesPerRow * 2;
  const rows: string[] = [];
  let row = '';
  let count = 0;
  for (const sign of data) {
    if (sign === ':' && row === '' && count === 0 && rows.length > 0) {
      rows.push(rows.at(-1) ?? '');
      continue;
    }
    if (sign === ',' && count === 0) row = row.padEnd(perRow, '0');
    else if (ONES.includes(sign)) count += ONES.indexOf(sign) + 1;
    else if (TWENTIES.includes(sign)) count += 20 * (TWENTIES.indexOf(sign) + 1);
    else if (/[0-9A-F]/.test(sign)) {
      row += sign.repeat(Math.max(1, count));
      count = 0;
    } else throw new Error('the picture holds what is no dot');
    if (row.length > perRow) throw new Error('a row of the picture is too long');
    if (row.length < perRow) continue;
    rows.push(row);
    row = '';
  }
  if (row !== '' || count > 0 || rows.length !== rowCount) throw new Error('the job holds no whole picture');
  const bytes = new Uint8Array(bytesPerRow * rowCount);
  rows.forEach((digits, index) => {
    for (let at = 0; at < bytesPerRow; at += 1) {
      bytes[index * bytesPerRow + at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
    }
  });
  return bytes;
}
