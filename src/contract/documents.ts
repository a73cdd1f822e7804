// The service's documents of a registration.
import { z } from 'zod';
import { DOCUMENT_KINDS } from '../domain/document-kind.ts';
import { SERVICE_PAGE_KINDS } from '../domain/printed-pages.ts';
import { appErrorSchema } from './app-error.ts';
import { asking } from './asking.ts';
import { command, query } from './operation.ts';
import { instantMs, personView, printJobView, recordId } from './views.ts';

export const documentOperations = {
  /**
   * A document as the service has it now, else as it is kept here (`stored`). `person`: whose it is; null while nobody is
   * assigned, or while that is in doubt.
   */
  'documents.get': query(
    z.strictObject({ registrationId: recordId, kind: z.enum(DOCUMENT_KINDS) }),
    z.object({
      contentType: z.string(),
      base64: z.string(),
      fetchedAtMs: instantMs,
      stored: z.boolean(),
      /** How the service was asked in vain for what is kept here; null where it was not asked, or has given it. */
      problem: appErrorSchema.nullable(),
      trfCode: z.string().nullable(),
      person: personView.nullable(),
      /** A report that is kept here: the registration has said since that it has no results, so they may have been taken back. */
      saidNotReady: z.boolean(),
      /** Why it is shown and not put on paper, also by a window's own printing; null where it may be. */
      notPrinted: appErrorSchema.nullable(),
    }),
    { staleOn: [], isForgottenWhenLeft: true },
  ),
  /**
   * Puts a document into the print queue of the office printer: as the service has it now, else as it is kept here. Refused
   * when it is damaged (`rejected`, `document`), when there is no office printer, while the service and this desk do not agree whose
   * registration it is (`patient`), and for results whose owner is in doubt; fails with `conflict` once it was stopped.
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
