// Whether this window can ask for a camera at all.

/** The browser has the means, and the page came over a way that allows it. */
export const hasCameraMeans = (): boolean =>
  'mediaDevices' in navigator && typeof navigator.mediaDevices.getUserMedia === 'function';
