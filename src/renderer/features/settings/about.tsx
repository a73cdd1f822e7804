// What this desk is: version, mode, address, and the licences of everything that is shipped with it.
import { useState } from 'react';
import { useSession } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { LicenceList } from './licence-list.ts';
import css from './settings.module.css';

export function About() {
  const session = useSession();
  return (
    <Panel title="About">
      {session === null && <SkeletonRows count={2} label="What this desk is, is being read" />}
      {session && (
        <dl className={css.facts}>
          <div>
            <dt>Version</dt>
            <dd>Drawdesk {session.version}</dd>
          </div>
          <div>
            <dt>Mode</dt>
            <dd>
              {session.mode === 'training' ? 'Training: nothing reaches a laboratory' : 'Live service'}
              {session.mode === 'live' && ` at ${session.serviceAddress}`}
            </dd>
          </div>
          <div>
            <dt>Times</dt>
            <dd>{session.timeZone}</dd>
          </div>
        </dl>
      )}
      <Licences />
    </Panel>
  );
}

type Loaded =
  { readonly kind: 'no' | 'loading' | 'failed' } | { readonly kind: 'yes'; readonly list: LicenceList };

function Licences() {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'no' });

  async function load(): Promise<void> {
    setLoaded({ kind: 'loading' });
    try {
      const { licences } = await import('virtual:licences');
      setLoaded({ kind: 'yes', list: licences });
    } catch {
      setLoaded({ kind: 'failed' });
    }
  }

  if (loaded.kind === 'yes') return <LicencesShown list={loaded.list} />;
  return (
    <>
      <p>Drawdesk is free software under the MIT licence.</p>
      {loaded.kind === 'failed' && (
        <p role="alert">
          The licences could not be loaded, because this desk was updated or stopped. Reload the window.
        </p>
      )}
      <div>
        <Button busy={loaded.kind === 'loading'} onClick={() => void load()}>
          Licences of everything shipped
        </Button>
      </div>
    </>
  );
}

function LicencesShown({ list }: { list: LicenceList }) {
  return (
    <>
      <p className={css.quiet}>
        Drawdesk is free software under the MIT licence. It is shipped with these {list.packages.length}{' '}
        packages. The desktop window’s Chromium brings its own list of licences (LICENSES.chromium.html,
        beside the program).
      </p>
      <ul className={css.licences} aria-label="Licences">
        {list.packages.map(({ name, version, licence, textIndex }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>
                {name} {version} · {licence}
              </summary>
              <pre className={css.licenceText} tabIndex={0}>
                {textIndex === null
                  ? `The package comes without a text; it says that its licence is ${licence}.`
                  : list.texts[textIndex]}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
