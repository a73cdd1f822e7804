// Notices name the machine that they mean, also at a further desk, which shows those of its site desk.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Session } from '../../../src/renderer/host/use-session.ts';

let session: Pick<Session, 'mode' | 'desk' | 'notices'> | null = null;
// The engine's answer stands in for the engine.
vi.mock('../../../src/renderer/host/use-session.ts', () => ({ useSession: () => session }));
// The size of text that this browser keeps is read with the first screen.
vi.stubGlobal('window', { localStorage: { getItem: () => null } });

const { Notices } = await import('../../../src/renderer/app/notices.tsx');

const ROOM_2 = { id: '0198-room-2', name: 'Room 2' };

function shown(
  kind: Session['notices'][number]['kind'],
  { desk = null, onlyStops = false }: { desk?: Session['desk']; onlyStops?: boolean } = {},
): string {
  session = { mode: 'live', desk, notices: [{ id: kind, kind, detail: '' }] };
  return renderToStaticMarkup(createElement(Notices, { onlyStops }));
}

it.each(['fenced', 'taken-over'] as const)(
  'a further desk does not take itself for the site desk: %s',
  (kind) => {
    expect(shown(kind)).toMatch(/This machine has taken|Another machine is the site desk now/);
    expect(shown(kind, { desk: ROOM_2 })).not.toMatch(/This machine|Another machine is the site desk now/);
  },
);

it('a time zone that nobody named is looked at on a clock, at whichever computer it is', () => {
  expect(shown('time-zone-assumed')).toContain('This computer is in another time zone');
  expect(shown('time-zone-assumed')).toContain('a clock on the wall');
  expect(shown('time-zone-assumed', { desk: ROOM_2 })).toContain('The site desk’s computer is in another');
});

it('a further desk of a site desk that was replaced says how it goes on', () => {
  expect(shown('fenced', { desk: ROOM_2 })).toContain('--desk=ADDRESS');
});

it('that the site has another site desk stands also where nobody has signed in, and cannot be put away', () => {
  expect(shown('site-held', { onlyStops: true })).toContain('has another site desk');
  expect(shown('site-held')).not.toContain('Understood');
});
