// A label that must not go on the tube of the open visit. The alarm stays until a person has answered it, which the engine keeps: a
// reload or another window brings it back.
import { create } from 'zustand';
import type { VisitDetail } from '../../../contract/views.ts';

/** The visit at which it was scanned, and what is known of the label. */
export interface WrongLabel extends NonNullable<VisitDetail['wrongLabel']> {
  readonly visit: Pick<VisitDetail, 'id' | 'person'>;
}

export const useWrongLabel = create<{
  wrong: WrongLabel | null;
  /** Counts the alarms: the same label at the same visit, scanned again after an answer, is another one, to be answered by itself. */
  number: number;
  /** Scans that came while the alarm was up. */
  scansMeanwhile: number;
  /** Somebody has answered it, here or at another window. */
  end: () => void;
}>((set) => ({
  wrong: null,
  number: 0,
  scansMeanwhile: 0,
  end: () => set({ wrong: null, scansMeanwhile: 0 }),
}));

/** The same alarm again changes nothing, so that scans which came meanwhile stay counted. */
export function raiseWrongLabel(wrong: WrongLabel): void {
  const { wrong: up, number } = useWrongLabel.getState();
  if (up?.visit.id === wrong.visit.id && up.code === wrong.code) return;
  useWrongLabel.setState({ wrong, number: number + 1, scansMeanwhile: 0 });
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
