// What a person can change of a registration, or ask of the service about it. Each says first what it will do.
import { Mail, RotateCcw, Smartphone, UserRoundCheck } from 'lucide-react';
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { needsPerson } from '../../shared/words/outbox-state-words.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { OBSTACLES, askedWords, whyNotAssigned } from './asked-words.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { ChangeReference, RequestEmail, RequestRetest } from './request-dialogs.tsx';
import { useRequestDraft, type RequestEntry } from './request-draft.ts';
import css from './registrations.module.css';

export function RegistrationActions(props: { registration: RegistrationDetailView; today: string }) {
  const { registration } = props;
  const requests = useQuery('registrations.requests', { registrationId: registration.id }).value;
  const draft = useRequestDraft(registration.id);
  const { open } = draft.entry;
  const setOpen = (dialog: RequestEntry['open']): void => draft.change({ open: dialog });
  const mayNot = {
    update: useMayNot('registrations.update'),
    email: useMayNot('registrations.sendCompleteEmail'),
    retest: useMayNot('registrations.retest'),
  };
  const blockedBy = (what: keyof RegistrationRequests['obstacles']): string | null => {
    if (mayNot[what] !== null) return mayNot[what];
    if (!requests) return 'This is being read.';
    const obstacle = requests.obstacles[what];
    return obstacle === null ? null : OBSTACLES[obstacle];
  };
  const timeZone = useTimeZone();
  const pausedUntilMs = useQuery('connection.get', {}).value?.pausedUntilMs ?? null;
  const waiting = (requests?.changes ?? []).flatMap((change) => {
    const words = askedWords(change, timeZone, pausedUntilMs);
    return words === null ? [] : [{ id: change.id, words, isToDecide: needsPerson(change) }];
  });
  return (
    <Panel title="Change or ask for">
      <div className={css.actions}>
        <Button
          icon={<UserRoundCheck />}
          blocked={whyNotAssigned(registration)}
          onClick={() => setOpen('assign')}
        >
          {registration.person ? 'Assign somebody else' : 'Assign the patient'}
        </Button>
        <Button icon={<Smartphone />} blocked={blockedBy('update')} onClick={() => setOpen('update')}>
          Mobile number or reference
        </Button>
        <Button icon={<Mail />} blocked={blockedBy('email')} onClick={() => setOpen('email')}>
          Send completion e-mail
        </Button>
        <Button icon={<RotateCcw />} blocked={blockedBy('retest')} onClick={() => setOpen('retest')}>
          Ask for a retest
        </Button>
      </div>
      {waiting.length > 0 && (
        <ul className={css.asked} aria-label="Asked for already">
          {waiting.map(({ id, words, isToDecide }) => (
            <li key={id} className={isToDecide ? css.toDecide : undefined}>
              {words} {isToDecide && <a href={hrefOf(links.outbox)}>See it in the outbox</a>}
            </li>
          ))}
        </ul>
      )}
      {open === 'assign' && (
        <AssignDialog registration={registration} requests={requests} today={props.today} draft={draft} />
      )}
      {requests && open === 'update' && <ChangeReference requests={requests} draft={draft} />}
      {requests && open === 'email' && <RequestEmail requests={requests} draft={draft} />}
      {requests && open === 'retest' && <RequestRetest requests={requests} draft={draft} />}
    </Panel>
  );
}
