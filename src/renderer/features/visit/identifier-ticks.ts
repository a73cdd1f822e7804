// What was ticked at check-in. A tick says that the person agreed with what stood there, so it ends when something else stands there: the
// service may correct an e-mail address or a telephone number between the tick and the press.
import type { IdentifierKind } from '../../../domain/visit.ts';

export interface Offered {
  readonly kind: IdentifierKind;
  readonly label: string;
  /** What the record says; null when it says nothing, and then it cannot be ticked. */
  readonly value: string | null;
}

/** By the identifier: what stood there when it was ticked. */
export type Ticks = ReadonlyMap<IdentifierKind, string | null>;

export const NO_TICKS: Ticks = new Map();

export function withTick(ticks: Ticks, { kind, value }: Offered, on: boolean): Ticks {
  const next = new Map(ticks);
  if (on) next.set(kind, value);
  else next.delete(kind);
  return next;
}

/** The identifiers whose ticks are still about what stands there. */
export function tickedOf(ticks: Ticks, offers: readonly Offered[]): ReadonlySet<IdentifierKind> {
  return new Set(
    offers.filter(({ kind, value }) => value !== null && ticks.get(kind) === value).map(({ kind }) => kind),
  );
}
