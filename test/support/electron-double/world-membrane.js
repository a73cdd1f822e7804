// Runs in the page: lets two JavaScript worlds of one page call each other's functions, as Electron's context bridge
// does. Values are copied as JSON; functions and promises become stand-ins on the other side.
globalThis.createElectronDoubleMembrane = (outward, inward, onExpose) => {
  const functions = new Map();
  const promises = new Map();
  let lastId = 0;
  let returned = null;

  const send = (message) =>
    window.dispatchEvent(new CustomEvent(outward, { detail: JSON.stringify(message) }));

  const encode = (value) => {
    if (typeof value === 'function') {
      lastId += 1;
      functions.set(lastId, value);
      return { function: lastId };
    }
    if (value instanceof Promise) {
      lastId += 1;
      const promise = lastId;
      value.then(
        (result) => send({ type: 'settled', promise, result: encode(result) }),
        (error) => send({ type: 'settled', promise, error: String(error?.message ?? error) }),
      );
      return { promise };
    }
    return { value };
  };

  const decode = (encoded) => {
    if (encoded.function !== undefined) {
      return (...args) => {
        returned = null;
        send({ type: 'call', function: encoded.function, args: args.map(encode) });
        if (!returned) throw new Error('The other world did not answer.');
        if (returned.error !== undefined) throw new Error(returned.error);
        return decode(returned.result);
      };
    }
    if (encoded.promise !== undefined) {
      return new Promise((done, failed) => promises.set(encoded.promise, { done, failed }));
    }
    return encoded.value;
  };

  const receive = {
    call(message) {
      try {
        const result = functions.get(message.function)(...message.args.map(decode));
        send({ type: 'returned', result: encode(result) });
      } catch (error) {
        send({ type: 'returned', error: String(error?.message ?? error) });
      }
    },
    returned(message) {
      returned = message;
    },
    settled(message) {
      const { done, failed } = promises.get(message.promise);
      promises.delete(message.promise);
      if (message.error === undefined) done(decode(message.result));
      else failed(new Error(message.error));
    },
    expose(message) {
      const entries = Object.entries(message.api).map(([name, encoded]) => [name, decode(encoded)]);
      onExpose(message.key, Object.freeze(Object.fromEntries(entries)));
    },
  };
  window.addEventListener(inward, (event) => {
    const message = JSON.parse(event.detail);
    receive[message.type](message);
  });

  return {
    expose(key, api) {
      const entries = Object.entries(api).map(([name, value]) => [name, encode(value)]);
      send({ type: 'expose', key, api: Object.fromEntries(entries) });
    },
  };
};
