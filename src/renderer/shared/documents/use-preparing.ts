// Ends what the engine makes ready for paper when nobody wants it any more. The screen goes by the engine's answer: pages that were in
// the print queue already are printed, and said to be.
import { useState } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import { useCommand } from '../../host/use-command.ts';

export interface Preparing {
  /** By which the engine knows the work; it goes into the input of the operation. It stays the same, so a double click is one. */
  readonly asking: string;
  /** To be called with each new start. */
  begin(): void;
  stop(): void;
  /** What came of it: that it was stopped is no error. */
  endOf(command: { readonly busy: boolean; readonly error: AppError | null }): {
    readonly error: AppError | null;
    readonly wasStopped: boolean;
  };
}

/** @example const preparing = usePreparing(); void print.run({ date, asking: preparing.asking }); */
export function usePreparing(): Preparing {
  const [asking] = useState(() => crypto.randomUUID());
  const [isUnwanted, setUnwanted] = useState(false);
  const { run } = useCommand('printers.stopAsking', { repeatable: true });
  return {
    asking,
    begin: () => setUnwanted(false),
    stop: () => {
      setUnwanted(true);
      void run({ asking });
    },
    endOf({ busy, error }) {
      const wasStopped = isUnwanted && !busy && error?.kind === 'conflict' && error.reason === 'state';
      return { wasStopped, error: wasStopped ? null : error };
    },
  };
}
