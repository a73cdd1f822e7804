// Sends a command to the engine: one id for one intention, however often the button is pressed or the connection
// breaks.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, CommandName, Input } from '../../contract/index.ts';
import type { TypedForm } from '../../contract/typed-form.ts';
import type { AppError } from '../../domain/app-error.ts';
import { useActor } from './actor.ts';
import { createAttempts, intentionOf } from './command-attempts.ts';
import { useDesk } from './desk-context.ts';

/** What a command is about beside its input. */
interface Meant {
  /** Tells apart what is meant for two people and has the same input; see {@link createAttempts}. */
  readonly of?: number | undefined;
  /** The form in which it was typed, of which nothing is kept once it is done. */
  readonly typed?: TypedForm | null | undefined;
}

export interface Command<Name extends CommandName> {
  run(input: Input<Name>, meant?: Meant): Promise<Answer<Name>>;
  /** To be called when another command has taken back what this one did, so that doing it again is no double click. */
  takenBack(): void;
  readonly busy: boolean;
  readonly error: AppError | null;
}

/** Those who are told of each visit with which something was done from this window. */
const tellers = new Set<(visitId: string) => void>();

const visitOf = (input: object): string | null =>
  'visitId' in input && typeof input.visitId === 'string' ? input.visitId : null;

/**
 * `repeatable`: pressing again soon after means "once more", not a double click. `seen`: the field of the input that names what was seen,
 * where the command itself changes that and can be pressed again in the same place.
 * @example const print = useCommand('labels.print'); const answer = await print.run({ visitId });
 */
export function useCommand<Name extends CommandName>(
  name: Name,
  options: { repeatable?: boolean; seen?: keyof Input<Name> } = {},
): Command<Name> {
  const desk = useDesk();
  const [busy, setBusy] = useState(0);
  const [error, setError] = useState<AppError | null>(null);
  /** The visit of the last try; null where it was about none. */
  const about = useRef<string | null>(null);
  const { seen } = options;
  const attempts = useRef(createAttempts<Answer<Name>>({ repeatable: options.repeatable ?? false }));

  const run = useCallback(
    async (input: Input<Name>, { of, typed }: Meant = {}): Promise<Answer<Name>> => {
      setError(null);
      const visitId = visitOf(input);
      about.current = visitId;
      setBusy((count) => count + 1);
      const actor = useActor.getState().initials;
      const answer = await attempts.current.attempt(
        intentionOf(input, of),
        (commandId) => desk.command(name, input, { commandId, actor, ...(typed ? { typed } : {}) }),
        seen === undefined ? undefined : intentionOf({ ...input, [seen]: null }, of),
      );
      setBusy((count) => count - 1);
      if (!answer.ok) setError(answer.error);
      else if (visitId !== null) for (const tell of tellers) tell(visitId);
      return answer;
    },
    [desk, name, seen],
  );
  // A refusal said how the visit was then. Once another step with it has succeeded here, it says nothing true any more.
  useEffect(() => {
    const forget = (visitId: string): void => {
      if (visitId === about.current) setError((last) => (last?.retry === 'never' ? null : last));
    };
    tellers.add(forget);
    return () => void tellers.delete(forget);
  }, []);
  const takenBack = useCallback(() => attempts.current.takenBack(), []);
  return { run, takenBack, busy: busy > 0, error };
}
