// For doubles of transports, whose jobs are at the same desk.
import type { MaybeLater } from '../../src/core/ports/printers.ts';

/** What is known at once; throws where it is to come over a line. */
export function atOnce<Value>(value: MaybeLater<Value>): Value {
  if (value instanceof Promise) throw new Error('it is not known at once');
  return value;
}
