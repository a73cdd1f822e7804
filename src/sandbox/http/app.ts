// The sandbox as an HTTP application: checks the token, answers forced statuses, turns refusals into answers.
import { Hono } from 'hono';
import { readQuery } from '../../wire/query-string.ts';
import { FORCE_STATUS_PARAMETER } from '../../wire/sandbox.ts';
import { BEARER_CHALLENGE, tokenCheck } from '../bearer.ts';
import { productPicture } from '../catalogue/catalogue.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { bindOperations, methodsOf, type Handlers } from './bind.ts';

export interface AppOptions {
  readonly token: string;
  readonly handlers: Handlers;
  /** Runs before each endpoint: carries out what has become due, such as the end of holds. */
  readonly settle: () => void;
  /** Told of every error that is not a refusal. The request gets status 500. */
  readonly onUnforeseen: (error: unknown) => void;
}

/** Where product pictures are served. They need no token, because an image in a page cannot send one. */
export const ASSETS_PATH = '/assets/product';

const FORCED_RETRY_AFTER_SECONDS = '5';

export function createApp(options: AppOptions): Hono {
  const app = new Hono({ strict: false });
  const isAuthorised = tokenCheck(options.token);

  app.use('*', (context, next) => {
    const forced = forcedStatus(context.req.url);
    if (forced) return Promise.resolve(forced);
    if (!context.req.path.startsWith('/api/')) return next();
    if (isAuthorised(context.req.header('authorization'))) return next();
    const refusal = new Refusal(401, 'unauthorised', 'A valid token is needed.');
    return Promise.resolve(refused(refusal, BEARER_CHALLENGE));
  });
  bindOperations(app, options.handlers, options.settle);
  app.get(`${ASSETS_PATH}/:sku/:file`, (context) => {
    const picture = productPicture(context.req.param('sku'), context.req.param('file').replace(/\.svg$/, ''));
    if (picture === undefined) throw notFound('picture');
    return new Response(picture, { headers: { 'content-type': 'image/svg+xml' } });
  });
  app.notFound((context) => {
    const methods = methodsOf(context.req.path);
    if (methods.length === 0) return refused(notFound('path'));
    const refusal = new Refusal(405, 'method_not_allowed', `Use ${methods.join(' or ')}.`);
    return refused(refusal, { allow: methods.join(', ') });
  });
  app.onError((error) => {
    if (error instanceof Refusal) return refused(error);
    options.onUnforeseen(error);
    return refused(new Refusal(500, 'unforeseen', 'The sandbox failed unexpectedly.'));
  });
  return app;
}

const refused = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(refusal.body()), {
    status: refusal.status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const BODILESS = new Set([204, 205, 304]);

/** The answer that the parameter `force_status` asks for; undefined when the request has no such parameter. */
function forcedStatus(url: string): Response | undefined {
  if (!url.includes(FORCE_STATUS_PARAMETER)) return undefined;
  const asked = readQuery(url.slice(url.indexOf('?')))[FORCE_STATUS_PARAMETER];
  if (asked === undefined) return undefined;
  const status = Number(asked);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    return refused(invalid({ [FORCE_STATUS_PARAMETER]: 'must be a status from 200 to 599' }));
  }
  if (BODILESS.has(status)) return new Response(null, { status });
  const wait = status === 429 || status === 503 ? { 'retry-after': FORCED_RETRY_AFTER_SECONDS } : {};
  return refused(new Refusal(status, 'forced', `Status ${status}, as asked for.`), wait);
}
