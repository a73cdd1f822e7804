// Answers requests for the files of the screens. Without the routes: a browser that fetches the first page would wait for
// it to be loaded.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ScreenFiles } from '../app/screen-files.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import type { Links } from './links.ts';
import { refusalOf } from './refusal.ts';

const OPENER_POLICY = 'cross-origin-opener-policy';
const WITHOUT_OPENER_POLICY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SCREEN_HEADERS).filter(([name]) => name !== OPENER_POLICY),
);

/** Answers when a file is asked for by somebody who may have it; false when the routes have to answer. */
export function answerFile(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  from: { readonly files: ScreenFiles; readonly port: number; readonly links: Pick<Links, 'comesFromFile'> },
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const file = from.files.get(url.replace(/\?.*/s, ''));
  if (!file || refusalOf({ method, host: headers.host, origin: headers.origin }, from.port) !== null)
    return false;
  const { body, type, cacheControl } = file;
  // A browser that is told to keep other pages away gives up the process that it has started for the window, and starts another one:
  // a seventh of a start. A window that was opened by our own file has no such page.
  const policy = from.links.comesFromFile(url) ? WITHOUT_OPENER_POLICY : SCREEN_HEADERS;
  response
    .writeHead(200, {
      ...policy,
      'content-type': type,
      'content-length': body.length,
      'cache-control': cacheControl,
    })
    .end(body);
  return true;
}
