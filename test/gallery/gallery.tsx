// A page with one component in all its states. The address names the component; a state after it shows that one alone:
// `#Button`, `#Dialog/normal`. Without a name it lists them all.
import '@fontsource-variable/inter/index.css';
import '../../src/renderer/ui/tokens.css';
import '../../src/renderer/ui/base.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DeskContext } from '../../src/renderer/host/desk-context.ts';
import { noteServiceNow } from '../../src/renderer/host/service-clock.ts';
import { startTheme } from '../../src/renderer/ui/theme.ts';
import { SHARED } from './entries/shared.tsx';
import { DOCUMENTS } from './entries/documents.tsx';
import { NOTICES } from './entries/notices.tsx';
import { PEOPLE } from './entries/people.tsx';
import { UI } from './entries/ui.tsx';
import { galleryDesk } from './gallery-desk.ts';
import type { GalleryEntry, GalleryState } from './gallery-entry.ts';
import { NOW_MS } from './people-and-places.ts';
import css from './gallery.module.css';

const ENTRIES: readonly GalleryEntry[] = [...UI, ...SHARED, ...PEOPLE, ...DOCUMENTS, ...NOTICES];
const { hook } = memoryLocation({ path: '/' });

function State({ state }: { state: GalleryState }) {
  const [desk] = useState(() => galleryDesk(state));
  return (
    <DeskContext value={desk}>
      <Router hook={hook}>{state.show()}</Router>
    </DeskContext>
  );
}

function Gallery() {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const read = (): void => setHash(window.location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const [name = '', wanted] = hash.slice(1).split('/').map(decodeURIComponent);
  const found = ENTRIES.find((one) => one.name === name);
  if (!found) {
    return (
      <ul className={css.list}>
        {ENTRIES.flatMap((one) =>
          addressesOf(one).map((address) => (
            <li key={address}>
              <a href={`#${address}`}>{address}</a>
            </li>
          )),
        )}
      </ul>
    );
  }
  const states = Object.entries(found.states).filter(([state, { alone }]) =>
    wanted === undefined ? alone !== true : state === wanted,
  );
  return (
    <main className={css.page} key={hash}>
      <h1 className={css.name}>{name}</h1>
      {states.map(([words, state]) => (
        <section key={words} className={css.state}>
          <h2 className={css.words}>{words}</h2>
          {/* Parts of a line stay as wide as they are. */}
          <div>
            <State state={state} />
          </div>
        </section>
      ))}
    </main>
  );
}

/** One for the states that stand below each other, and one for each that covers the window. */
function addressesOf({ name, states }: GalleryEntry): string[] {
  const alone = Object.keys(states).filter((state) => states[state]?.alone === true);
  const together = alone.length < Object.keys(states).length ? [name] : [];
  return [...together, ...alone.map((state) => `${name}/${encodeURIComponent(state)}`)];
}

startTheme();
noteServiceNow(NOW_MS);
const place = document.getElementById('root');
if (place) createRoot(place).render(<Gallery />);
