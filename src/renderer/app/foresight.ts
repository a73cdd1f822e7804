// Asks what a scan leads to while the scanner still sends its keys. Today's board knows how most codes go on, and the engine how nearly all
// others do, so it has answered by the time of the last key. What is foreseen is the engine's answer and only ever shows a record: the scan
// itself is submitted in any case, and what it says counts.
import type { Output } from '../../contract/index.ts';
import type { DeskClient, Foresight } from '../host/desk-client.ts';
import { whenPersonChanges } from '../host/next-person.ts';
import { openCollection } from '../shared/visit/open-collection.ts';
import { useWrongLabels } from '../features/visit/wrong-label-store.ts';
import { useLock } from './sign-in/held-scan.ts';

/** What a scan leads to where no labels are being scanned back. */
export type LedTo = NonNullable<Output<'scan.foresee'>['leadsTo']>;

/** Fewer characters are the beginning of many codes. */
const FEWEST_CHARACTERS = 4;
/** What was asked longer ago was for a scan that never came whole. */
const FORESEEN_FOR_MS = 1_000;
const AIM_IDENTIFIER = /^\][A-Z][0-9A-Z]/;

interface Asked {
  /** How the text begins or what it is, in capitals: the case of a code means nothing. */
  readonly text: string;
  readonly atMs: number;
  readonly answering: Promise<Foresight | null>;
  /** Null until the engine has answered, or where it could not. */
  said: Foresight | null;
}

/** What was asked for the scan that is coming, in this order. More than one where the engine did not yet know how it goes on. */
let asked: readonly Asked[] = [];
whenPersonChanges(() => (asked = []));

/** Labels that are scanned back, and what is scanned at a locked window, are for the engine alone. */
const mayForesee = (): boolean =>
  openCollection.visitId() === null && useWrongLabels.getState().wrong === null && !useLock.getState().locked;

/** The text without what stands before a code; null where too little of the code has come. */
function codeSoFar(text: string, prefix: string): string | null {
  const framed = text.startsWith(prefix.toUpperCase()) ? text.slice(prefix.length) : text;
  const code = framed.replace(AIM_IDENTIFIER, '');
  return code.length < FEWEST_CHARACTERS ? null : code;
}

/** The codes of today's board that begin so, in capitals, two at most; the beginning alone where it is one itself. */
function codesOfBoard(desk: Pick<DeskClient, 'kept'>, begun: string): readonly string[] {
  const codes: string[] = [];
  for (const { rows } of desk.kept('board.get')) {
    for (const known of rows.flatMap(({ trfCodes }) => trfCodes)) {
      const code = known.toUpperCase();
      if (code === begun) return [code];
      if (codes.length < 2 && code.startsWith(begun) && !codes.includes(code)) codes.push(code);
    }
  }
  return codes;
}

const counts = ({ atMs, said }: Asked): boolean =>
  performance.now() - atMs < FORESEEN_FOR_MS && said?.isStillTrue() !== false;

/** To be called with what a scanner has sent so far, after each of its keys. `frame`: what it sends around each code. */
export function foresee(
  desk: Pick<DeskClient, 'kept' | 'foresee'>,
  textSoFar: string,
  frame: { readonly prefix: string; readonly trailer: string },
): void {
  if (!mayForesee()) return;
  const begun = textSoFar.toUpperCase();
  const code = codeSoFar(begun, frame.prefix);
  if (code === null) return;
  asked = asked.filter(counts);
  if (asked.some(({ said }) => said?.leadsTo && said.text.toUpperCase().startsWith(begun))) return;
  const [ofBoard, another] = codesOfBoard(desk, code);
  // The engine knows them all, and could not say either which of them it will be.
  if (another !== undefined) return;
  const text =
    ofBoard === undefined ? begun : begun + ofBoard.slice(code.length) + frame.trailer.toUpperCase();
  if (asked.some((one) => one.text === text)) return;
  const one: Asked = { text, atMs: performance.now(), answering: desk.foresee(text), said: null };
  asked = [...asked, one];
  void one.answering.then((said) => (one.said = said));
}

/** What was said of exactly this text, where it is still true; null otherwise. */
const sayingOf = (text: string, said: Foresight | null): LedTo | null =>
  said?.text.toUpperCase() === text.toUpperCase() && mayForesee() && said.isStillTrue() ? said.leadsTo : null;

/** What the scan of this text leads to, where the engine has said it by now; null otherwise. */
export function foreseenByNow(text: string): LedTo | null {
  for (const one of asked.filter(counts)) {
    const leadsTo = sayingOf(text, one.said);
    if (leadsTo) return leadsTo;
  }
  return null;
}

/**
 * What the scan of this text leads to, as soon as the engine has said it; null where nothing was foreseen, or where it may have changed
 * since it was said. Never rejects.
 */
export async function whatWasForeseen(text: string): Promise<LedTo | null> {
  const whole = text.toUpperCase();
  const underWay = asked.filter((one) => counts(one) && whole.startsWith(one.text));
  asked = [];
  for (const { answering } of underWay) {
    const leadsTo = sayingOf(text, await answering);
    if (leadsTo) return leadsTo;
  }
  return null;
}
