// What a further desk shows while the site desk cannot be reached: the board as it last was. In memory only, for the window
// and the person who were given it, and not for longer than a shift.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Result } from '../domain/app-error.ts';

/** What a window asks when it is opened or reloaded, in one question or one by one. */
const PARTS = ['session.get', 'connection.get', 'staff.me', 'staff.list', 'board.get'];
const KEPT_AT_MOST = 60;
const KEPT_FOR_MS = 12 * 3_600_000;

const question = z.object({
  name: z.enum(['opening.get', ...PARTS]),
  input: z.unknown(),
  handle: z.string().optional(),
});
type Question = z.infer<typeof question>;

const opening = z.looseObject({ answers: z.record(z.string(), z.unknown()) });

/** The answers in which the site desk says what it calls the desk that asks. */
const session = z.object({ desk: z.object({ name: z.string() }) });
const openedSession = z.object({ answers: z.object({ 'session.get': session }) });

/** The name in the answer to this question; null where it says none. */
function nameTold({ name }: Question, value: unknown): string | null {
  if (name === 'session.get') return session.safeParse(value).data?.desk.name ?? null;
  if (name === 'opening.get')
    return openedSession.safeParse(value).data?.answers['session.get'].desk.name ?? null;
  return null;
}

export interface KeptAnswers {
  learn(asked: unknown, answer: Result<unknown>): void;
  /** The last good answer to the same question of the same sign-in; null when there is none. */
  of(asked: unknown): Result<unknown> | null;
  forget(): void;
  /** What the site desk called this desk last; it outlives `forget`. Null: not known. */
  calledLast(): string | null;
}

export function createKeptAnswers({
  nowMs,
  name = null,
  onName,
}: {
  readonly nowMs: () => number;
  /** What the site desk called this desk at an earlier start; null: not known. */
  readonly name?: string | null;
  /** It calls it so from now on. */
  readonly onName?: (name: string) => void;
}): KeptAnswers {
  // In the order in which they came.
  const kept = new Map<string, { readonly value: unknown; readonly atMs: number }>();
  let turns = 0;
  let calledLast: string | null = name;
  const turnOf = new Map<string, number>();
  const read = (asked: unknown): Question | null => question.safeParse(asked).data ?? null;
  const keyOf = ({ name, input, handle }: Question): string =>
    createHash('sha256')
      .update(JSON.stringify([name, input ?? {}, handle ?? null]))
      .digest('base64');
  const drop = (key: string): void => {
    kept.delete(key);
    turnOf.delete(key);
  };
  const find = (key: string): unknown => {
    const found = kept.get(key);
    return found && nowMs() - found.atMs <= KEPT_FOR_MS ? found.value : undefined;
  };

  return {
    learn(asked, answer) {
      const about = read(asked);
      if (!about) return;
      const key = keyOf(about);
      drop(key);
      if (!answer.ok) return;
      const told = nameTold(about, answer.value);
      if (told !== null && told !== calledLast) onName?.(told);
      calledLast = told ?? calledLast;
      kept.set(key, { value: answer.value, atMs: nowMs() });
      turnOf.set(key, (turns += 1));
      const [oldest] = kept.keys();
      if (kept.size > KEPT_AT_MOST && oldest !== undefined) drop(oldest);
    },
    of(asked) {
      const about = read(asked);
      if (!about) return null;
      const key = keyOf(about);
      const value = find(key);
      if (value === undefined) return null;
      const whole = about.name === 'opening.get' ? opening.safeParse(value).data : undefined;
      if (!whole) return { ok: true, value };
      // The window has asked for parts of it since: those are newer.
      const answers = { ...whole.answers };
      for (const name of PARTS) {
        const part = keyOf({ ...about, name, input: {} });
        const newer = (turnOf.get(part) ?? 0) > (turnOf.get(key) ?? 0) ? find(part) : undefined;
        if (newer !== undefined) answers[name] = newer;
      }
      return { ok: true, value: { ...whole, answers } };
    },
    forget() {
      kept.clear();
      turnOf.clear();
    },
    calledLast: () => calledLast,
  };
}
