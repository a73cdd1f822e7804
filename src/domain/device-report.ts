// What a printer itself has said of a job after it took it.

/** `working`: it has not ended; `stopped`: it waits for somebody at the printer; `done`: it reports the end. */
export const DEVICE_REPORTS = ['working', 'stopped', 'done'] as const;
export type DeviceReport = (typeof DEVICE_REPORTS)[number];
