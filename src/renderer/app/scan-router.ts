// Sends what was scanned or typed to the engine and shows what it led to, without asking for anything again.
import { create } from 'zustand';
import type { Input } from '../../contract/index.ts';
import type { ScanOutcome } from '../../contract/scan.ts';
import type { VisitDetail } from '../../contract/views.ts';
import type { AppError } from '../../domain/app-error.ts';
import { useActor, whoeverIsHere } from '../host/actor.ts';
import type { DeskClient } from '../host/desk-client.ts';
import { goesWithPerson } from '../host/next-person.ts';
import { openCollection } from '../shared/visit/open-collection.ts';
import { noteScannedForm } from '../features/visit/scanned-form.ts';
import {
  countScanNotTaken,
  showWrongLabels,
  uncountScan,
  useWrongLabels,
} from '../features/visit/wrong-label-store.ts';
import { hrefOf, links } from '../shared/links.ts';
import { setValue } from './field-snapshot.ts';
import { foreseenByNow, whatWasForeseen, type LedTo } from './foresight.ts';
import { letGoOfFocus } from './let-go-of-focus.ts';
import { soundAlarm, soundGood } from '../ui/alarm-sound.ts';
import { markPainted } from '../ui/paint-mark.ts';
import { notify } from '../ui/toast-store.ts';
import { whenPainted } from '../ui/use-painted.ts';
import { provenWords } from './proof-words.ts';
import { asTold, keepIfUntold, tell } from './untold-scans.ts';

/** How a text came in. */
export type ScanSource = Input<'scan.submit'>['source'];

/** What a person says of the label that was scanned or typed. */
type Said = Partial<Pick<Input<'scan.submit'>, 'typedReason' | 'isOnAnotherTube' | 'haveAllComeOut'>>;

/** What is shown in the card under the header; null when there is none. */
export type ScanCard =
  | {
      readonly kind: 'outcome';
      readonly outcome: ScanOutcome;
      readonly text: string;
      readonly source: ScanSource;
    }
  | { readonly kind: 'error'; readonly error: AppError; readonly text: string }
  /** A scan that nobody can be sure to have whole; nothing was looked up with it. */
  | { readonly kind: 'unclear'; readonly text: string }
  /** A scan of somebody who has left the window since, of which nothing was told to them. */
  | { readonly kind: 'not-taken' };

interface ScanCards {
  readonly card: ScanCard | null;
  /** Counts the cards shown: the same code scanned again is another card. */
  readonly serial: number;
  show(card: ScanCard | null): void;
}

export const useScanCard = goesWithPerson(
  create<ScanCards>((set) => ({
    card: null,
    serial: 0,
    // No card in place of no card is nothing new, for which the frame would be drawn once more before the visit.
    show: (card) =>
      set((before) => (card === null && before.card === null ? before : { card, serial: before.serial + 1 })),
  })),
);

/** True while something half entered or a question is on the screen, which going elsewhere would take away. */
function isFormUnderWay(): boolean {
  return document.querySelector('[data-draft="true"],[data-asks]') !== null;
}

export interface ScanWay {
  readonly desk: DeskClient;
  readonly navigate: (path: string) => void;
}

/** Says that a scan has to be repeated. */
export function sayUnclear(text: string): void {
  if (useWrongLabels.getState().wrong === null) useScanCard.getState().show({ kind: 'unclear', text });
  else {
    countScanNotTaken();
    soundAlarm();
  }
}

const IN_NUMBERS =
  'The scanner sends each character as Alt and a number, so its scans are not taken. Switch that off with the bar codes of its manual, where it is called ALT mode or “emulate keypad”, then learn it under “Desk settings”.';

/** Says that the scanner has to be set otherwise, and while wrong labels are shown that a scan was not taken. */
export function sayNumbers(): void {
  if (useWrongLabels.getState().wrong !== null) {
    countScanNotTaken();
    soundAlarm();
  }
  notify(IN_NUMBERS);
}

/**
 * A field that expects a code takes the scan, and nothing is looked up: `<TextField data-takes-scan="code">` in a form. True when there
 * was one in focus.
 */
async function fillForm(desk: DeskClient, text: string): Promise<boolean> {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return false;
  const wanted = field.dataset['takesScan'];
  if (wanted === undefined) return false;
  const read = await desk.ask('scan.read', { text });
  if (!read.ok) useScanCard.getState().show({ kind: 'error', error: read.error, text });
  else {
    const value = wanted === 'nhs-number' ? read.value.nhsNumber : read.value.code;
    if (value === null)
      notify(
        `That code holds no ${wanted === 'nhs-number' ? 'NHS number' : 'code'}. The field is as it was.`,
      );
    else setValue(field, value);
  }
  return true;
}

let before: Promise<unknown> = Promise.resolve();

/**
 * The one way of every scan and every typed code. They are answered one after the other: a scan that follows a wrong label must find
 * the alarm up, also when it came before the wrong one was answered. Null: it was turned away, or could not be answered. One that still
 * waits when somebody else signs in at the window is dropped and said not to be taken: it would be carried out in their name.
 */
export function submitScan(
  way: ScanWay,
  text: string,
  source: ScanSource,
  said: Said = {},
): Promise<ScanOutcome | null> {
  const { initials: by } = useActor.getState();
  const isTheirs = whoeverIsHere();
  return inTurn(() => submitNext(way, { text, source, said, by, isTheirs }));
}

