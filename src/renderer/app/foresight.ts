// Asks what a scan opens while the scanner still sends its keys. Today's board knows how most codes go on, so the engine has answered by
// the time of the last key. What is foreseen is the engine's answer and only ever shows a visit: the scan itself is submitted in any case,
// and what it says counts.
import type { Output } from '../../contract/index.ts';
import type { DeskClient } from '../host/desk-client.ts';
import { whenPersonChanges } from '../host/next-person.ts';
import { openCollection } from '../shared/visit/open-collection.ts';
import { useWrongLabels } from '../features/visit/wrong-label-store.ts';
import { useLock } from './sign-in/held-scan.ts';

/** What a scan opens where no labels are being scanned back. */
export type Opened = NonNullable<Output<'scan.foresee'>['opens']>;

/** Fewer characters are the beginning of many codes. */
const FEWEST_CHARACTERS = 4;
/** What was asked longer ago was for a scan that never came whole. */
const FORESEEN_FOR_MS = 1_000;
const AIM_IDENTIFIER = /^\][A-Z][0-9A-Z]/;

interface Foreseen {
  /** In capitals: the case of a code means nothing. */
  readonly text: string;
  readonly atMs: number;
  readonly opens: Promise<Opened | null>;
}

let foreseen: Foreseen | null = null;
whenPersonChanges(() => (foreseen = null));

/** Labels that are scanned back, and what is scanned at a locked window, are for the engine alone. */
const mayForesee = (): boolean =>
  openCollection.visitId() === null && useWrongLabels.getState().wrong === null && !useLock.getState().locked;

/** How the text goes on if it is the beginning of one code of today's board alone; null where it is none, or of several. */
function wholeText(desk: Pick<DeskClient, 'kept'>, textSoFar: string, prefix: string): string | null {
  const text = textSoFar.toUpperCase();
  const framed = text.startsWith(prefix.toUpperCase()) ? text.slice(prefix.length) : text;
  const code = framed.replace(AIM_IDENTIFIER, '');
  if (code.length < FEWEST_CHARACTERS) return null;
  const codes = desk.kept('board.get').flatMap(({ rows }) => rows.flatMap(({ trfCodes }) => trfCodes));
  const [one, ...others] = new Set(codes.filter((known) => known.toUpperCase().startsWith(code)));
  return one === undefined || others.length > 0 ? null : text + one.slice(code.length).toUpperCase();
}

/** To be called with what a scanner has sent so far, after each of its keys. `frame`: what it sends around each code. */
export function foresee(
  desk: Pick<DeskClient, 'kept' | 'foresee'>,
  textSoFar: string,
  frame: { readonly prefix: string; readonly trailer: string },
): void {
  if (!mayForesee()) return;
  const whole = wholeText(desk, textSoFar, frame.prefix);
  if (whole === null) return;
  const text = whole + frame.trailer.toUpperCase();
  if (foreseen?.text === text && performance.now() - foreseen.atMs < FORESEEN_FOR_MS) return;
  foreseen = { text, atMs: performance.now(), opens: desk.foresee(text) };
}

/**
 * What the scan of this text opens, as soon as the engine has said it; null where nothing was foreseen, or where it may have changed
 * since it was said. Never rejects.
 */
export async function whatWasForeseen(desk: Pick<DeskClient, 'kept'>, text: string): Promise<Opened | null> {
  const now = foreseen;
  if (now?.text !== text.toUpperCase()) return null;
  foreseen = null;
  if (performance.now() - now.atMs >= FORESEEN_FOR_MS) return null;
  const opens = await now.opens;
  if (!opens || !mayForesee()) return null;
  // An event since then has put the answer out of date.
  return desk.kept('visits.get').some(({ id }) => id === opens.visit.id) ? opens : null;
}
