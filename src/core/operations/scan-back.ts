// Scanning labels back: the scan proves that a printed label is on the right tube, or the label is refused and an alarm
// is shown.
import type { ScanOutcome } from '../../contract/scan.ts';
import type { LabelView } from '../../contract/views.ts';
import { isLabelCodeOfDesk } from '../../domain/desk-code.ts';
import { AppException } from '../../domain/app-error.ts';
import { MOST_WRONG_LABELS, type LabelRefusal, type ProofWay } from '../../domain/paper.ts';
import { findPapersToDestroy } from '../store/desk/papers-to-destroy.ts';
import { hasEarlierPaper, isCodeOfLabelMade, proveLabel, type Label } from '../store/desk/labels.ts';
import { findVisit } from '../store/desk/visits.ts';
import { visitIdOfTicket } from '../store/desk/visit-tickets.ts';
import { findByCode, rowOf } from './find.ts';
import type { CommandContext } from './handler.ts';
import { foundPrinted } from './print-job-decisions.ts';
import { assembleVisit, withLabelsReadAgain } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { recordAtVisit } from './visit/record.ts';
import { requireHere, requireReadyForLabels } from './visit/rules.ts';
import { labelListOf, toVisitDetail, toVisitRow, wrongLabelsOf } from './visit/view.ts';

export interface ScanBack {
  readonly visitId: string;
  /** The window that scanned shows wrong labels of this visit. */
  readonly alarmUp: boolean;
  /** As a person reads it. */
  readonly text: string;
  /** What the text can mean, the likeliest first; none where it is too long for a code. */
  readonly candidates: readonly string[];
  readonly source: 'scanner' | 'typed';
  /** Why a code was typed instead of scanned. */
  readonly typedReason: string | null;
  /** A person says that it is on another tube than the label with this code that is proven. */
  readonly isOnAnotherTube: boolean;
  /** As well that all other labels with this code have come out: each is then proven by its scan alone. */
  readonly haveAllComeOut: boolean;
}

/**
 * A code that is read again within so long of its last reading is the same label once more: a scanner whose trigger is held reads the label
 * before it every half a second to a second, and two labels with one code cannot be told apart. To put down a tube and point at the next one
 * takes longer.
 */
const SAME_LABEL_MS = 1_500;

/** When labels' codes were last read and taken, by visit and code. It is of no use to the next run of the desk. */
const lastRead = new WeakMap<CommandContext['db'], Map<string, number>>();

/** Notes that a label was read now. True where that was the same label once more. */
function isReadAgain({ db, nowMs }: CommandContext, visitId: string, code: string): boolean {
  const times = lastRead.get(db) ?? new Map<string, number>();
  lastRead.set(db, times);
  const isRecent = (atMs: number): boolean => Math.abs(nowMs - atMs) < SAME_LABEL_MS;
  for (const [label, atMs] of times) if (!isRecent(atMs)) times.delete(label);
  const label = `${visitId} ${code.toUpperCase()}`;
  const again = times.has(label);
  times.set(label, nowMs);
  return again;
}

/** What was read proved nothing, so read once more at once, as by a held trigger, it is not taken for the label before it. */
const forgetReading = ({ db }: CommandContext, visitId: string, code: string): void =>
  void lastRead.get(db)?.delete(`${visitId} ${code.toUpperCase()}`);

const proofWay = (source: ScanBack['source']): ProofWay => (source === 'typed' ? 'typed' : 'scanned');

type NotProven = Extract<ScanOutcome, { kind: 'label-not-proven' }>;
type Refused = Extract<ScanOutcome, { kind: 'label-refused' }>;

/** Nobody has said of which label the code is; a reason for typing it is about one. */
const isByCodeAlone = ({ source, isOnAnotherTube }: ScanBack): boolean =>
  source === 'scanner' && !isOnAnotherTube;

const sameCode = (one: string | null, other: string): boolean =>
  one !== null && one.toUpperCase() === other.toUpperCase();

interface WrongCode {
  readonly kind: 'wrong';
  readonly code: string;
  readonly why: LabelRefusal;
  readonly otherVisitId: string | null;
}

/**
 * What the scan of a label's code can tell of it. Of several labels with one code the scan is about the first of these: what it can prove,
 * then what a person has to decide before it can prove more, then what is proven, and what has no paper last.
 */
const STANDINGS = [
  'printed',
  'unacknowledged',
  'printing-unsure',
  'cancelled',
  'verified',
  'reprint-waits',
  'reprint-being-printed',
  'being-printed',
  'not-taken',
  'said-destroyed',
  'not-printed',
] as const;
type Standing = (typeof STANDINGS)[number];

const rank = (standing: Standing): number => STANDINGS.indexOf(standing);

