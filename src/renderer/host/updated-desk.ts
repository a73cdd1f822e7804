// Whether the desk runs another build than the one that this window's screens are of: it was updated while the window stayed open. Such
// screens would show what they do not know wrongly, and send what the desk understands otherwise.
import { create } from 'zustand';

export const useUpdatedDesk = create<{ readonly isUpdated: boolean }>(() => ({ isUpdated: false }));

/** Of the desk that has served this page. */
let own: string | null = null;

/** To be called with the build that the desk names when it lets this window in; older versions name none. */
export function noteBuild(build: string | undefined): void {
  if (build === undefined) return;
  own ??= build;
  if (own !== build) useUpdatedDesk.setState({ isUpdated: true });
}
