// Asks the service for a code: at once after a scan, and otherwise when a person wants it. A typed text may be somebody's name.
import { useCallback, useEffect, useState } from 'react';
import type { Output } from '../../contract/index.ts';
import { useCommand } from '../host/use-command.ts';

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
  return { found, busy, error, ask };
}
