// Training: the next request of this desk is answered with an error that is chosen here.
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { shownSecondsAt } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './service.module.css';

const STATUSES: readonly { readonly status: number; readonly words: string }[] = [
  { status: 401, words: 'the token is not accepted' },
  { status: 403, words: 'not allowed' },
  { status: 404, words: 'not found' },
  { status: 409, words: 'taken, or there already' },
  { status: 422, words: 'a field is wrong' },
  { status: 429, words: 'too many requests' },
  { status: 500, words: 'the service fails' },
  { status: 502, words: 'a gateway fails' },
  { status: 503, words: 'out of service' },
];

export function ForcedErrorPanel() {
  const diagnosis = useQuery('service.diagnosis', {}).value;
  const forced = diagnosis?.forcedStatus ?? null;
  const used = diagnosis?.forcedUsed ?? null;
  const timeZone = useTimeZone();
  const force = useCommand('service.forceStatus', { repeatable: true });
  const mayNotSend = useMayNot('service.webhook');
  const desk = useDesk();
  const [isAsking, setAsking] = useState(false);
  const [status, setStatus] = useState(503);
  // A request that a person asks for. What the desk reads by itself may have to wait for its limit of requests a minute, which
  // is used up after the clock was moved forward.
  async function sendOne(): Promise<void> {
    setAsking(true);
    await desk.ask('service.webhook', {});
    setAsking(false);
  }
  return (
    <Panel title="Force an error" aside={<TriangleAlert aria-hidden="true" size={20} />}>
      <p className={css.quiet}>
        The next request to the training service gets this answer and does nothing. It may be one that the
        desk sends by itself.
      </p>
      <SelectField label="Answer with" value={String(status)} onChange={(value) => setStatus(Number(value))}>
        {STATUSES.map((one) => (
          <option key={one.status} value={one.status}>
            {one.status}: {one.words}
          </option>
        ))}
      </SelectField>
      <div role="status">
        {forced !== null && (
          <p className={css.next}>The next request is answered with {forced}. None has been sent yet.</p>
        )}
        {forced === null && used !== null && (
          <p className={css.next}>
            A request got {used.status} at {shownSecondsAt(used.atMs, timeZone)}. Everything after it is
            answered as always.
          </p>
        )}
      </div>
      <div className={css.row}>
        <Button busy={force.busy} onClick={() => void force.run({ status })}>
          Force it on the next request
        </Button>
        {forced !== null && (
          <>
            <Button busy={isAsking} blocked={mayNotSend} onClick={() => void sendOne()}>
              Send a request now
            </Button>
            <Button look="quiet" onClick={() => void force.run({ status: null })}>
              Take it back
            </Button>
          </>
        )}
      </div>
      {force.error && <ErrorNotice error={force.error} />}
    </Panel>
  );
}
