// What the activity is narrowed to, in its address, so that it outlives a reload and going back. A patient stands there by
// id: addresses are kept by browsers, and an id names nobody.
import type { ActivityFilterView } from '../../../contract/activity.ts';
import { ACTIVITY_KINDS } from '../../../domain/activity.ts';
import type { ActivityKind } from '../../../domain/activity.ts';
import { addressOf, readAddress } from '../../shared/filter-address.ts';

export const EVERYTHING: ActivityFilterView = {
  actor: null,
  desk: null,
  kind: null,
  patientId: null,
  from: null,
  to: null,
};

const NAMES = {
  actor: 'by',
  desk: 'desk',
  kind: 'kind',
  patientId: 'patient',
  from: 'from',
  to: 'to',
} as const satisfies Readonly<Record<keyof ActivityFilterView, string>>;

/** @example filterAddress({ ...EVERYTHING, actor: 'JB' }) // 'by=JB'; '' for everything */
export function filterAddress(filter: ActivityFilterView): string {
  return addressOf(filter, NAMES).toString();
}

/** Reads an address, also one that somebody typed: what makes no sense narrows nothing. */
export function filterOf(address: string): ActivityFilterView {
  const { said, text, day } = readAddress(address);
  const kind = said.get(NAMES.kind) as ActivityKind | null;
  const patientId = text(NAMES.patientId, 36);
  return {
    actor: text(NAMES.actor, 12),
    desk: text(NAMES.desk, 80),
    kind: kind !== null && ACTIVITY_KINDS.includes(kind) ? kind : null,
    patientId: patientId !== null && /^[\da-f-]{36}$/i.test(patientId) ? patientId : null,
    from: day(NAMES.from),
    to: day(NAMES.to),
  };
}
