// The training screen: sets the embedded service's network and clock, and shows what the training printers
// printed.
import { Clock, FlaskConical, WifiOff } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Segments, Switch } from '../../ui/checks.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PageTray, TrainingOffice } from './training-office.tsx';
import { BigLabelPrinter, LabelTray, TrainingPrinters, TrainingTicketPrinter } from './training-printers.tsx';
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
          <TrainingPrinters
            printers={training.value.printers.filter(({ kind, spare }) => kind === 'label' && !spare)}
          />
          {training.value.printers
            .filter(({ kind }) => kind === 'form')
            .map((printer) => (
              <BigLabelPrinter key={printer.id} printer={printer} />
            ))}
          {training.value.printers
            .filter(({ kind }) => kind === 'ticket')
            .map((printer) => (
              <TrainingTicketPrinter key={printer.id} printer={printer} />
            ))}
          <TrainingOffice office={training.value.office} />
          <ClockPanel state={training.value} />
          <OutcomePanel state={training.value} />
        </div>
        <div className={css.panels}>
          <LabelTray printers={training.value.printers} />
          <PageTray office={training.value.office} />
        </div>
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
        <time>{shownClockAt(Math.max(state.serviceNowMs, nowMs), timeZone).time}</time>
      </p>
      <div className={css.row}>
        {steps.map((step) => (
          <Button key={step.seconds} busy={advance.busy} onClick={() => void moveOn(step.seconds)}>
            Forward {step.words}
          </Button>
        ))}
      </div>
      <p className={css.quiet}>
        A held slot runs out after 10 minutes. The laboratory has results about half a minute after a sample,
        and the desk reads them within three minutes.
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

function Failure({ errors }: { errors: readonly (Parameters<typeof ErrorNotice>[0]['error'] | null)[] }) {
  const error = errors.find((one) => one !== null);
  return error ? <ErrorNotice error={error} /> : null;
}
