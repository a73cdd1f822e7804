// The one contract: every desk operation by name. A new one is declared in the file of its prefix and implemented in the
// file of the same name under core/operations; nothing else changes.
import type { z } from 'zod';
import type { Result } from '../domain/app-error.ts';
import { activityOperations } from './activity.ts';
import { boardOperations } from './board.ts';
import { connectionOperations } from './connection.ts';
import { documentOperations } from './documents.ts';
import { labelOperations } from './labels.ts';
import { outboxOperations } from './outbox.ts';
import { patientOperations } from './patients.ts';
import { printJobOperations } from './print-jobs.ts';
import { productOperations } from './products.ts';
import { scanOperations } from './scan.ts';
import { searchOperations } from './search.ts';
import { sessionOperations } from './session.ts';
import { slotOperations } from './slots.ts';
import { staffOperations } from './staff.ts';
import { syncOperations } from './sync.ts';
import { trainingOperations } from './training.ts';
import { visitOperations } from './visits.ts';
import { walkInOperations } from './walk-in.ts';

export const operations = {
  ...activityOperations,
  ...boardOperations,
  ...connectionOperations,
  ...documentOperations,
  ...labelOperations,
  ...outboxOperations,
  ...patientOperations,
  ...printJobOperations,
  ...productOperations,
  ...scanOperations,
  ...searchOperations,
  ...sessionOperations,
  ...slotOperations,
  ...staffOperations,
  ...syncOperations,
  ...trainingOperations,
  ...visitOperations,
  ...walkInOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type QueryName = {
  [Name in OperationName]: Operations[Name]['kind'] extends 'query' ? Name : never;
}[OperationName];
export type CommandName = Exclude<OperationName, QueryName>;

/** What a screen hands in (defaults may be left out). */
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;
export type Answer<Name extends OperationName> = Result<Output<Name>>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
