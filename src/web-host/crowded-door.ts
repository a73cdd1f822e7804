// Keeps the door free for the windows of the desk while a program holds ever more connections open.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most so many connections open. Beyond that the one is closed that has been open for longest without a request of a window
 * that was let in; it is the newest one only where all others are of windows. A limit that turned away the newest, as Node's own does,
 * would let any account of this machine shut the windows out by holding a thousand connections open.
 *
 * @returns to be called with the connection of each request that was let in
 */
export function keepDoorFree(
  server: Pick<Server, 'on'>,
  mostConnections: number,
): (connection: Socket) => void {
  /** In the order in which they came. */
  const strangers = new Set<Socket>();
  let open = 0;
  server.on('connection', (connection: Socket) => {
    open += 1;
    strangers.add(connection);
    connection.once('close', () => {
      open -= 1;
      strangers.delete(connection);
    });
    if (open <= mostConnections) return;
    const [longest] = strangers;
    strangers.delete(longest ?? connection);
    (longest ?? connection).destroy();
  });
  return (connection) => void strangers.delete(connection);
}
