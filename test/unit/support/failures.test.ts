import { describe, expect, it } from 'vitest';
import { failuresOfSpecs, failuresOfUnit, saidOnPage } from '../../support/failures.ts';

const nothing = { annotations: [], projectName: 'web' } as const;

describe('what failed, for the last lines of a run', () => {
  it('names the test, its file from the project on, and the first lines of why, without colours', () => {
    const failures = failuresOfUnit(
      {
        name: '/here/test/unit/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          {
            fullName: 'a sum is right',
            status: 'failed',
            failureMessages: ['\u001b[31mno\u001b[39m\n\n1\n2\n3\n4\n5\n6'],
          },
          { fullName: 'another', status: 'passed', failureMessages: [] },
        ],
      },
      '/here',
    );
    expect(failures).toEqual(['Failed: test/unit/a.test.ts: a sum is right\n  no\n  1\n  2\n  3\n  4\n  5']);
  });

  it('names a file that could not be loaded', () => {
    const file = {
      name: '/here/b.test.ts',
      status: 'failed',
      message: 'No such module',
      assertionResults: [],
    };
    expect(failuresOfUnit(file, '/here')).toEqual(['Failed to load: b.test.ts\n  No such module']);
  });

  it('tells a spec that failed from one that passed when tried again, in suites of suites', () => {
    const gone = {
      error: { message: 'gone' },
      attachments: [{ name: 'screenshot' }, { name: 'error-context', path: '/kept.md' }],
    };
    const suite = {
      suites: [
        {
          specs: [
            {
              title: 'is well',
              file: 'a.spec.ts',
              ok: true,
              tests: [{ ...nothing, status: 'expected', results: [{}] }],
            },
            {
              title: 'is slow',
              file: 'a.spec.ts',
              ok: true,
              tests: [{ ...nothing, status: 'flaky', results: [{ error: { message: 'timed out' } }, {}] }],
            },
          ],
        },
      ],
      specs: [
        {
          title: 'is broken',
          file: 'b.spec.ts',
          ok: false,
          tests: [{ ...nothing, status: 'unexpected', results: [gone] }],
        },
      ],
    } as const;
    const failures = failuresOfSpecs(suite, (path) =>
      path === '/kept.md' ? '- alert: It is being sent' : '',
    );
    expect(failures).toEqual([
      'Failed: b.spec.ts: is broken\n  gone\n  | - alert: It is being sent',
      'Passed only when tried again, so look into it: a.spec.ts: is slow\n  timed out',
    ]);
  });

  it('tells what spoke up on the page, with what was in it, and nothing of the rest', () => {
    const page = [
      '- banner:',
      '  - status "Connection"',
      '  - button "Walk-in"',
      '- main:',
      '  - dialog "Cancel it?":',
      '    - alert:',
      '      - text: The print job is sending.',
      '    - button "Cancel it"',
      '  - table "Jobs":',
    ];
    expect(saidOnPage(page.join('\n'))).toEqual([page[1], ...page.slice(4, 8)]);
    expect(saidOnPage('')).toEqual([]);
  });
});
