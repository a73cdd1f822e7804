// Stands in for the system's print dialog and notes what would come out on paper.
import type { Locator, Page } from '@playwright/test';

export interface Printout {
  readonly pages: number;
  /** Anything but the form's pages shows in print. */
  readonly anythingElse: boolean;
  readonly landscape: boolean;
}

type WithPrintouts = Window & { printouts: { images: number[][] }[] };

/** From now on the page's print dialog only takes notes. */
export async function followPrinting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const desk = window as unknown as WithPrintouts;
    desk.printouts = [];
    window.print = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('#print-root img')];
      desk.printouts.push({ images: images.map((image) => [image.naturalWidth, image.naturalHeight]) });
    };
  });
}

/** What was printed so far; looks at the page as paper would show it. */
export async function printedPages(page: Page): Promise<Printout[]> {
  await page.emulateMedia({ media: 'print' });
  const anythingElse = await page.evaluate(() =>
    [...document.body.children].some(
      (child) =>
        child.id !== 'print-root' && child.checkVisibility() && child.getBoundingClientRect().height > 0,
    ),
  );
  await page.emulateMedia({ media: 'screen' });
  const printouts = await page.evaluate(() => (window as unknown as WithPrintouts).printouts);
  return printouts.map(({ images }) => ({
    pages: images.length,
    anythingElse,
    landscape: images.some(([width = 0, height = 0]) => width > height),
  }));
}

/** PNG of what is drawn on a canvas, in the canvas's own resolution. */
export async function pictureOnCanvas(canvas: Locator): Promise<Uint8Array> {
  const address = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL('image/png'));
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}
