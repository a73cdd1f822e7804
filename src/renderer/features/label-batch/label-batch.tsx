// Labels for several people at once: who is here and has labels that were never printed. One job for each label; what was given to
// the printer is followed here, and what has not begun can be cancelled.
import { CircleAlert, ListChecks, Printer, Tags } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { LabelPrinterTrouble } from '../../shared/visit/label-printer-trouble.tsx';
import { visitName } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BatchProgress, type Refused } from './batch-progress.tsx';
import { useFollowedBatches } from './followed-batches.ts';
import css from './label-batch.module.css';

type Waiting = Output<'labels.toPrint'>['people'][number];

/** As many as a rack of tubes holds; who came first is first. */
const CHOSEN_AT_ONCE = 12;
/** As the engine allows in one command. */
const MOST_AT_ONCE = 40;

export function LabelBatch() {
  const waiting = useQuery('labels.toPrint', {});
  const print = useCommand('labels.printFor');
  /** What a person chose otherwise than the desk would: true for chosen. */
  const [ownChoice, setOwnChoice] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** What was asked for last in this window, and for whom nothing was printed. */
  const [asked, setAsked] = useState<{ readonly batchId: string; readonly refused: Refused } | null>(null);
  const followed = useFollowedBatches();

  const mayNot = useMayNot('labels.printFor');
  const people = waiting.value?.people ?? [];
  const possible = people.filter(({ refused }) => refused === null);
  const impossible = people.filter(({ refused }) => refused !== null);
  // Once some were asked for nobody else is chosen by themselves: the second press of a double one would print the labels of the next.
  const chosenAtFirst = asked === null ? CHOSEN_AT_ONCE : 0;
  const chosen = possible
    .filter(({ row }, index) => ownChoice.get(row.id) ?? index < chosenAtFirst)
    .slice(0, MOST_AT_ONCE);
  const isFull = chosen.length === MOST_AT_ONCE;
  const labels = chosen.reduce((sum, one) => sum + one.labels, 0);
  const today = waiting.value?.today ?? '';

  async function run(): Promise<void> {
    // The list may know before the answer what is being printed, and the button then means the next ones.
    if (print.busy) return;
    const names = new Map(chosen.map(({ row }) => [row.id, visitName(row)]));
    const answer = await print.run({ visitIds: chosen.map(({ row }) => row.id) });
    if (!answer.ok) return;
    const { batchId, items } = answer.value;
    setAsked({
      batchId,
      refused: items.flatMap(({ visitId, refused }) =>
        refused === null
          ? []
          : [{ visitId, name: names.get(visitId) ?? '', why: errorWords(refused).advice }],
      ),
    });
    followed.follow(batchId);
    setOwnChoice(new Map());
  }

  const chooseNext = (): void =>
    setOwnChoice(new Map(possible.slice(0, CHOSEN_AT_ONCE).map(({ row }) => [row.id, true])));

  return (
    <Screen
      title="Labels for several people"
      narrow
      aside={
        <Button
          look="main"
          size="large"
          icon={<Printer />}
          busy={print.busy}
          blocked={mayNot ?? (chosen.length === 0 ? 'Choose at least one person.' : null)}
          onClick={() => void run()}
        >
          {chosen.length === 0
            ? 'Print labels'
            : `Print ${counted(labels, 'label')} for ${counted(chosen.length, 'person', 'people')}`}
        </Button>
      }
    >
      {waiting.error && !waiting.value && <ErrorNotice error={waiting.error} />}
      {print.error && <ErrorNotice error={print.error} />}
      <LabelPrinterTrouble />
      {!waiting.value && !waiting.error && (
        <SkeletonRows count={5} label="Who has labels to print is being read" />
      )}
      {asked !== null &&
        asked.refused.length > 0 &&
        !followed.batches.some(({ id }) => id === asked.batchId) && (
          <BatchProgress jobs={[]} refused={asked.refused} />
        )}
      {followed.batches.map(({ id, jobs }) => (
        <BatchProgress key={id} jobs={jobs} refused={asked?.batchId === id ? asked.refused : []} />
      ))}
      {waiting.value && (
        <Panel
          title={`Never printed: ${possible.length}`}
          flush
          aside={
            asked !== null &&
            possible.length > 0 && (
              <Button size="small" icon={<ListChecks />} onClick={chooseNext}>
                {possible.length <= CHOSEN_AT_ONCE ? 'Choose all' : `Choose the next ${CHOSEN_AT_ONCE}`}
              </Button>
            )
          }
        >
          {isFull && possible.length > MOST_AT_ONCE && (
            <p className={css.most} role="status">
              {MOST_AT_ONCE} people are the most at once. Print these first, then choose the others.
            </p>
          )}
          {possible.length === 0 ? (
            <EmptyState icon={<Tags size={26} />} title="No label is left to print">
              People appear here once they are checked in and their identity is confirmed. A label that was
              printed already is printed again from its visit, with a reason.
            </EmptyState>
          ) : (
            <ul className={css.list} aria-label="People whose labels can be printed">
              {possible.map((one) => (
                <li key={one.row.id}>
                  <label className={css.line}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(one)}
                      disabled={isFull && !chosen.includes(one)}
                      onChange={(event) =>
                        setOwnChoice(new Map(ownChoice).set(one.row.id, event.target.checked))
                      }
                    />
                    <PersonWords one={one} today={today} />
                    <span className={css.facts}>{counted(one.labels, 'label')}</span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
      {impossible.length > 0 && (
        <Panel title={`Not possible now: ${impossible.length}`} flush>
          <ul className={css.list}>
            {impossible.map((one) => (
              <li key={one.row.id}>
                <a className={css.line} href={hrefOf(links.visit(one.row.id))}>
                  <CircleAlert aria-hidden="true" size={20} className={css.alert} />
                  <PersonWords one={one} today={today} />
                  <span className={css.why}>{one.refused && errorWords(one.refused).advice}</span>
                </a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {waiting.value && (
        <p className={css.after}>
          <ListChecks aria-hidden="true" size={18} /> Each label is scanned back at its own visit, as always.
        </p>
      )}
    </Screen>
  );
}

function PersonWords({ one, today }: { one: Waiting; today: string }) {
  const { row } = one;
  return (
    <span className={css.person}>
      <span className={css.name}>{row.person ? formatName(row.person) : visitName(row)}</span>
      <span className={css.facts}>
        {row.person && birthWords(row.person.dateOfBirth, today)} · {row.products.join(', ')}
      </span>
    </span>
  );
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
