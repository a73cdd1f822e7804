// Waiting that can be broken off.

/** Waits, until the signal ends it. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resume();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
