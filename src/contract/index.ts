// The one contract: every desk operation by name. A new operation is declared in its feature's file and implemented in
// core/operations; nothing else changes.
import type { z } from 'zod';
import type { Result } from '../domain/app-error.ts';
import { boardOperations } from './board.ts';
import { patientOperations } from './patients.ts';
import { queueOperations } from './queues.ts';
import { trainingOperations } from './training.ts';
import { visitOperations } from './visits.ts';
import { walkInOperations } from './walk-in.ts';

export const operations = {
  ...boardOperations,
  ...visitOperations,
  ...patientOperations,
  ...walkInOperations,
  ...queueOperations,
  ...trainingOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type QueryName = {
  [Name in OperationName]: Operations[Name]['kind'] extends 'query' ? Name : never;
}[OperationName];
export type CommandName = Exclude<OperationName, QueryName>;

/** What a screen hands in (defaults may be left out). */
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
/** What a handler receives (defaults filled in). */
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;
export type Answer<Name extends OperationName> = Result<Output<Name>>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
