// A label that does not belong to the open visit. Stays until a person has acknowledged it.
import { create } from 'zustand';
import type { VisitDetail, VisitRow } from '../../../contract/views.ts';

export interface WrongLabel {
  readonly code: string;
  readonly visit: VisitDetail;
  readonly belongsTo: VisitRow | null;
}

export const useWrongLabel = create<{ wrong: WrongLabel | null; acknowledge: () => void }>((set) => ({
  wrong: null,
  acknowledge: () => set({ wrong: null }),
}));

export function raiseWrongLabel(wrong: WrongLabel): void {
  useWrongLabel.setState({ wrong });
}
