// Times are the site's. Where nobody has named its time zone, those of the usual one may be wrong by hours, and every booking with them.
import type { SiteNotice } from '../core/engine-parts.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import type { ManagedSettings } from './managed-settings.ts';

/** A machine that is left at these was set to no place at all. */
const OF_NO_PLACE: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/UCT', 'Etc/GMT', 'GMT', 'UCT']);

/** The time zone that this machine is set to. */
export const machineTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Says where the settings of a live desk name no time zone and this machine's clock shows another time than the screens. Whoever names
 * the zone is believed: a machine may rightly be set to another one.
 *
 * @example timeZoneNotices(settings, { nowMs: Date.now(), zoneOfMachine: machineTimeZone })
 */
export function timeZoneNotices(
  settings: Pick<ManagedSettings, 'service' | 'timeZone' | 'isTimeZoneAssumed'>,
  { nowMs, zoneOfMachine }: { readonly nowMs: number; readonly zoneOfMachine: () => string },
): SiteNotice[] {
  const { service, timeZone, isTimeZoneAssumed } = settings;
  // Asked at each start, which waits for nothing of Intl where it need not.
  if (service === null || !isTimeZoneAssumed) return [];
  const machineZone = zoneOfMachine();
  if (OF_NO_PLACE.has(machineZone)) return [];
  const shown = clockWords(nowMs, timeZone);
  const here = clockWords(nowMs, machineZone);
  if (shown === here) return [];
  return [
    {
      id: `time-zone-assumed-${machineZone}`,
      kind: 'time-zone-assumed',
      detail: `The managed settings name no time zone, so that of ${timeZone} is used: it is ${shown} there, and ${here} in ${machineZone}, to which this computer is set. The time zone of the site belongs in timeZone of the managed settings, also if it is ${timeZone}.`,
    },
  ];
}

function clockWords(nowMs: number, timeZone: string): string {
  const { date, time } = wallClockAt(nowMs, timeZone);
  return `${formatDate(date)} ${time}`;
}
