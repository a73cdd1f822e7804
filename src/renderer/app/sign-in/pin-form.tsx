// Somebody says who they are, by their PIN: to sign in, or as the second person beside whoever has.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Output } from '../../../contract/index.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { useQuery } from '../../host/use-query.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { ROLE_WORDS } from '../../shared/words/role-words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './lock-screen.module.css';
import { pinLostWords } from './pin-lost-words.ts';

type Member = Output<'staff.list'>['items'][number];
/** What became of a PIN that was not the right one. */
export type PinRefusal = Exclude<Output<'staff.signIn'>, { kind: 'signed-in' }>;

const IMPOSSIBLE_WORDS = {
  unknown: 'Nobody of these initials works here.',
  'switched-off': 'This person works here no more.',
  'no-pin': 'This person has no PIN yet. A site manager gives one, under “People”.',
} as const;

const REFUSED_WORDS = {
  wrong: 'That PIN is not right.',
  wait: 'There were too many wrong PINs.',
  uncounted: 'Nothing can be saved here now, so PINs are looked at only some time after the start.',
} as const;

const seconds = (ms: number): string => {
  const left = Math.ceil(ms / 1_000);
  return left < 60 ? `${left} s` : `${Math.ceil(left / 60)} min`;
};

export function PinForm(props: {
  legend: string;
  people: readonly Member[];
  /** Who is chosen at first, where they are among the people. */
  first: string | null;
  /** Somebody has shown who they are; each time they are chosen anew. */
  shown?: { readonly initials: string } | null;
  action: { readonly words: string; readonly icon: ReactNode; readonly busy: boolean };
  error: AppError | null;
  /** Looks at a PIN. Resolves with what was wrong; null when it was right, or `error` says what happened. */
  onPin: (initials: string, pin: string) => Promise<PinRefusal | null>;
}) {
  const { people, first, action } = props;
  const staff = useQuery('staff.list', {}).value?.items;
  const [chosen, setChosen] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const leftMs = useTimeLeft(untilMs);
  const field = useRef<HTMLInputElement>(null);
  /** Whoever points at their name types their PIN next; whoever goes through the names by arrows stays among them. */
  const isPointed = useRef(false);
  const known = people.some(({ initials }) => initials === first);
  const initials = chosen ?? (known ? first : people[0]?.initials) ?? '';
  useEffect(() => field.current?.focus(), []);
  const { shown = null } = props;
  useEffect(() => {
    if (shown === null) return;
    setChosen(shown.initials);
    setPin('');
    setSaid(null);
    setUntilMs(null);
    field.current?.focus();
  }, [shown]);

  async function submit(): Promise<void> {
    if (pin === '' || leftMs > 0) return field.current?.focus();
    const refusal = await props.onPin(initials, pin);
    setPin('');
    field.current?.focus();
    if (refusal === null) return setSaid(null);
    if (refusal.kind === 'impossible') return setSaid(IMPOSSIBLE_WORDS[refusal.why]);
    setSaid(REFUSED_WORDS[refusal.kind]);
    setUntilMs(refusal.waitMs > 0 ? performance.now() + refusal.waitMs : null);
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className={css.people} onKeyDown={() => (isPointed.current = false)}>
        <legend>{props.legend}</legend>
        {people.map((person) => (
          <label
            key={person.initials}
            className={css.person}
            onPointerDown={() => (isPointed.current = true)}
          >
            <input
              type="radio"
              name="pin-person"
              value={person.initials}
              checked={person.initials === initials}
              onClick={() => {
                if (isPointed.current) field.current?.focus();
              }}
              onChange={() => {
                setChosen(person.initials);
                setSaid(null);
                setUntilMs(null);
              }}
            />
            <strong>{person.initials}</strong>
            <span>{person.name}</span>
            <span className={css.quiet}>{person.hasPin ? ROLE_WORDS[person.role] : 'no PIN yet'}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        ref={field}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        label="PIN"
        value={pin}
        problem={
          said === null ? undefined : leftMs > 0 ? `${said} Wait ${seconds(leftMs)}, then try again.` : said
        }
        onChange={(event) => setPin(event.target.value)}
      />
      {/* Read out once, without the seconds that go by. */}
      <p className="visually-hidden" role="alert">
        {said}
      </p>
      {props.error && <ErrorNotice error={props.error} />}
      <div className={css.actions}>
        <Button
          type="submit"
          look="main"
          size="large"
          icon={action.icon}
          busy={action.busy}
          blocked={leftMs > 0 ? 'Wait until the time is over.' : null}
        >
          {action.words}
        </Button>
      </div>
      <p className={css.quiet}>{pinLostWords(initials, staff)}</p>
    </form>
  );
}

/** What is left until a moment of this window's own clock, in milliseconds; it counts down while it is shown. */
function useTimeLeft(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (untilMs === null) return;
    setNowMs(performance.now());
    const timer = window.setInterval(() => {
      setNowMs(performance.now());
      if (performance.now() >= untilMs) window.clearInterval(timer);
    }, 500);
    return () => window.clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, untilMs - nowMs);
}
