// Style sheets that could not be had. The build's loader of scripts asks for a sheet once and takes it for there ever after, so that a
// screen would be shown without its styles for as long as the window is open.

const failed = new Set<HTMLLinkElement>();

/** From now on. */
export function watchStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    // What fails to load is told to no element around it.
    { capture: true },
  );
}

let asking: Promise<void> | null = null;

/** Asks once more for each. Rejects where one cannot be had now either. Whoever comes while they are on their way waits for them too. */
export function fetchFailedStyles(): Promise<void> {
  return (asking ??= askAgain().finally(() => (asking = null)));
}

async function askAgain(): Promise<void> {
  const asked = await Promise.allSettled(
    [...failed].map(async (link) => {
      failed.delete(link);
      const again = link.cloneNode() as HTMLLinkElement;
      await new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`${link.href} cannot be had.`)));
        link.replaceWith(again);
      });
    }),
  );
  const refused = asked.find((one) => one.status === 'rejected');
  if (refused) throw refused.reason;
}
