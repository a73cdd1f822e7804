// What is typed at the end of a collection: its time, and why labels are not scanned back.
import { useDraft } from '../../shared/drafts/use-draft.ts';

/** `time` is null while the clock is followed. */
const NOTHING_TYPED = { time: null as string | null, relaxing: false, reason: '' };

export const useCollectionDraft = (visitId: string) => useDraft(`collect:${visitId}`, NOTHING_TYPED);
