// What somebody at the desk does with a visit, step by step: checked in, labelled, proven, collected.
import type { VisitDetail, VisitTrouble } from '../../../../src/contract/views.ts';
import { eventually, NINE_O_CLOCK_MS } from '../../../support/test-desk.ts';
import type { TestDesk } from '../../../support/test-desk.ts';

/** Two identifiers that were looked at, and not typed. */
export const IDENTIFIERS = [
  { kind: 'name' as const, stated: null },
  { kind: 'date-of-birth' as const, stated: null },
];

/** A person who is entered at the desk, with the name and date of birth of whom `TestDesk.addVisit` puts on a visit. */
export const ADA_ENTERED = {
  firstName: 'Ada',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'female' as const,
  email: 'ada@example.test',
};

/** Somebody else than the person that `TestDesk.addVisit` puts on a visit. */
export const BEA = { firstName: 'Bea', lastName: 'Miles', dateOfBirth: '1990-01-02' };

type Papers = Extract<VisitTrouble, { kind: 'destroy-labels' }>['papers'];

export interface DeskSteps {
  visitOf: (visitId: string) => Promise<VisitDetail>;
  /** What every command on a visit says: which one, and the version that was seen. */
  seen: (visitId: string) => Promise<{ visitId: string; seenVersion: number }>;
  checkIn: (visitId: string) => Promise<VisitDetail>;
  /** From "arrived" to "collecting". */
  startCollecting: (visitId: string) => Promise<VisitDetail>;
  /** From "expected" to "collecting". */
  checkInAndStart: (visitId: string) => Promise<VisitDetail>;
  /**
   * Prints all labels and waits until the printer has something of them; with `formCodeReason`, also those whose code the
   * laboratory did not tell.
   */
  print: (visitId: string, formCodeReason?: string) => Promise<void>;
  scan: (visitId: string, text: string, source?: 'scanner' | 'typed') => Promise<{ readonly kind: string }>;
  /** Checked in, label printed and scanned back. @throws when `code` does not prove it */
  proven: (visitId: string, code: string) => Promise<void>;
  /** Proven, and collected at nine o'clock. */
  collected: (visitId: string, code: string) => Promise<VisitDetail>;
  /** Says of every paper that is named for destruction that it is destroyed. */
  destroyAll: (visitId: string) => Promise<VisitDetail>;
}

/**
 * The steps at one desk; `desk` is asked for it each time, as tests open a new one.
 * @example const { checkIn, print } = deskSteps(() => desk);
 */
export function deskSteps(desk: () => TestDesk): DeskSteps {
  const steps: DeskSteps = {
    visitOf: (visitId) => desk().done('visits.get', { visitId }),
    seen: async (visitId) => ({ visitId, seenVersion: (await steps.visitOf(visitId)).version }),
    checkIn: async (visitId) =>
      desk().done('visits.checkIn', { ...(await steps.seen(visitId)), identifiers: IDENTIFIERS }),
    startCollecting: async (visitId) =>
      desk().done('visits.move', { ...(await steps.seen(visitId)), to: 'collecting' }),
    async checkInAndStart(visitId) {
      await steps.checkIn(visitId);
      return steps.startCollecting(visitId);
    },
    async print(visitId, formCodeReason) {
      const before = desk().printed.length;
      await desk().done('labels.print', { visitId, formCodeReason: formCodeReason ?? null });
      await eventually(() => desk().printed.length > before);
    },
    scan: (visitId, text, source = 'scanner') => desk().done('scan.submit', { text, visitId, source }),
    async proven(visitId, code) {
      await steps.checkInAndStart(visitId);
      await steps.print(visitId);
      const answer = await steps.scan(visitId, code);
      if (answer.kind !== 'label-verified') throw new Error(`${code} proved nothing: ${answer.kind}`);
    },
    async collected(visitId, code) {
      await steps.proven(visitId, code);
      return desk().done('visits.collect', {
        ...(await steps.seen(visitId)),
        collectedAtMs: NINE_O_CLOCK_MS,
      });
    },
    async destroyAll(visitId) {
      for (const { jobId } of papersOf(await steps.visitOf(visitId))) {
        await desk().done('labels.confirmDestroyed', { visitId, jobId });
      }
      return steps.visitOf(visitId);
    },
  };
  return steps;
}

/** Labels of a visit that are named for destruction. */
export function papersOf(visit: VisitDetail): Papers {
  const trouble = visit.troubles.find((one) => one.kind === 'destroy-labels');
  return trouble?.kind === 'destroy-labels' ? trouble.papers : [];
}

export const troubleKinds = (visit: VisitDetail): string[] => visit.troubles.map((trouble) => trouble.kind);
