// Whether this process can show a window: on Linux it needs a display.

/**
 * Whether a window that this process opens can be seen: on Linux only with DISPLAY or WAYLAND_DISPLAY.
 *
 * @example hasDisplay(process.env, process.platform)
 */
export function hasDisplay(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
