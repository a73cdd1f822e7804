// Notices that nobody is at this window: no key, no touch, no movement for so long.

/** So often, at most, it is said that somebody is there. */
const SAY_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const SIGNS_OF_SOMEBODY = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Watches until the function that it returns is called. `onIdle` may be called more than once.
 * @example watchForIdle(window, 300_000, { onIdle: () => lock('idle'), onStillHere: tellTheEngine })
 */
export function watchForIdle(
  target: EventTarget,
  idleMs: number,
  { onIdle, onStillHere }: { readonly onIdle: () => void; readonly onStillHere: () => void },
): () => void {
  // By the wall clock, which goes on while the machine sleeps.
  let seenAtMs = Date.now();
  let saidAtMs = seenAtMs;
  const onSign = (): void => {
    const nowMs = Date.now();
    // Whoever comes back to a machine that slept has to sign in before their first touch counts.
    if (nowMs - seenAtMs > idleMs) return onIdle();
    seenAtMs = nowMs;
    if (nowMs - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = nowMs;
    onStillHere();
  };
  for (const sign of SIGNS_OF_SOMEBODY) target.addEventListener(sign, onSign, { capture: true });
  const timer = setInterval(() => {
    if (Date.now() - seenAtMs > idleMs) onIdle();
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS_OF_SOMEBODY) target.removeEventListener(sign, onSign, { capture: true });
  };
}
