// The browser's host: the same operations and events over the loopback server that served this page.
import type { DeskEvent, EventCursor } from '../../contract/events.ts';
import { LARGEST_CALL_BYTES } from '../../contract/largest-call.ts';
import type { PairingOutcome, SiteNotice } from '../../contract/further-desk.ts';
import { bug, offline, tooLarge, type Result } from '../../domain/app-error.ts';
import { reportEngineLink, reportSilence, reportSiteLink } from './engine-link.ts';
import { readEventLines } from './event-lines.ts';
import type { Host } from './host.ts';
import type { WindowSession } from './window-session.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** Three missed heartbeats: the stream is dead even if the socket does not say so. */
const SILENCE_LIMIT_MS = 48_000;

/** A window that is there renews its session long before it ends. */
const RENEWAL_MS = 3_600_000;

/** Characters of a request that may outlive the page: far below the 64 kB of all such requests, in any script. */
const MOST_KEPT_ALIVE = 15_000;

/** As it travels: a character of most scripts is more than one byte. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

type Sent =
  | { readonly kind: 'answered'; readonly response: Response }
  /** Nothing was sent: there is no desk to send it to, or it does not know this window. */
  | { readonly kind: 'refused' | 'stopped' }
  /** Sent, and nobody knows what became of it. */
  | { readonly kind: 'lost' };

