// What a person can decide for several print jobs of a printer at once, above the lines of the single jobs.
import { ListChecks, Shuffle } from 'lucide-react';
import { useState } from 'react';
import type { PrinterView } from '../../../contract/printers.ts';
import type { PrintJobView } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import { paperWord } from '../../shared/words/page-job-words.ts';
import { printerOfJob } from '../../shared/words/printer-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { inDoubtTogether, waitingTogether, type JobGroup } from './job-groups.ts';
import { useMoveKey } from './move-key.ts';
import css from './printing.module.css';
import { openedFor, useSettling } from './settling.ts';

export function JobsTogether(props: { jobs: readonly PrintJobView[]; printers: readonly PrinterView[] }) {
  const move = useCommand('printJobs.moveSeveral');
  /** Which of those that were moved last stay where they are, and why. */
  const [stayed, setStayed] = useState<readonly { readonly id: string; readonly words: string }[]>([]);
  const inDoubt = inDoubtTogether(props.jobs);
  const waiting = waitingTogether(props.jobs, props.printers);

  async function moveAll(group: JobGroup, printerId: string): Promise<void> {
    setStayed([]);
    const answer = await move.run({ jobIds: group.map(({ id }) => id), printerId });
    if (!answer.ok) return;
    setStayed(
      answer.value.items.flatMap(({ jobId, refused }) => {
        const title = group.find(({ id }) => id === jobId)?.title ?? '';
        return refused === null ? [] : [{ id: jobId, words: `${title}: ${errorWords(refused).advice}` }];
      }),
    );
  }

  return (
    <>
      {inDoubt.map((group, index) => (
        <InDoubt key={group[0].printerId} group={group} isFirst={index === 0} />
      ))}
      {waiting.map((group, index) => (
        <Waiting
          key={`${group[0].printerId} ${group[0].otherPrinter?.id}`}
          group={group}
          isFirst={index === 0}
          busy={move.busy}
          onMove={(printerId) => void moveAll(group, printerId)}
        />
      ))}
      {move.error && <ErrorNotice error={move.error} />}
      {stayed.length > 0 && (
        <div className={css.together} role="alert">
          <p>
            <strong>Not moved: {stayed.length}</strong>
          </p>
          <ul>
            {stayed.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function InDoubt({ group, isFirst }: { group: JobGroup; isFirst: boolean }) {
  const { change } = useSettling(group[0].printerId);
  const words = `Answer for all ${group.length}`;
  const ask = (): void => change(openedFor(group));
  useAction({ id: 'settle-print-jobs', words, key: 'A', enabled: isFirst, run: ask });
  return (
    <div className={css.together}>
      <p>
        <strong>{group.length} print jobs in doubt</strong> at {printerOfJob(group[0])}: nobody knows whether
        they came out. Look at the printer once, and answer for all of them.
      </p>
      <Button look="main" icon={<ListChecks />} hint={isFirst ? 'A' : undefined} onClick={ask}>
        {words}
      </Button>
    </div>
  );
}

function Waiting(props: {
  group: JobGroup;
  isFirst: boolean;
  busy: boolean;
  onMove: (printerId: string) => void;
}) {
  const { group, isFirst, busy, onMove } = props;
  const [{ otherPrinter }] = group;
  const mayNotPrintLabels = useMayNot('labels.print');
  const blocked = group.some((job) => paperWord(job) === 'label') ? mayNotPrintLabels : null;
  const words = `Print all ${group.length} on ${otherPrinter?.name ?? 'another printer'} instead`;
  const moveAll = (): void => {
    if (otherPrinter) onMove(otherPrinter.id);
  };
  useMoveKey({ words, enabled: isFirst, blocked, run: moveAll });
  return (
    <div className={css.together}>
      <p>
        <strong>{group.length} print jobs wait</strong> at {printerOfJob(group[0])}. Nothing of them was sent
        yet.
      </p>
      <Button
        icon={<Shuffle />}
        hint={isFirst ? 'T' : undefined}
        busy={busy}
        blocked={blocked}
        onClick={moveAll}
      >
        {words}
      </Button>
    </div>
  );
}
