// A site desk on the real network stack of this machine, and further desks that join it: real TLS, the real engine, a
// service of plain records.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDeskKey } from '../../../../src/app/desk-key.ts';
import type { DeskKey } from '../../../../src/app/desk-key.ts';
import { joinSite } from '../../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../../src/app/joined-site.ts';
import { siteCertificateIn } from '../../../../src/app/site-certificate.ts';
import type { Input, OperationName, Output } from '../../../../src/contract/index.ts';
import { operations } from '../../../../src/contract/index.ts';
import type { DeskEvent } from '../../../../src/contract/events.ts';
import type { PairingOutcome, SiteNotice } from '../../../../src/contract/further-desk.ts';
import type { AppError, Result } from '../../../../src/domain/app-error.ts';
import { listenForDesks } from '../../../../src/web-host/site-listener.ts';
import type { SiteHost } from '../../../../src/web-host/site-listener.ts';
import { openTestDesk } from '../../../support/test-desk.ts';
import type { DeskOnDisk, TestDesk } from '../../../support/test-desk.ts';

export const BUILD = 'the build of the tests';
const MASTER = new Uint8Array(32).fill(5);

type Line = DeskEvent | SiteNotice;

export interface SiteUnderTest {
  readonly desk: TestDesk;
  readonly folder: string;
  readonly port: number;
  readonly fingerprint: string;
  /** Ends the network side, as the end of the process would. */
  stop(): Promise<void>;
  /** Listens again at the same port. */
  start(): Promise<void>;
  /** The site desk's process is killed: nothing is answered any more. Its disk is left. */
  kill(): Promise<DeskOnDisk>;
  /** Another process begins, as `machine` says, with the same certificate at the same port. */
  startAgain(machine: MachineUnderTest): Promise<void>;
  /** Shows a code, as the manager does. */
  showCode(options?: { handle?: string }): Promise<string>;
  /** A further desk that has no key yet. */
  machine(name: string): Promise<Machine>;
  /** A further desk that is paired. */
  paired(name: string): Promise<Machine>;
  close(): Promise<void>;
}

/** The further desk of a machine. */
export interface Machine {
  readonly name: string;
  readonly site: JoinedSite;
  readonly key: DeskKey;
  readonly lines: Line[];
  pair(code: string, name?: string): Promise<PairingOutcome>;
  /** Opens a window's stream of events into `lines`; the returned function ends it. */
  listen(): () => void;
  /** Resolves when a line fits. */
  line(fits: (line: Line) => boolean): Promise<Line>;
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: { commandId?: string; actor?: string; handle?: string },
  ): Promise<Result<Output<Name>>>;
  done<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: { commandId?: string; actor?: string; handle?: string },
  ): Promise<Output<Name>>;
  refused<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: { commandId?: string; actor?: string; handle?: string },
  ): Promise<AppError>;
  /** The same machine after a restart of its process. */
  restarted(): Promise<Machine>;
  close(): void;
}

type MachineUnderTest = NonNullable<Parameters<typeof openTestDesk>[2]>;

/** What a test learns of the door. */
interface DoorWatch {
  /** The engine is called by a further desk. */
  readonly onCall?: (at: { readonly id: string } | null) => void;
  /** A stream of events begins (1) or ends (-1). */
  readonly onListen?: (by: 1 | -1) => void;
  readonly onFailure?: (error: unknown) => void;
}

