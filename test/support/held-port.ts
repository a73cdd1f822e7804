// Whether a port of this machine is somebody's who does not listen on it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';
const LISTENING = '0A';

/** @example expect(await isHeld(printer.address.port)).toBe(true); // nobody else is given it */
export async function isHeld(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return !(await canListen(port));
  // Linux lets a program that asks for this very number listen all the same, so only its own list tells.
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const states = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address]) => address === local)
    .map(([, , , state]) => state);
  return states.length > 0 && !states.includes(LISTENING);
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, HOST, () => server.close(() => done(true)));
  });
}
