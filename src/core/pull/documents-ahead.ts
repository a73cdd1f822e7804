// Fetches the forms and labels of the coming visits in advance, so that they can be used while the connection is down.
// Also reads from the service's label the code that is printed on it, when no answer contained that code; such a label
// is fetched again from time to time, because the laboratory may correct the code. Documents are large and some never
// come, so they have their own time limit, do not count for the state of the connection, and after each failure wait
// longer.
import { isRateLimited, toAppError } from '../../domain/app-error.ts';
import type { DocumentKind as AnyDocumentKind } from '../../domain/document-kind.ts';
import { faultInLog } from '../../domain/fault-in-log.ts';
import type { Topic } from '../../contract/events.ts';
import type { Log } from '../ports/machine.ts';
import type { DocumentReader, LabelReading, ReadingUrgency } from '../ports/pictures.ts';
import type { Db } from '../store/db/database.ts';
import { readStoredDocument, saveDocument, storedDocumentKinds } from '../store/mirror/documents.ts';
import { labelCodesAsked, labelsReadBefore, saveLabelRead } from '../store/mirror/label-codes.ts';
import type { VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import type { Gateway } from '../line/gateway.ts';
import { forEachFew } from './pool.ts';
import type { RequestLimit } from './request-limit.ts';
import { isHere, isOpen } from './visit-round.ts';
import { waitForPause } from './wait-for-pause.ts';
import { noteWhose, whoseIs, type Whose } from './whose-document.ts';

export interface DocumentsAheadOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly documentReader: DocumentReader;
  readonly limit: RequestLimit;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  /** Milliseconds until a pause that the service asked for is over; 0: there is none. */
  readonly pauseRestMs: () => number;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
}

export interface DocumentsAhead {
  /**
   * Fetches the missing documents of these visits in the background, in the order of the visits. For visits that are
   * over only the label is fetched again, because its code may have been corrected after the sample was taken. `which` leaves out the
   * forms, without which labels can be printed.
   */
  fetch(visits: readonly VisitToRefresh[], which?: 'labels' | 'all'): void;
  /**
   * Fetches the label of a registration (service's id) whose person stands at the desk. The limit on the desk's own
   * requests does not hold it back, because without its code nothing can be printed.
   */
  fetchLabelNow(registrationId: string): void;
  isFetching(): boolean;
  /** Resolves when none is being fetched any more: each is here, or has to wait because it failed. Never rejects. */
  fetched(): Promise<void>;
  /** Resolves when nothing is under way any more. Close the gateway before. */
  close(): Promise<void>;
}

/** Enough for a form of some pages on a slow connection. Short enough that some that never come delay nobody. */
const DOCUMENT_TIMEOUT_MS = 10_000;
/** Only two at once, so that documents do not delay the requests that a person waits for. */
const DOCUMENTS_AT_ONCE = 2;
const DOCUMENTS_IN_A_ROW = 6;
/** When a label is read again whose person is here or comes soon: it will be printed and used within minutes. */
const READ_AGAIN_NEAR_MS = 15 * 60_000;
/** When a label is read again of everybody else of the coming day. */
const READ_AGAIN_MS = 60 * 60_000;
const SOON_MS = 2 * 60 * 60_000;
const COMING_DAY_MS = 24 * 60 * 60_000;
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 60 * 60_000;
/**
 * A machine that is busy for the moment reads a label at the next attempt. After so many that failed in a row (the last of them
 * three minutes after the first) it is the document, and the label counts as one without a code, so that something can be printed. The
 * document itself is not kept before it is known whose it is.
 */
const VAIN_READINGS = 3;
/** How often the label of a person at the desk is asked for again after a pause of the service. */
const MOST_PAUSES = 20;

/** Reports of results are not fetched ahead: results-ahead.ts reads what is in them, in a tenth of the bytes. */
type DocumentKind = Exclude<AnyDocumentKind, 'results'>;

interface Wanted {
  readonly id: string;
  readonly kind: DocumentKind;
  /** True when it was fetched before and is fetched again. */
  readonly again: boolean;
}

