// A label that does not belong to the open visit. Stays until a person has acknowledged it.
import { create } from 'zustand';
import type { ScanOutcome } from '../../../contract/scan.ts';

export type WrongLabel = Extract<ScanOutcome, { kind: 'label-refused' }>;

export const useWrongLabel = create<{ wrong: WrongLabel | null; acknowledge: () => void }>((set) => ({
  wrong: null,
  acknowledge: () => set({ wrong: null }),
}));

export function raiseWrongLabel(wrong: WrongLabel): void {
  useWrongLabel.setState({ wrong });
}
