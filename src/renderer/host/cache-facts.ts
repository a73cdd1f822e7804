// What the contract says to the screens' cache, by name of desk operation. The build runs this file and ships its
// result (see electron.vite.config.ts), so that the contract's schemas are no part of what a window loads at its start.
import { operations, type CommandName, type OperationName, type QueryName } from '../../contract/index.ts';
import type { CommandDefinition, QueryDefinition } from '../../contract/operation.ts';

export type CacheFacts = Readonly<Record<QueryName, QueryDefinition['cache']>> &
  Readonly<Record<CommandName, CommandDefinition['cache']>>;

export const cacheFacts = Object.fromEntries(
  (Object.keys(operations) as OperationName[]).map((name) => [name, operations[name].cache]),
) as CacheFacts;
