// The copy of this desk's own facts in the site's PostgreSQL database: how far it is, the key with which another machine takes over,
// and, on a desk that was replaced, what only it has. Shown at sites with a copy.
import { CircleCheck, CloudOff, KeyRound, OctagonAlert, RefreshCw, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { activityWords } from '../../shared/words/activity-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScrollSideways } from '../../ui/scroll-sideways.tsx';
import { copyWords, dayAndTime } from './copy-words.ts';
import css from './service.module.css';

type Copy = Output<'copy.get'>;

const ICONS: Readonly<Record<NonNullable<Copy['stage']>, LucideIcon>> = {
  starting: RefreshCw,
  copying: RefreshCw,
  copied: CircleCheck,
  unreachable: CloudOff,
  refused: OctagonAlert,
  ahead: OctagonAlert,
  fenced: OctagonAlert,
};

export function CopyPanel() {
  const copy = useQuery('copy.get', {});
  const timeZone = useTimeZone();
  useAskedAgain(copy.refresh);
  if (!copy.value?.isConfigured || copy.value.stage === null) return null;
  const { stage, fenced, isKeyOfCopy, keyShownAtMs } = copy.value;
  const Icon = ICONS[stage];
  return (
    <Panel title="Copy of this site">
      <p className={classNames(css.state, stage === 'copied' && css.good, stage === 'fenced' && css.bad)}>
        <Icon aria-hidden="true" size={20} />
        <span className={css.whole}>{copyWords(copy.value, timeZone)}</span>
      </p>
      {fenced && <OnlyHere fenced={fenced} timeZone={timeZone} />}
      {!fenced && isKeyOfCopy && <RecoveryKey shownAtMs={keyShownAtMs} />}
    </Panel>
  );
}

/** What people did at a desk that was replaced, and the other one does not know. */
function OnlyHere({ fenced, timeZone }: { fenced: NonNullable<Copy['fenced']>; timeZone: string }) {
  if (fenced.lostActivity.length === 0) return null;
  return (
    <ScrollSideways label="Only on this machine">
      <table className={css.table} aria-label="Only on this machine">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Person</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {fenced.lostActivity.map((entry) => (
            <tr key={entry.number}>
              <td>
                <time data-dated="">{dayAndTime(entry.atMs, timeZone)}</time>
              </td>
              <td>{entry.actor}</td>
              <td>{entry.person && formatName(entry.person)}</td>
              <td>{activityWords(entry, timeZone).title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSideways>
  );
}

function RecoveryKey({ shownAtMs }: { shownAtMs: number | null }) {
  const show = useCommand('copy.showRecoveryKey', { repeatable: true });
  const mayNot = useMayNot('copy.showRecoveryKey');
  const [key, setKey] = useState<string | null>(null);
  async function ask(): Promise<void> {
    const answer = await show.run({});
    if (answer.ok) setKey(answer.value.recoveryKey);
  }
  return (
    <>
      {shownAtMs === null && (
        <p className={css.unknown} role="status">
          <KeyRound aria-hidden="true" size={20} />
          <span>
            Nobody has seen the recovery key yet. Without it no other machine can take over from the copy:
            write it down, and keep it away from this machine.
          </span>
        </p>
      )}
      {show.error && <ErrorNotice error={show.error} />}
      {key === null ? (
        <Button icon={<KeyRound />} busy={show.busy} blocked={mayNot} onClick={() => void ask()}>
          Show the recovery key
        </Button>
      ) : (
        <>
          <p className={css.quiet}>
            Whoever has this key and the database can read everything of this site. That it was shown is
            recorded.
          </p>
          <output className={css.reference} aria-label="Recovery key">
            {key}
          </output>
          <Button onClick={() => setKey(null)}>Hide the recovery key</Button>
        </>
      )}
    </>
  );
}