/** A host that speaks for this window's session. */
export function webHost(session: WindowSession): Host {
  window.setInterval(() => {
    session.leave();
    void session.enter();
  }, RENEWAL_MS);

  /** Sends to the desk, and to nobody who has not proven to be it. */
  async function send(path: string, init: RequestInit): Promise<Sent> {
    // A bearer that was not used for long is refused once; then the session gets a new one.
    for (let attempt = 1; ; attempt += 1) {
      const entry = await session.enter();
      if (entry.kind !== 'open') return entry;
      const headers = { ...init.headers, Authorization: `Bearer ${entry.bearer}` };
      let response: Response;
      try {
        response = await fetch(path, { ...init, headers });
      } catch {
        session.leave();
        return { kind: 'lost' };
      }
      if (response.status !== 401) return { kind: 'answered', response };
      session.leave();
      if (attempt > 1) return { kind: 'refused' };
    }
  }

  /** Connects the stream of events anew, which reports whether the desk answers; null while there is none. */
  let proveStream: (() => void) | null = null;

  /**
   * One request can get lost while all else goes on, and then nothing would ever say that the desk is there: only the stream of events
   * does, and it was not broken. So the stream judges.
   */
  function reportUnanswered(kind: Exclude<Sent['kind'], 'answered'>): void {
    if (kind === 'refused') reportEngineLink('no-key');
    else if (proveStream) proveStream();
    else reportEngineLink('stopped');
  }

  async function call(call: Parameters<Host['call']>[0]): Promise<Result<unknown>> {
    const body = JSON.stringify(call);
    // The desk would refuse it after reading a part, and cut the connection: that would look like a lost answer.
    if (bytesOf(body) > LARGEST_CALL_BYTES)
      return { ok: false, error: tooLarge('The call is larger than the desk takes.') };
    const sent = await send('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      // Sent when the page goes, it must outlive the page. Browsers allow that for little data only.
      keepalive: call.name === 'drafts.keep' && body.length <= MOST_KEPT_ALIVE,
    });
    if (sent.kind !== 'answered') {
      reportUnanswered(sent.kind);
      const delivery = sent.kind === 'lost' ? 'unknown' : 'not-sent';
      return { ok: false, error: offline('engine', delivery, 'The desk engine does not answer.') };
    }
    const { response } = sent;
    try {
      const answer: unknown = await response.json();
      if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as Result<unknown>;
    } catch {
      // No JSON: what answered is not our desk. The line below says so.
    }
    return { ok: false, error: bug(`The host answered ${response.status}.`, { operation: call.name }) };
  }

  function subscribe(from: EventCursor, onEvent: (event: DeskEvent) => void): () => void {
    let cursor = from;
    let stopped = false;
    let retryMs = FIRST_RETRY_MS;
    /** Told by the desk where more windows are open than may keep a connection each; null otherwise. */
    let askAgainMs: number | null = null;
    let wake: (() => void) | null = null;
    let current: AbortController | null = null;

    // A function, because the subscription may have been ended during each wait.
    const isStopped = (): boolean => stopped;

    async function listenOnce(): Promise<void> {
      const abort = new AbortController();
      current = abort;
      askAgainMs = null;
      // Whoever listens at the port may only stand still. Connecting anew shows whether anybody does.
      const breakOff = (): void => {
        reportSilence(true);
        abort.abort();
      };
      let silence = window.setTimeout(breakOff, SILENCE_LIMIT_MS);
      try {
        const address = cursor
          ? `/api/events?run=${encodeURIComponent(cursor.run)}&number=${cursor.number}`
          : '/api/events';
        const sent = await send(address, { signal: abort.signal });
        if (sent.kind === 'refused') {
          reportEngineLink('no-key');
          stopped = true;
          return;
        }
        if (sent.kind !== 'answered') {
          if (!stopped && !abort.signal.aborted) reportEngineLink('stopped');
          return;
        }
        const { response } = sent;
        if (!response.ok || !response.body) {
          // It answers, and tells nothing: what is shown grows old as where nobody answers.
          if (!stopped) reportEngineLink('stopped');
          return;
        }
        const againSeconds = Number(response.headers.get('retry-after'));
        if (againSeconds > 0) askAgainMs = againSeconds * 1_000;
        reportEngineLink('up');
        for await (const event of readEventLines<DeskEvent | SiteNotice>(response.body, () => {
          window.clearTimeout(silence);
          silence = window.setTimeout(breakOff, SILENCE_LIMIT_MS);
          retryMs = FIRST_RETRY_MS;
        })) {
          if (event.type === 'site-link') {
            reportSiteLink(event.link);
            continue;
          }
          cursor = { run: event.run, number: event.number };
          onEvent(event);
        }
      } catch {
        if (!stopped && !abort.signal.aborted) reportEngineLink('stopped');
      } finally {
        window.clearTimeout(silence);
        // After the stream ended another program may listen at this port: it has to prove that it is the desk.
        session.leave();
      }
    }

    async function listen(): Promise<void> {
      while (!stopped) {
        await listenOnce();
        if (isStopped()) return;
        await new Promise<void>((resume) => {
          const timer = window.setTimeout(resume, askAgainMs ?? retryMs);
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
    proveStream = () => current?.abort();
    void listen();
    return () => {
      stopped = true;
      proveStream = null;
      window.removeEventListener('online', hurry);
      current?.abort();
      wake?.();
    };
  }

  async function openWindow(): Promise<void> {
    const sent = await send('/api/window', { method: 'POST' });
    if (sent.kind !== 'answered' || !sent.response.ok) return;
    const { token } = (await sent.response.json()) as { token: string };
    window.open(`/#token=${encodeURIComponent(token)}`, '_blank', 'noopener');
  }

  async function signOut(): Promise<void> {
    await send('/api/sign-out', { method: 'POST' });
    session.forget();
    reportEngineLink('no-key');
  }

  async function pair(request: Parameters<NonNullable<Host['pair']>>[0]): Promise<PairingOutcome> {
    const sent = await send('/api/pair', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (sent.kind !== 'answered') {
      reportUnanswered(sent.kind);
      // Not the site desk: nobody knows whether that one can be reached.
      return { kind: sent.kind === 'lost' ? 'desk-lost' : 'desk-stopped' };
    }
    return (await sent.response.json()) as PairingOutcome;
  }

  return { kind: 'browser', call, subscribe, openWindow, signOut, pair };
}
