// What is typed at the end of a collection: its time, and why labels are not scanned back.
import { useState } from 'react';
import { useDraft } from '../../shared/drafts/use-draft.ts';

/** `time` is null while the clock is followed. */
const NOTHING_TYPED = { time: null as string | null, relaxing: false, reason: '' };

export const useCollectionDraft = (visitId: string) => useDraft(`collect:${visitId}`, NOTHING_TYPED);

/** Tells a time that a person has typed from one that stands in the field again after a scan was removed from it. */
export interface TimeByHand {
  /** Is told all that comes to stand in the field. Whether that is, or was before a scan, typed by a person. */
  typed(time: string, event: Pick<Event, 'isTrusted'>): boolean;
  /** What was typed does not count any more. */
  forget(): void;
}

/** `kept`: what was typed before the field came up. */
export function timeByHand(kept: string | null): TimeByHand {
  const times = new Set(kept === null ? [] : [kept]);
  return {
    typed(time, { isTrusted }) {
      if (isTrusted) times.add(time);
      return times.has(time);
    },
    forget: () => times.clear(),
  };
}

export function useTimeByHand(kept: string | null): TimeByHand {
  const [hands] = useState(() => timeByHand(kept));
  return hands;
}
