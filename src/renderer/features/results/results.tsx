// Lab results of a registration: whose they are first, then what was found, beside what was found before.
import { ChevronDown, FlaskConical, Hourglass, RefreshCw, ShieldQuestion, UserX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import type { ResultsOwner } from '../../../contract/results.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { PersonFacts } from '../../shared/people/person-line.tsx';
import { statusWords } from '../../shared/registration/status-words.ts';
import { shownWords, SOURCE_WORDS } from '../../shared/visit/trouble-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import {
  cutOffWords,
  DOUBT_WORDS,
  noEarlierWords,
  notReadyWords,
  summaryWords,
  whyGoneWords,
  withdrawnWords,
} from './result-words.ts';
import { ResultTable } from './result-table.tsx';
import css from './results.module.css';

type Answer = Output<'results.get'>;
type Report = NonNullable<Answer['report']>;

export function Results() {
  const { registrationId = '' } = useParams<{ registrationId?: string }>();
  return <ResultsOf key={registrationId} registrationId={registrationId} />;
}

function ResultsOf({ registrationId }: { registrationId: string }) {
  const kept = useQuery('results.get', { registrationId });
  const session = useSession();
  const reading = useReading(registrationId, ownerKey(kept.value?.owner ?? null));
  if (!kept.value || !session) {
    return (
      <Screen title="Results" page>
        {kept.error ? (
          <ErrorNotice error={kept.error} />
        ) : (
          <SkeletonRows count={6} label="The results are being read" />
        )}
      </Screen>
    );
  }
  const { value } = kept;
  return (
    <Screen
      title="Results"
      page
      aside={
        <>
          {/* Beside the heading: a line of its own would push the results down and up again. */}
          <span className={css.reading} role="status">
            {reading.busy ? (
              <span>The service is being asked for the results.</span>
            ) : (
              reading.isReadingEarlier &&
              (value.report?.earlierUnread ?? 0) > 0 && <span>Earlier results are being read.</span>
            )}
          </span>
          {value.owner.kind === 'person' && (
            <AsOf asOfMs={value.report?.askedAtMs ?? null} timeZone={session.timeZone} />
          )}
          {value.owner.kind !== 'nobody' && (
            <Button
              icon={<RefreshCw />}
              busy={reading.busy}
              blocked={reading.blocked}
              onClick={() => void reading.again()}
            >
              Ask the service again
            </Button>
          )}
        </>
      }
    >
      <Whose answer={value} today={session.today} />
      {value.owner.kind !== 'nobody' && (
        <p className={css.quiet} role="status">
          {reading.isCutOff ? cutOffWords(value.report !== null) : reading.words}
        </p>
      )}
      {value.owner.kind !== 'nobody' && reading.error && <ErrorNotice error={reading.error} />}
      {value.owner.kind === 'person' && (
        <>
          {value.report ? (
            <ReportShown report={value.report} answer={value} timeZone={session.timeZone} />
          ) : (
            <NothingKept isReading={reading.busy || !reading.isAnswered} isCutOff={reading.isCutOff} />
          )}
        </>
      )}
    </Screen>
  );
}

/** Changes with whose results they are, and when that comes into doubt; null while there is nothing to ask for. */
function ownerKey(owner: ResultsOwner | null): string | null {
  if (owner === null || owner.kind === 'nobody') return null;
  return owner.kind === 'in-doubt' ? 'in doubt' : shownWords({ ...owner.person, patientId: owner.person.id });
}

/** Reads the results when the screen is opened, and again when the connection comes back; what is kept is shown meanwhile. */
function useReading(registrationId: string, owner: string | null) {
  const read = useCommand('results.read', { repeatable: true });
  const readEarlier = useCommand('results.readEarlier', { repeatable: true });
  const isCutOff = useCutOff();
  const { run } = read;
  const { run: runEarlier } = readEarlier;
  const { run: keepDocument } = useCommand('results.keepDocument', { repeatable: true });
  const [namedAnother, setNamedAnother] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const again = useCallback(async (): Promise<void> => {
    const answer = await run({ registrationId });
    setAnswered(true);
    setNamedAnother(answer.ok && answer.value.outcome === 'person-changed');
    if (!answer.ok || answer.value.outcome !== 'read') return;
    await runEarlier({ registrationId });
    void keepDocument({ registrationId });
  }, [run, runEarlier, keepDocument, registrationId]);
  useEffect(() => {
    // While it is in doubt whose they are, the registration is asked for: only its answer can end that.
    if (owner === null || isCutOff) return;
    void again();
  }, [again, owner, isCutOff]);
  return {
    busy: read.busy,
    isReadingEarlier: readEarlier.busy,
    /** The service has been asked since the screen was opened, and an answer or a failure is there. */
    isAnswered,
    error: isCutOff ? null : read.error,
    isCutOff,
    blocked: isCutOff ? 'The service cannot be asked: there is no connection.' : null,
    words: namedAnother
      ? 'Asked for by itself, the registration does not name the person whom the list names. The service’s records are being read again.'
      : '',
    again,
  };
}

