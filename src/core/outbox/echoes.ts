// Copies of changes that the service may still carry out after it was given up to wait for their answer. A late copy would undo a later
// change of the same record, so that one waits until no copy can come any more.
import type { ChangeKind } from '../../domain/change.ts';
import type { Clock } from '../ports/machine.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';

const OWNERS_OF_APPOINTMENTS: ReadonlySet<string> = new Set<ChangeKind>(['appointment.assign']);
/**
 * Kinds of change of which a late copy would undo a later one of the same record, and which later ones; null: any. The first two name
 * the patient of their registration, the last two that of their appointment.
 */
const LEAVES_ECHO: ReadonlyMap<string, ReadonlySet<string> | null> = new Map<
  ChangeKind,
  ReadonlySet<string> | null
>([
  ['registration.assign', null],
  ['registration.update', null],
  ['appointment.move', null],
  ['appointment.assign', OWNERS_OF_APPOINTMENTS],
  ['appointment.confirm', OWNERS_OF_APPOINTMENTS],
]);

export interface Echoes {
  /** From now on a copy of this change may come. */
  mayCome(row: OutboxRow): void;
  /** The change was confirmed, or ended long ago: a copy may come only where it was sent more than once. */
  confirmed(row: OutboxRow): void;
  /** How long this change still has to wait, in milliseconds; 0 for not at all. A change does not wait for copies of itself. */
  restMs(row: OutboxRow): number;
}

/** @param lateWriteMs for how long after it was sent the service may still carry out a request */
export function createEchoes(clock: Pick<Clock, 'monotonicMs'>, lateWriteMs: number): Echoes {
  /** By registration or appointment; the times are of the monotonic clock. */
  const echoes = new Map<string, { readonly of: OutboxRow; readonly untilMs: number }>();
  const mayCome = (row: OutboxRow): void => {
    if (!LEAVES_ECHO.has(row.kind)) return;
    echoes.set(row.subjectId, { of: row, untilMs: clock.monotonicMs() + lateWriteMs });
  };
  return {
    mayCome,
    confirmed(row) {
      if (row.attempts > 1) mayCome(row);
      // The one request that was sent is the one that was carried out.
      else if (echoes.get(row.subjectId)?.of.sequence === row.sequence) echoes.delete(row.subjectId);
    },
    restMs(row) {
      const echo = echoes.get(row.subjectId);
      if (row.state !== 'pending' || echo === undefined || echo.of.sequence === row.sequence) return 0;
      const undone = LEAVES_ECHO.get(echo.of.kind);
      return undone == null || undone.has(row.kind) ? Math.max(0, echo.untilMs - clock.monotonicMs()) : 0;
    },
  };
}
