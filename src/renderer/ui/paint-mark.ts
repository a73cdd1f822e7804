// Marks the moment at which something is really on the screen, for measuring.

/** Set after two frames: the first one may still show the page before the change. */
export function markPainted(name: 'drawdesk:scan-painted' | 'drawdesk:board-usable'): void {
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(name)));
}
