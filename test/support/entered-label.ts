// A label printer as a person enters it on screen.
import type { EnteredPrinter } from '../../src/contract/printers.ts';

export const enteredLabel: EnteredPrinter = {
  kind: 'label',
  name: 'Room 2',
  address: '192.0.2.10',
  language: 'zpl',
  dotsPerMm: 8,
  labelWidthMm: 50.8,
  labelHeightMm: 25.4,
  symbol: 'bars',
  paperWidthMm: null,
  at: null,
};
