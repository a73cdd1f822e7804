// Runs in the page's own world before its scripts: receives what the preload exposes.
globalThis.createElectronDoubleMembrane(
  'electron-double:to-preload',
  'electron-double:to-page',
  (key, api) => {
    Object.defineProperty(window, key, { value: api, writable: false, configurable: false });
  },
);
delete globalThis.createElectronDoubleMembrane;
