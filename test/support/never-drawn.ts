// For tests whose printers take PDF: nothing is drawn for them.
import type { MakePageRaster } from '../../src/adapters/raster/page-raster.ts';

/** Fails the test that has something drawn. */
export const neverDrawn: MakePageRaster = () => {
  throw new Error('pages were drawn for a printer that takes PDF');
};
