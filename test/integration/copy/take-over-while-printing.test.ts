// Another machine becomes the site desk, from a real PostgreSQL database, while labels are printed at a further desk’s own printer:
// it knows of each, prints none of them again by itself, and the machine that was replaced prints nothing more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CopyDatabase } from '../../../src/core/ports/copy.ts';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { postgresMissing } from '../../support/postgres.ts';
import type { DeskOnDisk } from '../../support/test-desk.ts';
import { Hand, SENT } from '../site/support/printing-hand.ts';
import { openSite } from '../site/support/site-under-test.ts';
import type { Machine, SiteUnderTest } from '../site/support/site-under-test.ts';
import { useCopiedDesks } from './support/copied-desks.ts';

const desks = useCopiedDesks();
const PERHAPS = 'the machine that was the site desk before may have printed it';

describe.skipIf(postgresMissing !== null)(
  `a take-over while a label is printed at a further desk (${postgresMissing ?? 'with PostgreSQL'})`,
  () => {
    let site: SiteUnderTest;
    let room: Machine;
    let hand: Hand;
    let printerId: string;

    beforeEach(async () => {
      site = await openSite({}, undefined, {}, { copy: copyOf('desk-1') });
      room = await site.paired('Room 2');
      hand = new Hand(room);
      const setup = {
        ...enteredLabel,
        name: 'Zebra',
        address: '192.0.2.10',
        at: room.key.site()?.deskId ?? '',
      };
      ({ printerId } = await site.desk.done('printers.add', { setup }));
    });
    afterEach(() => site.close());

    const copyOf = (machine: string, database: CopyDatabase = desks.database()) => ({
      database,
      site: desks.site,
      machine,
      fleet: null,
    });
    const jobOf = async (id: string) =>
      (await site.desk.done('printJobs.list', {})).items.find((job) => job.id === id);
    const becomes = (id: string, state: string): Promise<void> =>
      expect.poll(async () => (await jobOf(id))?.state, { timeout: 15_000, interval: 20 }).toBe(state);
    async function printTest(): Promise<string> {
      await site.desk.done('printers.printSheet', { printerId, sheet: 'test' });
      return (await site.desk.done('printJobs.list', {})).items[0]?.id ?? '';
    }
    const copied = (): Promise<void> =>
      expect
        .poll(
          async () => {
            await site.desk.advance(300);
            return site.desk.parts.copier?.look();
          },
          { timeout: 300_000, interval: 20 },
        )
        .toMatchObject({ stage: 'copied', waiting: 0 });
    /** After a long time in one step the desk takes itself for one that slept, and sends nothing before its database has answered again. */
    const mayPrint = (): Promise<void> =>
      expect
        .poll(
          async () => {
            await site.desk.advance(300);
            return site.desk.parts.copier?.maySend();
          },
          { timeout: 300_000, interval: 20 },
        )
        .toBe(true);
    const noticeKinds = async (): Promise<string[]> =>
      (await site.desk.done('session.get', {})).notices.map(({ kind }) => kind);

    /** The site desk is killed, and another machine takes its place, known by the same certificate. Returns the old one's disk. */
    async function killAndTakeOver(): Promise<DeskOnDisk> {
      const siteKey = site.desk.parts.copier?.look().state.key ?? '';
      const old = await site.kill();
      // Wherever it was killed, the server is there again when somebody takes over.
      await desks.postgres.start();
      const { folder } = desks.newFolder();
      await desks.takeOver({ ...desks.newFolder(), folder, file: `${folder}/desk.db` }, siteKey);
      await site.startAgain({ goesOnFrom: { ...old, folder }, copy: copyOf('desk-2') });
      return old;
    }
    /** However long the desk asks and the time goes on, it is given nothing. */
    async function nothingIsGiven(): Promise<void> {
      hand.breakOff();
      const asked = hand.ask();
      await site.desk.advance(700_000);
      expect(await asked).toEqual({ kind: 'nothing' });
    }

    it('leaves a job that had begun in doubt; what its desk says of it is refused and written down', async () => {
      const taking = hand.take();
      const job = await printTest();
      const work = await taking;
      expect(await hand.begin(work)).toMatchObject({ kind: 'bytes' });
      await becomes(job, 'sending');
      await copied();
      await killAndTakeOver();

      expect(await jobOf(job)).toMatchObject({ state: 'unsure', detail: PERHAPS, printerDesk: 'Room 2' });
      expect(await hand.ended(work, SENT)).toEqual({ kind: 'refused' });
      expect(
        listActivity(site.desk.parts.store.db, { limit: 50 }).find(
          ({ kind }) => kind === 'desk-printing-refused',
        ),
      ).toMatchObject({ detail: { desk: 'Room 2', why: 'ended-already' } });
      hand.has.length = 0;
      await nothingIsGiven();
      const shown = await jobOf(job);
      expect(shown).toMatchObject({ state: 'unsure' });
      const seenAttempts = shown?.attempts ?? -1;
      // Only what was made out anew can be printed here.
      expect(await site.desk.refused('printJobs.retry', { jobId: job, seenAttempts })).toMatchObject({
        kind: 'conflict',
        reason: 'state',
      });
      await mayPrint();
      const again = hand.take();
      const next = await printTest();
      const nextWork = await again;
      expect(await hand.begin(nextWork)).toMatchObject({ kind: 'bytes' });
      await hand.ended(nextWork, SENT);
      await becomes(next, 'sent');
    });

    it('prints no second time what was printed after the last copied moment', async () => {
      const job = await printTest();
      await becomes(job, 'attention');
      await copied();
      await desks.postgres.kill();
      const work = await hand.take();
      await hand.begin(work);
      await hand.ended(work, SENT);
      await becomes(job, 'sent');
      await killAndTakeOver();

      expect(await jobOf(job)).toMatchObject({ state: 'unsure', detail: PERHAPS });
      hand.has.length = 0;
      await nothingIsGiven();
      expect(await jobOf(job)).toMatchObject({ state: 'unsure' });
    });

    it('leaves nothing to print to the old machine when that comes back, from its first moment', async () => {
      const job = await printTest();
      await becomes(job, 'attention');
      await copied();
      const old = await killAndTakeOver();
      expect(await jobOf(job)).toMatchObject({ state: 'unsure', detail: PERHAPS });
      await site.kill();

      // The database takes its time to say that this is not the site desk any more.
      const own = desks.database();
      const answers = Promise.withResolvers<undefined>();
      const slow: CopyDatabase = {
        ...own,
        agree: async (...asked) => {
          await answers.promise;
          return own.agree(...asked);
        },
      };
      await site.startAgain({ goesOnFrom: old, copy: copyOf('desk-1', slow) });
      const asked = hand.ask();
      await expect
        .poll(() => site.desk.parts.deskPrinting.standing(room.key.site()?.deskId ?? '').state)
        .toBe('here');
      await site.desk.advance(5_000);
      answers.resolve(undefined);
      await expect.poll(noticeKinds, { timeout: 15_000 }).toContain('fenced');
      await site.desk.advance(5_000);
      expect(await asked).toEqual({ kind: 'nothing' });
      expect(await site.desk.refused('printers.printSheet', { printerId, sheet: 'test' })).toMatchObject({
        kind: expect.any(String) as string,
      });
      await nothingIsGiven();
    });
  },
);
