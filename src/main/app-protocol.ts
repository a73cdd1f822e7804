// Serves the built screens at drawdesk://app/. A window can load nothing else.
import { protocol } from 'electron';
import type { Session } from 'electron';
import type { ScreenFiles } from '../app/screen-files.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import { isOurs, SCHEME } from './addresses.ts';

/** Must be called before the app is ready. */
export function declareProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Answers requests to drawdesk://app/ from the files in memory. Call it after the app is ready. */
export function serveScreens(files: ScreenFiles): void {
  protocol.handle(SCHEME, (request) => {
    const file = isOurs(request.url) && request.method === 'GET' && files.get(new URL(request.url).pathname);
    if (!file) return new Response('There is nothing here.', { status: 404, headers: SCREEN_HEADERS });
    return new Response(file.body, {
      headers: { ...SCREEN_HEADERS, 'content-type': file.type, 'cache-control': file.cacheControl },
    });
  });
}

/** Putting text on the clipboard, which Chromium allows only right after a person pressed something. */
const COPYING = 'clipboard-sanitized-write';

/** The camera, for scanning with it. The same name stands for the microphone, which is refused. */
const CAMERA_OR_MICROPHONE = 'media';

/**
 * Refuses every permission (microphone, notifications, …) but copying and the camera, and every address except our screens and
 * the data they make themselves.
 */
export function confineSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isCamera =
      permission === CAMERA_OR_MICROPHONE && kinds.length > 0 && kinds.every((kind) => kind === 'video');
    answer(permission === COPYING || (isCamera && isOurs(details.requestingUrl)));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => {
    const isCamera = permission === CAMERA_OR_MICROPHONE && details.mediaType === 'video';
    return permission === COPYING || isCamera;
  });
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(isOurs(url) || /^(blob|data|devtools):/.test(url)) });
  });
}
