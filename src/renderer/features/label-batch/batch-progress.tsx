// What became of the labels that were given to the printer together, as far as it is known.
import { CircleAlert, CircleCheck, CircleDashed, X } from 'lucide-react';
import { useState } from 'react';
import type { PrintJobView } from '../../../contract/views.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { wordsOfJob } from '../../shared/words/page-job-words.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './label-batch.module.css';

/** People whose labels were not printed with the others, and why. */
export type Refused = readonly { readonly visitId: string; readonly name: string; readonly why: string }[];

/** Nothing of it has left yet. */
const hasNotBegun = ({ state }: PrintJobView): boolean => state === 'queued' || state === 'attention';
const isSent = ({ state }: PrintJobView): boolean =>
  state === 'sent' || state === 'sent-unacknowledged' || state === 'printed';

const ICONS = { plain: CircleDashed, good: CircleCheck, warning: CircleAlert, bad: CircleAlert } as const;

export function BatchProgress({ jobs, refused }: { jobs: readonly PrintJobView[]; refused: Refused }) {
  const cancel = useCommand('printJobs.cancel', { repeatable: true });
  const [cancelling, setCancelling] = useState(false);
  const waiting = jobs.filter(hasNotBegun);
  const sent = jobs.filter(isSent).length;

  async function cancelRest(): Promise<void> {
    setCancelling(true);
    const isStillTheirs = whoeverIsHere();
    // The last one first: the printer takes them in their order, so the first may begin meanwhile.
    for (const { id, attempts } of [...waiting].reverse()) {
      // Somebody else sees what still waits, and decides.
      if (!isStillTheirs()) break;
      // One that was sent meanwhile lies at the printer, and is not called cancelled.
      await cancel.run({ jobId: id, reason: 'The batch was cancelled', seenAttempts: attempts });
    }
    setCancelling(false);
  }

  return (
    <Panel title={`Sent to the printer: ${sent} of ${jobs.length}`} tone="main" flush>
      <progress
        className={css.progress}
        aria-label="Labels sent to the printer"
        max={Math.max(jobs.length, 1)}
        value={sent}
      />
      {cancel.error && <ErrorNotice error={cancel.error} />}
      <ul className={css.list} aria-label="Labels of this batch">
        {jobs.map((job) => {
          const words = wordsOfJob(job);
          const Icon = ICONS[words.tone];
          return (
            <li key={job.id} className={css.job}>
              <Icon aria-hidden="true" size={20} className={css[words.tone]} />
              <span className={css.name}>{job.title}</span>
              <span>
                {words.word}
                {job.detail !== null && `: ${job.detail}`}
              </span>
            </li>
          );
        })}
        {refused.map(({ visitId, name, why }) => (
          <li key={visitId} className={css.job}>
            <CircleAlert aria-hidden="true" size={20} className={css.bad} />
            <a className={css.name} href={hrefOf(links.visit(visitId))}>
              {name}
            </a>
            <span>Not printed: {why}</span>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        {waiting.length > 0 && (
          <Button icon={<X />} busy={cancelling} onClick={() => void cancelRest()}>
            Cancel what has not begun: {waiting.length}
          </Button>
        )}
        <a href={hrefOf(links.printing)}>Open the print queue</a>
      </div>
    </Panel>
  );
}
