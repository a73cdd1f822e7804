// What this desk wants of its visit tickets.
import { Ticket } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { useCommand } from '../../host/use-command.ts';
import { useSession } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Segments, Switch } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './settings.module.css';

type Rules = Output<'tickets.setRules'>;

const NAME_WORDS: Readonly<Record<Rules['name'], string>> = {
  full: 'Full name',
  initials: 'Initials',
  none: 'No name',
};

export function TicketPanel() {
  const session = useSession();
  const set = useCommand('tickets.setRules', { repeatable: true });
  const mayNot = useMayNot('tickets.setRules');
  const rules = session?.ticket;
  return (
    <Panel title="Visit tickets" aside={<Ticket aria-hidden="true" size={20} />}>
      {!session || !rules ? (
        <SkeletonRows count={2} label="The settings of tickets are being read" />
      ) : rules.from === 'managed' ? (
        <>
          <p>
            {rules.onCheckIn ? 'Each check-in prints a ticket.' : 'Tickets are printed from a visit.'} On it:{' '}
            {NAME_WORDS[rules.name].toLowerCase()}.
          </p>
          <p className={css.quiet}>The managed settings of this site fix it.</p>
        </>
      ) : (
        <>
          <Switch
            label="Print a ticket at each check-in"
            checked={rules.onCheckIn}
            blocked={mayNot}
            onChange={(onCheckIn) => set.run({ onCheckIn })}
          />
          <Segments
            legend="On the ticket"
            legendShown
            name="ticket-name"
            value={rules.name}
            blocked={mayNot}
            onChange={(name) => set.run({ name })}
            choices={(['full', 'initials', 'none'] as const).map((value) => ({
              value,
              words: NAME_WORDS[value],
            }))}
          />
        </>
      )}
      {session && !session.printers.some(({ prints }) => prints.includes('ticket')) && (
        <p className={css.quiet}>This desk has no ticket printer, so none is printed.</p>
      )}
      {set.error && <ErrorNotice error={set.error} />}
    </Panel>
  );
}
