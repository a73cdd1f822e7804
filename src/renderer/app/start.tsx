// Before the desk is shown: finds the host, or says why there is none.
import { KeyRound, PlugZap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connectHost } from '../host/connect-host.ts';
import { createDeskClient, type DeskClient } from '../host/desk-client.ts';
import { DeskContext } from '../host/desk-context.ts';
import { useEngineLink } from '../host/engine-link.ts';
import { Button } from '../ui/button.tsx';
import { Shell } from './shell.tsx';
import css from './start.module.css';

type Stage =
  { kind: 'connecting' } | { kind: 'no-key' } | { kind: 'stopped' } | { kind: 'ready'; desk: DeskClient };

const RETRY_MS = 2_000;

export function Start() {
  const [stage, setStage] = useState<Stage>({ kind: 'connecting' });
  const [attempt, setAttempt] = useState(0);
  const link = useEngineLink((state) => state.link);

  useEffect(() => {
    let current = true;
    let timer: number | undefined;
    void connectHost().then((connection) => {
      if (!current) return;
      if (connection.kind === 'ready') {
        setStage({ kind: 'ready', desk: createDeskClient(connection.host) });
        return;
      }
      setStage(connection);
      if (connection.kind === 'stopped')
        timer = window.setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
    });
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [attempt]);

  if (stage.kind === 'no-key' || link === 'no-key') return <NoKey />;
  if (stage.kind === 'stopped') return <EngineStopped onRetry={() => setAttempt((count) => count + 1)} />;
  if (stage.kind === 'connecting') return null;
  return (
    <DeskContext value={stage.desk}>
      <Shell />
    </DeskContext>
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
