// A receipt printer that takes a stream of bytes as it comes, of whole tickets and of such that broke off: what stands on each piece of paper
// that its knife cut off. What it does not know it passes over, as such printers do.

const ESC = 0x1b;
const GS = 0x1d;
const LINE_FEED = 0x0a;
/** How many bytes follow a command and belong to it, for those that a ticket has and that draw nothing by themselves. */
const SETTINGS: Readonly<Record<string, number>> = {
  [`${ESC} ${0x74}`]: 1,
  [`${ESC} ${0x61}`]: 1,
  [`${GS} ${0x48}`]: 1,
  [`${GS} ${0x66}`]: 1,
  [`${GS} ${0x68}`]: 1,
  [`${GS} ${0x77}`]: 1,
};

/** Each piece of paper as its lines, pictures and bars from the top. What was not cut off yet is left out. */
export function piecesOf(stream: Uint8Array): string[][] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  let line = '';
  let size = 0;
  let inverse = 0;
  let at = 0;
  const next = (): number => {
    const byte = stream[at] ?? 0;
    at += 1;
    return byte;
  };
  const take = (count: number): Uint8Array => {
    at += count;
    return stream.subarray(at - count, at);
  };
  const print = (what: string): void => void (at <= stream.length && piece.push(what));
  const cut = (): void => {
    if (at > stream.length) return;
    pieces.push(piece);
    piece = [];
  };
  const commands: Readonly<Record<string, () => void>> = {
    [`${ESC} ${0x40}`]: () => {
      line = '';
      size = 0;
      inverse = 0;
    },
    [`${GS} ${0x21}`]: () => {
      size = next();
    },
    [`${GS} ${0x42}`]: () => {
      inverse = next();
    },
    [`${GS} ${0x56}`]: () => {
      if (next() === 66) next();
      cut();
    },
    [`${GS} ${0x6b}`]: () => {
      if (next() !== 73) return;
      const data = Buffer.from(take(next())).toString('latin1');
      if (/^\{B[ -~]+$/.test(data)) print(`bars ${data.slice(2)}`);
    },
    [`${GS} ${0x76}`]: () => {
      const [, , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = take(6);
      const rows = take((xLow + 256 * xHigh) * (yLow + 256 * yHigh));
      print(`picture ${Buffer.from(rows).toString('base64')}`);
    },
  };
  while (at < stream.length) {
    const byte = next();
    if (byte === ESC || byte === GS) {
      const name = `${byte} ${next()}`;
      const command = commands[name];
      if (command) command();
      else take(SETTINGS[name] ?? 0);
    } else if (byte === LINE_FEED) {
      print(`${size} ${inverse} ${line}`);
      line = '';
    } else if (byte >= 0x20) line += String.fromCharCode(byte);
  }
  return pieces;
}
