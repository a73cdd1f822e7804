// Hears the keys of a scanner while its sheet is scanned. Meanwhile they do nothing else: no shortcut, no field, no look-up.
import { useEffect, useRef } from 'react';
import type { SheetScan } from '../../../domain/scanner.ts';
import { characterOfEvent, digitWithAlt } from '../../shared/scanning/scanner-key.ts';
import { useScannerLearning } from '../../shared/scanning/scanner-learning.ts';
import { measureScan, type SheetKey } from './measure-scan.ts';

/** After so long without a key a scan that ends with none is over. */
const SILENCE_MS = 1_200;
/** Some scanners end with two keys; the second one must press nothing. */
const LATE_END_KEY_MS = 400;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

export function useSheetScans(
  active: boolean,
  listeners: { onScan: (scan: SheetScan) => void; onCancel: () => void },
) {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (!active) return;
    let keys: SheetKey[] = [];
    let endedAtMs = Number.NEGATIVE_INFINITY;
    let silence: number | undefined;
    const end = (endKey: SheetScan['endKey'], atMs: number): void => {
      const scan = measureScan(keys, endKey);
      keys = [];
      endedAtMs = atMs;
      latest.current.onScan(scan);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (MODIFIERS.has(event.key)) return;
      const isEnd = event.key === 'Enter' || event.key === 'Tab';
      // Without keys before them, these belong to the person: they move on, press a button, or leave.
      if (isEnd && keys.length === 0 && event.timeStamp - endedAtMs > LATE_END_KEY_MS) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      window.clearTimeout(silence);
      if (event.key === 'Escape') return latest.current.onCancel();
      if (isEnd) {
        if (keys.length > 0) end(event.key === 'Tab' ? 'Tab' : 'Enter', event.timeStamp);
        return;
      }
      const text = characterOfEvent(event) ?? digitWithAlt(event);
      if (text !== null && !event.repeat) keys.push({ text, timeMs: event.timeStamp });
      if (keys.length > 0)
        silence = window.setTimeout(() => end('none', event.timeStamp + SILENCE_MS), SILENCE_MS);
    };
    useScannerLearning.setState({ active: true });
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.clearTimeout(silence);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      useScannerLearning.setState({ active: false });
    };
  }, [active]);
}
