// The code by which a new desk is added: as text, as a picture for a scanner, and how long it is good.
import { useEffect } from 'react';
import type { Output } from '../../../contract/index.ts';
import { spacedCode } from '../../../domain/pairing.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './desks.module.css';

type Shown = Output<'desks.list'>;

/** The blank around it without which no scanner sees a picture, in modules. */
const QUIET = 4;

export function PairingCode(props: {
  network: NonNullable<Shown['network']>;
  pairing: NonNullable<Shown['pairing']>;
  onRefresh: () => void;
}) {
  const { network, pairing, onRefresh } = props;
  const close = useCommand('desks.closePairing', { repeatable: true });
  const mayNot = useMayNot('desks.closePairing');
  const nowMs = useNowMs();
  const isOver = nowMs >= pairing.endsAtMs;
  useEffect(() => {
    if (isOver) onRefresh();
  }, [isOver, onRefresh]);
  return (
    <Panel title="Code for a new desk">
      <div className={css.pairing}>
        <CodePicture rows={pairing.picture} />
        <div className={css.steps}>
          <p className={css.big} aria-label={`Code ${[...pairing.code].join(' ')}`}>
            {spacedCode(pairing.code)}
          </p>
          <p>
            Good for one desk, for <Countdown untilMs={pairing.endsAtMs} nowMs={nowMs} label="Time left" />.
          </p>
          <ol>
            <li>
              On the other machine start{' '}
              <code className={css.command}>npm start -- --desk={network.addresses[0]}</code>
            </li>
            <li>Enter a name for that desk and this code there, or scan the picture.</li>
          </ol>
          {pairing.wrong > 0 && (
            <p role="status" className={css.warning}>
              {pairing.wrong === 1 ? 'A wrong code was' : `${pairing.wrong} wrong codes were`} tried. After
              five this one is no longer good.
            </p>
          )}
          <Button busy={close.busy} blocked={mayNot} onClick={() => void close.run({})}>
            Stop adding
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function CodePicture({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((module, x) => (module === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('');
  return (
    <svg
      className={css.picture}
      role="img"
      aria-label="The address and the code, for a scanner"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
