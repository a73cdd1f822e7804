// How many rows of a list a window has room for, before anything is laid out. Pure.

/** In a window that is no higher, header and heading scroll away with the rows; see `shell.module.css`. */
const SHORT_WINDOW_PX = 600;

/**
 * How many rows there is room for, none of which may be missing from the first frame. `zoom`: how much everything is enlarged; the
 * other lengths are as they are written.
 *
 * @example roomForRows(800, { abovePx: 300, leastRowPx: 50, zoom: 1 }) // 10
 */
export function roomForRows(
  windowHeightPx: number,
  list: { readonly abovePx: number; readonly leastRowPx: number; readonly zoom: number },
): number {
  const heightPx = windowHeightPx / list.zoom;
  const roomPx = heightPx <= SHORT_WINDOW_PX ? heightPx : heightPx - list.abovePx;
  return Math.max(1, Math.ceil(roomPx / list.leastRowPx));
}
