// Whether what was said of a refused step is still of the present. Pure.
import type { VisitRow } from '../../../contract/views.ts';

/** How a visit stood when something was refused. */
export type StoodAs = Pick<VisitRow, 'version' | 'deskState'>;

/**
 * True once a visit stands differently than when a step was refused. What is shown may be older than that for a moment: then it is not.
 * @example hasMovedOn({ version: 4, deskState: 'collecting' }, { version: 5, deskState: 'collected' }) // true
 */
export const hasMovedOn = (stood: StoodAs, shown: StoodAs): boolean =>
  shown.version > stood.version && shown.deskState !== stood.deskState;
