// The security headers of the screens, the same in every host: a page may load its own files and call this desk,
// nothing else.

const DIRECTIVES = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The headers to send with every answer that a window can load. */
export const SCREEN_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': DIRECTIVES.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The camera, and scanners at a cable: for our own pages, each after a person's choice. All else is refused to everybody.
  // Chrome on Linux, where pages have no Bluetooth, says in its console that it does not know that name; elsewhere it does.
  'permissions-policy':
    'camera=(self), serial=(self), hid=(self), microphone=(), geolocation=(), usb=(), bluetooth=(), payment=()',
};
