// How large a page is shown. Pure.

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Fitted to the room there is, or a factor of the size on paper. */
export type Zoom = 'width' | 'page' | number;

/** A point is 1/72 inch, a pixel of CSS 1/96. */
const PIXELS_PER_POINT = 96 / 72;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
/** Around the sheet, in pixels. */
const SHEET_MARGIN = 12;

/** Pixels for each point. `room`: what the pages have to be shown in, in pixels. */
export function scaleOf(zoom: Zoom, page: PageSize, room: PageSize): number {
  if (typeof zoom === 'number') return zoom * PIXELS_PER_POINT;
  const byWidth = Math.max(1, room.width - 2 * SHEET_MARGIN) / page.width;
  if (zoom === 'width') return byWidth;
  return Math.min(byWidth, Math.max(1, room.height - 2 * SHEET_MARGIN) / page.height);
}

/** A sheet that is wider is read with the head, not with the eyes; in pixels. */
const WIDEST_AT_FIRST = 1_240;

/** How a document is first shown: fitted to the width, but in a wide window no larger than it is well read. */
export function firstZoom(page: PageSize, room: PageSize): Zoom {
  const widest = WIDEST_AT_FIRST / page.width;
  return scaleOf('width', page, room) <= widest ? 'width' : factorOf(widest);
}

/** As a person reads it: 1 is the size on paper. */
export function factorOf(scale: number): number {
  return scale / PIXELS_PER_POINT;
}

/** The next step up or down from any size; the last one stays. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const now = factorOf(scale);
  const next =
    direction === 1 ? STEPS.find((step) => step > now * 1.01) : STEPS.findLast((step) => step < now * 0.99);
  return next ?? (direction === 1 ? Math.max(now, STEPS.at(-1) ?? 4) : Math.min(now, STEPS[0] ?? 0.25));
}
