// Single values that belong to this database and are kept in it.
import type { PrintedDocument } from '../../../domain/printed-document.ts';
import type { ScannerRules } from '../../../domain/scanner.ts';
import type { TicketRules } from '../../../domain/ticket.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** What was learned of a scanner; `learnedAtMs` in milliseconds since the epoch. */
export type LearnedScanner = ScannerRules & { readonly learnedAtMs: number };

export interface Settings {
  /** The location that a person chose for this desk; managed settings come before it. */
  locationId: string;
  /**
   * The first location of the service's list when it was first read: where nobody has chosen one, this desk works there, and goes on
   * to do so when the list changes.
   */
  firstLocationId: string;
  /** The location that had the name in the managed settings: the laboratory may give it another one. */
  namedLocation: { readonly name: string; readonly id: string };
  /** How the scanner types, as learned at this desk; null: forgotten again. Managed settings come before it. */
  scanner: LearnedScanner | null;
  /** The same for further desks that have learned their own, by the id of the desk. */
  scannersAt: Readonly<Record<string, LearnedScanner>>;
  /** What this desk wants of its visit tickets. Managed settings come before it. */
  ticket: TicketRules;
  /** The id of the printer that a person chose for a document; see `operations/printer-for.ts`. */
  chosenPrinters: Partial<Readonly<Record<PrintedDocument, string>>>;
  /** The same for further desks that chose their own, by the id of the desk. */
  chosenPrintersAt: Readonly<Record<string, Partial<Readonly<Record<PrintedDocument, string>>>>>;
  /** The printer that is offered for a document while its own is in trouble; managed settings come before it. */
  standInPrinters: Partial<Readonly<Record<PrintedDocument, string>>>;
  /** The same for further desks that chose their own, by the id of the desk; null: any that can print it. */
  standInPrintersAt: Readonly<Record<string, Partial<Readonly<Record<PrintedDocument, string | null>>>>>;
  /** The location at which the service books a time without a slot, as its answers have shown. */
  mainLocationId: string;
  /** When writing was last tried after the disk had failed; milliseconds since the epoch by this machine's clock. */
  diskTriedAtMs: number;
  /**
   * How old the data of the service was, in milliseconds, at a moment of this machine's clock (milliseconds since the
   * epoch); null for what was never read. See `pull/freshness.ts`.
   */
  boardAges: {
    visits: number | null;
    newBookings: number | null;
    everything: number | null;
    atMachineMs: number;
  };
  /** Of which days the visits were read from the service, a span for each time without a day between; see `store/desk/days-read.ts`. */
  daysRead: readonly { readonly from: string; readonly until: string }[];
  /** The service's time as it was last believed, every few hours; milliseconds since the epoch. See `line/service-clock.ts`. */
  believedTimeMs: number;
  /** How far this machine's clock was ahead of that time, negative when behind; milliseconds. See `line/service-clock.ts`. */
  machineClockAheadMs: number;
  /**
   * How many more registrations are known here than the service's list counted when it was last read to its end: some
   * were made here and are not listed, some no longer exist.
   */
  registrationsNotListed: number;
  /**
   * Most registrations are missing from the service's list since this moment of its time, in milliseconds since the epoch, and are kept all
   * the same; null: the list is whole. See `pull/removal-brake.ts`.
   */
  registrationsVanished: {
    readonly sinceMs: number;
    readonly known: number;
    readonly missing: number;
  } | null;
  /** How many products the service has beyond those that it tells of, as its list was last read. */
  productsNotTold: number;
  /** Ids of products that are kept here and that the service lists no more. */
  productsWithdrawn: readonly string[];
  /** What refusals of this service look like, newest first, see `service/refusal-shapes.ts`. */
  refusalShapes: readonly string[];
  /** The desk was at work before it knew PINs, so it goes on by initials until its first site manager is made. */
  peopleFromBefore: boolean;
  /** The salt of what is kept of all badges; see `core/pin-hash.ts`. */
  badgeSalt: string;
  /** What the code of each badge looks like (`badgeShape`), by the initials of whose it is; badges of older versions are not in it. */
  badgeShapes: Readonly<Record<string, string>>;
  /** Unknown badges in a row by the id of the desk at which they were scanned, '' for the site desk; see `core/badge-tries.ts`. */
  unknownBadges: Readonly<Record<string, number>>;
  /** Wrong pairing codes in a row, counted before a code is looked at; see `core/desks.ts`. */
  wrongPairingCodes: number;
  /**
   * What the further desks know this site by, with its key, both PEM. It is used from a file of the data folder; here it is for
   * the copy, so that a machine that takes over is known to them as well.
   */
  siteCertificate: { readonly certificate: string; readonly key: string };
  /**
   * For which service this database was made; `madeFor` null: training. Null until a version has noted it. A machine that takes over
   * finds it in the copy.
   */
  madeFor: { readonly madeFor: { readonly address: string; readonly brand: string | null } | null };
  /** The newest day of which visits were removed because they were old, `YYYY-MM-DD`. */
  visitsRemovedUpTo: string;
  /** When the newest print job was made that was removed because it was old; milliseconds since the epoch. */
  printJobsRemovedUpToMs: number;
  /**
   * The number of the newest print job when these jobs were found to be older than the truth: in a backup that was put back, or in the copy
   * from which this machine took over. What was printed after it may not be known here.
   */
  printJobsMayLackAfter: number;
  /** When the newest order came to be known that was removed because it was old; milliseconds since the epoch. */
  ordersRemovedUpToMs: number;
  /** The site date for which the training holds were made. */
  trainingHoldsDate: string;
  /**
   * Training only: a person switched the desk off line; it stays so, also after a restart, until one switches it on.
   */
  trainingOffline: boolean;
  /** Training only: where the spare printer listens, so that it is found there again after a restart. */
  trainingSparePort: number;
}

/**
 * The value that was last written; null when there is none.
 *
 *     readSetting(db, 'locationId')
 */
export function readSetting<Key extends keyof Settings>(db: Db, key: Key): Settings[Key] | null {
  const row = get<{ value: string }>(db, 'SELECT value FROM setting WHERE key = ?', [key]);
  return row ? (JSON.parse(row.value) as Settings[Key]) : null;
}

/** Keeps a value in the database, where it is another one than before, in the caller's transaction if there is one. */
export function writeSetting<Key extends keyof Settings>(db: Db, key: Key, value: Settings[Key]): void {
  run(
    db,
    `INSERT INTO setting (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    [key, JSON.stringify(value)],
  );
}
