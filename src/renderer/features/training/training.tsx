// The training screen: sets the embedded service's network and clock, and shows what the training printer
// printed.
import { Clock, FlaskConical, Printer, WifiOff } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Segments, Switch } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './training.module.css';

type State = Output<'training.get'>;

export function Training() {
  const training = useQuery('training.get', {});
  if (!training.value) {
    return (
      <Screen title="Training">
        {training.error ? (
          <ErrorNotice error={training.error} />
        ) : (
          <SkeletonRows count={4} label="Training is being read" />
        )}
      </Screen>
    );
  }
  return (
    <Screen title="Training">
      <div className={css.halves}>
        <div className={css.panels}>
          <LinePanel state={training.value} />
          <PrinterPanel state={training.value} />
          <ClockPanel state={training.value} />
          <OutcomePanel state={training.value} />
        </div>
        <Labels />
      </div>
    </Screen>
  );
}

function LinePanel({ state }: { state: State }) {
  const setOffline = useCommand('training.setOffline');
  const setNetwork = useCommand('training.setNetwork');
  return (
    <Panel title="The connection" aside={<WifiOff aria-hidden="true" size={20} />}>
      <Switch
        label="Go offline"
        checked={state.offline}
        onChange={(offline) => setOffline.run({ offline })}
      />
      <p className={css.quiet}>
        Nothing leaves this computer. Go on working, then switch back and watch what waited being sent.
      </p>
      <Segments
        legend="How the service answers"
        legendShown
        name="network"
        value={state.network}
        onChange={(mode) => setNetwork.run({ mode })}
        choices={[
          { value: 'up', words: 'Well' },
          { value: 'slow', words: 'Slowly' },
          { value: 'flaky', words: 'Now and then' },
          { value: 'down', words: 'Not at all' },
        ]}
      />
      {(setOffline.error ?? setNetwork.error) && <Failure errors={[setOffline.error, setNetwork.error]} />}
    </Panel>
  );
}

function ClockPanel({ state }: { state: State }) {
  const advance = useCommand('training.advanceClock', { repeatable: true });
  const syncNow = useCommand('sync.now', { repeatable: true });
  const timeZone = useTimeZone();
  const nowMs = useNowMs();
  const steps = [
    { words: '1 minute', seconds: 60 },
    { words: '11 minutes', seconds: 660 },
    { words: '1 hour', seconds: 3_600 },
  ];
  async function moveOn(seconds: number): Promise<void> {
    const answer = await advance.run({ seconds });
    // The desk learns the time from the service's answers: it asks at once.
    if (answer.ok) await syncNow.run({});
  }
  return (
    <Panel title="The service’s clock" aside={<Clock aria-hidden="true" size={20} />}>
      <p className={css.clock}>
        <time>{wallClockAt(Math.max(state.serviceNowMs, nowMs), timeZone).time}</time>
      </p>
      <div className={css.row}>
        {steps.map((step) => (
          <Button key={step.seconds} busy={advance.busy} onClick={() => void moveOn(step.seconds)}>
            Forward {step.words}
          </Button>
        ))}
      </div>
      <p className={css.quiet}>
        A held slot runs out after 10 minutes; results come about half a minute after a sample.
      </p>
      <Failure errors={[advance.error]} />
    </Panel>
  );
}

function OutcomePanel({ state }: { state: State }) {
  return (
    <Panel title="What the laboratory will find" aside={<FlaskConical aria-hidden="true" size={20} />}>
      <p>
        {state.nextScenario === null
          ? 'The next walk-in that is registered here is an ordinary one: all within range.'
          : `The next walk-in that is registered here ends as ${state.nextScenario}.`}
      </p>
      <a href={hrefOf(links.service)}>Choose what it finds, or force an error</a>
    </Panel>
  );
}

function PrinterPanel({ state }: { state: State }) {
  const setMode = useCommand('training.setPrinterMode');
  return (
    <Panel title="The training printer" aside={<Printer aria-hidden="true" size={20} />}>
      <p>
        It listens at <code>{state.printer.address}</code> as a real label printer does. Labels in its tray:{' '}
        {state.printer.received}.
      </p>
      <Segments
        legend="How the printer behaves"
        legendShown
        name="printer-mode"
        value={state.printer.mode}
        onChange={(mode) => setMode.run({ mode })}
        choices={[
          { value: 'ready', words: 'Ready' },
          { value: 'off', words: 'Switched off' },
          { value: 'silent', words: 'Never answers' },
          { value: 'breaks', words: 'Breaks off' },
        ]}
      />
      <Failure errors={[setMode.error]} />
    </Panel>
  );
}

function Labels() {
  const labels = useQuery('training.labels', { limit: 24 });
  const clear = useCommand('training.clearLabels');
  const timeZone = useTimeZone();
  const items = labels.value?.items ?? [];
  return (
    <Panel
      title="Labels that came out"
      aside={
        items.length > 0 && (
          <Button size="small" onClick={() => void clear.run({})}>
            Clear the tray
          </Button>
        )
      }
    >
      {labels.error && !labels.value && <ErrorNotice error={labels.error} />}
      {labels.value && items.length === 0 && (
        <EmptyState icon={<Printer size={26} />} title="The tray is empty">
          Print a label from a visit; it appears here as a picture of what the printer received.
        </EmptyState>
      )}
      <ul className={css.labels}>
        {items.map((label) => {
          const at = wallClockAt(label.receivedAtMs, timeZone);
          const seconds = String(at.second).padStart(2, '0');
          return (
            <li key={label.id} className={css.label}>
              {label.pngBase64 === null ? (
                <p className={css.problem}>{label.problem ?? 'What arrived cannot be drawn as a label.'}</p>
              ) : (
                <img
                  src={`data:image/png;base64,${label.pngBase64}`}
                  alt={`Label received at ${at.time}:${seconds}`}
                  className={css.picture}
                />
              )}
              <span className={css.quiet}>
                {at.time}:{seconds} · {label.byteCount} bytes · {label.widthMm} × {label.heightMm} mm
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Failure({ errors }: { errors: readonly (Parameters<typeof ErrorNotice>[0]['error'] | null)[] }) {
  const error = errors.find((one) => one !== null);
  return error ? <ErrorNotice error={error} /> : null;
}
