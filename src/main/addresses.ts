// Where the screens live in Electron: a protocol of our own, not file://, whose pages would share one origin.

export const SCHEME = 'drawdesk';
const ORIGIN = `${SCHEME}://app`;
export const START_PAGE = `${ORIGIN}/`;

/** Whether an address is one of our own screens. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === 'app';
}
