// The desk's own door for the service's events: where it is, what came in and what was refused. Shown where the managed settings
// open it.
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { dayAndTime } from './copy-words.ts';
import css from './service.module.css';

type Intake = Output<'service.intake'>;

export function IntakePanel() {
  const mayNotSee = useMayNot('service.intake');
  const intake = useQuery('service.intake', mayNotSee === null ? {} : skip);
  const timeZone = useTimeZone();
  useAskedAgain(intake.refresh);
  if (!intake.value || intake.value.address === null) return null;
  const { address, last, notUnderstood, refusedForSecret, refusedOtherwise } = intake.value;
  return (
    <Panel title="Events at this desk">
      <Standing intake={intake.value} />
      <dl className={css.facts}>
        <div>
          <dt>Taken at</dt>
          <dd>{address}</dd>
        </div>
        <div>
          <dt>Last event</dt>
          <dd>
            {last ? (
              <>
                {last.event}, <time data-dated="">{dayAndTime(last.atMs, timeZone)}</time>
              </>
            ) : (
              'None since this desk was started'
            )}
          </dd>
        </div>
        <div>
          <dt>Refused: wrong secret</dt>
          <dd>{refusedForSecret}</dd>
        </div>
        <div>
          <dt>Refused: other</dt>
          <dd>{refusedOtherwise}</dd>
        </div>
        {notUnderstood > 0 && (
          <div>
            <dt>Not understood</dt>
            <dd>{notUnderstood}</dd>
          </div>
        )}
      </dl>
      {refusedForSecret > 0 && last === null && (
        <p className={css.quiet}>
          If the service sends them, it has another secret than this desk. Events that are refused are lost in
          the end; the desk finds the changes by asking.
        </p>
      )}
    </Panel>
  );
}

function Standing({ intake: { heard, asksLess } }: { intake: Intake }) {
  if (asksLess) {
    return (
      <p className={classNames(css.state, css.good)}>
        <CircleCheck aria-hidden="true" size={17} />
        <span className={css.whole}>Events come reliably, so this desk asks the service less often</span>
      </p>
    );
  }
  const Icon = heard > 0 ? Clock : CircleX;
  return (
    <p className={css.state}>
      <Icon aria-hidden="true" size={17} />
      <span className={css.whole}>
        {heard > 0
          ? 'Events come; this desk still asks as often as without them'
          : 'No event has come; this desk asks as often as without them'}
      </span>
    </p>
  );
}
