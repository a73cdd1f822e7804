// The sound of a wrong label and, short, of a right one. Made on the spot: no file, no network.
import { create } from 'zustand';

const STORED_AS = 'drawdesk.sound';

/** Whether this browser profile makes sounds; kept. @example useSound.getState().set(false) */
export const useSound = create<{ on: boolean; set: (on: boolean) => void }>((set) => ({
  on: window.localStorage.getItem(STORED_AS) !== 'off',
  set: (on) => {
    window.localStorage.setItem(STORED_AS, on ? 'on' : 'off');
    set({ on });
  },
}));

let context: AudioContext | null = null;

function beep(
  tones: readonly { hertz: number; fromS: number; lengthS: number }[],
  shape: OscillatorType,
): void {
  if (!useSound.getState().on) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    const start = context.currentTime;
    for (const tone of tones) {
      const oscillator = context.createOscillator();
      const volume = context.createGain();
      oscillator.type = shape;
      oscillator.frequency.value = tone.hertz;
      volume.gain.setValueAtTime(0.22, start + tone.fromS);
      volume.gain.exponentialRampToValueAtTime(0.001, start + tone.fromS + tone.lengthS);
      oscillator.connect(volume).connect(context.destination);
      oscillator.start(start + tone.fromS);
      oscillator.stop(start + tone.fromS + tone.lengthS);
    }
  } catch {
    // A machine without sound still shows the alarm.
  }
}

export function soundAlarm(): void {
  beep(
    [0, 0.28, 0.56].flatMap((fromS) => [
      { hertz: 880, fromS, lengthS: 0.14 },
      { hertz: 587, fromS: fromS + 0.14, lengthS: 0.14 },
    ]),
    'square',
  );
}

export function soundGood(): void {
  beep([{ hertz: 1_320, fromS: 0, lengthS: 0.09 }], 'sine');
}
