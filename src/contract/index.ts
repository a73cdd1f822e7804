// The one contract: every desk operation by name. A new one is declared in the file of its prefix and implemented in
// the file of the same name under core/operations; nothing else changes.
import type { z } from 'zod';
import type { Result } from '../domain/app-error.ts';
import { activityOperations } from './activity.ts';
import { boardOperations } from './board.ts';
import { catalogueOperations } from './catalogue.ts';
import { connectionOperations } from './connection.ts';
import { copyOperations } from './copy.ts';
import { dayListOperations } from './day-list.ts';
import { deskOperations } from './desks.ts';
import { documentOperations } from './documents.ts';
import { draftOperations } from './drafts.ts';
import { fleetOperations } from './fleet.ts';
import { labelOperations } from './labels.ts';
import { localFormOperations } from './local-forms.ts';
import { openingOperations } from './opening.ts';
import { orderOperations } from './orders.ts';
import { outboxOperations } from './outbox.ts';
import { patientOperations } from './patients.ts';
import { printJobOperations } from './print-jobs.ts';
import { printerOperations } from './printers.ts';
import { productOperations } from './products.ts';
import { retentionOperations } from './retention.ts';
import { resultOperations } from './results.ts';
import { registrationOperations } from './registrations.ts';
import { scanOperations } from './scan.ts';
import { scannerOperations } from './scanner.ts';
import { searchOperations } from './search.ts';
import { serviceOperations } from './service.ts';
import { sessionOperations } from './session.ts';
import { slotOperations } from './slots.ts';
import { staffOperations } from './staff.ts';
import { syncOperations } from './sync.ts';
import { testPageOperations } from './test-page.ts';
import { ticketOperations } from './tickets.ts';
import { trainingOperations } from './training.ts';
import { visitOperations } from './visits.ts';
import { walkInOperations } from './walk-in.ts';

export const operations = {
  ...activityOperations,
  ...boardOperations,
  ...catalogueOperations,
  ...connectionOperations,
  ...copyOperations,
  ...dayListOperations,
  ...deskOperations,
  ...documentOperations,
  ...draftOperations,
  ...fleetOperations,
  ...labelOperations,
  ...localFormOperations,
  ...openingOperations,
  ...orderOperations,
  ...outboxOperations,
  ...patientOperations,
  ...printJobOperations,
  ...printerOperations,
  ...productOperations,
  ...resultOperations,
  ...retentionOperations,
  ...registrationOperations,
  ...scanOperations,
  ...scannerOperations,
  ...searchOperations,
  ...serviceOperations,
  ...sessionOperations,
  ...slotOperations,
  ...staffOperations,
  ...syncOperations,
  ...testPageOperations,
  ...ticketOperations,
  ...trainingOperations,
  ...visitOperations,
  ...walkInOperations,
};

export type Operations = typeof operations;
/** The name of a desk operation, such as `visits.checkIn`. */
export type OperationName = keyof Operations;
/** The name of a desk operation that only reads, such as `board.get`. */
export type QueryName = {
  [Name in OperationName]: Operations[Name]['kind'] extends 'query' ? Name : never;
}[OperationName];
/** The name of a desk operation that changes something, such as `visits.checkIn`. */
export type CommandName = Exclude<OperationName, QueryName>;

/**
 * What a screen sends as the input of an operation; fields that have a default may be left out.
 *
 *     const input: Input<'board.get'> = { date: '2026-03-03' };
 */
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
/** What an operation answers when it succeeds, as in `Output<'board.get'>`. */
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;
/** What a screen gets back: the output, or the error as data. Nothing is thrown across the contract. */
export type Answer<Name extends OperationName> = Result<Output<Name>>;

/**
 * Whether the text names an operation of this version. A screen of another version may ask for one that is not there.
 */
export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
