// Every failure has words of the desk; none shows technical detail as its title.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/domain/app-error.ts';
import { errorWords } from '../../../src/renderer/shared/words/error-words.ts';

const DETAIL = 'ECONNREFUSED 127.0.0.1';
const ALL: errors.AppError[] = [
  ...(
    [
      'refused',
      'name-not-found',
      'connection-lost',
      'untrusted',
      'captive-portal',
      'switched-off',
      'another-laboratory',
      'site-desk',
      'engine',
    ] as const
  ).map((reason) => errors.offline(reason, 'unknown', DETAIL)),
  errors.timeout(DETAIL),
  errors.unauthorised(DETAIL),
  errors.forbidden(DETAIL),
  errors.notSignedIn(DETAIL),
  errors.notAllowed(['lead', 'manager'], DETAIL),
  ...(['lead', 'second-person'] as const).map((rule) => errors.secondPersonNeeded('reprint', rule, DETAIL)),
  errors.notFound(DETAIL),
  ...(['taken', 'duplicate', 'changed', 'state'] as const).map((reason) => errors.conflict(reason, DETAIL)),
  errors.rejected(DETAIL),
  errors.busy('rate-limited', 30_000, DETAIL),
  errors.busy('server-error', null, DETAIL),
  errors.busy('gateway', null, DETAIL),
  errors.storageFull(DETAIL),
  errors.storageLost(DETAIL),
  errors.printerUnavailable('label', DETAIL),
  errors.storageCorrupt('/data/set-aside.db', DETAIL),
  errors.storageCorrupt(null, DETAIL),
  errors.bug(DETAIL),
  errors.bug(DETAIL, { origin: 'service', operation: 'GET /api/product/', field: 'items.3.price' }),
];

