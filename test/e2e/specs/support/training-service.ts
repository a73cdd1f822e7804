// What the training service of a stopped desk has learnt, beyond what its demo data holds from the start.
import { join } from 'node:path';
import { startNode } from '../../../support/desk-process.ts';
import { siteZone } from '../../site-zone.ts';

export interface LearntByService {
  /** People made by the desk. */
  readonly newPatients: number;
  /** Registrations made by the desk. */
  readonly newRegistrations: number;
  /** Of the person of each registration, made by the desk or not. */
  readonly lastNamesOnRegistrations: readonly string[];
}

/** Opens the service's data that the stopped desk left in its folder, and asks it through its REST interface. */
export async function learntByService(dataFolder: string): Promise<LearntByService> {
  const report = startNode([join(import.meta.dirname, 'training-service-report.ts'), dataFolder, siteZone()]);
  const { code } = await report.ended;
  if (code !== 0) throw new Error(`The training service could not be asked.\n${report.stderr()}`);
  return JSON.parse(report.stdout()) as LearntByService;
}
