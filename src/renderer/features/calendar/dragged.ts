// What is being dragged in the calendar. The browser tells a place that is dragged over nothing about what hangs over it.
import { create } from 'zustand';

interface DragStore {
  /** The visit whose appointment is being dragged; null while nothing is. */
  readonly visitId: string | null;
  drag: (visitId: string | null) => void;
}

export const useDragged = create<DragStore>((set) => ({
  visitId: null,
  drag: (visitId) => set({ visitId }),
}));

/** For a place onto which an appointment can be dropped. @example <button {...dropOnto(visitId, () => move(visitId))}> */
export function dropOnto(visitId: string | null, onDrop: (visitId: string) => void) {
  if (visitId === null) return {};
  return {
    'data-drop': '',
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      onDrop(visitId);
    },
  };
}
