// Managed settings: defaults, what is refused, and that the line names the key.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawdesk-settings-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(
  content: unknown,
  env: Record<string, string> = { DESK_TOKEN: 'secret' },
  queues: 'cups' | 'windows' = 'cups',
) {
  const file = join(folder, 'site.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readManagedSettings(file, (name) => env[name], queues);
}
const service = { address: 'https://lab.example/v1', tokenFromEnvironment: 'DESK_TOKEN' };

test('without a file the desk trains, in London, with one label a registration', async () => {
  expect(await readManagedSettings(null, () => undefined)).toMatchObject({
    service: null,
    location: null,
    timeZone: 'Europe/London',
    printers: [],
    scanner: null,
    labelsPerRegistration: 1,
  });
});

test('a time zone that a file does not name is told from one that it names', async () => {
  expect(await read({ service })).toMatchObject({ timeZone: 'Europe/London', isTimeZoneAssumed: true });
  expect(await read({ service, timeZone: 'Europe/London' })).toMatchObject({ isTimeZoneAssumed: false });
  expect(await readManagedSettings(null, () => undefined)).toMatchObject({ isTimeZoneAssumed: false });
});

test('a live desk takes its token from the environment and keeps the address without its last slash', async () => {
  const settings = await read({
    service: { ...service, address: 'https://lab.example/v1/', brand: 'north' },
  });
  expect(settings.service).toEqual({
    address: 'https://lab.example/v1',
    formerAddresses: [],
    token: 'secret',
    brand: 'north',
  });
});

test('a label printer needs an id, a name and an address; the other values are those of a common printer', async () => {
  const settings = await read({
    printers: [{ id: 'desk-1', name: 'Desk', address: 'tcp://192.0.2.9:9100' }],
  });
  expect(settings.printers).toEqual([
    {
      id: 'desk-1',
      name: 'Desk',
      address: { host: '192.0.2.9', port: 9100 },
      dotsPerMm: 8,
      labelWidthMm: 50.8,
      labelHeightMm: 25.4,
      language: 'zpl',
    },
  ]);
});

test('a printer may be at a cable or a queue of this computer', async () => {
  const printers = [
    { id: 'usb', name: 'USB', address: 'device:/dev/usb/lp0?serial=D2J153' },
    { id: 'serial', name: 'Serial', address: 'device:/dev/ttyUSB0?baud=19200', language: 'escpos' },
    { id: 'queue', name: 'Queue', address: 'queue:Zebra' },
  ];
  expect((await read({ printers })).printers.map(({ address }) => address)).toEqual([
    { device: '/dev/usb/lp0', serial: 'D2J153' },
    { device: '/dev/ttyUSB0', line: { baud: 19_200, parity: 'none', flow: 'wires' } },
    { queue: 'Zebra' },
  ]);
  const elsewhere = { id: 'a', name: 'A', address: 'device:/etc/passwd' };
  await expect(read({ printers: [elsewhere] })).rejects.toThrow('printers.0.address: must be');
});

test('a queue of Windows takes labels as pictures, and what cannot be printed through a queue is refused', async () => {
  const driver = {
    id: 'zd',
    name: 'Zebra',
    address: 'queue:ZDesigner ZD421-203dpi ZPL',
    language: 'pictures',
  };
  const { printers } = await read({ printers: [driver] }, {}, 'windows');
  expect(printers).toMatchObject([
    { address: { queue: 'ZDesigner ZD421-203dpi ZPL' }, language: 'pictures', dotsPerMm: 8 },
  ]);
  const wrong = (change: object, queues: 'cups' | 'windows') =>
    read({ printers: [{ id: 'a', name: 'A', address: 'queue:Zebra', ...change }] }, {}, queues);
  await expect(wrong({}, 'windows')).rejects.toThrow('printers.0.language: must be pictures');
  await expect(wrong({ language: 'escpos' }, 'windows')).rejects.toThrow(
    'printers.0.address: must be no queue',
  );
  const network = { address: 'tcp://192.0.2.9:9100', language: 'pictures' };
  await expect(wrong(network, 'windows')).rejects.toThrow('printers.0.address: must be queue:NAME');
  await expect(wrong({ language: 'pictures' }, 'cups')).rejects.toThrow('printers.0.language: must be the');
  await expect(wrong({ address: 'queue:Two words' }, 'cups')).rejects.toThrow(
    'printers.0.address: must name',
  );
});

test('labels with a Data Matrix may be narrower than labels with bars', async () => {
  const printer = { id: 'desk-1', name: 'Desk', address: 'tcp://192.0.2.9:9100', labelWidthMm: 25.4 };
  const square = { ...printer, symbol: 'data-matrix' };
  expect((await read({ printers: [square] })).printers).toMatchObject([{ symbol: 'data-matrix' }]);
  await expect(read({ printers: [printer] })).rejects.toThrow(/labelWidthMm/);
  await expect(read({ printers: [{ ...square, symbol: 'aztec' }] })).rejects.toThrow(/symbol/);
});

test('a receipt printer for visit tickets needs no size but that of its roll', async () => {
  const printer = { id: 'tickets', name: 'Tickets', address: 'tcp://192.0.2.9:9100', language: 'escpos' };
  expect((await read({ printers: [printer] })).printers).toMatchObject([
    { ...printer, paperWidthMm: 80, address: {} },
  ]);
  await expect(read({ printers: [{ ...printer, paperWidthMm: 70 }] })).rejects.toThrow(/paperWidthMm/);
  await expect(read({ printers: [{ ...printer, labelWidthMm: 50 }] })).rejects.toThrow(/labelWidthMm/);
  await expect(read({ printers: [{ ...printer, language: 'latin' }] })).rejects.toThrow(
    /language.*must be one of zpl, epl2, tspl, pictures, escpos/,
  );
});

test('visit tickets are set at the desk, unless the settings fix them', async () => {
  expect((await read({})).ticket).toBeNull();
  expect((await read({ ticket: { onCheckIn: true } })).ticket).toEqual({ onCheckIn: true, name: 'initials' });
  await expect(read({ ticket: { name: 'nickname' } })).rejects.toThrow(/ticket.*name/);
});

test.each(['zpl', 'epl2', 'tspl'])(
  'a label printer may speak %s, and labels too small for it are refused',
  async (language) => {
    const printer = { id: 'desk-1', name: 'Desk', address: 'tcp://192.0.2.9:9100', language };
    expect((await read({ printers: [printer] })).printers[0]?.language).toBe(language);
    await expect(read({ printers: [{ ...printer, labelHeightMm: 15 }] })).rejects.toThrow(/labelHeightMm/);
    await expect(read({ printers: [{ ...printer, labelWidthMm: 30 }] })).rejects.toThrow(/labelWidthMm/);
  },
);

test('a printer may have an IPv6 address', async () => {
  const printers = [{ id: 'a', name: 'A', address: 'tcp://[fe80::1]:9100' }];
  expect((await read({ printers })).printers[0]?.address).toMatchObject({ host: 'fe80::1', port: 9100 });
});

test.each([
  ['ipp://192.0.2.20/ipp/print', { kind: 'ipp', url: 'http://192.0.2.20:631/ipp/print' }],
  ['ipps://office.example:8443/ipp/print', { kind: 'ipp', url: 'https://office.example:8443/ipp/print' }],
  ['ipp://[fe80::1]/', { kind: 'ipp', url: 'http://[fe80::1]:631/' }],
  ['queue:Office_2', { kind: 'queue', name: 'Office_2' }],
  ['folder:/srv/forms', { kind: 'folder', path: '/srv/forms' }],
])('an office printer at %s', async (address, read_) => {
  const { officePrinters } = await read({ officePrinters: [{ id: 'office', name: 'Office', address }] });
  expect(officePrinters).toEqual([{ id: 'office', name: 'Office', address: read_ }]);
});

describe('refused, naming the key', () => {
  test.each([
    'http://192.0.2.20/',
    'ipp://user@192.0.2.20/ipp',
    'ipp://',
    'queue:-oraw',
    'queue:a\u202eb',
    'queue:',
    'folder:relative',
    'office',
  ])('an office printer at %s', async (address) => {
    const officePrinters = [{ id: 'office', name: 'Office', address }];
    await expect(read({ officePrinters })).rejects.toThrow(
      'officePrinters.0.address: must be ipp://HOST/ipp/print',
    );
  });

  test('one id for a label printer and an office printer', async () => {
    const office = { id: 'desk-1', name: 'Office', address: 'queue:Office' };
    const label = { id: 'desk-1', name: 'Desk', address: 'tcp://192.0.2.9:9100' };
    await expect(read({ printers: [label], officePrinters: [office] })).rejects.toThrow('have the same id');
  });

  const printer = { id: 'desk-1', name: 'Desk', address: 'tcp://192.0.2.9:9100' };
  test('no stand-in printer that is there and prints the document', async () => {
    const other = { ...printer, id: 'desk-2', name: 'Other', address: 'tcp://192.0.2.10:9100' };
    const { standInPrinters } = await read({
      printers: [printer, other],
      standInPrinters: { label: 'desk-2' },
    });
    expect(standInPrinters).toEqual({ label: 'desk-2' });
  });

  test.each<[string, unknown]>([
    ...(
      [
        ['must begin with https://: plain http is for', 'http://lab.example'],
        ['must begin with https://, as in', 'lab.example'],
        ['must begin with https://, as in', 'lab.example:8443'],
        ['must begin with https://, as in', 'ftp://lab.example'],
        ['must have no user name and no password in it', 'https://a:token-of@lab.example'],
        ['must end before the "?"', 'https://lab.example/v1?'],
        ['must end before the "#"', 'https://lab.example/v1#top'],
        ['must have no space and no line break in it', 'https://lab example'],
        ['is no address: look at the name of the machine and at the port', 'https://lab.example:99999'],
        ['is no address: look at the name of the machine and at the port', 'https://'],
        ['must not be empty', ' '],
      ] as const
    ).map(([words, address]): [string, unknown] => [
      `service.address: ${words}`,
      { service: { ...service, address } },
    ]),
    [
      'service.formerAddresses.0: must begin with https://',
      { service: { ...service, formerAddresses: ['http://lab.example'] } },
    ],
    ['service.address', { service: { tokenFromEnvironment: 'DESK_TOKEN' } }],
    ['unknown key service.token', { service: { ...service, token: 'secret' } }],
    [
      'service.tokenFromEnvironment: must be the name',
      { service: { ...service, tokenFromEnvironment: 'a b' } },
    ],
    ['unknown key colour', { colour: 'red' }],
    ['timeZone: must be a time zone', { timeZone: 'Europe/Atlantis' }],
    [
      'printers.0.dotsPerMm: must be 8 (203 dpi) or 12 (300 dpi)',
      { printers: [{ ...printer, dotsPerMm: 9 }] },
    ],
    [
      'printers.0.labelWidthMm: no label can be printed: a code of 10 characters needs 46.3 mm',
      { printers: [{ ...printer, labelWidthMm: 40 }] },
    ],
    [
      'printers.0.labelHeightMm: no label can be printed: 20 mm leaves no room for bars 10 mm high',
      { printers: [{ ...printer, labelHeightMm: 20 }] },
    ],
    ['printers.0.labelWidthMm', { printers: [{ ...printer, labelWidthMm: -1 }] }],
    ['printers.0.language', { printers: [{ ...printer, language: 'epl' }] }],
    ['printers.0.address: must be tcp://HOST:PORT', { printers: [{ ...printer, address: '192.0.2.9' }] }],
    ['printers.0.address: must be tcp://HOST:PORT', { printers: [{ ...printer, address: 'tcp://a:70000' }] }],
    ['printers: two printers have the same id', { printers: [printer, printer] }],
    [
      'standInPrinters.label names no printer here that prints it',
      { printers: [printer], standInPrinters: { label: 'desk-2' } },
    ],
    [
      'standInPrinters.ticket names no printer here that prints it',
      { printers: [printer], standInPrinters: { ticket: 'desk-1' } },
    ],
    [
      'standInPrinters.pages names no printer here that prints it',
      { printers: [printer], standInPrinters: { pages: 'desk-1' } },
    ],
    ['scanner.suffix', { scanner: { suffix: 'Return' } }],
    ['labelsPerRegistration', { labelsPerRegistration: 0 }],
    ['site.json is not valid JSON: look at line 1, column 14.', '{"location": '],
    ['site.json is not valid JSON: look at line 2, column 3.', '{"location": "A",\n  token-of-the-lab }'],
    ['site.json: location stands twice. Give it once.', '{"location": "A", "location": "B"}'],
    ['site.json: must be keys with values, in braces', '[]'],
    ['site.json is empty. Write the settings into it, or start without --config', ' \n'],
    ['requestsPerMinute: must be at least 30', { requestsPerMinute: 1 }],
    ['requestsPerMinute: must be at most 3000', { requestsPerMinute: 9_000 }],
    ['syncSeconds: must be at most 600', { syncSeconds: 1e308 }],
    ['site.port: must be at least 1', { site: { port: -1e308 } }],
    ['requestsPerMinute: must be a whole number', { requestsPerMinute: 60.5 }],
    ['location: must not be empty', { location: ' ' }],
    ['location: must have at most 200 characters', { location: 'x'.repeat(201) }],
    ['location: must be a text, in quotes', { location: 7 }],
    ['officePrinters: must be a list, in square brackets', { officePrinters: {} }],
    ['service.address: is missing', { service: {} }],
    ['site.address: must be an IP address', { site: { address: 'reception' } }],
    ['ticket.name: must be one of', { ticket: { name: 'nickname' } }],
  ])('%s', async (line, content) => {
    const refusal = await read(content).catch((error: Error) => error.message);
    expect(refusal).toContain(`${join(folder, 'site.json')}`);
    expect(refusal).toContain(line);
    expect(refusal).not.toContain('\n');
    expect(refusal).not.toContain('token-of');
  });

  test('a token variable that is not set, without telling any value', async () => {
    await expect(read({ service }, {})).rejects.toThrow('names DESK_TOKEN, which is not set');
  });

  test.each([
    ['has a line break in it', 'secret\nsecond'],
    ['begins with the word "Bearer"', 'Bearer secret'],
    ['has a space in it', 'secret second'],
    ['has a letter or sign in it that no token has', 'sécret'],
  ])('a token whose value %s, without telling it', async (words, token) => {
    const refusal = await read({ service }, { DESK_TOKEN: token }).catch((error: Error) => error.message);
    expect(refusal).toContain(`service.tokenFromEnvironment names DESK_TOKEN, whose value ${words}`);
    expect(refusal).not.toContain('cret');
  });

  test('a folder in place of the file', async () => {
    await expect(readManagedSettings(folder, () => undefined)).rejects.toThrow(
      `${folder} is a folder; name the file in it after --config.`,
    );
  });

  test.each([
    [
      'Windows-1252, in which a name would have lost its letters',
      Buffer.from('{"location": "Café"}', 'latin1'),
    ],
    ['UTF-16, which has no line and column of a fault', Buffer.from('\uFEFF{"location": "A"}', 'utf16le')],
  ])('a file in %s', async (_encoding, bytes) => {
    const file = join(folder, 'site.json');
    await writeFile(file, bytes);
    await expect(readManagedSettings(file, () => undefined)).rejects.toThrow(
      'site.json is not saved as UTF-8: save it anew with that encoding.',
    );
  });

  test('a file that is not there', async () => {
    await expect(readManagedSettings(join(folder, 'none.json'), () => undefined)).rejects.toThrow(
      'none.json is not there; look at the path after --config.',
    );
  });
});

test('a space before or after the address of the service is no part of it', async () => {
  const address = ' https://lab.example/v1 ';
  expect((await read({ service: { ...service, address } })).service?.address).toBe('https://lab.example/v1');
});

test('http without encryption is allowed to this machine only', async () => {
  for (const address of ['http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:4010']) {
    expect((await read({ service: { ...service, address } })).service?.address).toBe(address);
  }
});

test('a live desk asks for a PIN and training does not, unless the settings say how people sign in', async () => {
  expect((await read({})).people).toMatchObject({ signIn: 'initials', idleMinutes: 5 });
  expect((await read({ people: { signIn: 'pin', idleMinutes: 10 } })).people).toMatchObject({
    signIn: 'pin',
    idleMinutes: 10,
  });
});

test('a badge chooses its person unless the settings say more or less, and signs in only where people sign in', async () => {
  expect((await read({})).people).toMatchObject({ badge: 'choose' });
  const badge = async (use: string) => (await read({ people: { signIn: 'pin', badge: use } })).people.badge;
  expect([await badge('sign-in'), await badge('off')]).toEqual(['sign-in', 'off']);
  await expect(badge('always')).rejects.toThrow(/people\.badge/);
  await expect(read({ people: { badge: 'sign-in' } })).rejects.toThrow(/needs people\.signIn "pin"/);
});

test('who may relax what is said for everything alike or for each, and only where people sign in', async () => {
  const rulesOf = async (relaxations?: unknown) =>
    (await read({ people: { signIn: 'pin', ...(relaxations === undefined ? {} : { relaxations }) } })).people
      .relaxations;
  const anybody = {
    identity: 'anybody',
    'typed-label': 'anybody',
    'slot-override': 'anybody',
    reprint: 'anybody',
  };
  expect(await rulesOf()).toEqual(anybody);
  expect(new Set(Object.values(await rulesOf('second-person')))).toEqual(new Set(['second-person']));
  expect(await rulesOf({ identity: 'lead' })).toEqual({ ...anybody, identity: 'lead' });
  await expect(rulesOf('nobody')).rejects.toThrow(/people\.relaxations: must be one of anybody, lead/);
  await expect(rulesOf({ idenity: 'lead' })).rejects.toThrow(/people\.relaxations/);
  await expect(read({ people: { relaxations: 'lead' } })).rejects.toThrow(
    /people\.relaxations needs people\.signIn "pin"/,
  );
});

describe('the bounds of a number', () => {
  const aPrinter = {
    id: 'a',
    name: 'A',
    address: 'tcp://192.0.2.9:9100',
    labelWidthMm: 100,
    labelHeightMm: 50,
  };
  const SETTINGS: Readonly<Record<string, (value: number) => object>> = {
    labelWidthMm: (value) => ({ printers: [{ ...aPrinter, labelWidthMm: value }] }),
    labelHeightMm: (value) => ({ printers: [{ ...aPrinter, labelHeightMm: value }] }),
    idleMs: (value) => ({ scanner: { idleMs: value } }),
    printJobDays: (value) => ({ printJobDays: value }),
    documentDays: (value) => ({ retention: { documentDays: value } }),
    resultDays: (value) => ({ retention: { resultDays: value } }),
    activityYears: (value) => ({ retention: { activityYears: value } }),
    visitYears: (value) => ({ retention: { visitYears: value } }),
    printQueueDays: (value) => ({ retention: { printQueueDays: value } }),
    recordDays: (value) => ({ retention: { recordDays: value } }),
    labelsPerRegistration: (value) => ({ labelsPerRegistration: value }),
    waitAlertMinutes: (value) => ({ waitAlertMinutes: value }),
    port: (value) => ({ site: { port: value } }),
    idleMinutes: (value) => ({ people: { idleMinutes: value } }),
    syncSeconds: (value) => ({ syncSeconds: value }),
    fullSyncMinutes: (value) => ({ fullSyncMinutes: value }),
    requestsPerMinute: (value) => ({ requestsPerMinute: value }),
  };

  /** `N to M` behind the key in the README's table of managed settings. */
  function boundsInReadme(key: string): [number, number] {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const row = readme.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${key}\``)) ?? '';
    const said = /(\d[\d,]*) to (\d[\d,]*)/.exec(row.slice(row.indexOf(`\`${key}\``)));
    return [said?.[1], said?.[2]].map((number) => Number(number?.replace(',', ''))) as [number, number];
  }
  const whyRefused = async (content: object): Promise<string | null> => {
    try {
      await read(content);
      return null;
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };

  test.each(Object.entries(SETTINGS))('is what the README says: %s', async (key, settings) => {
    const [least, most] = boundsInReadme(key);
    expect(await whyRefused(settings(least - 1))).toContain(`${key}: must be at least ${least}`);
    expect(await whyRefused(settings(most + 1))).toContain(`${key}: must be at most ${most}`);
    // Small stock is refused for what does not fit on it, and for nothing else.
    for (const within of [least, most])
      expect((await whyRefused(settings(within))) ?? '').not.toMatch(/must be at (least|most)/);
  });

  test('is named in the README for every setting that is a number', async () => {
    const source = ['app/managed-settings.ts', 'domain/printer-setup.ts']
      .map((file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8'))
      .join('\n');
    const numbers = [...source.matchAll(/(\w+): z\s*\.number\(\)/g)].map(([, key]) => key);
    expect(numbers.sort()).toEqual(Object.keys(SETTINGS).sort());
  });
});
