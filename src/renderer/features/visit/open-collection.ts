// The visit whose labels are being scanned back at this window, if any. The scan router sends it with each scan.
let openVisitId: string | null = null;

export const openCollection = {
  visitId: (): string | null => openVisitId,
  /** Called by the visit's screen when it shows a collection; call the returned function when it no longer does. */
  begin(visitId: string): () => void {
    openVisitId = visitId;
    return () => {
      if (openVisitId === visitId) openVisitId = null;
    };
  },
};
