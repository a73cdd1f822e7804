// What is pressed is at least 44 px high for a finger: a measure that is smaller grows where the pointer is one.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const RENDERER = resolve(import.meta.dirname, '../../../src/renderer');
const FINGER_PX = 44;
/** Their label does the same when it is pressed, and is high enough. */
const WITHIN_A_LABEL: ReadonlySet<string> = new Set([
  'ui/field.module.css .check input',
  'ui/field.module.css .switch input',
]);

interface Rule {
  readonly selector: string;
  readonly body: string;
}

/** The rules of a style sheet, those within `@media` too. */
function rulesOf(sheet: string): Rule[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    body,
  }));
}

const sheets = globSync('**/*.css', { cwd: RENDERER }).map((file) => ({
  file,
  rules: rulesOf(readFileSync(join(RENDERER, file), 'utf8')),
}));

describe('what is pressed', () => {
  it('is as high as a finger needs it, or says so where the pointer is one', () => {
    const small = sheets.flatMap(({ file, rules }) =>
      rules.flatMap(({ selector, body }) => {
        const [, height] = /(?:^|;|\s)(?:min-)?height:\s*(\d+)px/.exec(body) ?? [];
        const isPressed = /cursor:\s*pointer/.test(body);
        const name = `${file} ${selector}`;
        if (!isPressed || height === undefined || Number(height) >= FINGER_PX) return [];
        return WITHIN_A_LABEL.has(name) ? [] : [`${name}: ${height} px`];
      }),
    );
    expect(small).toEqual([]);
  });

  it('has the height of any target where the pointer is a finger', () => {
    const tokens = readFileSync(join(RENDERER, 'ui/tokens.css'), 'utf8');
    expect(tokens).toMatch(/@media \(pointer: coarse\) \{\s*:root \{\s*--finger: var\(--target\);/);
    expect(tokens).toContain(`--target: ${FINGER_PX}px;`);
  });

  it('is no paragraph of its own where it is a link: in one, a link is taken for a part of a sentence and keeps to its line', () => {
    const alone = globSync('**/*.tsx', { cwd: RENDERER }).filter((file) =>
      /<p(?:\s[^>]*)?>\s*<a\b(?:(?!<\/a>)[\s\S])*<\/a>\s*<\/p>/.test(
        readFileSync(join(RENDERER, file), 'utf8'),
      ),
    );
    expect(alone).toEqual([]);
  });
});