function Whose({ answer, today }: { answer: Answer; today: string }) {
  const { owner } = answer;
  const about = (
    <div className={css.about}>
      {answer.trfCode !== null && <code className={css.trf}>{answer.trfCode}</code>}
      <span>{answer.productNames.join(', ')}</span>
      <span className={css.quiet}>Status when last read: {statusWords(answer.status).words}</span>
      {owner.kind === 'person' && (
        <a href={hrefOf(links.document('results', answer.registrationId))}>Results document (PDF)</a>
      )}
      <a href={hrefOf(links.registration(answer.registrationId))}>Open the registration</a>
      {owner.kind === 'person' && <a href={hrefOf(links.patient(owner.person.id))}>Open the patient</a>}
      {answer.visitId !== null && <a href={hrefOf(links.visit(answer.visitId))}>Open the visit</a>}
    </div>
  );
  if (owner.kind === 'person') {
    return (
      <section className={css.whose} aria-label="Whose results">
        <p className={css.person}>{formatName(owner.person)}</p>
        <PersonFacts person={owner.person} today={today} />
        {about}
      </section>
    );
  }
  return (
    <section className={css.whose} aria-label="Whose results">
      {owner.kind === 'nobody' ? (
        <EmptyState icon={<UserX size={26} />} title="No patient is assigned to this registration">
          Its results are shown once it is clear whose they are.
        </EmptyState>
      ) : (
        <InDoubt owner={owner} />
      )}
      {about}
    </section>
  );
}

