// The address of the screens in Electron. They have their own protocol, because all pages of file:// share one origin.

export const SCHEME = 'drawdesk';
const ORIGIN = `${SCHEME}://app`;
export const START_PAGE = `${ORIGIN}/`;

/** Whether an address belongs to our own screens. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === 'app';
}
