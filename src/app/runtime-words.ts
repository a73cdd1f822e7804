// What runs the desk, in words, for whoever looks for a fault.

/** @example runtimeWords(process.versions, process.platform) // 'Electron 45.4.1, Node 24.21.0, linux' */
export function runtimeWords(
  versions: Readonly<Record<string, string | undefined>>,
  platform: string,
): string {
  const electron = versions['electron'];
  const shell = electron === undefined ? [] : [`Electron ${electron}`];
  return [...shell, `Node ${versions['node'] ?? 'unknown'}`, platform].join(', ');
}
