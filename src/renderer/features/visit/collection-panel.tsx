// Taking the sample: labels printed, form at hand, each label scanned back, and the true time.
import { FileOutput, FileText, Play, Printer, TestTube } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { serviceNowMs, useNowMs } from '../../host/service-clock.ts';
import { useCommand, type Command } from '../../host/use-command.ts';
import { useAction } from '../../ui/actions.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { dayWords } from '../../shared/dates/day-words.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { readCollectionTime } from './collection-time.ts';
import { useCollectionDraft, useTimeByHand } from './collection-draft.ts';
import { LabelList } from './label-list.tsx';
import {
  noCodeWords,
  noneLeftWords,
  onTheirWay,
  printingObstacle,
  TROUBLES_FIRST,
  unprintedOf,
} from './label-rules.ts';
import { LabelPrinterTrouble } from '../../shared/visit/label-printer-trouble.tsx';
import { openCollection } from '../../shared/visit/open-collection.ts';
import { visitName, whoWords } from '../../shared/visit/visit-words.ts';
import { PrintedForms } from './printed-forms.tsx';
import { useMoveVisit } from './use-move-visit.ts';
import { usePrintForm } from './use-print-form.ts';
import { useVisitDraft } from './visit-draft.ts';
import css from './visit.module.css';

export function CollectionPanel(props: {
  visit: VisitDetail;
  timeZone: string;
  today: string;
  collect: Command<'visits.collect'>;
  onOpenForm: () => void;
}) {
  const { visit, onOpenForm } = props;
  const collecting = visit.deskState === 'collecting';
  const isLost = visit.registrationsLost === 'all';
  const mayStart = visit.deskState === 'arrived' && visit.identity !== null;
  const print = useCommand('labels.print');
  const move = useMoveVisit(visit);
  useEffect(() => (collecting ? openCollection.begin(visit.id) : undefined), [collecting, visit.id]);

  const unprinted = unprintedOf(visit);
  const mayNotPrint = useMayNot('labels.print');
  const inTheWay = mayNotPrint ?? printingObstacle(visit);
  const printable = unprinted.some((label) => label.code !== null) && inTheWay === null;
  const isOnItsWay = visit.labelList.some(({ state }) => state === 'queued' || state === 'problem');
  const standsIn = unprinted.some((label) => label.codeStandsIn);
  const { change } = useVisitDraft(visit.id);
  const askFormCode = (): void => change({ open: 'form-code' });
  const whyNotPrinted =
    inTheWay ??
    (unprinted.length === 0
      ? visit.labelList.length === 0
        ? noRegistrationWords(visit)
        : noneLeftWords(visit.labelList)
      : standsIn
        ? 'The laboratory is being asked for the code.'
        : noCodeWords(visit, unprinted));
  const { verified, needed } = visit.labels;

  async function printAll(): Promise<void> {
    if (!printable) return;
    if (standsIn) {
      askFormCode();
      return;
    }
    const answer = await print.run({ visitId: visit.id });
    if (answer.ok) notify(onTheirWay(unprinted.length, answer.value.lettersReplaced));
  }
  useAction({
    id: 'print-label',
    words: 'Print label',
    key: 'P',
    blocked: printable ? null : whyNotPrinted,
    run: () => void printAll(),
  });
  useAction({
    id: 'open-form',
    words: 'Open form',
    key: 'F',
    enabled: visit.registrations.length > 0,
    run: onOpenForm,
  });
  const forms = usePrintForm();
  const noForm = visit.registrations.length === 0 ? 'There is no registration, and so no form.' : null;
  const printForms = (): void => void forms.printAll(visit.registrations);
  useAction({ id: 'print-form', words: 'Print form', key: 'R', blocked: noForm, run: printForms });
  const mayNotCollect = useMayNot('visits.collect');
  const mayNotStart = mayNotCollect ?? (isLost ? LOST_WORDS : null);
  const start = (): void => move.runWithUndo(visit, 'collecting', `Collection started: ${visitName(visit)}`);
  useAction({
    id: 'start-collecting',
    words: 'Start collecting',
    key: 'S',
    enabled: mayStart,
    blocked: mayNotStart,
    run: start,
  });

  return (
    <Panel
      title={collecting && !isLost ? 'Take the sample' : 'Labels and form'}
      tone={collecting && !isLost ? 'main' : 'plain'}
      aside={
        <span className={css.progress} role="status">
          {needed === 0 && (isLost || visit.labelList.length > 0)
            ? 'No sample to scan'
            : `${verified} of ${needed} scanned`}
        </span>
      }
    >
      <div
        className={css.actions}
        data-comes-next={mayStart || (collecting && unprinted.length > 0) || undefined}
      >
        {mayStart && (
          <Button
            look="main"
            size="large"
            icon={<Play />}
            hint="S"
            busy={move.busy}
            blocked={mayNotStart}
            onClick={start}
          >
            Start collecting
          </Button>
        )}
        <Button
          look={collecting && printable ? 'main' : 'plain'}
          icon={<Printer />}
          hint="P"
          busy={print.busy}
          blocked={printable ? null : whyNotPrinted}
          onClick={() => void printAll()}
        >
          Print label
        </Button>
        {standsIn && !printable && inTheWay === null && (
          <Button look="quiet" onClick={askFormCode}>
            Print with the form’s code
          </Button>
        )}
        <Button icon={<FileText />} hint="F" blocked={noForm} onClick={onOpenForm}>
          Open form
        </Button>
        <Button icon={<FileOutput />} hint="R" busy={forms.busy} blocked={noForm} onClick={printForms}>
          Print form
        </Button>
      </div>
      {(printable || isOnItsWay) && <LabelPrinterTrouble />}
      {move.error && <ErrorNotice error={move.error} />}
      {print.error && <ErrorNotice error={print.error} />}
      <PrintedForms printing={forms} />
      {visit.labelList.length === 0 ? (
        <p className={css.advice}>{noRegistrationWords(visit)}</p>
      ) : (
        <LabelList visit={visit} comesNext={collecting && unprinted.length === 0} />
      )}
      {collecting && <FinishCollection {...props} />}
    </Panel>
  );
}

