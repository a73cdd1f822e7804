// Takes pictures of every component that screens share, in each of its states, light and dark. See test/gallery.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { startBuiltPage } from './built-page.ts';

const LOOKS = ['light', 'dark'] as const;
/** For answers and the last paint; the gallery's desk answers at once. */
const SETTLE_MS = 250;

/** What the gallery shows at one address: a component with its states below each other, or one state of it that covers the window. */
interface Shown {
  readonly name: string;
  /** `''` for all of them. */
  readonly state: string;
}

/**
 * Shows one component of the gallery after the other, each in a page that was loaded for it, and calls `look` once it stands there.
 * `wanted`: names of components; null for all.
 *
 * @throws Error with what the page said, when a component could not be drawn
 */
export async function lookThroughGallery(
  browser: Browser,
  wanted: readonly string[] | null,
  look: (page: Page, shown: Shown) => Promise<void>,
): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'drawdesk-gallery-'));
  const host = await startBuiltPage(resolve(import.meta.dirname, '../gallery'), join(built, 'page'));
  const page = await browser.newPage({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  try {
    await page.goto(host.address);
    const all = await page.getByRole('link').allInnerTexts();
    for (const address of all) {
      const [name = '', state = ''] = address.split('/').map(decodeURIComponent);
      if (wanted !== null && !wanted.includes(name)) continue;
      await page.goto(`${host.address}#${address}`);
      await page.reload();
      const heading = page.getByRole('heading', { level: 1, name, exact: true, includeHidden: true });
      // React takes everything off a page that fails, so its heading would be waited for in vain.
      await expect.poll(async () => failures.length > 0 || (await heading.count()) > 0).toBe(true);
      await page.waitForTimeout(SETTLE_MS);
      if (failures.length > 0) throw new Error(`${address} could not be drawn: ${failures.join('; ')}`);
      await look(page, { name, state });
    }
  } finally {
    await page.close();
    host.close();
    await rm(built, { recursive: true });
  }
}

/**
 * Writes the pictures and a page with all of them, `components.html`, into `folder`. `wanted`: names of components; null for
 * all. Returns how many pictures were taken.
 *
 * @throws Error when a component could not be drawn
 */
export async function takeGallery(
  browser: Browser,
  folder: string,
  wanted: readonly string[] | null,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  await lookThroughGallery(browser, wanted, async (page, { name, state }) => {
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look });
      const file = `${[name, state, look]
        .filter((part) => part !== '')
        .join('-')
        .replaceAll(/[ ,]+/g, '-')}.png`;
      await page.screenshot({ path: join(folder, file), animations: 'disabled', fullPage: state === '' });
      files.push(file);
    }
  });
  await writeFile(join(folder, 'components.html'), sheetOf(files));
  return files.length;
}

function sheetOf(files: readonly string[]): string {
  const pictures = files.map(
    (file) =>
      `<figure><figcaption>${file.replace('.png', '')}</figcaption><a href="${file}"><img loading="lazy" width="480" src="${file}" alt=""></a></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Components and their states</title>
<style>body{font:14px system-ui;columns:3}figure{break-inside:avoid;margin:0 0 12px}img{border:1px solid #999}</style>
${pictures.join('\n')}\n`;
}
