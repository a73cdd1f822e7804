// The interface document: current, complete, and valid by a linter that is not ours.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, openApiText } from '../../../build/openapi.ts';
import { ENDPOINT_NAMES } from '../../../src/wire/routes.ts';

const committed = readFileSync(OPENAPI_FILE, 'utf8');

test('the committed document is what `npm run openapi` writes', () => {
  expect(committed === openApiText(), 'stale: run `npm run openapi` and commit the result').toBe(true);
});

test('every endpoint is in the document once', () => {
  const document = JSON.parse(committed) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(ids.sort()).toEqual([...ENDPOINT_NAMES].sort());
});

test('an independent linter finds the document valid, without a warning', async () => {
  const lint = promisify(execFile)(
    process.execPath,
    [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      '--config',
      'redocly.yaml',
      '--format',
      'json',
      OPENAPI_FILE,
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  const { stdout } = await lint.catch((failed: { stdout: string }) => failed);
  const { totals, problems } = JSON.parse(stdout) as {
    totals: { errors: number; warnings: number };
    problems: { message: string; ruleId: string }[];
  };
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
