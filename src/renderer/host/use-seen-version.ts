// The version of a record that a person saw when a dialog opened. What others change while it is open is not agreed to by them.
import { useState } from 'react';
import type { Result } from '../../domain/app-error.ts';

export interface SeenVersion {
  /** To be sent with the command: the version when the dialog opened, or when it last said that something had changed. */
  readonly version: number;
  /** To be called with the command's answer: once the change of others was told, the next try is about what stands there now. */
  told(answer: Result<unknown>): void;
}

/**
 * `version` is the record's version now. The dialog is mounted when it opens.
 * @example const seen = useSeenVersion(order.version); const answer = await run({ seenVersion: seen.version }); seen.told(answer);
 */
export function useSeenVersion(version: number): SeenVersion {
  const [seen, setSeen] = useState(version);
  return {
    version: seen,
    told(answer) {
      if (!answer.ok && answer.error.kind === 'conflict') setSeen(version);
    },
  };
}
