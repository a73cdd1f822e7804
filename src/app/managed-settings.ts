// The managed settings: a JSON file with which the people who look after a site configure its desk. It is read once, at
// start.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { WITHOUT_COMPILING } from '../contract/without-compiling.ts';
import { labelPrinterFields, officePrinterFields, ticketPrinterFields } from '../domain/printer-setup.ts';
import { sizeProblem } from '../core/printing/printer-setup.ts';
import { labelPageProblem } from '../core/printing/queue/label-pages.ts';
import { LABEL_LANGUAGE_IDS } from '../domain/label-language.ts';
import { pageAddressOf, rawAddressOf, type PageAddress, type RawAddress } from '../domain/printer-address.ts';
import { queueProblem, queueSystemOf, type QueueSystem } from '../domain/queue-system.ts';
import { LONGEST_ADDITION, SCANNER_END_KEYS, USUAL_SCANNER, type ScannerRules } from '../domain/scanner.ts';
import {
  RELAXATION_RULES,
  relaxationsAll,
  RELAXATIONS,
  USUAL_RELAXATION,
  type RelaxationRules,
} from '../domain/relaxation.ts';
import { BADGE_USES, SIGN_IN_WAYS, USUAL_BADGE_USE } from '../domain/staff.ts';
import type { BadgeUse, SignInWay } from '../domain/staff.ts';
import { TICKET_NAMES, USUAL_TICKET, type TicketRules } from '../domain/ticket.ts';
import { SITE_PORT } from '../domain/pairing.ts';
import { tokenProblem, type TokenProblem } from '../domain/service-token.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../domain/site-time.ts';
import { copySettingsSchema, readCopySettings } from './copy-settings.ts';
import type { CopySettings } from './copy-settings.ts';
import type { ReadSecret } from './environment.ts';
import { serviceAddressProblem } from './service-address.ts';
import { readSettingsFile } from './settings-file.ts';
import { settingsWords } from './settings-words.ts';
import { StartProblem } from './start-problem.ts';
import { readWebhookSettings, webhookSettingsSchema } from './webhook-settings.ts';
import type { WebhookSettings } from './webhook-settings.ts';

const environmentVariable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable');

const printerId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens');

// What has passed the schema is an address.
const read = (address: string): RawAddress => rawAddressOf(address) as RawAddress;

const labelPrinterSettings = z
  .strictObject({
    id: printerId,
    ...labelPrinterFields,
    address: labelPrinterFields.address.transform(read),
  })
  // Checked at start, so that the problem is not found only when a patient is waiting for a label.
  .superRefine((printer, context) => {
    const problem = sizeProblem(printer);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.why });
  });

const folderTarget = /^folder:(.+)$/;

/** Where whole pages go, as an address; null when it is none. Only here they can become files, which hold patients' data. */
function officeAddressOf(text: string): PageAddress | null {
  const folder = folderTarget.exec(text)?.[1];
  if (folder !== undefined) return isAbsolute(folder) ? { kind: 'folder', path: folder } : null;
  return pageAddressOf(text);
}

const officePrinterSettings = z.strictObject({
  id: printerId,
  ...officePrinterFields,
  address: z.string().transform((text, context): PageAddress => {
    const address = officeAddressOf(text);
    if (address) return address;
    context.addIssue({
      code: 'custom',
      message: 'must be ipp://HOST/ipp/print, queue:NAME or folder:/WHOLE/PATH',
    });
    return z.NEVER;
  }),
});

