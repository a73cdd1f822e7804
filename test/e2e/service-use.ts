// Which of the service's endpoints a spec has used: evidence from its desk's own requests, kept with the spec's result.
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
