// Reads the lab results of the people of today and tomorrow ahead, so that they can be looked at while the connection is
// down: those of the visit's registration and earlier ones of the same person, once they are ready, and again only when
// the registration has changed. Forms and labels come first, because a visit can do without results and not without these.
import { toAppError } from '../../domain/app-error.ts';
import { faultInLog } from '../../domain/fault-in-log.ts';
import type { Topic } from '../../contract/events.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Log } from '../ports/machine.ts';
import type { Call } from '../service/answers.ts';
import type { Db } from '../store/db/database.ts';
import type { VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import { labReportsToRead } from '../store/mirror/lab-results.ts';
import type { TestedRegistration } from '../store/mirror/lab-results.ts';
import { readLabReport } from './lab-report.ts';
import type { RequestLimit } from './request-limit.ts';

export interface ResultsAheadOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly log: Log;
  /** The same one as for documents: together they stay within its share of the requests. */
  readonly limit: RequestLimit;
  /** Resolves when no document is being fetched. */
  readonly documentsFetched: () => Promise<void>;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  readonly serverNowMs: () => number;
  /**
   * Whether it is uncertain whose the results of a registration (service's id) are. Then they would be shown as nobody's, so
   * they are not brought here either.
   */
  readonly isInDoubt: (registrationId: string) => boolean;
  readonly onChange: (topics: Topic[]) => void;
}

export interface ResultsAhead {
  /** Reads the missing results of the people of these visits in the background, one after the other, in the visits' order. */
  fetch(visits: readonly VisitToRefresh[]): void;
  /** Resolves when nothing is under way any more. Close the gateway before. */
  close(): Promise<void>;
}

const RESULTS_TIMEOUT_MS = 10_000;
/** The newest ones of each person. A trend of more is longer than what fits beside a result. */
const REPORTS_A_PERSON = 8;
/** The service said that results are ready and had none when it was asked, or it failed. */
const AGAIN_MS = 60 * 60_000;

/** Of everybody together. With {@link LARGEST_CHARS} it bounds what a day of reading ahead can bring onto this machine. */
const REPORTS_IN_ALL = 500;
/** About a thousand results with comments. A longer report is read when somebody opens it. */
const LARGEST_CHARS = 512 * 1024;

export function createResultsAhead(options: ResultsAheadOptions): ResultsAhead {
  const { db, gateway, log } = options;
  const failedAt = new Map<string, number>();
  let running: Promise<void> | null = null;
  let visits: readonly VisitToRefresh[] = [];

  const isOver = (): boolean => gateway.isClosed() || !options.mayAsk();

  /** Registrations whose results cannot be made must not change the state of the connection, so these are asked aside. */
  const call: Call = async (name, input) => {
    while (!isOver()) {
      const waitMs = options.limit.take();
      if (waitMs === 0) break;
      await gateway.pause(waitMs);
    }
    return gateway.callAside(name, input, RESULTS_TIMEOUT_MS);
  };

  function lacking(): TestedRegistration[] {
    const patientIds = visits.flatMap(({ patientId }) => patientId ?? []);
    const found = labReportsToRead(db, new Set(patientIds), {
      most: REPORTS_A_PERSON,
      mostInAll: REPORTS_IN_ALL,
      notReadyBeforeMs: options.serverNowMs() - AGAIN_MS,
    });
    return found.filter(({ id }) => gateway.nowMs() - (failedAt.get(id) ?? -Infinity) >= AGAIN_MS);
  }

  async function readOne(own: TestedRegistration): Promise<void> {
    try {
      const outcome = await readLabReport(
        {
          db,
          call,
          serverNowMs: options.serverNowMs,
          isInDoubt: options.isInDoubt,
          asksBefore: false,
          largestChars: LARGEST_CHARS,
          onChange: options.onChange,
        },
        own,
      );
      if (gateway.isClosed()) return;
      // Whose it is must be settled first; the readings of visits and lists ask for that.
      if (outcome === 'read' || outcome === 'not-ready') failedAt.delete(own.id);
      else failedAt.set(own.id, gateway.nowMs());
    } catch (thrown) {
      if (isOver()) return;
      failedAt.set(own.id, gateway.nowMs());
      log.debug('results could not be read ahead; they are tried again in an hour', {
        error: toAppError(thrown).kind,
      });
    }
  }

  async function readAll(): Promise<void> {
    await options.documentsFetched();
    for (const own of lacking()) {
      await options.documentsFetched();
      await gateway.yieldToOthers();
      if (isOver()) return;
      if (!options.isInDoubt(own.id)) await readOne(own);
    }
  }

  return {
    fetch(wanted) {
      visits = wanted;
      running ??= readAll()
        .catch((thrown: unknown) => {
          if (!gateway.isClosed()) {
            log.error('reading results ahead stopped; it goes on after the next reading', faultInLog(thrown));
          }
        })
        .finally(() => {
          running = null;
        });
    },
    async close() {
      await running;
    },
  };
}