const ticketPrinterSettings = z.strictObject({
  id: printerId,
  ...ticketPrinterFields,
  address: ticketPrinterFields.address.transform(read),
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

const relaxationRule = z.enum(RELAXATION_RULES);
const relaxationRuleOfEach = {
  identity: relaxationRule.default(USUAL_RELAXATION),
  'typed-label': relaxationRule.default(USUAL_RELAXATION),
  'slot-override': relaxationRule.default(USUAL_RELAXATION),
  reprint: relaxationRule.default(USUAL_RELAXATION),
};

const serviceAddress = z
  .string()
  .trim()
  .superRefine((address, context) => {
    const problem = serviceAddressProblem(address);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

const settingsFile = z.strictObject({
  service: z
    .strictObject({
      address: serviceAddress,
      /** Where the very same service was before: the desk goes on with what it has, and sends what waits to `address`. */
      formerAddresses: z.array(serviceAddress).max(20).default([]),
      tokenFromEnvironment: environmentVariable,
      brand: z.string().trim().min(1).max(80).optional(),
    })
    .optional(),
  /** Id or name of the test location. Without it the location is chosen at the desk. */
  location: z.string().trim().min(1).max(200).optional(),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/London').optional(),
  printers: z
    .array(printerSettings)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two printers have the same id')
    .default([]),
  /** For forms, results and lists; the first one is used. Without one they are printed by the browser. */
  officePrinters: z.array(officePrinterSettings).max(5).default([]),
  /** The id of the printer that is offered for a document while its own is in trouble. Without it people choose it. */
  standInPrinters: z
    .strictObject({
      label: printerId.optional(),
      ticket: printerId.optional(),
      pages: printerId.optional(),
      form: printerId.optional(),
      report: printerId.optional(),
    })
    .default({}),
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
  /** For so many days what was sent to a printer is kept, so that it can be sent again. */
  printJobDays: z.number().int().min(1).max(14).default(3),
  /** How long the desk keeps what it has read, and who did what. */
  retention: z
    .strictObject({
      documentDays: z.number().int().min(1).max(90).default(14),
      resultDays: z.number().int().min(1).max(365).default(30),
      activityYears: z.number().int().min(1).max(30).default(8),
      visitYears: z.number().int().min(1).max(30).default(3),
      printQueueDays: z.number().int().min(15).max(3_650).default(90),
      recordDays: z.number().int().min(60).max(3_650).default(400),
    })
    .prefault({}),
  labelsPerRegistration: z.number().int().min(1).max(20).default(1),
  /** After so many minutes of waiting a person is marked on the board and the worklist. */
  waitAlertMinutes: z.number().int().min(5).max(240).default(30),
  people: z
    .strictObject({
      /** Without it a live desk asks for a PIN, and in training people choose who they are. */
      signIn: z.enum(SIGN_IN_WAYS).optional(),
      /** What a staff badge that is scanned at a locked window is good for; only with PINs. */
      badge: z.enum(BADGE_USES).default(USUAL_BADGE_USE),
      /** After so many minutes without a key or a touch a window locks itself; only with PINs. */
      idleMinutes: z.number().int().min(1).max(120).default(5),
      /** Who may do with a reason what is otherwise refused: for everything alike, or for each; only with PINs. */
      relaxations: z
        .union([relaxationRule.transform(relaxationsAll), z.strictObject(relaxationRuleOfEach)], {
          error: `must be one of ${RELAXATION_RULES.join(', ')}, or say that for some of ${RELAXATIONS.join(', ')}`,
        })
        .default(relaxationsAll(USUAL_RELAXATION)),
    })
    .prefault({}),
  /**
   * With it this desk is the site desk, as with `--site`: further desks join it at this address and port of the
   * network. With `copy` alone it does not listen.
   */
  site: z
    .strictObject({
      /** An address of this machine; without it every address is listened at. */
      address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address, such as 192.0.2.10').optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      /** The PostgreSQL database to which the desk's own facts are copied. */
      copy: copySettingsSchema.optional(),
    })
    .optional(),
  /** Takes the service's events as hints at what to read. */
  webhook: webhookSettingsSchema.optional(),
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

/** Where a site desk listens for its further desks. */
export interface SiteListener {
  readonly address: string | null;
  readonly port: number;
}

/** A site with a copy and nothing else opens no port to the network. */
const isListener = (site: NonNullable<z.output<typeof settingsFile>['site']>): boolean =>
  site.copy === undefined || site.address !== undefined || site.port !== undefined;

/** Where a site desk listens that was started with `--site` and has no `site` in its settings. */
export const USUAL_SITE_LISTENER: SiteListener = { address: null, port: SITE_PORT };

const takesPages = (printer: z.output<typeof printerSettings>): boolean =>
  printer.language !== 'escpos' && labelPageProblem(printer) === null;

/** The ids of the printers that can print a document. */
function standInsOf({ printers, officePrinters }: z.output<typeof settingsFile>, document: string): string[] {
  const offices = officePrinters.map(({ id }) => id);
  if (document === 'pages') return offices;
  if (document === 'form' || document === 'report')
    return [...offices, ...printers.filter(takesPages).map(({ id }) => id)];
  const isForTickets = document === 'ticket';
  return printers.filter(({ language }) => (language === 'escpos') === isForTickets).map(({ id }) => id);
}

export interface LiveService {
  /** Without a trailing slash, as those before. */
  readonly address: string;
  readonly formerAddresses: readonly string[];
  readonly token: string;
  readonly brand: string | null;
}

/** The checked settings; what the file leaves out has its default. */
export interface ManagedSettings extends Omit<
  z.output<typeof settingsFile>,
  | 'service'
  | 'location'
  | 'timeZone'
  | 'scanner'
  | 'ticket'
  | 'people'
  | 'site'
  | 'webhook'
  | 'passphraseFromEnvironment'
> {
  /** Null: training mode. */
  readonly service: LiveService | null;
  readonly location: string | null;
  readonly timeZone: string;
  /** The file names no time zone. */
  readonly isTimeZoneAssumed: boolean;
  /** Null: not fixed. */
  readonly scanner: ScannerRules | null;
  /** Null: not fixed. */
  readonly ticket: TicketRules | null;
  /** Null: this desk works alone, unless it is started with `--site`. `address` null: every address of this machine. */
  readonly site: SiteListener | null;
  /** Null: nothing is copied. Read in training as well, where nothing is: see `compose.ts`. */
  readonly copy: CopySettings | null;
  /** Null: the desk takes no events. */
  readonly webhook: WebhookSettings | null;
  readonly people: {
    readonly signIn: SignInWay;
    readonly badge: BadgeUse;
    readonly idleMinutes: number;
    readonly relaxations: RelaxationRules;
  };
  readonly passphraseFromEnvironment: string | null;
}

/**
 * Reads and checks the managed settings. `file` null gives the settings of a fresh install, which is training mode. `queues`: those of
 * this computer.
 *
 * @throws StartProblem that names the file and the wrong key
 */
export async function readManagedSettings(
  file: string | null,
  readSecret: ReadSecret,
  queues: QueueSystem = queueSystemOf(process.platform),
): Promise<ManagedSettings> {
  const parsed = settingsFile.safeParse(file === null ? {} : await readSettingsFile(file), {
    error: settingsWords,
    ...WITHOUT_COMPILING,
  });
  if (!parsed.success) {
    const issue = firstIssue(parsed.error.issues);
    throw new StartProblem(`${file}: ${issue ? describeIssue(issue) : 'is not what is expected'}`);
  }
  const ids = printerIds(parsed.data);
  if (new Set(ids).size !== ids.length) {
    throw new StartProblem(`${file}: two printers have the same id`);
  }
  for (const [index, { language, address }] of parsed.data.printers.entries()) {
    const problem = queueProblem(language, address, queues);
    if (problem) throw new StartProblem(`${file}: printers.${index}.${problem.field}: ${problem.why}`);
  }
  for (const [document, id] of Object.entries(parsed.data.standInPrinters)) {
    if (id !== undefined && !standInsOf(parsed.data, document).includes(id)) {
      throw new StartProblem(`${file}: standInPrinters.${document} names no printer here that prints it`);
    }
  }
  const {
    service,
    location,
    timeZone,
    scanner,
    ticket,
    people,
    site,
    webhook,
    passphraseFromEnvironment,
    ...rest
  } = parsed.data;
  const signIn = people.signIn ?? (service ? 'pin' : 'initials');
  if (signIn === 'initials' && Object.values(people.relaxations).some((rule) => rule !== USUAL_RELAXATION)) {
    throw new StartProblem(
      `${file}: people.relaxations needs people.signIn "pin": without PINs nobody is known for certain`,
    );
  }
  if (signIn === 'initials' && people.badge === 'sign-in') {
    throw new StartProblem(`${file}: people.badge "sign-in" needs people.signIn "pin"`);
  }
  return {
    ...rest,
    service: service ? liveService(service, { file, readSecret }) : null,
    location: location ?? null,
    timeZone: timeZone ?? DEFAULT_TIME_ZONE,
    isTimeZoneAssumed: file !== null && timeZone === undefined,
    scanner: scanner ?? null,
    ticket: ticket ?? null,
    site: site && isListener(site) ? { address: site.address ?? null, port: site.port ?? SITE_PORT } : null,
    copy: site?.copy ? await readCopySettings(site.copy, { file: file ?? '', readSecret }) : null,
    webhook: webhook ? await readWebhookSettings(webhook, { file: file ?? '', readSecret }) : null,
    people: { ...people, signIn },
    passphraseFromEnvironment: passphraseFromEnvironment ?? null,
  };
}

/** Of the value of a variable, which is a secret and is not said back. */
const TOKEN_WORDS: Readonly<Record<TokenProblem, string>> = {
  scheme: 'whose value begins with the word "Bearer", which Drawdesk sends by itself',
  'line-break': 'whose value has a line break in it, which no token has',
  space: 'whose value has a space in it, which no token has',
  sign: 'whose value has a letter or sign in it that no token has',
};

const withoutEnd = (address: string): string => address.replace(/\/+$/, '');

function liveService(
  service: {
    address: string;
    formerAddresses: string[];
    tokenFromEnvironment: string;
    brand?: string | undefined;
  },
  { file, readSecret }: { file: string | null; readSecret: ReadSecret },
): LiveService {
  const token = readSecret(service.tokenFromEnvironment)?.trim();
  if (!token) {
    throw new StartProblem(
      `${file}: service.tokenFromEnvironment names ${service.tokenFromEnvironment}, which is not set.`,
    );
  }
  const problem = tokenProblem(token);
  if (problem !== null) {
    throw new StartProblem(
      `${file}: service.tokenFromEnvironment names ${service.tokenFromEnvironment}, ${TOKEN_WORDS[problem]}. Set it to the token alone.`,
    );
  }
  return {
    address: withoutEnd(service.address),
    formerAddresses: service.formerAddresses.map(withoutEnd),
    token,
    brand: service.brand ?? null,
  };
}

/** Of a number that no computer counts to, the setting's own limit is told after that of whole numbers. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [first] = issues;
  if (first?.code !== 'too_big' && first?.code !== 'too_small') return first;
  const key = first.path.join('.');
  return issues.findLast(({ code, path }) => code === first.code && path.join('.') === key);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const key = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((name) => (key === '' ? name : `${key}.${name}`)).join(', ');
    return `unknown key ${unknown}`;
  }
  return key === '' ? issue.message : `${key}: ${issue.message}`;
}
