// The migrations of the store's schema, in order. The file's `user_version` is the version of the last one that it had.
import { initial } from './001-initial.ts';
import { printJobSubject } from './002-print-job-subject.ts';
import { whomItIsAbout } from './003-whom-it-is-about.ts';
import { printJobBytes } from './004-print-job-bytes.ts';
import { samplesNotTaken } from './005-samples-not-taken.ts';
import { oddRecords } from './006-odd-records.ts';
import { pullNeeds } from './007-pull-needs.ts';
import { commitCount } from './008-commit-count.ts';
import { patientAnswers } from './009-patient-answers.ts';
import { oddRecordsWithoutId } from './010-odd-records-without-id.ts';
import { calendar } from './011-calendar.ts';
import { labResults } from './012-lab-results.ts';
import { retests } from './013-retests.ts';
import { registrationList } from './014-registration-list.ts';
import { orders } from './015-orders.ts';
import { peopleFound } from './016-people-found.ts';
import { productDetails } from './017-product-details.ts';
import { registrationPlaces } from './018-registration-places.ts';
import { drafts } from './019-drafts.ts';
import { productTermsJoined } from './020-product-terms-joined.ts';
import { registrationSaid } from './021-registration-said.ts';
import { laboratoryIds } from './022-laboratory-ids.ts';
import { printedPages } from './023-printed-pages.ts';
import { visitTickets } from './024-visit-tickets.ts';
import { localForms } from './025-local-forms.ts';
import { printers } from './026-printers.ts';
import { ordersByTime } from './027-orders-by-time.ts';
import { people } from './028-people.ts';
import { printerTests } from './029-printer-tests.ts';
import { printJobContent } from './030-print-job-content.ts';
import { activityChain, chainFoundEntries } from './031-activity-chain.ts';
import { desks } from './032-desks.ts';
import { copy } from './033-copy.ts';
import { orderNumbers } from './034-order-numbers.ts';
import { labelBatches } from './035-label-batches.ts';
import { oldVisits } from './036-old-visits.ts';
import { activityByDesk } from './037-activity-by-desk.ts';
import { deskLabelCodes } from './038-desk-label-codes.ts';
import { registrationProducts } from './039-registration-products.ts';
import { draftsOfPeople } from './040-drafts-of-people.ts';
import { badges } from './041-badges.ts';
import { productDiscounts } from './042-product-discounts.ts';
import { printJobSettings } from './043-print-job-settings.ts';
import { visitsThatEnded } from './044-visits-that-ended.ts';
import { codesOfPrintJobs } from './045-codes-of-print-jobs.ts';
import { labelsOfMovedRegistrations } from './046-labels-of-moved-registrations.ts';
import { reportsPrinted } from './047-reports-printed.ts';
import { reportsOut } from './048-reports-out.ts';
import { orderOfPrintEnds } from './049-order-of-print-ends.ts';
import { labelsWithoutLaboratoryProof } from './050-labels-without-laboratory-proof.ts';
import { uncopiedActivity } from './051-uncopied-activity.ts';
import type { Db } from '../database.ts';

export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** What SQL alone cannot do; runs after `sql`, in the same transaction. */
  readonly then?: (db: Db) => void;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: initial },
  { version: 2, sql: printJobSubject },
  { version: 3, sql: whomItIsAbout },
  { version: 4, sql: printJobBytes },
  { version: 5, sql: samplesNotTaken },
  { version: 6, sql: oddRecords },
  { version: 7, sql: pullNeeds },
  { version: 8, sql: commitCount },
  { version: 9, sql: patientAnswers },
  { version: 10, sql: oddRecordsWithoutId },
  { version: 11, sql: calendar },
  { version: 12, sql: labResults },
  { version: 13, sql: retests },
  { version: 14, sql: registrationList },
  { version: 15, sql: orders },
  { version: 16, sql: peopleFound },
  { version: 17, sql: productDetails },
  { version: 18, sql: registrationPlaces },
  { version: 19, sql: drafts },
  { version: 20, sql: productTermsJoined },
  { version: 21, sql: registrationSaid },
  { version: 22, sql: laboratoryIds },
  { version: 23, sql: printedPages },
  { version: 24, sql: visitTickets },
  { version: 25, sql: localForms },
  { version: 26, sql: printers },
  { version: 27, sql: ordersByTime },
  { version: 28, sql: people },
  { version: 29, sql: printerTests },
  { version: 30, sql: printJobContent },
  { version: 31, sql: activityChain, then: chainFoundEntries },
  { version: 32, sql: desks },
  { version: 33, sql: copy },
  { version: 34, sql: orderNumbers },
  { version: 35, sql: labelBatches },
  { version: 36, sql: oldVisits },
  { version: 37, sql: activityByDesk },
  { version: 38, sql: deskLabelCodes },
  { version: 39, sql: registrationProducts },
  { version: 40, sql: draftsOfPeople },
  { version: 41, sql: badges },
  { version: 42, sql: productDiscounts },
  { version: 43, sql: printJobSettings },
  { version: 44, sql: visitsThatEnded },
  { version: 45, sql: codesOfPrintJobs },
  { version: 46, sql: labelsOfMovedRegistrations },
  { version: 47, sql: reportsPrinted },
  { version: 48, sql: reportsOut },
  { version: 49, sql: orderOfPrintEnds },
  { version: 50, sql: labelsWithoutLaboratoryProof },
  { version: 51, sql: uncopiedActivity },
];
