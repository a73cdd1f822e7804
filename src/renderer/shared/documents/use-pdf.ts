// Opens a PDF, or says in words why not. The PDF library comes with this file, so it is loaded on demand only.
import { useEffect, useState } from 'react';
// The build for browsers that are some years old: the other one needs functions that only the newest ones have.
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { PageSize } from './zoom.ts';
import { OPENING_LIMIT_MS, openingRefusal, pagesRefusal, sizeRefusal } from './document-limits.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

export interface OpenPdf {
  readonly pdf: PDFDocumentProxy | null;
  /** The size of the first page in points at 72 to the inch; the others are taken for alike until they are drawn. */
  readonly firstSize: PageSize | null;
  /** Why it is not shown, in a sentence. */
  readonly refusal: string | null;
}

const NOTHING: OpenPdf = { pdf: null, firstSize: null, refusal: null };

/** `base64`: the document as the engine gives it; null while there is nothing to open. `noun`: what it should be. */
export function usePdf(base64: string | null, noun: string): OpenPdf {
  const [open, setOpen] = useState<OpenPdf>(NOTHING);
  useEffect(() => {
    setOpen(NOTHING);
    if (base64 === null) return;
    const wrongSize = sizeRefusal(Math.floor((base64.length / 4) * 3), noun);
    if (wrongSize !== null) {
      setOpen({ ...NOTHING, refusal: wrongSize });
      return;
    }
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const loading = getDocument({ data, useWasm: false, useSystemFonts: true });
    let current = true;
    const refuse = (refusal: string): void => {
      if (!current) return;
      current = false;
      setOpen({ ...NOTHING, refusal });
      void loading.destroy();
    };
    const limit = window.setTimeout(() => refuse(openingRefusal('slow', noun)), OPENING_LIMIT_MS);
    const opened = async (): Promise<void> => {
      const pdf = await loading.promise;
      const tooLong = pagesRefusal(pdf.numPages, noun);
      if (tooLong !== null) return refuse(tooLong);
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (current) setOpen({ pdf, firstSize: { width, height }, refusal: null });
    };
    opened()
      .catch((thrown: unknown) =>
        refuse(openingRefusal(thrown instanceof PasswordException ? 'password' : 'damaged', noun)),
      )
      .finally(() => window.clearTimeout(limit));
    return () => {
      current = false;
      window.clearTimeout(limit);
      void loading.destroy();
    };
  }, [base64, noun]);
  return open;
}
