// The site desk as a further desk knows it: passes calls and events through over one pinned line, pairs, and says how the
// line is. Nothing of the engine is here, and nothing about patients is kept on this machine's disk.
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  certificateAt,
  fingerprintOf,
  isAnybodyAt,
  LineFailure,
  openPinnedLine,
} from '../adapters/pinned-line.ts';
import type { LineAnswer, PinnedLine } from '../adapters/pinned-line.ts';
import { deskEventSchema } from '../contract/events.ts';
import type { DeskEvent, EventCursor } from '../contract/events.ts';
import { pairingAnswer } from '../contract/further-desk.ts';
import type { PairingOutcome, SiteLink, SiteNotice } from '../contract/further-desk.ts';
import type { Log } from '../core/ports/machine.ts';
import { forbidden, offline, tooLarge } from '../domain/app-error.ts';
import type { Result } from '../domain/app-error.ts';
import {
  CODE_COST,
  deskNameOf,
  deskProofText,
  pairingCodeOf,
  siteAddressText,
  siteProofText,
} from '../domain/pairing.ts';
import type { SiteAddress } from '../domain/pairing.ts';
import type { DeskKey, PairedSite } from './desk-key.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { watchLine } from './line-watch.ts';
import { pause } from './pause.ts';

/** Longer than anything that the site desk waits for by itself. */
const CALL_TIMEOUT_MS = 90_000;
const PAIRING_TIMEOUT_MS = 15_000;
/** Three heartbeats of the site desk's stream for desks. */
const SILENCE_LIMIT_MS = 16_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;

/** With these the site desk refuses a call before its engine is asked. After any other the call may have been carried out. */
const REFUSED_BEFORE: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410]);
const TOO_LARGE = 413;
/**
 * Nobody at the site desk gave this desk its key: one that was made from an older backup may learn of it again, so the key is kept.
 * Earlier versions of the site desk say the same to a desk that was shut out.
 */
export const UNKNOWN_DESK = 401;
/** The desk showed the key that it once had, and was shut out. */
export const SHUT_OUT = 410;
/** The same, while its call was carried out; see `web-host/site-routes.ts`. */
export const SHUT_OUT_MEANWHILE = 423;
/** How a stream of events may end, besides by a failure, without the site desk being away: by itself, or as `refusedWith` says. */
const HAS_ITS_OWN_WORDS: ReadonlySet<number> = new Set([
  200,
  UNKNOWN_DESK,
  SHUT_OUT,
  SHUT_OUT_MEANWHILE,
  409,
]);

/** The header by which a further desk says what its screens were built from; see `web-host/site-routes.ts`. */
export const BUILD_HEADER = 'x-drawdesk-build';

/** What a host of a further desk shows: the site desk's engine, and how this desk stands with it. */
export interface JoinedSite {
  call(call: unknown): Promise<Result<unknown>>;
  subscribe(cursor: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void;
  link(): SiteLink;
  /** Asks the site desk as this machine, whoever sits at it. Null: it gave no answer, or does not know this machine. */
  ask(
    path: string,
    body: unknown,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<LineAnswer | null>;
  /** Presents the code that the site desk shows. */
  pair(request: { readonly code: string; readonly name: string }): Promise<PairingOutcome>;
  close(): void;
}

const callAnswer = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.unknown() }),
]);
const saltAnswer = z.object({ salt: z.string().max(100).nullable() });

