// The operating system's queue: what `lp` is given, and what is said of it. Here with commands of the tests' own in place
// of CUPS.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport, cupsQueues } from '../../../src/adapters/page-printing.ts';
import { createPrinterTransport } from '../../../src/adapters/printer-transport.ts';
import { startFakeIppPrinter, type FakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { neverDrawn } from '../../support/never-drawn.ts';

const PDF = Buffer.from('%PDF-1.7 a form %%EOF');
const NAME = 'drawdesk-job-1';
const LOOK =
  'nobody can be asked through this queue which paper is in the printer: look that it is A4, there and in the settings of the queue';
const http = createHttp();
const pages = createPageTransport(http, neverDrawn);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-lp-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('DRAWDESK_SECRET', 'not for children');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function command(name: 'lp' | 'lpstat' | 'cancel', script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Answers of `lpstat` for a queue that is as usual, unless a test says otherwise. */
function queueThat(
  says: { accepting?: string; printer?: string; device?: string; exit?: number } = {},
): void {
  const accepting = says.accepting ?? 'office accepting requests since Mon';
  const printer = says.printer ?? 'printer office is idle.  enabled since Mon';
  command(
    'lpstat',
    `[ "$LC_ALL" = C ] || exit 9
case "$1" in -a) echo "${accepting}";; -p) echo "${printer}";; -v) echo "device for office: ${says.device ?? 'usb://Fake/40'}";; esac
exit ${says.exit ?? 0}`,
  );
}

it('is not asked any more once the asking is stopped: what asks it is ended', async () => {
  const pid = join(folder, 'pid');
  command('lpstat', `echo $$ >> "${pid}"\nexec /bin/sleep 60`);
  const stopping = new AbortController();
  const asking = pages.ask({ kind: 'queue', name: 'office' }, stopping.signal);
  const asked = (): number[] =>
    existsSync(pid) ? readFileSync(pid, 'utf8').trim().split('\n').map(Number) : [];
  await vi.waitFor(() => expect(asked()).toHaveLength(2), { timeout: 10_000 });
  stopping.abort();
  expect((await asking).problem).toContain('does not answer');
  for (const one of asked()) expect(() => process.kill(one, 0)).toThrow('ESRCH');
});

async function deliver(queue = 'office') {
  let begun = 0;
  const delivery = await pages.deliver(
    { kind: 'queue', name: queue },
    {
      name: NAME,
      look: () => PDF,
      begin: () => {
        begun += 1;
        return PDF;
      },
    },
  );
  return { ...delivery, begun };
}

it('gets the PDF as A4 and not scaled, under its name, and nothing of the desk’s secrets', async () => {
  queueThat();
  // Only what a shell has built in: the commands are found nowhere else.
  command(
    'lp',
    `printf '%s\\n' "$@" > "${folder}/arguments"
echo "$DRAWDESK_SECRET" > "${folder}/secret"
IFS= read -r line; printf '%s' "$line" > "${folder}/document"
echo "request id is office-7 (0 file(s))"`,
  );
  expect(await deliver()).toEqual({ outcome: 'taken', printerJob: 'office-7', look: LOOK, begun: 1 });
  expect(readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n')).toEqual(
    `-d office -t ${NAME} -n 1 -o media=A4 -o print-scaling=none`.split(' '),
  );
  expect(readFileSync(join(folder, 'document')).equals(PDF)).toBe(true);
  expect(readFileSync(join(folder, 'secret'), 'utf8').trim()).toBe('');
  // It never says what becomes of a job, and nothing is made up.
  expect(await pages.report({ kind: 'queue', name: 'office' }, 'office-7', NAME)).toBe('never');
  expect(await pages.find({ kind: 'queue', name: 'office' }, NAME)).toBe('unknown');
});

it.each([
  [{ exit: 1, accepting: '', printer: '' }, 'no printer queue “office”'],
  [{ accepting: 'office not accepting requests since Mon -' }, 'takes no jobs'],
  [{ printer: 'printer office disabled since Mon -' }, 'is paused'],
])('a queue that cannot print now (%j) is given nothing', async (says, words) => {
  queueThat(says);
  command('lp', `echo called > "${folder}/called"`);
  const delivery = await deliver();
  expect(delivery).toMatchObject({
    outcome: 'not-started',
    detail: expect.stringContaining(words) as string,
    begun: 0,
  });
  // Only what the queue itself says was heard from it.
  expect('reached' in delivery).toBe('accepting' in says ? says.accepting !== '' : 'printer' in says);
  expect(existsSync(join(folder, 'called'))).toBe(false);
});

it('a computer without a printing system is told so', async () => {
  expect(await deliver()).toMatchObject({
    outcome: 'not-started',
    detail: 'this computer has no printing system (CUPS)',
    begun: 0,
  });
});

it('a failure of `lp` leaves the job in doubt, because it may have been given away', async () => {
  queueThat();
  command('lp', 'echo "lp: something" >&2; exit 1');
  expect(await deliver()).toMatchObject({ outcome: 'unsure', begun: 1 });
});

it('an `lp` that reads nothing does no harm to the desk', async () => {
  queueThat();
  command('lp', 'exec 0<&-; exit 0');
  expect(await deliver()).toMatchObject({ outcome: 'taken' });
});

it.each(['HP LaserJet', 'office,lab', '\\\\server/office', 'office/draft', 'office#1'])(
  'a queue %j, as only Windows or nobody has it, is given nothing, whatever is said of others',
  async (queue) => {
    queueThat();
    command('lp', `echo given > "${folder}/given"\nexit 1`);
    expect(await deliver(queue)).toEqual({
      outcome: 'not-started',
      detail: `this computer has no printer queue “${queue}”, or its printing system is off`,
      begun: 0,
    });
    expect(existsSync(join(folder, 'given'))).toBe(false);
  },
);

it('keeps the queue’s own name for a job, and takes only that one out again while it waits', async () => {
  queueThat();
  command('lp', 'cat > /dev/null 2>&1; echo "request id is office-12 (1 file(s))"');
  expect(await deliver()).toMatchObject({ outcome: 'taken', printerJob: 'office-12' });
  command('lp', 'echo "request id is other-12 (1 file(s))"');
  expect(await deliver()).toMatchObject({ outcome: 'taken', printerJob: null });

  const address = { kind: 'queue', name: 'office' } as const;
  command('cancel', `echo "$1" > "${folder}/cancelled"`);
  command('lpstat', '[ "$1" = -o ] && echo "office-121 desk 1024 Mon" && echo "office-12 desk 1024 Mon"');
  expect(await pages.cancel(address, 'office-12', NAME)).toEqual({ outcome: 'cancelled' });
  expect(readFileSync(join(folder, 'cancelled'), 'utf8')).toBe('office-12\n');
  rmSync(join(folder, 'cancelled'));
  // It has left the queue: `cancel` would still be content.
  command('lpstat', 'echo "office-121 desk 1024 Mon"');
  expect(await pages.cancel(address, 'office-12', NAME)).toEqual({ outcome: 'over', report: null });
  expect(existsSync(join(folder, 'cancelled'))).toBe(false);
  command('lpstat', 'echo "office-12 desk 1024 Mon"');
  command('cancel', 'exit 1');
  expect(await pages.cancel(address, 'office-12', NAME)).toMatchObject({ outcome: 'refused' });
  command('lpstat', 'exit 1');
  expect(await pages.cancel(address, 'office-12', NAME)).toMatchObject({ outcome: 'unknown' });
});

describe('the paper in the printer behind the queue', () => {
  const OTHER = 'it has other paper loaded (US Letter): put A4 paper in';
  const address = { kind: 'queue', name: 'office' } as const;
  let printer: FakeIppPrinter;
  beforeEach(async () => {
    printer = await startFakeIppPrinter({ ready: ['na_letter_8.5x11in'] });
    command('lp', `echo given >> "${folder}/given"\necho "request id is office-7 (0 file(s))"`);
  });
  afterEach(() => printer.close());
  const given = (): boolean => existsSync(join(folder, 'given'));

  it('is asked for over IPP: on other paper nothing is printed, and the screen says what to change', async () => {
    queueThat({ device: `${printer.url.replace('http', 'ipp')}?waitjob=false` });
    expect(await deliver()).toEqual({ outcome: 'not-started', reached: true, detail: OTHER, begun: 0 });
    expect(await pages.ask(address)).toMatchObject({ problem: null, trouble: OTHER, loaded: ['US Letter'] });
    expect(given()).toBe(false);
    printer.will.ready = ['iso_a4_210x297mm'];
    expect(await pages.ask(address)).toMatchObject({ problem: null, trouble: null, loaded: ['A4'] });
    expect(await deliver()).toEqual({ outcome: 'taken', printerJob: 'office-7', begun: 1 });
    expect(printer.jobs).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['over a socket', () => 'socket://192.0.2.20:9100'],
    ['over LPD', () => 'lpd://192.0.2.20/queue'],
    ['at a cable', () => 'usb://HP/LaserJet?serial=1'],
    ['by a name of no printer of IPP', () => 'dnssd://Fake%2040._printer._tcp.local/?uuid=1'],
    ['by a name that is none', () => 'dnssd://Fake%ZZ._ipp._tcp.local/'],
    ['as one of several that stand for each other', () => 'implicitclass://office/'],
    ['with a password', () => printer.url.replace('http://', 'ipp://desk:secret@')],
    ['at an address that says nothing of paper', () => `${printer.url.replace('http', 'ipp')}/elsewhere`],
  ])(
    'is not known where the queue reaches it %s: the queue gets the job, and a person has to look',
    async (_how, device) => {
      printer.will.before = (_operation, { request, response }) => {
        if (request.url?.endsWith('/elsewhere') !== true) return false;
        response.writeHead(404).end();
        return true;
      };
      queueThat({ device: device() });
      expect(await deliver()).toMatchObject({ outcome: 'taken', begun: 1, look: LOOK });
      expect(await pages.ask(address)).toMatchObject({ problem: null, trouble: null, loaded: [] });
    },
  );

  it.each([
    'dnssd://Fake%2040%20%40%20desk._ipp._tcp.local/?uuid=1',
    'dnssd://Fake%2040%20%40%20desk._ipps._tcp.local./cups?uuid=1',
    'ipp://Fake%2040%20%40%20desk._ipp._tcp.local:631/',
  ])('is asked for where the queue knows the printer by its name on the network: %s', async (device) => {
    queueThat({ device });
    const asked: string[] = [];
    const byName = createPageTransport(
      http,
      neverDrawn,
      cupsQueues((name) => {
        asked.push(name);
        return Promise.resolve(printer.url);
      }),
    );
    expect(await byName.ask(address)).toMatchObject({ trouble: OTHER, loaded: ['US Letter'] });
    const job = { name: NAME, look: () => PDF, begin: () => PDF };
    expect(await byName.deliver(address, job)).toMatchObject({ outcome: 'not-started', detail: OTHER });
    expect(given()).toBe(false);
    expect(new Set(asked)).toEqual(new Set(['Fake 40 @ desk']));

    // Nobody answers to the name: the queue gets the job.
    const nobody = createPageTransport(
      http,
      neverDrawn,
      cupsQueues(() => Promise.resolve(null)),
    );
    expect(await nobody.deliver(address, job)).toMatchObject({ outcome: 'taken' });
  });

  it('is not known while the printer is switched off: the queue gets the job, and keeps it', async () => {
    queueThat({ device: printer.url.replace('http', 'ipp') });
    await printer.close();
    expect(await deliver()).toMatchObject({ outcome: 'taken', begun: 1 });
  });
});

describe('a label or ticket', () => {
  const LABEL = Buffer.from('^XA^FDOLIVER, James^FS^XZ');
  const NO_LIMITS = { connectTimeoutMs: 0, acknowledgeTimeoutMs: 0, lingerMs: 0 };
  async function deliverRaw(ownPrinters = true) {
    let begun = 0;
    const begin = (): Uint8Array => {
      begun += 1;
      return LABEL;
    };
    const transport = createPrinterTransport({ ownPrinters });
    return { ...(await transport.deliver({ queue: 'office' }, { begin }, NO_LIMITS)), begun };
  }

  it('goes to the queue as it is, under a title that names nobody', async () => {
    queueThat();
    command(
      'lp',
      `printf '%s\\n' "$@" > "${folder}/arguments"
IFS= read -r line; printf '%s' "$line" > "${folder}/document"
echo "request id is office-7 (0 file(s))"`,
    );
    expect(await deliverRaw()).toEqual({ outcome: 'taken', printerJob: null, begun: 1 });
    expect(readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n')).toEqual(
      '-d office -t Drawdesk -n 1 -o raw'.split(' '),
    );
    expect(readFileSync(join(folder, 'document')).equals(LABEL)).toBe(true);
  });

  it('is not begun while the queue is paused, and is in doubt when `lp` fails', async () => {
    queueThat({ printer: 'printer office disabled since Mon -' });
    expect(await deliverRaw()).toMatchObject({ outcome: 'not-started', reached: true, begun: 0 });
    queueThat();
    command('lp', 'exit 1');
    expect(await deliverRaw()).toMatchObject({ outcome: 'unsure', begun: 1 });
    // Somebody took the printing system away in between: nothing can have been given to it.
    rmSync(join(folder, 'lp'));
    expect(await deliverRaw()).toMatchObject({ outcome: 'refused', again: true, begun: 1 });
  });

  it('of training never reaches a queue or a cable of this computer', async () => {
    queueThat();
    command('lp', `echo called > "${folder}/called"`);
    const words = 'in training nothing is printed on the printers of this computer';
    expect(await deliverRaw(false)).toEqual({ outcome: 'not-started', detail: words, begun: 0 });
    const cable = createPrinterTransport({ ownPrinters: false });
    const address = { device: '/dev/usb/lp0' };
    expect(await cable.deliver(address, { begin: () => LABEL }, NO_LIMITS)).toMatchObject({ detail: words });
    expect(existsSync(join(folder, 'called'))).toBe(false);
  });
});