function standingOf(
  { db }: CommandContext,
  { state, id, code }: LabelView,
  made: Label | undefined,
): Standing {
  const withoutPaper = (): Standing => {
    const papers = code === null ? [] : findPapersToDestroy(db, code);
    return papers.some(({ labelId }) => labelId === id) ? 'said-destroyed' : 'not-printed';
  };
  switch (state) {
    case 'printed':
    case 'unacknowledged':
    case 'verified':
    case 'not-taken':
      return state;
    case 'may-exist':
      return 'cancelled';
    case 'queued':
      if (made?.jobState === 'sending') {
        return hasEarlierPaper(db, made) ? 'reprint-being-printed' : 'being-printed';
      }
      return made?.perhapsPrinted ? 'reprint-waits' : withoutPaper();
    case 'problem':
      if (made?.perhapsPrinted === false) return withoutPaper();
      // The print queue asks nobody about one of which nothing was sent this time. The paper that there is comes from before.
      return made?.jobState === 'unsure' ? 'printing-unsure' : 'reprint-waits';
    case 'not-printed':
    case 'must-be-destroyed':
      return withoutPaper();
  }
}

interface OwnLabel {
  readonly label: LabelView;
  /** The label as it was last made, where it was. */
  readonly made: Label | undefined;
  readonly standing: Standing;
  readonly code: string;
  /** A label with this code is proven: it, or another one. */
  readonly isCodeProven: boolean;
}

/** What a scan in the label step is: a label of the visit, a wrong label, or no label at all. */
type Meaning =
  | ({ readonly kind: 'own' } & OwnLabel)
  | WrongCode
  | { readonly kind: 'no-label'; readonly outcome: NotProven };

/**
 * A scan in the label step of a visit that is `collecting`. Proofs and refusals are written down in the command's
 * transaction.
 */
export function scanBack(context: CommandContext, scan: ScanBack): ScanOutcome {
  const assembled = assembleVisit(context, scan.visitId);
  const meaning = meaningOf(context, scan, assembled);
  const unanswered = wrongLabelsOf(context, assembled);
  if (meaning.kind === 'wrong' && unanswered.length < MOST_WRONG_LABELS) {
    const isNamed = unanswered.some(({ code }) => sameCode(code, meaning.code));
    if (!isNamed) return refuse(context, { scan, assembled }, meaning);
  }
  // Nobody has looked at the tubes yet, so nothing is proven, at whatever window the scan comes.
  if (meaning.kind === 'wrong' || unanswered.length > 0 || scan.alarmUp) {
    return { kind: 'not-taken', visit: toVisitDetail(context, assembled, unanswered) };
  }
  switch (meaning.kind) {
    case 'no-label':
      return meaning.outcome;
    case 'own':
      return tryToProve(context, { scan, assembled, own: meaning });
  }
}

function meaningOf(context: CommandContext, scan: ScanBack, assembled: AssembledVisit): Meaning {
  const labels = labelListOf(context, assembled).map((label) => {
    const made = assembled.labels.find(({ id }) => id === label.id);
    return { label, made, standing: standingOf(context, label, made) };
  });
  for (const code of scan.candidates) {
    // When several labels have the same code, each scan proves one of them.
    const matching = labels.filter(({ label }) => sameCode(label.code, code));
    const [meant] = [...matching].sort((one, other) => rank(one.standing) - rank(other.standing));
    if (!meant) continue;
    return assembled.sharedCodes.has(code.toUpperCase())
      ? { kind: 'wrong', code, why: 'shared-code', otherVisitId: null }
      : {
          kind: 'own',
          ...meant,
          code,
          isCodeProven: matching.some(({ standing }) => standing === 'verified'),
        };
  }
  return otherCode(context, scan, assembled);
}

interface Attempt {
  readonly scan: ScanBack;
  readonly assembled: AssembledVisit;
  readonly own: OwnLabel;
}

function tryToProve(context: CommandContext, attempt: Attempt): ScanOutcome {
  const { scan, assembled, own } = attempt;
  const { label, made, standing, code } = own;
  const alsoOnForm = isFormCode(assembled, code);
  const notProven = (why: NotProven['why']): NotProven => {
    forgetReading(context, assembled.visit.id, code);
    return { kind: 'label-not-proven', visit: toVisitDetail(context, assembled), code, why, belongsTo: null };
  };
  const already = (): ScanOutcome => ({
    kind: 'label-verified',
    visit: toVisitDetail(context, assembled),
    code,
    alreadyVerified: true,
    alsoOnForm,
  });
  if (assembled.papers.length > 0) return notProven('destroy-first');
  if (!isReady(context, assembled)) return notProven('not-ready');
  const again = isReadAgain(context, assembled.visit.id, code);
  // Only a label with this code that is proven can have been read before.
  if (again && own.isCodeProven && !scan.isOnAnotherTube) return already();
  switch (standing) {
    case 'verified':
      return already();
    case 'printed':
      break;
    case 'unacknowledged':
      // Perhaps there is but the one paper, scanned once more: its scan tells nothing of one that nobody knows to have come out.
      if (own.isCodeProven && isByCodeAlone(scan)) return notProven('which-tube');
      break;
    case 'printing-unsure':
    case 'cancelled':
    case 'reprint-waits':
    case 'reprint-being-printed':
    case 'being-printed':
    case 'not-taken':
      return notProven(standing);
    case 'said-destroyed':
    case 'not-printed':
      // Where the service gave a label no code of its own, the form has the same code as the label.
      return notProven(alsoOnForm ? 'own-form' : standing);
  }
  if (scan.source === 'typed' && scan.typedReason === null) return notProven('typed');

  const how = proofWay(scan.source);
  if (how === 'typed') context.relax('typed-label', assembled.visit.id);
  const reason = how === 'typed' ? scan.typedReason : null;
  if (scan.haveAllComeOut) {
    const others = labelListOf(context, assembled).filter(
      (other) => other.id !== label.id && other.state === 'unacknowledged' && sameCode(other.code, code),
    );
    for (const { jobId } of others) if (jobId !== null) foundPrinted(context, jobId);
  }
  proveLabel(context.db, label.id, {
    atMs: context.nowMs,
    actor: context.actor,
    proof: { how, reason, code, jobId: made?.jobId ?? null },
  });
  const saidToBeOnAnotherTube = scan.isOnAnotherTube && own.isCodeProven;
  recordAtVisit(context, assembled, 'label-verified', {
    code,
    how,
    reason,
    alsoOnForm,
    ...(saidToBeOnAnotherTube ? { saidToBeOnAnotherTube } : {}),
  });
  // Where it was in doubt whether the label came out, the print queue and the badge ask somebody about it no more.
  context.changed('print-jobs', 'connection');
  return {
    kind: 'label-verified',
    visit: toVisitDetail(context, withLabelsReadAgain(context, assembled)),
    code,
    alreadyVerified: false,
    alsoOnForm,
  };
}

