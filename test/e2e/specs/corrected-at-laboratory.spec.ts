// What the laboratory corrects, or never knew: a form that gets another code after its label was printed, and somebody of whom it
// knows half a name. Neither stops the day; both are said on board and visit.
import { expect, expectAccessible, scan } from '../fixtures.ts';
import { test } from './support/at-laboratory.ts';
import {
  askNow,
  boardRow,
  button,
  checkIn,
  closeVisit,
  codeOf,
  labels,
  namesOnBoard,
  openVisit,
  panel,
  trfCodeOf,
} from './support/desk.ts';
import { deskWithLabelPrinter, withJson } from './support/laboratory.ts';
import type { Meddler } from './support/laboratory.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import type { PrinterSink } from '../../support/printer-sinks.ts';

interface Answer {
  readonly id?: string;
  readonly trf_code?: string;
  readonly patient_id?: string | null;
  readonly items?: readonly Answer[];
}

/** From now on the registration of one code says something else of itself, by itself and in every list. */
const otherwise =
  (trfCode: string, changes: object): Meddler =>
  (path, answer) =>
    path.startsWith('/api/test_registration')
      ? withJson<Answer>(answer, (body) => {
          const changed = (one: Answer): Answer => (one.trf_code === trfCode ? { ...one, ...changes } : one);
          return body.items ? { ...body, items: body.items.map(changed) } : changed(body);
        })
      : answer;

/**
 * From now on the laboratory's own record of the patient of a registration has no last name. The registration's copy has another
 * one for as long, so that the desk asks for both records at once.
 */
function withoutLastName(trfCode: string): Meddler {
  const patients = new Set<string>();
  const copies = otherwise(trfCode, { last_name: 'Misread' });
  return (path, answer) => {
    withJson<Answer>(answer, (body) => {
      for (const one of body.items ?? [body]) {
        if (one.trf_code === trfCode && typeof one.patient_id === 'string') patients.add(one.patient_id);
      }
      return body;
    });
    return withJson<Answer>(copies(path, answer), (body) =>
      patients.has(body.id ?? '') ? { ...body, last_name: '' } : body,
    );
  };
}

test.describe('at a laboratory that corrects its records @web', () => {
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

  test('a label that shows the form’s old code is printed again, and somebody with half a name is checked in by two other identifiers', async ({
    page,
    laboratory,
  }) => {
    test.slow();
    const [person = '', half = ''] = await namesOnBoard(page);
    await openVisit(page, person);
    const trfCode = await trfCodeOf(page);
    await checkIn(page);
    await button(page, 'Start collecting').click();
    await button(page, 'Print label').click();
    expect((await printer.nextWholeJob()).toString()).toContain(trfCode);
    const code = await codeOf(labels(page).first());
    expect(code).not.toBe(trfCode);

    const newCode = 'DRW-2C8M4X';
    laboratory.meddle(otherwise(trfCode, { trf_code: newCode }));
    await askNow(page);
    const again = page.getByRole('region', { name: 'Print this label again' });
    await expect(again).toContainText(`${code} shows the form’s code ${trfCode}`);
    await expect(again).toContainText(newCode);
    await expect(boardRow(page, person)).toContainText('Print a label again');
    await expectAccessible(page);
    const reprint = page.getByRole('dialog', { name: /^Reprint the label/ });
    await page.getByRole('button', { name: `Reprint ${code}` }).click();
    await expect(reprint.getByLabel('Reason for the reprint')).not.toHaveValue('');
    await expectAccessible(page);
    await button(reprint, 'Reprint this label').click();
    await expect(again).toBeHidden();
    expect((await printer.nextWholeJob()).toString()).toContain(newCode);
    await expect(boardRow(page, person)).not.toContainText('Print a label again');
    // The bars are the same as before, and prove the tube; not before its printer has taken it.
    await expect(labels(page).first()).toContainText('Scan it back');
    await scan(page, code);
    await expect(panel(page, 'Take the sample')).toContainText('1 of 1 scanned');
    await closeVisit(page);

    await openVisit(page, half);
    const halfCode = await trfCodeOf(page);
    const [newForm, noLastName] = [otherwise(trfCode, { trf_code: newCode }), withoutLastName(halfCode)];
    laboratory.meddle((path, answer) => noLastName(path, newForm(path, answer)));
    await askNow(page);
    const firstName = half.split(', ')[1] ?? '';
    const name = `(no last name), ${firstName}`;
    const said = page.getByRole('region', { name: 'The service does not know the whole name' });
    await expect(said).toContainText('so the name cannot be ticked as an identifier');
    await expect(boardRow(page, name)).toContainText('Name not complete');
    await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Date of birth', exact: true }).check();
    await expect(button(page, 'Check in')).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Photo ID' }).check();
    await button(page, 'Check in').click();
    await button(page, 'Start collecting').click();
    await button(page, 'Print label').click();
    expect((await printer.nextWholeJob()).toString()).toContain(halfCode);
    await expect(labels(page).first()).toContainText('Scan it back');
  });
});
