// The service's documents of a registration.
import { z } from 'zod';
import { DOCUMENT_KINDS } from '../domain/document-kind.ts';
import { SERVICE_PAGE_KINDS } from '../domain/printed-pages.ts';
import { appErrorSchema } from './app-error.ts';
import { asking } from './asking.ts';
import { command, nothing, query } from './operation.ts';
import { instantMs, personView, printJobView, recordId } from './views.ts';

/** Of which registration a document is, and whose, by what is known here now. */
const subject = {
  trfCode: z.string().nullable(),
  /** Null while nobody is assigned, or while it is in doubt who. */
  person: personView.nullable(),
  /** Why it is shown and not put on paper, also by a window's own printing; null where it may be. */
  notPrinted: appErrorSchema.nullable(),
};

const documentAsked = z.strictObject({ registrationId: recordId, kind: z.enum(DOCUMENT_KINDS) });

export const documentOperations = {
  /** A document as the service has it now, else as it is kept here (`stored`). `documents.standing` says how long it may be shown. */
  'documents.get': query(
    documentAsked.extend({
      /**
       * Somebody wants to see it although it could not be read whose it is, and was asked (`documents.seeNotRead`). Nothing comes of it for a
       * label: nobody's name can be compared there.
       */
      evenNotRead: z.boolean().optional(),
    }),
    z.object({
      contentType: z.string(),
      base64: z.string(),
      fetchedAtMs: instantMs,
      stored: z.boolean(),
      /** True: it could not be read whose it is. It is shown to whoever wanted that, and neither kept nor put on paper. */
      notRead: z.boolean(),
      /** How the service was asked in vain for what is kept here; null where it was not asked, or has given it. */
      problem: appErrorSchema.nullable(),
      ...subject,
      /** A report that is kept here: the registration has said since that it has no results, so they may have been taken back. */
      saidNotReady: z.boolean(),
    }),
    { staleOn: [], isForgottenWhenLeft: true },
  ),
  /** Enters that somebody wants to see a document although it could not be read whose it is. `documents.get` then gives it with `evenNotRead`. */
  'documents.seeNotRead': command(
    z.strictObject({ registrationId: recordId, kind: z.enum(SERVICE_PAGE_KINDS) }),
    nothing,
    { answersWith: 'other' },
  ),
  /** Whether a document that is open may still be shown, and as whose. Nothing is asked at the service. */
  'documents.standing': query(
    documentAsked,
    z.object({
      ...subject,
      /** Why it may not be shown; null where it may be. */
      refusal: appErrorSchema.nullable(),
      /** False once it was removed here, because what is in it is out of date. */
      isKept: z.boolean(),
    }),
    { staleOn: ['board', 'patients', 'results'], isForgottenWhenLeft: true },
  ),
  /**
   * Puts a document into the print queue of the office printer: as the service has it now, else as it is kept here. Refused
   * when it is damaged (`rejected`, `document`), when there is no office printer, while the service and this desk do not agree whose
   * registration it is (`patient`), for results whose owner is in doubt, and for a report that is kept here where the registration has said
   * since that it has no results (`document`); fails with `conflict` once it was stopped.
   */
  'documents.print': command(
    z.strictObject({
      registrationId: recordId,
      kind: z.enum(SERVICE_PAGE_KINDS),
      asking: asking.optional(),
    }),
    z.object({ job: printJobView }),
    { answersWith: 'other' },
  ),
};
