// The scanner at a cable that somebody chose at this computer, kept for the next start. Every window of the desk sees the same.
import { create } from 'zustand';
import type { SerialEnding } from '../../../domain/serial-scan.ts';

interface Device {
  /** As the person knows it; empty where the system gives no name. */
  readonly name: string;
  /** Numbers that USB devices bear; null for one without. */
  readonly vendorId: number | null;
  readonly productId: number | null;
}

export type ChosenScanner =
  | (Device & {
      readonly kind: 'serial';
      readonly baudRate: number;
      readonly ending: SerialEnding;
      /** How many of the model were picked; left out: one. Others may be adapters of the same make, with a printer behind them. */
      readonly picked?: number;
    })
  /** A USB scanner with reports of its own (HID POS). */
  | (Device & { readonly kind: 'hid' });

const STORED_AS = 'drawdesk.chosen-scanner';

function stored(): ChosenScanner | null {
  try {
    return JSON.parse(window.localStorage.getItem(STORED_AS) ?? 'null') as ChosenScanner | null;
  } catch {
    return null;
  }
}

export const useChosenScanner = create<{
  chosen: ChosenScanner | null;
  choose: (scanner: ChosenScanner | null) => void;
  /** Another window has stored something under this key; null: it has cleared everything. Only a choice changes what is chosen. */
  changedElsewhere: (key: string | null) => void;
}>((set) => ({
  chosen: stored(),
  choose: (chosen) => {
    if (chosen === null) window.localStorage.removeItem(STORED_AS);
    else window.localStorage.setItem(STORED_AS, JSON.stringify(chosen));
    set({ chosen });
  },
  changedElsewhere: (key) => {
    if (key === null || key === STORED_AS) set({ chosen: stored() });
  },
}));
