// Dates in sentences stay on one line.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Unbroken } from '../../../src/renderer/ui/unbroken.tsx';

it('each date of a sentence is kept on one line, and the rest may be broken as before', () => {
  expect(
    renderToStaticMarkup(<Unbroken text="OLIVER, James, born 15-Mar-1984: 25-Nov-2026 at 15:00" />),
  ).toBe(
    'OLIVER, James, born <span class="unbroken">15-Mar-1984</span>: <span class="unbroken">25-Nov-2026</span> at 15:00',
  );
  expect(renderToStaticMarkup(<Unbroken text="date of birth not known" />)).toBe('date of birth not known');
});
