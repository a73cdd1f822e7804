// Saves the activity, as it is narrowed, as a CSV file. The engine writes that down first, then it is read a part at a time,
// so that the desk goes on answering others meanwhile.
import { useState } from 'react';
import type { ActivityFilterView } from '../../../contract/activity.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { serviceNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { saveParts } from '../../shared/documents/save-file.ts';
import { notify } from '../../ui/toast-store.ts';
import { csvHead, csvLine } from './activity-csv.ts';

const ENTRIES_AT_ONCE = 500;

export interface SavingActivity {
  save(filter: ActivityFilterView, timeZone: string): Promise<void>;
  /** How many entries of how many are read; null while nothing is saved. */
  readonly progress: { readonly read: number; readonly of: number } | null;
  readonly error: AppError | null;
}

export function useSaveActivity(): SavingActivity {
  const desk = useDesk();
  const begin = useCommand('activity.export', { repeatable: true });
  const [progress, setProgress] = useState<SavingActivity['progress']>(null);
  const [error, setError] = useState<AppError | null>(null);

  async function save(filter: ActivityFilterView, timeZone: string): Promise<void> {
    if (progress !== null) return;
    setError(null);
    setProgress({ read: 0, of: 0 });
    try {
      const begun = await begin.run({ filter });
      if (!begun.ok) return setError(begun.error);
      const { upTo, entries } = begun.value;
      const parts = [csvHead()];
      let before: { atMs: number; number: number } | undefined;
      for (let read = 0; ;) {
        const answer = await desk.ask('activity.list', {
          filter,
          upTo,
          limit: ENTRIES_AT_ONCE,
          ...(before ? { before } : {}),
        });
        if (!answer.ok) return setError(answer.error);
        const { items } = answer.value;
        parts.push(items.map((entry) => csvLine(entry, timeZone)).join(''));
        read += items.length;
        setProgress({ read, of: entries });
        const last = items.at(-1);
        if (!last || items.length < ENTRIES_AT_ONCE) {
          const name = `activity-${wallClockAt(serviceNowMs(), timeZone).date}.csv`;
          saveParts(parts, { name, type: 'text/csv;charset=utf-8' });
          notify(
            `${read.toLocaleString('en-GB')} ${read === 1 ? 'entry is' : 'entries are'} saved as ${name}`,
          );
          return;
        }
        before = { atMs: last.atMs, number: last.number };
      }
    } finally {
      setProgress(null);
    }
  }
  return { save, progress, error };
}
