// The visit whose labels are being scanned back at this window, if any: the scan router asks.
let openVisitId: string | null = null;

export const openCollection = {
  visitId: (): string | null => openVisitId,
  /** Called by the visit's screen while it shows a collection; returns the end of it. */
  begin(visitId: string): () => void {
    openVisitId = visitId;
    return () => {
      if (openVisitId === visitId) openVisitId = null;
    };
  },
};
