// Lays out a visit ticket for a roll of paper: what is printed as text, what as a picture, and the bars. Knows no printer
// language.
import { formatDate } from '../../../domain/site-time.ts';
import type { Bitmap, DrawText } from '../../ports/pictures.ts';
import { refuseLabel } from './label-stock.ts';
import { oneLine } from './label-text.ts';

/** What a visit ticket shows. */
export interface TicketContent {
  readonly number: number;
  /** As the site wants it; null for none. */
  readonly name: string | null;
  readonly code: string;
  readonly locationName: string | null;
  readonly printedAt: { readonly date: string; readonly time: string };
  readonly reprint: boolean;
  readonly training: boolean;
}

export type TicketPart =
  | { readonly kind: 'text'; readonly text: string; readonly scale: number; readonly marked: boolean }
  | { readonly kind: 'picture'; readonly picture: Bitmap }
  | { readonly kind: 'bars'; readonly code: string; readonly barDots: number; readonly heightDots: number };

/** From top to bottom, each in the middle of the roll. */
export interface TicketLayout {
  readonly parts: readonly TicketPart[];
  /** Characters of the name that can neither be printed nor drawn: the name was left out. Null where it was not. */
  readonly nameLeftOut: string | null;
}

/** The printer's own font: cells of a fixed size, and the characters that it has. */
export interface TicketFont {
  readonly cellWidthDots: number;
  has(text: string): boolean;
}

export interface TicketTools {
  /** Of the printable part of the roll. */
  readonly widthDots: number;
  readonly font: TicketFont;
  /** Draws names that the font cannot say; null leaves them out. */
  readonly draw: DrawText | null;
}

const NUMBER_SCALE = 6;
const NAME_SCALE = 2;
const BAR_HEIGHT_DOTS = 96;
const QUIET_ZONE_BARS = 10;
/** Three dots at 203 dpi are 0.375 mm; two are the least that every scanner reads. */
const BAR_DOTS = [3, 2];
/** Lines of a drawn name, the largest that fits is taken. */
const DRAWN_HEIGHTS_DOTS = [48, 40, 32];
/** With its accents no line that is drawn is higher. */
export const MOST_DRAWN_DOTS = 72;
/** Longer names are no names; nobody prints metres of paper for one. */
export const MOST_LINES = 6;

/** The width of the bars in Code 128 where each character is one symbol: start, check and stop are 35 modules together. */
const modulesOf = (code: string): number => 11 * code.length + 35;

/** Lines of whole words, none longer than `most` characters; a word that is longer is divided. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    for (let rest = word; rest !== '';) {
      const joined = line === '' ? rest : `${line} ${rest}`;
      if (joined.length <= most) {
        line = joined;
        rest = '';
      } else if (line !== '') {
        lines.push(line);
        line = '';
      } else {
        lines.push(rest.slice(0, most));
        rest = rest.slice(most);
      }
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A text in lines of the roll. The printer's font must have it. */
export function textParts(
  text: string,
  scale: number,
  tools: Pick<TicketTools, 'widthDots' | 'font'>,
): TicketPart[] {
  const most = Math.floor(tools.widthDots / (tools.font.cellWidthDots * scale));
  return wrapped(text, most).map((line) => ({ kind: 'text', text: line, scale, marked: false }));
}

/** A text drawn line by line; null when it holds characters that cannot be drawn, or does not fit. `heights`: those that are tried. */
export function drawnParts(
  name: string,
  { widthDots, draw }: Pick<TicketTools, 'widthDots' | 'draw'>,
  heights = DRAWN_HEIGHTS_DOTS,
): TicketPart[] | null {
  for (const heightDots of heights) {
    const picture = (text: string): Bitmap | null =>
      draw?.draw(text, { heightDots, headroomDots: Math.round(heightDots * 0.3) }) ?? null;
    const lines: Bitmap[] = [];
    let line = '';
    let fits = true;
    for (const word of [...name.split(' '), null]) {
      const joined = word === null ? null : `${line} ${word}`.trim();
      const drawn = joined === null ? null : picture(joined);
      if (joined !== null && drawn !== null && drawn.widthDots <= widthDots) {
        line = joined;
        continue;
      }
      const whole = line === '' ? null : picture(line);
      const alone = word === null ? null : picture(word);
      if (whole === null || (word !== null && (alone === null || alone.widthDots > widthDots))) {
        fits = false;
        break;
      }
      lines.push(whole);
      line = word ?? '';
    }
    if (fits && lines.length <= MOST_LINES)
      return lines.map((drawn) => ({ kind: 'picture', picture: drawn }));
  }
  return null;
}

function nameParts(content: TicketContent, tools: TicketTools): Pick<TicketLayout, 'parts' | 'nameLeftOut'> {
  const name = content.name === null ? '' : oneLine(content.name);
  if (name === '') return { parts: [], nameLeftOut: null };
  if (tools.font.has(name)) {
    const large = textParts(name, NAME_SCALE, tools);
    return { parts: large.length <= 2 ? large : textParts(name, 1, tools), nameLeftOut: null };
  }
  const drawn = drawnParts(name, tools);
  if (drawn) return { parts: drawn, nameLeftOut: null };
  const missing = tools.draw?.missing(name).join(' ') ?? '';
  return { parts: [], nameLeftOut: missing === '' ? name : missing };
}

/** What the font lacks of a text that names nobody is left out: a number is worth more than a name of a place. */
export const inFont = (text: string, font: TicketFont): string =>
  Array.from(oneLine(text), (letter) => (font.has(letter) ? letter : '?')).join('');

/** The bars of a code as wide as the roll allows. @throws AppException `rejected` naming `code` when the roll is too narrow for them */
export function barsPart(code: string, widthDots: number): TicketPart {
  const modules = modulesOf(code) + 2 * QUIET_ZONE_BARS;
  const barDots = BAR_DOTS.find((dots) => modules * dots <= widthDots);
  if (barDots === undefined) return refuseLabel('code', `needs a roll wider than ${widthDots} dots`);
  return { kind: 'bars', code, barDots, heightDots: BAR_HEIGHT_DOTS };
}

/**
 * Lays out one ticket. A name that can neither be printed nor drawn is left out and said in `nameLeftOut`: the number is what
 * a person waits for.
 *
 * @throws AppException `rejected` naming `code` when the roll is too narrow for its bars
 */
export function layOutTicket(content: TicketContent, tools: TicketTools): TicketLayout {
  const bars = barsPart(content.code, tools.widthDots);
  const name = nameParts(content, tools);
  const marks = [...(content.training ? ['TRAINING'] : []), ...(content.reprint ? ['REPRINT'] : [])];
  const stamp = `${formatDate(content.printedAt.date)} ${content.printedAt.time}`;
  return {
    nameLeftOut: name.nameLeftOut,
    parts: [
      ...(content.locationName === null
        ? []
        : textParts(inFont(content.locationName, tools.font), 1, tools).slice(0, MOST_LINES)),
      ...marks.map((text): TicketPart => ({ kind: 'text', text: ` ${text} `, scale: 1, marked: true })),
      { kind: 'text', text: String(content.number), scale: NUMBER_SCALE, marked: false },
      ...name.parts,
      bars,
      { kind: 'text', text: content.code, scale: 1, marked: false },
      { kind: 'text', text: stamp, scale: 1, marked: false },
    ],
  };
}
