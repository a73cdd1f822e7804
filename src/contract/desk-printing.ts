// What a further desk and the site desk say to each other about printers that only the further desk reaches. The further desk asks,
// and the site desk answers; bytes of jobs are in base64. See docs/decisions/072.
import { z } from 'zod';

/** Of a process of a further desk, of a piece of work; made by whoever begins it. */
const id = z.uuid();
const bytes = z.base64();
/** A printer's answer is cut off by the transport long before this. */
const reply = z.base64().max(20_000);
const LONGEST_TEXT = 300;
/** A text that goes to screens and into the activity, in one line. */
const words = z
  .string()
  .max(5_000)
  .transform((text) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, LONGEST_TEXT));
const printerJob = z.string().max(200);

const rawAddress = z.union([
  z.object({ host: z.string(), port: z.number().int() }),
  z.object({ queue: z.string() }),
  z.object({
    device: z.string(),
    serial: z.string().exactOptional(),
    line: z
      .object({
        baud: z.number(),
        parity: z.enum(['none', 'even', 'odd']),
        flow: z.enum(['wires', 'xon-xoff']),
      })
      .exactOptional(),
  }),
]);
const question = z.object({ bytes, timeoutMs: z.number() }).nullable();
const pageAddress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ipp'), url: z.string() }),
  z.object({ kind: z.literal('queue'), name: z.string() }),
]);
const limits = z.object({
  connectTimeoutMs: z.number(),
  acknowledgeTimeoutMs: z.number(),
  lingerMs: z.number(),
});

/** A piece of work that is done at a printer of the further desk. */
const deskWork = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('raw'),
    address: rawAddress,
    limits,
    question,
    /** Asked after the last byte; see `PrinterJob`. */
    receipt: question,
  }),
  z.object({ kind: z.literal('pages'), address: pageAddress, name: z.string() }),
  z.object({ kind: z.literal('find-job'), address: pageAddress, name: z.string() }),
  z.object({
    kind: z.enum(['report', 'cancel']),
    address: pageAddress,
    printerJob,
    /** The one that the job was given; a site desk of an older version does not say it. */
    name: z.string().nullable().default(null),
  }),
  z.object({ kind: z.literal('ask'), address: pageAddress }),
  z.object({ kind: z.literal('find-printers') }),
]);
export type DeskWork = z.infer<typeof deskWork>;

/** `run`: the process that asks, the only one of its desk that is given work. `has`: what it is busy with. */
export const nextWorkRequest = z.strictObject({ run: id, has: z.array(id).max(1_000) });
export type NextWorkRequest = z.infer<typeof nextWorkRequest>;

/** `stop`: nobody waits for this work any more. `other-process`: another process of this desk has the work. */
export const nextWorkAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['nothing', 'other-process']) }),
  z.object({ kind: z.literal('stop'), work: id }),
  z.object({ kind: z.literal('work'), work: id, what: deskWork }),
]);
export type NextWorkAnswer = z.infer<typeof nextWorkAnswer>;

const pageReport = z.object({
  state: z.enum(['working', 'stopped', 'done', 'cancelled', 'given-up']),
  detail: words.nullable(),
});
const notStarted = z.object({
  outcome: z.literal('not-started'),
  detail: words,
  reached: z.literal(true).optional(),
});
const unsure = z.object({ outcome: z.literal('unsure'), detail: words });
const withheld = z.object({ outcome: z.literal('withheld') });

/** What came of work, by its kind. A desk is believed in this form only. */
export const workResults = {
  raw: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.enum(['sent', 'unacknowledged']), reply }),
    z.object({ outcome: z.literal('taken'), printerJob: z.null() }),
    z.object({ outcome: z.literal('refused'), detail: words, again: z.literal(true) }),
    withheld,
    notStarted,
    unsure,
  ]),
  pages: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('taken'), printerJob: printerJob.nullable(), look: words.optional() }),
    z.object({ outcome: z.literal('refused'), detail: words, again: z.boolean() }),
    withheld,
    notStarted,
    unsure,
  ]),
  'find-job': z.union([z.object({ printerJob, report: pageReport }), z.enum(['absent', 'unknown'])]),
  report: z.union([pageReport, z.enum(['unknown', 'never', 'forgotten', 'started-again', 'another'])]),
  cancel: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('cancelled') }),
    z.object({ outcome: z.literal('over'), report: pageReport.nullable() }),
    z.object({ outcome: z.literal('another') }),
    z.object({ outcome: z.enum(['refused', 'unknown']), detail: words }),
  ]),
  ask: z.object({
    problem: words.nullable(),
    model: words.nullable(),
    says: z.boolean(),
    trouble: words.nullable(),
    loaded: z.array(words).max(50),
  }),
  'find-printers': z.object({
    found: z
      .array(
        z.object({
          name: words,
          model: words.nullable(),
          prints: z.enum(['pages', 'raw', 'pictures']),
          address: z.string().max(500),
          place: z.enum(['network', 'computer', 'cable']),
        }),
      )
      .max(100),
    leftOut: z.number().int().nonnegative(),
    searched: z
      .array(z.object({ place: z.enum(['network', 'computer', 'cable']), problem: words.nullable() }))
      .max(4),
  }),
} as const;

/**
 * What a further desk says of work that it was given. `read`: what does this answer of the printer mean? `look`: the document, to
 * draw it; nothing begins by that. `begin`: the printer is there, and the first byte is about to be sent; answered once. `ended`:
 * what came of it, see {@link workResults}. `later`: whether the printer closed its side after all.
 */
export const workStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('read'), run: id, work: id, reply }),
  z.strictObject({ step: z.enum(['look', 'begin']), run: id, work: id }),
  z.strictObject({ step: z.literal('ended'), run: id, work: id, result: z.unknown() }),
  z.strictObject({
    step: z.literal('later'),
    run: id,
    work: id,
    answer: z.enum(['acknowledged', 'silent']),
  }),
]);
export type WorkStep = z.infer<typeof workStep>;

/**
 * `over`: nobody waits for the work any more. `refused`: it is not this process's, or this step cannot be. After both nothing must be
 * sent.
 */
export const stepAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['noted', 'over', 'refused']) }),
  z.object({ kind: z.literal('bytes'), bytes: bytes.nullable() }),
  z.object({ kind: z.literal('reading'), complete: z.boolean(), problem: z.string().nullable() }),
]);
export type StepAnswer = z.infer<typeof stepAnswer>;
