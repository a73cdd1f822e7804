// Scanning with the camera of this machine: for a desk whose scanner is broken, or that has none.
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { onListKey } from '../../ui/select-list.ts';
import css from './camera-dialog.module.css';
import { useCamera, type CameraState, type CameraTrouble } from './use-camera.ts';

const TROUBLE_WORDS: Readonly<Record<CameraTrouble, string>> = {
  'not-allowed':
    'This window may not use the camera. Allow it in the browser’s address bar or in the computer’s privacy settings, then try again.',
  'no-camera':
    'This computer has no camera. Connect one and try again, or type the code into the search box.',
  taken: 'The camera stopped, or another program uses it. Close that program and try again.',
  'no-engine': 'Drawdesk does not answer, so nothing can be read. Try again when it runs.',
  other: 'The camera could not be started. Try again, or type the code into the search box.',
};

function wordsOf(state: CameraState): string {
  if (state.kind === 'starting') return 'Starting the camera …';
  if (state.kind === 'trouble') return TROUBLE_WORDS[state.why];
  switch (state.sees) {
    case 'several':
      return 'Several codes are in the picture. Show one alone: cover the others with a hand.';
    case 'nothing-for-long':
      return 'Nothing read yet. Bring the code nearer until the bars are sharp, and hold it level and out of the glare.';
    case 'nothing':
      return 'Hold one bar code before the camera.';
  }
}

export function CameraDialog(props: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const { state, devices, again } = useCamera(video, deviceId, props.onCode);
  const selectId = useId();
  return (
    <Dialog title="Scan with the camera" onClose={props.onClose}>
      <div className={css.dialog}>
        <div className={css.view} data-trouble={state.kind === 'trouble' || undefined}>
          <video ref={video} className={css.video} aria-label="What the camera sees" muted playsInline />
          <span className={css.aim} aria-hidden="true" />
        </div>
        <p className={css.words} role="status">
          {wordsOf(state)}
        </p>
        {devices.length > 1 && (
          <p className={css.choice}>
            <label htmlFor={selectId}>Camera</label>
            <select
              id={selectId}
              className={css.select}
              value={deviceId ?? devices[0]?.id ?? ''}
              onChange={(event) => setDeviceId(event.target.value)}
              onKeyDown={onListKey}
            >
              {devices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </p>
        )}
        <p className={css.buttons}>
          {state.kind === 'trouble' && (
            <Button look="main" onClick={again}>
              Try again
            </Button>
          )}
          <Button onClick={props.onClose}>Close</Button>
        </p>
        <p className={css.note}>The pictures are read on this computer and are not kept.</p>
      </div>
    </Dialog>
  );
}
