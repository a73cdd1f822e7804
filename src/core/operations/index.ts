// The handlers of all desk operations, one file for each prefix. An operation without a handler does not compile, and a
// handler without an operation does not either.
import type { Operations } from '../../contract/index.ts';
import type { Handlers } from './handler.ts';
import { activityHandlers } from './activity.ts';
import { boardHandlers } from './board.ts';
import { catalogueHandlers } from './catalogue.ts';
import { connectionHandlers } from './connection.ts';
import { copyHandlers } from './copy.ts';
import { dayListHandlers } from './day-list.ts';
import { deskHandlers } from './desks.ts';
import { documentHandlers } from './documents.ts';
import { draftHandlers } from './drafts.ts';
import { fleetHandlers } from './fleet.ts';
import { labelHandlers } from './labels.ts';
import { localFormHandlers } from './local-forms.ts';
import { openingHandlers } from './opening.ts';
import { orderHandlers } from './orders.ts';
import { outboxHandlers } from './outbox.ts';
import { patientHandlers } from './patients.ts';
import { printJobHandlers } from './print-jobs.ts';
import { printerHandlers } from './printers.ts';
import { productHandlers } from './products.ts';
import { retentionHandlers } from './retention.ts';
import { resultHandlers } from './results.ts';
import { registrationHandlers } from './registrations.ts';
import { scanHandlers } from './scan.ts';
import { scannerHandlers } from './scanner.ts';
import { searchHandlers } from './search.ts';
import { serviceHandlers } from './service.ts';
import { sessionHandlers } from './session.ts';
import { slotHandlers } from './slots.ts';
import { staffHandlers } from './staff.ts';
import { syncHandlers } from './sync.ts';
import { testPageHandlers } from './test-page.ts';
import { ticketHandlers } from './tickets.ts';
import { trainingHandlers } from './training.ts';
import { visitHandlers } from './visits.ts';
import { walkInHandlers } from './walk-in.ts';

export const handlers: Handlers<Operations> = {
  ...activityHandlers,
  ...boardHandlers,
  ...catalogueHandlers,
  ...connectionHandlers,
  ...copyHandlers,
  ...dayListHandlers,
  ...deskHandlers,
  ...documentHandlers,
  ...draftHandlers,
  ...fleetHandlers,
  ...labelHandlers,
  ...localFormHandlers,
  ...openingHandlers,
  ...orderHandlers,
  ...outboxHandlers,
  ...patientHandlers,
  ...printJobHandlers,
  ...printerHandlers,
  ...productHandlers,
  ...resultHandlers,
  ...retentionHandlers,
  ...registrationHandlers,
  ...scanHandlers,
  ...scannerHandlers,
  ...searchHandlers,
  ...serviceHandlers,
  ...sessionHandlers,
  ...slotHandlers,
  ...staffHandlers,
  ...syncHandlers,
  ...testPageHandlers,
  ...ticketHandlers,
  ...trainingHandlers,
  ...visitHandlers,
  ...walkInHandlers,
};
