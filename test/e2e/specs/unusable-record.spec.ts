// Records that are read well and cannot be used as they are: a date of birth that nobody has, a name that no label can carry.
// Both are said where somebody is about to use them, with what to do.
import { expect, expectAccessible } from '../fixtures.ts';
import { boardRow, button, checkIn, goTo, namesOnBoard, openVisit, panel } from './support/desk.ts';
import { test } from './support/at-laboratory.ts';
import { deskWithLabelPrinter, withJson } from './support/laboratory.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import type { PrinterSink } from '../../support/printer-sinks.ts';

interface Named {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
}

test.describe('a record that cannot be used as it is @web', () => {
  let printer: PrinterSink;
  test.beforeAll(async () => {
    printer = await startPrinterSink();
  });
  test.afterAll(() => printer.close());
  test.use({
    managedSettings: async ({ laboratory }, use) => {
      await use(deskWithLabelPrinter(laboratory, printer.address));
    },
  });

  test('a date of birth of the future identifies nobody, and a name in any script of today gets its label, one of no script is refused in words', async ({
    page,
    laboratory,
  }) => {
    test.slow();
    const plain = (await namesOnBoard(page)).filter((name) => /^[A-Z]+, [A-Z][a-z]+$/.test(name));
    const [unborn = '', chinese = '', unwritable = ''] = plain;
    const isOf = (record: Named, name: string): boolean =>
      `${record.last_name?.toUpperCase()}, ${record.first_name}` === name;
    const changed = <Record extends Named>(record: Record): Record => {
      if (isOf(record, unborn)) return { ...record, date_of_birth: '2090-01-01' };
      if (isOf(record, chinese)) return { ...record, last_name: '王', first_name: '小明' };
      return isOf(record, unwritable) ? { ...record, last_name: '\u{13000}', first_name: '小明' } : record;
    };
    laboratory.meddle((path, answer) =>
      path.startsWith('/api/test_registration/') && !/\/(label|trf|download_pdf)/.test(path)
        ? withJson<Named & { items?: Named[] }>(answer, (body) =>
            body.items ? { ...body, items: body.items.map(changed) } : changed(body),
          )
        : answer,
    );
    await goTo(page, 'Outbox');
    await button(page, 'Sync now').click();
    await goTo(page, 'Board');
    await expect(boardRow(page, unborn)).toContainText('Date of birth wrong', { timeout: 60_000 });
    await expect(boardRow(page, unborn)).toContainText('01-Jan-2090 (cannot be right)');
    await expectAccessible(page);

    await openVisit(page, unborn);
    await expect(page.getByText('The date of birth on record cannot be right')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Date of birth', exact: true })).toBeDisabled();
    await expectAccessible(page);

    await goTo(page, 'Board');
    await expect(boardRow(page, '王, 小明')).toBeVisible({ timeout: 60_000 });
    await openVisit(page, '王, 小明');
    await checkIn(page);
    await button(page, 'Print label').click();
    await expect(panel(page, 'Labels and form')).toContainText('Scan it back');
    await expectAccessible(page);

    await goTo(page, 'Board');
    await openVisit(page, '\u{13000}, 小明');
    await checkIn(page);
    await button(page, 'Print label').click();
    await expect(panel(page, 'Labels and form')).toContainText(
      'The label printer cannot write \u{13000} in this name, and a label needs the whole name.',
    );
    await expectAccessible(page);
  });
});
