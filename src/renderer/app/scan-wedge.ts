// Listens for scanners that type like a keyboard, whatever has the focus, and leaves fields as they were.
import { createAltNumbers } from './alt-numbers.ts';
import {
  createBurstDetector,
  RUN_GAP_MS,
  type BurstDecision,
  type BurstRules,
  type Keystroke,
} from './scan-burst.ts';
import { restore, takeSnapshot, type FieldSnapshot } from './field-snapshot.ts';
import { characterOfEvent, digitWithAlt } from '../shared/scanning/scanner-key.ts';
import { isTextField } from './text-target.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);
const GROUP_SEPARATOR = '\u001d';

function keystrokeOf(event: KeyboardEvent, isFast: boolean): Keystroke {
  const at = {
    timeMs: event.timeStamp,
    repeat: event.repeat,
    inText: isTextField(document.activeElement),
    lateMs: performance.now() - event.timeStamp,
  };
  if (event.isComposing || event.metaKey || event.altKey) return { kind: 'other', text: '', ...at };
  if (event.ctrlKey) {
    // A control character: scanners send it as Ctrl and a key. Nobody presses that in the middle of 10 ms typing.
    if (!isFast) return { kind: 'other', text: '', ...at };
    const separates = event.code === 'BracketRight';
    return { kind: 'separator', text: separates ? GROUP_SEPARATOR : '', ...at };
  }
  if (event.key === 'Enter') return { kind: 'enter', text: '', ...at };
  if (event.key === 'Tab') return { kind: 'tab', text: '', ...at };
  const text = characterOfEvent(event);
  return text === null ? { kind: 'other', text: '', ...at } : { kind: 'character', text, ...at };
}

export interface ScanListeners {
  /** Gets the text of a scan of which more keys may follow, after each of its keys. */
  onComing: (textSoFar: string) => void;
  /** Gets the raw text of a whole scan, without the suffix. */
  onScan: (text: string) => void;
  /** Gets what came of a scan that nobody can be sure of. */
  onUnclear: (text: string) => void;
  /** A scanner sends each character as Alt and a number, of which no scan can be taken. */
  onNumbers: () => void;
}

/** Starts listening; returns the way to stop. Fields are as they were before the scan when one of the two is called. */
export function listenForScans(
  rules: BurstRules,
  { onComing, onScan, onUnclear, onNumbers }: ScanListeners,
): () => void {
  const detector = createBurstDetector(rules);
  const altNumbers = createAltNumbers();
  let snapshots: FieldSnapshot[] = [];
  /** Before the first key of the run that comes now: of a longer scan than any code, the snapshots do not reach back so far. */
  let runBegan: FieldSnapshot | null = null;
  let lastKeyMs = -Infinity;
  /** A press of Tab that meant nothing by itself, and what had the focus before it. */
  let tab: { readonly before: FieldSnapshot; readonly timeMs: number } | null = null;
  /** The same where keys follow so fast that the scanner has sent it: it begins the burst. */
  let lead: FieldSnapshot | null = null;
  let silence: number | undefined;

  /** True when the keys were a scanner's. */
  function take(decision: BurstDecision): boolean {
    if (decision.kind !== 'scan' && decision.kind !== 'unclear') return false;
    // A scanner that sends Tab before each code has moved the focus with it.
    const isWhole = decision.keyCount >= snapshots.length;
    if (decision.keyCount > 0) {
      restore([
        ...(isWhole && lead ? [lead] : []),
        ...(decision.keyCount > snapshots.length && runBegan ? [runBegan] : []),
        ...snapshots.slice(-decision.keyCount),
      ]);
    }
    snapshots = [];
    lead = null;
    if (decision.kind === 'scan') onScan(decision.text);
    else onUnclear(decision.text);
    return true;
  }

  function stop(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (MODIFIERS.has(event.key)) return;
    if (event.repeat) {
      // The time runs on: something may lie on a key for long, and a scan that came meanwhile ends nevertheless.
      if (take(detector.press(keystrokeOf(event, detector.isFast())))) stop(event);
      return;
    }
    window.clearTimeout(silence);
    if (digitWithAlt(event) !== null && altNumbers.press(event.timeStamp)) onNumbers();
    const key = keystrokeOf(event, detector.isFast());
    const inBurst = key.kind === 'character' || key.kind === 'separator';
    if (inBurst && snapshots.length === 0) {
      lead = tab !== null && event.timeStamp - tab.timeMs <= RUN_GAP_MS ? tab.before : null;
    }
    const here = takeSnapshot();
    tab = key.kind === 'tab' ? { before: here, timeMs: event.timeStamp } : null;
    if (inBurst) {
      snapshots.push(here);
      if (event.timeStamp - lastKeyMs > RUN_GAP_MS) runBegan = here;
      lastKeyMs = event.timeStamp;
    }
    const decision = detector.press(key);
    if (take(decision)) {
      stop(event);
      return;
    }
    if (decision.kind === 'swallow' || key.kind === 'separator') stop(event);
    if (!inBurst) {
      snapshots = [];
      return;
    }
    snapshots = snapshots.slice(-320);
    const soFar = detector.textSoFar();
    if (soFar !== null) onComing(soFar);
    waitForSilence();
  }

  function waitForSilence(): void {
    const dueMs = performance.now() + detector.silenceMs;
    silence = window.setTimeout(() => {
      // What led to nothing is kept: keys that a busy computer brings late may go on with it.
      const decision = detector.fallSilent(performance.now() - dueMs);
      if (decision.kind === 'wait') waitForSilence();
      else take(decision);
    }, detector.silenceMs);
  }

  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    window.clearTimeout(silence);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
