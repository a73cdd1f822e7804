// Takes pictures of every component that screens share, in each of its states, light and dark. See test/gallery.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { startBuiltPage } from './built-page.ts';

const LOOKS = ['light', 'dark'] as const;
/** For answers and the last paint; the gallery's desk answers at once. */
const SETTLE_MS = 250;

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
  const built = await mkdtemp(join(tmpdir(), 'drawdesk-gallery-'));
  const host = await startBuiltPage(resolve(import.meta.dirname, '../gallery'), join(built, 'page'));
  const page = await browser.newPage({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(host.address);
  const all = await page.getByRole('link').allInnerTexts();
  const addresses = all.filter((address) => wanted === null || wanted.includes(address.split('/')[0] ?? ''));
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const address of addresses) {
    const [name = '', state = ''] = address.split('/').map(decodeURIComponent);
    await page.goto(`${host.address}#${address}`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name, exact: true, includeHidden: true }).first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    for (const look of LOOKS) {
      await page.emulateMedia({ colorScheme: look });
      const file = `${[name, state, look]
        .filter((part) => part !== '')
        .join('-')
        .replaceAll(/[ ,]+/g, '-')}.png`;
      await page.screenshot({ path: join(folder, file), animations: 'disabled', fullPage: state === '' });
      files.push(file);
    }
  }
  await page.close();
  host.close();
  await rm(built, { recursive: true });
  await writeFile(join(folder, 'components.html'), sheetOf(files));
  if (failures.length > 0) throw new Error(`components failed: ${[...new Set(failures)].join('; ')}`);
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
