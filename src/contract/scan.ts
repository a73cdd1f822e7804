// What a scan or a typed code leads to.
import { z } from 'zod';
import { LABEL_REFUSALS } from '../domain/paper.ts';
import { commandOrLook, query } from './operation.ts';
import { reason } from './reason.ts';
import { foundRegistration } from './registration-views.ts';
import { badgeHolder } from './staff.ts';
import { personView, recordId, visitDetail, visitRow } from './views.ts';

const openedVisit = z.object({ kind: z.literal('visit'), visit: visitDetail, matchedBy: z.string() });

/** A registration that is known here and has no visit here. */
const knownRegistration = z.object({
  kind: z.literal('registration'),
  registrationId: recordId,
  trfCode: z.string().nullable(),
  person: personView.nullable(),
  status: z.string(),
  resultsReady: z.boolean(),
});

/** What a scan or a typed code led to. */
export const scanOutcome = z.discriminatedUnion('kind', [
  openedVisit,
  /** The label belongs to the visit and is now proven to be on its tube. */
  z.object({
    kind: z.literal('label-verified'),
    visit: visitDetail,
    code: z.string(),
    alreadyVerified: z.boolean(),
    /** The form carries the same code, so the scan does not tell by itself that it was the tube's label. */
    alsoOnForm: z.boolean(),
  }),
  /**
   * A label that must not go on this tube; the refusal is recorded. `belongsTo` is the visit that it belongs to, when
   * that is known here. `out-of-date`: it was made for this visit before the person or the code changed.
   */
  z.object({
    kind: z.literal('label-refused'),
    visit: visitDetail,
    code: z.string(),
    why: z.enum(LABEL_REFUSALS),
    belongsTo: visitRow.nullable(),
  }),
  /** It proved nothing and led nowhere: wrong labels of the visit (`wrongLabels`) are not answered, or were not when it was scanned. */
  z.object({ kind: z.literal('not-taken'), visit: visitDetail }),
  /**
   * The scan proves nothing, but it is no wrong label either.
   * `own-form`, `other-form`: a form was scanned; `belongsTo` is whose. `own-ticket`, `other-ticket`: a visit ticket was.
   * `not-printed`, `printing-unsure`: it is not known that a printer took this label. `cancelled`: nor whether it did before its printing
   * was cancelled, and nobody can say so any more; it is printed again.
   * `reprint-waits`: it is printed again and the new paper has not come out, so the one that was scanned is an earlier one.
   * `being-printed`: it is being sent, and its printer has not said yet that it took it. `reprint-being-printed`: the same of a new print of
   * one that had, or may have had, a paper before: what was scanned is most likely that one.
   * `said-destroyed`: it is not printed anew yet, and of its earlier paper somebody has said that it is destroyed or never came out.
   * `destroy-first`: an older paper with this code may still be there.
   * `not-taken`: no sample was taken for this label.
   * `typed`: the code was typed, which needs a reason.
   * `which-tube`: a label with this code is proven, and of another one it is not known that a printer took it: a person has to say
   * that this is the other tube (`isOnAnotherTube`).
   * `not-ready`: something else is in the way, which the visit's troubles name.
   */
  z.object({
    kind: z.literal('label-not-proven'),
    visit: visitDetail,
    code: z.string(),
    why: z.enum([
      'own-form',
      'other-form',
      'own-ticket',
      'other-ticket',
      'not-printed',
      'printing-unsure',
      'cancelled',
      'reprint-waits',
      'being-printed',
      'reprint-being-printed',
      'said-destroyed',
      'destroy-first',
      'not-taken',
      'typed',
      'which-tube',
      'not-ready',
    ]),
    belongsTo: visitRow.nullable(),
  }),
  knownRegistration,
  /**
   * The code is none of a registration's own, and leads to these: the number of an order, or a code to which the service has answered
   * before. All that are known here; the service may have more.
   */
  z.object({ kind: z.literal('leads-to'), code: z.string(), rows: z.array(foundRegistration) }),
  /**
   * A test label of a printer. `isProof`: it was made with the settings that the printer has now, so the scan has proved them;
   * otherwise they were changed since.
   */
  z.object({
    kind: z.literal('printer-test'),
    printerName: z.string(),
    code: z.string(),
    isProof: z.boolean(),
  }),
  z.object({ kind: z.literal('person'), person: personView }),
  /**
   * The code leads to two people or two visits, and nobody can tell by it which is meant: neither is opened. `people`
   * are those without a visit here.
   */
  z.object({
    kind: z.literal('shared-code'),
    code: z.string(),
    visits: z.array(visitRow),
    people: z.array(personView),
  }),
  /** `more`: more fit what was typed than these; whoever comes today is among them first. */
  z.object({
    kind: z.literal('several'),
    visits: z.array(visitRow),
    people: z.array(personView),
    more: z.boolean(),
  }),
  /** It is somebody's staff badge. Its code is not told, recorded, shown or sent anywhere: somebody could sign in with it. */
  z.object({ kind: z.literal('badge'), holder: badgeHolder }),
  /** `text` is what was read, without control characters, so that a person can go on from it. */
  z.object({ kind: z.literal('unknown'), text: z.string() }),
]);
/** What a scan was and what it did, told apart by `kind`; see {@link scanOutcome}. */
export type ScanOutcome = z.infer<typeof scanOutcome>;