function noRegistrationWords({ registrationsMovedTo, registrationsLost }: VisitDetail): string {
  if (registrationsLost === 'all') return LOST_WORDS;
  return registrationsMovedTo.length > 0
    ? 'The registration is on another visit now, and its labels with it.'
    : 'No registration yet, so there is no label to print.';
}

const LOST_WORDS = 'The laboratory no longer has the registration: ask there first.';

function FinishCollection({
  visit,
  timeZone,
  today,
  collect,
}: {
  visit: VisitDetail;
  timeZone: string;
  today: string;
  collect: Command<'visits.collect'>;
}) {
  const move = useMoveVisit(visit);
  const nowMs = useNowMs();
  const draft = useCollectionDraft(visit.id);
  const { change } = draft;
  const { time: typedTime, relaxing, reason } = draft.entry;
  const hands = useTimeByHand(typedTime);
  const [tried, setTried] = useState(false);
  const [isReasonAskedFor, setReasonAskedFor] = useState(false);

  // The visit was collected before and was opened again, mostly for a label: then the sample was taken at the earlier time.
  const truly = visit.collectedAtMs;
  const presentMs = truly ?? nowMs;
  const time = typedTime ?? wallClockAt(presentMs, timeZone).time;
  const reading =
    typedTime === null
      ? { kind: 'time' as const, atMs: presentMs }
      : readCollectionTime(typedTime, { date: today, timeZone, nowMs, arrivedAtMs: visit.arrivedAtMs });
  const day = reading.kind === 'time' ? wallClockAt(reading.atMs, timeZone).date : today;
  const arrivedOn = visit.arrivedAtMs === null ? today : wallClockAt(visit.arrivedAtMs, timeZone).date;
  const timeHint = [
    // Of somebody who came on another day a time alone would be read as one of that day.
    ...(day === today && arrivedOn === today ? [] : [`On ${dayWords(day)}`]),
    ...(truly !== null && typedTime === null ? ['As collected before'] : []),
  ].join('. ');
  const hasLabels = visit.labelList.length > 0;
  const allScanned = visit.labels.needed > 0 && visit.labels.verified >= visit.labels.needed;
  const relaxed = relaxing && reasonProblem(reason) === null;
  const ready = (allScanned || relaxed) && visit.troubles.length === 0;

  async function run(): Promise<void> {
    setTried(true);
    if (!ready || reading.kind !== 'time') return;
    const isStillTheirs = whoeverIsHere();
    const input = {
      visitId: visit.id,
      seenVersion: visit.version,
      collectedAtMs: typedTime === null ? (truly ?? serviceNowMs()) : reading.atMs,
      relaxedReason: allScanned ? null : reason.trim(),
    };
    const answer = await collect.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    draft.forget();
    const collected = answer.value;
    const undo = (): void => move.takeBack(collected, 'collecting');
    notify(`${whoWords(visit)} is collected`, isStillTheirs() ? undo : null, visit.id);
  }
  const mayNotCollect = useMayNot('visits.collect');
  const whyNot =
    mayNotCollect ??
    (ready
      ? null
      : visit.troubles.length > 0
        ? TROUBLES_FIRST
        : relaxing
          ? reasonProblem(reason)
          : hasLabels
            ? 'Scan each label back first.'
            : 'There is no label to scan back: give the reason first.');
  useAction({ id: 'collected', words: 'Collected', key: 'D', blocked: whyNot, run: () => void run() });

  return (
    <form
      className={css.finish}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div className={css.finishLine}>
        <strong className={css.whose}>{visitName(visit)}</strong>
        <TextField
          className={css.timeField}
          label="Time of collection"
          inputMode="numeric"
          value={time}
          hint={timeHint === '' ? undefined : timeHint}
          problem={reading.kind === 'problem' && (tried || time.length >= 4) ? reading.words : undefined}
          onChange={(event) => {
            const typed = event.target.value;
            const isTheirs = hands.typed(typed, event.nativeEvent);
            // A scan was removed from the field, and it shows the present minute again: follow the clock. A person who types that
            // minute means it, and not a later one.
            const shown = wallClockAt(truly ?? serviceNowMs(), timeZone).time;
            change({ time: !isTheirs && typed === shown ? null : typed });
          }}
        />
        {typedTime !== null && (
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              hands.forget();
              change({ time: null });
            }}
          >
            {truly === null ? 'Use the present time' : 'Use the earlier time'}
          </Button>
        )}
        {typedTime === null && truly !== null && (
          <Button
            size="small"
            look="quiet"
            onClick={() => change({ time: wallClockAt(serviceNowMs(), timeZone).time })}
          >
            A new sample: use the present time
          </Button>
        )}
        <Button
          type="submit"
          look="main"
          size="large"
          icon={<TestTube />}
          hint="D"
          busy={collect.busy}
          blocked={whyNot}
        >
          Collected
        </Button>
      </div>
      {!allScanned && !relaxing && (
        <p className={css.advice}>
          {hasLabels
            ? 'Stick each label on its tube while the person is with you, then scan it here.'
            : 'There is no label to scan here. A sample that was taken all the same is collected with a reason.'}{' '}
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              setReasonAskedFor(true);
              change({ relaxing: true });
            }}
          >
            {hasLabels ? 'A label cannot be scanned' : 'Collect without a label'}
          </Button>
        </p>
      )}
      {relaxing && !allScanned && (
        <>
          <TextField
            label="Why the labels are not scanned back"
            hint="Recorded with the visit. A label whose code can be read is proven all the same: type the code under “Scan or search”"
            opensFocused={isReasonAskedFor}
            // Shown again because a label became another one meanwhile, it was not asked for.
            onFocus={() => setReasonAskedFor(false)}
            readOnly={collect.busy}
            value={reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
          <div>
            <Button size="small" look="quiet" onClick={() => change({ relaxing: false, reason: '' })}>
              Scan them after all
            </Button>
          </div>
        </>
      )}
      <TooLongToKeep form={draft.form} />
      {collect.error && <ErrorNotice error={collect.error} />}
    </form>
  );
}