export async function openSite(
  site: Parameters<typeof openTestDesk>[0] = {},
  build = BUILD,
  { onCall, onListen, onFailure }: DoorWatch = {},
  {
    printing = {},
    ...first
  }: MachineUnderTest & { readonly printing?: Parameters<typeof openTestDesk>[1] } = {},
): Promise<SiteUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-site-'));
  const certificate = await siteCertificateIn(folder, { databaseKey: MASTER, mode: 'live' });
  const past: TestDesk[] = [];
  const machines: Machine[] = [];
  let desk = openTestDesk(site, printing, first);
  let port = 0;
  let host: SiteHost | null = null;
  let endProcess = (): void => {};

  const start = async (): Promise<void> => {
    const own = desk;
    const { desks, deskPrinting } = own.parts;
    const process = { isDead: false };
    endProcess = () => void (process.isDead = true);
    /** A dead process answers nothing, whatever it was about to say. */
    const answered = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      const said = await answer;
      return process.isDead ? new Promise<never>(() => {}) : said;
    };
    const engine: Parameters<typeof listenForDesks>[0]['engine'] = {
      call: (call, at) => {
        onCall?.(at ?? null);
        return answered(own.callAs(call, at));
      },
      subscribe: (cursor, listener) => {
        const stop = own.subscribe(cursor, listener);
        onListen?.(1);
        return () => {
          onListen?.(-1);
          stop();
        };
      },
    };
    host = await listenForDesks(
      {
        engine,
        desks,
        printing: {
          ...deskPrinting,
          next: (by, request, signal) => answered(deskPrinting.next(by, request, signal)),
          step: (by, step) => answered(deskPrinting.step(by, step)),
        },
        build,
        heartbeatMs: 40,
        ...(onFailure ? { onFailure } : {}),
      },
      { at: { address: '127.0.0.1', port }, certificate },
    );
    port = Number(host.addresses[0]?.split(':')[1]);
    desks.openTo(host.network(certificate.fingerprint));
  };
  await start();
  desk.parts.desks.keepCertificate(certificate);

  async function machineIn(own: string, name: string): Promise<Machine> {
    const key = await openDeskKey(own, `127.0.0.1:${port}`);
    const joined = joinSite({ address: { host: '127.0.0.1', port }, deskKey: key, build: BUILD });
    const lines: Line[] = [];
    const watchers = new Set<() => void>();
    const machine: Machine = {
      name,
      site: joined,
      key,
      lines,
      pair: (code, as = name) => joined.pair({ code, name: as }),
      listen: () =>
        joined.subscribe(null, (line) => {
          lines.push(line);
          for (const watcher of watchers) watcher();
        }),
      line: (fits) =>
        new Promise((done) => {
          const look = (): void => {
            const found = lines.find(fits);
            if (!found) return;
            watchers.delete(look);
            done(found);
          };
          watchers.add(look);
          look();
        }),
      async call(operation, input, options = {}) {
        const isCommand = operations[operation].kind === 'command';
        return (await joined.call({
          name: operation,
          input,
          ...(isCommand ? { commandId: options.commandId ?? crypto.randomUUID() } : {}),
          ...(options.actor === undefined ? {} : { actor: options.actor }),
          ...(options.handle === undefined ? {} : { handle: options.handle }),
        })) as never;
      },
      async done(operation, input, options) {
        const answer = await machine.call(operation, input, options);
        if (!answer.ok) throw new Error(`${operation} was refused: ${JSON.stringify(answer.error)}`);
        return answer.value;
      },
      async refused(operation, input, options) {
        const answer = await machine.call(operation, input, options);
        if (answer.ok) throw new Error(`${operation} was not refused`);
        return answer.error;
      },
      restarted() {
        joined.close();
        return machineIn(own, name);
      },
      close: () => joined.close(),
    };
    machines.push(machine);
    return machine;
  }

  const underTest: SiteUnderTest = {
    get desk() {
      return desk;
    },
    folder,
    get port() {
      return port;
    },
    fingerprint: certificate.fingerprint,
    async stop() {
      await host?.close();
    },
    start,
    async kill() {
      const left = desk.kill();
      endProcess();
      past.push(desk);
      await host?.close();
      return left;
    },
    async startAgain(on) {
      desk = openTestDesk(site, printing, on);
      await start();
    },
    async showCode(options = {}) {
      await desk.done('desks.openPairing', {}, options);
      const { pairing } = await desk.done('desks.list', {}, options);
      if (!pairing) throw new Error('no code is shown');
      return pairing.code;
    },
    machine: (name) => machineIn(mkdtempSync(join(folder, 'machine-')), name),
    async paired(name) {
      const machine = await underTest.machine(name);
      const outcome = await machine.pair(await underTest.showCode());
      if (outcome.kind !== 'paired') throw new Error(`${name} was not paired: ${outcome.kind}`);
      return machine;
    },
    async close() {
      for (const machine of machines) machine.close();
      await host?.close();
      for (const one of [...past, desk]) await one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return underTest;
}
