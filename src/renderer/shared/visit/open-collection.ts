// The visit whose labels are being scanned back at this window, if any. The scan router sends it with each scan.
let openVisitId: string | null = null;

/**
 * So long a scan waits for a collection that was just started: for the answer, and for the screen to show it. A desk that takes longer is
 * in trouble, and what was scanned is then better answered as it would be without the collection than not at all.
 */
const LONGEST_START_MS = 2_000;
let started: Promise<void> = Promise.resolve();

/** Starts that are answered and not shown yet. The same visit is there twice when it was started twice. */
interface AwaitedStart {
  readonly visitId: string;
  readonly letScansGo: () => void;
}
let awaited: readonly AwaitedStart[] = [];

export const openCollection = {
  visitId: (): string | null => openVisitId,

  /** Called by the visit's screen when it shows a collection; call the returned function when it no longer does. */
  begin(visitId: string): () => void {
    openVisitId = visitId;
    for (const start of awaited) if (start.visitId === visitId) start.letScansGo();
    return () => {
      if (openVisitId === visitId) openVisitId = null;
    };
  },

  /**
   * Called when somebody starts collecting, before it is answered. Whoever scans at once means this visit: without waiting, somebody
   * else's label would open their visit in the place of the alarm. `answered`: the visit whose collection was started, null when none
   * was; never rejects.
   */
  starting(answered: Promise<string | null>): void {
    started = new Promise<void>((letScansGo) => {
      setTimeout(letScansGo, LONGEST_START_MS);
      void answered.then((visitId) => {
        if (visitId === null || openVisitId === visitId) {
          letScansGo();
          return;
        }
        const start = { visitId, letScansGo };
        awaited = [...awaited, start];
        void started.then(() => (awaited = awaited.filter((one) => one !== start)));
      });
    });
  },

  /** When no collection is being started any more, or after {@link LONGEST_START_MS}. */
  whenStarted: (): Promise<void> => started,
};
