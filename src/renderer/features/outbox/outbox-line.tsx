// One change in the outbox: what it is, what happened to it, what is known, and what can be done.
import { CircleCheck, Pencil, RefreshCw, Send, Trash2, UserRoundCheck, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { ChangeChoice } from '../../../domain/outbox-state.ts';
import { formatName } from '../../../domain/person-name.ts';
import { shownClockAt, wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useSession } from '../../host/use-session.ts';
import { useIsUp } from '../../shared/connection/use-cut-off.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { useMomentWords } from '../../shared/dates/use-moment-words.ts';
import { useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { changeWords, subjectWords, testWords } from '../../shared/words/change-words.ts';
import { moveWords } from '../../shared/words/move-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { countdownWords } from '../../ui/durations.ts';
import { evidenceWords, reasonOf, storyOf } from './change-story.ts';
import { choiceWords } from './choice-words.ts';
import { useChoices } from './use-choices.ts';
import { needsPerson, stateOfRowWords } from '../../shared/words/outbox-state-words.ts';
import css from './outbox.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';

const ICONS: Readonly<Record<ChangeChoice, LucideIcon>> = {
  'link-existing': UserRoundCheck,
  correct: Pencil,
  'send-again': Send,
  'look-again': RefreshCw,
  'said-done': CircleCheck,
  repeat: Send,
  'give-up': Trash2,
};

/** What the change is about, leading to its own screen where it has one. */
function About({ row }: { row: OutboxRowView }) {
  if (row.visitId !== null)
    return <a href={hrefOf(links.visit(row.visitId))}>{subjectWords(row) || 'Open the visit'}</a>;
  if (row.orderId !== null)
    return <a href={hrefOf(links.order(row.orderId))}>{row.subject || 'Open the order'}</a>;
  if (row.registrationId !== null)
    return (
      <a href={hrefOf(links.registration(row.registrationId))}>{row.subject || 'Open the registration'}</a>
    );
  return <span>{subjectWords(row)}</span>;
}

/** The service's own reason, where it adds something to what the story of the change says. */
function WhyWords({ row }: { row: OutboxRowView }) {
  const words = reasonOf(row, useIsUp());
  return words !== null && <p className={css.why}>{words}</p>;
}

/** When it is tried again. It counts by itself, so that the lines around it are not drawn each second. */
function NextTry({ atMs }: { atMs: number }) {
  const nowMs = useNowMs();
  return atMs > nowMs && <>, again in {countdownWords(atMs - nowMs)}</>;
}

export const OutboxLine = memo(function OutboxLine({
  row,
  timeZone,
}: {
  row: OutboxRowView;
  timeZone: string;
}) {
  const choices = useChoices(row);
  const today = useSession()?.today ?? '';
  const reason = useReason(`change:${row.id}`);
  const decide = needsPerson(row);
  const when = useMomentWords();
  const evidence = decide && row.evidence ? evidenceWords(row, when(row.evidence.lookedAtMs)) : null;
  const choose = (choice: ChangeChoice): void => {
    if (choice === 'correct' || choiceWords(choice, row, subjectWords(row)).confirm)
      reason.change({ asking: choice });
    else choices.atOnce(choice);
  };
  return (
    <li className={css.row} data-about={`${changeWords(row.kind)}, ${subjectWords(row) || 'a visit'}`}>
      <div className={css.rowLine}>
        <span className={css.what}>
          <strong>{changeWords(row.kind)}</strong>
          <About row={row} />
          {row.code !== null && row.code !== row.subject && (
            <a href={hrefOf(links.registration(row.registrationId ?? ''))}>{row.code}</a>
          )}
          {row.move && <span>{moveWords(row.move, timeZone)}</span>}
          {row.tests.length > 0 && <span>{testWords(row)}</span>}
        </span>
        <span className={css.state}>{stateOfRowWords(row)}</span>
        <span className={css.facts}>
          <time>{when(row.createdAtMs)}</time> by {row.actor}
          {row.attempts > 0 && `, tried ${row.attempts === 1 ? 'once' : `${row.attempts} times`}`}
          {row.nextAttemptAtMs !== null && <NextTry atMs={row.nextAttemptAtMs} />}
        </span>
      </div>
      {row.sentTo !== null && <p className={css.why}>To {row.sentTo}</p>}
      {row.state !== 'confirmed' || row.saidDone ? <p className={css.why}>{storyOf(row)}</p> : null}
      <WhyWords row={row} />
      {evidence !== null && <p className={css.known}>{evidence}</p>}
      {row.heldElsewhere && decide && (
        <p className={css.why}>
          The service held a slot at {row.heldElsewhere.name ?? 'another location'} in place of this one. It
          was given back. Give this change up and hold a free slot of this location.
        </p>
      )}
      {row.heldAtMs !== null && decide && (
        <p className={css.why}>
          The service held a slot of {dayWords(wallClockAt(row.heldAtMs, timeZone).date)},{' '}
          {shownClockAt(row.heldAtMs, timeZone).time}, in place of this one. It was given back. Give this
          change up and hold a free slot.
        </p>
      )}
      {row.existingPerson && decide && (
        <p className={css.why}>
          The service knows <strong>{formatName(row.existingPerson)}</strong>,{' '}
          <Unbroken text={birthWords(row.existingPerson.dateOfBirth, today)} />. Is it the same person?
        </p>
      )}
      {choices.error && <ErrorNotice error={choices.error} />}
      {row.choices.length > 0 && (
        <div className={css.actions}>
          {row.choices.map((choice) => {
            const Icon = ICONS[choice];
            return (
              <Button
                key={choice}
                look={choice === 'link-existing' ? 'main' : 'plain'}
                icon={<Icon />}
                busy={choices.busy}
                blocked={choices.blocked(choice)}
                onClick={() => choose(choice)}
              >
                {choiceWords(choice, row, subjectWords(row)).button}
              </Button>
            );
          })}
        </div>
      )}
    </li>
  );
});
