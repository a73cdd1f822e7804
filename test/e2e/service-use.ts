// Which of the service's endpoints people use in the end-to-end specs: evidence from those requests of each spec's own desk that a
// person set off, kept with the spec's result and put together when all have ended.
import { existsSync, readFileSync } from 'node:fs';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../src/wire/routes.ts';
import type { EndpointName } from '../../src/wire/routes.ts';

/** The kind of annotation that carries the names, separated by spaces. */
export const USED_ENDPOINTS = 'used-endpoints';

/** An endpoint with fewer parameters in its path is the more exact one: `/api/product/slug/{slug}` is no `{id}`. */
const patterns = ENDPOINT_NAMES.map((name) => {
  const { method, path } = ENDPOINTS[name];
  const parameters = path.split('{').length - 1;
  const source = path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '');
  return { name, method, parameters, pattern: new RegExp(`^${source}/?$`) };
}).toSorted((one, other) => one.parameters - other.parameters);

/** The endpoint of a request; null when it is none of the service's. */
export function endpointOf(method: string, path: string): EndpointName | null {
  return patterns.find((each) => each.method === method && each.pattern.test(path))?.name ?? null;
}

/** The endpoints in a file that `record-requests.ts` wrote; none when there is no file. */
export function endpointsIn(file: string): EndpointName[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const names = lines.flatMap((line) => {
    const [method = '', path = ''] = line.split(' ');
    return endpointOf(method, path) ?? [];
  });
  return [...new Set(names)];
}

/** As much of a suite in Playwright's JSON report as is looked at. */
export interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly projectName: string;
      /** `flaky`: it failed once, and passed when it was tried again. */
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      /** Each try, with why it failed and what was kept of it. */
      readonly results: readonly {
        readonly error?: { readonly message?: string };
        readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
      }[];
    }[];
  }[];
}

/** The specs that used an endpoint, as `orders.spec.ts: an order is built`. A spec that failed proves nothing. */
export type ServiceUse = ReadonlyMap<EndpointName, ReadonlySet<string>>;

/** Puts together what the specs of a whole run have used. Only the web host tells; all specs but a few run there. */
export function serviceUse(suites: readonly Suite[]): ServiceUse {
  const use = new Map<EndpointName, Set<string>>(ENDPOINT_NAMES.map((name) => [name, new Set()]));
  const add = ({ suites: inner = [], specs = [] }: Suite): void => {
    for (const { file, title, ok, tests } of specs) {
      const said = tests.flatMap(({ annotations }) => annotations);
      for (const { type, description = '' } of ok ? said : []) {
        if (type !== USED_ENDPOINTS) continue;
        for (const name of description.split(' ')) use.get(name as EndpointName)?.add(`${file}: ${title}`);
      }
    }
    inner.forEach(add);
  };
  suites.forEach(add);
  return use;
}

/** Whether specs of the web host were run at all. */
export function hasWebRun(suites: readonly Suite[]): boolean {
  return suites.some(
    ({ suites: inner = [], specs = [] }) =>
      specs.some(({ tests }) => tests.some(({ projectName }) => projectName === 'web')) || hasWebRun(inner),
  );
}

/** The endpoints that no spec has used, in the order of the interface. */
export function unusedEndpoints(use: ServiceUse): EndpointName[] {
  return ENDPOINT_NAMES.filter((name) => use.get(name)?.size === 0);
}

/** The table of endpoints and the specs that used them, as Markdown. */
export function serviceUseTable(use: ServiceUse): string {
  const rows = [...use].map(([name, specs]) => `| ${name} | ${specs.size} | ${[...specs].join('<br>')} |`);
  return ['| endpoint | specs | which |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** A line of docs/service.md: what a person does that sends a request of this endpoint, and the spec in which somebody does it. */
export interface Deed {
  readonly endpoint: string;
  readonly does: string;
  /** Its file, as `orders.spec.ts`. */
  readonly spec: string;
}

/** The lines of the table of operations, deeds and specs in docs/service.md. */
export function deedsIn(markdown: string): Deed[] {
  const lines = markdown.matchAll(/^\| `([\w.]+)` +\| ([^|`]+?) +\| `([\w-]+\.spec\.ts)` +\|$/gm);
  return Array.from(lines, ([, endpoint = '', does = '', spec = '']) => ({ endpoint, does, spec }));
}

/** The deeds that a run did not prove: the spec that is named passed nowhere with this endpoint. */
export function unprovenDeeds(deeds: readonly Deed[], use: ServiceUse): Deed[] {
  return deeds.filter(({ endpoint, spec }) => {
    const specs = use.get(endpoint as EndpointName) ?? new Set<string>();
    return ![...specs].some((each) => each.startsWith(`specs/${spec}: `));
  });
}
