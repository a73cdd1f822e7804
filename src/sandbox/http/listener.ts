// What answers the sandbox's requests: its handlers behind the library of the routes.
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { World } from '../rules/world.ts';
import { createApp, type AppOptions } from './app.ts';
import { createHandlers } from './handlers.ts';

/** `baseUrl`: where the sandbox is reached, for addresses in its answers. */
export function createListener(
  world: World,
  options: Omit<AppOptions, 'handlers'> & { readonly baseUrl: () => string },
): RequestListener {
  const { baseUrl, ...rest } = options;
  const answer = getRequestListener(createApp({ ...rest, handlers: createHandlers(world, baseUrl) }).fetch);
  return (request, response) => void answer(request, response);
}
