// Marks the moment at which something is really on the screen, for measuring.

/** Two frames on: the first may still be the one before the change. */
export function markPainted(name: 'drawdesk:scan-painted' | 'drawdesk:board-usable'): void {
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(name)));
}
