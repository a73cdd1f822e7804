// Loaded into the process of a spec's desk before its own code (`--import`): writes down which requests the desk has sent because
// of what a person did, and got a good answer to, one `METHOD path` a line, each once. A refused or lost one is not written down.
//
// What a person set off is one of three things, as the engine's traces tell (`src/core/line/traces.ts`):
// - a desk operation that a window called;
// - a change that a window's command saved and that goes out of the outbox now, however long ago and in which run it was saved;
// - a reading that somebody asked for (“Sync now”).
// A request counts when it was answered before that was over. What these leave to go on alone proves nothing about what people can
// do, and neither does what the desk does by itself, or training in people's place.
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { channel, subscribe } from 'node:diagnostics_channel';
import type { Channel } from 'node:diagnostics_channel';
import type { CallTrace, ChangeTrace, ReadingTrace } from '../../src/core/line/traces.ts';

/** As much as is looked at of what undici says about a request of the desk. */
interface Told {
  readonly request: { readonly method: string; readonly path: string };
}

/** What a request belongs to; of a person, while it is under way. */
interface Work {
  isOfPerson: boolean;
}

const file = process.env['DRAWDESK_E2E_REQUESTS'];

if (file !== undefined) {
  const works = new AsyncLocalStorage<Work>();
  const requested = new WeakMap<Told['request'], Work>();
  const answeredWell = new WeakSet<Told['request']>();
  const requests = createNotes(file);
  // Beside the requests, because a command's change may go out in a later run.
  const commands = createNotes(`${file}.commands`);

  /** By the trace's name, because the built app has a copy of its own of the file that makes them. */
  const within = <Trace extends object>(name: string, isOfPerson: (trace: Trace) => boolean): void => {
    const underWay = new WeakMap<Trace, Work>();
    (channel(`tracing:${name}:start`) as Channel<Work, Trace>).bindStore(works, (trace) => {
      const work = { isOfPerson: isOfPerson(trace) };
      underWay.set(trace, work);
      return work;
    });
    subscribe(`tracing:${name}:asyncStart`, (trace) => {
      const work = underWay.get(trace as Trace);
      if (work) work.isOfPerson = false;
    });
  };
  within<CallTrace>('drawdesk:call', ({ call, asTheDesk }) => {
    if (!asTheDesk) commands.note(commandIdOf(call));
    return !asTheDesk;
  });
  within<ChangeTrace>('drawdesk:change', ({ commandId }) => commands.has(commandId));
  within<ReadingTrace>('drawdesk:reading', ({ isAskedFor }) => isAskedFor);

  subscribe('undici:request:create', (message) => {
    const work = works.getStore();
    if (work) requested.set((message as Told).request, work);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Told & { readonly response: { readonly statusCode: number } };
    if (response.statusCode >= 200 && response.statusCode < 300) answeredWell.add(request);
  });
  // The whole answer has come.
  subscribe('undici:request:trailers', (message) => {
    const { request } = message as Told;
    if (!answeredWell.has(request) || requested.get(request)?.isOfPerson !== true) return;
    requests.note(`${request.method} ${request.path.split('?')[0] ?? ''}`);
  });
}

function commandIdOf(call: unknown): string | null {
  const id = typeof call === 'object' && call !== null && 'commandId' in call ? call.commandId : null;
  return typeof id === 'string' ? id : null;
}

/** Lines in a file, each once; those of an earlier run are known. */
function createNotes(path: string): { note(line: string | null): void; has(line: string): boolean } {
  const noted = new Set(existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  return {
    note(line) {
      if (line === null || noted.has(line)) return;
      try {
        appendFileSync(path, `${line}\n`);
        noted.add(line);
      } catch {
        // A spec's disk is full. An error of this file would count as one of the desk, which ends after many; the same request
        // is written down when it is made again.
      }
    },
    has: (line) => noted.has(line),
  };
}
