// The icons of the product stand where the library's own would: same size, same line, named or hidden from screen readers.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { drawnIcon } from '../../../src/renderer/ui/drawn-icon.ts';

const Bar = drawnIcon('M2 2h20');

it('is as large and as thick as the library draws its icons, and hidden from screen readers', () => {
  expect(renderToStaticMarkup(createElement(Bar))).toBe(
    '<svg width="24" height="24" viewBox="0 0 24 24" stroke-width="2" class="lucide" aria-hidden="true"><path d="M2 2h20"></path></svg>',
  );
});

it('takes size, line and class', () => {
  const drawn = renderToStaticMarkup(createElement(Bar, { size: 16, strokeWidth: 2.2, className: 'mark' }));
  for (const part of ['width="16"', 'height="16"', 'stroke-width="2.2"', 'class="lucide mark"'])
    expect(drawn).toContain(part);
});

it('is read out where it has a name', () => {
  const drawn = renderToStaticMarkup(createElement(Bar, { 'aria-label': 'Bar', role: 'img' }));
  expect(drawn).not.toContain('aria-hidden');
  expect(drawn).toContain('aria-label="Bar"');
});
