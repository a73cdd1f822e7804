// Sends what is typed to the engine a moment after it was typed: one form after the other, and at once when the page goes.
import type { Result } from '../../../domain/app-error.ts';

/** How long nothing is typed before what was typed is kept. */
const KEEP_AFTER_MS = 300;
const RETRY_MS = 2_000;

export interface DraftKeeper {
  /** Something was typed into a form, or it was forgotten. */
  changed(form: string): void;
  /** A form is about to be sent: what is not kept yet is kept before that. */
  now(): void;
  /** The page goes: what is not kept yet is sent now, without waiting for anything. */
  leave(): void;
  /** Keeps nothing more. Returns the forms of which the latest is not kept yet, as far as is known. */
  stop(): readonly string[];
}

/**
 * `textOf` is what stands in a form now, null when nothing; `send` never rejects; `nextSignIn` resolves when somebody has signed in
 * anew: until then a locked window can keep nothing.
 * @example createDraftKeeper({ textOf, nextSignIn, send: (form, text) => desk.command('drafts.keep', { windowId, form, text }, as) })
 */
export function createDraftKeeper(options: {
  textOf: (form: string) => string | null;
  send: (form: string, text: string | null) => Promise<Result<unknown>>;
  nextSignIn: () => Promise<void>;
}): DraftKeeper {
  const { textOf, send, nextSignIn } = options;
  const waiting = new Set<string>();
  let timer: number | undefined;
  let sending: string | null = null;
  let isStopped = false;

  function later(afterMs: number): void {
    window.clearTimeout(timer);
    if (!isStopped) timer = window.setTimeout(() => void sendAll(), afterMs);
  }

  /** One at a time, so that an older text never arrives after a newer one. */
  async function sendAll(): Promise<void> {
    if (sending !== null) return;
    let again: number | null = null;
    for (const form of waiting) {
      waiting.delete(form);
      sending = form;
      const answer = await send(form, textOf(form));
      sending = null;
      if (isStopped) return;
      if (answer.ok || (answer.error.retry !== 'later' && answer.error.kind !== 'not-signed-in')) continue;
      waiting.add(form);
      if (answer.error.kind === 'not-signed-in') void nextSignIn().then(() => later(0));
      else again = RETRY_MS;
      break;
    }
    if (again !== null) later(again);
  }

  return {
    changed(form) {
      waiting.add(form);
      later(KEEP_AFTER_MS);
    },
    now() {
      window.clearTimeout(timer);
      void sendAll();
    },
    leave() {
      window.clearTimeout(timer);
      for (const form of waiting) void send(form, textOf(form));
      waiting.clear();
    },
    stop() {
      isStopped = true;
      window.clearTimeout(timer);
      return sending === null ? [...waiting] : [...waiting, sending];
    },
  };
}
