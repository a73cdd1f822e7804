// Serves the built screens at drawdesk://app/. A window can load nothing else.
import { protocol } from 'electron';
import type { Session } from 'electron';
import type { ScreenFiles } from '../app/screen-files.ts';
import { SCREEN_HEADERS } from '../app/screen-policy.ts';
import { isOurs, SCHEME } from './addresses.ts';
import type { ScannerPermissions } from './scanner-permissions.ts';

/** Must be called before the app is ready. */
export function declareProtocol(): void {
  // `codeCache`: a window keeps what it has compiled of the screens' scripts, as a browser does of a site's.
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
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

/** Scanners at a cable, as Chromium names the two ways to reach them. */
const SCANNERS: ReadonlySet<string> = new Set(['serial', 'hid']);

/**
 * Refuses every permission (microphone, notifications, …) but copying, the camera and scanners that a person has chosen, and every
 * address except our screens and the data they make themselves.
 */
export function confineSession(session: Session, scanners: ScannerPermissions): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isCamera =
      permission === CAMERA_OR_MICROPHONE && kinds.length > 0 && kinds.every((kind) => kind === 'video');
    answer(permission === COPYING || (isCamera && isOurs(details.requestingUrl)));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const isCamera = permission === CAMERA_OR_MICROPHONE && details.mediaType === 'video';
    return permission === COPYING || isCamera || (SCANNERS.has(permission) && isOurs(origin));
  });
  session.setDevicePermissionHandler(
    ({ deviceType, origin, device }) => isOurs(origin) && scanners.mayUse(deviceType, device),
  );
  session.on('select-serial-port', (event, ports, contents, choose) => {
    event.preventDefault();
    const chosen = isOurs(contents.getURL()) ? scanners.chooseSerial(ports) : Promise.resolve(null);
    void chosen.then((port) => choose(port?.portId ?? ''));
  });
  session.on('select-hid-device', (event, { deviceList, frame }, choose) => {
    event.preventDefault();
    const chosen = isOurs(frame?.url ?? '') ? scanners.chooseHid(deviceList) : Promise.resolve(null);
    void chosen.then((device) => choose(device?.deviceId ?? null));
  });
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !(isOurs(url) || /^(blob|data|devtools):/.test(url)) });
  });
}
