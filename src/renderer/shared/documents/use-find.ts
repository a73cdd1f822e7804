// Looks for words page by page, so that the first matches are there before a long document is searched to its end.
import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findInRuns, type MatchedPart } from './find-text.ts';
import { textOfPage, type PlacedRun } from './page-text.ts';

export interface Match {
  readonly page: number;
  readonly parts: readonly MatchedPart[];
}

export interface Found {
  readonly matches: readonly Match[];
  /** How many pages were looked through; all of them when the search is over. */
  readonly searched: number;
  /** Pages whose text cannot be read; a scanned picture has none, which is no failure. */
  readonly unread: number;
  readonly runsOf: (page: number) => readonly PlacedRun[];
}

const NOTHING: Found = { matches: [], searched: 0, unread: 0, runsOf: () => [] };

/** Nothing is looked for while `wanted` is blank. */
export function useFind(pdf: PDFDocumentProxy | null, wanted: string): Found {
  const [found, setFound] = useState(NOTHING);
  const texts = useRef(new Map<number, readonly PlacedRun[]>());
  useEffect(() => texts.current.clear(), [pdf]);
  useEffect(() => {
    setFound(NOTHING);
    if (pdf === null || wanted.trim() === '') return;
    let current = true;
    const known = texts.current;
    const runsOf = (page: number): readonly PlacedRun[] => known.get(page) ?? [];
    async function search(document: PDFDocumentProxy): Promise<void> {
      const matches: Match[] = [];
      let unread = 0;
      for (let page = 1; page <= document.numPages; page += 1) {
        try {
          if (!known.has(page)) known.set(page, await textOfPage(document, page));
        } catch {
          unread += 1;
        }
        if (!current) return;
        matches.push(...findInRuns(runsOf(page), wanted).map((parts) => ({ page, parts })));
        setFound({ matches: [...matches], searched: page, unread, runsOf });
      }
    }
    void search(pdf);
    return () => {
      current = false;
    };
  }, [pdf, wanted]);
  return found;
}
