// The browser's host: the same operations and events over the loopback server that served this page.
import type { DeskEvent, EventCursor } from '../../contract/events.ts';
import { bug, offline, type Result } from '../../domain/app-error.ts';
import { reportEngineLink } from './engine-link.ts';
import { readEventLines } from './event-lines.ts';
import type { Host } from './host.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** Three missed heartbeats: the stream is dead even if the socket does not say so. */
const SILENCE_LIMIT_MS = 48_000;

/** A host that speaks with the given bearer key. */
export function webHost(bearer: string): Host {
  const authorised = { Authorization: `Bearer ${bearer}` };

  async function call(call: Parameters<Host['call']>[0]): Promise<Result<unknown>> {
    let response: Response;
    try {
      response = await fetch('/api/call', {
        method: 'POST',
        headers: { ...authorised, 'Content-Type': 'application/json' },
        body: JSON.stringify(call),
      });
    } catch {
      reportEngineLink('stopped');
      return { ok: false, error: offline('refused', 'unknown', 'The desk engine does not answer.') };
    }
    if (response.status === 401) reportEngineLink('no-key');
    try {
      const answer: unknown = await response.json();
      if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as Result<unknown>;
    } catch {
      // Falls through: no answer of ours came back.
    }
    return { ok: false, error: bug(`The host answered ${response.status}.`, { operation: call.name }) };
  }

  function subscribe(from: EventCursor, onEvent: (event: DeskEvent) => void): () => void {
    let cursor = from;
    let stopped = false;
    let retryMs = FIRST_RETRY_MS;
    let wake: (() => void) | null = null;
    let current: AbortController | null = null;

    // Asked anew after every wait: it may have been ended meanwhile.
    const isStopped = (): boolean => stopped;

    async function listenOnce(): Promise<void> {
      const abort = new AbortController();
      current = abort;
      let silence = window.setTimeout(() => abort.abort(), SILENCE_LIMIT_MS);
      try {
        const address = cursor
          ? `/api/events?run=${encodeURIComponent(cursor.run)}&number=${cursor.number}`
          : '/api/events';
        const response = await fetch(address, { headers: authorised, signal: abort.signal });
        if (response.status === 401) {
          reportEngineLink('no-key');
          stopped = true;
          return;
        }
        if (!response.ok || !response.body) return;
        reportEngineLink('up');
        for await (const event of readEventLines(response.body, () => {
          window.clearTimeout(silence);
          silence = window.setTimeout(() => abort.abort(), SILENCE_LIMIT_MS);
          retryMs = FIRST_RETRY_MS;
        })) {
          cursor = { run: event.run, number: event.number };
          onEvent(event);
        }
      } catch {
        if (!stopped && !abort.signal.aborted) reportEngineLink('stopped');
      } finally {
        window.clearTimeout(silence);
      }
    }

    async function listen(): Promise<void> {
      while (!stopped) {
        await listenOnce();
        if (isStopped()) return;
        await new Promise<void>((resume) => {
          const timer = window.setTimeout(resume, retryMs);
          wake = () => {
            window.clearTimeout(timer);
            resume();
          };
        });
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }

    const hurry = (): void => wake?.();
    window.addEventListener('online', hurry);
    void listen();
    return () => {
      stopped = true;
      window.removeEventListener('online', hurry);
      current?.abort();
      wake?.();
    };
  }

  async function openWindow(): Promise<void> {
    const response = await fetch('/api/window', { method: 'POST', headers: authorised });
    if (!response.ok) return;
    const { token } = (await response.json()) as { token: string };
    window.open(`/#token=${encodeURIComponent(token)}`, '_blank', 'noopener');
  }

  return { kind: 'browser', call, subscribe, openWindow };
}
