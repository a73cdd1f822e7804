// What a person saw of a record when a dialog opened. What others change while it is open is not agreed to by them: the dialog says
// it, and sends nothing before they have read it.
import { useState } from 'react';
import type { AppError } from '../../domain/app-error.ts';

/** As much of a dialog's command as is looked at here. */
export interface Sending {
  readonly busy: boolean;
  readonly error: AppError | null;
}

export interface Seen<Value> {
  /** The record as the person has seen it: what a command names as seen comes from here. What does not matter to the question is new in it. */
  readonly value: Value;
  /** The record is another one now, and nothing is sent until `read` is called. */
  readonly isChanged: boolean;
  /** The person has read how it is now, and decides again. */
  read(): void;
  /** The dialog's own command has made the record this, and the dialog stays open. */
  made(value: Value): void;
  /** The command's error, without a refusal because of a change that is shown, or was read. */
  readonly error: AppError | null;
}

/**
 * True while what changes may be the doing of the dialog's own command: while it is under way, and after its answer was lost. The next
 * press then asks for that answer, and the engine says whether something else has changed.
 */
export const mayBeOwnDoing = ({ busy, error }: Sending): boolean => busy || error?.retry === 'later';

/**
 * `now` is the record as it is, the same object while nothing has changed; `isSame` compares what matters to the question. The dialog is
 * mounted when it opens.
 *
 *     const seen = useSeen(order, { isSame: (one, other) => one.version === other.version, command: refund });
 *     await refund.run({ orderId, seenVersion: seen.value.version });
 */
export function useSeen<Value>(
  now: Value,
  options: {
    readonly isSame: (one: Value, other: Value) => boolean;
    readonly command: Sending;
    /** As it was seen before, where the dialog is open again with what was typed in it. */
    readonly before?: Value;
  },
): Seen<Value> {
  const { isSame, command, before } = options;
  const [value, setValue] = useState(before ?? now);
  /** What the dialog's own command has changed: shown until the record is read anew. */
  const [past, setPast] = useState<{ readonly value: Value } | null>(null);
  const [errorRead, setErrorRead] = useState<AppError | null>(null);
  const isPast = past !== null && isSame(past.value, now);
  if (past !== null && !isPast) setPast(null);
  const isOwn = isPast || mayBeOwnDoing(command);
  const isChanged = !isOwn && !isSame(value, now);
  // After a lost answer it stays as it was sent, so that the next press is the same command.
  if (!isOwn && !isChanged && value !== now) setValue(now);
  const isTold = command.error?.kind === 'conflict' && (isChanged || command.error === errorRead);
  return {
    value,
    isChanged,
    made(made) {
      setValue(made);
      setPast({ value: now });
    },
    read() {
      setValue(now);
      setErrorRead(command.error);
    },
    error: isTold ? null : command.error,
  };
}
