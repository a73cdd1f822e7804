// Listens for scanners that type like a keyboard, whatever has the focus, and leaves fields as they were.
import { characterOfKey, createBurstDetector, type BurstRules, type Keystroke } from './scan-burst.ts';
import { restore, takeSnapshot, type FieldSnapshot } from './field-snapshot.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);
const GROUP_SEPARATOR = '\u001d';

function keystrokeOf(event: KeyboardEvent, isFast: boolean): Keystroke {
  const at = { timeMs: event.timeStamp, repeat: event.repeat };
  if (event.isComposing || event.metaKey || event.altKey) return { kind: 'other', text: '', ...at };
  if (event.ctrlKey) {
    // A control character: scanners send it as Ctrl and a key. Nobody presses that in the middle of 10 ms typing.
    if (!isFast) return { kind: 'other', text: '', ...at };
    const separates = event.code === 'BracketRight';
    return { kind: 'separator', text: separates ? GROUP_SEPARATOR : '', ...at };
  }
  if (event.key === 'Enter') return { kind: 'enter', text: '', ...at };
  if (event.key === 'Tab') return { kind: 'tab', text: '', ...at };
  const placed = characterOfKey(event.code, event.shiftKey);
  const shown = event.key.length === 1 ? event.key : null;
  // Where the key's place and the keyboard layout give the same letter, the layout knows whether it is a capital (caps lock).
  const text = placed !== null && placed.toLowerCase() !== shown?.toLowerCase() ? placed : (shown ?? placed);
  return text === null ? { kind: 'other', text: '', ...at } : { kind: 'character', text, ...at };
}

/** Starts listening; returns the way to stop. `onScan` gets the raw text, without the suffix. */
export function listenForScans(rules: BurstRules, onScan: (text: string) => void): () => void {
  const detector = createBurstDetector(rules);
  let snapshots: FieldSnapshot[] = [];
  let silence: number | undefined;

  function take(text: string, keyCount: number): void {
    restore(snapshots.slice(-keyCount));
    snapshots = [];
    onScan(text);
  }

  function stop(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (MODIFIERS.has(event.key)) return;
    window.clearTimeout(silence);
    const key = keystrokeOf(event, detector.isFast());
    const inBurst = key.kind === 'character' || key.kind === 'separator';
    if (inBurst) snapshots.push(takeSnapshot());
    const decision = detector.press(key);
    if (decision.kind === 'scan') {
      stop(event);
      take(decision.text, decision.keyCount);
      return;
    }
    if (decision.kind === 'swallow' || key.kind === 'separator') stop(event);
    if (!inBurst) {
      snapshots = [];
      return;
    }
    snapshots = snapshots.slice(-320);
    silence = window.setTimeout(() => {
      const late = detector.fallSilent();
      if (late.kind === 'scan') take(late.text, late.keyCount);
      snapshots = [];
    }, rules.idleMs);
  }

  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    window.clearTimeout(silence);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
