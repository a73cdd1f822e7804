// A component whose script is fetched when it is first shown, or ahead of that.
import { createElement, lazy, useState, type ComponentType } from 'react';

export interface OnDemand<Props extends object = object> {
  /** Shows the nearest `Suspense` fallback while the script is on its way. */
  readonly component: ComponentType<Props>;
  /** Fetches the script now. Rejects when it cannot be had; it is asked for again then when it is shown. */
  load(): Promise<void>;
  /** What the script brought; null while it is not there. */
  loaded(): ComponentType<Props> | null;
}

/**
 * Once its script is there, the component is drawn at once. `lazy` alone would wait for it even then: it shows the fallback
 * for a turn, and React leaves a fallback on the screen for 300 ms, so that each screen would open that much later.
 *
 * @example const { component, load } = onDemand(async () => (await import('./orders.tsx')).Orders);
 */
export function onDemand<Props extends object = object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await fetchComponent());
  const Waiting = lazy(async () => ({ default: await fetchOnce() })) as ComponentType<Props>;
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
