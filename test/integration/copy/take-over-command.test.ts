// The commands of docs/site.md as somebody types them: the database is prepared, a site desk works with further desks and is killed,
// another machine takes its place, and the further desks go on there with the keys they have.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../build/build.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { operations } from '../../../src/contract/index.ts';
import { recoveryKeyOf } from '../../../src/core/copy/seal.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { READY_LINE, startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import { postgresMissing, startPostgres } from '../../support/postgres.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { webWindow } from '../../support/web-window.ts';

/** Whole desks are started one after the other, also on a machine with much else to do. */
const SLOW = { timeout: 240_000 };
let postgres: TestPostgres;
let sandbox: Sandbox;
let base: string;
const started: DeskProcess[] = [];

beforeAll(async () => {
  if (postgresMissing !== null) return;
  await ensureBuilt();
  base = await mkdtemp(join(tmpdir(), 'drawdesk-take-over-'));
  postgres = await startPostgres();
  sandbox = await startSandbox({ dataFile: ':memory:', token: 'token-of-the-tests', seed: 'demo' });
  const admin = await postgres.admin();
  for (const login of ['leeds_desk', 'fleet'])
    await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD 'test-only'`);
  await admin.close();
}, 600_000);
afterAll(async () => {
  if (postgresMissing !== null) return;
  for (const desk of started) {
    desk.child.kill('SIGKILL');
    await desk.ended;
  }
  await sandbox.close();
  await postgres.remove();
  await rm(base, { recursive: true });
});

const secrets = (): Record<string, string> => ({
  COPY_ADMIN: postgres.connectionString('admin'),
  DRAWDESK_COPY: postgres.connectionString('leeds_desk'),
  DRAWDESK_FLEET: postgres.connectionString('fleet'),
  DRAWDESK_TOKEN: 'token-of-the-tests',
  DRAWDESK_PASSPHRASE: 'a long enough passphrase',
});

/** Runs a script of the project as `npm` does. Nothing opens on the screen of whoever runs the tests. */
function run(script: string, args: readonly string[], env: Record<string, string> = {}): DeskProcess {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
  const own = startNode([resolve(script), ...args], { ...rest, ...secrets(), ...env });
  started.push(own);
  return own;
}
const prepare = (...args: string[]): DeskProcess => run('build/copy.ts', args);
const npmStart = (args: readonly string[], env: Record<string, string> = {}): DeskProcess =>
  run('build/start.mjs', ['--host=web', '--no-open', ...args], env);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', () => done()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** A machine of the site: its settings, and the arguments that start it there. `service`: null is training. */
async function machine(
  name: string,
  service: { readonly address: string; readonly brand?: string } | null = { address: sandbox.baseUrl },
): Promise<{ readonly args: string[]; readonly address: string }> {
  const port = await freePort();
  const settings = {
    ...(service && { service: { ...service, tokenFromEnvironment: 'DRAWDESK_TOKEN' } }),
    passphraseFromEnvironment: 'DRAWDESK_PASSPHRASE',
    people: { signIn: 'initials' },
    site: {
      address: '127.0.0.1',
      port,
      copy: {
        site: 'leeds',
        connectionFromEnvironment: 'DRAWDESK_COPY',
        recoveryKeyFromEnvironment: 'DRAWDESK_RECOVERY_KEY',
        fleet: { connectionFromEnvironment: 'DRAWDESK_FLEET' },
      },
    },
  };
  await writeFile(join(base, `${name}.json`), JSON.stringify(settings));
  const args = [`--config=${join(base, `${name}.json`)}`, `--data-dir=${join(base, name)}`, '--site'];
  return { args, address: `127.0.0.1:${port}` };
}

interface Window {
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>;
  done<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Enters a code of the site desk. */
  pair(code: string, name: string): Promise<unknown>;
}

/** The first window of a desk that starts. */
async function windowOf(desk: DeskProcess): Promise<Window> {
  const [, address = '', , token = ''] = await desk.line(READY_LINE);
  const window = webWindow(new URL(address).origin);
  const bearer = (await window.open(token))?.bearer;
  const call: Window['call'] = async (name, input) => {
    const isCommand = operations[name].kind === 'command';
    const asked = { name, input, ...(isCommand ? { commandId: crypto.randomUUID() } : {}) };
    return (await (await window.post('/api/call', asked, bearer)).json()) as never;
  };
  return {
    call,
    async done(name, input) {
      const answer = await call(name, input);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    pair: async (code, name) => (await window.post('/api/pair', { code, name }, bearer)).json(),
  };
}

async function killed(desk: DeskProcess): Promise<void> {
  desk.child.kill('SIGKILL');
  await desk.ended;
}

/** The one line on stderr with which a command ends that did nothing. */
async function refusalOf(command: DeskProcess): Promise<string> {
  expect((await command.ended).code).toBe(1);
  expect(command.stdout()).toBe('');
  const lines = command.stderr().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe.skipIf(postgresMissing !== null)(`a take-over (${postgresMissing ?? 'with PostgreSQL'})`, () => {
  const copyOptions = ['--admin-from-environment=COPY_ADMIN', '--site=leeds', '--login=leeds_desk'];
  let recoveryKey = '';
  let first: Awaited<ReturnType<typeof machine>>;
  let second: Awaited<ReturnType<typeof machine>>;
  /** The site desk after the take-over. */
  let present: DeskProcess;

  test(
    'npm run copy prepares the database, as often as it is run, and says what it lacks',
    SLOW,
    async () => {
      for (const _ of ['once', 'and once more']) {
        const command = prepare(...copyOptions, '--fleet-login=fleet');
        expect(await command.ended).toMatchObject({ code: 0 });
        expect(command.stdout()).toMatch(/^The database is prepared \(schema \d+\)\.\n$/);
        expect(command.stderr()).toBe('');
      }
      expect(await refusalOf(prepare('--admin-from-environment=NOT_THERE'))).toBe(
        'Drawdesk: NOT_THERE is not set.',
      );
      // The connection string in place of its variable: its password is not said back.
      const mistaken = await refusalOf(prepare('--admin-from-environment=postgres://admin:secret@db/copies'));
      expect(mistaken).toContain('takes the name of a variable');
      expect(mistaken).not.toContain('secret');
      expect(await refusalOf(prepare('--admin-from-environment=COPY_ADMIN', '--site=york'))).toContain(
        '--site and --login belong together',
      );
      expect(await refusalOf(prepare(copyOptions[0] ?? '', '--site=Leeds Süd', '--login=leeds_desk'))).toBe(
        'Drawdesk: The name of a site must be 1 to 40 lower-case letters, digits and hyphens, as in --site=leeds-2, not "Leeds Süd".',
      );
      const said = async (login: string): Promise<string> => {
        const command = prepare(copyOptions[0] ?? '', '--site=hull', `--login=${login}`);
        expect(await command.ended).toMatchObject({ code: 0 });
        return command.stdout();
      };
      expect(await said('leeds_desk')).not.toContain('hull');
      expect(await said('fleet')).toContain(
        'The site hull belongs to the login fleet now, and no longer to leeds_desk: its desk needs the new one.',
      );
      // A login without the right to make roles, and one that is not there.
      expect(await refusalOf(prepare('--admin-from-environment=DRAWDESK_COPY'))).toMatch(/role|permission/);
      expect(await refusalOf(prepare(copyOptions[0] ?? '', '--site=york', '--login=nobody_here'))).toContain(
        'nobody_here',
      );
      const help = prepare();
      expect(await help.ended).toMatchObject({ code: 0 });
      expect(help.stdout()).toContain('--fleet-login');
    },
  );

  test(
    'the further desks go on at the new machine without a new code; one that was shut out does not',
    SLOW,
    async () => {
      first = await machine('first');
      second = await machine('second');
      const old = npmStart(first.args);
      const atOld = await windowOf(old);
      const rooms = ['Room 2', 'Room 3'];
      const folderOf = (room: string): string => `--data-dir=${join(base, room)}`;
      for (const room of rooms) {
        const desk = npmStart([`--desk=${first.address}`, folderOf(room)]);
        const window = await windowOf(desk);
        await atOld.done('desks.openPairing', {});
        const code = (await atOld.done('desks.list', {})).pairing?.code ?? '';
        expect(await window.pair(code, room)).toEqual({ kind: 'paired' });
        expect(await window.done('session.get', {})).toMatchObject({ desk: { name: room } });
        await killed(desk);
      }
      const { items, network } = await atOld.done('desks.list', {});
      const idOf = (room: string): string => items.find(({ name }) => name === room)?.id ?? '';
      await atOld.done('desks.rename', {
        deskId: idOf('Room 2'),
        seenName: 'Room 2',
        name: 'Window room',
      });
      await atOld.done('desks.shutOut', { deskId: idOf('Room 3') });
      ({ recoveryKey } = await atOld.done('copy.showRecoveryKey', {}));
      await expect
        .poll(() => atOld.done('copy.get', {}), { timeout: 300_000 })
        .toMatchObject({ stage: 'copied', waiting: 0 });
      // A planned move while people work: whoever takes over says that they mean it.
      const impatient = await machine('impatient');
      const tried = async (...more: string[]): Promise<string> => {
        const command = npmStart([...impatient.args, '--take-over', ...more], {
          DRAWDESK_RECOVERY_KEY: recoveryKey,
        });
        expect((await command.ended).code).toBe(1);
        return command.stderr();
      };
      expect(await tried()).toMatch(
        new RegExp(
          `heard of \\d+ seconds? ago, and is at work\\. Nothing was changed, and it goes on\\. .*--replace=${hostname()} `,
        ),
      );
      expect(await tried('--replace=another')).toContain(
        `--replace names another, and the site desk of leeds is ${hostname()} (${first.address}). Nothing was changed.`,
      );
      expect(await atOld.done('copy.get', {})).toMatchObject({ stage: 'copied', fenced: null });
      await killed(old);

      const made = npmStart([...second.args, '--take-over'], { DRAWDESK_RECOVERY_KEY: recoveryKey });
      const atNew = await windowOf(made);
      expect(made.stdout()).toContain(`Further desks join with --desk=${second.address}`);
      expect(made.stderr()).toMatch(
        /This is the site desk now\. The site desk took the place of .*Everything saved until .* is here/,
      );
      expect(await atNew.done('desks.list', {})).toMatchObject({
        network: { fingerprint: network?.fingerprint },
        items: [{ name: 'Window room' }, { name: 'Room 3', shutOutAtMs: expect.any(Number) }],
      });

      // Nobody can know here of a desk that was shut out after the last copied moment.
      expect((await atNew.done('session.get', {})).notices).toContainEqual(
        expect.objectContaining({
          kind: 'taken-over',
          detail: expect.stringContaining(
            '1 further desk goes on here as before: shut out again, under Desks',
          ),
        }),
      );

      const goesOn = await windowOf(npmStart([`--desk=${second.address}`, folderOf('Room 2')]));
      await expect
        .poll(() => goesOn.call('session.get', {}), { timeout: 300_000 })
        .toMatchObject({ ok: true, value: { desk: { name: 'Window room' } } });
      const isOut = await windowOf(npmStart([`--desk=${second.address}`, folderOf('Room 3')]));
      await expect
        .poll(() => isOut.call('session.get', {}), { timeout: 300_000 })
        .toMatchObject({ ok: false, error: { kind: 'forbidden' } });
      await expect
        .poll(() => readFile(join(base, 'Room 3', 'further-desk.json'), 'utf8'))
        .not.toContain('certificate');

      expect(await atNew.done('fleet.get', {})).toMatchObject({
        sites: [
          { site: 'hull', lastSignMs: null },
          { site: 'leeds', isWhole: true },
        ],
      });
      // A second start of the new machine is an ordinary one, and is the same site.
      await killed(made);
      present = npmStart(second.args);
      const again = await windowOf(present);
      expect((await again.done('desks.list', {})).network?.fingerprint).toBe(network?.fingerprint);
    },
  );

  test(
    'a desk in training does not get the name of the site, so that the live one still can',
    SLOW,
    async () => {
      expect(await prepare(copyOptions[0] ?? '', '--site=york', '--login=leeds_desk').ended).toMatchObject({
        code: 0,
      });
      const inSettings = async (name: string, service: { address: string } | null) => {
        const { args } = await machine(name, service);
        const file = join(base, `${name}.json`);
        await writeFile(file, (await readFile(file, 'utf8')).replace('leeds', 'york'));
        return npmStart(args);
      };
      const training = await inSettings('york-training', null);
      const atTraining = await windowOf(training);
      expect(training.stderr()).toContain('In training nothing is copied');
      expect(await atTraining.done('copy.get', {})).toMatchObject({ isConfigured: false });
      const live = await inSettings('york-live', { address: sandbox.baseUrl });
      const atLive = await windowOf(live);
      await expect
        .poll(() => atLive.done('copy.get', {}), { timeout: 300_000 })
        .toMatchObject({ stage: 'copied', site: 'york' });
      await killed(training);
      await killed(live);
    },
  );

  test('the old machine says at its next start that it was replaced, and saves nothing', SLOW, async () => {
    const returned = await windowOf(npmStart(first.args));
    await expect
      .poll(async () => (await returned.done('session.get', {})).notices, { timeout: 300_000 })
      .toMatchObject([{ kind: 'fenced' }]);
    expect(await returned.call('desks.openPairing', {})).toMatchObject({ ok: false });
    expect(await returned.done('copy.get', {})).toMatchObject({ stage: 'fenced', fenced: { lost: 0 } });
  });

  test('says what it lacks, and changes nothing by it', SLOW, async () => {
    const third = await machine('third');
    const taking = [...third.args, '--take-over'];
    expect(await refusalOf(npmStart(taking))).toContain('The recovery key of the site is needed');
    expect(await refusalOf(npmStart(taking, { DRAWDESK_RECOVERY_KEY: 'K7QF-2M9X' }))).toContain(
      'This is no recovery key: it has 56 letters and digits, and 8 were given.',
    );
    const mistyped = 'K7QF-'.repeat(14);
    expect(await refusalOf(npmStart(taking, { DRAWDESK_RECOVERY_KEY: mistyped }))).toContain(
      'This is no recovery key: of its 56 letters and digits some are wrong.',
    );
    const others = recoveryKeyOf('00'.repeat(32));
    expect(await refusalOf(npmStart(taking, { DRAWDESK_RECOVERY_KEY: others }))).toContain(
      'not the one of the site leeds',
    );
    const here = [...second.args, '--take-over'];
    expect(await refusalOf(npmStart(here, { DRAWDESK_RECOVERY_KEY: recoveryKey }))).toContain(
      'already running',
    );
    await killed(present);
    expect(await refusalOf(npmStart(here, { DRAWDESK_RECOVERY_KEY: recoveryKey }))).toContain(
      'If another machine has taken its place, choose an empty folder with --data-dir.',
    );
    present = npmStart(second.args);
    const goesOn = await windowOf(present);
    await expect
      .poll(() => goesOn.done('copy.get', {}), { timeout: 300_000 })
      .toMatchObject({ stage: 'copied' });
  });

  test(
    'makes no desk beside what an earlier one has left, which would take its place at the start',
    SLOW,
    async () => {
      await killed(present);
      const returning = await machine('returning');
      const folder = join(base, 'returning');
      await cp(join(base, 'first'), folder, { recursive: true });
      const names = await readdir(folder);
      const [database = ''] = names.filter((name) => name.endsWith('.db'));
      // Whoever is told that a desk is there removes that file, and not what lies beside it.
      for (const ending of ['', '-wal', '-shm']) await rm(join(folder, database + ending), { force: true });
      const take = npmStart([...returning.args, '--take-over'], { DRAWDESK_RECOVERY_KEY: recoveryKey });
      await Promise.race([take.ended, take.line(READY_LINE)]);
      expect(take.stdout()).toBe('');
      expect(await refusalOf(take)).toMatch(
        /needs a data folder without a desk, and .* of an earlier one is there/,
      );
      present = npmStart(second.args);
      const goesOn = await windowOf(present);
      await expect
        .poll(() => goesOn.done('copy.get', {}), { timeout: 300_000 })
        .toMatchObject({ stage: 'copied' });
    },
  );

  test(
    'never makes a desk of one service from the copy of another: not in training, not of another brand',
    SLOW,
    async () => {
      await killed(present);
      const key = { DRAWDESK_RECOVERY_KEY: recoveryKey };
      const strangers = [
        { name: 'training', service: null, says: /--take-over needs service in the managed settings/ },
        {
          name: 'brand',
          service: { address: sandbox.baseUrl, brand: 'Other' },
          says: /the copy of the site leeds is of .* \(brand Other\)/,
        },
      ];
      const holder = async (): Promise<unknown> => {
        const admin = await postgres.admin();
        const rows = await admin.query("SELECT epoch FROM drawdesk.site WHERE id = 'leeds'");
        await admin.close();
        return rows;
      };
      const before = await holder();
      for (const { name, service, says } of strangers) {
        const { args } = await machine(name, service);
        const take = npmStart([...args, '--take-over'], key);
        expect((await take.ended).code).toBe(1);
        expect(take.stdout()).toBe('');
        expect(take.stderr()).toMatch(says);
        // By mistake the desk at work would have been replaced.
        expect(await holder()).toEqual(before);
        // Not even a part of it, which would hold patients' data under a key that lies beside it in training.
        const left = (await readdir(join(base, name))).filter((file) => /\.db/.test(file));
        expect(left).toEqual([]);
      }
      const fourth = await machine('fourth');
      const made = await windowOf(npmStart([...fourth.args, '--take-over'], key));
      expect((await made.done('session.get', {})).notices).toContainEqual(
        expect.objectContaining({ kind: 'taken-over' }),
      );
      // One that is at work is replaced where that is said, and tells people where to go on.
      const fifth = await machine('fifth');
      await windowOf(npmStart([...fifth.args, '--take-over', `--replace=${hostname()}`], key));
      const told = async () =>
        (await made.done('session.get', {})).notices.find(({ kind }) => kind === 'fenced')?.detail;
      await expect
        .poll(told, { timeout: 300_000 })
        .toContain(`Another machine, ${hostname()} (${fifth.address}), became the site desk`);
    },
  );
});
