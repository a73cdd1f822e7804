// Labels that must not go on the tubes of the open visit. The alarm stays until a person has answered it, which the engine keeps: a
// reload or another window brings it back.
import { create } from 'zustand';
import type { VisitDetail } from '../../../contract/views.ts';

/** A label that is refused, and what is known of it. */
export type WrongLabel = VisitDetail['wrongLabels'][number];

/** The visit at which wrong labels were scanned, and the labels in the order of their scans: one at least. */
export interface WrongLabels {
  readonly visit: Pick<VisitDetail, 'id' | 'person'>;
  readonly labels: readonly WrongLabel[];
}

export const useWrongLabels = create<{
  wrong: WrongLabels | null;
  /** Counts what the alarm has named: with each label more it is another alarm, to be answered by itself. */
  number: number;
  /** Scans that came while the alarm was up, and named no further label. */
  scansMeanwhile: number;
  /** Somebody has answered it, here or at another window. */
  end: () => void;
}>((set) => ({
  wrong: null,
  number: 0,
  scansMeanwhile: 0,
  end: () => set({ wrong: null, scansMeanwhile: 0 }),
}));

/** Shows what is unanswered at a visit; with none its alarm ends. The same labels again change nothing. */
export function showWrongLabels(visit: WrongLabels['visit'], labels: WrongLabels['labels']): void {
  const { wrong: up, number, scansMeanwhile, end } = useWrongLabels.getState();
  const isUp = up?.visit.id === visit.id;
  if (labels.length === 0) {
    if (isUp) end();
    return;
  }
  const named = new Set(isUp ? up.labels.map(({ code }) => code) : []);
  if (labels.every(({ code }) => named.has(code))) return;
  useWrongLabels.setState({
    wrong: { visit: { id: visit.id, person: visit.person }, labels },
    number: number + 1,
    scansMeanwhile: isUp ? scansMeanwhile : 0,
  });
}

/** A scan proved nothing and led nowhere, because the tubes have not been looked at yet. */
export function countScanNotTaken(): void {
  useWrongLabels.setState(({ scansMeanwhile }) => ({ scansMeanwhile: scansMeanwhile + 1 }));
}

/** One of them turned out to be a further wrong label, which is named. */
export function uncountScan(): void {
  useWrongLabels.setState(({ scansMeanwhile }) => ({ scansMeanwhile: Math.max(0, scansMeanwhile - 1) }));
}
