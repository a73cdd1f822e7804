// Draws each icon of the library as one path. In the library's own way an icon is up to eight elements with some thirty attributes
// between them, each time that it is drawn, which was a quarter of the script's time of a row.
import { pathToFileURL } from 'node:url';

/** A shape of an icon as the library has it: `['circle', { cx: '12', cy: '12', r: '10' }]`. */
export type IconShape = readonly [shape: string, attributes: Readonly<Record<string, string>>];

const NUMBER = '[-+]?(?:\\d*\\.\\d+|\\d+)(?:e[-+]?\\d+)?';
const RELATIVE_BEGINNING = new RegExp(`^m\\s*(${NUMBER})[\\s,]*(${NUMBER})[\\s,]*(.*)$`, 's');

/** A path that means the same behind another one, where a beginning in small letters would count from that one's end. */
function standingAlone(path: string): string {
  const [, x, y, rest = ''] = RELATIVE_BEGINNING.exec(path) ?? [];
  if (x === undefined || y === undefined) return path;
  // Pairs of numbers that follow the beginning are lines, counted from it.
  return `M${x} ${y}${/^[-+.\d]/.test(rest) ? 'l' : ''}${rest}`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

/** `corners`: the radii of the corners, across and down. */
function rectangle(
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  corners: readonly [number, number],
): string {
  const rx = Math.min(corners[0], width / 2);
  const ry = Math.min(corners[1], height / 2);
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const across = width - 2 * rx;
  const down = height - 2 * ry;
  const turn = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${across}${turn(rx, ry)}v${down}${turn(-rx, ry)}h${-across}${turn(-rx, -ry)}v${-down}${turn(rx, -ry)}z`;
}

function pathOf([shape, { key: _, ...attributes }]: IconShape): string | null {
  const { d = '', points = '', ...others } = attributes;
  const numbers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, Number(value)]));
  // A colour, for example: such a shape is not drawn like the others of its icon.
  if (Object.values(numbers).some(Number.isNaN)) return null;
  const { cx = 0, cy = 0, r = 0, x = 0, y = 0, width = 0, height = 0 } = numbers;
  const { x1 = 0, y1 = 0, x2 = 0, y2 = 0, rx = numbers['ry'] ?? 0, ry = numbers['rx'] ?? 0 } = numbers;
  switch (shape) {
    case 'path':
      return standingAlone(d);
    case 'circle':
      return ellipse(cx, cy, r, r);
    case 'ellipse':
      return ellipse(cx, cy, rx, ry);
    case 'line':
      return `M${x1} ${y1}L${x2} ${y2}`;
    case 'polyline':
      return `M${points}`;
    case 'rect':
      return rectangle([x, y], [width, height], [rx, ry]);
    default:
      return null;
  }
}

/**
 * All shapes of an icon as one path; null where one of them cannot be in it, such as a filled one.
 *
 * @example onePath([['line', { x1: '2', y1: '2', x2: '22', y2: '2' }]]) // 'M2 2L22 2'
 */
export function onePath(shapes: readonly IconShape[]): string | null {
  const paths = shapes.map(pathOf);
  return paths.includes(null) ? null : paths.join('');
}

/** Makes the library's icons with `drawnIcon` of the file `drawnBy`. The few that are not one path stay the library's. */
export function iconsOfOnePath(drawnBy: string) {
  return {
    name: 'icons-of-one-path',
    async transform(_code: string, id: string): Promise<{ code: string; map: null } | null> {
      if (!/\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/.test(id)) return null;
      const { __iconData: icon } = (await import(pathToFileURL(id).href)) as {
        __iconData?: { readonly name: string; readonly node: readonly IconShape[] };
      };
      const path = icon ? onePath(icon.node) : null;
      if (path === null) return null;
      return {
        code: `import { drawnIcon } from ${JSON.stringify(drawnBy)};\nexport default /* @__PURE__ */ drawnIcon(${JSON.stringify(path)});`,
        map: null,
      };
    },
  };
}
