// The real process, the real file, killed without warning again and again while it saves and sends.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { storeFolder } from '../../support/store-fixture.ts';

const KILLS = Number(process.env['DRAWDESK_KILLS'] ?? 8);
const TOKEN = 'kill-test-token';
const DESK = fileURLToPath(new URL('support/desk-process.ts', import.meta.url));

function startDesk(file: string, sandbox: Sandbox, mode: 'work' | 'drain'): ChildProcess {
  return spawn(process.execPath, [DESK, file, sandbox.baseUrl, TOKEN, mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

const ended = (desk: ChildProcess): Promise<void> => new Promise((done) => desk.once('exit', () => done()));

/** References of the registrations that the service has, each as often as it is there. */
async function referencesAtService(sandbox: Sandbox): Promise<string[]> {
  const references: string[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer = await fetch(`${sandbox.baseUrl}/api/test_registration/?page=${page}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const body = (await answer.json()) as {
      items: { foreign_id: string | null }[];
      next_page: number | null;
    };
    references.push(...body.items.flatMap((item) => item.foreign_id ?? []));
    page = body.next_page;
  }
  return references;
}

it(
  `loses nothing and does nothing twice, killed ${KILLS} times`,
  { timeout: KILLS * 5_000 + 60_000 },
  async () => {
    const folder = storeFolder();
    const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo' });
    const acknowledged = new Set<string>();
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const desk = startDesk(folder.file, sandbox, 'work');
        const gone = ended(desk);
        // Somewhere between the first thing saved and a moment after the sixth.
        let savesLeft = Math.floor(Math.random() * 6);
        for await (const line of createInterface({ input: desk.stdout as NonNullable<typeof desk.stdout> })) {
          acknowledged.add(line.replace('saved ', ''));
          if (savesLeft-- === 0) setTimeout(() => desk.kill('SIGKILL'), Math.random() * 40);
        }
        await gone;
      }
      const last = startDesk(folder.file, sandbox, 'drain');
      const gone = ended(last);
      for await (const line of createInterface({ input: last.stdout as NonNullable<typeof last.stdout> })) {
        if (!line.startsWith('drained')) continue;
        expect(line).toBe('drained 0');
        last.kill('SIGKILL');
      }
      await gone;
      const made = (await referencesAtService(sandbox)).filter((reference) =>
        reference.startsWith('desk-r-'),
      );
      expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
      expect(made.filter((reference, index) => made.indexOf(reference) !== index)).toEqual([]);
      expect([...acknowledged].filter((reference) => !made.includes(reference))).toEqual([]);
    } finally {
      await sandbox.close();
      folder.remove();
    }
  },
);