interface Submitted {
  readonly text: string;
  readonly source: ScanSource;
  readonly said: Said;
  /** The initials of who scanned it. */
  readonly by: string;
  /** False once somebody else than who scanned it has signed in at the window. */
  readonly isTheirs: () => boolean;
}

/** Whoever scanned has left the window. The tube is there all the same, so whoever is at it now hears of the scan. */
function sayNotTaken({ source, said }: Submitted): void {
  if (useWrongLabels.getState().wrong !== null) {
    countScanNotTaken();
    soundAlarm();
  } else if (source === 'scanner' || said.typedReason != null) {
    useScanCard.getState().show({ kind: 'not-taken' });
  }
}

function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answered = before.then(work);
  before = answered.catch(() => undefined);
  return answered;
}

/** A scan that the engine learned of later. It was counted when it was not taken; now it is named. */
function nameUntold(outcome: ScanOutcome): void {
  if (outcome.kind !== 'label-refused') return;
  uncountScan();
  soundAlarm();
  showRefused(outcome.visit);
}

async function submitNext(way: ScanWay, submitted: Submitted): Promise<ScanOutcome | null> {
  const { text, source, said, by, isTheirs } = submitted;
  const dropped = (): null => {
    sayNotTaken(submitted);
    return null;
  };
  if (!isTheirs()) return dropped();
  const { desk } = way;
  const { show } = useScanCard.getState();
  // While the alarm is up a scan proves nothing and leads nowhere, but a further wrong label is named and recorded too.
  const alarmed = useWrongLabels.getState().wrong?.visit.id ?? null;
  if (alarmed !== null) soundAlarm();
  else if (source === 'scanner' && (await fillForm(desk, text))) return null;
  if (alarmed === null) await openCollection.whenStarted();
  if (!isTheirs()) return dropped();
  const visitId = alarmed ?? openCollection.visitId();
  const scan = asTold({ text, visitId, alarmUp: alarmed !== null, source, ...said }, by);
  const isForeseeable = source === 'scanner' && visitId === null;
  const byNow = isForeseeable ? foreseenByNow(text) : null;
  if (byNow) {
    showLedTo(way, byNow, { text, source });
    // A request takes the time of the frame that a person waits for.
    await whenPainted();
    if (!isTheirs()) return dropped();
  }
  const answering = tell(desk, scan);
  const soon =
    isForeseeable && !byNow ? await Promise.race([whatWasForeseen(text), answering.then(() => null)]) : null;
  if (soon) showLedTo(way, soon, { text, source });
  const foreseen = byNow ?? soon;
  const answer = await answering;
  if (alarmed !== null) {
    if (answer.ok && answer.value.kind === 'label-refused') showRefused(answer.value.visit);
    else countScanNotTaken();
    if (isTheirs())
      keepIfUntold(scan, answer, { desk, inTurn: (work) => void inTurn(work), answered: nameUntold });
    return null;
  }
  // A wrong label is shown to whoever is there: the tube is.
  const isAlarm = answer.ok && (answer.value.kind === 'label-refused' || answer.value.kind === 'not-taken');
  if (!isTheirs() && !isAlarm) {
    return !answer.ok || answer.value.kind === 'label-not-proven' ? dropped() : null;
  }
  if (!answer.ok) {
    show({ kind: 'error', error: answer.error, text });
    return null;
  }
  const outcome = answer.value;
  switch (outcome.kind) {
    case 'visit':
    case 'registration':
      // Whoever has gone elsewhere since it was shown stays there, and a card that was closed stays closed.
      if (!foreseen || !isShownBy(foreseen, outcome)) showLedTo(way, outcome, { text, source });
      return outcome;
    case 'label-verified':
      show(null);
      soundGood();
      notify(provenWords(outcome));
      break;
    case 'label-refused':
    case 'not-taken':
      show(null);
      soundAlarm();
      showRefused(outcome.visit);
      break;
    case 'printer-test':
      show(null);
      if (outcome.isProof) soundGood();
      notify(printerTestWords(outcome));
      break;
    default:
      show({ kind: 'outcome', outcome, text, source });
  }
  markPainted('drawdesk:scan-painted');
  return outcome;
}

/** A visit is drawn by its screen, which learns of what is newer; a card shows what it was given. */
const isShownBy = (foreseen: LedTo, outcome: LedTo): boolean =>
  foreseen.kind === 'visit' && outcome.kind === 'visit'
    ? foreseen.visit.id === outcome.visit.id
    : JSON.stringify(foreseen) === JSON.stringify(outcome);

function showLedTo(
  { navigate }: ScanWay,
  outcome: LedTo,
  { text, source }: { readonly text: string; readonly source: ScanSource },
): void {
  const { show } = useScanCard.getState();
  const visit = outcome.kind === 'visit' ? outcome.visit : null;
  if (visit !== null && source === 'scanner') noteScannedForm(visit, text);
  if (visit === null || (isFormUnderWay() && !isOpen(visit.id))) {
    show({ kind: 'outcome', outcome, text, source });
  } else {
    show(null);
    if (!isOpen(visit.id)) letGoOfFocus();
    navigate(links.visit(visit.id));
  }
  markPainted('drawdesk:scan-painted');
}

const showRefused = (visit: VisitDetail): void => showWrongLabels(visit, visit.wrongLabels);

function isOpen(visitId: string): boolean {
  return window.location.hash === hrefOf(links.visit(visitId));
}

function printerTestWords({ printerName, isProof }: Extract<ScanOutcome, { kind: 'printer-test' }>): string {
  return isProof
    ? `What ${printerName} prints can be scanned`
    : `${printerName} was changed since: print another test on it`;
}