/** Characters of Base64. A picture of 1280 × 720 has about 100,000; the web host takes no more than 256 kB. */
const LONGEST_PICTURE = 240_000;

export const scanOperations = {
  /**
   * The bar codes on a picture of the camera (JPEG or PNG in Base64), each once, as a scanner would send them; none where
   * none can be read. Nothing is looked up: what is read is given to `scan.submit`.
   */
  'scan.picture': query(
    z.strictObject({ picture: z.base64().min(1).max(LONGEST_PICTURE) }),
    z.object({ codes: z.array(z.string()) }),
    { staleOn: [] },
  ),
  /**
   * What a scan holds for a field of a form that expects a code; nothing is looked up or recorded. `code` is the likeliest code, as it is
   * written; `nhsNumber` its ten digits, also out of a wristband's GS1 code. Null where it holds none.
   */
  'scan.read': query(
    z.strictObject({ text: z.string().max(2_000) }),
    z.object({ code: z.string().nullable(), nhsNumber: z.string().nullable() }),
    { staleOn: [] },
  ),
  /**
   * What a scan that begins so leads to where no labels are being scanned back. Asked while the scanner still sends its keys, so that the
   * answer is here when the last one comes; nothing is recorded. `text` is the whole of what the scanner is about to send, with the trailer
   * of its codes; what was given, where the store does not know how it goes on. `leadsTo` is of that whole text, and null where it is anything
   * but a visit or a registration.
   */
  'scan.foresee': query(
    z.strictObject({ text: z.string().max(2_000) }),
    z.object({
      text: z.string(),
      leadsTo: z.discriminatedUnion('kind', [openedVisit, knownRegistration]).nullable(),
    }),
    { staleOn: ['board', 'patients', 'print-jobs', 'outbox', 'activity', 'session'] },
  ),
  /**
   * Everything that is scanned, or entered in the search box. `visitId` is the visit whose labels are being scanned
   * back; null anywhere else. `alarmUp`: the window shows wrong labels of that visit, so a further wrong one is all that the scan can be.
   */
  'scan.submit': commandOrLook(
    z.strictObject({
      text: z.string().max(2_000),
      visitId: recordId.nullable(),
      alarmUp: z.boolean().default(false),
      source: z.enum(['scanner', 'typed']),
      /** Why the code of a label is typed instead of scanned. */
      typedReason: reason.nullable().default(null),
      /** A person says that the label is on another tube than the one with this code that is proven. */
      isOnAnotherTube: z.boolean().default(false),
      /** As well that all other labels with this code have come out, which no printer has confirmed. */
      haveAllComeOut: z.boolean().default(false),
    }),
    scanOutcome,
    { answersWith: 'visit-within' },
  ),
};
