// Saves the activity, as it is narrowed, as a CSV file. The engine writes that down first, then it is read.
import { useEffect, useRef, useState } from 'react';
import type { ActivityFilterView } from '../../../contract/activity.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { serviceNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { saveParts } from '../../shared/documents/save-file.ts';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { notify } from '../../ui/toast-store.ts';
import { csvHead, csvLine } from './activity-csv.ts';
import { readActivity } from './read-activity.ts';

export interface SavingActivity {
  save(filter: ActivityFilterView, timeZone: string): Promise<void>;
  /** Reads no further; no file is made. Leaving the screen does the same. */
  cancel(): void;
  /** How many entries of how many are read; `of` is null until that is known. Null while nothing is saved. */
  readonly progress: { readonly read: number; readonly of: number | null } | null;
  readonly error: AppError | null;
}

export function useSaveActivity(): SavingActivity {
  const desk = useDesk();
  const begin = useCommand('activity.export', { repeatable: true });
  const [progress, setProgress] = useState<SavingActivity['progress']>(null);
  const [error, setError] = useState<AppError | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  async function readAndSave(
    filter: ActivityFilterView,
    timeZone: string,
    signal: AbortSignal,
  ): Promise<AppError | null> {
    const begun = await begin.run({ filter });
    if (!begun.ok) return begun.error;
    const { upTo, entries } = begun.value;
    const parts = [csvHead()];
    let read = 0;
    setProgress({ read, of: entries });
    const failure = await readActivity({
      ask: (input) => desk.ask('activity.list', input),
      filter,
      upTo,
      signal,
      onPart: (items) => {
        parts.push(items.map((entry) => csvLine(entry, timeZone)).join(''));
        read += items.length;
        setProgress({ read, of: entries });
      },
    });
    if (failure === 'cancelled') {
      notify('No file was saved');
      return null;
    }
    if (failure !== null) return failure;
    const name = `activity-${wallClockAt(serviceNowMs(), timeZone).date}.csv`;
    saveParts(parts, { name, type: 'text/csv;charset=utf-8' });
    // A browser that asks where to put it does not tell whether somebody cancelled there.
    notify(`${name} is ready, with ${groupedDigits(read)} ${read === 1 ? 'entry' : 'entries'}`);
    return null;
  }

  async function save(filter: ActivityFilterView, timeZone: string): Promise<void> {
    if (running.current !== null) return;
    const own = new AbortController();
    running.current = own;
    setProgress({ read: 0, of: null });
    setError(await readAndSave(filter, timeZone, own.signal));
    running.current = null;
    setProgress(null);
  }
  return { save, cancel, progress, error };
}
