// The local form on the roll of a receipt printer, for a desk that has no office printer, or whose office printer is in trouble.
import { AppException, rejected } from '../../../domain/app-error.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { oneLine } from '../layout/label-text.ts';
import {
  barsPart,
  drawnParts,
  inFont,
  MOST_LINES,
  textParts,
  type TicketLayout,
  type TicketPart,
  type TicketTools,
} from '../layout/ticket-layout.ts';
import { collectedWords, LOCAL_FORM_WORDS, localFormFoot, type LocalFormContent } from './local-form.ts';

const LARGE = 2;
const TITLE_SCALE = 2;
/** A drawn text that is no name, as high as letters of the printer. */
const DRAWN_VALUE_DOTS = [28];
const EMPTY: TicketPart = { kind: 'text', text: '', scale: 1, marked: false };
/** Room for a hand above a line, some 13 mm. */
const ROOM_TO_WRITE = [EMPTY, EMPTY, EMPTY];

const marked = (text: string, scale: number, tools: TicketTools): TicketPart[] =>
  textParts(oneLine(text), scale, tools).map((part) => ({ ...part, marked: true }));

const plain = (text: string, tools: TicketTools): TicketPart[] => textParts(oneLine(text), 1, tools);

/** The name, whole. @throws AppException `rejected`, naming `name`, when it cannot be printed: the form would identify nobody */
function nameParts(name: string, tools: TicketTools): TicketPart[] {
  const text = oneLine(name);
  if (tools.font.has(text)) {
    const large = textParts(text, LARGE, tools);
    return large.length <= MOST_LINES ? large : textParts(text, 1, tools);
  }
  const drawn = drawnParts(text, tools);
  if (drawn) return drawn;
  const missing = tools.draw?.missing(text).join(' ') ?? '';
  const why = `cannot be printed: ${missing === '' ? text : missing}`;
  throw new AppException(rejected('Letters of the name cannot be printed.', { name: why }));
}

/** Anything else: in the printer's letters, else drawn, else without the letters that it lacks. */
function valueParts(text: string, tools: TicketTools): TicketPart[] {
  const value = oneLine(text);
  if (tools.font.has(value)) return textParts(value, 1, tools);
  return drawnParts(value, tools, DRAWN_VALUE_DOTS) ?? textParts(inFont(value, tools.font), 1, tools);
}

const fact = (caption: string, text: string, tools: TicketTools): TicketPart[] => [
  ...plain(`${caption}:`, tools),
  ...valueParts(text, tools),
];

/**
 * Lays out a local form for a roll, with all that the form on A4 says, from top to bottom.
 *
 * @throws AppException `rejected`, naming `name` when it cannot be printed, or `code` when the roll is too narrow for its bars
 */
export function layOutRollForm(content: LocalFormContent, tools: TicketTools): TicketLayout {
  const { title, why, training, code, lines } = LOCAL_FORM_WORDS;
  const ruled: TicketPart = {
    kind: 'text',
    text: '_'.repeat(Math.floor(tools.widthDots / tools.font.cellWidthDots)),
    scale: 1,
    marked: false,
  };
  return {
    nameLeftOut: null,
    parts: [
      ...marked(title, TITLE_SCALE, tools),
      ...plain(why, tools),
      ...(content.training ? marked(training, 1, tools) : []),
      EMPTY,
      ...plain('Name:', tools),
      ...nameParts(content.name, tools),
      ...plain('Date of birth:', tools),
      ...textParts(formatDate(content.dateOfBirth), LARGE, tools),
      ...fact('Sex', content.sex ?? 'not known', tools),
      ...fact('Tests', content.products.join(', ') || 'not known', tools),
      ...fact('Laboratory’s code', content.trfCode ?? 'none yet: the laboratory has not made one', tools),
      EMPTY,
      barsPart(content.code, tools.widthDots),
      ...plain(content.code, tools),
      ...plain(code, tools),
      EMPTY,
      ...fact('Site', content.siteName ?? 'not known', tools),
      ...(content.siteAddress === null ? [] : fact('Address', content.siteAddress, tools)),
      ...fact('Collected at', collectedWords(content, '__:__ on __/__/____'), tools),
      ...lines.flatMap((caption) => [...ROOM_TO_WRITE, ruled, ...plain(caption, tools)]),
      EMPTY,
      ...plain(localFormFoot(content), tools),
    ],
  };
}