function isReady(context: CommandContext, assembled: AssembledVisit): boolean {
  try {
    requireHere(assembled);
    requireReadyForLabels(assembled);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppException) return false;
    throw thrown;
  }
}

function isFormCode(assembled: AssembledVisit, code: string): boolean {
  return assembled.registrations.some((registration) => sameCode(registration.trfCode, code));
}

/**
 * A code that none of the visit's labels has: it is on a form, on an older label of this visit, or on another person's
 * label.
 */
function otherCode(context: CommandContext, scan: ScanBack, assembled: AssembledVisit): Meaning {
  const { visit } = assembled;
  const found = findByCode(context, scan.candidates);
  // Of several in one symbol the one that is somebody's: the others, as the number of an article, may stand on many people's labels.
  const code = found?.code ?? scan.candidates[0] ?? scan.text;
  const noLabel = (why: NotProven['why'], ownerVisitId: string | null): Meaning => ({
    kind: 'no-label',
    outcome: {
      kind: 'label-not-proven',
      visit: toVisitDetail(context, assembled),
      code,
      why,
      belongsTo: ownerVisitId === null ? null : rowOf(context, ownerVisitId),
    },
  });
  const foundVisitId = found?.kind === 'visit' ? found.visitId : null;
  const ticketsVisitId = found === null ? visitIdOfTicket(context.db, scan.candidates) : null;
  if (ticketsVisitId !== null && findVisit(context.db, ticketsVisitId)) {
    return noLabel(
      ticketsVisitId === visit.id ? 'own-ticket' : 'other-ticket',
      ticketsVisitId === visit.id ? null : ticketsVisitId,
    );
  }
  // A desk's code of this visit that no label of it has any more was printed before the laboratory's was known.
  const outOfDate = scan.candidates.find(
    (candidate) =>
      (foundVisitId === visit.id && isLabelCodeOfDesk(candidate)) ||
      findPapersToDestroy(context.db, candidate).some((paper) => paper.visitId === visit.id),
  );
  if (outOfDate !== undefined && !isFormCode(assembled, outOfDate)) {
    return { kind: 'wrong', code: outOfDate, why: 'out-of-date', otherVisitId: null };
  }
  if (found?.kind === 'shared') {
    return { kind: 'wrong', code: found.code, why: 'shared-code', otherVisitId: null };
  }
  const isForm =
    (found?.matchedBy === 'trf-code' || found?.matchedBy === 'local-form') &&
    !scan.candidates.some((candidate) => isCodeOfLabelMade(context.db, candidate));
  if (foundVisitId === visit.id) return noLabel('own-form', null);
  if (isForm) return noLabel('other-form', foundVisitId);
  return {
    kind: 'wrong',
    code,
    why: found === null ? 'unknown' : 'another-visit',
    otherVisitId: foundVisitId,
  };
}

function refuse(
  context: CommandContext,
  { scan, assembled }: Pick<Attempt, 'scan' | 'assembled'>,
  { code, why, otherVisitId }: WrongCode,
): Refused {
  const other = otherVisitId === null ? null : assembleVisit(context, otherVisitId);
  const before = wrongLabelsOf(context, assembled);
  recordAtVisit(context, assembled, 'label-refused', {
    code,
    why,
    otherVisitId,
    how: proofWay(scan.source),
    otherPatientId: other?.patientId ?? null,
  });
  const wrongLabel = { code, why, belongsTo: other && toVisitRow(context, other) };
  return {
    kind: 'label-refused',
    visit: toVisitDetail(context, assembled, [...before, wrongLabel]),
    ...wrongLabel,
  };
}
