// Which endpoint a request was, for the table of what the end-to-end specs use.
import { expect, it } from 'vitest';
import { endpointOf } from '../../e2e/service-use.ts';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../src/wire/routes.ts';

it.each(ENDPOINT_NAMES)('the request of %s is known by its path', (name) => {
  const { method, path } = ENDPOINTS[name];
  expect(endpointOf(method, path.replaceAll(/\{\w+\}/g, '7'))).toBe(name);
});

it('other requests are none of the service’s', () => {
  expect(endpointOf('GET', '/api/nothing')).toBeNull();
  expect(endpointOf('DELETE', '/api/product/7')).toBeNull();
});
