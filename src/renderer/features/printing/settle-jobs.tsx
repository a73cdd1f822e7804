// One question for several jobs of a printer of which nobody is sure whether they were printed: a tick for each that came out whole, and
// one press for all of them.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { PrintJobView } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMomentWords } from '../../shared/dates/use-moment-words.ts';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { useDeliberatePresses } from '../../shared/scanning/deliberate-press.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { pagesWords, paperWord, wordsOfJob } from '../../shared/words/page-job-words.ts';
import { printerOfJob } from '../../shared/words/printer-words.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox, Segments } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useLast } from '../../ui/use-last.ts';
import css from './printing.module.css';
import { seenNow, settleWords, useAskedPrinters, useSettling, type SeenNow } from './settling.ts';

/** Stands apart from the lines of the jobs, so that it can say what became of those that were settled elsewhere. */
export function SettleDialogs({ jobs }: { jobs: readonly PrintJobView[] }) {
  const asked = useAskedPrinters();
  return asked.map((printerId) => <SettleJobs key={printerId} printerId={printerId} jobs={jobs} />);
}

/** Why one cannot be printed again, by the engine's word. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'not-right':
    'It cannot be printed again: it is not right any more, they have left, no sample is taken, or the label was printed again since. It is left out, and stays in the print queue.',
  'shut-out':
    'It cannot be printed again yet: the desk of its printer was shut out, and another one has to be chosen where the printer is set up. It is left out, and stays in the print queue.',
  removed:
    'It cannot be printed again from here: its printer is not set up any more. It is left out, and stays in the print queue; print it anew from where it was.',
  'not-possible':
    'It cannot be printed again from here. It is left out, and stays in the print queue; print it anew from where it was.',
};

/** The same word for one of which that is known before anybody asks. */
const whyLeftOut = (job: PrintJobView | null): string => {
  if (!job?.neverSent && job?.printerRemoved) return 'removed';
  if (!job?.neverSent) return job?.printerDeskState === 'shut-out' ? 'shut-out' : '';
  return job.neverSent === 'not-kept' ? 'not-possible' : 'not-right';
};

const NOTHING_DONE = {
  title: 'Nothing was settled yet',
  advice: 'The list says which of them cannot be settled so. Look at it, then press again.',
};

/** The engine's words for jobs that were refused, by their ids. */
function refusalsIn(error: AppError | null, asked: readonly string[]): ReadonlyMap<string, string> {
  const fields = error?.kind === 'rejected' ? error.fields : {};
  return new Map(
    asked.flatMap((id, index) => {
      const why = fields[`jobs.${index}`];
      return why === undefined ? [] : [[id, why] as const];
    }),
  );
}

