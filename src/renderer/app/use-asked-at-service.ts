// Asks the service for a code: at once after a scan, and otherwise when a person wants it. A typed text may be somebody's name. Where the
// service could not be asked, it is asked once it can be, as long as the code is shown.
// Before the service has answered at all since the desk was started, that is no failure: nothing broke, and the answer is still to come.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Output } from '../../contract/index.ts';
import { useCommand } from '../host/use-command.ts';
import { useQuery } from '../host/use-query.ts';
import { useIsUp } from '../shared/connection/use-cut-off.ts';

export type FoundAtService = Output<'registrations.find'>;

/** `found`: the last answer; null while there is none. `ask` asks, also once more. */
export function useAskedAtService({
  code,
  wasScanned,
}: {
  readonly code: string;
  readonly wasScanned: boolean;
}) {
  const { run, busy, error } = useCommand('registrations.find', { repeatable: true });
  const [found, setFound] = useState<FoundAtService | null>(null);
  const ask = useCallback(async () => {
    const answer = await run({ text: code });
    if (answer.ok) setFound(answer.value);
  }, [run, code]);
  useEffect(() => {
    if (wasScanned) void ask();
  }, [wasScanned, ask]);
  const isUp = useIsUp();
  const isUnasked = found === null && error?.kind === 'offline';
  /** Once for each time that the service is back: what fails then as well waits for a press. */
  const wasAskedAgain = useRef(false);
  useEffect(() => {
    if (!isUp) wasAskedAgain.current = false;
    else if (isUnasked && !wasAskedAgain.current) {
      wasAskedAgain.current = true;
      void ask();
    }
  }, [isUp, isUnasked, ask]);
  const isStillToCome = useQuery('connection.get', {}).value?.state === 'connecting' && isUnasked;
  return { found, busy: busy || isStillToCome, error: isStillToCome ? null : error, ask };
}
