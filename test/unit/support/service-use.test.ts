// Which of the service's endpoints the end-to-end specs use: a request's endpoint, and what a whole run proves.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  deedsIn,
  endpointOf,
  endpointsIn,
  hasWebRun,
  serviceUse,
  serviceUseTable,
  unprovenDeeds,
  unusedEndpoints,
  USED_ENDPOINTS,
} from '../../e2e/service-use.ts';
import type { Suite } from '../../e2e/service-use.ts';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../src/wire/routes.ts';

it.each(ENDPOINT_NAMES)('the request of %s is known by its path', (name) => {
  const { method, path } = ENDPOINTS[name];
  expect(endpointOf(method, path.replaceAll(/\{\w+\}/g, '7'))).toBe(name);
});

it('other requests are none of the service’s', () => {
  expect(endpointOf('GET', '/api/nothing')).toBeNull();
  expect(endpointOf('DELETE', '/api/product/7')).toBeNull();
});

it('the requests that a desk wrote down are told once each, and a desk that asked nothing used none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-service-use-'));
  const file = join(folder, 'requests.txt');
  expect(endpointsIn(file)).toEqual([]);
  writeFileSync(file, 'GET /api/product/7\nPOST /events\nGET /api/product/8\nGET /api/product/slug/iron\n');
  expect(endpointsIn(file)).toEqual(['products.get', 'products.getBySlug']);
});

const spec = (title: string, used: readonly string[], { ok = true, projectName = 'web' } = {}) => ({
  title,
  file: 'some.spec.ts',
  ok,
  tests: [
    {
      projectName,
      status: ok ? ('expected' as const) : ('unexpected' as const),
      annotations: [{ type: USED_ENDPOINTS, description: used.join(' ') }],
      results: [{}],
    },
  ],
});

it('a run tells which specs have used each endpoint, and names those that none has used', () => {
  const [first = '', second = '', ...others] = ENDPOINT_NAMES;
  const suites: Suite[] = [
    { suites: [{ specs: [spec('one', [first]), spec('two', [first, second])] }] },
    { specs: [spec('three', [], {})] },
  ];
  const use = serviceUse(suites);
  expect([...(use.get('products.list') ?? [])]).toEqual(['some.spec.ts: one', 'some.spec.ts: two']);
  expect(unusedEndpoints(use)).toEqual(others);
  expect(serviceUseTable(use)).toContain(`| ${second} | 1 | some.spec.ts: two |`);
});

it('a spec that failed proves nothing', () => {
  const suites: Suite[] = [{ specs: [spec('one', ENDPOINT_NAMES, { ok: false })] }];
  expect(unusedEndpoints(serviceUse(suites))).toEqual(ENDPOINT_NAMES);
});

it('a run without the web host is not judged', () => {
  expect(hasWebRun([{ suites: [{ specs: [spec('one', [], { projectName: 'electron' })] }] }])).toBe(false);
  expect(hasWebRun([{ suites: [{ specs: [spec('one', [])] }] }])).toBe(true);
});

it('docs/service.md names for each endpoint what a person does, and a spec that exists', () => {
  const deeds = deedsIn(readFileSync('docs/service.md', 'utf8'));
  expect(deeds.map(({ endpoint }) => endpoint)).toEqual(ENDPOINT_NAMES);
  expect(deeds.filter(({ spec: file }) => !existsSync(join('test/e2e/specs', file)))).toEqual([]);
});

it('a deed is proven by its own spec alone', () => {
  const [first = '', second = ''] = ENDPOINT_NAMES;
  const ofFile = (file: string, used: string) => ({ ...spec('one', [used]), file: `specs/${file}` });
  const use = serviceUse([{ specs: [ofFile('a.spec.ts', first), ofFile('b.spec.ts', second)] }]);
  const deeds = deedsIn(
    `| \`${first}\` | Looks | \`a.spec.ts\` |\n| \`${second}\` | Asks   | \`a.spec.ts\` |\n`,
  );
  expect(deeds).toHaveLength(2);
  expect(unprovenDeeds(deeds, use)).toEqual([{ endpoint: second, does: 'Asks', spec: 'a.spec.ts' }]);
});
