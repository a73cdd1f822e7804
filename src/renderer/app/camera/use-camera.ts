// The camera of this machine while somebody scans with it: its picture, and what is read on it.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useDesk } from '../../host/desk-context.ts';
import { pictureOf } from './camera-picture.ts';
import { steadyCode } from './steady-code.ts';

/** Between two pictures, so that the machine has time for other things. */
const PAUSE_MS = 120;
/** After so long without a code it is said how one is held. */
const PATIENCE_MS = 12_000;

/** Why there is no picture. `taken`: another program uses the camera. */
export type CameraTrouble = 'not-allowed' | 'no-camera' | 'taken' | 'no-engine' | 'other';

export type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'looking'; readonly sees: 'nothing' | 'several' | 'nothing-for-long' }
  | { readonly kind: 'trouble'; readonly why: CameraTrouble };

export interface CameraDevice {
  readonly id: string;
  readonly name: string;
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'not-allowed',
  SecurityError: 'not-allowed',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'taken',
  AbortError: 'taken',
};

function troubleOf(thrown: unknown): CameraTrouble {
  return (thrown instanceof DOMException ? TROUBLES[thrown.name] : undefined) ?? 'other';
}

async function devicesNow(): Promise<CameraDevice[]> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, index) => ({
      id: deviceId,
      name: label === '' ? `Camera ${index + 1}` : label,
    }));
}

/**
 * Shows the camera in `video` and calls `onCode` once, with the first code that is surely read; the camera is off then, as it is
 * when the component goes. `deviceId` null takes the camera that looks away from the person, where there is one.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  deviceId: string | null,
  onCode: (code: string) => void,
): { state: CameraState; devices: readonly CameraDevice[]; again: () => void } {
  const desk = useDesk();
  const [state, setState] = useState<CameraState>({ kind: 'starting' });
  const [devices, setDevices] = useState<readonly CameraDevice[]>([]);
  const [round, setRound] = useState(0);
  const tell = useRef(onCode);
  useEffect(() => {
    tell.current = onCode;
  });

  useEffect(() => {
    let ended = false;
    let stream: MediaStream | null = null;
    let timer: number | undefined;
    const canvas = document.createElement('canvas');
    const see = steadyCode();
    const off = (): void => {
      ended = true;
      window.clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };

    async function start(): Promise<void> {
      setState({ kind: 'starting' });
      const size = { width: { ideal: 1_280 }, height: { ideal: 720 } };
      const which = deviceId === null ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
      const opened = await navigator.mediaDevices.getUserMedia({ video: { ...size, ...which } });
      if (ended) {
        opened.getTracks().forEach((track) => track.stop());
        return;
      }
      stream = opened;
      // Somebody pulls the cable, or takes the permission back.
      opened.getVideoTracks()[0]?.addEventListener('ended', () => fail('taken'));
      const shown = video.current;
      if (!shown) return;
      shown.srcObject = opened;
      await shown.play();
      setDevices(await devicesNow());
      setState({ kind: 'looking', sees: 'nothing' });
      look(shown, performance.now());
    }

    function fail(why: CameraTrouble): void {
      if (ended) return;
      off();
      setState({ kind: 'trouble', why });
    }

    function look(shown: HTMLVideoElement, sinceMs: number): void {
      timer = window.setTimeout(() => {
        void lookOnce(shown).then((seen) => {
          if (ended || seen === null) return;
          if (typeof seen === 'object') {
            off();
            tell.current(seen.code);
            return;
          }
          const isLong = performance.now() - sinceMs > PATIENCE_MS;
          const sees = seen === 'several' ? 'several' : isLong ? 'nothing-for-long' : 'nothing';
          setState((now) => (now.kind === 'looking' && now.sees === sees ? now : { kind: 'looking', sees }));
          look(shown, sinceMs);
        });
      }, PAUSE_MS);
    }

    /** Null when the engine does not answer; the camera is off then. */
    async function lookOnce(shown: HTMLVideoElement): Promise<ReturnType<typeof see> | null> {
      const picture = await pictureOf(shown, canvas);
      if (picture === null) return 'nothing';
      const answer = await desk.ask('scan.picture', { picture });
      if (answer.ok) return see(answer.value.codes);
      fail('no-engine');
      return null;
    }

    start().catch((thrown: unknown) => fail(troubleOf(thrown)));
    return off;
  }, [desk, video, deviceId, round]);

  const again = useCallback(() => setRound((now) => now + 1), []);
  return { state, devices, again };
}
