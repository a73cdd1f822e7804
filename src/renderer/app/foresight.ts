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
  /** What it opens, once that was said; null until then, or where it opens nothing. */
  said: Opened | null;
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
  if (foreseen?.text === text && isRecent(foreseen)) return;
  const asked: Foreseen = { text, atMs: performance.now(), opens: desk.foresee(text), said: null };
  foreseen = asked;
  void asked.opens.then((opens) => (asked.said = opens));
}

/** What the scan of this text opens, where the engine has said it by now; null otherwise. */
export function foreseenByNow(desk: Pick<DeskClient, 'kept'>, text: string): Opened | null {
  const said = foreseen?.text === text.toUpperCase() ? foreseen.said : null;
  return said && isStillTrue(desk, said) && isRecent(foreseen) ? said : null;
}

const isRecent = (asked: Foreseen | null): boolean =>
  asked !== null && performance.now() - asked.atMs < FORESEEN_FOR_MS;

/** Labels are not being scanned back by now, and no event has put the answer out of date. */
const isStillTrue = (desk: Pick<DeskClient, 'kept'>, { visit }: Opened): boolean =>
  mayForesee() && desk.kept('visits.get').some(({ id }) => id === visit.id);

/**
 * What the scan of this text opens, as soon as the engine has said it; null where nothing was foreseen, or where it may have changed
 * since it was said. Never rejects.
 */
export async function whatWasForeseen(desk: Pick<DeskClient, 'kept'>, text: string): Promise<Opened | null> {
  const now = foreseen;
  if (now?.text !== text.toUpperCase()) return null;
  foreseen = null;
  if (!isRecent(now)) return null;
  const opens = await now.opens;
  return opens && isStillTrue(desk, opens) ? opens : null;
}
