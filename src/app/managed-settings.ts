// The managed settings: a JSON file with which the people who look after a site configure its desk. It is read once, at
// start.
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { LABEL_LANGUAGE_IDS, LABEL_LANGUAGES } from '../core/printing/languages/registry.ts';
import type { PageAddress } from '../core/ports.ts';
import { stockProblem } from '../core/printing/layout/stock-problem.ts';
import { LONGEST_ADDITION, SCANNER_END_KEYS, USUAL_SCANNER, type ScannerRules } from '../domain/scanner.ts';
import { TICKET_NAMES, USUAL_TICKET, type TicketRules } from '../domain/ticket.ts';
import { DEFAULT_TIME_ZONE } from '../domain/site-time.ts';
import type { ReadSecret } from './environment.ts';
import { StartProblem } from './start-problem.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Requires https, because plain http would show the token to others. Plain http is allowed only to this machine itself.
 */
function isSafeServiceAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_NAMES.includes(url.hostname));
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const environmentVariable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable');

const printerTarget = /^tcp:\/\/(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/;
const printerAddress = z
  .string()
  .refine((address) => {
    const port = Number(printerTarget.exec(address)?.[2]);
    return port >= 1 && port <= 65_535;
  }, 'must be tcp://HOST:PORT, such as tcp://192.0.2.10:9100')
  .transform((address) => {
    const [, host = '', port = ''] = printerTarget.exec(address) ?? [];
    return { text: address, host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });

const anyPrinter = {
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  name: z.string().trim().min(1).max(80),
  address: printerAddress,
};

const labelPrinterSettings = z
  .strictObject({
    ...anyPrinter,
    /** 8 dots per millimetre is 203 dpi, 12 is 300 dpi. */
    dotsPerMm: z.union([z.literal(8), z.literal(12)]).default(8),
    labelWidthMm: z.number().min(20).max(120).default(50.8),
    labelHeightMm: z.number().min(10).max(200).default(25.4),
    /** The label language that the printer understands. */
    language: z.enum(LABEL_LANGUAGE_IDS),
  })
  // Checked at start, so that the problem is not found only when a patient is waiting for a label.
  .superRefine(({ labelWidthMm, labelHeightMm, dotsPerMm, language }, context) => {
    const problem = stockProblem(
      { widthMm: labelWidthMm, heightMm: labelHeightMm, dotsPerMm },
      LABEL_LANGUAGES[language],
    );
    if (!problem) return;
    const path = problem.side === 'widthMm' ? ['labelWidthMm'] : ['labelHeightMm'];
    context.addIssue({ code: 'custom', path, message: problem.why });
  });

const ippTarget = /^ipps?:\/\/[^\s?#@]+$/;
const queueTarget = /^queue:([A-Za-z0-9_][A-Za-z0-9_.-]{0,126})$/;
const folderTarget = /^folder:(.+)$/;

/** Where whole pages go, as an address; null when it is none. */
function pageAddressOf(text: string): PageAddress | null {
  const queue = queueTarget.exec(text)?.[1];
  if (queue !== undefined) return { kind: 'queue', name: queue };
  const folder = folderTarget.exec(text)?.[1];
  if (folder !== undefined) return isAbsolute(folder) ? { kind: 'folder', path: folder } : null;
  // Read as an http address, which has a host; the port of IPP is not that of the web.
  if (!ippTarget.test(text) || !URL.canParse(text.replace(/^ipp/, 'http'))) return null;
  const url = new URL(text.replace(/^ipp/, 'http'));
  const port = url.port === '' ? '631' : url.port;
  return { kind: 'ipp', url: `${url.protocol}//${url.hostname}:${port}${url.pathname}` };
}

const officePrinterSettings = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  name: z.string().trim().min(1).max(80),
  address: z.string().transform((text, context): PageAddress => {
    const address = pageAddressOf(text);
    if (address) return address;
    context.addIssue({
      code: 'custom',
      message: 'must be ipp://HOST/ipp/print, queue:NAME or folder:/WHOLE/PATH',
    });
    return z.NEVER;
  }),
});

/** A receipt printer, for visit tickets. */
const ticketPrinterSettings = z.strictObject({
  ...anyPrinter,
  language: z.literal('escpos'),
  /** Of its roll. */
  paperWidthMm: z.union([z.literal(58), z.literal(80)]).default(80),
});

const printerSettings = z.preprocess(
  (given) =>
    typeof given === 'object' && given !== null && !('language' in given)
      ? { ...given, language: 'zpl' }
      : given,
  z.discriminatedUnion('language', [labelPrinterSettings, ticketPrinterSettings], {
    error: `must be one of ${[...LABEL_LANGUAGE_IDS, 'escpos'].join(', ')}`,
  }),
);

const settingsFile = z.strictObject({
  service: z
    .strictObject({
      address: z
        .string()
        .refine(
          isSafeServiceAddress,
          'must be an https address without query (plain http is for this very machine only)',
        ),
      tokenFromEnvironment: environmentVariable,
      brand: z.string().trim().min(1).max(80).optional(),
    })
    .optional(),
  /** Id or name of the test location. Without it the location is chosen at the desk. */
  location: z.string().trim().min(1).max(200).optional(),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/London')
    .default(DEFAULT_TIME_ZONE),
  printers: z
    .array(printerSettings)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two printers have the same id')
    .default([]),
  /** For forms, results and lists; the first one is used. Without one they are printed by the browser. */
  officePrinters: z.array(officePrinterSettings).max(5).default([]),
  /** Without it the scanner is learned at the desk, or is as most scanners are. */
  scanner: z
    .strictObject({
      prefix: z.string().max(LONGEST_ADDITION).default(USUAL_SCANNER.prefix),
      trailer: z.string().max(LONGEST_ADDITION).default(USUAL_SCANNER.trailer),
      suffix: z.enum(SCANNER_END_KEYS).default(USUAL_SCANNER.suffix),
      idleMs: z.number().int().min(50).max(1_000).default(USUAL_SCANNER.idleMs),
    })
    .optional(),
  /** Without it tickets are set at the desk, or printed only when asked for, with initials. */
  ticket: z
    .strictObject({
      onCheckIn: z.boolean().default(USUAL_TICKET.onCheckIn),
      name: z.enum(TICKET_NAMES).default(USUAL_TICKET.name),
    })
    .optional(),
  labelsPerRegistration: z.number().int().min(1).max(20).default(1),
  /** After so many minutes of waiting a person is marked on the board and the worklist. */
  waitAlertMinutes: z.number().int().min(5).max(240).default(30),
  /** False: links that lead out of the desk are shown with their address, and not opened. */
  outsideLinks: z.boolean().default(true),
  passphraseFromEnvironment: environmentVariable.optional(),
  /** How often the visits of today and tomorrow are read from the service again, in seconds. */
  syncSeconds: z.number().int().min(30).max(600).default(90),
  /** Within this time everything is read from the service again, in minutes. */
  fullSyncMinutes: z.number().int().min(15).max(240).default(45),
  /** The most requests per minute that the desk sends by itself. Requests that a person waits for are not limited. */
  requestsPerMinute: z.number().int().min(30).max(3_000).default(240),
});

/** One id for each printer of the desk, whatever it prints. */
const printerIds = ({ printers, officePrinters }: z.output<typeof settingsFile>): string[] =>
  [...printers, ...officePrinters].map(({ id }) => id);

export interface LiveService {
  /** Without a trailing slash. */
  readonly address: string;
  readonly token: string;
  readonly brand: string | null;
}

/** The checked settings; what the file leaves out has its default. */
export interface ManagedSettings extends Omit<
  z.output<typeof settingsFile>,
  'service' | 'location' | 'scanner' | 'ticket' | 'passphraseFromEnvironment'
> {
  /** Null: training mode. */
  readonly service: LiveService | null;
  readonly location: string | null;
  /** Null: not fixed. */
  readonly scanner: ScannerRules | null;
  /** Null: not fixed. */
  readonly ticket: TicketRules | null;
  readonly passphraseFromEnvironment: string | null;
}

/**
 * Reads and checks the managed settings. `file` null gives the settings of a fresh install, which is training mode.
 *
 * @throws StartProblem that names the file and the wrong key
 */
export async function readManagedSettings(
  file: string | null,
  readSecret: ReadSecret,
): Promise<ManagedSettings> {
  const parsed = settingsFile.safeParse(file === null ? {} : await readJson(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartProblem(`${file}: ${issue ? describeIssue(issue) : 'is not what is expected'}`);
  }
  const ids = printerIds(parsed.data);
  if (new Set(ids).size !== ids.length) {
    throw new StartProblem(`${file}: two printers have the same id`);
  }
  const { service, location, scanner, ticket, passphraseFromEnvironment, ...rest } = parsed.data;
  return {
    ...rest,
    service: service ? liveService(service, { file, readSecret }) : null,
    location: location ?? null,
    scanner: scanner ?? null,
    ticket: ticket ?? null,
    passphraseFromEnvironment: passphraseFromEnvironment ?? null,
  };
}

function liveService(
  service: { address: string; tokenFromEnvironment: string; brand?: string | undefined },
  { file, readSecret }: { file: string | null; readSecret: ReadSecret },
): LiveService {
  const token = readSecret(service.tokenFromEnvironment)?.trim();
  if (!token) {
    throw new StartProblem(
      `${file}: service.tokenFromEnvironment names ${service.tokenFromEnvironment}, which is not set.`,
    );
  }
  return { address: service.address.replace(/\/+$/, ''), token, brand: service.brand ?? null };
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartProblem(`${file} cannot be read (${codeOf(cause)}).`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new StartProblem(`${file} is not valid JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const key = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((name) => (key === '' ? name : `${key}.${name}`)).join(', ');
    return `unknown key ${unknown}`;
  }
  return key === '' ? issue.message : `${key}: ${issue.message}`;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
