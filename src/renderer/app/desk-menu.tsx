// Theme, sound, keys, another window.
import {
  AppWindow,
  Keyboard,
  LogOut,
  Moon,
  Rows2,
  Rows4,
  Settings2,
  Sun,
  SunMoon,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../host/use-command.ts';
import { useDesk } from '../host/desk-context.ts';
import { useSession } from '../host/use-session.ts';
import { useSound } from '../ui/alarm-sound.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, Segments, Switch } from '../ui/checks.tsx';
import { useDensity } from '../ui/density.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { useTheme } from '../ui/theme.ts';
import css from './desk-menu.module.css';

export function DeskMenu({ showKeys }: { showKeys: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-label="Desk settings" icon={<Settings2 />} onClick={() => setOpen(true)} />
      {open && (
        <DeskSettings
          onClose={() => setOpen(false)}
          showKeys={() => {
            setOpen(false);
            showKeys();
          }}
        />
      )}
    </>
  );
}

function DeskSettings({ onClose, showKeys }: { onClose: () => void; showKeys: () => void }) {
  const desk = useDesk();
  const session = useSession();
  const theme = useTheme();
  const density = useDensity();
  const sound = useSound();
  const chooseLocation = useCommand('session.chooseLocation');
  const { openWindow, signOut } = desk.host;
  return (
    <Dialog title="Desk settings" onClose={onClose}>
      <div className={css.lines}>
        <Segments
          legend="Light or dark"
          legendShown
          name="theme"
          value={theme.choice}
          onChange={theme.choose}
          choices={[
            { value: 'system', words: 'Like this computer', icon: <SunMoon aria-hidden="true" size={17} /> },
            { value: 'light', words: 'Light', icon: <Sun aria-hidden="true" size={17} /> },
            { value: 'dark', words: 'Dark', icon: <Moon aria-hidden="true" size={17} /> },
          ]}
        />
        <Segments
          legend="Rows of the board"
          legendShown
          name="density"
          value={density.density}
          onChange={density.choose}
          choices={[
            { value: 'large', words: 'Large', icon: <Rows2 aria-hidden="true" size={17} /> },
            { value: 'compact', words: 'Compact', icon: <Rows4 aria-hidden="true" size={17} /> },
          ]}
        />
        <span className={css.row}>
          {sound.on ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
          <Switch label="Sound when a label is scanned" checked={sound.on} onChange={sound.set} />
        </span>
        {session && session.locations.length > 1 && (
          <SelectField
            label="This desk is at"
            value={session.location?.id ?? ''}
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
        <div className={css.row}>
          <Button icon={<Keyboard />} onClick={showKeys}>
            Keyboard shortcuts
          </Button>
          {openWindow && (
            <Button icon={<AppWindow />} onClick={() => void openWindow()}>
              New window
            </Button>
          )}
          {signOut && (
            <Button icon={<LogOut />} onClick={() => void signOut()}>
              Sign this window out
            </Button>
          )}
        </div>
        {session && (
          <p className={css.about}>
            Drawdesk {session.version}, {session.mode === 'training' ? 'training mode' : 'live service'}
            {session.mode === 'live' && ` at ${session.serviceAddress}`}. Times are in the zone{' '}
            {session.timeZone}.
          </p>
        )}
      </div>
    </Dialog>
  );
}
