// Run by itself on a stopped desk's data folder, with its site's time zone: prints, as JSON, what its training service has learnt from
// the desk.
// A process of its own, because the test runner's loader cannot load the database's native module.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Page } from '../../../../src/wire/pagination.ts';
import type { Registration } from '../../../../src/wire/registration.ts';
import type { LearntByService } from './training-service.ts';

const TOKEN = 'asked-after-the-desk-stopped';
const [dataFolder = '', timeZone = ''] = process.argv.slice(2);

async function lastNamesOnRegistrations(sandbox: Sandbox): Promise<string[]> {
  const names: string[] = [];
  for (let page: number | null = 1; page !== null;) {
    const response = await fetch(`${sandbox.baseUrl}/api/test_registration/?page=${page}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const body = (await response.json()) as Page<Registration>;
    names.push(...body.items.flatMap((registration) => registration.last_name ?? []));
    page = body.next_page;
  }
  return names;
}

const keys = JSON.parse(await readFile(join(dataFolder, 'keys.json'), 'utf8')) as {
  training: { wrapped: string };
};
// The same seed on the same day makes the same people: what is more than these was made at the desk.
const untouched = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo', timeZone });
const sandbox = await startSandbox({
  dataFile: join(dataFolder, 'training-service.db'),
  encryptionKey: Buffer.from(keys.training.wrapped, 'base64'),
  token: TOKEN,
  seed: 'demo',
  timeZone,
});
const learnt: LearntByService = {
  newPatients: sandbox.count.patients() - untouched.count.patients(),
  newRegistrations: sandbox.count.registrations() - untouched.count.registrations(),
  lastNamesOnRegistrations: await lastNamesOnRegistrations(sandbox),
};
process.stdout.write(JSON.stringify(learnt));
await sandbox.close();
await untouched.close();
