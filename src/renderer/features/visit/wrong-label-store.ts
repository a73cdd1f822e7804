// A label that must not go on the tube of the open visit. Stays until a person has acknowledged it.
import { create } from 'zustand';
import type { ScanOutcome } from '../../../contract/scan.ts';

export type WrongLabel = Extract<ScanOutcome, { kind: 'label-refused' }>;

export const useWrongLabel = create<{
  wrong: WrongLabel | null;
  /** Scans that came while the alarm was up. */
  scansMeanwhile: number;
  acknowledge: () => void;
}>((set) => ({
  wrong: null,
  scansMeanwhile: 0,
  acknowledge: () => set({ wrong: null, scansMeanwhile: 0 }),
}));

export function raiseWrongLabel(wrong: WrongLabel): void {
  useWrongLabel.setState({ wrong, scansMeanwhile: 0 });
}

/**
 * While the alarm is up a scan proves nothing and leads nowhere: the tubes have not been looked at yet. Returns true when
 * a scan was turned away.
 */
export function turnScanAway(): boolean {
  const { wrong, scansMeanwhile } = useWrongLabel.getState();
  if (!wrong) return false;
  useWrongLabel.setState({ scansMeanwhile: scansMeanwhile + 1 });
  return true;
}
