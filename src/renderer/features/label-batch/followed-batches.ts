// The batches of labels that a window follows: those that run at this desk, whichever of its windows asked for them and whatever this
// window has shown since; those that ended while they were shown, until the next one; and those with a label that a person has to decide
// about, such as one that was being sent when the desk was killed.
import { useEffect, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';

type Batch = Output<'labels.batches'>['batches'][number];

export function useFollowedBatches(): {
  readonly batches: readonly Batch[];
  /** A batch was asked for here: it is shown from now on in place of those that have ended. */
  follow: (batchId: string) => void;
} {
  const known = useQuery('labels.batches', {});
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const all = known.value?.batches ?? [];
  const running = all.filter((batch) => batch.running).map(({ id }) => id);
  const runningIds = running.join(' ');
  useEffect(() => {
    if (runningIds !== '') setSeen((before) => new Set([...before, ...runningIds.split(' ')]));
  }, [runningIds]);
  const follow = (batchId: string): void => setSeen(new Set([batchId, ...running]));
  const isInDoubt = ({ jobs }: Batch): boolean => jobs.some(({ needsPerson }) => needsPerson);
  return { batches: all.filter((batch) => batch.running || isInDoubt(batch) || seen.has(batch.id)), follow };
}
