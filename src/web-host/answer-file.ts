// Answers requests for the files of the screens. Without the library of the routes: a browser that fetches the first page would wait for
// it to be loaded.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ScreenFiles } from '../app/screen-files.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import { refusalOf } from './refusal.ts';

/** Answers when a file is asked for by somebody who may have it; false when the routes have to answer. */
export function answerFile(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  from: { readonly files: ScreenFiles; readonly port: number },
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const file = from.files.get(url.replace(/\?.*/s, ''));
  if (!file || refusalOf({ method, host: headers.host, origin: headers.origin }, from.port) !== null)
    return false;
  const { body, type, cacheControl } = file;
  response
    .writeHead(200, {
      ...SCREEN_HEADERS,
      'content-type': type,
      'content-length': body.length,
      'cache-control': cacheControl,
    })
    .end(body);
  return true;
}
