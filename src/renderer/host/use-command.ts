// Sends a command to the engine: one id for one intention, however often the button is pressed or the connection
// breaks.
import { useCallback, useRef, useState } from 'react';
import type { Answer, CommandName, Input } from '../../contract/index.ts';
import type { AppError } from '../../domain/app-error.ts';
import { useActor } from './actor.ts';
import { createAttempts } from './command-attempts.ts';
import { useDesk } from './desk-context.ts';

export interface Command<Name extends CommandName> {
  run(input: Input<Name>): Promise<Answer<Name>>;
  /** To be called when another command has taken back what this one did, so that doing it again is no double click. */
  takenBack(): void;
  readonly busy: boolean;
  readonly error: AppError | null;
}

/**
 * `repeatable`: pressing again soon after means "once more", not a double click.
 * @example const print = useCommand('labels.print'); const answer = await print.run({ visitId });
 */
export function useCommand<Name extends CommandName>(
  name: Name,
  options: { repeatable?: boolean } = {},
): Command<Name> {
  const desk = useDesk();
  const [busy, setBusy] = useState(0);
  const [error, setError] = useState<AppError | null>(null);
  const attempts = useRef(createAttempts<Answer<Name>>({ repeatable: options.repeatable ?? false }));

  const run = useCallback(
    async (input: Input<Name>): Promise<Answer<Name>> => {
      setError(null);
      setBusy((count) => count + 1);
      const actor = useActor.getState().initials;
      const answer = await attempts.current.attempt(JSON.stringify(input), (commandId) =>
        desk.command(name, input, { commandId, actor }),
      );
      setBusy((count) => count - 1);
      if (!answer.ok) setError(answer.error);
      return answer;
    },
    [desk, name],
  );
  const takenBack = useCallback(() => attempts.current.takenBack(), []);
  return { run, takenBack, busy: busy > 0, error };
}
