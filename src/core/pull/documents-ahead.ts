// Forms and labels of the coming visits, fetched while the line is up so that they are there when it is down; and the
// code that the service prints on its own label, read off that label where no answer told it. Documents are heavy and some
// hang: they have their own time, say nothing about the line, and one that fails is left alone for longer each time. Where
// only the label tells the code, it is read again from time to time, because the laboratory may have corrected the code.
import { toAppError } from '../../domain/app-error.ts';
import type { Topic } from '../../contract/events.ts';
import type { DocumentReader, Log } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { readStoredDocument, saveDocument, storedDocumentKinds } from '../store/mirror/documents.ts';
import type { DocumentKind } from '../store/mirror/documents.ts';
import {
  labelCodesAsked,
  labelsReadBefore,
  rememberLabelCodeAsked,
  saveLabelCode,
} from '../store/mirror/label-codes.ts';
import type { VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import type { Gateway } from '../line/gateway.ts';
import { forEachFew } from './pool.ts';
import type { RequestLimit } from './request-limit.ts';
import { isHere, isOpen } from './visit-round.ts';
import { isOfSomebodyElse } from './whose-document.ts';

export interface DocumentsAheadOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly documentReader: DocumentReader;
  readonly limit: RequestLimit;
  /** False while the line is down. */
  readonly mayAsk: () => boolean;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
}

export interface DocumentsAhead {
  /**
   * What is lacking of these visits' documents is fetched in the background, in the order of the visits. Of visits that are
   * over, only the label is read again, for a code that was corrected after the sample was taken.
   */
  fetch(visits: readonly VisitToRefresh[]): void;
  /**
   * The label of a registration (service's id) whose person stands at the desk: it is not held back by the limit on what
   * the desk asks by itself, since without its code nothing can be printed.
   */
  fetchLabelNow(registrationId: string): void;
  isFetching(): boolean;
  /** Ends when nothing is under way any more; the gateway is closed before. */
  close(): Promise<void>;
}

/** Long enough for a form of some pages on a slow line, short enough that a few that hang hold up nobody. */
const DOCUMENT_TIMEOUT_MS = 10_000;
/** Two at once: forms must not crowd out what a person waits for. */
const DOCUMENTS_AT_ONCE = 2;
const DOCUMENTS_IN_A_ROW = 6;
/** A label is read again after this where the person is here or soon will be; it is printed and stuck on within minutes. */
const READ_AGAIN_NEAR_MS = 15 * 60_000;
/** And after this for everybody else of the coming day. */
const READ_AGAIN_MS = 60 * 60_000;
const SOON_MS = 2 * 60 * 60_000;
const COMING_DAY_MS = 24 * 60 * 60_000;
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 60 * 60_000;

interface Wanted {
  readonly id: string;
  readonly kind: DocumentKind;
  /** It was read before, and is asked for once more. */
  readonly again: boolean;
}

