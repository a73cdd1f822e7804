// A component whose script is fetched when it is first shown, or ahead of that.
import { createElement, lazy, Suspense, useState, type ComponentType } from 'react';
import { create } from 'zustand';

export interface OnDemand<Props extends object = object> {
  /** Shows `toCome`, or else the nearest `Suspense` fallback, while the script is on its way, however often it has to be asked for. */
  readonly component: ComponentType<Props>;
  /** Fetches the script now. Rejects when it cannot be had; it is asked for again then when it is shown. */
  load(): Promise<void>;
  /** What the script brought; null while it is not there. */
  loaded(): ComponentType<Props> | null;
}

/**
 * What stands in the place of a component. `couldNotBeHad`: its script cannot be had now, and is asked for again by itself. `given`: what
 * the component was given.
 */
export type ToCome<Props extends object> = ComponentType<{
  readonly couldNotBeHad: boolean;
  readonly given: Props;
}>;

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
  toCome?: ToCome<Props>,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null;
  const useTries = create<{ readonly couldNotBeHad: boolean }>(() => ({ couldNotBeHad: false }));
  async function fetchOnce(): Promise<ComponentType<Props>> {
    return (loaded ??= await fetchComponent());
  }
  async function fetchUntilThere(): Promise<ComponentType<Props>> {
    for (;;) {
      // Nothing is asked of a desk that has stopped, and whoever has pressed for it is told all the same that it does not come now.
      const component = isDeskThere() ? await fetchOnce().catch(() => null) : null;
      if (component !== null) return component;
      useTries.setState({ couldNotBeHad: true });
      await new Promise((resume) => setTimeout(resume, AGAIN_AFTER_MS));
    }
  }
  const Waiting = lazy(async () => ({ default: await fetchUntilThere() })) as ComponentType<Props>;
  function InItsPlace({ of, given }: { of: ToCome<Props>; given: Props }) {
    return createElement(of, { ...useTries(), given });
  }
  function Shown(props: Props) {
    // Chosen once for as long as it is shown: another component in its place would lose what was typed into it.
    const [chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
    const shown = createElement(chosen, props);
    if (!toCome) return shown;
    return createElement(
      Suspense,
      { fallback: createElement(InItsPlace, { of: toCome, given: props }) },
      shown,
    );
  }
  return {
    component: Shown,
    load: async () => {
      await fetchOnce();
    },
    loaded: () => loaded,
  };
}