function InDoubt({ owner }: { owner: Extract<ResultsOwner, { kind: 'in-doubt' }> }) {
  return (
    <div className={css.doubt} role="alert">
      <ShieldQuestion aria-hidden="true" size={24} />
      <div>
        <p className={css.doubtTitle}>It is not certain whose results these are, so they are not shown</p>
        <p>{DOUBT_WORDS[owner.why]}</p>
        {owner.namings.length > 1 && (
          <ul>
            {owner.namings.map((naming) => (
              <li key={shownWords(naming)}>
                {shownWords(naming)}, says {SOURCE_WORDS[naming.from]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function NothingKept(props: { isReading: boolean; isCutOff: boolean }) {
  if (props.isCutOff) {
    return (
      <EmptyState
        icon={<FlaskConical size={26} />}
        title="Not read at this desk before the connection went down"
      >
        Whether there are results is not known. They are read as soon as the service answers.
      </EmptyState>
    );
  }
  if (!props.isReading) {
    return <EmptyState icon={<FlaskConical size={26} />} title="No results have been read at this desk" />;
  }
  return <SkeletonRows count={6} label="The results are being read" />;
}

/** Paper is handed on, and tells nobody that it does not hold any more. */
function PaperThatIsOut({ report, timeZone }: { report: Report; timeZone: string }) {
  if (report.printedBeforeAtMs === null) return null;
  const { date, time } = shownClockAt(report.printedBeforeAtMs, timeZone);
  return (
    <div className={css.odd} role="alert">
      <strong>
        A report went to a printer on {formatDate(date)} at <time>{time}</time>, before the laboratory{' '}
        {report.ready ? 'gave these results as they are now' : 'took them back'}.
      </strong>{' '}
      That paper is out of date: tell whoever has it, and have it destroyed. Then say so{' '}
      <a href={hrefOf(links.outbox)}>in the outbox</a>: until then it is said here and there.
    </div>
  );
}

function ReportShown({ report, answer, timeZone }: { report: Report; answer: Answer; timeZone: string }) {
  if (!report.ready) {
    const asked = shownClockAt(report.askedAtMs, timeZone);
    return (
      <>
        <PaperThatIsOut report={report} timeZone={timeZone} />
        <EmptyState icon={<Hourglass size={26} />} title="Not ready">
          {report.takenBack
            ? 'The service had results when it was asked before, and says now that there are none. They are not shown any more.'
            : notReadyWords(answer.status)}{' '}
          Asked on {formatDate(asked.date)} at <time>{asked.time}</time>.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {report.saidNotReady && (
        <div className={css.odd} role="alert">
          <strong>The registration has said since then that it has no results.</strong> The laboratory may
          have taken these back: ask the service again, or the laboratory, before anybody is told of them.
        </div>
      )}
      <PaperThatIsOut report={report} timeZone={timeZone} />
      <Withdrawn report={report} timeZone={timeZone} />
      <Odd report={report} />
      {report.doctorsNote !== null && (
        <Panel title={report.doctorsName === null ? 'Doctor’s note' : `Doctor’s note: ${report.doctorsName}`}>
          <p className={css.note}>{report.doctorsNote}</p>
        </Panel>
      )}
      {report.items.length === 0 ? (
        <EmptyState icon={<FlaskConical size={26} />} title="The service’s report is empty" />
      ) : (
        <Panel title={summaryWords(report.items)} flush>
          <ResultTable
            items={report.items}
            label={`Results of ${answer.trfCode ?? 'this registration'}`}
            noEarlier={noEarlierWords(report)}
            timeZone={timeZone}
          />
        </Panel>
      )}
      {report.earlierInDoubt > 0 && (
        <p className={css.withheld}>
          <ShieldQuestion aria-hidden="true" size={20} />
          {report.earlierInDoubt === 1
            ? 'One earlier report is not shown: it is not certain that it is this person’s.'
            : `${report.earlierInDoubt} earlier reports are not shown: it is not certain that they are this person’s.`}
        </p>
      )}
      {report.earlierUnread > 0 && (
        <p className={css.quiet}>
          {report.earlierUnread === 1
            ? 'One earlier report of this person has not been read at this desk.'
            : `${report.earlierUnread} earlier reports of this person have not been read at this desk.`}
        </p>
      )}
    </>
  );
}

/** With all of a long report the results that hold would stand many screens further down. */
const WITHDRAWN_AT_FIRST = 5;

/** Somebody may have told the person of them, or have acted on them. */
function Withdrawn({ report, timeZone }: { report: Report; timeZone: string }) {
  const { withdrawn } = report;
  const [isWhole, setWhole] = useState(false);
  if (withdrawn.length === 0) return null;
  return (
    <div className={css.odd} role="alert">
      <p>
        <strong>{counted(withdrawn.length)} read here before did not come again.</strong>{' '}
        {whyGoneWords(report)}
      </p>
      <ul>
        {withdrawn.slice(0, isWhole ? undefined : WITHDRAWN_AT_FIRST).map((was) => (
          <li key={was.id}>{withdrawnWords(was, timeZone)}</li>
        ))}
      </ul>
      {!isWhole && withdrawn.length > WITHDRAWN_AT_FIRST && (
        <Button icon={<ChevronDown />} onClick={() => setWhole(true)}>
          Show all {withdrawn.length} that did not come again
        </Button>
      )}
    </div>
  );
}

/** A report with gaps must not look whole. */
function Odd({ report }: { report: Report }) {
  const aside = report.odd.filter(({ used }) => !used);
  const inPart = report.odd.filter(({ used }) => used);
  if (aside.length + inPart.length + report.missing === 0) return null;
  // Of an entry that is no record at all no field is named.
  const fields = (odd: Report['odd']): string =>
    [...new Set(odd.map(({ field }) => (field === '' ? 'the whole entry' : field)))].join(', ');
  return (
    <div className={css.odd} role="alert">
      {aside.length > 0 && (
        <p>
          <strong>
            {counted(aside.length)} could not be read and {aside.length === 1 ? 'is' : 'are'} not shown
          </strong>{' '}
          (wrong: {fields(aside)}). This report is not whole; ask the laboratory.
        </p>
      )}
      {inPart.length > 0 && (
        <p>
          {counted(inPart.length)} came with a wrong {fields(inPart)}, which is left out.
        </p>
      )}
      {report.missing > 0 && (
        <p>
          <strong>The service announced {counted(report.missing)} more than it sent.</strong> Ask again in a
          moment.
        </p>
      )}
    </div>
  );
}

const counted = (count: number): string => (count === 1 ? '1 result' : `${count} results`);
