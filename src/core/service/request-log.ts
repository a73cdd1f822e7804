// The last requests to the service, for somebody who looks for the cause of a bad connection. It keeps names of endpoints
// and numbers only: no address, no id, no text of an answer, so nothing in it can be about a patient.
import type { AppErrorKind, OfflineReason } from '../../domain/app-error.ts';
import { ENDPOINTS, type EndpointName } from '../../wire/routes.ts';

/** One request that has ended. */
export interface RequestNote {
  readonly endpoint: EndpointName;
  /** The status of the answer; null when none came. */
  readonly status: number | null;
  /** What the failure was; null for a good answer. */
  readonly failure: AppErrorKind | null;
  /** Why the service could not be reached; null where it could, or where nobody knows. */
  readonly unreached: OfflineReason | null;
  /** From the start of the request to its end, in milliseconds. */
  readonly tookMs: number;
  /** When it ended, in milliseconds since the epoch by this machine's clock. */
  readonly endedAtMs: number;
}

export interface RequestLog {
  add(note: RequestNote): void;
  /** Newest first: the newest of all, and the newest of each endpoint. */
  latest(): readonly RequestNote[];
}

const KEPT = 20;
/** However much was asked since: one reading of everything would push out the answer that somebody asks about. */
const KEPT_OF_ENDPOINT = 3;

export function createRequestLog(): RequestLog {
  let notes: readonly RequestNote[] = [];
  return {
    add(note) {
      const newerOf = new Map<EndpointName, number>();
      notes = [note, ...notes].filter(({ endpoint }, place) => {
        const newer = newerOf.get(endpoint) ?? 0;
        newerOf.set(endpoint, newer + 1);
        return place < KEPT || newer < KEPT_OF_ENDPOINT;
      });
    },
    latest: () => notes,
  };
}

/**
 * Whether the service accepts this desk's token, as its latest answers show. A refusal of the token is a 401; an answer
 * that depends on the token says that it was accepted. Other answers may come from a gateway and say nothing; so does a 404 for
 * what names no record, which is always there at the service: another program answers.
 */
export function tokenSeen(notes: readonly RequestNote[]): 'accepted' | 'refused' | 'not-known' {
  for (const { endpoint, status, failure } of notes) {
    if (status === 401) return 'refused';
    const fromService =
      failure === null ||
      (failure === 'not-found' && namesRecord(endpoint)) ||
      failure === 'conflict' ||
      failure === 'rejected' ||
      failure === 'forbidden';
    if (status !== null && fromService) return 'accepted';
  }
  return 'not-known';
}

const namesRecord = (endpoint: EndpointName): boolean => ENDPOINTS[endpoint].path.includes('{');
