// Icons of one path must look like the library's: every shape becomes the same line, wherever it stands in the icon.
import { expect, it } from 'vitest';
import { iconsOfOnePath, onePath, type IconShape } from '../../../build/icons.ts';

it('draws each kind of shape', () => {
  const drawn = (shape: string, attributes: Record<string, string>): string | null =>
    onePath([[shape, { ...attributes, key: 'abc' }]]);
  expect(drawn('path', { d: 'M4 4h16' })).toBe('M4 4h16');
  expect(drawn('line', { x1: '2', y1: '3', x2: '22', y2: '4' })).toBe('M2 3L22 4');
  expect(drawn('polyline', { points: '1 2 3 4' })).toBe('M1 2 3 4');
  expect(drawn('circle', { cx: '12', cy: '12', r: '10' })).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z');
  expect(drawn('ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' })).toBe(
    'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z',
  );
  expect(drawn('rect', { x: '1', y: '2', width: '10', height: '8' })).toBe('M1 2h10v8h-10z');
  // One radius is that of both directions, and no corner is larger than half a side.
  expect(drawn('rect', { x: '0', y: '0', width: '10', height: '4', rx: '3' })).toBe(
    'M3 0h4a3 2 0 0 1 3 2v0a3 2 0 0 1 -3 2h-4a3 2 0 0 1 -3 -2v0a3 2 0 0 1 3 -2z',
  );
});

it('begins a path behind another one where it began alone', () => {
  const check: IconShape = ['path', { d: 'm16 9-5.5 5.5L8 12' }];
  expect(onePath([['path', { d: 'M1 1h2' }], check])).toBe('M1 1h2M16 9l-5.5 5.5L8 12');
  expect(onePath([['path', { d: 'm2.5.5.5.5' }]])).toBe('M2.5 .5l.5.5');
  expect(onePath([['path', { d: 'm2 3 4 5' }]])).toBe('M2 3l4 5');
  expect(onePath([['path', { d: 'm2-3v4' }]])).toBe('M2 -3v4');
});

it('leaves a shape with a colour of its own, and one that it does not know, to the library', () => {
  expect(onePath([['circle', { cx: '1', cy: '1', r: '1', fill: 'currentColor' }]])).toBeNull();
  expect(
    onePath([
      ['path', { d: 'M0 0' }],
      ['text', {}],
    ]),
  ).toBeNull();
});

it('replaces what makes an icon of the library, and nothing else', async () => {
  const { transform } = iconsOfOnePath('/ui/drawn-icon.ts');
  const icons = `${import.meta.dirname}/../../../node_modules/lucide-react/dist/esm/icons`;
  const made = await transform('', `${icons}/circle-check.mjs`);
  expect(made?.code).toBe(
    'import { drawnIcon } from "/ui/drawn-icon.ts";\nexport default /* @__PURE__ */ drawnIcon("M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM16 9l-5.5 5.5L8 12");',
  );
  expect(await transform('', `${icons}/../createLucideIcon.mjs`)).toBeNull();
  expect(await transform('', `${icons}/index.mjs`)).toBeNull();
});
