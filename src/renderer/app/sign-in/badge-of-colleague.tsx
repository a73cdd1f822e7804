// A staff badge that was scanned at an open window: whoever has it may take over, and the screen stays. Its code is not shown.
import { IdCard } from 'lucide-react';
import type { BadgeHolder } from '../../../contract/staff.ts';
import { useActor } from '../../host/actor.ts';
import { useQuery } from '../../host/use-query.ts';
import { Button } from '../../ui/button.tsx';
import css from '../scan-card.module.css';
import { useLock } from './held-scan.ts';
import { useLockNow } from './use-lock-now.ts';

/** @example <BadgeOfColleague holder={{ initials: 'JB', name: 'Jo Brand', active: true }} code="K7QF2M9XW3TB" /> */
export function BadgeOfColleague({ holder, code }: { holder: BadgeHolder; code: string }) {
  return (
    <div role="status" className={css.lines}>
      <h2>
        <IdCard aria-hidden="true" size={20} /> Badge of {holder.name}
      </h2>
      <WhatItDoes holder={holder} code={code} />
    </div>
  );
}

function WhatItDoes({ holder, code }: { holder: BadgeHolder; code: string }) {
  const lock = useLockNow();
  const isOwn = useActor((actor) => actor.initials) === holder.initials;
  const use = useQuery('staff.me', {}).value?.badge;
  if (!holder.active) {
    return <p>{holder.name} is switched off under People, so this badge opens nothing.</p>;
  }
  if (isOwn) return <p>You are signed in.</p>;
  if (use === undefined || use === 'off') return <p>Nobody signs in with a badge here.</p>;
  const takeOver = (): void => {
    // The lock screen takes it as if it had been scanned there: it chooses its person, or signs in alone.
    useLock.setState({ fresh: code });
    lock('switched');
  };
  return (
    <div>
      <Button look="main" onClick={takeOver}>
        Sign in as {holder.name}
      </Button>
    </div>
  );
}
