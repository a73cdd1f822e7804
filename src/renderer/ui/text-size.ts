// The size of everything on the screens, from 100 to 200 %. Kept for this browser profile. The page is enlarged as a whole, so that
// at 200 % it is laid out as in a window half as wide: the widths and heights in media queries are enlarged with it.
import { create } from 'zustand';
import { enlargeSheets } from './enlarged-sheets.ts';

export const TEXT_SIZES = [100, 125, 150, 175, 200] as const;
/** In per cent. */
export type TextSize = (typeof TEXT_SIZES)[number];

const STORED_AS = 'drawdesk.text-size';

function storedSize(): TextSize {
  const stored = Number(window.localStorage.getItem(STORED_AS));
  return TEXT_SIZES.find((size) => size === stored) ?? 100;
}

export const useTextSize = create<{ size: TextSize; choose: (size: TextSize) => void }>((set) => ({
  size: storedSize(),
  choose: (size) => {
    window.localStorage.setItem(STORED_AS, String(size));
    set({ size });
    apply(size);
  },
}));

/** How much larger than written everything is. Positions measured on the screen are divided by it before they are used as lengths. */
export const zoomOf = (size: TextSize): number => size / 100;

function apply(size: TextSize): void {
  const zoom = zoomOf(size);
  document.documentElement.style.setProperty('--zoom', String(zoom));
  enlargeSheets(document.styleSheets, zoom);
}

/** Called before the first paint. */
export function startTextSize(): void {
  apply(useTextSize.getState().size);
  // A screen that is loaded later brings its own style sheet.
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') {
        node.addEventListener('load', () => apply(useTextSize.getState().size), { once: true });
      }
    }
  }).observe(document.head, { childList: true });
}
