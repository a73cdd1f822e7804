// Makes pages ready for the system's print dialog: says how far that is, and stops when somebody does not want it any more.
import { useEffect, useRef, useState } from 'react';
import { Progress } from '../../ui/progress.tsx';
import { clearPrintedPages, type PagesReady, type PrintWatch } from './print-pages.ts';

export interface PagePrinting {
  readonly busy: boolean;
  /** Null while nothing is drawn. */
  readonly pages: PagesReady | null;
  /**
   * Runs what prints. Resolves with its answer; with null after {@link PagePrinting.cancel}, when it failed, or while another one
   * runs.
   */
  run<Answer>(print: (watch: PrintWatch) => Promise<Answer>): Promise<Answer | null>;
  cancel(): void;
  /** The last one could not be made ready. */
  readonly failed: boolean;
}

/** Leaving the screen stops it, and takes the printed pages out of the window. */
export function usePagePrinting(): PagePrinting {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState<PagesReady | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      clearPrintedPages();
    },
    [],
  );

  const run: PagePrinting['run'] = async (print) => {
    if (running.current !== null) return null;
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    setFailed(false);
    try {
      return await print({ signal: own.signal, onReady: setPages });
    } catch {
      setFailed(!own.signal.aborted);
      return null;
    } finally {
      running.current = null;
      setBusy(false);
      setPages(null);
    }
  };
  return { busy, pages, run, failed, cancel: () => running.current?.abort() };
}

/** How far the pages are, with a way to stop. */
export function PagesBeingReady({ printing }: { printing: Pick<PagePrinting, 'pages' | 'cancel'> }) {
  const { pages, cancel } = printing;
  if (pages === null) return null;
  return (
    <Progress
      label="Pages made ready for paper"
      words={`Page ${Math.min(pages.ready + 1, pages.of)} of ${pages.of} is made ready for paper`}
      done={pages.ready}
      of={pages.of}
      onCancel={cancel}
    />
  );
}