function SettleJobs({ printerId, jobs }: { printerId: string; jobs: readonly PrintJobView[] }) {
  const { form, entry, change, forget, typed } = useSettling(printerId);
  const settle = useCommand('printJobs.settle');
  const mayNotPrintLabels = useMayNot('labels.print');
  const presses = useDeliberatePresses();
  /** What was refused since the question was opened: it is left out where it is not said to have come out. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const now = seenNow(entry.seen, jobs);
  const open = now.filter(({ isOpen }) => isOpen);
  const isOvertaken = useOvertaken(open.length > 0, settle.busy);
  const named = useLast(now.find(({ job }) => job !== null)?.job ?? null);
  const title = `What came out at ${named === null ? 'the printer' : printerOfJob(named)}?`;
  if (isOvertaken) return <Overtaken title={title} words={meanwhileWords(now)} onClose={forget} />;

  const isWhole = ({ seen }: SeenNow): boolean => entry.cameOut.includes(seen.id);
  const leftOut = (one: SeenNow): string | null =>
    isWhole(one) || entry.others === 'give-up'
      ? null
      : (LEFT_OUT[refused.get(one.seen.id) ?? whyLeftOut(one.job)] ?? null);
  const answered = open.filter((one) => leftOut(one) === null);
  const came = answered.filter(isWhole).length;
  const others = answered.length - came;
  const givesUp = entry.others === 'give-up' && others > 0;
  const printsLabels = answered.some(
    (one) => one.job !== null && paperWord(one.job) === 'label' && (isWhole(one) || !givesUp),
  );
  const blocked =
    answered.length === 0
      ? 'Nothing is left to settle here.'
      : ((printsLabels ? mayNotPrintLabels : null) ?? (givesUp ? reasonProblem(entry.reason) : null));

  async function confirm(): Promise<void> {
    const input = {
      jobs: answered.map((one) => ({
        jobId: one.seen.id,
        seenAttempts: one.seen.attempts,
        cameOut: isWhole(one),
      })),
      givenUpBecause: givesUp ? entry.reason.trim() : null,
    };
    const answer = await settle.run(input, { typed: typed() });
    if (answer.ok) forget();
    else
      setRefused(
        refusalsIn(
          answer.error,
          answered.map(({ seen }) => seen.id),
        ),
      );
  }

  return (
    <Dialog title={title} onClose={forget}>
      <div className={css.settle}>
        <p>
          Look at the printer, and tick each that came out <strong>whole</strong>: all of it is there, and it
          can be read. One that is smeared, cut or missing is not ticked.
        </p>
        <ul className={css.ticks} aria-label="Print jobs in doubt, the oldest first">
          {now.map((one) => (
            <li key={one.seen.id}>
              <SettledLine
                one={one}
                isWhole={isWhole(one)}
                leftOut={leftOut(one)}
                onTick={(isTicked) =>
                  change({
                    cameOut: isTicked
                      ? [...entry.cameOut, one.seen.id]
                      : entry.cameOut.filter((id) => id !== one.seen.id),
                  })
                }
              />
            </li>
          ))}
        </ul>
        <Segments
          legend="What is not ticked"
          legendShown
          name={`others-${printerId}`}
          value={entry.others}
          onChange={(way) => change({ others: way })}
          choices={[
            { value: 'again', words: 'Print it again' },
            { value: 'give-up', words: 'Give it up' },
          ]}
        />
        {entry.others === 'give-up' && (
          <TextField
            label="Reason"
            hint="Recorded"
            readOnly={settle.busy}
            value={entry.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
        <TooLongToKeep form={form} />
        {settle.error && (
          <ErrorNotice error={settle.error} words={refused.size > 0 ? NOTHING_DONE : undefined} />
        )}
        <div className={css.actions}>
          <Button
            look="main"
            icon={<CircleCheck />}
            busy={settle.busy}
            blocked={blocked}
            onClick={(event) => presses.press(event, () => void confirm())}
          >
            {settleWords(came, others, entry.others)}
          </Button>
          <Button onClick={forget}>Not now</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A job with its tick; one that was settled meanwhile says what became of it, and has none. */
function SettledLine(props: {
  one: SeenNow;
  isWhole: boolean;
  leftOut: string | null;
  onTick: (isTicked: boolean) => void;
}) {
  const { one, leftOut } = props;
  const when = useMomentWords();
  const { job, seen } = one;
  if (!one.isOpen || job === null) {
    return (
      <p className={css.settled}>
        <strong>{seen.title}</strong> <span role="status">Settled meanwhile: {standsNow(job)}.</span>
      </p>
    );
  }
  const copies = job.pages === null ? `1 ${paperWord(job)}` : pagesWords(job.pages.count);
  const facts = [
    copies,
    `sent ${when(job.createdAtMs)}`,
    job.reprintReason === null ? null : `reprint: ${job.reprintReason}`,
    leftOut,
  ];
  return (
    <CheckBox
      label={job.title}
      detail={facts.filter((fact) => fact !== null).join(' · ')}
      checked={props.isWhole}
      onChange={props.onTick}
    />
  );
}

function standsNow(job: PrintJobView | null): string {
  if (job === null) return 'it is not in the queue any more';
  return job.proven ? 'the label was scanned back' : wordsOfJob(job).word;
}

const meanwhileWords = (now: readonly SeenNow[]): readonly string[] =>
  now.map(({ seen, job }) => `${seen.title}: ${standsNow(job)}.`);
