// The settings of this desk and of this window: where it works, how it looks and sounds, its scanner, its keys, what it is.
import { AppWindow, LogOut, RefreshCw, Volume2, VolumeX } from 'lucide-react';
import { useCommand } from '../../host/use-command.ts';
import { useDesk } from '../../host/desk-context.ts';
import { signWindowOut } from '../../host/sign-window-out.ts';
import { useSession } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { NO_PLACE_WORDS, noPlaceOf } from '../../shared/words/no-place-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { useSound } from '../../ui/alarm-sound.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, Switch } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { CableScannerPanel } from './cable-scanner-panel.tsx';
import { ScannerPanel } from './scanner-panel.tsx';
import { PrintersPanel } from './printers-panel.tsx';
import { TicketPanel } from './ticket-panel.tsx';
import css from './settings.module.css';

export function Settings() {
  return (
    <Screen title="Desk settings" page>
      <div className={css.columns}>
        <div className={css.column}>
          <Location />
          <Appearance />
          <Sounds />
          <ThisWindow />
          <About />
        </div>
        <div className={css.column}>
          <PrintersPanel />
          <TicketPanel />
          <ScannerPanel />
          <CableScannerPanel />
          <Panel title="Keyboard shortcuts">
            <ShortcutList />
          </Panel>
        </div>
      </div>
    </Screen>
  );
}

function Location() {
  const session = useSession();
  const chooseLocation = useCommand('session.chooseLocation', { repeatable: true });
  const syncNow = useCommand('sync.now', { repeatable: true });
  const mayNot = useMayNot('session.chooseLocation');
  async function lookAgain(): Promise<void> {
    if ((await syncNow.run({})).ok) notify('Asking the service now');
  }
  return (
    <Panel title="Location">
      {session === null && <SkeletonRows count={1} label="The location is being read" />}
      {session && session.locationNamed !== null && (
        <p>
          {session.location?.name ?? NO_PLACE_WORDS[noPlaceOf(session) ?? 'not-read'].title}
          <br />
          <span className={css.quiet}>
            {session.location === null
              ? `The managed settings of this site name “${session.locationNamed}”.`
              : 'The managed settings of this site fix it.'}
          </span>
        </p>
      )}
      {session?.locationNamed === null && session.locations.length === 0 && (
        <p className={css.quiet}>The service’s locations have not been read yet.</p>
      )}
      {session?.locationNamed === null && session.locations.length > 0 && (
        <SelectField
          label="This desk is at"
          value={session.location?.id ?? ''}
          blocked={mayNot}
          onChange={(locationId) => void chooseLocation.run({ locationId })}
        >
          {session.location === null && <option value="">Choose a location</option>}
          {session.locations.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </SelectField>
      )}
      {chooseLocation.error && <ErrorNotice error={chooseLocation.error} />}
      {session?.locationNamed === null && (
        <>
          <p className={css.quiet}>
            Is a location missing? The laboratory’s list is read from time to time, and when you ask.
          </p>
          <div className={css.row}>
            <Button icon={<RefreshCw />} busy={syncNow.busy} onClick={() => void lookAgain()}>
              Look again now
            </Button>
          </div>
          {syncNow.error && <ErrorNotice error={syncNow.error} />}
        </>
      )}
    </Panel>
  );
}

function Sounds() {
  const sound = useSound();
  return (
    <Panel title="Sounds">
      <span className={css.row}>
        {sound.on ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        <Switch label="Sound when a label is scanned" checked={sound.on} onChange={sound.set} />
      </span>
      <p className={css.quiet}>
        A short sound for the right label, an alarm for a wrong one. This window only.
      </p>
    </Panel>
  );
}

function ThisWindow() {
  const desk = useDesk();
  const { openWindow, signOut } = desk.host;
  if (!openWindow && !signOut) return null;
  return (
    <Panel title="This window">
      <div className={css.row}>
        {openWindow && (
          <Button icon={<AppWindow />} onClick={() => void openWindow()}>
            New window
          </Button>
        )}
        {signOut && (
          <Button icon={<LogOut />} onClick={() => void signWindowOut(desk)}>
            Sign this window out
          </Button>
        )}
      </div>
    </Panel>
  );
}
