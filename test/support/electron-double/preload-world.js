// Runs in an isolated world of the page: what a sandboxed preload finds as `require('electron')`.
globalThis.createElectronDoubleRequire = () => {
  const membrane = globalThis.createElectronDoubleMembrane(
    'electron-double:to-page',
    'electron-double:to-preload',
    () => {
      throw new Error('A page exposes nothing to its preload.');
    },
  );
  const listeners = new Map();
  const waiting = new Map();
  let lastCall = 0;
  const tell = (message) => globalThis.electronDoubleSend(JSON.stringify(message));

  globalThis.electronDoubleReceive = (text) => {
    const message = JSON.parse(text);
    if (message.type === 'message') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
      return;
    }
    const { done, failed } = waiting.get(message.call);
    waiting.delete(message.call);
    if (message.error === undefined) done(message.value);
    else failed(new Error(message.error));
  };

  const strict = (name, object) =>
    new Proxy(object, {
      get(target, property) {
        if (Object.hasOwn(target, property)) return target[property];
        throw new Error(`The electron double has no ${name}.${String(property)}.`);
      },
    });

  const electron = strict('electron', {
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key, api) => membrane.expose(key, api),
    }),
    ipcRenderer: strict('ipcRenderer', {
      invoke: (channel, ...args) =>
        new Promise((done, failed) => {
          lastCall += 1;
          waiting.set(lastCall, { done, failed });
          tell({ type: 'invoke', call: lastCall, channel, args });
        }),
      send: (channel, ...args) => tell({ type: 'send', channel, args }),
      on: (channel, listener) => {
        if (!listeners.has(channel)) listeners.set(channel, new Set());
        listeners.get(channel).add(listener);
      },
      off: (channel, listener) => listeners.get(channel)?.delete(listener),
    }),
  });
  return (name) => {
    if (name === 'electron') return electron;
    throw new Error(`A sandboxed preload cannot require ${name}.`);
  };
};