export function joinSite(options: {
  readonly address: SiteAddress;
  readonly deskKey: DeskKey;
  /** What the screens of this machine were built from. A site desk of another build is not asked. */
  readonly build: string;
  readonly nowMs?: () => number;
  /** Whether the site desk's machine takes a connection. */
  readonly isThere?: (address: SiteAddress) => Promise<boolean>;
  readonly log?: Pick<Log, 'warn'>;
}): JoinedSite {
  const { address, deskKey, build, nowMs = Date.now, isThere = isAnybodyAt } = options;
  const addressText = siteAddressText(address);
  const kept = createKeptAnswers({
    nowMs,
    name: deskKey.name(),
    onName(name) {
      try {
        deskKey.keepName(name);
      } catch {
        // A disk that takes nothing: only the form in which a desk is added again would have it after the next start.
      }
    },
  });
  const watchers = new Set<(notice: SiteNotice) => void>();
  let site = deskKey.site();
  let line: PinnedLine | null = site && openPinnedLine(address, site.certificate);
  let wasShutOut = false;
  let away: Pick<Extract<SiteLink, { kind: 'away' }>, 'sinceMs' | 'why'> | null = null;
  /** It answers calls, and refuses to tell events: what is shown grows old as where nobody answers. */
  let tellsNoEvents = false;
  const ended = new AbortController();
  /** Sites that may have moved to this address, until somebody answers here; then it is certain. */
  let sought = site ? [] : deskKey.elsewhere();
  const soughtSinceMs = nowMs();

  const link = (): SiteLink => {
    const about = { address: addressText, calledLast: kept.calledLast() };
    if (!site && sought.length > 0) {
      return { kind: 'away', ...about, sinceMs: soughtSinceMs, why: 'unreachable' };
    }
    if (!site) return { kind: 'unpaired', ...about, shutOut: wasShutOut };
    return away ? { kind: 'away', ...about, ...away } : { kind: 'joined', address: addressText };
  };
  const tell = (): void => {
    const notice: SiteNotice = { type: 'site-link', link: link() };
    for (const watcher of watchers) watcher(notice);
  };
  const reached = (): void => {
    if (!away || tellsNoEvents) return;
    away = null;
    tell();
  };
  const isAway = (why: NonNullable<typeof away>['why']): void => {
    if (away?.why === why) return;
    away = { sinceMs: away?.sinceMs ?? nowMs(), why };
    if (why === 'another') {
      options.log?.warn('another machine answers at the address of the site desk; nothing is sent to it', {
        address: addressText,
      });
    }
    tell();
  };
  const watch = watchLine({
    isThere: () => isThere(address),
    onGone: () => {
      isAway('unreachable');
      // No connection to that machine is of use any more, also if it comes back.
      line?.close();
    },
    signal: ended.signal,
  });
  const join = (paired: PairedSite | null): void => {
    line?.close();
    sought = [];
    site = paired;
    line = paired && openPinnedLine(address, paired.certificate);
    away = null;
    tellsNoEvents = false;
    kept.forget();
    tell();
  };
  /** False: the disk takes nothing. A key that stays there after the desk was shut out is refused at the next start as well. */
  const keep = (paired: PairedSite | null): boolean => {
    try {
      deskKey.keep(paired);
      return true;
    } catch {
      return false;
    }
  };
  const shutOut = (): void => {
    if (!site) return;
    wasShutOut = true;
    // What was shown before is forgotten first: the disk may be full.
    join(null);
    keep(null);
  };
  /** A site is known by its certificate, so a key for it is good wherever that is shown; it goes over a line to that one only. */
  async function seek(): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; sought.length > 0; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      const shown = await certificateAt(address).catch(() => null);
      if (ended.signal.aborted || sought.length === 0) return;
      if (shown !== null) {
        const found = sought.findLast(({ certificate }) => certificate === shown) ?? null;
        // A key that cannot be kept under this address is found again at the next start.
        if (found) keep(found);
        join(found);
        return;
      }
      await pause(retryMs, ended.signal);
    }
  }
  if (sought.length > 0) void seek();

  const headersOf = ({ deskId, key }: PairedSite): Record<string, string> => ({
    authorization: `Desk ${deskId}.${key}`,
    [BUILD_HEADER]: build,
  });

  /** What a status other than 200 means for the line. */
  function refusedWith(status: number): void {
    if (status === SHUT_OUT || status === SHUT_OUT_MEANWHILE) shutOut();
    else if (status === UNKNOWN_DESK) isAway('unknown-desk');
    else if (status === 409) isAway('other-version');
  }

  function failed(thrown: unknown): LineFailure {
    const failure =
      thrown instanceof LineFailure ? thrown : new LineFailure('unreachable', 'unknown', thrown);
    isAway(failure.reason);
    return failure;
  }

  async function call(asked: unknown): Promise<Result<unknown>> {
    const present = site;
    if (!present || !line) {
      return {
        ok: false,
        error:
          sought.length > 0
            ? offline('site-desk', 'not-sent', 'nobody has answered at the site desk’s address')
            : forbidden('This desk is not paired with a site desk.'),
      };
    }
    try {
      const over = line;
      const { status, json } = await watch.during((gone) =>
        over.post('/desk/call', asked, {
          headers: headersOf(present),
          timeoutMs: CALL_TIMEOUT_MS,
          signal: gone,
        }),
      );
      if (status === TOO_LARGE)
        return { ok: false, error: tooLarge('The call is larger than the site desk takes.') };
      if (status !== 200) {
        refusedWith(status);
        const delivery = REFUSED_BEFORE.has(status) ? 'not-sent' : 'unknown';
        return { ok: false, error: offline('site-desk', delivery, `the site desk answered ${status}`) };
      }
      const answer = callAnswer.safeParse(json);
      if (!answer.success) {
        return { ok: false, error: offline('site-desk', 'unknown', 'the site desk gave no answer') };
      }
      reached();
      const result = answer.data as Result<unknown>;
      kept.learn(asked, result);
      return result;
    } catch (thrown) {
      const { delivery, reason } = failed(thrown);
      const shown = kept.of(asked);
      if (shown) return shown;
      return {
        ok: false,
        error: offline('site-desk', delivery, `the site desk cannot be reached: ${reason}`),
      };
    }
  }

  async function ask(
    path: string,
    body: unknown,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<LineAnswer | null> {
    const present = site;
    if (!present || !line) return null;
    try {
      const answer = await line.post(path, body, { headers: headersOf(present), ...limits });
      if (answer.status === 200) reached();
      else refusedWith(answer.status);
      return answer.status === UNKNOWN_DESK ? null : answer;
    } catch (thrown) {
      if (!limits.signal.aborted) failed(thrown);
      return null;
    }
  }

  function subscribe(from: EventCursor, listener: (event: DeskEvent | SiteNotice) => void): () => void {
    let cursor = from;
    let retryMs = FIRST_RETRY_MS;
    const stop = new AbortController();
    const isStopped = (): boolean => stop.signal.aborted || ended.signal.aborted;

    function onLine(text: string): void {
      retryMs = FIRST_RETRY_MS;
      tellsNoEvents = false;
      watch.heard();
      reached();
      if (text.trim() === '' || isStopped()) return;
      const event = deskEventSchema.parse(JSON.parse(text));
      cursor = { run: event.run, number: event.number };
      listener(event);
    }

    async function listen(): Promise<void> {
      while (!isStopped()) {
        if (site && line) {
          const query = cursor ? `?run=${encodeURIComponent(cursor.run)}&number=${cursor.number}` : '';
          try {
            const status = await line.lines(`/desk/events${query}`, {
              headers: headersOf(site),
              silenceMs: SILENCE_LIMIT_MS,
              signal: stop.signal,
              onLine,
            });
            refusedWith(status);
            if (!HAS_ITS_OWN_WORDS.has(status) && !isStopped()) {
              tellsNoEvents = true;
              isAway('unreachable');
            }
          } catch (thrown) {
            if (isStopped()) return;
            failed(thrown);
          }
        }
        await pause(retryMs, stop.signal);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }

    const watcher = (notice: SiteNotice): void => listener(notice);
    watchers.add(watcher);
    listener({ type: 'site-link', link: link() });
    void listen();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) tellsNoEvents = false;
      stop.abort();
    };
  }

  return {
    call,
    subscribe,
    link,
    ask,
    async pair({ code: typed, name: given }) {
      const code = pairingCodeOf(typed);
      if (code === null) return { kind: 'code-unreadable' };
      const name = deskNameOf(given);
      if (name === null) return { kind: 'name-unusable' };
      const outcome = await pairWith(address, { code, name, build });
      if (outcome.kind !== 'keyed') return outcome;
      if (!keep(outcome.site)) return { kind: 'not-kept' };
      wasShutOut = false;
      join(outcome.site);
      return { kind: 'paired' };
    },
    close() {
      ended.abort();
      line?.close();
    },
  };
}

