// What the copy's panel and the fleet's screen show for each answer of the engine.
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output, QueryName } from '../../../src/contract/index.ts';
import { offline, type AppError } from '../../../src/domain/app-error.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');
let answers: Partial<{ [Name in QueryName]: unknown }> = {};
let errors: Partial<Record<QueryName, AppError>> = {};

// The engine's answers stand in for the engine; everything that draws them is the real thing.
vi.mock('../../../src/renderer/host/use-query.ts', () => ({
  useQuery: (name: QueryName) => ({
    value: answers[name] ?? null,
    error: errors[name] ?? null,
    refresh: () => {},
  }),
}));
vi.mock('../../../src/renderer/host/use-command.ts', () => ({
  useCommand: () => ({ run: () => {}, takenBack: () => {}, busy: false, error: null }),
}));

// The size of text that this browser keeps is read with the first screen.
vi.stubGlobal('window', { localStorage: { getItem: () => null } });

beforeEach(() => {
  answers = {};
  errors = {};
});

/** The words that a person reads. */
function wordsOf(component: ComponentType): string {
  return renderToStaticMarkup(createElement(component))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const { CopyPanel } = await import('../../../src/renderer/features/service/copy-panel.tsx');
const { Fleet } = await import('../../../src/renderer/features/fleet/fleet.tsx');

const COPIED: Output<'copy.get'> = {
  isConfigured: true,
  stage: 'copied',
  problem: null,
  site: 'leeds',
  unreachableSinceMs: null,
  copiedUntilMs: NINE_MS,
  waiting: 0,
  isDatabaseOld: false,
  nowMs: NINE_MS + 1_000,
  isKeyOfCopy: true,
  keyShownAtMs: NINE_MS,
  fenced: null,
  takenOver: null,
};

describe('the panel of the copy', () => {
  const shown = (copy: Partial<Output<'copy.get'>>): string => {
    answers['copy.get'] = { ...COPIED, ...copy };
    return wordsOf(CopyPanel);
  };

  it('is not there at a site without a copy', () => {
    expect(shown({ isConfigured: false, stage: null })).toBe('');
  });

  it('offers the recovery key, and urges while nobody has seen it', () => {
    expect(shown({})).toContain('Show the recovery key');
    expect(shown({})).not.toContain('Nobody has seen');
    expect(shown({ keyShownAtMs: null })).toContain('Nobody has seen the recovery key yet.');
  });

  it('says nothing of a key that opens no copy, so that nobody keeps it in place of the right one', () => {
    expect(shown({ stage: 'refused', isKeyOfCopy: false, keyShownAtMs: null })).not.toContain('recovery key');
  });

  it('does not offer it to whoever may not see it', () => {
    answers['staff.me'] = { refused: { 'copy.showRecoveryKey': ['manager'] } };
    expect(shown({})).toContain('Show the recovery key');
    const markup = renderToStaticMarkup(createElement(CopyPanel));
    expect(markup).toMatch(/<button[^>]*aria-disabled="true"/);
  });

  it('says why nothing is copied', () => {
    const refused = shown({ stage: 'refused', problem: 'the login is not accepted (28P01)' });
    expect(refused).toContain('the login is not accepted (28P01)');
    const away = shown({
      stage: 'unreachable',
      unreachableSinceMs: NINE_MS,
      waiting: 7,
      problem: 'no connection',
    });
    expect(away).toMatch(/7/);
    expect(away).not.toBe(shown({}));
  });

  it('names at a replaced desk what people did that only it knows, and offers no key', () => {
    const fenced = shown({
      stage: 'fenced',
      fenced: {
        by: 'desk-2',
        atMs: NINE_MS,
        lost: 1,
        lostActivity: [
          {
            number: 5,
            atMs: NINE_MS,
            actor: 'MK',
            desk: null,
            kind: 'desk-shut-out',
            detail: { desk: 'Room 3' },
            writtenAs: 'desk-shut-out',
            visitId: null,
            person: null,
          } as never,
        ],
      },
    });
    expect(fenced).toContain('desk-2');
    expect(fenced).toMatch(/MK\s+A desk was shut out|MK .*shut out/);
    expect(fenced).not.toContain('recovery key');
  });
});

describe('the fleet', () => {
  const SITE: Output<'fleet.get'>['sites'][number] = {
    site: 'leeds',
    machine: 'desk-1',
    location: 'Leeds Centre',
    version: '1',
    open: 3,
    waiting: 2,
    waitingSinceMs: NINE_MS - 12 * 60_000,
    countedAtMs: NINE_MS,
    expected: 9,
    toSend: 4,
    attention: 1,
    printersInTrouble: 0,
    notCopied: 0,
    isWhole: true,
    lastSignMs: NINE_MS - 5_000,
  };
  const shown = (...sites: (typeof SITE)[]): string => {
    answers['fleet.get'] = { isConfigured: true, problem: null, nowMs: NINE_MS, sites };
    return wordsOf(Fleet);
  };

  it('shows each site with its counts', () => {
    const words = shown(SITE, { ...SITE, site: 'york', location: 'York', open: 41 });
    expect(words).toContain('Leeds Centre leeds, desk-1');
    expect(words).toContain('York york, desk-1');
    expect(words).toContain('longest 12 min');
    expect(words).toContain('41');
  });

  it('says what is not known, what is not whole, and who is silent', () => {
    expect(shown({ ...SITE, open: null })).toContain('not known');
    expect(shown({ ...SITE, isWhole: false })).toContain('first copy under way');
    const unheard = shown({
      ...SITE,
      ...{ site: 'york', machine: '', location: null, lastSignMs: null, isWhole: false, notCopied: null },
    });
    expect(unheard).toContain('york no desk has ever copied it never: its copy is to be set up');
    expect(unheard).not.toContain('under way');
    expect(shown({ ...SITE, lastSignMs: null })).toContain('never');
    expect(shown({ ...SITE, lastSignMs: NINE_MS - 600_000 })).not.toBe(shown(SITE));
  });

  it('says why there is nothing: no login, no site, no answer', () => {
    answers['fleet.get'] = { isConfigured: false, problem: null, nowMs: null, sites: [] };
    expect(wordsOf(Fleet)).toContain('This desk has no login for the counts of all sites');
    expect(shown()).toContain('No site was added to this database yet');
    const problem = 'no connection (ECONNREFUSED)';
    answers['fleet.get'] = { isConfigured: true, problem, nowMs: null, sites: [] };
    expect(wordsOf(Fleet)).toContain('The database of the copies tells nothing now');
    expect(wordsOf(Fleet)).toContain(problem);
    expect(wordsOf(Fleet)).not.toContain('No site was added');
    answers = {};
    errors = { 'fleet.get': offline('refused', 'not-sent', 'ECONNREFUSED') };
    expect(wordsOf(Fleet)).toContain('Ask again');
  });
});
