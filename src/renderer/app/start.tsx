// Before the desk is shown: finds the host, or says why there is none.
import { Hourglass, KeyRound, PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { beginAnew, begun, type Begun } from '../host/begun.ts';
import { openDeskClient, type DeskClient } from '../host/desk-client.ts';
import { DeskContext } from '../host/desk-context.ts';
import { siteToPair, useEngineLink } from '../host/engine-link.ts';
import { deskToCome } from '../host/desk-to-come.ts';
import type { Host } from '../host/host.ts';
import { links } from '../shared/links.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { onDemand } from '../ui/on-demand.ts';
import { Shell } from './shell.tsx';
import css from './start.module.css';

type Stage =
  | { kind: 'connecting' }
  | { kind: 'no-key' }
  | { kind: 'stopped' }
  | { kind: 'unpaired'; host: Host }
  | { kind: 'ready'; desk: DeskClient };

// Fetched where it is needed: a desk is paired once.
const { component: PairDesk } = onDemand(
  async () => (await import('./pair-desk.tsx')).PairDesk,
  PairDeskToCome,
);

const RETRY_MS = 2_000;

async function stageOf({ connection, opening }: Begun): Promise<Stage> {
  if (connection.kind !== 'ready') return connection;
  const { host } = connection;
  return opening === null
    ? { kind: 'unpaired', host }
    : { kind: 'ready', desk: await openDeskClient(host, opening) };
}

/** Other screens may do something when they are opened, which needs the desk. */
const isAtBoard = (): boolean => ['', '#', `#${links.board}`].includes(window.location.hash);

/**
 * Frame and board are drawn, unseen and deaf, while the desk is still waited for: what is left to do with its answer is to fill them. So
 * they are on the screen that much sooner, and at once with everything in them. The app's own window, which is shown as soon as there is
 * something to see, has what the frame has of no desk before: the names of the screens, and that the desk trains, where it does.
 */
export function Start() {
  const [stage, setStage] = useState<Stage>({ kind: 'connecting' });
  const [attempt, setAttempt] = useState(0);
  const [beginsAtBoard] = useState(isAtBoard);
  const link = useEngineLink((state) => state.link);
  const site = useEngineLink((state) => state.site);

  useEffect(() => {
    let current = true;
    let timer: number | undefined;
    const connecting = attempt === 0 ? begun : beginAnew();
    void connecting.then(stageOf).then((stage) => {
      if (!current) return;
      setStage(stage);
      if (stage.kind === 'stopped')
        timer = window.setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
    });
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [attempt]);

  const pairsAnew = useEngineLink((state) => state.pairsAnew);
  const toPair = siteToPair({ site, pairsAnew });
  const isUnpaired = toPair !== null;
  const wasUnpaired = useRef(false);
  useEffect(() => {
    if (isUnpaired) wasUnpaired.current = true;
    // Paired in another window. Opened anew with the key: everything that this window knows comes from the site desk then.
    else if (wasUnpaired.current) window.location.reload();
  }, [isUnpaired]);

  if (stage.kind === 'no-key' || link === 'no-key') return <NoKey />;
  if (stage.kind === 'stopped') return <EngineStopped onRetry={() => setAttempt((count) => count + 1)} />;
  if (stage.kind === 'connecting') {
    return beginsAtBoard && site?.kind !== 'unpaired' ? <Desk desk={deskToCome} /> : null;
  }
  if (stage.kind === 'unpaired' || toPair !== null) {
    const host = stage.kind === 'unpaired' ? stage.host : stage.desk.host;
    const goBack = site?.kind === 'unpaired' ? null : () => window.location.reload();
    return toPair && <PairDesk host={host} site={toPair} onBack={goBack} />;
  }
  return <Desk desk={stage.desk} />;
}

/** A browser shows its own frame around the page; the app's window would be empty. */
const hasOwnWindow = window.drawdesk !== undefined;

/** The same elements before the desk is there and afterwards. */
function Desk({ desk }: { desk: DeskClient }) {
  return (
    <DeskContext value={desk}>
      <div
        className={classNames(
          ...(desk === deskToCome ? [css.toCome, hasOwnWindow && css.frame] : [css.there]),
        )}
        inert={hasOwnWindow && desk === deskToCome}
      >
        <Shell />
      </div>
    </DeskContext>
  );
}

/** Nothing while the script is on its way: it mostly comes at once. Without it there is nothing else in the window. */
function PairDeskToCome({ couldNotBeHad }: { couldNotBeHad: boolean }) {
  if (!couldNotBeHad) return null;
  return (
    <main className={css.page}>
      <div className={css.card} role="status">
        <Hourglass aria-hidden="true" size={36} />
        <h1>This desk is to be added to the site</h1>
        <p>
          The form for it has not come yet. Drawdesk on this computer is asked for it again by itself. If it
          was updated meanwhile, load this window anew.
        </p>
        <Button onClick={() => window.location.reload()}>Load anew</Button>
      </div>
    </main>
  );
}

function NoKey() {
  return (
    <main className={css.page}>
      <div className={css.card}>
        <KeyRound aria-hidden="true" size={36} />
        <h1>This window is not signed in</h1>
        <p>
          Each link to Drawdesk works once. Start Drawdesk again on this computer, even if it is running
          already, and a new window opens. Or open one from a window that works: “Desk settings”, then “New
          window”. Then close this one.
        </p>
      </div>
    </main>
  );
}

function EngineStopped({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={css.page}>
      <div className={css.card}>
        <PlugZap aria-hidden="true" size={36} />
        <h1>Drawdesk has stopped</h1>
        <p>
          Start Drawdesk again on this computer. This window goes on by itself as soon as it runs. If it does
          not, go on in the window that opens, and close this one.
        </p>
        <Button onClick={onRetry}>Try now</Button>
      </div>
    </main>
  );
}
