// Cleans what a scanner or a person typed, and lists the codes that it can mean, the likeliest first. Looks nothing up.
import { isNhsNumber } from '../../domain/nhs-number.ts';
import { parseTrfCode } from '../../domain/trf-code.ts';

/** What a scanner puts before and after a code. Control characters are removed in any case. */
export interface ScannerFrame {
  readonly prefix: string;
  readonly trailer: string;
}

export interface ScanText {
  /** One line, without control and invisible characters, at most {@link MAX_TEXT} characters. */
  readonly text: string;
  /** The same with the letters and digits that the scanner adds: a person may have begun or ended a name with them. */
  readonly asTyped: string;
  /** What it looks like. Only a look-up tells what it really is. */
  readonly looksLike: 'trf-code' | 'uuid' | 'label-code' | 'unknown';
  /** The codes to look up, in this order and in any case; empty when the text cannot be a code. */
  readonly candidates: readonly string[];
}

const isTypeable = (addition: string): boolean => /[\p{L}\p{N}]/u.test(addition);

/**
 * What may be taken off a text that a person typed, or that was read before: signs alone. With letters and digits a name, a number or a date
 * may begin and end, and it would be another one without them.
 */
export const signsAlone = ({ prefix, trailer }: ScannerFrame): ScannerFrame => ({
  prefix: isTypeable(prefix) ? '' : prefix,
  trailer: isTypeable(trailer) ? '' : trailer,
});

/** No code is longer than this, and nobody searches for a text longer than the next limit. */
const MAX_CODE = 128;
const MAX_TEXT = 200;
const MAX_CANDIDATES = 8;

/** The symbology identifier that some scanners send before a code: `]C0`, `]d2`. */
const AIM_IDENTIFIER = /^\]([A-Za-z])([0-9A-Za-z])/;
/** Identifiers of bar codes whose data is GS1 elements. */
const GS1_IDENTIFIERS = new Set(['C1', 'd2', 'Q3', 'e0']);
const GROUP_SEPARATOR = '\u001d';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** GS1 elements of a fixed length, by their identifiers, and how many digits follow. Those of wristbands are 8017 and 8018. */
const GS1_FIXED: readonly (readonly [RegExp, number])[] = [
  [/^00/, 18],
  [/^0[123]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41\d/, 13],
  [/^801[78]/, 18],
];
const GS1_OPEN = /^(10|21|22|9\d|240|241|250|251|253|400|401|403|8004|8006|8008|8020)/;
/**
 * A service relation number of a maker's prefix of seven digits leaves ten for whom it stands. Where these are an NHS number, as on
 * wristbands of the NHS, it is one of the readings.
 */
const GSRN = /^\d{18}$/;

function nhsNumberIn(value: string): string | null {
  const reference = value.slice(7, 17);
  return GSRN.test(value) && isNhsNumber(reference) ? reference : null;
}

/**
 * Many scanners send a wristband's service relation number without the mark of GS1. It counts as one as well where the check digits of
 * the relation and of the NHS number in it are both right: other codes of these digits are rare, and are still read as what they are.
 */
function unmarkedRelation(data: string): string[] {
  const value = /^801[78](\d{18})$/.exec(asCode(data))?.[1];
  const nhsNumber = value === undefined ? null : nhsNumberIn(value);
  return value !== undefined && nhsNumber !== null && isRelationChecked(value) ? [value, nhsNumber] : [];
}

/** The last digit of a service relation number makes the sum of all, each second one three times, a multiple of ten. */
function isRelationChecked(value: string): boolean {
  return (
    Array.from(value, (digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1)).reduce((a, b) => a + b) % 10 ===
    0
  );
}

function fixedElement(text: string): { value: string; rest: string } | null {
  for (const [identifier, digits] of GS1_FIXED) {
    const from = identifier.exec(text)?.[0].length ?? null;
    if (from === null) continue;
    const value = text.slice(from, from + digits);
    return /^\d+$/.test(value) && value.length === digits ? { value, rest: text.slice(from + digits) } : null;
  }
  return null;
}

/** The values of GS1 elements. A part whose element is not known is kept as it is. */
function gs1Values(data: string): string[] {
  const values: string[] = [];
  for (const group of data.split(GROUP_SEPARATOR)) {
    let rest = group;
    while (rest !== '') {
      const fixed = fixedElement(rest);
      if (fixed !== null) {
        const nhsNumber = /^801[78]/.test(rest) ? nhsNumberIn(fixed.value) : null;
        values.push(fixed.value, ...(nhsNumber === null ? [] : [nhsNumber]));
        rest = fixed.rest;
        continue;
      }
      const open = GS1_OPEN.exec(rest);
      values.push(open ? rest.slice(open[0].length) : rest);
      break;
    }
  }
  return values;
}

function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

const shortened = (text: string): string => Array.from(cleaned(text)).slice(0, MAX_TEXT).join('');

