// A scanner without an end key that reads a code again at once sends both as one text: it is one scan of that code.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelCodeIs } from '../../support/service-says.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { BEA, deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { visitOf, checkIn, startCollecting, print, scan } = deskSteps(() => desk);

describe('a code that is read several times in a row, with nothing in between', () => {
  async function labelled(code?: string): Promise<string> {
    const visitId = desk.addVisit(1);
    if (code !== undefined) labelCodeIs(desk, 1, code);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    return visitId;
  }

  it.each([
    ['twice', 'SAMP0001SAMP0001'],
    ['three times', 'SAMP0001SAMP0001SAMP0001\r'],
    ['each with what the scanner puts before it', ']C0SAMP0001]C0SAMP0001'],
  ])('is one label, read once: %s', async (_how, text) => {
    const visitId = await labelled();
    expect(await scan(visitId, text)).toMatchObject({
      kind: 'label-verified',
      code: 'SAMP0001',
      alreadyVerified: false,
    });
    expect(await scan(visitId, text)).toMatchObject({ kind: 'label-verified', alreadyVerified: true });
  });

  it('is a wrong label where it is another person’s, by the code alone', async () => {
    const visitId = await labelled();
    desk.addVisit(2, { patient: BEA });
    expect(await scan(visitId, 'SAMP0002SAMP0002')).toMatchObject({
      kind: 'label-refused',
      code: 'SAMP0002',
      why: 'another-visit',
    });
  });

  it.each([
    ['more than that', 'SAMP0001SAMP0001S'],
    ['another one in between', 'SAMP0001SAMP0002'],
    ['not known here', 'SAMP9999SAMP9999'],
  ])('stays what it is where it is no label of theirs: %s', async (_what, text) => {
    const visitId = await labelled();
    expect(await scan(visitId, text)).toMatchObject({ kind: 'label-refused', code: text, why: 'unknown' });
  });

  it('is the whole where that is a code of its own, and proves nothing of the other label', async () => {
    const visitId = await labelled('772200');
    desk.addVisit(2, { patient: BEA });
    labelCodeIs(desk, 2, '772200772200');
    expect(await scan(visitId, '772200772200')).toMatchObject({
      kind: 'label-refused',
      code: '772200772200',
      why: 'another-visit',
    });
  });

  it('opens the visit of a form', async () => {
    const visitId = desk.addVisit(1);
    const { registrations } = await visitOf(visitId);
    const code = registrations[0]?.trfCode ?? '';
    expect(
      await desk.done('scan.submit', { text: code + code, visitId: null, source: 'scanner' }),
    ).toMatchObject({
      kind: 'visit',
      visit: { id: visitId },
    });
  });
});
