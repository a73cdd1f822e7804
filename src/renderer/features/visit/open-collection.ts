// The visit whose labels are being scanned back at this window, if any. The scan router sends it with each scan.
let openVisitId: string | null = null;

/**
 * So long a scan waits for a collection that was just started: for the answer, and for the screen to show it. A desk that takes longer is
 * in trouble, and what was scanned is then better answered as it would be without the collection than not at all.
 */
const LONGEST_START_MS = 2_000;
let started: Promise<void> = Promise.resolve();
const whenShown = new Map<string, () => void>();

export const openCollection = {
  visitId: (): string | null => openVisitId,

  /** Called by the visit's screen when it shows a collection; call the returned function when it no longer does. */
  begin(visitId: string): () => void {
    openVisitId = visitId;
    whenShown.get(visitId)?.();
    return () => {
      if (openVisitId === visitId) openVisitId = null;
    };
  },

  /**
   * Called when somebody starts collecting, before it is answered. Whoever scans at once means this visit: without waiting, somebody
   * else's label would open their visit in the place of the alarm. `answered`: whether the collection was started; never rejects.
   */
  starting(visitId: string, answered: Promise<boolean>): void {
    const shown = new Promise<void>((resolve) => {
      whenShown.set(visitId, resolve);
      setTimeout(resolve, LONGEST_START_MS);
      void answered.then((isStarted) => {
        if (!isStarted || openVisitId === visitId) resolve();
      });
    });
    started = shown.then(() => void whenShown.delete(visitId));
  },

  /** When no collection is being started any more, or after {@link LONGEST_START_MS}. */
  whenStarted: (): Promise<void> => started,
};
