// Reads PWG raster as strictly as a printer that knows the standard (PWG 5102.4) and nothing of the desk: every byte of a header that
// must be zero is looked at, every run must end within its row, every page must be whole and nothing may follow the last one.

export interface DecodedPage {
  readonly dpi: readonly [across: number, down: number];
  readonly widthDots: number;
  readonly heightDots: number;
  readonly space: 'black' | 'grey' | 'srgb';
  readonly paper: string;
  readonly pageCount: number;
  /** The lightness of each dot from 0 (black) to 255, of red, green and blue for `srgb`; from the top left. */
  readonly dots: Uint8Array;
}

class NoPwgRaster extends Error {}

const SPACES: Readonly<Record<number, DecodedPage['space'] | undefined>> = {
  3: 'black',
  18: 'grey',
  19: 'srgb',
};
/** What a header may say besides zero, as [from, to). */
const USED: readonly (readonly [number, number])[] = [
  [0, 9],
  [276, 284],
  [340, 344],
  [352, 360],
  [372, 380],
  [384, 396],
  [400, 404],
  [420, 424],
  [452, 488],
  [1732, 1796],
];

function check(isGood: boolean, what: string): asserts isGood {
  if (!isGood) throw new NoPwgRaster(what);
}

function decodeHeader(head: Buffer): Omit<DecodedPage, 'dots'> & { readonly bytesPerLine: number } {
  const word = (at: number): number => head.readUInt32BE(at);
  check(head.toString('latin1', 0, 10) === 'PwgRaster\0', 'no PwgRaster');
  head.forEach((byte, at) =>
    check(byte === 0 || USED.some(([from, to]) => at >= from && at < to), `byte ${at} is set`),
  );
  const space = SPACES[word(400)];
  check(space !== undefined, 'colour space');
  const colours = space === 'srgb' ? 3 : 1;
  const bits = space === 'black' ? 1 : 8;
  check(word(384) === bits && word(388) === bits * colours && word(420) === colours, 'bits');
  const [widthDots, heightDots] = [word(372), word(376)];
  check(widthDots > 0 && heightDots > 0, 'size');
  const bytesPerLine = word(392);
  check(bytesPerLine === Math.floor((widthDots * bits * colours + 7) / 8), 'bytes per line');
  check(word(340) === 1 && word(396) === 0, 'copies and order');
  const points = [word(352), word(356)];
  check(word(276) > 0 && word(280) > 0, 'resolution');
  check(Math.abs((widthDots / word(276)) * 72 - (points[0] ?? 0)) < 1, 'width against the paper');
  check(Math.abs((heightDots / word(280)) * 72 - (points[1] ?? 0)) < 1, 'height against the paper');
  check(word(456) === 1 && word(460) === 1, 'feed');
  check(word(464) === 0 && word(468) === 0 && word(472) === widthDots && word(476) === heightDots, 'box');
  const paper = head.toString('latin1', 1732, 1796);
  check(/^[a-z0-9_.-]+\0+$/.test(paper), 'name of the paper');
  return {
    dpi: [word(276), word(280)],
    widthDots,
    heightDots,
    space,
    paper: paper.replace(/\0+$/, ''),
    pageCount: word(452),
    bytesPerLine,
  };
}

/** @throws where anything is not as the standard says */
export function decodePwg(bytes: Uint8Array): DecodedPage[] {
  const from = Buffer.from(bytes);
  let at = 0;
  const take = (count: number): Buffer => {
    check(at + count <= from.length, 'cut off');
    at += count;
    return from.subarray(at - count, at);
  };
  check(take(4).toString('latin1') === 'RaS2', 'sync word');
  const pages: DecodedPage[] = [];
  while (at < from.length) {
    const { bytesPerLine, ...head } = decodeHeader(take(1796));
    const unit = head.space === 'srgb' ? 3 : 1;
    const data = Buffer.alloc(bytesPerLine * head.heightDots);
    let line = 0;
    while (line < head.heightDots) {
      const times = take(1).readUInt8() + 1;
      check(line + times <= head.heightDots, 'too many lines');
      const begin = line * bytesPerLine;
      let length = 0;
      while (length < bytesPerLine) {
        const code = take(1).readInt8();
        check(code !== -128, 'the code -128');
        const count = code >= 0 ? code + 1 : 1 - code;
        const part = take(code >= 0 ? unit : count * unit);
        check(length + count * unit <= bytesPerLine, 'a line that is too long');
        for (let done = 0; done < count * unit; done += part.length) part.copy(data, begin + length + done);
        length += count * unit;
      }
      for (let again = 1; again < times; again += 1)
        data.copyWithin(begin + again * bytesPerLine, begin, begin + bytesPerLine);
      line += times;
    }
    const dots = head.space === 'black' ? new Uint8Array(head.widthDots * head.heightDots).fill(255) : data;
    for (let dot = 0; head.space === 'black' && dot < dots.length; dot += 1) {
      const [x, y] = [dot % head.widthDots, Math.floor(dot / head.widthDots)];
      if (((data[y * bytesPerLine + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) dots[dot] = 0;
    }
    pages.push({ ...head, dots });
  }
  check(pages.length > 0, 'no page');
  for (const page of pages) check(page.pageCount === pages.length, 'the number of pages');
  return pages;
}