export function createDocumentsAhead(options: DocumentsAheadOptions): DocumentsAhead {
  const { db, gateway, log } = options;
  const failures = new Map<string, { readonly count: number; readonly notBefore: number }>();
  let running: Promise<void> | null = null;
  const waitedFor = new Set<Promise<void>>();
  let visits: readonly VisitToRefresh[] = [];

  const keyOf = ({ id, kind }: Pick<Wanted, 'id' | 'kind'>): string => `${kind} ${id}`;

  function isDue(wanted: Wanted): boolean {
    return gateway.nowMs() >= (failures.get(keyOf(wanted))?.notBefore ?? -Infinity);
  }

  function leaveAlone(wanted: Wanted): void {
    const count = (failures.get(keyOf(wanted))?.count ?? 0) + 1;
    const pauseMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (count - 1));
    failures.set(keyOf(wanted), { count, notBefore: gateway.nowMs() + pauseMs });
  }

  /** What is not here yet: labels of everybody before the forms, since nothing can be printed right without them. */
  function lacking(of: readonly VisitToRefresh[]): Wanted[] {
    const assigned = of.filter((visit) => isOpen(visit) && visit.patientId !== null).map(({ id }) => id);
    const stored = storedDocumentKinds(db, assigned);
    const asked = labelCodesAsked(db, assigned);
    const has = (id: string, kind: DocumentKind): boolean => stored.get(id)?.has(kind) === true;
    return [
      ...assigned
        .filter((id) => !has(id, 'label') || !asked.has(id))
        .map((id) => ({ id, kind: 'label' as const, again: false })),
      ...labelsToReadAgain(of).map((id) => ({ id, kind: 'label' as const, again: true })),
      ...assigned.filter((id) => !has(id, 'trf')).map((id) => ({ id, kind: 'trf' as const, again: false })),
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

  async function fetchOne(wanted: Wanted, isWaitedFor = false): Promise<void> {
    const { id, kind } = wanted;
    const stored = kind === 'label' && !wanted.again ? readStoredDocument(db, id, kind) : null;
    if (stored) {
      // Opened by a person before its code was read.
      await takeCode(wanted, stored.bytes, gateway.nowMs());
      return;
    }
    if (!isWaitedFor && !(await waitForTurn())) return;
    const askedAt = gateway.nowMs();
    const endpoint = kind === 'trf' ? 'registrations.trf' : 'registrations.label';
    try {
      const answer = await gateway.callAside(endpoint, { params: { id } }, DOCUMENT_TIMEOUT_MS);
      // The document is for the patient whom the registration had when it was requested.
      if (gateway.isOutdated({ kind: 'registration', serverId: id }, askedAt)) return;
      if (answer.kind !== 'pdf') {
        leaveAlone(wanted);
        return;
      }
      if (await isOfSomebodyElse(db, options.documentReader, { registrationId: id, pdf: answer.bytes })) {
        if (gateway.isClosed()) return;
        leaveAlone(wanted);
        log.warn('document names another registration or person than it was asked for; not used', { kind });
        return;
      }
      if (kind === 'label') await takeCode(wanted, answer.bytes, askedAt);
      if (gateway.isClosed() || gateway.isOutdated({ kind: 'registration', serverId: id }, askedAt)) return;
      saveDocument(db, {
        registrationId: id,
        kind,
        contentType: answer.contentType,
        bytes: answer.bytes,
        fetchedAtMs: options.serverNowMs(),
      });
      failures.delete(keyOf(wanted));
      options.onChange(['board']);
    } catch (thrown) {
      if (gateway.isClosed()) return;
      leaveAlone(wanted);
      log.debug('document not fetched', { kind, error: toAppError(thrown, endpoint).kind });
    }
  }

  /** Reads the code off a label. Once it was read, or found to have none, the code is settled. */
  async function takeCode(wanted: Wanted, pdf: Uint8Array, askedAt: number): Promise<void> {
    try {
      const code = await options.documentReader.readCode(pdf);
      if (gateway.isClosed() || gateway.isOutdated({ kind: 'registration', serverId: wanted.id }, askedAt))
        return;
      if (code !== null) saveLabelCode(db, wanted.id, code, 'label-document');
      rememberLabelCodeAsked(db, wanted.id, options.serverNowMs());
      options.onChange(['board']);
    } catch (thrown) {
      leaveAlone(wanted);
      log.warn('label document could not be read', { error: String(thrown) });
    }
  }

  /** A few at a time, so that what becomes urgent meanwhile does not wait for tomorrow's forms. */
  async function fetchAll(): Promise<void> {
    while (!gateway.isClosed() && options.mayAsk()) {
      const few = lacking(visits).slice(0, DOCUMENTS_IN_A_ROW);
      if (few.length === 0) return;
      await forEachFew(few, DOCUMENTS_AT_ONCE, fetchOne, {
        isOver: () => gateway.isClosed() || !options.mayAsk(),
      });
    }
  }

  return {
    fetch(wanted) {
      visits = wanted;
      running ??= fetchAll()
        .catch((thrown: unknown) => {
          if (!gateway.isClosed()) log.error('documents not fetched', { error: String(thrown) });
        })
        .finally(() => {
          running = null;
          // What was fetched may settle what a screen still calls unknown.
          if (!gateway.isClosed()) options.onChange(['board']);
        });
    },
    fetchLabelNow(id) {
      // A moment later: an answer to what was asked in the very moment of a write is taken for one from before it.
      const fetching: Promise<void> = gateway
        .pause(1)
        .then(() => fetchOne({ id, kind: 'label', again: false }, true))
        .catch((thrown: unknown) => {
          if (!gateway.isClosed()) log.error('a label was not fetched', { error: String(thrown) });
        })
        .finally(() => {
          waitedFor.delete(fetching);
          if (!gateway.isClosed()) options.onChange(['board']);
        });
      waitedFor.add(fetching);
    },
    isFetching: () => running !== null || waitedFor.size > 0,
    async close() {
      await running;
      await Promise.all(waitedFor);
    },
  };
}