export function createDocumentsAhead(options: DocumentsAheadOptions): DocumentsAhead {
  const { db, gateway, log } = options;
  const failures = new Map<string, { readonly count: number; readonly notBefore: number }>();
  /** How often in a row the label of a registration (service's id) could not be read. */
  const vain = new Map<string, number>();
  let running: Promise<void> | null = null;
  const waitedFor = new Set<Promise<void>>();
  let visits: readonly VisitToRefresh[] = [];
  let withForms = true;

  const keyOf = ({ id, kind }: Pick<Wanted, 'id' | 'kind'>): string => `${kind} ${id}`;

  function isDue(wanted: Wanted): boolean {
    return gateway.nowMs() >= (failures.get(keyOf(wanted))?.notBefore ?? -Infinity);
  }

  function leaveAlone(wanted: Wanted): void {
    const count = (failures.get(keyOf(wanted))?.count ?? 0) + 1;
    const pauseMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (count - 1));
    failures.set(keyOf(wanted), { count, notBefore: gateway.nowMs() + pauseMs });
  }

  /**
   * The documents to fetch. All labels come before the forms, because nothing can be printed without a label's code.
   */
  function lacking(of: readonly VisitToRefresh[]): Wanted[] {
    // For whoever is here a label is printed next.
    const inTurn = [...of.filter(isHere), ...of.filter((visit) => !isHere(visit))];
    const assigned = inTurn.filter((visit) => isOpen(visit) && visit.patientId !== null).map(({ id }) => id);
    const stored = storedDocumentKinds(db, assigned);
    const asked = labelCodesAsked(db, assigned);
    const has = (id: string, kind: DocumentKind): boolean => stored.get(id)?.has(kind) === true;
    const withoutForm = withForms ? assigned.filter((id) => !has(id, 'trf')) : [];
    return [
      ...assigned
        .filter((id) => !has(id, 'label') || !asked.has(id))
        .map((id) => ({ id, kind: 'label' as const, again: false })),
      ...labelsToReadAgain(of).map((id) => ({ id, kind: 'label' as const, again: true })),
      ...withoutForm.map((id) => ({ id, kind: 'trf' as const, again: false })),
    ].filter(isDue);
  }

  function labelsToReadAgain(of: readonly VisitToRefresh[]): string[] {
    const nowMs = options.serverNowMs();
    const coming = of.filter(({ startsAtMs }) => startsAtMs - nowMs < COMING_DAY_MS);
    const isNear = (visit: VisitToRefresh): boolean =>
      isOpen(visit) && (isHere(visit) || Math.abs(visit.startsAtMs - nowMs) <= SOON_MS);
    const idsOf = (visits: readonly VisitToRefresh[]): string[] => visits.map(({ id }) => id);
    return [
      ...labelsReadBefore(db, idsOf(coming.filter(isNear)), nowMs - READ_AGAIN_NEAR_MS),
      ...labelsReadBefore(db, idsOf(coming.filter((visit) => !isNear(visit))), nowMs - READ_AGAIN_MS),
    ];
  }

  async function waitForTurn(): Promise<boolean> {
    for (;;) {
      if (gateway.isClosed() || !options.mayAsk()) return false;
      const waitMs = options.limit.take();
      if (waitMs === 0) return true;
      await gateway.pause(waitMs);
    }
  }

  /** Returns `put-off` where the service asked for a pause instead: that says nothing of the document. */
  async function fetchOne(wanted: Wanted, isWaitedFor = false): Promise<'put-off' | void> {
    const { id, kind } = wanted;
    const urgency = isWaitedFor ? 'now' : 'ahead';
    const stored = kind === 'label' && !wanted.again ? readStoredDocument(db, id, kind) : null;
    if (!stored && !isWaitedFor && !(await waitForTurn())) return;
    const askedAt = gateway.nowMs();
    const isStillTheirs = noteWhose(db, id);
    const endpoint = kind === 'trf' ? 'registrations.trf' : 'registrations.label';
    try {
      if (stored) {
        // The label is stored because a person opened it, but its code was not read yet.
        const reading = await read(kind, stored.bytes, urgency);
        if (gateway.isClosed()) return;
        // Whose it is may not have been known when it was stored, as where it could not be read. Another's is fetched anew.
        const whose = whoseIs(db, id, reading);
        if (whose !== 'somebody-elses') {
          if (takeReading(wanted, reading, { whose, askedAt })) failures.delete(keyOf(wanted));
          else leaveAlone(wanted);
          return;
        }
      }
      const answer = await gateway.callAside(endpoint, { params: { id } }, DOCUMENT_TIMEOUT_MS);
      // The document is for the patient whom the registration had when it was requested.
      if (gateway.isOutdated({ kind: 'registration', serverId: id }, askedAt)) return;
      if (answer.kind !== 'pdf') {
        leaveAlone(wanted);
        return;
      }
      const reading = await read(kind, answer.bytes, urgency);
      if (gateway.isClosed()) return;
      const whose = whoseIs(db, id, reading);
      if (whose === 'somebody-elses') {
        leaveAlone(wanted);
        log.warn(
          'a document names another registration or person than it was requested for, so it is not used',
          { kind },
        );
        return;
      }
      if (gateway.isOutdated({ kind: 'registration', serverId: id }, askedAt) || !isStillTheirs()) return;
      if (kind === 'label') takeReading(wanted, reading, { whose, askedAt });
      if (whose === 'not-known') {
        // Whose it is may stand on it, and was not read.
        leaveAlone(wanted);
        return;
      }
      failures.delete(keyOf(wanted));
      saveDocument(db, {
        registrationId: id,
        kind,
        contentType: answer.contentType,
        bytes: answer.bytes,
        fetchedAtMs: options.serverNowMs(),
      });
      options.onChange(['board']);
    } catch (thrown) {
      if (gateway.isClosed()) return;
      if (isRateLimited(toAppError(thrown, endpoint))) return 'put-off';
      leaveAlone(wanted);
      log.debug('a document could not be fetched; it is tried again later', {
        kind,
        error: toAppError(thrown, endpoint).kind,
      });
    }
  }

  /** One reading tells whose document it is and, of a label, which code it carries. */
  async function read(kind: DocumentKind, pdf: Uint8Array, urgency: ReadingUrgency): Promise<LabelReading> {
    const { documentReader } = options;
    if (kind === 'label') return documentReader.readLabel(pdf, urgency);
    return { ...(await documentReader.read(pdf, urgency)), code: null };
  }

  /**
   * Keeps the code of a label that was read. From then on the registration counts as asked, even without a code. False for a label of which it
   * could not be read whose it is, which is read again soon.
   */
  function takeReading(
    wanted: Wanted,
    { code }: LabelReading,
    { whose, askedAt }: { readonly whose: Whose; readonly askedAt: number },
  ): boolean {
    const { id } = wanted;
    if (gateway.isOutdated({ kind: 'registration', serverId: id }, askedAt)) return true;
    const isKnown = whose !== 'not-known';
    const vainReadings = isKnown ? 0 : (vain.get(id) ?? 0) + 1;
    if (vainReadings > 0 && vainReadings < VAIN_READINGS) {
      vain.set(id, vainReadings);
      return false;
    }
    vain.delete(id);
    saveLabelRead(db, id, isKnown ? code : null, options.serverNowMs());
    options.onChange(['board']);
    return true;
  }

  /** Fetches a few and then looks again, so that an urgent label does not wait for all of tomorrow's forms. */
  async function fetchAll(): Promise<void> {
    let isPutOff = false;
    const isOver = (): boolean => isPutOff || gateway.isClosed() || !options.mayAsk();
    while (!isOver()) {
      const few = lacking(visits).slice(0, DOCUMENTS_IN_A_ROW);
      if (few.length === 0) return;
      const fetchNext = async (wanted: Wanted): Promise<void> => {
        if ((await fetchOne(wanted)) === 'put-off') isPutOff = true;
      };
      await forEachFew(few, DOCUMENTS_AT_ONCE, fetchNext, { isOver });
    }
  }

  async function fetchNow(id: string): Promise<void> {
    for (let pauses = 0; pauses <= MOST_PAUSES; pauses += 1) {
      await waitForPause(gateway, options.pauseRestMs);
      const outcome = await fetchOne({ id, kind: 'label', again: false }, true);
      if (outcome !== 'put-off') return;
    }
  }

  async function fetched(): Promise<void> {
    await running;
    await Promise.all(waitedFor);
  }

  return {
    fetch(wanted, which = 'all') {
      visits = wanted;
      withForms = which === 'all';
      running ??= fetchAll()
        .catch((thrown: unknown) => {
          if (!gateway.isClosed()) {
            log.error('fetching documents stopped; it goes on after the next reading', faultInLog(thrown));
          }
        })
        .finally(() => {
          running = null;
          // Screens that still call a code unknown must read it again.
          if (!gateway.isClosed()) options.onChange(['board']);
        });
    },
    fetchLabelNow(id) {
      // After 1 ms, because an answer requested at the very moment of a change counts as older than the change.
      const fetching: Promise<void> = gateway
        .pause(1)
        .then(() => fetchNow(id))
        .catch((thrown: unknown) => {
          if (!gateway.isClosed()) {
            log.error(
              'the label of a person at the desk could not be fetched; it is tried again later',
              faultInLog(thrown),
            );
          }
        })
        .finally(() => {
          waitedFor.delete(fetching);
          if (!gateway.isClosed()) options.onChange(['board']);
        });
      waitedFor.add(fetching);
    },
    isFetching: () => running !== null || waitedFor.size > 0,
    fetched,
    close: fetched,
  };
}
