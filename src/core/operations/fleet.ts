// All sites of the copy's database.
import type { fleetOperations } from '../../contract/fleet.ts';
import { siteStatusSchema } from '../copy/site-status.ts';
import { CopyDatabaseFailure } from '../ports/copy.ts';
import type { FleetSite } from '../ports/copy.ts';
import type { Handlers } from './handler.ts';

/** What another version of the desk wrote is read as far as it is understood. */
function siteView({ site, holderName, status, isWhole, lastSignMs }: FleetSite) {
  const { atMs, ...counts } = siteStatusSchema.catch(siteStatusSchema.parse({})).parse(status);
  return { site, machine: holderName, ...counts, countedAtMs: atMs, isWhole, lastSignMs };
}

export const fleetHandlers: Handlers<typeof fleetOperations> = {
  'fleet.get': async ({ readFleet }) => {
    if (readFleet === null) return { isConfigured: false, problem: null, nowMs: null, sites: [] };
    try {
      const sites = await readFleet();
      return {
        isConfigured: true,
        problem: null,
        nowMs: sites[0]?.nowMs ?? null,
        sites: sites.map(siteView),
      };
    } catch (thrown) {
      if (!(thrown instanceof CopyDatabaseFailure)) throw thrown;
      return { isConfigured: true, problem: thrown.message, nowMs: null, sites: [] };
    }
  },
};
