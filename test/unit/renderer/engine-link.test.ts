// A failure that says that nobody answers must go once somebody does: whoever shows it sees that in how often the desk was found.
import { expect, it } from 'vitest';
import type { SiteLink } from '../../../src/contract/further-desk.ts';
import { offline } from '../../../src/domain/app-error.ts';
import {
  foundWhenFailed,
  noteFailed,
  reportEngineLink,
  reportSiteLink,
  siteToPair,
  useEngineLink,
} from '../../../src/renderer/host/engine-link.ts';

const address = 'https://192.0.2.7:4711';
const joined: SiteLink = { kind: 'joined', address };
const away: SiteLink = { kind: 'away', address, calledLast: 'Room 2', sinceMs: 1, why: 'unreachable' };

/** How much more often engine and site desk were found than before. */
function found(what: () => void): readonly [engine: number, site: number] {
  const before = useEngineLink.getState();
  what();
  const now = useEngineLink.getState();
  return [now.engineFound - before.engineFound, now.siteFound - before.siteFound];
}

it('is found when the engine answers, and not when it stops', () => {
  expect(found(() => reportEngineLink('stopped'))).toEqual([0, 0]);
  expect(found(() => reportEngineLink('up'))).toEqual([1, 0]);
});

it('is found when the site desk is back, and not when it is told once more that it is there', () => {
  expect(found(() => reportSiteLink(joined))).toEqual([0, 0]);
  expect(found(() => reportSiteLink(away))).toEqual([0, 0]);
  expect(found(() => reportSiteLink(joined))).toEqual([0, 1]);
  expect(found(() => reportSiteLink(joined))).toEqual([0, 0]);
});

it('is paired with where there is no key, and anew where another certificate is shown and somebody wants it', () => {
  const unpaired: SiteLink = { kind: 'unpaired', address, shutOut: true, calledLast: null };
  const another: SiteLink = { kind: 'away', address, calledLast: 'Room 2', sinceMs: 1, why: 'another' };
  expect(siteToPair({ site: unpaired, pairsAnew: false })).toBe(unpaired);
  expect(siteToPair({ site: another, pairsAnew: false })).toBeNull();
  expect(siteToPair({ site: another, pairsAnew: true })).toEqual({
    kind: 'unpaired',
    address,
    shutOut: false,
    calledLast: 'Room 2',
  });
  for (const site of [joined, null]) expect(siteToPair({ site, pairsAnew: true })).toBeNull();
  // It is started anew while somebody types the code.
  expect(siteToPair({ site: away, pairsAnew: true })).toMatchObject({ kind: 'unpaired', address });
  expect(siteToPair({ site: away, pairsAnew: false })).toBeNull();
});

it('knows of a failure how often each was found when it happened, and of one that nobody noted, when it was first asked', () => {
  const noted = offline('engine', 'unknown', 'reset');
  const unnoted = offline('engine', 'unknown', 'reset');
  const at = useEngineLink.getState().engineFound;
  noteFailed(noted);
  reportEngineLink('up');
  expect(foundWhenFailed(noted).engine).toBe(at);
  expect(foundWhenFailed(unnoted).engine).toBe(at + 1);
  reportEngineLink('up');
  expect(foundWhenFailed(unnoted).engine).toBe(at + 1);
});
