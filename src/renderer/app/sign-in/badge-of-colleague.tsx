// A staff badge that was scanned at an open window: whoever has it may take over, and the screen stays.
import { IdCard } from 'lucide-react';
import { useActor } from '../../host/actor.ts';
import { Button } from '../../ui/button.tsx';
import css from '../scan-card.module.css';
import { useLock } from './held-scan.ts';
import { useLockNow } from './use-lock-now.ts';

interface Holder {
  readonly initials: string;
  readonly name: string;
}

/** @example <BadgeOfColleague holder={{ initials: 'JB', name: 'Jo Brand' }} code="K7QF2M9XW3TB" /> */
export function BadgeOfColleague({ holder, code }: { holder: Holder; code: string }) {
  const lock = useLockNow();
  const isOwn = useActor((actor) => actor.initials) === holder.initials;
  const takeOver = (): void => {
    // The lock screen takes it as if it had been scanned there: it chooses its person, or signs in alone.
    useLock.setState({ fresh: code });
    lock('switched');
  };
  return (
    <div role="status" className={css.lines}>
      <h2>
        <IdCard aria-hidden="true" size={20} /> Badge of {holder.name}
      </h2>
      {isOwn ? (
        <p>You are signed in.</p>
      ) : (
        <div>
          <Button look="main" onClick={takeOver}>
            Sign in as {holder.name}
          </Button>
        </div>
      )}
    </div>
  );
}
