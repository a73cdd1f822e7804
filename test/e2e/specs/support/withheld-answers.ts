// A desk that does what it is asked for and whose answer is late, while the window hears of what was done.
import type { Page } from '@playwright/test';

/** The desk does what these calls ask for, and its answers come only once the returned function is called. */
export async function withholdAnswers(page: Page, ...calls: readonly string[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (!calls.includes(name)) return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    await promise;
    return route.fulfill({ response });
  });
  return () => resolve(undefined);
}