describe('the words for a failure', () => {
  it('exist for every kind', () => {
    expect(new Set(ALL.map((error) => error.kind))).toEqual(new Set(errors.APP_ERROR_KINDS));
    for (const error of ALL) {
      const { title, advice } = errorWords(error);
      expect(title.length, error.kind).toBeGreaterThan(5);
      expect(advice.length, error.kind).toBeGreaterThan(10);
      expect(`${title} ${advice}`).not.toContain(DETAIL);
    }
  });

  it('say of a further desk’s command that it was not done only where that is certain', () => {
    const advice = (delivery: 'unknown' | 'not-sent') =>
      errorWords(errors.offline('site-desk', delivery, DETAIL)).advice;
    expect(advice('unknown')).toContain('It may have been done');
    expect(advice('not-sent')).not.toContain('done all the same');
  });

  it('promise nothing of what the window could not tell its own desk', () => {
    for (const isUp of [false, true]) {
      const words = (delivery: 'unknown' | 'not-sent') =>
        errorWords(errors.offline('engine', delivery, DETAIL), isUp).advice;
      expect(words('unknown')).toContain('It may have been saved');
      expect(words('not-sent')).toContain('Nothing was saved');
      expect(words('unknown') + words('not-sent')).not.toMatch(/go on working|sent by itself/i);
    }
  });

  it.each([
    ['engine', 'Drawdesk'],
    ['site-desk', 'The site desk'],
  ] as const)(
    'say no longer that the desk does not answer once it does (%s), but still what became of what was asked',
    (reason, who) => {
      const words = (delivery: 'unknown' | 'not-sent') =>
        errorWords(errors.offline(reason, delivery, DETAIL), false, true);
      expect(words('unknown').title).toBe(`${who} did not answer for a moment`);
      for (const { title, advice } of [words('unknown'), words('not-sent')]) {
        expect(`${title} ${advice}`).not.toContain('does not answer');
        expect(advice).toContain('It answers again.');
      }
      expect(words('unknown').advice).toContain('It may have been saved');
      expect(words('not-sent').advice).toContain('Nothing was saved');
    },
  );

  it('say when sending goes on, what was set aside and what was wrong in the service’s answer', () => {
    expect(errorWords(errors.busy('rate-limited', 30_000, '')).advice).toContain('in 30 seconds');
    expect(errorWords(errors.storageCorrupt('/data/set-aside.db', '')).advice).toContain(
      '/data/set-aside.db',
    );
    const service = errorWords(errors.bug('', { origin: 'service', operation: 'GET /x', field: 'items.3' }));
    expect(service.advice).toContain('GET /x, items.3');
  });

  it('name what the engine refused, and show the service’s own wording for the rest', () => {
    expect(errorWords(errors.rejected('', { patient: 'missing' })).advice).toBe('Assign the patient first.');
    expect(errorWords(errors.rejected('', { email: 'is not valid' })).advice).toBe('email: is not valid');
    expect(errorWords(errors.rejected('', { '': 'No result failed.' })).advice).toBe(
      'The service says: “No result failed.”',
    );
  });

  it('name a field of the service by its name, and not by its place in a list', () => {
    const told = (fields: Record<string, string>) => errorWords(errors.rejected('', fields)).advice;
    expect(told({ 'product_ids.0': 'is no product' })).toBe('product: is no product');
    expect(told({ product_ids: 'are none' })).toBe('products: are none');
    expect(told({ test_location_id: 'is closed' })).toBe('test location: is closed');
    expect(told({ foreign_id: 'is in use' })).toBe('reference: is in use');
    expect(told({ 'items.0.quantity': 'is too many', '3': 'is odd' })).toBe(
      '3: is odd; quantity: is too many',
    );
  });

  it('name the letters that no label can carry, and say what to do', () => {
    const { advice } = errorWords(errors.rejected('', { lastName: 'not-writable', letters: '王 小' }));
    expect(advice).toMatch(/^The label printer cannot write 王 小 in this name/);
    expect(advice).toContain('Ask the laboratory to enter the name in Latin letters');
    expect(advice).not.toContain('lastName');
  });

  it('exist for each refusal that the engine’s code can give', () => {
    const engine = resolve(import.meta.dirname, '../../../src/core');
    const code = globSync('{operations/**,outbox}/*.ts', { cwd: engine })
      .map((file) => readFileSync(resolve(engine, file), 'utf8'))
      .join('\n');
    const given = [
      ...code.matchAll(/rejected\([^{}]*\{\s*'?([\w.]+)'?: '([a-z-]+)'/g),
      ...code.matchAll(/refused\(\s*'(\w+)',\s*'([a-z-]+)'/g),
    ].map(([, field = '', problem = '']) => ({ field, problem }));
    expect(given.length).toBeGreaterThan(20);
    for (const { field, problem } of given) {
      const { advice } = errorWords(errors.rejected('', { [field]: problem }));
      expect(advice, `${field}: ${problem}`).toMatch(/[a-z] .*\.$/);
      expect(advice).not.toContain(problem.includes('-') ? problem : `: ${problem}`);
    }
  });

  it('send nobody to look at a printer that was never set up', () => {
    expect(errorWords(errors.printerUnavailable('', '')).title).toBe('This desk has no printer for it');
    expect(errorWords(errors.printerUnavailable('front', '')).title).toContain(
      'not set up at this desk any more',
    );
  });
});

it('nobody is told to go on without the service while it answers', () => {
  for (const reason of ['refused', 'connection-lost', 'name-not-found'] as const) {
    const error = errors.offline(reason, 'unknown', DETAIL);
    expect(errorWords(error).advice).toContain('Go on working');
    expect(Object.values(errorWords(error, true)).join(' ')).not.toMatch(
      /Go on working|broke|does not answer/,
    );
  }
});

it('a text that is too long is said in words, and not in those of a schema', () => {
  // Said once, however many fields it is true of.
  const both = errors.rejected(DETAIL, { text: 'too-long', name: 'too-long' });
  expect(errorWords(both).advice.match(/Shorten it/g)).toHaveLength(1);
  expect(errorWords(errors.rejected(DETAIL, { text: 'too-long' })).advice).toBe(
    'No name and no code is as long as that. Shorten what is looked for.',
  );
  expect(errorWords(errors.rejected(DETAIL, { 'draft.lastName': 'too-long' })).advice).toContain(
    'Shorten it',
  );
});

it('what was only to be shown comes by itself, and nothing was typed for it', () => {
  for (const reason of ['site-desk', 'engine'] as const)
    for (const delivery of ['not-sent', 'unknown'] as const)
      for (const isBack of [false, true]) {
        const { advice } = errorWords(errors.offline(reason, delivery, ''), false, isBack, true);
        expect(advice).toContain('comes by itself');
        expect(advice).not.toMatch(/typed|again once|do it again/);
      }
  expect(errorWords(errors.offline('site-desk', 'not-sent', ''), false, false, true).advice).toBe(
    'This comes by itself once the site desk is back.',
  );
  const service = errors.offline('refused', 'not-sent', '');
  expect(errorWords(service, false, false, true)).toEqual(errorWords(service));
});