/** The text as codes are written: plain letters and dashes, no spaces, and without the asterisks of Code 39. */
function asCode(text: string): string {
  return cleaned(text.normalize('NFKC').replaceAll(GROUP_SEPARATOR, ''))
    .replace(/[‐‑‒–—―−﹘﹣－]/gu, '-')
    .replace(/\s+/g, '')
    .replace(/^\*(.+)\*$/, '$1');
}

/** A UUID in any usual spelling: with braces, with `urn:uuid:`, or without dashes. Null when the text is none. */
function asUuid(code: string): string | null {
  const bare = code
    .replace(/^urn:uuid:/i, '')
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase();
  if (UUID.test(bare)) return bare;
  if (!/^[0-9a-f]{32}$/.test(bare)) return null;
  return bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The last part of the path of a web address, which some QR codes hold; null when the text is no web address. */
function endOfAddress(code: string): string | null {
  const path = /^https?:\/\/[^/?#]+\/([^?#]*)/i.exec(code)?.[1];
  return path?.split('/').findLast((part) => part !== '') ?? null;
}

function withoutPrefix(text: string, prefix: string): string {
  return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Control characters may follow the trailer. */
function withoutTrailer(text: string, trailer: string): string {
  const end = text.replace(/\p{Cc}+$/u, '');
  return trailer !== '' && end.endsWith(trailer) ? end.slice(0, -trailer.length) : text;
}

/** The codes that one reading of the text can mean. */
function codesOf(reading: string): string[] {
  const code = asCode(reading);
  if (code === '') return [];
  const uuid = asUuid(code);
  if (uuid) return [uuid, code];
  const trfCode = parseTrfCode(code);
  if (trfCode) return [`${trfCode.prefix}-${trfCode.shortCode}`];
  // A TRF code that was typed with a space instead of its dash.
  const spaced = parseTrfCode(cleaned(reading).replace(/^(\S+) (\S+)$/, '$1-$2'));
  const ending = endOfAddress(code);
  return [
    ...(spaced ? [`${spaced.prefix}-${spaced.shortCode}`] : []),
    code,
    ...(ending ? codesOf(ending) : []),
  ];
}

/**
 * Cleans what was scanned or typed and says what it can mean. Takes any text, of any length.
 *
 *     recogniseScan(']C0drw-7k2m9q\r', { prefix: '', trailer: '' }).candidates // ['DRW-7K2M9Q', …]
 */
export function recogniseScan(raw: string, scanner: ScannerFrame): ScanText {
  const sent = raw.slice(0, 10 * MAX_TEXT);
  const whole = withoutTrailer(sent, scanner.trailer);
  const unprefixed = withoutPrefix(whole, scanner.prefix);
  const framed = unprefixed.replace(/^[\r\n\t\u0002]+/, '');
  const identifier = AIM_IDENTIFIER.exec(framed);
  const afterIdentifier = identifier ? framed.slice(3) : framed;
  // It is sent once, and a code may begin with the same letters: some scanners send D before a Code 128.
  const data = unprefixed === whole ? withoutPrefix(afterIdentifier, scanner.prefix) : afterIdentifier;
  const text = shortened(data);

  const isGs1 =
    (identifier && GS1_IDENTIFIERS.has(`${identifier[1]}${identifier[2]}`)) ||
    data.startsWith(GROUP_SEPARATOR);
  const parts = data.split(GROUP_SEPARATOR);
  const readings = isGs1
    ? [...gs1Values(data), data]
    : [data, ...parts, ...parts.flatMap((part) => unmarkedRelation(part))];
  // A typed text may begin with a bracket too. Then what looked like an identifier belongs to the text.
  if (identifier && text !== '') readings.push(framed);
  // Nor does every code come from the scanner that adds this: it may be typed, or read by the camera.
  const mayBeTyped = isTypeable(scanner.prefix + scanner.trailer);
  if (mayBeTyped) readings.push(sent.replace(AIM_IDENTIFIER, ''), sent);

  const candidates: string[] = [];
  const seen = new Set<string>();
  for (const candidate of readings.flatMap(codesOf)) {
    const key = candidate.toUpperCase();
    if (candidate.length > MAX_CODE || seen.has(key) || candidates.length >= MAX_CANDIDATES) continue;
    seen.add(key);
    candidates.push(candidate);
  }
  return {
    text,
    asTyped: mayBeTyped ? shortened(sent) : text,
    looksLike: looksLike(candidates[0]),
    candidates,
  };
}

function looksLike(first: string | undefined): ScanText['looksLike'] {
  if (first === undefined) return 'unknown';
  if (UUID.test(first)) return 'uuid';
  if (parseTrfCode(first)) return 'trf-code';
  return /^[0-9A-Z][0-9A-Z./-]{3,31}$/i.test(first) && /\d/.test(first) ? 'label-code' : 'unknown';
}
