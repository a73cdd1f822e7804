// What opening the engine takes of the machine itself: the database's native part and the first use of a calendar, some 10 ms each.
// While a browser fetches the screens this process has nothing else to do; later the window's first question would wait for both.
import { setImmediate as turn } from 'node:timers/promises';
import { DEFAULT_TIME_ZONE, wallClockAt } from '../domain/site-time.ts';

/** In parts: what the browser asks for meanwhile is answered between two. What fails here is told where it is needed. */
export async function warmUp(): Promise<void> {
  const parts = [
    () => import('better-sqlite3-multiple-ciphers'),
    async () => {
      const { default: Database } = await import('better-sqlite3-multiple-ciphers');
      new Database(':memory:').close();
    },
    () => wallClockAt(Date.now(), DEFAULT_TIME_ZONE),
  ];
  for (const part of parts) {
    await turn();
    try {
      await part();
    } catch {
      return;
    }
  }
}
