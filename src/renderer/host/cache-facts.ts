// What the contract says to the screens' cache, by name of desk operation. The build runs this file and ships its
// result (see electron.vite.config.ts), so that the contract's schemas are no part of what a window loads at its start.
import { operations, type CommandName, type OperationName, type QueryName } from '../../contract/index.ts';
import type { CommandDefinition, QueryDefinition } from '../../contract/operation.ts';

/** A command that is left out has an answer that only the screen looks at that asked. */
export type CacheFacts = Readonly<Record<QueryName, QueryDefinition['cache']>> &
  Partial<Readonly<Record<CommandName, CommandDefinition['cache']>>>;

const tellsNothing = ({ cache }: (typeof operations)[OperationName]): boolean =>
  'answersWith' in cache && cache.answersWith === 'other' && cache.tellsTime === undefined;

export const cacheFacts = Object.fromEntries(
  (Object.keys(operations) as OperationName[]).flatMap((name) =>
    tellsNothing(operations[name]) ? [] : [[name, operations[name].cache]],
  ),
) as CacheFacts;