/** Shows the site desk that this desk knows the code, and is shown the same, over a line to one and the same certificate. */
async function pairWith(
  address: SiteAddress,
  { code, name, build }: { readonly code: string; readonly name: string; readonly build: string },
): Promise<PairingOutcome | { readonly kind: 'keyed'; readonly site: PairedSite }> {
  let line: PinnedLine | null = null;
  try {
    const certificate = await certificateAt(address);
    const fingerprint = fingerprintOf(certificate);
    line = openPinnedLine(address, certificate);
    const options = { headers: { [BUILD_HEADER]: build }, timeoutMs: PAIRING_TIMEOUT_MS };
    const asked = await line.post('/pairing/salt', {}, options);
    if (asked.status === 409) return { kind: 'other-version' };
    const salt = saltAnswer.safeParse(asked.json);
    if (!salt.success) return { kind: 'another' };
    if (salt.data.salt === null) return { kind: 'no-code' };
    const key = await keyOfCode(code, salt.data.salt);
    const proof = proofOf(key, deskProofText({ fingerprint, name }));
    const answer = pairingAnswer.safeParse((await line.post('/pairing', { name, proof }, options)).json);
    if (!answer.success) return { kind: 'another' };
    if (answer.data.kind !== 'paired') return answer.data;
    const { id: deskId, key: deskKey } = answer.data;
    const expected = proofOf(key, siteProofText({ fingerprint, deskId, key: deskKey }));
    if (!isSame(answer.data.proof, expected)) return { kind: 'another' };
    return { kind: 'keyed', site: { certificate, deskId, key: deskKey } };
  } catch (thrown) {
    if (!(thrown instanceof LineFailure)) throw thrown;
    return { kind: thrown.reason };
  } finally {
    line?.close();
  }
}

const proofOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function keyOfCode(code: string, salt: string): Promise<Buffer> {
  const { n, r, p } = CODE_COST;
  return new Promise((done, failed) =>
    scrypt(code, salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? failed(error) : done(key),
    ),
  );
}
