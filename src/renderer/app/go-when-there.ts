// Going to a screen whose first answer is on its way: a moment is waited for it, so that the screen is drawn once and whole.
import type { DeskClient } from '../host/desk-client.ts';
import type { Question } from '../host/query-cache.ts';

/** After this the screen is shown without its answer: a key or a click must not look as if nobody had taken it. */
const LONGEST_WAIT_MS = 100;

/** Counts the goings: whoever has chosen another screen since is not taken to the earlier one. */
let latest = 0;

/**
 * Goes to the screen at the path of a route. Drawn without its rows first, a screen is laid out and painted twice, and its
 * rows are there later than if it had waited for them. Where somebody goes elsewhere meanwhile, nothing more happens.
 *
 * @example goWhenThere(links.orders, asksFirst(links.orders), { desk, navigate });
 */
export function goWhenThere(
  path: string,
  questions: readonly Question[],
  {
    desk,
    navigate,
  }: {
    readonly desk: Pick<DeskClient, 'askAhead' | 'read' | 'watch'>;
    readonly navigate: (path: string) => void;
  },
): void {
  const turn = ++latest;
  const from = location.hash;
  questions.forEach(desk.askAhead);
  const areThere = (): boolean => questions.every((question) => !desk.read(question).loading);
  if (areThere()) {
    navigate(path);
    return;
  }
  const ends: (() => void)[] = [];
  const go = (): void => {
    for (const end of ends.splice(0)) end();
    if (turn === latest && location.hash === from) navigate(path);
  };
  for (const question of questions) {
    ends.push(
      desk.watch(question, () => {
        // Each listener of an answer hears of it, also of one that came after the screen was shown.
        if (ends.length > 0 && areThere()) go();
      }),
    );
  }
  const timer = window.setTimeout(go, LONGEST_WAIT_MS);
  ends.push(() => window.clearTimeout(timer));
}
