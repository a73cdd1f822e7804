// Why requests go over the line, told on channels of Node's own to whoever watches the process. Nothing is told while nobody watches,
// and what is watched goes its way unchanged. What begins within a trace belongs to it, also when it ends later; see
// docs/decisions/005-what-a-person-set-off.md.
import { tracingChannel } from 'node:diagnostics_channel';

/** A call of a desk operation, from its start to its answer. */
export interface CallTrace {
  /** As it came, not checked yet. */
  readonly call: unknown;
  /** The desk calls it by itself, as training does for its holds; false: a window asks. */
  readonly asTheDesk: boolean;
}

/** One attempt to send a change of the outbox, or to find out whether it was carried out. */
export interface ChangeTrace {
  /** The command that saved the change, perhaps long ago and before a restart. */
  readonly commandId: string;
}

/** A reading of the service. */
export interface ReadingTrace {
  /** A person asked for it; false: it was its time. */
  readonly isAskedFor: boolean;
}

export const CALL_TRACES = tracingChannel<unknown, CallTrace>('drawdesk:call');
export const CHANGE_TRACES = tracingChannel<unknown, ChangeTrace>('drawdesk:change');
export const READING_TRACES = tracingChannel<unknown, ReadingTrace>('drawdesk:reading');
