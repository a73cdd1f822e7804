// The dark look differs from the light one in colours alone. So whatever axe finds in the light look about names, roles,
// order and sizes holds in the dark one too, and the end-to-end specs look at the dark one for its colours only.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../src/renderer');
const sheets = globSync('**/*.css', { cwd: renderer });
const COLOUR_PROPERTIES =
  /^(--[\w-]+|color|color-scheme|background(-color)?|border(-\w+)*-color|box-shadow)$/;
/** A colour, or a shadow, which has one: it takes no room. */
const COLOUR_VALUES = /^(light|dark|#[\da-f]{3,8}|rgb\(.*\)|var\(--[\w-]+\)|(0 \d+px .*rgb\(.*\)))$/i;

/** What a style sheet declares under a look of its own: property and value of each declaration. */
function declarationsOfLooks(css: string): [string, string][] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']) =>
    selector.includes('data-theme')
      ? body.split(';').flatMap((line): [string, string][] => {
          const [, property, value] = /^\s*([\w-]+):\s*(.+?)\s*$/s.exec(line) ?? [];
          return property !== undefined && value !== undefined ? [[property, value]] : [];
        })
      : [],
  );
}

describe('the dark look', () => {
  const all = sheets.map((name) => ({ name, css: readFileSync(join(renderer, name), 'utf8') }));

  it('changes colours alone', () => {
    const declarations = all.flatMap(({ name, css }) =>
      declarationsOfLooks(css).map(([property, value]) => ({ name, property, value })),
    );
    expect(declarations.length).toBeGreaterThan(40);
    expect(
      declarations.filter(
        ({ property, value }) => !COLOUR_PROPERTIES.test(property) || !COLOUR_VALUES.test(value),
      ),
    ).toEqual([]);
  });

  it('is chosen in one place, not by each style sheet', () => {
    expect(all.filter(({ css }) => /prefers-color-scheme|light-dark\(/.test(css))).toEqual([]);
  });
});
