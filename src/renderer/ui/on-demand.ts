// A component whose script is fetched when it is first shown, or ahead of that.
import { createElement, lazy, useState, type ComponentType } from 'react';
import { fetchFailedStyles } from './failed-styles.ts';

export interface OnDemand<Props extends object = object> {
  /** Shows the nearest `Suspense` fallback while the script is on its way, however often it has to be asked for. */
  readonly component: ComponentType<Props>;
  /** Fetches the script now. Rejects when it cannot be had; it is asked for again then when it is shown. */
  load(): Promise<void>;
  /** What the script brought; null while it is not there. */
  loaded(): ComponentType<Props> | null;
}

const AGAIN_AFTER_MS = 1_000;

let isDeskThere = (): boolean => true;

/** What is shown meanwhile waits where `isThere` says no: whoever listens at the port of a desk that has stopped is asked for no script. */
export function fetchOnDemandWhile(isThere: () => boolean): void {
  isDeskThere = isThere;
}

/**
 * Once its script is there, the component is drawn at once. `lazy` alone would wait for it even then: it shows the fallback
 * for a turn, and React leaves a fallback on the screen for 300 ms, so that each screen would open that much later. And of a script that
 * cannot be had, as while the desk is started anew, `lazy` alone would never hear again: the window would be empty.
 *
 * @example const { component, load } = onDemand(async () => (await import('./orders.tsx')).Orders);
 */
export function onDemand<Props extends object = object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  async function fetchOnce(): Promise<ComponentType<Props>> {
    if (loaded !== null) return loaded;
    const component = await fetchComponent();
    await fetchFailedStyles();
    return (loaded = component);
  }
  async function fetchUntilThere(): Promise<ComponentType<Props>> {
    for (;;) {
      if (isDeskThere()) {
        const component = await fetchOnce().catch(() => null);
        if (component !== null) return component;
      }
      await new Promise((resume) => setTimeout(resume, AGAIN_AFTER_MS));
    }
  }
  const Waiting = lazy(async () => ({ default: await fetchUntilThere() })) as ComponentType<Props>;
  function Shown(props: Props) {
    // Chosen once for as long as it is shown: another component in its place would lose what was typed into it.
    const [chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
    return createElement(chosen, props);
  }
  return {
    component: Shown,
    load: async () => {
      await fetchOnce();
    },
    loaded: () => loaded,
  };
}
