// Whether a code fits as a Data Matrix, with modules that every scanner reads. If not, the label is refused.
import type { Bitmap } from '../../ports/pictures.ts';
import { dataMatrix, dataMatrixModules } from './data-matrix.ts';
import { leastInDots, refuseLabel, type LabelStock } from './label-stock.ts';

/** Three dots at 203 dpi and four at 300. Smaller modules are read by luck. */
const MIN_MODULE_MM = 0.33;
/** Larger modules are not read better, and bend further around a tube. */
const MAX_MODULE_MM = 0.63;
/** Smaller squares are not found by every scanner, however large their modules are. */
const MIN_SIDE_MM = 5;
/** Empty paper on all sides. The standard asks for one module. */
export const QUIET_MODULES = 2;

export interface MatrixPlan {
  readonly code: string;
  /** Of the side, in modules and in dots, without the quiet zone. */
  readonly modules: number;
  readonly sideDots: number;
  /** The side of a module, in dots. */
  readonly moduleDots: number;
}

/**
 * The sizes in which a code's square can be printed, the largest first.
 *
 * @throws AppException `rejected` naming `code`, for one that the square cannot carry
 */
export function matrixPlans(code: string, head: Pick<LabelStock, 'dotsPerMm'>): MatrixPlan[] {
  const modules = dataMatrixModules(code);
  if (modules === null)
    return refuseLabel('code', 'is too long for a Data Matrix, or holds other characters');
  const smallest = Math.ceil(leastInDots(Math.max(MIN_MODULE_MM, MIN_SIDE_MM / modules), head));
  const largest = Math.max(smallest, Math.floor(leastInDots(MAX_MODULE_MM, head)));
  return Array.from({ length: largest - smallest + 1 }, (_, index) => {
    const moduleDots = largest - index;
    return { code, modules, moduleDots, sideDots: modules * moduleDots };
  });
}

/** The square as dots, without its quiet zone. */
export function matrixPicture({ code, modules, moduleDots, sideDots }: MatrixPlan): Bitmap {
  const bytesPerRow = Math.ceil(sideDots / 8);
  const rows = new Uint8Array(bytesPerRow * sideDots);
  const dark = dataMatrix(code) ?? [];
  for (let y = 0; y < modules * moduleDots; y += 1) {
    for (let x = 0; x < sideDots; x += 1) {
      if (!dark[Math.floor(y / moduleDots)]?.[Math.floor(x / moduleDots)]) continue;
      const at = y * bytesPerRow + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { widthDots: sideDots, heightDots: sideDots, rows };
}
