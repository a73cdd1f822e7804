// Labels while the laboratory’s code cannot be read: with the form’s code for a reason, and again once the code comes.
import { expect, expectAccessible, scan } from '../fixtures.ts';
import {
  boardRow,
  button,
  checkIn,
  codeOf,
  history,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  trfCodeOf,
} from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { openSecond, withholdNews } from './support/two-windows.ts';
import { deskWithLabelPrinter, withJson } from './support/laboratory.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import type { PrinterSink } from '../../support/printer-sinks.ts';
import type { Meddler } from './support/laboratory.ts';

const LABORATORY_CODE = 'KW4TH9XP';

/** The laboratory's labels fail; its records name the code of one registration once `trfCode` is given. */
const failingLabels =
  (trfCode: string | null): Meddler =>
  (path, answer) => {
    if (path.endsWith('/label'))
      return {
        status: 500,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"detail": "no label today"}'),
      };
    if (trfCode === null || !path.startsWith('/api/test_registration/')) return answer;
    const withCode = <Answer extends { readonly trf_code?: string }>(one: Answer): Answer =>
      one.trf_code === trfCode ? { ...one, label_sample_id: LABORATORY_CODE } : one;
    return withJson<{ readonly trf_code?: string; readonly items?: { readonly trf_code?: string }[] }>(
      answer,
      (body) => (body.items ? { ...body, items: body.items.map(withCode) } : withCode(body)),
    );
  };

test.describe('while the laboratory’s labels cannot be read @web', () => {
  let printer: PrinterSink;
  test.beforeAll(async () => {
    printer = await startPrinterSink();
  });
  test.afterAll(() => printer.close());
  test.use({
    meddling: { meddler: failingLabels(null) },
    managedSettings: async ({ laboratory }, use) => {
      await use(deskWithLabelPrinter(laboratory, printer.address));
    },
  });

  test('a label takes the form’s code for a reason, and is printed again once the laboratory’s code comes', async ({
    page,
    host,
    laboratory,
  }) => {
    test.slow();
    const [person = ''] = await namesOnBoard(page);
    await openVisit(page, person);
    const trfCode = await trfCodeOf(page);
    await checkIn(page);
    await button(page, 'Start collecting').click();
    await expect(labels(page)).toContainText('the form’s code: the laboratory’s code could not be read yet', {
      timeout: 60_000,
    });

    await button(page, 'Print label').click();
    const dialog = page.getByRole('dialog', { name: 'Print with the form’s code' });
    await expect(dialog).toContainText('could not be read');
    const print = button(dialog, 'Print with the form’s code');
    await expect(print).toBeDisabled();
    await print.click({ force: true });
    await expect(page.getByRole('region', { name: 'Just done' })).toContainText('Give a reason first');
    await expectAccessible(page);
    // Thought better of: nothing has been printed.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(labels(page)).toContainText('Not printed');

    await button(page, 'Print label').click();
    await button(dialog, 'The person cannot wait').click();
    await expect(dialog.getByLabel('Why not wait for the laboratory’s code')).toHaveValue(
      'The person cannot wait',
    );
    await page.reload();
    await expect(dialog.getByLabel('Why not wait for the laboratory’s code')).toHaveValue(
      'The person cannot wait',
    );
    await expectAccessible(page);
    // Asked for at two windows, it is printed once.
    const second = await openSecond(page, () => host.openWindow());
    const there = second.getByRole('dialog', { name: 'Print with the form’s code' });
    await button(second, 'Print label').click();
    await button(there, 'The line is down').click();
    const hear = await withholdNews(second, 'visits.get');
    await print.click();
    await expect(dialog).toBeHidden();
    await button(there, 'Print with the form’s code').click();
    await expect(there.getByRole('alert')).toContainText('Every label of this visit was printed');
    hear();
    await expect(there).toContainText('This was settled meanwhile.');
    await expect(there).toContainText('You had typed: The line is down');
    await button(there, 'Understood').click();
    await expect(history(second).filter({ hasText: 'Label queued for the printer' })).toHaveCount(1);
    await second.close();
    await expect(labels(page)).toContainText('printed with the form’s code');
    expect(await codeOf(labels(page).first())).toBe(trfCode);
    expect((await printer.nextWholeJob()).toString()).toContain(trfCode);
    await expect(history(page).filter({ hasText: 'The person cannot wait' })).toHaveCount(1);
    await expectAccessible(page);

    // Another reprint of it would carry the form's code once more, and asks for both reasons.
    const reprint = page.getByRole('dialog', { name: /^Reprint the label/ });
    await page.getByRole('button', { name: `Reprint ${trfCode}` }).click();
    await button(reprint, 'Label damaged').click();
    await expect(button(reprint, 'Reprint this label')).toBeDisabled();
    await button(reprint, 'The laboratory does not answer').click();
    await expect(button(reprint, 'Reprint this label')).toBeEnabled();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    laboratory.meddle(failingLabels(trfCode));
    await page.getByRole('button', { name: /^as of \d\d:\d\d/ }).click();
    await button(page.getByRole('dialog'), 'Sync now').click();
    await page.keyboard.press('Escape');
    const again = page.getByRole('region', { name: 'Print this label again' });
    await expect(again).toContainText(LABORATORY_CODE, { timeout: 60_000 });
    await expect(boardRow(page, person)).toContainText('Print a label again');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Reprint ${trfCode}` }).click();
    await expect(reprint).toContainText(LABORATORY_CODE);
    await expect(reprint.getByLabel('Reason for the reprint')).toHaveValue(
      'The laboratory’s code came later',
    );
    await expectAccessible(page);
    await button(reprint, 'Reprint this label').click();
    await expect(again).toBeHidden();
    expect((await printer.nextWholeJob()).toString()).toContain(LABORATORY_CODE);

    await expect(labels(page)).toContainText('Scan it back');
    await scan(page, LABORATORY_CODE);
    await expect(panel(page, 'Take the sample')).toContainText('1 of 1 scanned');
    await button(page, 'Collected').click();
    await expect(boardRow(page, person)).toContainText('Collected');
  });
});
