// Whether the screens are told of what changes: an answer that a screen keeps must not become another one without an event that says so.
import type { DeskEvent } from '../../src/contract/events.ts';
import { operations } from '../../src/contract/index.ts';
import type { Input, QueryName } from '../../src/contract/index.ts';
import type { TestDesk } from './test-desk.ts';

type Asked = { readonly [Name in QueryName]?: Input<Name> };

/**
 * Asks these questions now, as screens that show the answers. The returned function asks them again, and names those whose answer
 * has changed while no event made it out of date: screens would go on showing what is not true.
 *
 * @example
 * const untold = await showAnswers(desk, { 'connection.get': {}, 'outbox.list': {} });
 * await desk.done('walkIn.release', seen);
 * expect(await untold()).toEqual([]);
 */
export async function showAnswers(desk: TestDesk, asked: Asked): Promise<() => Promise<QueryName[]>> {
  const names = Object.keys(asked) as QueryName[];
  const ask = async (): Promise<string[]> =>
    Promise.all(names.map(async (name) => JSON.stringify(await desk.done(name, asked[name] as never))));
  const shown = await ask();
  const events: DeskEvent[] = [];
  // The first says only from where the others are told.
  const stop = desk.subscribe(null, (event) => void events.push(event));
  events.length = 0;
  return async () => {
    const told = new Set(events.flatMap((event) => (event.type === 'changed' ? event.topics : [])));
    stop();
    const now = await ask();
    return names.filter(
      (name, at) => now[at] !== shown[at] && !operations[name].cache.staleOn.some((topic) => told.has(topic)),
    );
  };
}
