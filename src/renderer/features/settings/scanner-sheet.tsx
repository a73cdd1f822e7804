// The sheet by which a scanner is learned, on the screen and on paper.
import { Printer } from 'lucide-react';
import { LEARNING_TEXT } from '../../../domain/scanner.ts';
import { Button } from '../../ui/button.tsx';
import css from './settings.module.css';
import { sheetBars } from './sheet-bars.ts';

/** The blank on each side without which a scanner sees no bars, in modules. */
const QUIET = 10;
const MODULES = sheetBars.reduce((sum, width) => sum + width, 0) + 2 * QUIET;
/** Two pixels to the narrowest bar: the least that a scanner reads off a screen. */
const PIXELS_PER_MODULE = 2;

/** The bars as one path, one unit to a module. */
function barsPath(heightInModules: number): string {
  let left = QUIET;
  return sheetBars
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${left} 0h${width}v${heightInModules}h-${width}z` : '';
      left += width;
      return bar;
    })
    .join('');
}

export function ScannerSheet() {
  return (
    <div className={css.sheet}>
      <svg
        role="img"
        aria-label={`Bars of the text ${LEARNING_TEXT}`}
        viewBox={`0 0 ${MODULES} 1`}
        width={MODULES * PIXELS_PER_MODULE}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={barsPath(1)} />
      </svg>
      <span className={css.sheetText}>{LEARNING_TEXT}</span>
    </div>
  );
}

/** An A4 page, in millimetres. */
function sheetPage(): string {
  const widthMm = MODULES * 0.5;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" width="210mm" height="297mm">',
    '<rect width="210" height="297" fill="#fff"/>',
    '<text x="105" y="60" font-family="sans-serif" font-size="9" text-anchor="middle">Drawdesk: learn the scanner</text>',
    '<text x="105" y="72" font-family="sans-serif" font-size="5" text-anchor="middle">Desk settings, Scanner, “Learn the scanner”: then scan these bars.</text>',
    `<svg x="${(210 - widthMm) / 2}" y="95" width="${widthMm}" height="30" viewBox="0 0 ${MODULES} 1" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${barsPath(1)}"/></svg>`,
    `<text x="105" y="134" font-family="monospace" font-size="6" text-anchor="middle">${LEARNING_TEXT}</text>`,
    '</svg>',
  ].join('');
}

export function PrintSheet() {
  async function print(): Promise<void> {
    const root = document.getElementById('print-root');
    const image = new Image();
    image.alt = '';
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sheetPage())}`;
    await image.decode();
    root?.replaceChildren(image);
    window.addEventListener('afterprint', () => root?.replaceChildren(), { once: true });
    window.print();
  }
  return (
    <Button icon={<Printer />} onClick={() => void print()}>
      Print the sheet
    </Button>
  );
}
