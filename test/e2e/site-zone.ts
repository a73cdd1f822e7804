// Where the site of the specs is: in a time zone in which it was morning when the run began. So there is room today, nobody's
// appointment is over, and no day ends under a run, at whatever hour it is started.

/** The runner hands its environment on to the processes of the specs. */
const VARIABLE = 'DRAWDESK_E2E_SITE_ZONE';

/**
 * A time zone in which it is between nine and ten in the morning now. `Etc/GMT-3` is three hours ahead of Greenwich.
 */
function zoneInTheMorning(nowMs: number): string {
  const hour = new Date(nowMs).getUTCHours();
  const behind = hour <= 21 ? hour - 9 : hour - 33;
  return behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
}

/** Called once a run, by the runner: processes that chose for themselves would differ over a full hour. Returns the zone. */
export function chooseSiteZone(): string {
  const zone = zoneInTheMorning(Date.now());
  process.env[VARIABLE] = zone;
  return zone;
}

/** The time zone of the site of the specs. */
export function siteZone(): string {
  const zone = process.env[VARIABLE];
  if (zone === undefined)
    throw new Error('No time zone was chosen; see `globalSetup` in playwright.config.ts.');
  return zone;
}
